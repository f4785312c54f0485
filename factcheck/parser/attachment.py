"""Whose the numbers of a sentence are, once all of it has been read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from factcheck.language.english import GENITIVE
from factcheck.language.mentions import Mention
from factcheck.parser.constructions import Construction, SentenceFrames
from factcheck.parser.named_owners import NamedOwners
from factcheck.parser.wordings import AttachmentWords, NeighbourWords

_TOGETHER = "collective"
"""How several men have a number together."""
_LIST_LABELS = {"number", "statistic", "shot", "shooting", "percent"}


class Attachment(SentenceFrames):
    """Attaches numbers to whom reading from left to right cannot know."""

    @property
    def words(self) -> AttachmentWords:
        """The vocabulary's words between numbers and those who have them."""
        return self.around.cues.attached

    @property
    def near(self) -> NeighbourWords:
        """The vocabulary's words that stand next to a name or a noun."""
        return self.around.near

    def settle(self) -> None:
        """Attach them all."""
        named = NamedOwners(self.around, self.frames)
        named.join_bracketed()
        self._distribute()
        self._attach_fronted()
        self._attach_agents()
        self._attach_held()
        named.give()
        self._free_groups()
        self._free_its()
        self._free_mates()

    def _distribute(self) -> None:
        """Find out how several players share the numbers of a clause."""
        cues: dict[int, dict[int, str]] = {}
        for index, unit in enumerate(self.units[: len(self.frames)]):
            name = self.around.cues.distribution.get(unit.norm) if unit.mention is None else None
            name = name or self.around.cues.distribution.get(
                f"{unit.norm} {self.around.norm(index + 1)}"
            )
            if name is not None:
                cues.setdefault(self.frames[index].clause, {})[index] = name
        last = ""
        for position, frame in enumerate(self.frames):
            told = cues.get(frame.clause)
            if len(frame.players) < 2 or self.around.has_label(position, "player"):
                last = ""
            if told and len(frame.players) > 1:
                last = self._shared(position, told)
            if last:
                # "X and Y combined for 62 points, but were 5-for-10 from deep": together, too.
                self.revise((position,), Construction.DISTRIBUTION, distribution=last)
            if last != _TOGETHER:
                last = ""

    def _shared(self, position: int, cues: Mapping[int, str]) -> str:
        """Return what one of a clause's cues says of a unit.

        Where they disagree, one counts up to the comma before it: in "between them they had 54
        points, hit six threes each" the 54 are of both together.
        """
        if len(set(cues.values())) == 1:
            return next(iter(cues.values()))
        behind = [index for index in cues if index >= position]
        ahead = [index for index in reversed(list(cues)) if index < position]
        for index in (*behind, *ahead):
            between = range(min(position, index), max(position, index - 1))
            if all(self.around.norm(step) != "," for step in between):
                return cues[index]
        return next(iter(cues.values())) if ahead else cues[behind[-1]]

    def _attach_fronted(self) -> None:
        """Words before the first name of a fronted phrase speak of the name that follows."""
        if not self._opens_fronted():
            return
        his = False
        for index, unit in enumerate(self.units):
            if unit.mention is None:
                if unit.norm in self.words.subjects:
                    return
                his = his or unit.norm == "his"
                continue
            if unit.mention.label in {"player", "team"} or self._is_coach_of(index):
                subject = self.frames[index]
                if his and not self._named_next(index):
                    return
                if unit.mention.label == "team" and (
                    self.around.cues.is_object(self.units, index)
                    or self._set_against(index)
                    or self._owns_whole(index)
                ):
                    continue
                self.revise(
                    range(index), Construction.CATAPHORA,
                    subject=subject.subject, players=subject.players,
                    team_id=subject.team_id, team=subject.team, topic=subject.topic,
                )  # fmt: skip
                return

    def _is_coach_of(self, index: int) -> bool:
        """ "Ahead by 11, Jason Kidd 's crew": the coach stands for his team."""
        return self.around.has_label(index, "coach") and self.around.coaches_team(index)

    def _set_against(self, index: int) -> bool:
        """ "Shooting 51 percent to the Celtics ' 41": the other team's number."""
        owns = self.around.owns(index)
        return owns and self.around.before(index) in self.words.set_against

    def _owns_whole(self, index: int) -> bool:
        """ "With 13 of the Raptors ' 45 rebounds, X": the team's number that his is a part of."""
        return (
            self.around.owns(index)
            and self.around.norm(index - 1 - (self.around.norm(index - 1) == "the"))
            in self.words.of_whole
        )

    def _opens_fronted(self) -> bool:
        """ "Trailing by nine", "Shooting 48 percent", "Held to 92 points" before the subject."""
        first, mention = self.around.norm(0), self.units[0].mention
        if self._opens_with_time() or self.around.opens_with_heading():
            return True
        if mention is not None:
            # "Five behind after one quarter, the Jazz".
            ahead = self.around.norm(1) in self.words.standing
            return mention.label == "shot" or (mention.label == "number" and ahead)
        # "Outstanding: 34 points from the bench" has no verb.
        acts = first.endswith("ing") and self.around.norm(1) != ":"
        return first in self.around.cues.cataphora or acts

    def _opens_with_time(self) -> bool:
        """ "One night after scoring 23 in Dallas", "two days after going 3-for-11"."""
        return any(
            self.around.norm(index) in self.around.cues.predicates.behind
            and (
                self.around.norm(index + 1).endswith("ing")
                or self.around.has_label(index + 1, "shot")
            )
            for index in (1, 2)
        )

    def _named_next(self, index: int) -> bool:
        """ "On top of his 15 points, X": "his" is X's; in "with his 15 points, the Suns" not."""
        commas = [position for position in range(index) if self.around.norm(position) == ","]
        return self.around.has_label(index, "player") and commas == [index - 1]

    def _attach_agents(self) -> None:
        """Give the numbers before "from X" or "by X" to X: "30 points from X"."""
        for index in range(len(self.units)):
            if not self.around.has_label(index, "player"):
                continue
            position = index - 1
            while self.around.norm(position) in self.words.before_man:
                position -= 1
            of_effort = (
                self.around.norm(position) in self.words.of_effort
                and self.around.norm(position - 1) in self.around.cues.efforts
            )
            if self.around.norm(position) not in self.words.givers and not of_effort:
                continue
            position = position - 1 if of_effort else self._before_part(position)
            while (
                self.around.is_cue(position, "before_giver")
                or self.around.norm(position) in self.around.cues.efforts
            ):
                position -= 1
            if (
                position < 0
                or not self._in_list(position)
                or self.around.norm(position) in self.near.joints
            ):
                continue
            # "21 points from X 's running mate Y" are Y's.
            giver = self.around.named_mate(index) or index
            self._give(position, giver, self._named_list(giver))
            self._give_on(giver)

    def _attach_held(self) -> None:
        """ "Leonard held Butler to 12 points on 15 shots": what follows is what Butler had."""
        for index in range(1, len(self.units) - 2):
            if self.around.norm(index) not in self.words.holds:
                continue
            held = next(
                (at for at in (index + 1, index + 2) if self.around.has_label(at, "player")), 0
            )
            if not held or self.around.norm(held + 1) != "to":
                continue
            end = held + 2
            while end < len(self.units) and self._is_held_to(end):
                end += 1
            man = self.units[held].mention
            assert man is not None
            self.revise(
                range(held + 1, end), Construction.HELD, subject="player", players=(man,),
                distribution="single", team_id=man.data.get("team_id"), anaphoric=False,
            )  # fmt: skip

    def _is_held_to(self, index: int) -> bool:
        """Whether a unit goes on with what a man was held to, up to the next comma or verb."""
        word = self.around.norm(index)
        if word == "and":
            return index + 1 < len(self.units) and self.around.has_label(index + 1, "number")
        return word != "," and (
            self._in_list(index) or word in self.words.of_his | self.words.barely
        )

    def _free_groups(self) -> None:
        """Take numbers of men without names off the man that the clause is about.

        "40 points by nine players"; and "between them" says of one man that others share.
        """
        for index, frame in enumerate(self.frames):
            if frame.subject != "player" or not self.around.has_label(index, "number"):
                continue
            after = index + 1
            if after < len(self.units) and self.around.has_label(after, "statistic"):
                after += 1
            by_many = (
                self.around.norm(after) in self.words.before_many
                and after + 1 < len(self.units)
                and self.around.has_label(after + 1, "number")
                and self.around.is_cue(after + 2, "men")
            )
            if by_many or (len(frame.players) == 1 and self._shared_with_others(frame.clause)):
                self._free(range(index, min(after, len(self.units))))

    def _free_its(self) -> None:
        """Take "nine of its 21 free throws" off a man: the shots are his team's."""
        for index, frame in enumerate(self.frames):
            mention = self.units[index].mention
            if (
                frame.subject == "player"
                and mention is not None
                and (mention.data.get("whose") == "its" or self._is_ours(index))
            ):
                self._free((index,))

    def _is_ours(self, index: int) -> bool:
        """ "Four of our ten blocks": the ten are the team's."""
        return (
            self.around.has_label(index, "number")
            and self.around.norm(index - 1) in self.words.ours
        )

    def _free_mates(self) -> None:
        """Take "his counterpart 's 15" off a man: whose they are, the words do not say."""
        for index, frame in enumerate(self.frames):
            if (
                frame.subject != "player"
                or self.around.norm(index) not in self.around.cues.companion_nouns
            ):
                continue
            place = index + 2
            if not self.around.owns(index) or "his" not in {
                self.around.norm(index - 1), self.around.norm(index - 2),
            }:  # fmt: skip
                continue
            while place < len(self.units) and self._in_list(place):
                self._free((place,))
                place += 1

    def _free(self, units: Iterable[int]) -> None:
        """Attach units to nobody who is named."""
        self.revise(units, Construction.OTHERS, subject="", players=())

    def _shared_with_others(self, clause: int) -> bool:
        """ "Between them the two men had 85": of a clause that names one of them or none."""
        units = [index for index, frame in enumerate(self.frames) if frame.clause == clause]
        return any(
            f"{self.around.norm(index)} {self.around.norm(index + 1)}" in self.words.shared
            and not self._parts_of_his(index)
            for index in units[:-1]
        )

    def _parts_of_his(self, index: int) -> bool:
        """ "25 points, with six 3-pointers among them": them are what was counted before.

        So in "25 points, six 3-pointers among them" and "25 points, among them six 3-pointers".
        """
        if self.around.norm(index) != "among":
            return False
        if self.around.norm(index - 1) == ",":
            return index + 2 < len(self.units) and self.around.has_label(index + 2, "number")
        number = next((at for at in range(index - 1, index - 4, -1) if self._is_number(at)), None)
        if number is None:
            return False
        before = self.around.norm(number - 1)
        counted = self.around.has_label(number - 2, "statistic") or self._is_number(number - 2)
        return before in self.words.parts or (before == "," and counted)

    def _is_number(self, index: int) -> bool:
        return self.around.has_label(index, "number")

    def _named_list(self, index: int) -> tuple[Mention, ...]:
        """Return the player at a unit and those that "and" joins to him."""
        players: list[Mention] = []
        for position in range(index, len(self.units)):
            mention = self.units[position].mention
            if mention is not None and mention.label == "player":
                if players and self.around.name_in_list_before(position) is None:
                    break
                players.append(mention)
            elif not self._joins(position):
                break
        return tuple(players)

    def _joins(self, position: int) -> bool:
        """ "From X and rookie Y": joints, and what a man is called behind them."""
        return self.around.norm(position) in self.near.joints or self.around.in_title(position)

    def _before_part(self, giver: int) -> int:
        """Return what stands before "in the quarter from X", or the giver where no part does."""
        position = giver - 1
        if position < 0 or not self.around.has_label(position, "period"):
            return giver
        while position > 0 and self.around.norm(position - 1) in self.words.before_part:
            position -= 1
        return position - 1

    def _give(self, position: int, index: int, players: tuple[Mention, ...]) -> None:
        """Make men the owners of a list of numbers.

        Args:
            position: The list's last unit.
            index: The first man's unit; what stands between is theirs too ("double-double from").
            players: Their mentions.
        """
        last, start = position, index - 1
        # "Blocked nine shots, two by X": what stands before the comma is not his.
        part_only = self.around.has_label(last, "number")
        while start >= 0 and (self._in_list(start) or start >= last):
            if part_only and start < last and self.around.norm(start) == ",":
                break
            start -= 1
        start = self._behind_owned(start, last)
        together = self.around.cues.distribution.get(self.around.norm(start)) == _TOGETHER
        self.revise(
            range(start + 1, index), Construction.AGENT, subject="player", players=players,
            distribution=(
                "single" if len(players) == 1 else _TOGETHER if together else "distributive"
            ),
            team_id=players[0].data.get("team_id"), anaphoric=False,
        )  # fmt: skip

    def _give_on(self, index: int) -> None:
        """ "Got 11 from X, on 15 shots": what follows his name tells of him, too."""
        position = index + 2 if self.around.norm(index + 1) == "," else index + 1
        if self.around.norm(position) not in self.words.goes_on or self.around.has_label(
            min(position + 1, len(self.units) - 1), "period"
        ):
            return
        frame = self.frames[index - 1]
        for unit in range(position, min(position + 4, len(self.units))):
            if not self._in_list(unit) and self.around.norm(unit) not in self.words.of_his:
                break
            self.revise(
                (unit,), Construction.AGENT, subject="player", players=frame.players[:1],
                distribution="single", team_id=frame.team_id, anaphoric=False,
            )  # fmt: skip

    def _behind_owned(self, start: int, last: int) -> int:
        """ "X 's 15 points , 11 assists and 20 points from Y": only what follows "and" is Y's.

        So in "12 points from X in 17 minutes and six from Y".
        """
        goes_on = self.around.norm(start) in self.words.goes_on
        behind_name = goes_on and self.around.has_label(start - 1, "player")
        if self.around.norm(start) not in GENITIVE and not behind_name:
            return start
        joints = [unit for unit in range(start, last) if self.around.norm(unit) == "and"]
        return joints[-1] if joints else start

    def _in_list(self, index: int) -> bool:
        mention = self.units[index].mention
        if mention is not None:
            return mention.label in _LIST_LABELS
        return self.around.is_cue(index, "in_list") or self._brackets_shots(index)

    def _brackets_shots(self, index: int) -> bool:
        """ "20 points (8-13 FG) from X": the brackets tell more of the points before them."""
        norm = self.around.norm
        if norm(index) not in {"(", ")"}:
            return False
        opens = next((at for at in range(index, -1, -1) if norm(at) == "("), 0)
        return opens > 0 and self.around.has_label(opens - 1, "statistic")

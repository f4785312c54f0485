"""Numbers whose owner stands beside them: in brackets, after "by", before "'s"."""

from __future__ import annotations

from factcheck.language.english import GENITIVE
from factcheck.language.mentions import Mention
from factcheck.parser.constructions import Construction, SentenceFrames
from factcheck.parser.wordings import NamedOwnerWords

# Shots made, which after "the 40 free throws they shot" are shots tried.
_MADE = {"FGM", "FG3M", "FTM"}


class NamedOwners(SentenceFrames):
    """Gives numbers to those who are named beside them, whatever the clause is about."""

    @property
    def words(self) -> NamedOwnerWords:
        """The vocabulary's words between a number and an owner right beside it."""
        return self.around.cues.named_owners

    def give(self) -> None:
        """Give each number its owner."""
        self._attach_brackets()
        self._attach_agent_teams()
        self._attach_genitives()
        self._attach_relative_clauses()

    def join_bracketed(self) -> None:
        """ "X (two points) and Y (10) combined": after the last bracket it is about all of them."""
        men: list[Mention] = []
        index = 0
        while index < len(self.units):
            mention = self.units[index].mention
            closed = self._bracket_after(index)
            if mention is None or closed is None:
                index += 1
                continue
            men.append(mention)
            index = closed
            while self.around.norm(index) in self.around.near.joints:
                index += 1
            if index == closed or self._bracket_after(index) is None:
                if len(men) > 1:
                    self._set_men(closed, tuple(men))
                men = []

    def _bracket_after(self, index: int) -> int | None:
        """Return the unit behind the bracket that follows a man's name."""
        if not self.around.has_label(index, "player") or self.around.norm(index + 1) != "(":
            return None
        for position in range(index + 2, len(self.units)):
            if self.around.norm(position) == ")":
                return position + 1
        return None

    def _set_men(self, index: int, men: tuple[Mention, ...]) -> None:
        """Put several men in the place of the last of them for the rest of his clause."""
        last = self.frames[index - 1]
        for position in range(index, len(self.frames)):
            frame = self.frames[position]
            if frame.clause != last.clause or frame.players != last.players:
                return
            self.revise((position,), Construction.APPOSITION, players=men, distribution="group")

    def _attach_brackets(self) -> None:
        """ "More than eight rebounds (Anderson) or six assists (Williams)": each his own."""
        for index in range(3, len(self.units) - 1):
            if (
                self.around.has_label(index, "player")
                and (self.around.norm(index - 1), self.around.norm(index + 1)) == ("(", ")")
                and self.around.has_label(index - 2, "statistic")
                and self.around.has_label(index - 3, "number")
            ):
                units = range(index - 3, index - 1)
                self._attach_to_man(units, Construction.APPOSITION, self.units[index].mention)

    def _attach_to_man(self, units: range, by: Construction, man: Mention | None) -> None:
        assert man is not None
        self.revise(
            units, by, subject="player", players=(man,), distribution="single",
            team_id=man.data.get("team_id"), anaphoric=False,
        )  # fmt: skip

    def _attach_agent_teams(self) -> None:
        """ "Thanks to 36 fouls by the Suns": the number before "by" is that team's."""
        for index in range(len(self.units)):
            mention = self.units[index].mention
            if mention is None or mention.label != "team" or self.around.owns(index):
                continue
            last = self._agent_before(index)
            if last < 1 or not self.around.has_label(last, "statistic"):
                continue
            start = last
            while start >= 0 and self.units[start].mention is not None:
                start -= 1
            if (
                not self.around.has_label(start + 1, "number")
                or self.around.is_cue(start, "forces")
                or self.around.norm(start) in GENITIVE
            ):
                continue
            self.revise(
                range(start + 1, index), Construction.AGENT, subject="team", players=(),
                anaphoric=False, team_id=mention.data["value"], team=mention, topic=mention,
            )  # fmt: skip

    def _agent_before(self, index: int) -> int:
        """Return the unit before "by", or before what a team had in vain, 0 where neither stands.

        Example: "46 rebounds were not enough for the Bucks"
        """
        last = index - 1
        if self.around.before(index) == "by":
            while self.around.norm(last) in self.words.before_team:
                last -= 1
            return last
        while self.around.norm(last) in self.words.before_name:
            last -= 1
        for phrase in self.words.in_vain:
            start = last + 1 - len(words := phrase.split())
            if start > 0 and [self.around.norm(at) for at in range(start, last + 1)] == words:
                return start - 1
        return 0

    def _attach_genitives(self) -> None:
        """ "Matched Y's huge 29-point night with 15": the 29 are Y's, whatever the subject."""
        for index in range(len(self.units) - 2):
            mention = self.units[index].mention
            if (
                mention is None
                or mention.label != "player"
                or not self.around.owns(index)
                or self.frames[index].players == (mention,)
                or self.around.before(index) in self.around.cues.owners["equals"]
            ):
                continue
            first = index + 2
            while self.around.norm(first) in self.words.before_owned:
                first += 1
            if first < len(self.units) and self.around.has_label(first, "number"):
                units = range(index + 2, self._end_of_owned(first))
                self._attach_to_man(units, Construction.GENITIVE, mention)

    def _end_of_owned(self, start: int) -> int:
        """Return where the list ends that a name owns: "Y's 31 points, eight assists and"."""
        end = position = start
        while position < len(self.units):
            if self.around.has_label(position, "number") or self.around.has_label(
                position, "statistic"
            ):
                end = position + 1
            elif self.around.norm(position) not in self.words.in_list:
                # "Y's 15 points and 20 from Z": what is another's is bound before.
                given = self.around.norm(position) in self.words.givers
                return self._first_of_owned(start) if given else end
            position += 1
        return end

    def _first_of_owned(self, start: int) -> int:
        """Return where the first number with what it counts ends."""
        end = start
        while end < len(self.units) and (
            self.around.has_label(end, "number")
            or self.around.has_label(end, "statistic")
            or self.around.norm(end) == "-"
        ):
            end += 1
        return end

    def _attach_relative_clauses(self) -> None:
        """ "The 40 free throws the Hawks shot": theirs, and of shots these are the attempts."""
        for index in range(len(self.units) - 3):
            counted = self.units[index + 1].mention
            if not self.around.has_label(index, "number") or counted is None:
                continue
            position = index + 2
            while self.around.norm(position) in self.words.before_name:
                position += 1
            verb, cues = self.around.norm(position + 1), self.around.cues
            if counted.label != "statistic" or not (
                position + 1 < len(self.units)
                and self.units[position].mention is not None
                and (
                    self.around.has_label(position, "player")
                    or self.around.has_label(position, "team")
                )
                and (verb in cues.deeds or verb in cues.acts or verb.endswith("ed"))
            ):
                continue
            tries = counted.value in _MADE and verb in cues.tries
            self._set_owner(range(index, index + 2), position, nobody=tries)

    def _set_owner(self, units: range, position: int, *, nobody: bool) -> None:
        """Give units to the man or the team named at another, or to nobody of that team."""
        name = self.units[position].mention
        assert name is not None
        is_man = name.label == "player"
        self.revise(
            units, Construction.RELATIVE, subject="" if nobody else name.label,
            players=(name,) if is_man and not nobody else (),
            team_id=name.data.get("team_id") if is_man else name.data["value"],
            distribution="single", team=None if is_man else name, topic=None if is_man else name,
            anaphoric=False,
        )  # fmt: skip

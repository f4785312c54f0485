"""Stretches of a sentence that tell of an earlier game, inside a clause about this one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from factcheck.language.english import GENITIVE, is_past
from factcheck.language.mentions import Unit
from factcheck.parser.constructions import Construction, SentenceFrames
from factcheck.parser.names import Game
from factcheck.parser.wordings import OtherGameWords

_LONGEST_NOUN_PHRASE = 6
_NEAR = 5


@dataclass(frozen=True, slots=True)
class OtherGames(SentenceFrames):
    """Finds what a sentence says of an earlier game: "built on Monday's win in New York".

    Two things tell: words such as "build on" before a day's game, and a day *and* a place
    that are both not this game's, or a day's game and an opponent. One of the two alone is
    rather a mistake.

    Args:
        around: The sentence's units.
        frames: One frame a unit; revised in place.
        game: The game of the story.
    """

    game: Game

    @property
    def words(self) -> OtherGameWords:
        """The vocabulary's words for other games."""
        return self.around.cues.other_games

    def mark(self) -> None:
        """Give the stretches about earlier games the scope ``previous``."""
        for index in range(1, len(self.units)):
            self._look_back(index)
        for index, unit in enumerate(self.units):
            if not self._on_another_day(unit) or self.frames[index].scope not in {"game", "next"}:
                continue
            if self._is_bygone(index):
                self._set(self._start(index), self._end(index))
                continue
            if self.frames[index].scope != "game":
                continue
            if self._carried_over(index):
                self._set(index, self._end(self._noun_after(index) or index))
            elif self._at_another_place(index):
                start = self._start(index)
                self._set(start, self._end(index) if start else self._end_of_clause(index))
        for index in range(2, len(self.units)):
            if self._tells_of_it(index):
                self._set(index, self._end_of_clause(index))
            elif self._comes_to_this(index):
                self.revise(
                    range(index, self._end_of_clause(index)), Construction.OWN_PREDICATE,
                    scope="game", scope_n=None, cues=frozenset(),
                )  # fmt: skip

    def _tells_of_it(self, index: int) -> bool:
        """ "An ugly Friday in Utah, where they lost by 20": the clause goes on about that game."""
        before = index - 1 - (self.around.norm(index - 1) == ",")
        return (
            self.around.norm(index) in self.words.there
            and self.frames[index].scope == "game"
            and self.frames[index].clause != self.frames[before].clause
            and self.frames[before].told_by is Construction.OTHER_GAME
        )

    def _comes_to_this(self, index: int) -> bool:
        """ "Had routed Utah by 20 on Friday before falling by nine in Boston", which is this game.

        A team or place of this game tells it, where no other team is named.
        """
        if (
            self.around.norm(index) != "before"
            or not self.around.norm(index + 1).endswith("ing")
            or self.frames[index].scope != "previous"
            or not self._has_perfect(index)
        ):
            return False
        told = [unit.mention for unit in self.units[index : self._end_of_clause(index)]]
        named = {
            team
            for mention in told
            if mention is not None and mention.label in {"team", "place"}
            for team in mention.data.get("place_teams") or (mention.data.get("value"),)
        }
        return bool(named) and named <= set(self.game.teams)

    def _has_perfect(self, index: int) -> bool:
        """Return whether the clause of a unit tells before it what had happened."""
        clause = self.frames[index].clause
        return any(
            self.around.norm(at) in self.words.had and self.frames[at].clause == clause
            for at in range(index)
        )

    def _look_back(self, index: int) -> None:
        """ "Goes to Houston, which won here on Wednesday": of a game before, not of the next one.

        What follows the comma that closes it goes on with the next one: ", on Saturday".
        """
        main = index - 1 - (self.around.norm(index - 1) == ",")
        if (
            self.around.norm(index) not in self.words.relative
            or self.frames[main].scope != "next"
            or not self._tells_in_past(index)
        ):
            return
        end = index + 1
        while end < len(self.units) and (
            self.around.norm(end) not in self.words.ends_relative
            or self.around.has_label(end + 1, "day")
        ):
            end += 1
        self.revise(
            [at for at in range(index, end) if self.frames[at].scope == "next"],
            Construction.OTHER_GAME,
            scope="previous",
            cues=frozenset({"previous"}),
            **self._antecedent(index, main),
        )
        if self.around.norm(end) == "," and self.around.norm(end + 1) in self.words.before_next_day:
            clause = self.frames[end].clause
            places = range(end, len(self.units))
            for at in (at for at in places if self.frames[at].clause == clause):
                self.frames[at] = replace(self.frames[main], clause=clause)

    def _tells_in_past(self, index: int) -> bool:
        """Return whether a simple past is the first verb behind a relative pronoun."""
        for at in range(index + 1, min(len(self.units), index + 1 + _NEAR)):
            code = self.around.norm(at)
            if self.units[at].mention is not None:
                continue
            if code in self.words.ends or code in self.around.cues.tenses.not_past:
                return False
            if is_past(code) or code in self.words.past_too:
                return True
        return False

    def _antecedent(self, relative: int, main: int) -> dict[str, Any]:
        """Return whom a relative clause is about behind a place: the team at home there."""
        place = self.units[main].mention
        if place is None or place.label != "place":
            return {}
        teams: list[str] = place.data.get("place_teams") or place.data.get("keys") or []
        if len(teams) != 1 or self.around.norm(relative) not in {"who", "which", "that"}:
            return {"subject": "", "players": ()}
        return {"subject": "team", "players": (), "team_id": teams[0], "anaphoric": False}

    def _on_another_day(self, unit: Unit) -> bool:
        mention = unit.mention
        return (
            mention is not None
            and mention.label == "day"
            and mention.data.get("value") != self.game.date.weekday()
        )

    def _is_bygone(self, index: int) -> bool:
        """ "Dallas, beaten in Denver on Sunday, hosts", "X, who had 16 on Monday, had"."""
        start, cues = self._start(index), self.around.cues
        begins = start == 0 or self.around.norm(start - 1) in {",", "(", "--"}
        does = self.around.norm(start + 1) in cues.deeds
        return begins and (
            self.around.norm(start) in self.words.bygone
            or (self.around.norm(start) in cues.subjects.who and does)
        )

    def _carried_over(self, index: int) -> bool:
        """ "Build on Monday 's win", "following up Thursday 's seven-point win"."""
        position = index - 1
        while self.around.norm(position) in self.words.before_day:
            position -= 1
        before, after = self.around.norm(position - 1), self.around.norm(position)
        if after == "from" and before in self.around.cues.efforts:
            # "Could not follow his triple-double from Friday".
            return True
        carries = self.words.carries
        return (f"{before} {after}" in carries or after in carries) and self._noun_after(
            index
        ) is not None

    def _noun_after(self, index: int) -> int | None:
        """Return where the game stands that a day owns: "Monday night 's thrilling road win"."""
        owns = index + 1 + (self.around.norm(index + 1) in self.words.day_parts)
        if self.around.norm(owns) not in GENITIVE:
            return None
        for position in range(owns + 1, owns + 1 + _LONGEST_NOUN_PHRASE):
            if self.around.norm(position) in self.words.nouns:
                return position
        return None

    def _at_another_place(self, index: int) -> bool:
        """A place that is not this game's stands near the day, and nothing speaks of this game."""
        start, end = self._start(index), self._end(index)
        far = end if self._is_fronted(index) else min(end, index + _NEAR + 2)
        near = range(max(start, index - _NEAR), far)
        clause = self.frames[index].clause
        teams = {
            unit.mention.data.get("value")
            for unit, frame in zip(self.units, self.frames, strict=True)
            if unit.mention is not None and unit.mention.label == "team" and frame.clause == clause
        }
        owned = self._noun_after(index) is not None
        return any(
            self._elsewhere(self.units[at]) or (owned and self._another_team(self.units[at]))
            for at in near
        ) and not (
            set(self.game.teams) <= teams
            or any(self._final_score(self.units[at]) for at in range(start, end))
        )

    def _elsewhere(self, unit: Unit) -> bool:
        mention = unit.mention
        if mention is None:
            return False
        if mention.label == "arena":
            named = {mention.data.get("value"), *(mention.data.get("keys") or ())}
            return self.game.arena is not None and self.game.arena not in named
        teams = mention.data.get("place_teams") or mention.data.get("keys") or ()
        return mention.label == "place" and bool(teams) and self.game.home_id not in teams

    def _another_team(self, unit: Unit) -> bool:
        """ "In Friday's loss to Phoenix"."""
        mention = unit.mention
        return (
            mention is not None
            and mention.label == "team"
            and mention.data.get("value") not in self.game.teams
        )

    def _final_score(self, unit: Unit) -> bool:
        mention = unit.mention
        return (
            mention is not None
            and mention.label == "score"
            and {mention.data["first"], mention.data["second"]}
            == {self.game.home_points, self.game.away_points}
        )

    def _start(self, index: int) -> int:
        while index and self._goes_on(index, index - 1):
            index -= 1
        return index

    def _end(self, index: int) -> int:
        """Return one past the last unit of the stretch that a unit belongs to.

        "On Monday, Curry had 36": what stands before the first comma belongs to what follows it.
        """
        end = index + 2 if self._is_fronted(index) else index + 1
        while end < len(self.units) and self._goes_on(index, end):
            end += 1
        return end

    def _is_fronted(self, index: int) -> bool:
        """ "On Monday, Curry had 36 in Atlanta": a day before the comma, and a deed after it."""
        named, deed = index + 2, index + 3
        return (
            index <= 1
            and self.around.norm(index + 1) == ","
            and deed < len(self.units)
            and self.around.has_label(named, "player")
            and self.around.norm(deed) in self.around.cues.deeds
        )

    def _end_of_clause(self, index: int) -> int:
        """Return where a clause ends that begins so: "On Saturday in Boston X trailed by two"."""
        clause = self.frames[index].clause
        places = range(index, len(self.units))
        return next((at for at in places if self.frames[at].clause != clause), len(self.units))

    def _goes_on(self, index: int, position: int) -> bool:
        return (
            self.around.norm(position) not in self.words.ends or self._joins_numbers(position)
        ) and self.frames[position].clause == self.frames[index].clause

    def _joins_numbers(self, position: int) -> bool:
        """ "Who had 16 and 11 on Monday": one line."""
        return 0 < position < len(self.units) - 1 and all(
            self.around.has_label(near, "number") for near in (position - 1, position + 1)
        )

    def _set(self, start: int, end: int) -> None:
        for position in range(start, end):
            cues = self.frames[position].cues | {"previous"}
            self.revise(
                (position,), Construction.OTHER_GAME, scope="previous", cues=cues, aside=True
            )

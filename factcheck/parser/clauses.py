"""Clauses of a sentence, and the time that each of them speaks of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from factcheck.language.english import is_past
from factcheck.language.mentions import Sentence, Unit
from factcheck.parser.clause_starts import ClauseStarts
from factcheck.parser.names import Game
from factcheck.parser.this_game import comes_to_this, on_this_day, was_told
from factcheck.rulebook.pattern_index import index_of
from factcheck.rulebook.vocabulary import Vocabulary

_APART = 9
"""Within so many units before a team's name stands how many games another team is off it."""


@dataclass(frozen=True, slots=True)
class Cue:
    """Words that tell of which time something is: from which unit to which, and how surely.

    It ``reaches`` the whole ``clause``, its own ``predicate``, the ``rest`` of the clause, or
    ``back`` to its start whatever stands there.
    """

    start: int
    end: int
    name: str
    number: int | None
    weight: int
    reaches: str


_OF_NUMBER = "number"
"""The reach of cues that say something of the number before them alone."""
_STRANGER = "stranger"
"""The label of a team in them that must not be of the game."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The time a clause speaks of, with the number of games of ``last_n``.

    ``cues`` are the names of all scopes that the clause has cues for, ``found`` where these are.
    """

    name: str = "game"
    number: int | None = None
    cues: frozenset[str] = frozenset()
    found: tuple[Cue, ...] = ()


class ClauseReader:
    """Splits sentences into clauses and finds each one's scope.

    Args:
        vocabulary: Supplies the conjunctions and the cues.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.starts = ClauseStarts(vocabulary)
        self.words = self.starts.words
        self.scopes = [row for row in vocabulary.scopes if row[3] != _OF_NUMBER]
        self._index = index_of(tuple(pattern for _, pattern, _, _ in self.scopes))
        self._narrowing = tuple(row[1] for row in vocabulary.scopes if row[3] == _OF_NUMBER)
        self._narrowing_index = index_of(self._narrowing)

    def read(
        self, sentence: Sentence, game: Game, is_object: Callable[[list[Unit], int], bool]
    ) -> dict[int, Scope]:
        """Return the scope of each clause, by the clause's first unit.

        Args:
            sentence: A bound sentence.
            game: The game of the story.
            is_object: Tells whether the name at a unit is an object; two subjects in a row
                are a list, an object and a subject are not.
        """
        starts = self.starts.find(sentence, is_object)
        found = self._cues(sentence, starts, game)
        scopes: dict[int, Scope] = {}
        last = Scope()
        for position, start in enumerate(starts):
            end = starts[position + 1] if position + 1 < len(starts) else len(sentence.units)
            until = sentence.units[starts[position - 1] : start + 1] if position else []
            if start in found:
                last = _of_streak(found[start], last)
            elif not (
                (last.name == "next" and not self._tells_after(sentence, start, end))
                or sentence.units[start].norm in self.words.keep_scope
                or (position == 1 and last.name == "previous" and self._tells_when(sentence))
                or self._singles_out(until)
            ):
                last = Scope()
            if last.name == "game" and sentence.number > 1:
                elsewhere = self._elsewhere(sentence, start, end, game)
                if elsewhere:
                    last = Scope("previous", found=self._cues_of(sentence, start, elsewhere))
            scopes[start] = last
        return scopes

    def narrowing(self, sentence: Sentence, game: Game) -> set[tuple[int, int]]:
        """Return the units of phrases that narrow the number beside them: "in the paint".

        Args:
            sentence: A bound sentence.
            game: The game of the story; a phrase that names a team of it as a ``stranger`` says
                nothing.
        """
        found = set()
        for position, places in self._narrowing_index.possible(sentence).items():
            for match in self._narrowing[position].matches(sentence, places):
                named = match.groups.get(_STRANGER)
                mention = sentence.units[named[0]].mention if named is not None else None
                if mention is None or mention.data.get("value") not in game.teams:
                    found.add((match.start, match.end))
        return found

    def _elsewhere(self, sentence: Sentence, start: int, end: int, game: Game) -> list[int]:
        """Return where teams stand in a clause that names only such as are not in this game.

        It speaks of another game.
        """
        teams = {
            place: unit.mention.data.get("value")
            for place, unit in enumerate(sentence.units[start:end], start)
            if unit.mention is not None
            and unit.mention.label == "team"
            and not self._is_measured_from(sentence.units[start:place])
            and sentence.units[place - 1].norm not in self.words.one_of_team
        }
        return [] if any(team in game.teams for team in teams.values()) else list(teams)

    def _cues_of(self, sentence: Sentence, start: int, elsewhere: Sequence[int]) -> tuple[Cue, ...]:
        """Return a cue for each team of another game: it reaches what looks back at that game.

        Example: "Shot 11-for-19 after a 7-for-25 night against the Wolves" → "after … Wolves"
        """
        openers = self.words.look_back | self.words.measured_from
        cues = []
        for at in elsewhere:
            back = [i for i in range(start + 1, at) if sentence.units[i].norm in openers]
            begin, reach = at, "clause" if back else "back"
            if back and sentence.units[back[-1]].norm in self.words.measured_from:
                begin, reach = back[-1], "rest"
            cues.append(Cue(begin, at + 1, "previous", None, 0, reach))
        return tuple(cues)

    def _is_measured_from(self, before: Sequence[Unit]) -> bool:
        """ "Two games back of the fourth-place Suns": how far off a team is in the standings."""
        codes = [unit.norm for unit in before[-_APART:]]
        return any(
            first in self.words.games and then in self.words.apart
            for place, first in enumerate(codes)
            for then in codes[place + 1 : place + 5]
        )

    def _tells_after(self, sentence: Sentence, start: int, end: int) -> bool:
        """ "They host Utah next; the Suns shot 38 percent": a sentence of its own, in the past."""
        return any(unit.norm == ";" for unit in sentence.units[start - 1 : start + 1]) and any(
            unit.mention is None and is_past(unit.norm) for unit in sentence.units[start:end]
        )

    def _tells_when(self, sentence: Sentence) -> bool:
        """ "When they last met, the Suns won": the main clause is of the time that "when" tells."""
        return sentence.units[0].norm in self.words.tells_when

    def _singles_out(self, units: Sequence[Unit]) -> bool:
        """ "A week ago it was the Suns who lost": the relative clause says what happened then."""
        codes = [unit.norm for unit in units]
        return (
            bool(codes)
            and codes[-1] in self.words.relative
            and any(
                first in self.words.it and then in self.words.being
                for first, then in pairwise(codes)
            )
        )

    def _cues(self, sentence: Sentence, starts: list[int], game: Game) -> dict[int, Scope]:
        found: dict[int, list[Cue]] = {}
        for position, places in self._index.possible(sentence).items():
            name, pattern, bonus, reach = self.scopes[position]
            for match in pattern.matches(sentence, places):
                here = sentence, match.start, match.end, game, self.words
                if on_this_day(*here) and (
                    name == "previous"
                    or (name == "next" and was_told(sentence, match.start, self.words))
                ):
                    continue
                if name == "next" and comes_to_this(*here):
                    continue
                number = None
                if "n" in match.groups:
                    mention = sentence.units[match.groups["n"][0]].mention
                    number = int(mention.data["value"]) if mention else None
                clause = max(start for start in starts if start <= max(match.start, match.end - 1))
                cue = Cue(match.start, match.end, name, number, pattern.size + bonus, reach)
                found.setdefault(clause, []).append(cue)
        return {clause: _weighed(cues) for clause, cues in found.items()}


def _weighed(cues: list[Cue]) -> Scope:
    """Let the first of the weightiest cues tell the time, and any tell of how many games."""
    number: int | None = None
    best = cues[0]
    for cue in cues:
        if cue.weight > best.weight or cue is best:
            best, number = cue, cue.number or number
        else:
            number = number or cue.number
    return Scope(best.name, number, frozenset(cue.name for cue in cues), tuple(cues))


def _of_streak(scope: Scope, before: Scope) -> Scope:
    """ "His second in a row, a stretch where he averages …": an average over these games."""
    if scope.name in {"average", "last_n"} and scope.number is None and before.number:
        return replace(scope, name="last_n", number=before.number)
    return scope

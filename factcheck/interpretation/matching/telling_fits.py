"""In which ways a sentence tells what rules ask for, by the patterns of their concepts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from factcheck.language.mentions import Sentence, Unit
from factcheck.rulebook.patterns import Match, Pattern
from factcheck.rulebook.telling import Telling, is_counted

Told = dict[str, list[tuple[int, str]]]
"""By concept: the numbers of the patterns that may match, with their values."""


class Found(NamedTuple):
    """A match of a pattern.

    Args:
        match: Where, and what fills slots and labels.
        covered: The units that the pattern names: not those in its gaps, unless a label does.
        counted: The units of its numbers: one is told of one thing, a name perhaps of two.
    """

    match: Match
    covered: frozenset[int]
    counted: frozenset[int]

    @classmethod
    def of(cls, pattern: Pattern, match: Match, sentence: Sentence) -> Found:
        """Return a match of a pattern in a sentence."""
        named = {unit for span in match.groups.values() for unit in range(*span)}
        gaps = pattern.in_gaps(sentence, match)
        counted = {
            unit
            for name, labels in pattern.slots.items()
            if name in match.groups and is_counted(labels)
            for unit in range(*match.groups[name])
        }
        covered = set(range(match.start, match.end)) - gaps | named
        return cls(match, frozenset(covered), frozenset(counted))


class Fit(NamedTuple):
    """A way in which a sentence tells a concept."""

    concept: str
    value: str
    pattern: Pattern
    match: Match
    covered: frozenset[int]
    counted: frozenset[int]


class FitFinder:
    """Finds the ways in which a sentence tells concepts, those of each pattern once.

    Args:
        sentence: The sentence.
        patterns: The patterns of all concepts, by number.

    Attributes:
        starts: The units that each pattern's matches may begin at, by its number.
    """

    def __init__(self, sentence: Sentence, patterns: Sequence[Pattern]) -> None:
        self.sentence = sentence
        self.starts: Mapping[int, Sequence[int]] = {}
        self._patterns = patterns
        self._known: dict[int, list[Found]] = {}

    def of(self, told: Told, telling: Telling) -> dict[str, list[Fit]] | None:
        """Return, for each concept, the ways of telling it; None if one that is needed has none."""
        ways: dict[str, list[Fit]] = {}
        # What may be told besides is looked for only where all that must be told is.
        for concept in sorted(telling.concepts, key=lambda concept: not concept.needed):
            fits = _without_parts(
                [
                    Fit(concept.name, value, self._patterns[number], *found)
                    for number, value in told.get(concept.name, ())
                    for found in self._found(number)
                ]
            )
            if concept.needed and not fits:
                return None
            ways[concept.name] = _without_articles(self.sentence, fits) if concept.needed else fits
        return ways

    def _found(self, number: int) -> list[Found]:
        """Return the matches of a pattern."""
        found = self._known.get(number)
        if found is None:
            pattern = self._patterns[number]
            found = self._known[number] = [
                Found.of(pattern, match, self.sentence)
                for match in pattern.everywhere(self.sentence, self.starts[number])
            ]
        return found


def _without_articles(sentence: Sentence, fits: Sequence[Fit]) -> list[Fit]:
    """Return the ways without those whose number is an article, where another one is told.

    Example: "25 of them with an assist" tells of 25.
    """
    units = sentence.units
    told = [fit for fit in fits if not any(is_article(units[place]) for place in fit.counted)]
    return told or list(fits)


def _without_parts(fits: Sequence[Fit]) -> list[Fit]:
    """Return the ways without those that are part of one of another value.

    Example: "without a win" is told of losses, "win" in it of no wins.
    """
    return [
        fit
        for fit in fits
        if not any(
            fit.value != other.value
            and other.match.start <= fit.match.start
            and fit.match.end <= other.match.end
            and other.match.end - other.match.start > fit.match.end - fit.match.start
            for other in fits
        )
    ]


def is_article(unit: Unit) -> bool:
    """Return whether a number is an article: "a turnover" is not always one of them."""
    return unit.mention is not None and unit.mention.data.get("form") == "article"

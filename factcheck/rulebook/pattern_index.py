"""Which of many patterns a sentence may hold, and their matches in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import or_

from factcheck.language.mentions import Sentence
from factcheck.rulebook.grammar import rarity
from factcheck.rulebook.openings import DEPTH
from factcheck.rulebook.patterns import Match, Parts, Pattern


class PatternMatches:
    """The matches of patterns in one sentence, each pattern looked for once.

    Args:
        sentence: The sentence, which must not change any more.
        index: Knows patterns that are looked for in every sentence, with where they may begin.
        around: Knows patterns that only some sentences are asked for. What is in neither index is
            looked for without one.
    """

    def __init__(
        self,
        sentence: Sentence,
        index: PatternIndex | None = None,
        around: PatternIndex | None = None,
    ) -> None:
        self.sentence = sentence
        self.possible = {} if index is None else index.possible(sentence)
        self.held_around = 0 if around is None else around.held(sentence)
        self._numbers = {} if index is None else index.numbers
        self._around = {} if around is None else around.bits
        self._known: dict[Pattern, Sequence[Match]] = {}

    def of(self, pattern: Pattern) -> Sequence[Match]:
        """Return the matches of a pattern, from left to right."""
        found = self._known.get(pattern)
        if found is None:
            found = self._known[pattern] = self._look_for(pattern)
        return found

    def _look_for(self, pattern: Pattern) -> Sequence[Match]:
        bit = self._around.get(pattern)
        if bit is not None:
            return pattern.matches(self.sentence) if self.held_around & bit else ()
        number = self._numbers.get(pattern)
        if number is not None:
            starts = self.possible.get(number)
            return pattern.matches(self.sentence, starts) if starts else ()
        return pattern.matches(self.sentence) if pattern.may_match(self.sentence) else ()


_LEVELS = 4
"""How many of a pattern's required parts, the rarest ones, an index asks for."""


class PatternIndex:
    """Finds, of many patterns, those that a sentence may hold, and where they may begin.

    No expression is run for it. A pattern has a bit for each of its first units, and on each of a
    few levels one for each of the rarest parts that it requires anywhere; what a part of a sentence
    gives to all of them is one number.

    Args:
        patterns: The patterns; ``numbers`` tells which is which, counted from 0, and ``bits``
            which bit of a number is whose.
    """

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self.patterns = list(patterns)
        self.numbers = {pattern: number for number, pattern in enumerate(self.patterns)}
        self._width = len(self.patterns)
        self._one = [1 << number for number in range(self._width)]
        self.bits = {pattern: self._one[number] for pattern, number in self.numbers.items()}
        # Levels on which a pattern requires nothing.
        self._given = 0
        # Many patterns require one of the same parts.
        by_need: dict[Parts, int] = {}
        by_opening: list[dict[Parts, int]] = [{} for _ in range(DEPTH)]
        # Patterns of which a unit may be any, or beyond the end of the match.
        opened = [0] * DEPTH
        for number, pattern in enumerate(self.patterns):
            needs = _rarest(pattern)
            self._given |= sum(
                1 << (number + level * self._width) for level in range(len(needs), _LEVELS)
            )
            for level, parts in enumerate(needs):
                by_need[parts] = by_need.get(parts, 0) | 1 << (number + level * self._width)
            for place, head in enumerate(pattern.heads):
                if head is None:
                    opened[place] |= 1 << number
                else:
                    by_opening[place][head] = by_opening[place].get(head, 0) | 1 << number
        self._by_part = _by_part(by_need)
        by_head = [_by_part(openings) for openings in by_opening]
        # For each part, what it gives as the first unit of a match, as the second, and so on.
        self._opened = tuple(opened)
        # Words that are alternatives wherever they stand give the same.
        known: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._by_head = {
            part: known.setdefault(given, given)
            for part in set().union(*by_head)
            if (
                given := tuple(
                    bits.get(part, 0) | any_unit
                    for bits, any_unit in zip(by_head, opened, strict=True)
                )
            )
        }

    def possible(self, sentence: Sentence, among: int | None = None) -> dict[int, list[int]]:
        """Return the units that matches of patterns may begin at, by the patterns' numbers.

        Both are in order.

        Args:
            sentence: The sentence.
            among: A bit for each pattern that is wanted, of those that it may hold; None for all.
        """
        left = self.held(sentence) if among is None else among
        found: dict[int, list[int]] = {}
        fitting, one = self._fitting(sentence), self._one
        for start in range(len(sentence.units) if left else 0):
            bits = left
            for place in range(DEPTH):
                bits &= fitting[start + place][place]
                if not bits:
                    break
            while bits:
                number = bits.bit_length() - 1
                bits ^= one[number]
                if number in found:
                    found[number].append(start)
                else:
                    found[number] = [start]
        return {number: found[number] for number in sorted(found)}

    def _fitting(self, sentence: Sentence) -> list[tuple[int, ...]]:
        """Return what each unit, and those beyond the end, give as a match's first, second …"""
        opened, by_head = self._opened, self._by_head
        fitting = [opened] * (len(sentence.units) + DEPTH)
        for part, units in sentence.parts.items():
            given = by_head.get(part)
            if given is not None:
                for unit in units:
                    known = fitting[unit]
                    fitting[unit] = given if known is opened else tuple(map(or_, known, given))
        return fitting

    def held(self, sentence: Sentence) -> int:
        """Return the bits of the patterns whose required parts a sentence holds."""
        given, by_part = self._given, self._by_part
        for part in sentence.parts:
            if part in by_part:
                given |= by_part[part]
        left = (1 << self._width) - 1
        for _ in range(_LEVELS):
            left &= given
            given >>= self._width
        return left


@lru_cache(maxsize=8)
def index_of(patterns: tuple[Pattern, ...]) -> PatternIndex:
    """Return the index of patterns; checkers of the same rules share it."""
    return PatternIndex(patterns)


def _by_part(by_parts: Mapping[Parts, int]) -> dict[str, int]:
    """Return the bits of each part, from those of the rows that it is in."""
    bits: dict[str, int] = {}
    for parts, given in by_parts.items():
        for part in parts:
            bits[part] = bits.get(part, 0) | given
    known: dict[int, int] = {}
    return {part: known.setdefault(given, given) for part, given in bits.items()}


def _rarest(pattern: Pattern) -> list[Parts]:
    """Return what a pattern requires, the rarest first."""
    return sorted(dict.fromkeys(pattern.required), key=rarity, reverse=True)[:_LEVELS]

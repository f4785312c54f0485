"""Phrases of the rule language: what they match, and which of many a sentence may hold.

Their grammar is in :mod:`factcheck.rulebook.grammar`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from factcheck.language.mentions import Sentence
from factcheck.rulebook.grammar import GAP, PhraseParser, rarity


class Match(NamedTuple):
    """Where a phrase matched: unit ranges (end exclusive) of the whole and of its groups."""

    start: int
    end: int
    groups: Mapping[str, tuple[int, int]]


class Phrase:
    """A compiled phrase.

    Args:
        source: The phrase as written.
        groups: The vocabulary's groups, by name, as phrases.
        is_mention: Says of a row of words that some of them are always read as a mention, so
            that they could never match as words; None where all are words.

    Raises:
        RuleError: The phrase is not well formed.
    """

    def __init__(
        self,
        source: str,
        groups: Mapping[str, str] | None = None,
        is_mention: Callable[[str], str | None] | None = None,
    ) -> None:
        self.source = source
        parser = PhraseParser(source, groups or {}, is_mention)
        compiled = parser.parse()
        self.slots: Mapping[str, str] = parser.slots
        self.labels: tuple[str, ...] = tuple(parser.labels)
        self.size: int = compiled.size
        self.required: Sequence[frozenset[str]] = compiled.required
        self.first: frozenset[str] | None = compiled.first
        for name in self.labels:
            if [*parser.aliases, *self.labels].count(name) > 1:
                raise parser.error(f"two things are called {name}")
        self._pattern: str = compiled.pattern
        self._names: Mapping[str, str] = parser.aliases

    def compiled(self) -> dict[str, Any]:
        """Return what the phrase was compiled to; :meth:`restore` makes a phrase of it again."""
        return {
            "source": self.source,
            "slots": self.slots,
            "labels": self.labels,
            "size": self.size,
            "required": self.required,
            "first": self.first,
            "pattern": self._pattern,
            "names": self._names,
        }

    @classmethod
    def restore(cls, compiled: Mapping[str, Any]) -> Phrase:
        """Return the phrase that :meth:`compiled` described."""
        phrase = cls.__new__(cls)
        phrase.source = compiled["source"]
        phrase.slots = compiled["slots"]
        phrase.labels = tuple(compiled["labels"])
        phrase.size = compiled["size"]
        phrase.required = compiled["required"]
        phrase.first = compiled["first"]
        phrase._pattern = compiled["pattern"]
        phrase._names = compiled["names"]
        return phrase

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        # Compiled when a sentence first needs it: a story needs a part of the phrases, and all
        # of them would take most of the time of a start.
        return re.compile(self._pattern)

    @cached_property
    def _groups(self) -> list[tuple[int, str]]:
        """The numbers of the expression's groups, with the names of what they match."""
        found = self._expression.groupindex.items()
        return [(number, self._names.get(name, name)) for name, number in found]

    @property
    def has_gap(self) -> bool:
        """Whether a match may hold words that the phrase does not name."""
        return GAP in self._pattern

    def names_any(self, words: Collection[str]) -> bool:
        """Return whether a match may hold one of some words because the phrase names it.

        Args:
            words: Words in small letters; those that a match must not stand beside do not count.
        """
        named = re.findall(r"[a-z']+", _without_refusals(self._pattern))
        return not set(words).isdisjoint(named)

    def may_match(self, sentence: Sentence) -> bool:
        """Return whether a sentence holds all that the phrase requires."""
        return not any(need.isdisjoint(sentence.parts) for need in self.required)

    def matches(self, sentence: Sentence, starts: Sequence[int] | None = None) -> Sequence[Match]:
        """Return the matches in a sentence, from left to right.

        Args:
            sentence: The sentence.
            starts: The units that may be the first of a match, in order, where they are known.
        """
        found = self._found(sentence, starts)
        # Of four phrases that are tried one matches.
        return [self._match(one, sentence.offsets) for one in found] if found else ()

    def everywhere(self, sentence: Sentence, starts: Iterable[int]) -> list[Match]:
        """Return the match that begins at each of some units, though they may overlap.

        Args:
            sentence: The sentence.
            starts: The units that may be the first of a match.
        """
        offsets, encoding, match = sentence.offsets, sentence.encoding, self._expression.match
        found = (match(encoding, offsets[start]) for start in starts)
        return [self._match(one, offsets) for one in found if one is not None]

    def _match(self, found: re.Match[str], offsets: Sequence[int]) -> Match:
        """Return a match of the expression in units."""
        # Spans by the number of the group; (-1, -1) for what did not take part.
        spans = found.regs
        groups: dict[str, tuple[int, int]] = {}
        for number, name in self._groups:
            first, last = spans[number]
            if first >= 0:
                unit = bisect_right(offsets, first) - 1
                groups[name] = (unit, bisect_right(offsets, last - 1))
        first, last = spans[0]
        start = bisect_right(offsets, first) - 1
        return Match(start, max(start + 1, bisect_right(offsets, last - 1)), groups)

    def _found(self, sentence: Sentence, starts: Sequence[int] | None) -> list[re.Match[str]]:
        """Return what the expression matches, which is tried only where its first unit may be."""
        if self.first is None:
            return list(self._expression.finditer(sentence.encoding))
        if starts is None:
            places = sentence.parts
            starts = sorted(
                {place for part in places.keys() & self.first for place in places[part]}
            )
        match, encoding, offsets, end = (
            self._expression.match, sentence.encoding, sentence.offsets, 0,
        )  # fmt: skip
        found: list[re.Match[str]] = []
        for start in starts:
            offset = offsets[start]
            if offset >= end and (one := match(encoding, offset)) is not None:
                found.append(one)
                end = one.end()
        return found


def _without_refusals(pattern: str) -> str:
    """Return an expression without what must not stand before or after a match."""
    kept, position = [], 0
    for opened in re.finditer(r"\(\?<?!", pattern):
        if opened.start() < position:
            continue
        kept.append(pattern[position : opened.start()])
        depth, position = 1, opened.end()
        while depth:
            if pattern[position] == "\\":
                position += 1
            else:
                depth += {"(": 1, ")": -1}.get(pattern[position], 0)
            position += 1
    return "".join([*kept, pattern[position:]])


class PhraseMatches:
    """The matches of phrases in one sentence, each phrase looked for once.

    Args:
        sentence: The sentence, which must not change any more.
    """

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        self._known: dict[Phrase, Sequence[Match]] = {}
        self._may_hold: dict[Sequence[Phrase], bool] = {}

    def may_hold(self, phrases: Sequence[Phrase]) -> bool:
        """Return whether the sentence holds all that one of some phrases requires."""
        found = self._may_hold.get(phrases)
        if found is None:
            found = any(phrase.may_match(self.sentence) for phrase in phrases)
            self._may_hold[phrases] = found
        return found

    def of(self, phrase: Phrase) -> Sequence[Match]:
        """Return the matches of a phrase, from left to right."""
        found = self._known.get(phrase)
        if found is None:
            possible = phrase.may_match(self.sentence)
            found = self._known[phrase] = phrase.matches(self.sentence) if possible else ()
        return found


_LEVELS = 4
"""How many of a phrase's required parts, the rarest ones, an index asks for."""


class PhraseIndex:
    """Finds, of many phrases, those whose rarest required parts a sentence holds.

    No expression is run for it. A phrase has a bit on each of a few levels, one for each of the
    parts that it requires; what a part of a sentence gives to all of them is one number.

    Args:
        phrases: The phrases, in the order in which they are wanted back.
    """

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        self._phrases = list(phrases)
        self._width = len(self._phrases)
        # Levels on which a phrase requires nothing; phrases that any unit may begin.
        self._given = self._anywhere = 0
        self._by_part: dict[str, int] = {}
        self._by_first: dict[str, int] = {}
        for number, phrase in enumerate(self._phrases):
            needs = _rarest(phrase)
            self._given |= sum(
                1 << (number + level * self._width) for level in range(len(needs), _LEVELS)
            )
            for level, parts in enumerate(needs):
                _set(self._by_part, parts, number + level * self._width)
            if phrase.first is None:
                self._anywhere |= 1 << number
            else:
                _set(self._by_first, phrase.first, number)

    def possible(
        self, sentence: Sentence, among: int | None = None
    ) -> list[tuple[int, Sequence[int]]]:
        """Return the numbers of the phrases that may match, counted from 0, in order.

        With each come the units that its matches may begin at.

        Args:
            sentence: The sentence.
            among: A bit for each phrase that is wanted; None wants all.
        """
        left = self._of_parts(sentence)
        if among is not None:
            left &= among
        found: dict[int, list[int]] = {number: [] for number in _bits(left & self._anywhere)}
        for part, places in sentence.parts.items():
            for number in _bits(left & self._by_first.get(part, 0)):
                known = found.get(number)
                # The parts of a sentence stand in the order of its units, not so their places.
                found[number] = places if known is None else sorted({*known, *places})
        return sorted(found.items())

    def _of_parts(self, sentence: Sentence) -> int:
        """Return the bits of the phrases whose required parts a sentence holds."""
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
def index_of(phrases: tuple[Phrase, ...]) -> PhraseIndex:
    """Return the index of phrases; checkers of the same rules share it."""
    return PhraseIndex(phrases)


def _set(bits: dict[str, int], parts: Iterable[str], number: int) -> None:
    for part in parts:
        bits[part] = bits.get(part, 0) | 1 << number


def _bits(number: int) -> Iterator[int]:
    """Yield which bits of a number are set, from the lowest on."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest


def _rarest(phrase: Phrase) -> list[frozenset[str]]:
    """Return what a phrase requires, the rarest first."""
    return sorted(dict.fromkeys(phrase.required), key=rarity, reverse=True)[:_LEVELS]

"""Phrases of the rule language: what they match, and which of many a sentence may hold.

Their grammar is in :mod:`factcheck.rulebook.grammar`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from factcheck.language.mentions import Sentence
from factcheck.rulebook.grammar import PhraseParser


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

    def matches(self, sentence: Sentence) -> Iterator[Match]:
        """Yield the matches in a sentence, from left to right."""
        offsets = sentence.offsets
        for found in self._expression.finditer(sentence.encoding):
            groups: dict[str, tuple[int, int]] = {}
            for number, name in self._groups:
                first, last = found.span(number)
                if first >= 0:
                    unit = bisect_right(offsets, first) - 1
                    groups[name] = (unit, bisect_right(offsets, last - 1))
            first, last = found.span()
            start = bisect_right(offsets, first) - 1
            yield Match(start, max(start + 1, bisect_right(offsets, last - 1)), groups)


class PhraseIndex:
    """Finds, of many phrases, those that a sentence holds all required parts of.

    No expression is run for it. The phrases that need a part of a sentence are the bits of a
    number.

    Args:
        phrases: The phrases, in the order in which they are wanted back.
    """

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        self._everything = 0
        # One level for the first required part of every phrase, one for the second, …
        self._levels: list[tuple[int, dict[str, int]]] = []
        needs: list[list[frozenset[str]]] = []
        for number, phrase in enumerate(phrases):
            self._everything |= 1 << number
            needs.append(list(dict.fromkeys(phrase.required)))
        for level in range(max(map(len, needs), default=0)):
            without = 0
            by_part: dict[str, int] = {}
            for number, parts in enumerate(needs):
                if level >= len(parts):
                    without |= 1 << number
                    continue
                for part in parts[level]:
                    by_part[part] = by_part.get(part, 0) | 1 << number
            self._levels.append((without, by_part))

    def possible(self, sentence: Sentence) -> Iterator[int]:
        """Yield the numbers of the phrases that may match, counted from 0, in order."""
        held = sentence.parts
        left = self._everything
        for without, by_part in self._levels:
            found = without
            for part in by_part.keys() & held:
                found |= by_part[part]
            left &= found
        while left:
            lowest = left & -left
            yield lowest.bit_length() - 1
            left ^= lowest

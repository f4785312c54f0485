"""Patterns of the rule language: what they match.

Their grammar is in :mod:`factcheck.rulebook.grammar`; which of many a sentence may hold
:mod:`factcheck.rulebook.pattern_index` tells.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from factcheck.language.mentions import SEPARATOR, Sentence
from factcheck.rulebook.grammar import GAP, PatternParser
from factcheck.rulebook.openings import heads_of

Parts = tuple[str, ...]
"""Words and mentions of which a unit has one, in order: a set takes four times the memory."""


class Match(NamedTuple):
    """Where a pattern matched: unit ranges (end exclusive) of the whole and of its groups.

    An alternative that gives its label a value is a group besides, called ``label=value``.
    """

    start: int
    end: int
    groups: Mapping[str, tuple[int, int]]


class Pattern:
    """A compiled pattern.

    Args:
        source: The pattern as written.
        groups: The vocabulary's groups, by name, as patterns.
        is_mention: Says of a row of words that some of them are always read as a mention, so
            that they could never match as words; None where all are words.

    Raises:
        RuleError: The pattern is not well formed.
    """

    def __init__(
        self,
        source: str,
        groups: Mapping[str, str] | None = None,
        is_mention: Callable[[str], str | None] | None = None,
    ) -> None:
        self.source = source
        parser = PatternParser(source, groups or {}, is_mention)
        compiled = parser.parse()
        self.slots: Mapping[str, str] = parser.slots
        self.labels: tuple[str, ...] = tuple(parser.labels)
        self.size: int = compiled.size
        self.required = tuple(tuple(sorted(parts)) for parts in compiled.required)
        self.heads = tuple(
            None if head is None else tuple(sorted(head)) for head in heads_of(compiled.opening)
        )
        for name in self.labels:
            if [*parser.aliases, *self.labels].count(name) > 1:
                raise parser.error(f"two things are called {name}")
        self._regex: str = compiled.regex
        self._names: Mapping[str, str] = parser.aliases

    def compiled(self) -> dict[str, Any]:
        """Return what the pattern was compiled to; :meth:`restore` makes a pattern of it again."""
        return {
            "source": self.source,
            "slots": self.slots,
            "labels": self.labels,
            "size": self.size,
            "required": self.required,
            "heads": self.heads,
            "regex": self._regex,
            "names": self._names,
        }

    @classmethod
    def restore(cls, compiled: Mapping[str, Any]) -> Pattern:
        """Return the pattern that :meth:`compiled` described."""
        pattern = cls.__new__(cls)
        pattern.source = compiled["source"]
        pattern.slots = _shared(compiled["slots"])
        pattern.labels = tuple(compiled["labels"])
        pattern.size = compiled["size"]
        pattern.required = tuple(compiled["required"])
        pattern.heads = tuple(compiled["heads"])
        pattern._regex = compiled["regex"]
        pattern._names = _shared(compiled["names"])
        return pattern

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        # Compiled when a sentence first needs it: a story needs a part of the patterns, and all
        # of them would take most of the time of a start.
        return re.compile(self._regex)

    @cached_property
    def _groups(self) -> list[tuple[int, str]]:
        """The numbers of the expression's groups, with the names of what they match."""
        found = self._expression.groupindex.items()
        return [(number, self._names.get(name, name)) for name, number in found]

    @property
    def meaning(self) -> tuple[object, ...]:
        """What it matches and fills: patterns of different rules that have the same are alike."""
        return self._regex, tuple(self._names.items()), tuple(self.slots.items())

    @property
    def first(self) -> Parts | None:
        """The parts of which the first unit of a match has one; None where it may be any unit."""
        return self.heads[0]

    @property
    def valued(self) -> list[str]:
        """The labels to which alternatives give a value."""
        parts = [name.partition("=") for name in self._names.values()]
        return list(dict.fromkeys(label for label, is_value, _ in parts if is_value))

    @property
    def has_gap(self) -> bool:
        """Whether a match may hold words that the pattern does not name."""
        return GAP in self._regex

    @cached_property
    def _with_gaps(self) -> re.Pattern[str]:
        """The expression with a group around each gap."""
        gap = rf"{re.escape(GAP)}\[\^{re.escape(SEPARATOR)}\]\+\)\{{0,\d+\}}\?"
        return re.compile(re.sub(gap, lambda found: f"({found[0]})", self._regex))

    def in_gaps(self, sentence: Sentence, match: Match) -> set[int]:
        """Return the units of a match that the pattern does not name.

        Args:
            sentence: The sentence.
            match: One of its matches.
        """
        if not self.has_gap:
            return set()
        offsets = sentence.offsets
        found = self._with_gaps.match(sentence.encoding, offsets[match.start])
        assert found is not None
        named = set(found.re.groupindex.values())
        units: set[int] = set()
        for number, (first, last) in enumerate(found.regs):
            if number and number not in named and last > first:
                units.update(
                    range(bisect_right(offsets, first) - 1, bisect_right(offsets, last - 1))
                )
        return units

    def names_any(self, words: Collection[str]) -> bool:
        """Return whether a match may hold one of some words because the pattern names it.

        Args:
            words: Words in small letters; those that a match must not stand beside do not count.
        """
        named = re.findall(r"[a-z']+", _without_refusals(self._regex))
        return not set(words).isdisjoint(named)

    def may_match(self, sentence: Sentence) -> bool:
        """Return whether a sentence holds all that the pattern requires."""
        return not any(sentence.parts.keys().isdisjoint(parts) for parts in self.required)

    def matches(self, sentence: Sentence, starts: Sequence[int] | None = None) -> Sequence[Match]:
        """Return the matches in a sentence, from left to right.

        Args:
            sentence: The sentence.
            starts: The units that may be the first of a match, in order, where they are known.
        """
        found = self._found(sentence, starts)
        # Of four patterns that are tried one matches.
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
        if starts is None:
            if self.first is None:
                return list(self._expression.finditer(sentence.encoding))
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


def _without_refusals(regex: str) -> str:
    """Return an expression without what must not stand before or after a match."""
    kept, position = [], 0
    for opened in re.finditer(r"\(\?<?!", regex):
        if opened.start() < position:
            continue
        kept.append(regex[position : opened.start()])
        depth, position = 1, opened.end()
        while depth:
            if regex[position] == "\\":
                position += 1
            else:
                depth += {"(": 1, ")": -1}.get(regex[position], 0)
            position += 1
    return "".join([*kept, regex[position:]])


_KNOWN: dict[tuple[tuple[str, str], ...], Mapping[str, str]] = {}


def _shared(names: Mapping[str, str]) -> Mapping[str, str]:
    """Return an equal mapping, one object for all patterns that have the same; most have none."""
    return _KNOWN.setdefault(tuple(names.items()), names)

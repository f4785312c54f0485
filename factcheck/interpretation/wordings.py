"""The words that interpretation looks up, each set under the name that it has in the vocabulary.

What they are for, and examples, stand there (``rules/vocabulary``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from factcheck.rulebook.vocabulary import WordSets


@dataclass(frozen=True, slots=True)
class PlayWords(WordSets):
    """Words that tell which of several plays of a sentence is spoken of."""

    table: ClassVar[str] = "plays_told"

    earlier: frozenset[str]
    replies: frozenset[str]
    answered: frozenset[str]
    done_before: frozenset[str]
    close: frozenset[str]
    by_which: frozenset[str]
    ends: frozenset[str]
    led: frozenset[str]
    was: frozenset[str]
    standing: frozenset[str]
    leads: frozenset[str]


@dataclass(frozen=True, slots=True)
class FactWords(WordSets):
    """Words beside numbers of a game, and beside the parts of it that are told of."""

    table: ClassVar[str] = "facts"

    more: frozenset[str]
    less: frozenset[str]
    judging: frozenset[str]
    of_team: frozenset[str]
    trying: frozenset[str]
    shot: frozenset[str]
    tries: frozenset[str]
    before_counted: frozenset[str]
    summing: frozenset[str]
    to_others: frozenset[str]
    part_nouns: frozenset[str]
    having: frozenset[str]
    within_part: frozenset[str]


@dataclass(frozen=True, slots=True)
class CleftWords(WordSets):
    """Words that single out a name: "it was Hill who …", "credit Hill with …"."""

    table: ClassVar[str] = "clefts"

    being: frozenset[str]
    relative: frozenset[str]
    giving: frozenset[str]
    within: frozenset[str]
    aimed_at: frozenset[str]

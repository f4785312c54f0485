"""The words of :mod:`factcheck.parser.silent_words`, and which adjectives only judge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from factcheck.parser.wordings import Words
from factcheck.rulebook.vocabulary import WordSets

_SHORTEST = 4
"""Letters of the shortest word that its ending makes an adjective."""


@dataclass(frozen=True, slots=True)
class DescribingWords(WordSets):
    """Words that say nothing of what is told, and words that look like them."""

    table: ClassVar[str] = "describing"

    endings: Words
    adjectives: Words
    degrees: Words
    joints: Words
    articles: Words
    determiners: Words
    before_team: Words
    telling: Words
    judging: Words
    nouns: Words
    adverbs: Words
    another: Words
    unchanged: Words
    asides: Words
    before_feelings: Words
    feelings: Words
    no_numbers: Words

    def describes(self, words: Sequence[str]) -> bool:
        """Return whether a word, or several with hyphens between, is an adjective that only judges.

        Args:
            words: The parts of a word, in small letters.
        """
        if any(word in self.telling or not word.isalpha() for word in words):
            return False
        last = words[-1]
        ends = len(last) >= _SHORTEST and last.endswith(tuple(self.endings))
        return ends or "-".join(words) in self.adjectives

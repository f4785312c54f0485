"""Words that say nothing of what is told: "a remarkable 12 loud points in a lively third"."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from factcheck.language.english import is_past
from factcheck.language.mentions import Mention
from factcheck.language.tokenizer import Token
from factcheck.parser.describing import DescribingWords

_COUNTED = frozenset({"statistic", "shot"})
_NAMES = frozenset({"player", "team", "place"})
_LONGEST = 6
"""Tokens of the longest description: "12 hard-earned and very loud points"."""


def silent_adverbs(words: Sequence[str], cues: DescribingWords) -> Iterator[int]:
    """Yield the tokens of "also" before a deed: "he also grabbed 12 rebounds".

    What was won, or who was met, is another game's then.

    Args:
        words: A story's tokens, normalised.
        cues: The adverbs, and the verbs before which they do tell something.
    """
    for index, (word, following) in enumerate(pairwise(words)):
        if word not in cues.adverbs or following in cues.another:
            continue
        if is_past(following) or following in cues.unchanged:
            yield index


def silent_asides(
    words: Sequence[str], mentions: Mapping[int, Mention], cues: DescribingWords
) -> Iterator[int]:
    """Yield the tokens of what is put in behind a name: "Gasol, as usual, had 12 points".

    Args:
        words: A story's tokens, normalised.
        mentions: Mentions by first token.
        cues: What says nothing between commas.
    """
    for mention in mentions.values():
        start = mention.end + 1
        if mention.label not in _NAMES or words[mention.end : start] != [","]:
            continue
        window = list(words[start : start + _LONGEST + 1])
        size = window.index(",") if "," in window else 0
        if not size or any(place in mentions for place in range(start, start + size)):
            continue
        felt = window[0] in cues.before_feelings and window[size - 1] in cues.feelings
        if felt or " ".join(window[:size]) in cues.asides:
            yield from range(mention.end, start + size + 1)


def silent_adjectives(
    words: Sequence[str],
    tokens: Sequence[Token],
    mentions: Mapping[int, Mention],
    cues: DescribingWords,
) -> Iterator[int]:
    """Yield the tokens of adjectives around numbers, which a sentence is read without.

    They stand between a number and what it counts, or, with their article, before a number, or
    between an article and a part of the game or a team.

    Args:
        words: A story's tokens, normalised.
        tokens: The tokens.
        mentions: Mentions by first token.
        cues: Words that describe, and words that look alike and tell what is counted.
    """
    description = _Description(words, tokens, mentions, cues)
    for mention in mentions.values():
        if mention.label == "period":
            yield from description.within(mention.start, cues.determiners)
        elif mention.label == "team":
            # "A suffocating Raptors defense" is not the Raptors.
            yield from description.within(mention.start, cues.before_team)
        if mention.label != "number" or mention.data.get("form") in {"article", "no"}:
            continue
        yield from description.behind(mention.end)
        if words[mention.start] not in cues.no_numbers:
            yield from description.before(mention.start)


class _Description:
    """Finds descriptions in a story."""

    def __init__(
        self,
        words: Sequence[str],
        tokens: Sequence[Token],
        mentions: Mapping[int, Mention],
        cues: DescribingWords,
    ) -> None:
        self.words = words
        self.tokens = tokens
        self.mentions = mentions
        self.cues = cues

    def behind(self, start: int) -> range:
        """Return the tokens from one on that describe what a number counts; none where none do."""
        for end in range(start + 1, min(start + _LONGEST, len(self.words) - 1) + 1):
            if end - 1 in self.mentions:
                return range(0)
            counted = self.mentions.get(end)
            is_noun = self.words[end] in self.cues.nouns
            if is_noun or (counted is not None and counted.label in _COUNTED):
                return range(start, end) if self._describe(start, end) else range(0)
        return range(0)

    def before(self, end: int) -> range:
        """Return an article and the adjectives up to a number; none where none stand there."""
        for start in range(end - 2, max(end - 2 - _LONGEST, -1), -1):
            if self.words[start] in self.cues.articles:
                return range(start, end) if self._describe(start + 1, end) else range(0)
            if start in self.mentions:
                break
        return range(0)

    def within(self, end: int, determiners: Collection[str]) -> range:
        """Return the adjectives between an article and a noun; none where none are."""
        for start in range(end - 2, max(end - 2 - _LONGEST, -1), -1):
            if self.words[start] in determiners:
                described = range(start + 1, end)
                judged = not self.cues.judging.isdisjoint(self.words[start + 1 : end])
                return described if not judged and self._describe(start + 1, end) else range(0)
            if start in self.mentions:
                break
        return range(0)

    def _describe(self, start: int, end: int) -> bool:
        """Tell whether tokens are adjectives and nothing else."""
        index, ends = start, False
        while index < end:
            if index > start and self.words[index] in self.cues.joints:
                ends = False
            elif not ends and self.words[index] in self.cues.degrees and index + 1 < end:
                pass
            else:
                size = self._adjective(index, end)
                if not size:
                    return False
                index += size - 1
                ends = True
            index += 1
        return ends

    def _adjective(self, index: int, end: int) -> int:
        """Return how many tokens make an adjective from one on: "loud", "hard - earned", or 0."""
        size = 1
        while index + size + 1 < end and self.words[index + size] == "-":
            size += 2
        parts = self.words[index : index + size : 2]
        small = self.tokens[index].text.islower()
        return size if small and self.cues.describes(parts) else 0

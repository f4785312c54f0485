"""Where capital letters tell nothing: lines all in capitals, titles, texts in small letters."""

from __future__ import annotations

import re
from collections.abc import Iterable

_LINE = re.compile(r"[^\n]+")
_WORD = re.compile(r"[^\W\d_]{4,}")
_FEWEST_LETTERS = 12
_LOUD = 0.1
_FEWEST_WORDS = 3
_TITLE = 0.9
_QUIET = 0.005


def loud_lines(text: str) -> list[tuple[int, int]]:
    """Return the lines in capital letters, as pairs of character offsets.

    Example: "HAWKS BEAT MAGIC 100-98" → [(0, 23)]
    """
    found = []
    for match in _LINE.finditer(text):
        letters = list(filter(str.isalpha, match[0]))
        small = sum(map(str.islower, letters))
        if len(letters) >= _FEWEST_LETTERS and small < _LOUD * len(letters):
            found.append(match.span())
    return found


def is_quiet(text: str) -> bool:
    """Return whether a text is written in small letters, names and all.

    Example: "the heat beat the magic, and dwyane wade scored 20" → True
    """
    letters = sum(map(str.isalpha, text))
    large = sum(map(str.isupper, text))
    return letters >= _FEWEST_LETTERS and large <= _QUIET * letters


def title_lines(text: str) -> list[tuple[int, int]]:
    """Return the lines whose words nearly all begin with a capital letter, as offsets.

    Example: "Hawks Grant Rare Win" → [(0, 20)]
    """
    found = []
    for match in _LINE.finditer(text):
        words = _WORD.findall(match[0])
        large = sum(word[0].isupper() for word in words)
        if len(words) >= _FEWEST_WORDS and large > _TITLE * len(words):
            found.append(match.span())
    return found


def holds(spans: Iterable[tuple[int, int]], position: int) -> bool:
    """Return whether a character stands within one of some stretches of a text."""
    return any(start <= position < end for start, end in spans)

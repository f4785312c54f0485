"""Longest-match look-up of names and vocabulary in a row of tokens."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from factcheck.language.mentions import normalise
from factcheck.language.tokenizer import tokenize

_HYPHEN = re.compile(r"(-)")


@lru_cache(maxsize=65536)
def fold(word: str) -> str:
    """Return a word without accents, dots and apostrophes, in lower case.

    ``C.J.`` and ``CJ``, ``Dončić`` and ``Doncic``, ``D'Angelo`` and ``D’Angelo`` fold alike.
    """
    text = unicodedata.normalize("NFKD", normalise(word))
    text = "".join(letter for letter in text if not unicodedata.combining(letter))
    return text.replace(".", "").replace("'", "") if len(text) > 1 else text


@dataclass(frozen=True, slots=True)
class Entry:
    """What a row of words may mean.

    Args:
        words: The folded words.
        label: The mention's label; ``plain`` for words that are no mention.
        value: A code (``PTS``, ``Q1``), or "".
        keys: Ids of what is named: players, teams, or an arena's or place's name.
        cased: Whether the first token must start with a capital letter or digit.
        strength: Wins between entries of the same words; the greater first.
    """

    words: tuple[str, ...]
    label: str
    value: str = ""
    keys: tuple[str | int, ...] = ()
    cased: bool = False
    strength: int = 0


class Lexicon:
    """Entries by their first word; the longest entry at a place wins."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        merged: dict[tuple[tuple[str, ...], str, str], Entry] = {}
        for entry in entries:
            key = (entry.words, entry.label, entry.value)
            known = merged.get(key)
            if known:
                keys = tuple(dict.fromkeys(known.keys + entry.keys))
                entry = Entry(
                    entry.words,
                    entry.label,
                    entry.value,
                    keys,
                    entry.cased,
                    max(entry.strength, known.strength),
                )
            merged[key] = entry
        by_first: dict[str, list[Entry]] = {}
        for entry in merged.values():
            by_first.setdefault(entry.words[0], []).append(entry)
            if entry.cased and any("-" in word for word in entry.words):
                # "CALDWELL-POPE" in a text in capitals, which is split at hyphens.
                apart = tuple(part for word in entry.words for part in _HYPHEN.split(word) if part)
                by_first.setdefault(apart[0], []).append(replace(entry, words=apart))
        # The longest entries first, those of one word apart from the others by their second one.
        self._by_words: dict[str, dict[str | None, list[Entry]]] = {}
        for first, rows in by_first.items():
            rows.sort(key=lambda entry: (-len(entry.words), -entry.strength))
            by_second: dict[str | None, list[Entry]] = {}
            self._by_words[first] = by_second
            for entry in rows:
                second = entry.words[1] if len(entry.words) > 1 else None
                by_second.setdefault(second, []).append(entry)

    def longest(
        self, folded: Sequence[str], tokens: Sequence[str], start: int, *, any_case: bool = False
    ) -> list[Entry]:
        """Return the longest entries that match at a token, the strongest first.

        Args:
            folded: All tokens of the document, folded.
            tokens: The tokens as written.
            start: Where to look, from 0.
            any_case: Whether names may begin with a small letter.

        Returns:
            Entries of one length, or an empty list.
        """
        known = self._by_words.get(folded[start])
        if known is None:
            return []
        lower = not (any_case or tokens[start][0].isupper() or tokens[start][0].isdigit())
        after = folded[start + 1] if start + 1 < len(folded) else None
        found: list[Entry] = []
        for second in (None,) if after is None else (after, None):
            for entry in known.get(second, ()):
                if lower and entry.cased:
                    continue
                size = len(entry.words)
                if found and size < len(found[0].words):
                    break
                if size <= 2 or tuple(folded[start : start + size]) == entry.words:
                    found.append(entry)
            if found:
                break
        return found


def lexicon_words(text: str) -> tuple[str, ...]:
    """Return a wording as the lexicon's folded words, tokenised as stories are."""
    words = text.split()
    if all(map(str.isalpha, words)):
        # Letters alone are one token.
        return tuple(map(fold, words))
    if not any(word == "-" for word in words):
        # A trailing word keeps a final "Jr." from being read as the sentence's end.
        words = [token.text for token in tokenize(text + " x")][:-1]
    return tuple(fold(word) for word in words)

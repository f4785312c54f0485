"""Numerals of several words: "half a dozen", "two dozen", "a hundred and seven", "thirty-sixth"."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from factcheck.language.english import number_value, ordinal_value

DASHES = {"-", "--", "−"}
_ARTICLES = {"a", "an"}
_DOZEN, _HUNDRED = "dozen", "hundred"
_FEWEST_OF_TENS, _MOST_OF_TENS = 20, 90
_MOST_OF_HUNDREDS = 99


class Numeral(NamedTuple):
    """A number in several words.

    Args:
        start: Its first token.
        end: One past its last token.
        value: The number.
    """

    start: int
    end: int
    value: float


def find_numerals(words: Sequence[str], whose: Collection[str]) -> Iterator[Numeral]:
    """Yield the numbers that are counted in dozens and hundreds, from left to right.

    An article belongs to them: what is written for "a dozen" is "13", not "a 13".

    Example: "half a dozen" → 6, "two dozen" → 24, "one hundred and seven" → 107

    Args:
        words: The document's tokens, normalised.
        whose: Words after which "dozen" is a number of its own: "his dozen shots".
    """
    for index, word in enumerate(words):
        if word == _DOZEN:
            yield from _dozens(words, index, whose)
        elif word == _HUNDRED:
            yield from _hundreds(words, index)


def compound(words: Sequence[str], index: int, tens: float) -> tuple[float, int]:
    """Read ``twenty - five`` or ``twenty five``; return its value and end.

    Args:
        words: The document's tokens, normalised.
        index: The first word's place.
        tens: Its value.
    """
    end = index + 2 if _has_dash(words, index + 1) else index + 1
    unit = number_value(words[end]) if end < len(words) else None
    if unit is not None and 1 <= unit <= 9 and not words[end][0].isdigit():
        return tens + unit, end + 1
    return tens, index + 1


def compound_ordinal(words: Sequence[str], index: int, tens: float) -> tuple[int, int] | None:
    """Read ``thirty - sixth``; return its value and end, or None where it is something else.

    Args:
        words: The document's tokens, normalised.
        index: The first word's place.
        tens: Its value.
    """
    if not is_tens(words[index], tens) or not _has_dash(words, index + 1):
        return None
    unit = ordinal_value(words[index + 2]) if index + 2 < len(words) else None
    if unit is None or not 1 <= unit <= 9 or words[index + 2][0].isdigit():
        return None
    return int(tens) + unit, index + 3


def is_tens(word: str, value: float) -> bool:
    """Return whether a word is ``twenty``, ``thirty`` … of the given value."""
    in_words = not word[0].isdigit()
    return in_words and _FEWEST_OF_TENS <= value <= _MOST_OF_TENS and value % 10 == 0


def _dozens(words: Sequence[str], index: int, whose: Collection[str]) -> Iterator[Numeral]:
    """ "A dozen", "half a dozen", "a half-dozen", "two dozen", "his dozen shots"."""
    before = index - 1
    half = before - 1 if _word(words, before) in _ARTICLES | DASHES else before
    if _word(words, half) == "half":
        led = _word(words, half - 1) in _ARTICLES and half == before - (half != before)
        yield Numeral(half - led, index + 1, 6)
        return
    if _word(words, before) in _ARTICLES:
        # "A dozen of them" is one, "a dozen of the Suns' 30" too.
        yield Numeral(before, index + 1, 12)
        return
    if _word(words, before) in whose:
        yield Numeral(index, index + 1, 12)
        return
    if _word(words, before) in DASHES:
        before -= 1
    many = number_value(_word(words, before))
    if many is not None and 1 <= many <= 9:
        yield Numeral(before, index + 1, 12 * many)


def _hundreds(words: Sequence[str], index: int) -> Iterator[Numeral]:
    """ "A hundred", "one hundred seven", "a hundred and thirteen"."""
    before = index - 1
    many = 1.0 if _word(words, before) in _ARTICLES else number_value(_word(words, before))
    if many is None or not 1 <= many <= 9:
        return
    value, end = 100 * many, index + 1
    following = end + (_word(words, end) == "and" or _word(words, end) in DASHES)
    more = number_value(_word(words, following))
    if more is not None and 1 <= more <= _MOST_OF_HUNDREDS and not words[following][0].isdigit():
        end = following + 1
        if is_tens(words[following], more):
            more, end = compound(words, following, more)
        value += more
    yield Numeral(before, end, value)


def _word(words: Sequence[str], index: int) -> str:
    return words[index] if 0 <= index < len(words) else ""


def _has_dash(words: Sequence[str], index: int) -> bool:
    return index + 1 < len(words) and words[index] in DASHES

"""Rebounds of one end of the floor that is named before their number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from factcheck.language.mentions import Mention

_REBOUNDS = "REB"
_FOR = "for"


def find_ends(
    words: Sequence[str],
    mentions: dict[int, Mention],
    ends: Mapping[str, str],
    boards: frozenset[str],
    before_total: frozenset[str],
) -> None:
    """Read "hit the offensive glass for 21 rebounds" as offensive rebounds.

    Args:
        words: A story's tokens, normalised.
        mentions: Mentions by first token; rebounds are replaced in place.
        ends: The words for an end of the floor, with the code of its rebounds.
        boards: The nouns that they stand before.
        before_total: The words that may stand between these and the number.
    """
    by_end = {mention.end: mention for mention in mentions.values()}
    for index, mention in list(mentions.items()):
        if mention.label != "statistic" or mention.value != _REBOUNDS:
            continue
        number = by_end.get(index)
        if number is None or number.label != "number":
            continue
        place = number.start
        while place and words[place - 1] in before_total:
            place -= 1
        if _FOR not in words[place : number.start]:
            continue
        code = _named(by_end, place)
        if place > 1 and place not in by_end and words[place - 1] in boards:
            code = ends.get(words[place - 2], code)
        if code in ends.values():
            mentions[index] = replace(mention, value=code, data={**mention.data, "value": code})


def _named(by_end: Mapping[int, Mention], place: int) -> str:
    """Return what the words before a place name, if no number counts it: "the offensive boards"."""
    named = by_end.get(place)
    if named is None or named.label != "statistic":
        return ""
    counted = by_end.get(named.start)
    return named.value if counted is None or counted.label != "number" else ""

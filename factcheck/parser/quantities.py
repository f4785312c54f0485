"""Numbers, percentages and ordinals, and what they are together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from factcheck.language.english import is_fraction, number_value, ordinal_value
from factcheck.language.mentions import Mention
from factcheck.language.numerals import DASHES, compound, compound_ordinal, find_numerals, is_tens
from factcheck.parser.hedges import add_hedge, spread_bounds
from factcheck.parser.number_pairs import find_pairs
from factcheck.parser.number_words import NumberWords
from factcheck.parser.quarter_ordinals import find_quarters, join_overtime
from factcheck.parser.records_told import find_records

_NEAR = 6
"""Tokens before "a single" in which a word may deny it."""
_NEAR_SHOT = 3
"""Tokens between a fraction and what it is a fraction of."""


def find_quantities(
    words: Sequence[str], mentions: dict[int, Mention], cues: NumberWords, breaks: Set[int]
) -> None:
    """Add the mentions of quantities to those found in the lexicon.

    Args:
        words: The document's tokens, normalised.
        mentions: Mentions by first token; extended in place.
        cues: What words beside numbers tell of them.
        breaks: The tokens that end a block of the text.
    """
    covered = {index for m in mentions.values() for index in range(m.start, m.end)}
    _find_simple(words, mentions, covered, cues)
    _find_articles(words, mentions, covered, cues)
    _find_fractions(words, mentions, cues)
    find_pairs(words, mentions, cues)
    find_records(words, mentions, cues)
    find_quarters(words, mentions, cues, breaks)
    join_overtime(words, mentions, cues)
    for mention in mentions.values():
        if mention.label in {"number", "percent"}:
            add_hedge(words, mention, mentions, cues)
    spread_bounds(words, mentions)


def silent_hyphens(
    words: Sequence[str], mentions: Mapping[int, Mention], cues: NumberWords
) -> Iterator[int]:
    """Yield the hyphens that say nothing: "their sixth-straight win", "seven-straight losses".

    Args:
        words: The document's tokens, normalised.
        mentions: Mentions by first token.
        cues: What words beside numbers tell of them.
    """
    for mention in mentions.values():
        end = mention.end
        if (
            mention.label in {"number", "ordinal"}
            and end + 1 < len(words)
            and words[end] == "-"
            and words[end + 1] in cues.in_a_row
        ):
            yield end


def _number(start: int, end: int, value: float, form: str) -> Mention:
    return Mention("number", start, end, f"{value:g}", {"value": value, "form": form})


def _find_simple(
    words: Sequence[str], mentions: dict[int, Mention], covered: set[int], cues: NumberWords
) -> None:
    for start, end, value in find_numerals(words, cues.before_dozen):
        if covered.isdisjoint(range(start, end)):
            form = "noun" if words[end - 1] in cues.counts else "word"
            mentions[start] = _with_percent(words, start, end, value, form, covered, cues)
            covered.update(range(start, mentions[start].end))
    index = 0
    while index < len(words):
        found = None if index in covered else _simple(words, index, covered, cues)
        if found is not None:
            mentions[index] = found
            covered.update(range(index, found.end))
        index = index + 1 if found is None else found.end


def _simple(
    words: Sequence[str], index: int, covered: set[int], cues: NumberWords
) -> Mention | None:
    """Return the number, percentage or ordinal that begins at a token."""
    word = words[index]
    value, end = number_value(word), index + 1
    if word in cues.naught and " ".join(words[index + 1 : index + 4]) in cues.naught_before:
        value = 0  # "oh-for-seven"
    if word in cues.naught_behind and index > 1 and words[index - 1] in DASHES:
        value = None if number_value(words[index - 2]) is None else 0  # "an eight-nothing run"
    if value is None:
        ordinal = ordinal_value(word)
        return None if ordinal is None else _ordinal(index, end, ordinal)
    if word == "one" and _is_pronoun(words, index, cues):
        return None
    if is_tens(word, value):
        place = compound_ordinal(words, index, value)
        if place is not None and "".join(words[place[1] : place[1] + 1]) not in cues.timed:
            return _ordinal(index, place[1], place[0])
        value, end = compound(words, index, value)
    form = "digits" if word[0].isdigit() or word[0] == "." else "word"
    if word == "one" and words[index - 1 : index] == ["not"]:
        value, form = 0, "no"  # "eighteen points and not one foul"
    if word == "five" and index and words[index - 1] in cues.before_five:
        form = "noun"
    return _with_percent(words, index, end, value, form, covered, cues)


def _ordinal(start: int, end: int, value: int) -> Mention:
    return Mention("ordinal", start, end, str(value), {"value": value})


def _with_percent(
    words: Sequence[str], start: int, end: int, value: float, form: str, covered: set[int],
    cues: NumberWords,
) -> Mention:  # fmt: skip
    """Return a number, or a percentage where "percent", "%" or "per cent" follows it."""
    for size in (1, 2):
        behind = range(end, end + size)
        if " ".join(words[end : end + size]) in cues.percent and covered.isdisjoint(behind):
            return _percent(start, end + size, end, value)
    return _number(start, end, value, form)


def _find_fractions(words: Sequence[str], mentions: dict[int, Mention], cues: NumberWords) -> None:
    """Read "shot .471" and ".471 from the field" as percentages; ".500" of records is none."""
    for start, mention in list(mentions.items()):
        if mention.label != "number" or not is_fraction(words[start]):
            continue
        behind = [mentions.get(mention.end + step) for step in range(_NEAR_SHOT)]
        before = words[max(0, start - _NEAR_SHOT) : start]
        of_shots = any(other is not None and other.label == "shot" for other in behind)
        if of_shots or not cues.shooting.isdisjoint(before):
            value = round(100 * mention.data["value"], 1)
            mentions[start] = _percent(start, mention.end, mention.end, value)


def _percent(start: int, end: int, end_of_number: int, value: float) -> Mention:
    mention = Mention("percent", start, end, f"{value:g}", {"value": value})
    mention.parts["number"] = (start, end_of_number)
    return mention


def _is_pronoun(words: Sequence[str], index: int, cues: NumberWords) -> bool:
    """ "Led this one 76-72", "every one of his five", "one of the best": no number."""
    following = words[index + 1] if index + 1 < len(words) else "."
    best = "".join(words[index + 3 : index + 4]) if _of_the(words, index) else ""
    if best.endswith("est") or best in cues.superlatives:
        return True
    before = words[index - 1] if index else ""
    if before in cues.demonstratives:
        return following in cues.ends or following[:1].isdigit()
    return before in cues.any_one and following in cues.after_any_one


def _of_the(words: Sequence[str], index: int) -> bool:
    return list(words[index + 1 : index + 3]) == ["of", "the"]


def _add_one(
    words: Sequence[str], mentions: dict[int, Mention], covered: set[int], start: int, end: int,
    cues: NumberWords,
) -> None:  # fmt: skip
    """Add "a" or "a single" before what is counted; "nary a" is none."""
    denied = start > 0 and words[start - 1] in cues.never and start - 1 not in covered
    start -= denied
    mentions[start] = _number(start, end, 0 if denied else 1, "no" if denied else "article")
    covered.update(range(start, end))


def _find_articles(
    words: Sequence[str], mentions: dict[int, Mention], covered: set[int], cues: NumberWords
) -> None:
    """Read "a steal", "no turnovers", "a pair of blocks", "a dozen points", "none of them"."""
    for index, word in enumerate(words[:-1]):
        if index in covered:
            continue
        follower = mentions.get(index + 1)
        if word in cues.articles:
            value = cues.counts.get(words[index + 1])
            if value and index + 1 not in covered:
                mentions[index + 1] = _number(index + 1, index + 2, value, "noun")
                covered.add(index + 1)
            elif follower and follower.label == "statistic":
                _add_one(words, mentions, covered, index, index + 1, cues)
            elif words[index + 1] in cues.lone and index + 1 not in covered:
                counted = mentions.get(index + 2)
                near = words[max(0, index - _NEAR) : index]
                # "Did not have a single steal", "not a single point": what is denied is no number.
                if counted and counted.label == "statistic" and cues.denials.isdisjoint(near):
                    _add_one(words, mentions, covered, index, index + 2, cues)
        elif word in cues.none and follower and follower.label == "statistic":
            mentions[index] = _number(index, index + 1, 0, "no")
            covered.add(index)
        elif word in cues.nothing and " ".join(words[index + 1 : index + 3]) in cues.of_those:
            mentions[index] = _number(index, index + 1, 0, "word")
            covered.add(index)
        elif word in cues.bare_counts and index + 1 < len(words):
            value = cues.counts.get(word)
            if value and (words[index + 1] == "of" or (follower and follower.label == "statistic")):
                mentions[index] = _number(index, index + 1, value, "noun")
                covered.add(index)

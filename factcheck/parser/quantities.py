"""Numbers, percentages and ordinals, and what they are together."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.language.english import number_value, ordinal_value
from factcheck.language.mentions import Mention
from factcheck.parser.hedges import add_hedge, spread_bounds
from factcheck.parser.number_pairs import DASHES, find_pairs
from factcheck.parser.number_words import NumberWords
from factcheck.parser.quarter_ordinals import find_quarters


def find_quantities(words: Sequence[str], mentions: dict[int, Mention], cues: NumberWords) -> None:
    """Add the mentions of quantities to those found in the lexicon.

    Args:
        words: The document's tokens, normalised.
        mentions: Mentions by first token; extended in place.
        cues: What words beside numbers tell of them.
    """
    covered = {index for m in mentions.values() for index in range(m.start, m.end)}
    _find_simple(words, mentions, covered, cues)
    _find_articles(words, mentions, covered, cues)
    find_pairs(words, mentions, cues)
    find_quarters(words, mentions, cues)
    for mention in mentions.values():
        if mention.kind in {"number", "percent"}:
            add_hedge(words, mention, cues.hedges, cues.having)
    spread_bounds(words, mentions)


def _number(start: int, end: int, value: float, form: str) -> Mention:
    return Mention("number", start, end, f"{value:g}", {"value": value, "form": form})


def _find_simple(
    words: Sequence[str], mentions: dict[int, Mention], covered: set[int], cues: NumberWords
) -> None:
    index = 0
    while index < len(words):
        word = words[index]
        if index in covered:
            index += 1
            continue
        value, end = number_value(word), index + 1
        if word == "one" and _is_pronoun(words, index, cues):
            value = None
        if value is not None:
            if not word[0].isdigit() and 20 <= value <= 90 and value % 10 == 0:
                value, end = _compound(words, index, value)
            form = "digits" if word[0].isdigit() or word[0] == "." else "word"
            if word == "one" and words[index - 1 : index] == ["not"]:
                value, form = 0, "no"  # "eighteen points and not one foul"
            if word == "five" and index and words[index - 1] in cues.before_five:
                form = "noun"
            if end < len(words) and words[end] in cues.percent and end not in covered:
                mention = Mention("percent", index, end + 1, f"{value:g}", {"value": value})
                mention.parts["number"] = (index, end)
                mentions[index] = mention
                end += 1
            else:
                mentions[index] = _number(index, end, value, form)
        elif (ordinal := ordinal_value(word)) is not None:
            mentions[index] = Mention("ordinal", index, end, str(ordinal), {"value": ordinal})
        covered.update(range(index, end) if index in mentions else ())
        index = end


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


def _compound(words: Sequence[str], index: int, tens: float) -> tuple[float, int]:
    """Read ``twenty - five`` or ``twenty five``; return its value and end."""
    end = index + 2 if index + 2 < len(words) and words[index + 1] in DASHES else index + 1
    unit = number_value(words[end]) if end < len(words) else None
    if unit is not None and 1 <= unit <= 9 and not words[end][0].isdigit():
        return tens + unit, end + 1
    return tens, index + 1


def _find_articles(
    words: Sequence[str], mentions: dict[int, Mention], covered: set[int], cues: NumberWords
) -> None:
    """Read "a steal", "an assist", "no turnovers", "a pair of blocks", "a dozen points"."""
    for index, word in enumerate(words[:-1]):
        if index in covered:
            continue
        follower = mentions.get(index + 1)
        if word in cues.articles:
            value = cues.counts.get(words[index + 1])
            if value and index + 1 not in covered:
                mentions[index + 1] = _number(index + 1, index + 2, value, "noun")
                covered.add(index + 1)
            elif follower and follower.kind == "statistic":
                mentions[index] = _number(index, index + 1, 1, "article")
                covered.add(index)
        elif word in cues.none and follower and follower.kind == "statistic":
            mentions[index] = _number(index, index + 1, 0, "no")
            covered.add(index)
        elif word in cues.bare_counts and index + 1 < len(words):
            value = cues.counts.get(word)
            if value and (words[index + 1] == "of" or (follower and follower.kind == "statistic")):
                mentions[index] = _number(index, index + 1, value, "noun")
                covered.add(index)

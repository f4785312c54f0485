"""Periods named by another: "Boston won the third. It scored 31 in the quarter"."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from factcheck.language.mentions import Mention
from factcheck.language.tokenizer import Token

AGAIN = "again"
"""In the data of a mention that points back to an earlier one."""

NEXT = {"Q1": "Q2", "Q2": "Q3", "H1": "Q3", "Q3": "Q4", "Q1-Q3": "Q4", "OT1": "OT2", "OT2": "OT3"}
"""The period after another part."""

_MEMORY = 3
"""How many sentences later "the quarter" still is the one that was named."""
_POINTING = frozenset({"the", "that", "this"})
_INSIDE = frozenset({"in", "during", "for", "throughout", "within", "of"})
_EDGES = frozenset({"end", "close", "conclusion", "start", "beginning", "outset", "rest", "most"})
"""What is told of the end of it is told of a moment, which rules read as words."""
_PERIODS = frozenset({"Q1", "Q2", "Q3", "Q4", "OT", "OT1", "OT2", "OT3", "OT4"})


def find_again(
    words: Sequence[str],
    tokens: Sequence[Token],
    mentions: dict[int, Mention],
    nouns: Collection[str],
    following: Collection[str],
) -> None:
    """Add mentions of the period named last, or the one after it, where a noun points to them.

    Args:
        words: The words of a story, normalised.
        tokens: Its tokens.
        mentions: What was found, by first token; added to.
        nouns: Words for any one quarter, such as "frame".
        following: Words before such a noun for the one that comes next.
    """
    named, since = "", 0
    index = 0
    while index < len(words):
        mention, sentence = mentions.get(index), tokens[index].sentence
        if mention is not None:
            if mention.kind == "period":
                named, since = mention.value, sentence
            index = mention.end
            continue
        if (
            words[index] in nouns
            and index
            and words[index - 1] in _POINTING
            and words[max(index - 2, 0)] in _INSIDE
            and words[max(index - 3, 0)] not in _EDGES
            and named in _PERIODS
            and sentence - since <= _MEMORY
            and words[index + 1 : index + 2] not in (["of"], ["-"])
        ):
            data = {"value": named, AGAIN: True}
            mentions[index] = Mention("period", index, index + 1, named, data)
            since = sentence
        elif (
            words[index] in nouns
            and words[index - 1] in following
            and words[max(index - 2, 0)] in _POINTING
            and index - 1 not in mentions
            and named in NEXT
            and sentence - since <= _MEMORY
        ):
            named, since = NEXT[named], sentence
            mention = Mention("period", index - 1, index + 1, named, {"value": named})
            mention.parts["which"] = (index - 1, index)
            mentions[index - 1] = mention
        index += 1

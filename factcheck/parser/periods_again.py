"""Periods named again: "Boston won the third. It scored 31 in the quarter"."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from factcheck.language.mentions import Mention
from factcheck.language.tokenizer import Token

AGAIN = "again"
"""In the data of a mention that points back to an earlier one."""

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
) -> None:
    """Add mentions of the period named last where a noun alone points back to it.

    Args:
        words: The words of a story, normalised.
        tokens: Its tokens.
        mentions: What was found, by first token; added to.
        nouns: Words for any one quarter, such as "frame".
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
        index += 1

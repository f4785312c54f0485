"""Mentions: typed stretches of a story, and the sentence as a row of units.

A sentence's *units* are its mentions and the words between them. Rules match over
the units' encoding: one string in which a word stands in lower case and a mention
as ``{label:index:value}``, so that a phrase compiled to a regular expression sees
words and typed slots alike.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from factcheck.language.tokenizer import UNSEEN

SEPARATOR = "\x1f"
LABELS = (
    "player", "team", "place", "arena", "coach", "day", "number", "ordinal", "statistic", "shot",
    "period", "score", "record", "shooting", "percent", "person",
)  # fmt: skip
"""The labels of mentions that rules may ask for."""


@dataclass(slots=True)
class Mention:
    """A typed span of tokens.

    Args:
        label: One of :data:`LABELS`, or ``name`` for a name that is nobody's.
        start: First token, counted from 0 in the document.
        end: One past the last token.
        value: What a phrase may ask for (``{statistic=PTS}``): a code or number as text.
        data: The values of the mention's columns in a claim, by field name.
        parts: Named sub-spans, such as the two numbers of a score.
    """

    label: str
    start: int
    end: int
    value: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    parts: dict[str, tuple[int, int]] = field(default_factory=dict)


@dataclass(slots=True)
class Unit:
    """A mention, or a word that belongs to none."""

    start: int
    end: int
    norm: str
    mention: Mention | None = None


_PLAIN = str.maketrans(
    {"’": "'", "‘": "'", "–": "-", "‐": "-", "‑": "-", "—": "--", "{": "(", "}": ")"}
    | dict.fromkeys(UNSEEN, "")
)


_WRITTEN_OUT = {"&": "and", "-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]"}
"""Signs, also as the Penn Treebank writes brackets."""

ELLIPSES = frozenset({"…", "..", "...", "....", "....."})
"""Dots that stand for what is left out; they end a sentence where a capital letter follows."""


@lru_cache(maxsize=65536)
def normalise(word: str) -> str:
    """Return a word as rules see it: lower case, straight quotes, plain hyphens, all seen."""
    if word in _WRITTEN_OUT:
        return _WRITTEN_OUT[word]
    if word in ELLIPSES or (len(word) > 1 and set(word) == {"."}):
        return "--"
    return word.lower().translate(_PLAIN)


def label_part(label: str, value: object = None) -> str:
    """Write a label, or one of its values, as a part of sentences; no word is like it."""
    return f"{{{label}}}" if value is None else f"{{{label}:{value}}}"


@dataclass(slots=True)
class Sentence:
    """A sentence's units and their encoding.

    ``number`` counts sentences from 1; ``units`` are in order; ``parts`` tell of what a phrase
    may ask for, words and mentions as :func:`label_part` writes them, at which units it stands.
    ``section`` is the period that the heading above names, ``moment`` the quarter and the seconds
    to play that a note of a live report is headed by.
    """

    number: int
    units: list[Unit]
    encoding: str = ""
    offsets: list[int] = field(default_factory=list)
    parts: dict[str, list[int]] = field(default_factory=dict)
    section: str | None = None
    moment: tuple[str, int] | None = None

    def encode(self) -> None:
        """Build the encoding from the units; call again after changing them."""
        position = 0
        codes: list[str] = []
        offsets: list[int] = []
        parts: dict[str, list[int]] = {}
        for index, unit in enumerate(self.units):
            mention = unit.mention
            if mention is None:
                code = unit.norm
                parts.setdefault(code, []).append(index)
            else:
                label, value = mention.label, mention.value
                code = f"{{{label}:{index}:{value}}}"
                parts.setdefault(f"{{{label}}}", []).append(index)
                parts.setdefault(f"{{{label}:{value}}}", []).append(index)
            offsets.append(position)
            codes.append(code)
            position += len(code) + 1
        self.offsets, self.parts = offsets, parts
        self.encoding = SEPARATOR + SEPARATOR.join(codes) if codes else ""


_CLITIC = re.compile(r"(?<=[a-z])(?:n't|'(?:s|re|ve|ll|d|m)|(?<=s)'|[,;])$")


@lru_cache(maxsize=65536)
def split_clitic(word: str) -> tuple[str, str]:
    """Return a word and the clitic or comma that a text left attached to it, or "".

    Example: "rondo's" → ("rondo", "'s"), "suns'" → ("suns", "'"), "couldn't" → ("could", "n't")

    Args:
        word: A token, normalised.
    """
    match = _CLITIC.search(word)
    return (word, "") if match is None else (word[: match.start()], match[0])


def _mention_units(mention: Mention) -> list[Unit]:
    """Return a mention's unit, with those of what else its last token holds.

    Several units may share a token: the "'s" of "Rondo’s", the second name of "the
    Lillard-McCollum backcourt".
    """
    last = mention.end - 1
    units = [Unit(mention.start, mention.end, "", mention)]
    partner = mention.data.pop("partner", None)
    if partner is not None:
        units += [Unit(last, last + 1, "-"), Unit(last, last + 1, "", partner)]
    clitic = mention.data.pop("clitic", "")
    if clitic:
        units.append(Unit(last, last + 1, clitic))
    return units


def build_sentence(
    number: int,
    tokens: Sequence[str],
    first: int,
    last: int,
    mentions: Mapping[int, Mention],
    within: Collection[int] = (),
    *,
    encoded: bool = True,
) -> Sentence:
    """Lay mentions and words of the tokens ``first`` to ``last`` (exclusive) in a row.

    Args:
        number: The sentence's number, from 1.
        tokens: All tokens of the document, normalised.
        first: The sentence's first token, from 0.
        last: One past its last token.
        mentions: Mentions by their first token; they do not overlap.
        within: Tokens to leave out: initials of a name with the period behind them, and hyphens.
        encoded: Whether to build the encoding, which has to be built again once names are bound.
    """
    units: list[Unit] = []
    position = first
    while position < last:
        mention = mentions.get(position)
        if mention is not None and mention.end <= last:
            units += _mention_units(mention)
            position = mention.end
        elif position in within:
            position += 1
        else:
            base, clitic = split_clitic(tokens[position])
            units.append(Unit(position, position + 1, base))
            if clitic:
                units.append(Unit(position, position + 1, clitic))
            position += 1
    sentence = Sentence(number, units)
    if encoded:
        sentence.encode()
    return sentence

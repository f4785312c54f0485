"""What the sentence before counted, left out here: "They had 35 assists. We had 21"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from factcheck.interpretation.phrase_words import Words
from factcheck.knowledge.facts import POINTS
from factcheck.language.mentions import Sentence
from factcheck.parser.document import Document, Frame

_OTHER_NUMBERS = {"score", "shooting", "record", "percent", "statistic", "shot", "day"}
"""Beside one of these a bare number may count anything."""


@dataclass(frozen=True, slots=True)
class Told:
    """What one sentence counts, and of which part of the game, if any."""

    statistic: str
    part: str | None


def told_before(document: Document, index: int, words: Words) -> Told | None:
    """Return what a sentence with one bare number takes from the sentence before it, or None.

    Both tell one number of one team or player, and of another one.

    Args:
        document: A bound document.
        index: The sentence, from 0.
        words: What may stand in noun phrases with numbers, and beside them.
    """
    if index == 0:
        return None
    here, before = document.sentences[index], document.sentences[index - 1]
    kinds = _kinds(here)
    if kinds.count("number") != 1 or _OTHER_NUMBERS.intersection(kinds) or "period" in kinds:
        return None
    if any(words.holds("not_carried", unit.code) for unit in here.units):
        return None
    told = _counted(before)
    if told is None:
        return None
    one = _owner(before, document.frames[index - 1])
    other = _owner(here, document.frames[index])
    if one is None or other is None or one == other:
        return None
    # A man's bare points are read without what was told before.
    return told if isinstance(other, str) or told.statistic != POINTS else None


def _kinds(sentence: Sentence) -> list[str]:
    return [unit.mention.kind for unit in sentence.units if unit.mention is not None]


def _counted(sentence: Sentence) -> Told | None:
    """Return what a sentence counts where it counts one thing once: "handed out 35 assists"."""
    kinds = _kinds(sentence)
    counted = [
        (place, unit.mention) for place, unit in enumerate(sentence.units)
        if unit.mention is not None and unit.mention.kind == "statistic"
    ]  # fmt: skip
    if kinds.count("number") != 1 or len(counted) != 1 or kinds.count("period") > 1:
        return None
    if {"score", "shooting", "record", "percent"}.intersection(kinds):
        return None
    place, mention = counted[0]
    number = sentence.units[place - 1].mention if place else None
    if number is None or number.kind != "number":
        return None
    parts = [unit.mention for unit in sentence.units if unit.mention is not None]
    part = next((str(one.value) for one in parts if one.kind == "period"), None)
    return Told(str(mention.value), part)


def _owner(sentence: Sentence, frames: Sequence[Frame]) -> int | str | None:
    """Return the one team or player that a sentence tells of, in this game, or None."""
    named = [
        unit.mention for unit in sentence.units
        if unit.mention is not None and unit.mention.kind in {"team", "player", "place", "coach"}
    ]  # fmt: skip
    if len(named) != 1 or any(frame.scope != "game" for frame in frames):
        return None
    mention = named[0]
    value = mention.data.get("value")
    return value if isinstance(value, (int, str)) and mention.kind != "coach" else None

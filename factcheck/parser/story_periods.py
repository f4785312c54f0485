"""Which part of the game a story has come to: the one that it named last, or the one after it."""

from __future__ import annotations

from factcheck.language.mentions import Sentence, label_part
from factcheck.parser.document import Document
from factcheck.parser.periods import looks_back, opening_bracket
from factcheck.parser.periods_again import NEXT
from factcheck.parser.wordings import PeriodWords


def earlier_period(sentence: Sentence, anchor: int) -> str | None:
    """Return the period named last before a unit in its sentence: "a strong first half, where"."""
    for unit in reversed(sentence.units[:anchor]):
        if unit.mention is not None and unit.mention.label == "period":
            return unit.mention.value
    return None


def topic_period(document: Document, sentence: Sentence) -> str | None:
    """Return the period named last in the sentence before: "They won that quarter 30-20"."""
    if sentence.number < 2:
        return None
    before = document.sentences[sentence.number - 2]
    return earlier_period(before, len(before.units))


def story_period(document: Document, sentence: Sentence, anchor: int) -> str | None:
    """Return the period that the story has come to at a unit: the one named last before it.

    Example: "The third was Boston's. Rondo had nine assists in it. Olynyk added ten." → Q3
    """
    named, section = earlier_period(sentence, anchor), sentence.section
    if named is not None or _tells_whole_game(sentence):
        return named or section
    for before in reversed(
        document.sentences[max(0, sentence.number - 1 - _MEMORY) : sentence.number - 1]
    ):
        if _tells_whole_game(before) or (section is not None and before.section != section):
            break
        named = earlier_period(before, len(before.units))
        # Under "Second Half" the story may have come to the third quarter, not to the first.
        if named is not None and (section is None or named in _WITHIN.get(section, ())):
            return named
    return section


def period_reached(document: Document, sentence: Sentence, words: PeriodWords) -> str | None:
    """Return the period whose clock a sentence tells that names none: the one that comes next.

    Example: "It was 75-66 at the end of the third. Ingles hit a three with 6:32 to play." → Q4
    """
    section, over = sentence.section, False
    for before in reversed(
        document.sentences[max(0, sentence.number - 1 - _MEMORY) : sentence.number - 1]
    ):
        if _tells_whole_game(before) or (section is not None and before.section != section):
            break
        reached, ended = _come_to(before, words)
        over = over or ended
        if reached is not None:
            reached = NEXT.get(reached, reached) if over else reached
            if section is None or reached in _WITHIN.get(section, ()):
                return reached
            over = False
    return section


def _come_to(sentence: Sentence, words: PeriodWords) -> tuple[str | None, bool]:
    """Return the period that a sentence names last, and whether its end is told of.

    "Closed the quarter on a run" tells of the end of the one that was named before.
    """
    told = sentence.parts.keys()
    if label_part("period") not in told and all(
        told.isdisjoint(some) for some in (words.ends, words.half_time, words.halves)
    ):
        return None, False
    units, over = sentence.units, False
    for index in range(len(units) - 1, -1, -1):
        code, mention = units[index].norm, units[index].mention
        if (
            mention is not None
            and mention.label == "period"
            and not looks_back(sentence, index, words)
        ):
            return mention.value, over or _is_end(sentence, index, words)
        if mention is not None and mention.label == "number" and _is_end(sentence, index, words):
            after = units[index + 1].norm if index + 1 < len(units) else ""
            played = _PLAYED.get(mention.data["value"])
            if played is not None and (after in words.quarters or not after.isalpha()):
                return played, True
        if code in words.quarters and _is_end(sentence, index, words):
            over = True
        if code in words.half_time or (
            code in words.halves
            and index > 1
            and units[index - 1].norm in words.articles
            and units[index - 2].norm in words.at_half
        ):
            return "H2", False
    return None, over


def _is_end(sentence: Sentence, index: int, words: PeriodWords) -> bool:
    """Return whether "at the end of", "after" or "through" stands before a unit."""
    units, place = sentence.units, index - 1
    while place > 0 and (units[place].norm in words.articles or units[place].norm == "of"):
        place -= 1
    if place < 0 or units[place].norm not in words.ends:
        return False
    return place == 0 or units[place - 1].norm not in words.partway


def _tells_whole_game(sentence: Sentence) -> bool:
    """Return whether a sentence has a line of the box score: "15 points (6-9 FG, 3-6 3Pt)"."""
    if label_part("shooting") not in sentence.parts or label_part("shot") not in sentence.parts:
        return False
    units = sentence.units
    for index, unit in enumerate(units[1:-1], 1):
        if (
            unit.mention is not None
            and unit.mention.label == "shooting"
            and units[index - 1].norm in {"(", ","}
            and (after := units[index + 1].mention) is not None
            and after.label == "shot"
            and opening_bracket(sentence, index) is not None
        ):
            return True
    return False


_WITHIN = {"H1": ("Q1", "Q2"), "H2": ("Q3", "Q4")}
"""The quarters of a half."""

_PLAYED = {1: "Q1", 2: "Q2", 3: "Q3"}
"""What so many quarters end with."""

_MEMORY = 8
"""How many sentences a story may go on about a period without naming it again."""

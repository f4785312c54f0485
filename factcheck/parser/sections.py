"""Headings of a story, and the period that the text under each of them tells of."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import dropwhile

from factcheck.language.mentions import Sentence, Unit
from factcheck.parser.document import Document

# "## Third Quarter", "**Third Quarter**", or a short line alone: "Third Quarter".
_HEADING = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t]+[^\n]+|\*\*[^*\n]+\*\*:?|(?:[A-Z\d][\w']*[ \t]*){1,4}:?)[ \t]*$",
    re.MULTILINE,
)
# What may stand before the period in a heading at the beginning of a paragraph, besides any symbol
# ("•", an emoji), and what ends it.
_BEFORE_PERIOD = frozenset({"-", "*", "#", "the", "(", "["})
_LIST_MARK = re.compile(r"[\W_]*+(?:\d{1,2}[.)])?[\W_]*+")
_AFTER_PERIOD = frozenset({".", ":", "-", "--", "*"})


class Headings:
    """The lines of a text that are headings.

    Args:
        text: The story as given. A text without line breaks has none.
    """

    def __init__(self, text: str) -> None:
        found = _HEADING.finditer(text) if "\n" in text.strip() else iter(())
        self._spans = [match.span() for match in found if match[0].strip()]
        self._starts = [start for start, _ in self._spans]

    def hold(self, position: int) -> bool:
        """Tell whether a character stands in a heading."""
        return self._before(position) is not None

    def end_between(self, position: int, following: int) -> bool:
        """Tell whether a heading ends after one character and before another."""
        span = self._before(position)
        return span is not None and following >= span[1]

    def _before(self, position: int) -> tuple[int, int] | None:
        index = bisect_right(self._starts, position) - 1
        if index < 0 or position >= self._spans[index][1]:
            return None
        return self._spans[index]


def set_sections(document: Document, headings: Headings) -> None:
    """Give each sentence the period of the heading above it, if that names just one.

    A heading in the text, "**Fourth quarter.** Boston …", is that of its own paragraph.
    """
    section: str | None = None
    own: str | None = None
    end = 0
    for sentence in document.sentences:
        first = document.tokens[sentence.units[0].start]
        line = document.text.rfind("\n", 0, first.start)
        if line >= end:
            own = None
        if headings.hold(first.start):
            section = _section(sentence)
        elif _LIST_MARK.fullmatch(document.text, line + 1, first.start):
            sentence.section, own = section, _period_ahead(sentence)
        else:
            sentence.section = own or section
        end = document.tokens[sentence.units[-1].end - 1].end


def _section(sentence: Sentence) -> str | None:
    """Return the one period of a heading; a title, "Boston wins in overtime", is of the game."""
    if sentence.number == 1:
        return _period_ahead(sentence)
    named = _periods(sentence)
    return named[0] if len(named) == 1 else None


def _periods(sentence: Sentence) -> list[str]:
    return [
        unit.mention.value
        for unit in sentence.units
        if unit.mention is not None and unit.mention.label == "period"
    ]


def _period_ahead(sentence: Sentence) -> str | None:
    """Return the period that a sentence begins with as with a heading: "Q4: …"."""
    units = list(dropwhile(_may_lead, sentence.units))
    if [unit.norm for unit in units[1:2]] == [")"]:
        # "3) Third quarter: …".
        units = list(dropwhile(_may_lead, units[1:]))
    if not units or units[0].mention is None or units[0].mention.label != "period":
        return None
    if len(units) > 1 and units[1].norm not in _AFTER_PERIOD:
        return None
    return units[0].mention.value


def _may_lead(unit: Unit) -> bool:
    """Return whether a unit may stand before the period of a heading: a symbol, say."""
    symbol = bool(unit.norm) and not any(letter.isalnum() for letter in unit.norm)
    return unit.mention is None and (symbol or unit.norm in _BEFORE_PERIOD)

"""What may not stand right before a match, as look-behinds of regular expressions.

An expression looks behind it for texts of one width only, so that what stands for several widths,
an inflected word or a mention, is spelled out for each.
"""

from __future__ import annotations

import re
from itertools import product

from factcheck.language.english import inflections, number_value, ordinal_value
from factcheck.language.mentions import SEPARATOR, normalise
from factcheck.rulebook.alternatives import spelled_out

SLOT = re.compile(r"\{(?:(\w+):)?([a-z]+(?:\|[a-z]+)*)(?:=([^{}]+))?\}")
"""A slot as a pattern writes it: its name, its labels and its values."""

_KINDS = re.compile(r"\{[^{}]*\}")
_OR = "\0"
"""Stands for the bars within a slot while rows are spelled out."""
_INDEX_WIDTHS, _VALUE_WIDTHS = range(1, 4), range(1, 10)
"""How many characters the place of a mention takes in its unit, and its value."""


def not_behind(rows: str) -> str:
    """Return the expression of ``^!<a | b c>``, one look-behind for the rows of each width.

    Args:
        rows: What stands between the brackets; it may hold brackets: ``<cut | trim> <a | the>``.

    Raises:
        RuleError: A bracket within it is not closed.
    """
    by_width: dict[int, set[str]] = {}
    guarded = _KINDS.sub(lambda slot: slot[0].replace("|", _OR), rows)
    for row in spelled_out(f"<{guarded}>"):
        for units in product(*map(_behind, row.replace(_OR, "|").split())):
            width = sum(width + 1 for width, _ in units)
            behind = "".join(SEPARATOR + regex for _, regex in units)
            by_width.setdefault(width, set()).add(behind)
    # Looked at where a unit begins and nowhere else: the expression would try every character.
    tests = "".join(f"(?<!{'|'.join(sorted(same))})" for same in by_width.values())
    return rf"(?![^{SEPARATOR}]){tests}"


def _forms(word: str) -> list[str]:
    """Return the words that an element of one word stands for: ``~lead`` is led, leads …"""
    return sorted(inflections(word[1:])) if word.startswith("~") else [word]


def _behind(word: str) -> list[tuple[int, str]]:
    """Return what a unit may be that an element of a look-behind stands for, by its width."""
    slot = SLOT.fullmatch(word)
    if slot is None:
        words = [normalise(form) for form in _forms(word)]
        found = [(len(form), re.escape(form)) for form in words]
        counts = [count for form in words if (count := number_value(form)) is not None]
        places = [place for form in words if (place := ordinal_value(form)) is not None]
        values = [("number", f"{count:g}") for count in counts]
        values += [("ordinal", f"{place}") for place in places]
    else:
        found = []
        values = list(product(slot[2].split("|"), (slot[3] or "").split("|")))
    for label, value in values:
        texts = [(len(value), re.escape(value))]
        if not value:
            texts = [(width, f"[^}}]{{{width}}}") for width in _VALUE_WIDTHS]
        for index, (width, text) in product(_INDEX_WIDTHS, texts):
            regex = rf"\{{{label}:\d{{{index}}}:{text}\}}"
            found.append((len(label) + index + width + 4, regex))
    return found

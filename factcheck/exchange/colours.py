"""One colour a category, for tools that show marks in colour.

Six colours that colour-blind readers tell apart, after Okabe and Ito (Color Universal
Design, 2008): the ones that our own pages use.
"""

from __future__ import annotations

from collections.abc import Mapping

from factcheck.model import Category

COLOURS: Mapping[Category, str] = {
    Category.NUMBER: "#0072b2",
    Category.NAME: "#d55e00",
    Category.WORD: "#009e73",
    Category.CONTEXT: "#cc79a7",
    Category.NOT_CHECKABLE: "#e0a000",
    Category.OTHER: "#6b7078",
}

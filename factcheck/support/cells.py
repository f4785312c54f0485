"""Cells of CSV that people open in a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

_FORMULA = re.compile(r"[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?(\d[\d,]*\.?\d*|\.\d+)([eE][+-]?\d+)?%?")


def safe_cell(value: Any) -> Any:
    """Return a cell that no spreadsheet takes for a formula: such a text gets an apostrophe.

    Example: ``=1+1`` → ``'=1+1``, ``-3.5`` → ``-3.5``.

    Only for tables that people read. What programs read back, such as lists of mistakes, holds
    texts as they are.
    """
    if isinstance(value, str) and _FORMULA.match(value) and not _NUMBER.fullmatch(value):
        return f"'{value}"
    return value


def safe_row(values: Any) -> list[Any]:
    """Return a row of such cells."""
    return [safe_cell(value) for value in values]


def signed(table: str, signature: str) -> str:
    """Return a CSV with one more column, ``signature``, the same in every row.

    Args:
        table: A CSV with a header.
        signature: What its figures were made with.
    """
    rows = list(csv.reader(io.StringIO(table, newline="")))
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerows([*row, signature if place else "signature"] for place, row in enumerate(rows))
    return buffer.getvalue()

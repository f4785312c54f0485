"""Cells that a spreadsheet would take for formulas."""

from __future__ import annotations

import pytest

from factcheck.support.cells import safe_cell


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("=1+1", "'=1+1"), ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"), ("-2+3", "'-2+3"),
        ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "'\t=1"), ("-3.5", "-3.5"), ("+12", "+12"),
        ("1e5", "1e5"), ("-1.5e-7", "-1.5e-7"), ("a=b", "a=b"), ("", ""), (-3, -3), (None, None),
    ],
)  # fmt: skip
def test_a_formula_becomes_text_and_numbers_stay(value: object, cell: object) -> None:
    assert safe_cell(value) == cell

"""What is said of both teams at once."""

from __future__ import annotations

import pytest

from factcheck import FactChecker

GAME = "2014-11-05-MEM-PHX"


@pytest.fixture(scope="module")
def checker(eager_checker: FactChecker) -> FactChecker:
    # What is found counts here, however sure it is of a sentence that stands alone.
    return eager_checker


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("Both teams shot better than 46 percent from the field.", None),
        ("Both teams shot better than 48 percent from the field.", "48"),
        ("Neither side sank more than nine threes.", None),
        ("Neither side sank more than eight threes.", "eight"),
        ("The two teams missed 77 shots between them.", None),
        ("The two teams missed 67 shots between them.", "67"),
        ("Together the clubs committed 37 turnovers.", None),
        ("Both teams scored at least 26 points in the first quarter.", None),
    ],
)
def test_each_neither_and_together_are_told_apart(
    checker: FactChecker, text: str, marked: str | None
) -> None:
    found = [mistake.span.text for mistake in checker.check(text, game=GAME).mistakes]
    assert found == ([] if marked is None else [marked])

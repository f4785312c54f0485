"""A number that is right of another part of the game: the word that says which is wrong."""

from __future__ import annotations

import pytest

from factcheck import FactChecker

GAME = "2014-11-05-MEM-PHX"


def marks(checker: FactChecker, text: str) -> list[tuple[str, str, str | None]]:
    report = checker.check(text, GAME)
    return [(str(m.category), m.span.text, m.correction) for m in report.mistakes]


@pytest.mark.parametrize(
    "text",
    [
        "Courtney Lee scored nine points in the second quarter.",
        "Courtney Lee scored nine of his 22 points in the second quarter.",
    ],
)
def test_the_number_is_of_another_quarter(eager_checker: FactChecker, text: str) -> None:
    assert marks(eager_checker, text.replace("second", "third")) == []
    assert marks(eager_checker, text) == [("NUMBER", "second", "third")]


def test_a_number_near_the_truth_is_miscounted(eager_checker: FactChecker) -> None:
    # He had seven there and nine in the third.
    text = "Courtney Lee scored eight points in the fourth quarter."
    assert marks(eager_checker, text) == [("NUMBER", "eight", "seven")]


def test_a_small_number_is_anybody_s_in_some_quarter(eager_checker: FactChecker) -> None:
    text = "Courtney Lee scored two points in the third quarter."
    assert [mark[1] for mark in marks(eager_checker, text)] == ["two"]

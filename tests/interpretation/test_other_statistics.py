"""A number that is right of another statistic: the noun that says what it counts is wrong."""

from __future__ import annotations

import pytest

from factcheck import FactChecker

GAME = "2014-11-05-MEM-PHX"


def marks(checker: FactChecker, text: str) -> list[tuple[str, str, str | None]]:
    report = checker.check(text, GAME)
    return [(str(m.category), m.span.text, m.correction) for m in report.mistakes]


@pytest.mark.parametrize(
    ("true", "noun", "right"),
    [
        ("Mike Conley had 11 assists.", "rebounds", "assists"),
        ("Mike Conley finished with 24 points and 11 assists.", "steals", "assists"),
        ("Marc Gasol had 18 points, five rebounds and six assists.", "assists", "points"),
    ],
)
def test_the_noun_is_wrong_where_the_number_is_his_of_another(
    eager_checker: FactChecker, true: str, noun: str, right: str
) -> None:
    assert marks(eager_checker, true) == []
    text = true.replace(right, noun, 1)
    assert marks(eager_checker, text) == [("WORD", noun, right)]


def test_a_number_near_the_truth_is_miscounted(eager_checker: FactChecker) -> None:
    # Gasol had six assists and five rebounds.
    text = "Marc Gasol had 18 points and six rebounds."
    assert marks(eager_checker, text) == [("NUMBER", "six", "five")]


def test_what_its_verb_counts_is_no_other_noun(eager_checker: FactChecker) -> None:
    # Green had no rebounds to speak of, and 11 points.
    text = "Gerald Green grabbed 11 rebounds. P.J. Tucker had 11 rebounds."
    assert [mark[:2] for mark in marks(eager_checker, text)] == [("NUMBER", "11")]


def test_a_statistic_told_beside_is_not_meant_again(eager_checker: FactChecker) -> None:
    text = "Mike Conley had 11 assists and 11 rebounds."
    assert [mark[:2] for mark in marks(eager_checker, text)] == [("NUMBER", "11")]

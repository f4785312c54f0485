"""Of a name that its sentence singles out, the name is wrong and not the word beside it."""

from __future__ import annotations

import pytest

from factcheck import FactChecker

GAME = "2014-11-05-MEM-PHX"


def marks(checker: FactChecker, text: str) -> list[tuple[str, str, str | None]]:
    report = checker.check(text, GAME)
    return [(str(m.category), m.span.text, m.correction) for m in report.mistakes]


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("It was the Suns who won the second half, 56-39.", "Suns", "Grizzlies"),
        ("It was Phoenix that had more assists.", "Phoenix", "Memphis"),
        ("It was Courtney Lee who led the Grizzlies in scoring.", "Courtney Lee", "Mike Conley"),
    ],
)
def test_the_name_of_a_cleft_is_wrong(
    eager_checker: FactChecker, text: str, wrong: str, right: str
) -> None:
    assert marks(eager_checker, text) == [("NAME", wrong, right)]
    assert marks(eager_checker, text.replace(wrong, right)) == []


def test_without_a_cleft_the_word_is_wrong(eager_checker: FactChecker) -> None:
    text = "The Suns won the second half, 56-39."
    assert marks(eager_checker, text) == [("WORD", "won", "lost")]


def test_a_number_in_a_cleft_stays_wrong(eager_checker: FactChecker) -> None:
    text = "It was the Grizzlies who won the second half, 58-39."
    assert marks(eager_checker, text) == [("NUMBER", "58", "56")]


def test_what_stands_before_a_cleft_is_not_told_by_it(eager_checker: FactChecker) -> None:
    text = "Memphis lost the second half, and it was Conley who had 24 points."
    assert marks(eager_checker, text) == [("WORD", "lost", "won")]

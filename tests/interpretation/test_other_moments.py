"""What the plays tell of another part of the game: the word that says which is wrong."""

from __future__ import annotations

import pytest

from factcheck import FactChecker
from factcheck.knowledge import KnowledgeBase

MEMPHIS, BOSTON = "2014-11-05-MEM-PHX", "2017-02-03-LAL-BOS"


@pytest.fixture(scope="module")
def checker(examples_kb: KnowledgeBase) -> FactChecker:
    return FactChecker(examples_kb, min_confidence=0)


def marks(checker: FactChecker, text: str, game: str) -> list[tuple[str, str, str | None]]:
    report = checker.check(text, game)
    return [(str(m.category), m.span.text, m.correction) for m in report.mistakes]


@pytest.mark.parametrize(
    "text",
    [
        "A 13-0 run in the second quarter turned the game.",
        "The Grizzlies used a 13-0 run in the second quarter.",
    ],
)
def test_a_run_is_of_another_quarter(checker: FactChecker, text: str) -> None:
    assert marks(checker, text.replace("second", "third"), MEMPHIS) == []
    assert marks(checker, text, MEMPHIS) == [("NUMBER", "second", "third")]


def test_a_run_of_no_quarter_is_wrong_itself(checker: FactChecker) -> None:
    text = "The Grizzlies used a 19-0 run in the second quarter."
    assert [mark[1] for mark in marks(checker, text, MEMPHIS)] == ["19-0"]


def test_a_margin_near_the_truth_is_miscounted(checker: FactChecker) -> None:
    # They were six behind then, and 12 behind at that time of the third.
    text = "In arrears by 12 when the clock hit 5:01 of the second quarter were the Lakers."
    assert marks(checker, text, BOSTON) == [("NUMBER", "12", "6")]

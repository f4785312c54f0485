"""What is right of an earlier game that something else beside it tells of."""

from __future__ import annotations

import pytest

from factcheck import FactChecker
from factcheck.knowledge import KnowledgeBase

GAME = "2015-12-08-HOU-BKN"
"""Brooklyn, at home, won 110-105; in Houston, on Nov. 11, it had won 106-98."""


@pytest.fixture(scope="module")
def checker(examples_kb: KnowledgeBase) -> FactChecker:
    return FactChecker(examples_kb, min_confidence=0)


def marks(checker: FactChecker, text: str) -> list[str]:
    told = f"The Nets won, 110-105, behind Brook Lopez. {text}"
    return [mistake.span.text for mistake in checker.check(told, GAME).mistakes]


@pytest.mark.parametrize(
    "text",
    [
        "It was Brooklyn's second win over the Rockets, following a 106-98 success in Houston.",
        "It was their second win over the Rockets, following a 106-98 win in Houston on Nov. 11.",
        "The Nets beat the Rockets again, as they had in Houston on November 11.",
    ],
)
def test_two_of_score_place_and_date_tell_of_an_earlier_game(
    checker: FactChecker, text: str
) -> None:
    assert marks(checker, text) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("The Nets beat the Rockets 106-98 on Tuesday.", {"106", "98"}),
        ("The Nets beat the Rockets in Houston on Tuesday.", {"Houston"}),
        ("The Nets beat the Rockets 110-105 in Houston on Tuesday.", {"Houston"}),
        # So many by so many, but not that game's score.
        ("It was their second win over them, following a 114-106 win in Houston.", {"114", "106"}),
    ],
)
def test_one_of_them_is_a_mistake(checker: FactChecker, text: str, wrong: set[str]) -> None:
    assert set(marks(checker, text)) & wrong

"""Explanations read as a person would write them."""

from __future__ import annotations

import pytest

from factcheck import FactChecker

GAME = "2014-11-05-MEM-PHX"


@pytest.fixture(scope="module")
def checker(demo_checker: FactChecker) -> FactChecker:
    return demo_checker


@pytest.mark.parametrize(
    ("text", "explanation"),
    [
        ("Conley had a triple-double.", "Mike Conley had 24 points, 1 rebound and 11 assists."),
        (
            "Marcus Morris scored 20 points on 8-of-13 shooting.",
            "Both statements here fit Markieff Morris.",
        ),
        ("Marcus Morris handed out three assists.", "Marcus Morris had 1 assist."),
        (
            "The Grizzlies outscored the Suns 50-39 in the second half.",
            "The Grizzlies scored 56 and the Suns 39 in the second half.",
        ),
    ],
)
def test_explanations_are_plain_sentences(
    checker: FactChecker, text: str, explanation: str
) -> None:
    (mistake,) = checker.check(text, GAME).mistakes
    assert mistake.explanation == explanation

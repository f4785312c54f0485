"""A number that is right of a part of the game told of in its sentence is no mistake."""

from __future__ import annotations

import pytest

from factcheck import FactChecker
from factcheck.knowledge import KnowledgeBase

# Isaiah Thomas had 38 points in it, 12 of them in the first quarter and 14 in the first half.
GAME = "2017-02-03-LAL-BOS"


@pytest.fixture(scope="module")
def checker(examples_kb: KnowledgeBase) -> FactChecker:
    return FactChecker(examples_kb, min_confidence=0)


@pytest.mark.parametrize(
    "text",
    [
        "Twelve points from Isaiah Thomas left Boston a point behind after one.",
        "Isaiah Thomas had 14 points as the Celtics took an 11-point lead into the break.",
        # Shots, before a colon.
        "Crowder's line at the half: 10 points, 3-for-6 from the field.",
        # In the sentence before, and where the name would be the mistake.
        "The first was even. Boston had 29 points; Thomas had 12 of them, and Horford seven.",
    ],
)
def test_a_part_may_be_told_of_anywhere_in_the_sentence(checker: FactChecker, text: str) -> None:
    assert not checker.check(text, game=GAME).mistakes


def test_a_number_of_another_part_stays_a_mistake(checker: FactChecker) -> None:
    text = "Thirteen points from Isaiah Thomas left Boston a point behind after one."
    (mistake,) = checker.check(text, game=GAME).mistakes
    assert mistake.span.text == "Thirteen"


def test_without_a_part_a_number_is_that_of_the_game(checker: FactChecker) -> None:
    text = "Isaiah Thomas had 14 points for the Celtics."
    (mistake,) = checker.check(text, game=GAME).mistakes
    assert mistake.correction == "38"


def test_a_number_of_no_part_told_before_stays_a_mistake(checker: FactChecker) -> None:
    text = "The first quarter was even. Isaiah Thomas had 13 points."
    (mistake,) = checker.check(text, game=GAME).mistakes
    assert mistake.span.text == "13"


def test_a_list_that_is_right_of_the_game_is_of_the_game_throughout(checker: FactChecker) -> None:
    # He had 12 points in the first, his two rebounds and four assists in all of the game.
    text = "The first quarter was even. Isaiah Thomas had 12 points, two rebounds and four assists."
    (mistake,) = checker.check(text, game=GAME).mistakes
    assert mistake.span.text == "12"
    assert mistake.correction == "38"


def test_a_list_that_is_right_of_a_part_is_of_that_part(checker: FactChecker) -> None:
    text = "The first quarter was even. Isaiah Thomas had 12 points and one assist."
    assert not checker.check(text, game=GAME).mistakes


@pytest.mark.parametrize(
    "text",
    [
        "Thomas finished with 37 points, only 12 of them in the first quarter.",
        "Thomas finished with 37 points, and 12 of those came in the first quarter.",
        "Thomas had 37 points, and none of Horford's arrived in the first quarter.",
        "Thomas had 37, and of that total 12 came in the first quarter.",
    ],
)
def test_the_part_of_a_part_says_nothing_of_the_whole(checker: FactChecker, text: str) -> None:
    assert "37" in [one.span.text for one in checker.check(text, game=GAME).mistakes]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        # He had 17 rebounds in no quarter, and not in the game.
        ("Thomas scored 12 in the first quarter, Horford had 17 rebounds.", ["17"]),
        ("Thomas scored 12 in the first quarter, Thomas had two rebounds.", []),
    ],
)
def test_what_another_man_did_is_of_that_part_or_of_the_game(
    checker: FactChecker, text: str, wrong: list[str]
) -> None:
    assert [one.span.text for one in checker.check(text, game=GAME).mistakes] == wrong


def test_a_difference_is_no_number_of_a_part(checker: FactChecker) -> None:
    # He had 17 points in the fourth, and 17 more than Williams.
    text = "The fourth quarter was Boston's. Isaiah Thomas had 17 fewer points than Lou Williams."
    (mistake,) = checker.check(text, game=GAME).mistakes
    assert mistake.span.text == "fewer"

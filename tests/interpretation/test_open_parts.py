"""A number beside a part of the game is the whole game's where another deed stands between them."""

from __future__ import annotations

import pytest

from factcheck import FactChecker
from factcheck.knowledge import KnowledgeBase
from factcheck.model import Verdict

GAME = "2017-02-03-LAL-BOS"


@pytest.fixture(scope="module")
def checker(examples_kb: KnowledgeBase) -> FactChecker:
    return FactChecker(examples_kb)


@pytest.mark.parametrize(
    ("deed", "wrong"),
    [
        # Eight in all, two of them in the second quarter.
        ("Al Horford handing out eight assists", None),
        ("Al Horford handing out seven assists", ("seven", "eight")),
        # Eight of his 18 points in that quarter.
        ("Jae Crowder scoring eight points", None),
        ("Jae Crowder scoring 17 points", ("17", "18")),
        # He may have had six of them at some moment of it.
        ("Jae Crowder scoring six points", None),
        # 13 of 24 in all.
        ("Isaiah Thomas making 13 of his 24 shots", None),
        ("Isaiah Thomas making 13 of his 22 shots", ("22", "24")),
        # Minutes that no part of a game has.
        ("Terry Rozier playing 18 minutes", None),
        ("Isaiah Thomas playing 40 minutes", ("40", "37")),
    ],
)
def test_beside_a_quarter_that_was_won(
    checker: FactChecker, deed: str, wrong: tuple[str, str] | None
) -> None:
    text = f"With {deed}, the Celtics won the second quarter 33-21."
    found = [(m.span.text, m.correction) for m in checker.check(text, GAME).mistakes]
    assert found == ([wrong] if wrong else [])


def test_what_a_sentence_begins_with_is_of_all_of_it(checker: FactChecker) -> None:
    text = "In the second quarter Jae Crowder had eight points, and Isaiah Thomas had two."
    assert not checker.check(text, GAME).mistakes


def test_a_whole_line_far_from_the_truth_is_left_open(checker: FactChecker) -> None:
    text = "With Isaiah Thomas making 18 of his 30 shots, the Celtics won the second quarter 33-21."
    assert not checker.check(text, GAME).mistakes


def test_what_is_left_open_is_not_called_right(checker: FactChecker) -> None:
    text = (
        "With Isaiah Thomas missing 15 of his 24 shots, the Celtics won the second quarter 33-21."
    )
    report = checker.check(text, GAME)
    said = [one for one in report.claims if "15 of his 24" in one.span.text]
    assert said
    assert all(one.verdict is not Verdict.SUPPORTED for one in said)

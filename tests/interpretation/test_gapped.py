"""Numbers that leave out what they count, and players set beside each other."""

from __future__ import annotations

import pytest

from factcheck import FactChecker

GAME = "2014-11-05-MEM-PHX"


@pytest.fixture(scope="module")
def checker(eager_checker: FactChecker) -> FactChecker:
    return eager_checker


def marks(checker: FactChecker, text: str) -> list[tuple[str, str, str | None]]:
    report = checker.check(text, GAME)
    return [(str(m.category), m.span.text, m.correction) for m in report.mistakes]


@pytest.mark.parametrize(
    "text",
    [
        "Mike Conley had 24 points and 11 assists, Courtney Lee 22 and three.",
        "Mike Conley had 11 assists to go with his 24 points, Courtney Lee three to his 22.",
        "The Suns got 23 points and four assists from Bledsoe, 20 and one from Markieff Morris.",
        "Mike Conley: 24 points on 14 shots. Courtney Lee: 22 on 14. Marc Gasol: 18 on 12.",
        "Mike Conley took 14 shots, Marc Gasol 12.",
    ],
)
def test_numbers_count_what_those_before_them_count(checker: FactChecker, text: str) -> None:
    assert marks(checker, text) == []


def test_the_number_that_is_wrong_is_marked(checker: FactChecker) -> None:
    text = "Mike Conley: 24 points on 14 shots. Courtney Lee: 22 on 15. Marc Gasol: 18 on 12."
    assert marks(checker, text) == [("NUMBER", "15", "14")]


def test_numbers_that_are_all_a_teammate_s_are_a_wrong_name(checker: FactChecker) -> None:
    text = "Mike Conley had 24 points and 11 assists, Tony Allen 22 and three."
    assert marks(checker, text) == [("NAME", "Tony Allen", "Courtney Lee")]


def test_nothing_is_inherited_from_a_list_of_another_length(checker: FactChecker) -> None:
    text = "Mike Conley had 24 points, 11 assists and two steals, Courtney Lee 9 and 8."
    assert marks(checker, text) == []


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        (
            "The Grizzlies handed out 25 assists on their 40 baskets. The Suns had 16.",
            ("NUMBER", "16", "13"),
        ),
        ("The Suns took 69 shots and made 32. The Grizzlies made 44.", ("NUMBER", "44", "40")),
        ("The Suns took 21 free throws. The Grizzlies took 19.", ("NUMBER", "19", "17")),
        ("Courtney Lee hit four threes. Mike Conley hit five.", ("NUMBER", "five", "three")),
    ],
)
def test_a_number_counts_what_the_sentence_before_did(
    checker: FactChecker, text: str, mark: tuple[str, str, str]
) -> None:
    assert marks(checker, text) == [mark]


@pytest.mark.parametrize(
    "text",
    [
        "The Grizzlies handed out 25 assists on their 40 baskets. The Suns had 13.",
        "The Suns took 21 free throws. The Grizzlies took 17.",
        "The Grizzlies had 25 assists. The Suns grabbed 35.",
    ],
)
def test_what_a_number_counts_depends_on_its_verb(checker: FactChecker, text: str) -> None:
    assert marks(checker, text) == []


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        (
            "Mike Conley's 11 assists were six more than Marc Gasol had.",
            ("NUMBER", "six", "five"),
        ),
        (
            "Mike Conley's 11 assists were five fewer than Marc Gasol had.",
            ("WORD", "fewer", "more"),
        ),
        (
            "Mike Conley's 24 points were one more than Markieff Morris scored.",
            ("NAME", "Markieff Morris", "Eric Bledsoe"),
        ),
    ],
)
def test_of_a_comparison_the_part_that_is_wrong_is_marked(
    checker: FactChecker, text: str, mark: tuple[str, str, str]
) -> None:
    assert marks(checker, text) == [mark]

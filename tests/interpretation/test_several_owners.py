"""Numbers that belong to two teams, to all but one man, or to a man whose clause they end."""

from __future__ import annotations

import pytest

from factcheck import FactChecker
from factcheck.knowledge import KnowledgeBase

MEMPHIS_AT_PHOENIX = "2014-11-05-MEM-PHX"
ATLANTA_AT_CLEVELAND = "2016-11-08-ATL-CLE"


@pytest.fixture(scope="module")
def checker(examples_kb: KnowledgeBase) -> FactChecker:
    """A checker of stories about the games of the examples."""
    return FactChecker(examples_kb)


def marks(checker: FactChecker, text: str, game: str) -> list[str]:
    """Return the words that are marked in a text."""
    return [mistake.span.text for mistake in checker.check(text, game).mistakes]


@pytest.mark.parametrize(("said", "wrong"), [("72", []), ("80", ["80"])])
def test_two_teams_have_the_sum_of_both(checker: FactChecker, said: str, wrong: list[str]) -> None:
    text = f"The Grizzlies and Suns grabbed {said} rebounds."
    assert marks(checker, text, MEMPHIS_AT_PHOENIX) == wrong


def test_number_of_all_but_one_is_not_held_against_the_team(checker: FactChecker) -> None:
    text = "Apart from Kyrie Irving, who had 29, Cleveland scored 77."
    assert not marks(checker, text, ATLANTA_AT_CLEVELAND)


@pytest.mark.parametrize(("said", "wrong"), [("22", []), ("25", ["25"])])
def test_number_at_the_end_of_a_clause_is_its_players(
    checker: FactChecker, said: str, wrong: list[str]
) -> None:
    text = f"Courtney Lee gave Memphis a lift with {said}."
    assert marks(checker, text, MEMPHIS_AT_PHOENIX) == wrong


def test_number_after_another_measure_is_not_taken_for_points(checker: FactChecker) -> None:
    text = "Atlanta's rebounding was headed by Dwight Howard with 17."
    assert not marks(checker, text, ATLANTA_AT_CLEVELAND)

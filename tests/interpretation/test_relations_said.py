"""How two numbers are said to compare."""

from __future__ import annotations

import pytest

from factcheck.interpretation.facts.relations_said import (
    Difference,
    RelationWords,
    Same,
    Times,
    relation_of,
)
from factcheck.rulebook.book import Rulebook
from factcheck.support.resources import rules_folder


@pytest.fixture(scope="module")
def words() -> RelationWords:
    return RelationWords.of(Rulebook.load(rules_folder()).vocabulary)


@pytest.mark.parametrize(
    ("row", "own", "others", "holds"),
    [
        ({"number": 2.0, "more": "more"}, 24, 22, True),
        ({"number": 2.0, "more": "more"}, 22, 24, False),
        ({"number": 2.0, "fewer": "fewer"}, 22, 24, True),
        ({"more": "more"}, 24, 22, True),
        ({"same": "as many"}, 8, 8, True),
        ({"same": "as many"}, 8, 7, False),
        ({"times": "twice"}, 59, 29, True),
        ({"times": "twice"}, 11, 6, False),
        ({"times": "twice", "under": "nearly"}, 25, 13, True),
        ({"times": "twice", "under": "nearly"}, 27, 13, False),
        ({"times": "three times", "factor": 3.0, "over": "more than"}, 25, 8, True),
        ({"times": "three times", "factor": 3.0, "over": "more than"}, 25, 9, False),
    ],
)
def test_two_numbers_compare_as_is_said_or_not(
    words: RelationWords, row: dict[str, object], own: float, others: float, holds: bool
) -> None:
    relation = relation_of(row, words)
    assert relation is not None
    assert relation.holds(own, others) is holds


def test_a_claim_without_a_relation_compares_nothing(words: RelationWords) -> None:
    assert relation_of({"number": 2.0}, words) is None


def test_more_for_fewer_is_the_word_that_is_wrong() -> None:
    said = Difference(2.0, "exact", 1, "fewer")
    assert said.turned(22, 24) == ("more", "fewer")
    assert said.turned(22, 25) is None


def test_nearly_for_more_than_is_the_word_that_is_wrong() -> None:
    assert Times(2.0, "under").turned(27, 13) == ("under", None)
    assert Times(2.0, "under").turned(60, 13) is None


def test_what_another_would_have_to_have_follows_from_what_one_has() -> None:
    assert Difference(2.0, "exact", 1, "fewer").wanted(24) == 22
    assert Difference(2.0, "exact", -1, "more").wanted(22) == 24
    assert Same().wanted(8) == 8
    assert Times(2.0, "exact").wanted(24) is None


def test_a_comparison_without_a_number_is_turned_by_its_opposite(words: RelationWords) -> None:
    higher, less = relation_of({"more": "higher"}, words), relation_of({"fewer": "less"}, words)
    assert higher is not None and higher.turned(45, 50) == ("more", "lower")
    assert less is not None and less.turned(50, 45) == ("fewer", "more")
    assert Difference(None, "exact", 1, "fewer").turned(5, 5) is None

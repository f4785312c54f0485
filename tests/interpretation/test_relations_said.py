"""How two numbers are said to compare."""

from __future__ import annotations

import pytest

from factcheck.interpretation.relations_said import Difference, Same, Times, relation_of


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
    row: dict[str, object], own: float, others: float, holds: bool
) -> None:
    relation = relation_of(row)
    assert relation is not None
    assert relation.holds(own, others) is holds


def test_a_claim_without_a_relation_compares_nothing() -> None:
    assert relation_of({"number": 2.0}) is None


def test_more_for_fewer_is_the_word_that_is_wrong() -> None:
    said = Difference(2.0, "exact", 1, "more")
    assert said.turned(22, 24) == ("more", "fewer")
    assert said.turned(22, 25) is None


def test_nearly_for_more_than_is_the_word_that_is_wrong() -> None:
    assert Times(2.0, "under").turned(27, 13) == ("under", None)
    assert Times(2.0, "under").turned(60, 13) is None


def test_what_another_would_have_to_have_follows_from_what_one_has() -> None:
    assert Difference(2.0, "exact", 1, "more").wanted(24) == 22
    assert Difference(2.0, "exact", -1, "fewer").wanted(22) == 24
    assert Same().wanted(8) == 8
    assert Times(2.0, "exact").wanted(24) is None


def test_a_comparison_without_a_number_is_turned_by_its_opposite() -> None:
    assert Difference(None, "exact", 1, "higher").turned(45, 50) == ("more", "lower")
    assert Difference(None, "exact", -1, "less").turned(50, 45) == ("fewer", "more")
    assert Difference(None, "exact", 1, "more").turned(5, 5) is None

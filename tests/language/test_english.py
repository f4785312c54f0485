"""Number words, ordinals and inflections."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.language.english import (
    inflections,
    month_number,
    number_value,
    number_word,
    ordinal_value,
    ordinal_word,
)


@pytest.mark.parametrize(
    ("word", "value"),
    [("zero", 0), ("seven", 7), ("nineteen", 19), ("ninety", 90), ("24", 24), ("1,234", 1234),
     ("45.5", 45.5), (".500", 0.5), ("twenty-four", 24)],
)  # fmt: skip
def test_a_number_is_read_in_words_and_digits(word: str, value: float) -> None:
    assert number_value(word) == value


@pytest.mark.parametrize(
    "word", ["", "points", "3rd", "12a", "-", "1,2", ".", "six-two", "twenty-ten", "team-high"]
)
def test_other_words_are_no_numbers(word: str) -> None:
    assert number_value(word) is None


@given(st.integers(min_value=0, max_value=200))
def test_a_number_written_is_read_back(value: int) -> None:
    assert number_value(number_word(value)) == value
    assert ordinal_value(ordinal_word(value)) == value


@pytest.mark.parametrize(
    ("value", "word"),
    [(1, "first"), (10, "tenth"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"),
     (22, "22nd"), (33, "33rd"), (111, "111th")],
)  # fmt: skip
def test_ordinals_are_written_as_sports_desks_do(value: int, word: str) -> None:
    assert ordinal_word(value) == word


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("pull", {"pull", "pulls", "pulled", "pulling"}),
        ("score", {"score", "scores", "scored", "scoring"}),
        ("rally", {"rally", "rallies", "rallied", "rallying"}),
        ("play", {"play", "plays", "played", "playing"}),
        ("finish", {"finish", "finishes", "finished", "finishing"}),
        ("lead", {"lead", "leads", "led", "leading"}),
        ("win", {"win", "wins", "won", "winning"}),
    ],
)
def test_all_forms_of_a_verb_are_made(verb: str, forms: set[str]) -> None:
    assert inflections(verb) == forms


@pytest.mark.parametrize(
    ("verb", "form"),
    [("drop", "dropped"), ("chip", "chipping"), ("top", "topping"), ("control", "controlled")],
)
def test_a_last_consonant_is_doubled(verb: str, form: str) -> None:
    assert form in inflections(verb)


@pytest.mark.parametrize(
    ("word", "month"),
    [("November", 11), ("Nov.", 11), ("nov", 11), ("Sept.", 9), ("May", 5), ("ma", None),
     ("", None), ("Monday", None), ("marching", None)],
)  # fmt: skip
def test_a_month_is_known_by_its_name_and_abbreviation(word: str, month: int | None) -> None:
    assert month_number(word) == month

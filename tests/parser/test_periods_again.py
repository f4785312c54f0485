"""A period named again by a noun alone: "31 points in the quarter"."""

from __future__ import annotations

import pytest
from reading import Reader


def periods(read: Reader, text: str) -> list[str]:
    """The periods that a text names."""
    found = read(text).document.mentions()
    return [mention.value for mention in found if mention.label == "period"]


@pytest.mark.parametrize(
    "text",
    [
        "Memphis won the third quarter. It scored 31 in the period.",
        "Memphis won the third quarter. Lee had nine in that same period.",
        "Lee was scoreless in the third quarter. Conley missed five times in it.",
        "Memphis won the third quarter. Conley sat. Allen had ten points during that frame.",
        "Memphis won the third quarter with 30, ten of them in the last minutes of the quarter.",
    ],
)
def test_a_noun_alone_is_the_period_named_last(read: Reader, text: str) -> None:
    assert periods(read, text) == ["Q3", "Q3"]


@pytest.mark.parametrize(
    "text",
    [
        # A half is no quarter.
        "Memphis won the second half. It scored 31 in the period.",
        "Memphis won the third quarter. It led with a quarter to play.",
        "Memphis won the third quarter. It led 76-71 at the end of the quarter.",
        "Memphis won the third quarter. It sat. It ran. It rested. It came back in the period.",
    ],
)
def test_a_noun_alone_may_be_no_period(read: Reader, text: str) -> None:
    assert len(periods(read, text)) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Memphis won the first quarter. Then Phoenix took the next period 25-20.", ["Q1", "Q2"]),
        ("Memphis led at the end of the third quarter and won the following frame.", ["Q3", "Q4"]),
        ("Memphis won the first half. The next quarter was better still.", ["H1", "Q3"]),
        ("Memphis won the fourth quarter. The next period never came.", ["Q4"]),
        # Half-time has come between.
        ("Memphis won the first quarter and led at the break. It took the next one, too.", ["Q1"]),
        ("Phoenix led 52-46 at halftime. Memphis won the next quarter 30-19.", ["Q3"]),
        (
            "Memphis won the first quarter. At the half it led. It won the next period.",
            ["Q1", "Q3"],
        ),
    ],
)
def test_the_next_is_the_one_after_the_one_named_last(
    read: Reader, text: str, expected: list[str]
) -> None:
    assert periods(read, text) == expected


def test_a_first_with_a_final_score_is_no_quarter(read: Reader) -> None:
    assert periods(read, "They have met twice. The first was 109-88, back in December.") == []
    assert periods(read, "They won two quarters. The first was 31-22.") == ["Q1"]


def test_what_something_lasted_until_is_not_told_of(read: Reader) -> None:
    text = (
        "Lee hit a three with 7:10 left in the first. Nobody else scored until the second "
        "quarter. Conley had six in the period."
    )
    assert periods(read, text) == ["Q1", "Q2", "Q1"]


def test_the_words_that_say_which_one_it_is_stand_where_it_was_named(read: Reader) -> None:
    document = read("Memphis won the third quarter. It scored 31 in the period.").document
    again = [mention for mention in document.mentions() if mention.label == "period"][-1]
    assert document.words[slice(*again.parts["which"])] == ["third"]

"""Dates in a text, however they are written."""

from __future__ import annotations

from datetime import date

import pytest

from factcheck.knowledge.dates import written_dates


@pytest.mark.parametrize(
    ("text", "stretch"),
    [
        ("won on November 5, 2014, in Phoenix", "November 5, 2014"),
        ("won on Nov . 5 , 2014 .", "Nov . 5 , 2014"),
        ("Wednesday, Nov. 5th, 2014", "Nov. 5th, 2014"),
        ("on 5 November 2014", "5 November 2014"),
        ("(11/5/14)", "11/5/14"),
        ("11_05_14", "11_05_14"),
        ("2014-11-05-MEM-PHX", "2014-11-05"),
    ],
)
def test_a_date_with_its_year_is_one_day(text: str, stretch: str) -> None:
    (found,) = written_dates(text)
    assert (text[found.start : found.end], found.date) == (stretch, date(2014, 11, 5))
    assert found.fits(date(2014, 11, 5))
    assert not found.fits(date(2015, 11, 5))


@pytest.mark.parametrize("text", ["on Nov. 5", "the 5th of November", "NOVEMBER 5 at home"])
def test_a_date_without_its_year_is_that_day_of_any_year(text: str) -> None:
    (found,) = written_dates(text)
    assert found.fits(date(2014, 11, 5))
    assert found.fits(date(2016, 11, 5))
    assert not found.fits(date(2014, 11, 6))


@pytest.mark.parametrize(
    "text", ["in November 2014", "Feb. 30", "shot 5-11", "decided 5", "won 102-91", "13/14"]
)
def test_other_numbers_are_no_dates(text: str) -> None:
    assert list(written_dates(text)) == []

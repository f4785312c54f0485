"""Dates as people write them: ``November 5, 2014``, ``5 Nov.``, ``2014-11-05``, ``11/5/14``."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass

from dateutil import parser

_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b ?\.?)"
)
_DAY = r"\d\d?(?:st|nd|rd|th)?"
_YEAR = r"(?: ?,? ?(?P<year_{}>\d{{4}})\b)?"
_DATE = re.compile(
    rf"\b(?:\d{{4}}-\d\d?-\d\d?|\d\d?[_/]\d\d?[_/](?:\d{{4}}|\d\d)"
    rf"|{_MONTH} {_DAY}\b{_YEAR.format(1)}|{_DAY} (?:of )?{_MONTH}{_YEAR.format(2)})(?!\d)",
    re.IGNORECASE,
)
# Stands in for a year that is not written; it has a 29th of February.
_SOME_YEAR = datetime.datetime(2000, 1, 1)


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date in a text.

    Args:
        start: Its first character.
        end: One past its last character.
        date: The date; where no year is written, its year means nothing.
        has_year: Whether a year is written.
    """

    start: int
    end: int
    date: datetime.date
    has_year: bool

    def fits(self, day: datetime.date) -> bool:
        """Tell whether it may stand for a day."""
        same = (self.date.month, self.date.day) == (day.month, day.day)
        return same and (self.date.year == day.year or not self.has_year)


def written_dates(text: str) -> Iterator[WrittenDate]:
    """Yield the dates of a text in order; the month comes first in ``11/5/14``."""
    for match in _DATE.finditer(text):
        plain = match[0].replace("_", "/").replace(" of ", " ")
        try:
            day = parser.parse(plain, default=_SOME_YEAR).date()
        except (ValueError, OverflowError):
            continue
        in_digits = not any(sign.isalpha() for sign in match[0])
        has_year = in_digits or bool(match["year_1"] or match["year_2"])
        yield WrittenDate(match.start(), match.end(), day, has_year)

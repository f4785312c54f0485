"""Rebounds of one end of the floor that is named before their number."""

from __future__ import annotations

import pytest

from factcheck import FactChecker
from factcheck.model import Story

GAME = "2014-11-05-MEM-PHX"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("The Suns hit the offensive glass for 12 rebounds.", ["OREB"]),
        ("The Suns hit the offensive boards for just 12 rebounds.", ["OREB", "OREB"]),
        ("The Suns owned the defensive glass for a total of 30 boards.", ["DREB"]),
        ("The Suns hit the glass for 40 rebounds.", ["REB"]),
        ("The Suns had 12 offensive rebounds for 40 rebounds in all.", ["OREB", "REB"]),
        ("The Suns hit the offensive glass and had 40 rebounds.", ["REB"]),
    ],
)
def test_the_end_before_a_number_tells_which_rebounds_are_meant(
    demo_checker: FactChecker, text: str, codes: list[str]
) -> None:
    document = demo_checker.prepare(Story("1", text, GAME))
    told = [
        unit.mention.value
        for sentence in document.sentences
        for unit in sentence.units
        if unit.mention is not None and unit.mention.label == "statistic"
    ]
    assert told == codes

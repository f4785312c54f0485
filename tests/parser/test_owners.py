"""Whose a number is where its clause names somebody else, or nobody."""

from __future__ import annotations

import pytest
from reading import Reader


@pytest.mark.parametrize(
    ("text", "word", "names"),
    [
        pytest.param(
            "Mike Conley held Goran Dragic to 12 points.", "12", ["Goran Dragic"], id="held-to",
        ),
        pytest.param(
            "Mike Conley held Goran Dragic to just 12 points, and had 8 rebounds.",
            "8", ["Mike Conley"], id="what-follows-is-the-holder-s",
        ),
        pytest.param(
            "Mike Conley had 24 points. The Memphis point guard added 11 assists.",
            "11", ["Mike Conley"], id="the-team-s-guard",
        ),
        pytest.param(
            "Mike Conley had 24 points. Memphis's guard added 11 assists.",
            "11", ["Mike Conley"], id="the-guard-of-a-team-that-owns",
        ),
        pytest.param(
            "Mike Conley fed Marc Gasol for 24 points. The Memphis star added 11 assists.",
            "11", [], id="either-of-two-of-the-team",
        ),
        pytest.param(
            "The Grizzlies were led by Conley off the bench, who had 24 points.",
            "24", ["Mike Conley"], id="who-after-off-the-bench",
        ),
    ],
)  # fmt: skip
def test_a_number_is(read: Reader, text: str, word: str, names: list[str]) -> None:
    assert read(text).who(word) == names

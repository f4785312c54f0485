"""A table's rows are read as the sentences that they stand for."""

from __future__ import annotations

import pytest
from reading import Reader

IN_ROWS = """The box score:

| Player | Team | PTS | REB | FG |
|---|---|:-:|---|---|
| Mike Conley | MEM | 24 | 3 | 8-15 |
| Eric Bledsoe | PHX | **23** | 4 | 9-18 |

It was close."""

IN_COLUMNS = """| | Mike Conley | Eric Bledsoe |
|---|---|---|
| Points | 24 | 23 |
| Field goals | 8-15 | 9-18 |
"""

QUARTERS = """| Team | 1 | 2 | 3 | 4 | Final |
|---|---|---|---|---|---|
| Memphis | 26 | 18 | 30 | 28 | 102 |
| Phoenix | 27 | 25 | 19 | 20 | 91 |
"""


def encoded(read: Reader, text: str) -> list[str]:
    return [sentence.encoding.replace("\x1f", " ") for sentence in read(text).document.sentences]


def test_players_in_rows_have_what_the_header_counts(read: Reader) -> None:
    story = read(IN_ROWS)
    assert story.who("24") == ["Mike Conley"]
    assert story.who("23") == story.who("4") == ["Eric Bledsoe"]
    assert len(story.document.sentences) == 4
    assert "{number:6:3} {statistic:7:REB}" in encoded(read, IN_ROWS)[1]
    assert "went {shooting:10:8-15} from {shot:12:FG}" in encoded(read, IN_ROWS)[1]


def test_players_in_columns_have_what_the_row_counts(read: Reader) -> None:
    story = read(IN_COLUMNS)
    assert story.who("24") == ["Mike Conley"]
    assert story.who("23") == ["Eric Bledsoe"]


def test_quarters_are_points_of_a_part_and_the_final_score_of_the_whole(read: Reader) -> None:
    first = encoded(read, QUARTERS)[0]
    assert "{number:2:26} {statistic:3:PTS} in the {period:6:Q1}" in first
    assert first.endswith("{number:30:102} {statistic:31:PTS} ;")


@pytest.mark.parametrize(
    "text",
    ["Memphis | Phoenix won 102-91.", "| A | B |\n|---|---|\n| 1 | 2 |\nMike Conley had 24."],
)
def test_what_no_header_tells_is_no_claim(read: Reader, text: str) -> None:
    assert all("PTS" not in sentence for sentence in encoded(read, text))

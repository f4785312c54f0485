"""A number that a place, a kind of shot, a defender or a time narrows is none of the box score."""

from __future__ import annotations

import pytest
from reading import Reader


@pytest.mark.parametrize(
    ("text", "word", "scope"),
    [
        pytest.param("Mike Conley had 14 in the paint.", "14", "other", id="place"),
        pytest.param("Mike Conley had six on the break.", "six", "other", id="fast-break"),
        pytest.param("Mike Conley had six at the break.", "six", "game", id="half-time"),
        pytest.param(
            "Mike Conley was 3-for-9 on pull-up jumpers.", "9", "other", id="kind-of-shot"
        ),
        pytest.param("Memphis made 31 percent of open threes.", "31", "game", id="of-shots"),
        pytest.param("Memphis shot 31 percent on open threes.", "31", "other", id="open-shots"),
        pytest.param("Mike Conley was 3-for-9 against Goran Dragic.", "9", "other", id="defender"),
        pytest.param(
            "Mike Conley had 14 points with Marc Gasol on the bench.", "14", "other", id="without"
        ),
        pytest.param("Mike Conley had 14 points in October.", "14", "other", id="month"),
        pytest.param("Mike Conley had 14 points as a rookie.", "14", "other", id="rookie"),
        pytest.param("Mike Conley had 24 points as a starter.", "24", "game", id="starter"),
        pytest.param("Mike Conley had 14 points against the Knicks.", "14", "other", id="stranger"),
        pytest.param("Mike Conley had 24 points against the Suns.", "24", "game", id="opponent"),
        pytest.param("At the rim, Mike Conley was 4-for-9.", "9", "other", id="fronted"),
        pytest.param(
            "With Marc Gasol on the bench Memphis shot 41 percent.", "41", "other", id="no-comma"
        ),
        pytest.param("In the paint they had 44; they won by 11.", "11", "game", id="no-further"),
        pytest.param("Mike Conley put 12 of 15 in the basket.", "15", "game", id="in-the-basket"),
        pytest.param("Mike Conley had six contested rebounds.", "six", "other", id="quality"),
        pytest.param(
            "Mike Conley scored 12 of his 24 points in the paint.", "24", "game", id="whole"
        ),
        pytest.param(
            "Mike Conley had 24 points while Marc Gasol scored 18 in the paint.",
            "24", "game", id="of-another-clause",
        ),
    ],
)  # fmt: skip
def test_a_narrowed_number_is_of_no_game(read: Reader, text: str, word: str, scope: str) -> None:
    assert read(text).when(word) == scope

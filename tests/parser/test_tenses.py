"""What a simple past tells, whatever other time a cue gives its clause."""

from __future__ import annotations

import pytest
from reading import Reader


@pytest.mark.parametrize(
    ("text", "word", "scope"),
    [
        pytest.param(
            "Mike Conley scored 24 points despite being questionable to play on Wednesday.",
            "24", "game", id="past-before-a-cue-for-what-comes-next",
        ),
        pytest.param(
            "Memphis shot 44 percent and 5-of-19 from deep, and will host Utah on Friday.",
            "44", "game", id="shots-of-a-team",
        ),
        pytest.param(
            "The rise of Conley this season continued Wednesday with 24 points.",
            "24", "game", id="past-after-a-cue-of-its-subject",
        ),
        pytest.param(
            "Mike Conley has scored 24 points in two games this season.",
            "24", "season", id="perfect",
        ),
        pytest.param(
            "Conley had already scored 24 points this season.", "24", "season", id="pluperfect",
        ),
        pytest.param(
            "Mike Conley is shooting 44 percent this season.", "44", "season", id="present",
        ),
        pytest.param(
            "Memphis beat Utah twice, with the meetings this season being decided by 24 points.",
            "24", "season", id="participle-of-a-helper",
        ),
        pytest.param(
            "Mike Conley followed up his season-high 24 points with another strong night.",
            "24", "season", id="number-beside-the-cue",
        ),
        pytest.param(
            "Conley, who has seen his season plagued by injuries, led Memphis with 24 points.",
            "24", "game", id="led-after-a-relative-clause",
        ),
        pytest.param(
            "Memphis won. Mike Conley tied his career high with 24 points.",
            "24", "game", id="high-that-is-tied",
        ),
        pytest.param(
            "Memphis won. Conley had 24, his fewest since an eight-point night against Utah.",
            "24", "game", id="before-what-is-measured-from-another-game",
        ),
        pytest.param(
            "Memphis won. Conley had 24, his fewest since an eight-point night against Utah.",
            "eight", "previous", id="what-is-measured-from",
        ),
        pytest.param(
            "Memphis won. Mike Conley made 8 shots after missing 11 shots against Utah.",
            "8", "game", id="before-what-looks-back",
        ),
        pytest.param(
            "Mike Conley had 11 assists for the third time in four games.",
            "11", "game", id="for-the-third-time",
        ),
    ],
)  # fmt: skip
def test_a_number_is_told_of(read: Reader, text: str, word: str, scope: str) -> None:
    assert read(text).when(word) == scope

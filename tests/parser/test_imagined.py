"""What a sentence only imagines is of no game."""

from __future__ import annotations

import pytest
from reading import Reader


@pytest.mark.parametrize(
    ("text", "word", "scope"),
    [
        pytest.param(
            "If Mike Conley had made two more, he would have had 30 points.",
            "30", "imagined", id="what-would-have-been",
        ),
        pytest.param(
            "If Mike Conley had made two more, he would have had 30 points.",
            "two", "imagined", id="its-condition",
        ),
        pytest.param(
            "Had Mike Conley made two more shots, he could have finished with 30.",
            "two", "imagined", id="inverted-condition",
        ),
        pytest.param(
            "Mike Conley would have had 30 points had he made two more shots, but he had 24.",
            "24", "game", id="what-he-really-had",
        ),
        pytest.param(
            "Mike Conley would have finished with 30 instead of 24.", "24", "game", id="instead",
        ),
        pytest.param(
            "Mike Conley scored 24 points, had 11 assists and would have liked more.",
            "11", "game", id="had-with-its-object",
        ),
        pytest.param(
            "If anything, Mike Conley, who had 24 points, did too much.",
            "24", "game", id="if-without-a-consequence",
        ),
        pytest.param(
            "Mike Conley took 14 shots; take away the threes and he was 6-for-10.",
            "10", "imagined", id="what-is-left",
        ),
        pytest.param(
            "If you leave out the threes, Mike Conley was 6-for-10.",
            "10", "imagined", id="what-is-left-if",
        ),
        pytest.param(
            "Mike Conley took 14 shots; take away the threes and he was 6-for-10.",
            "14", "game", id="before-it",
        ),
        pytest.param(
            "The Suns wanted 50 rebounds and had 42.", "50", "imagined", id="what-was-wished-for",
        ),
        pytest.param("The Suns wanted 50 rebounds and had 42.", "42", "game", id="what-was-had"),
        pytest.param("The Suns wanted it more and had 42.", "42", "game", id="a-wish-of-no-number"),
        pytest.param(
            "The Suns had hoped to score 110 but had 91.", "110", "imagined", id="what-was-hoped",
        ),
        pytest.param("The Suns had hoped to score 110 but had 91.", "91", "game", id="what-came"),
        pytest.param(
            "With a chance to score 100, the Suns had 91.", "100", "imagined", id="a-chance",
        ),
        pytest.param(
            "Trying to score 110, the Suns had 91.", "110", "imagined", id="what-was-tried-first",
        ),
        pytest.param(
            "With another 10 points they would have had 101.", "10", "imagined", id="with-more",
        ),
        pytest.param(
            "Mike Conley thought he had 30, but he had 24.", "30", "imagined", id="thought",
        ),
        pytest.param("Mike Conley said he had 24.", "24", "game", id="what-was-said"),
        pytest.param(
            "Imagine if Mike Conley had made all 14 shots.", "14", "imagined", id="imagine-if",
        ),
        pytest.param("Did Mike Conley score 30?", "30", "imagined", id="what-is-asked"),
        pytest.param("Did you see Mike Conley score 24?", "24", "game", id="taken-for-granted"),
    ],
)  # fmt: skip
def test_what_is_imagined_is_of_no_game(read: Reader, text: str, word: str, scope: str) -> None:
    assert read(text).when(word) == scope

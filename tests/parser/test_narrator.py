"""Which team a writer means by "we"."""

from __future__ import annotations

import pytest
from reading import Reader


@pytest.mark.parametrize(
    ("text", "word", "names"),
    [
        pytest.param("We lost. We made 32 shots.", "32", ["Suns"], id="lost"),
        pytest.param("We beat the Suns! We made 40 shots.", "40", ["Grizzlies"], id="beat-them"),
        pytest.param(
            "Our Mike Conley had 24. The Suns led early, but we made 40 shots.",
            "40", ["Grizzlies"], id="our-man",
        ),
        pytest.param("We won. We made 40 shots. They made 32.", "32", ["Suns"], id="they"),
        pytest.param(
            "We won. The Suns led early. They made 32.", "32", ["Suns"], id="they-named-before",
        ),
        pytest.param(
            "The Suns led early. We won the third, and we made 40.", "40", [], id="untold",
        ),
        pytest.param(
            'The Suns led early. "We lost, we lost," he said. They made 32 shots.',
            "32", ["Suns"], id="in-quotes",
        ),
        pytest.param(
            "We won. The Suns made fewer shots than we did, 32 of them.",
            "32", ["Suns"], id="measured-from",
        ),
    ],
)  # fmt: skip
def test_we_are_the_team_that_the_writer_s_words_tell(
    read: Reader, text: str, word: str, names: list[str]
) -> None:
    assert read(text).who(word) == names

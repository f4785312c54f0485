"""What a pronoun says where both teams are named before it."""

from __future__ import annotations

import pytest

from factcheck import FactChecker

GAME = "2014-11-05-MEM-PHX"


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        # So often the Suns did.
        ("The Grizzlies beat the Suns 102-91. They turned the ball over 21 times.", []),
        # So often neither did.
        ("The Grizzlies beat the Suns 102-91. They turned the ball over 17 times.", ["17"]),
        # Nobody else is named.
        ("The Grizzlies played on. They turned the ball over 21 times.", ["21"]),
        # A sentence's own team goes first.
        ("The Suns lost. The Grizzlies won although they turned the ball over 21 times.", ["21"]),
    ],
)
def test_what_is_true_of_the_other_team_is_no_mistake(
    eager_checker: FactChecker, text: str, marked: list[str]
) -> None:
    mistakes = eager_checker.check(text, GAME).mistakes
    assert [mistake.span.text for mistake in mistakes] == marked

"""A day and an opponent of two games: the word that is not right of the nearest game is wrong."""

from __future__ import annotations

import pytest

from factcheck import FactChecker

GAME = "2014-11-05-MEM-PHX"
"""The Suns play Sacramento on Friday and Golden State on Sunday; the Lakers were on Tuesday."""


def marks(checker: FactChecker, text: str) -> list[tuple[str, str | None]]:
    return [(m.span.text, m.correction) for m in checker.check(text, GAME).mistakes]


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("For the Suns, Friday it's {}, and they get two days off.", "Golden State", "Sacramento"),
        ("The Suns host the {} on Friday and then, on Sunday, Golden State.", "Jazz", "Kings"),
        ("The Suns host the Kings on Friday and then, on Sunday, the {}.", "Jazz", "Warriors"),
        ("The Suns will entertain Sacramento on {}.", "Sunday", "Friday"),
        ("Phoenix is home to Sacramento on Friday and Golden State on {}.", "Saturday", "Sunday"),
        ("The Suns were tired after beating the {} on Tuesday.", "Spurs", "Lakers"),
        ("The Suns were tired after beating the Lakers on {}.", "Monday", "Tuesday"),
    ],
)
def test_the_nearest_game_tells_which_word_is_wrong(
    eager_checker: FactChecker, text: str, wrong: str, right: str
) -> None:
    assert marks(eager_checker, text.format(right)) == []
    assert marks(eager_checker, text.format(wrong)) == [(wrong, right)]


def test_what_fits_no_game_at_all_stays_as_rules_judge_it(eager_checker: FactChecker) -> None:
    text = "The Suns will host the Nets on Monday."
    assert [mark[0] for mark in marks(eager_checker, text)] == ["Nets", "Monday"]


def test_a_day_off_is_no_day_of_a_game(eager_checker: FactChecker) -> None:
    assert marks(eager_checker, "The Suns have Thursday off before they host the Kings.") == []

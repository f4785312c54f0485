"""Two numbers that no rule with words of its own read."""

from __future__ import annotations

import pytest

from factcheck import FactChecker

GAME = "2014-11-05-MEM-PHX"


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("Assists favored the Grizzlies, 25 to 13.", []),
        ("Assists favored the Grizzlies, 25 to 16.", ["16"]),
        # Of which shots they are may be said before, and of whom in the clause.
        ("From the line the Suns were 19-for-21 and the Grizzlies 13-for-17.", []),
        ("From the line the Suns were 19-for-24.", ["24"]),
        # Neither is right: of something else.
        ("Assists favored the Grizzlies, 31 to 17.", []),
        # What has a number of its own is not what the pair counts.
        ("With 25 assists the Grizzlies were better in the paint, 40-13.", []),
        # Percentages are no counts.
        ("Assists and shooting favored the Grizzlies, 25.2 against 16.4.", []),
        # A score is one, whatever stands near it.
        ("Assists mattered as Memphis pulled away, 102-91.", []),
    ],
)
def test_a_pair_is_what_the_words_around_it_count(
    demo_checker: FactChecker, text: str, marked: list[str]
) -> None:
    assert [one.span.text for one in demo_checker.check(text, game=GAME).mistakes] == marked


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("The Suns were held to 19 in the third quarter.", []),
        ("The Suns were held to 24 in the third quarter.", ["24"]),
        ("Memphis held the Suns to 24 in the third quarter.", ["24"]),
    ],
)
def test_who_is_held_to_a_number_has_it(
    demo_checker: FactChecker, text: str, marked: list[str]
) -> None:
    report = demo_checker.check(text, game=GAME)
    assert [mistake.span.text for mistake in report.mistakes] == marked

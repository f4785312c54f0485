"""Which numbers of a text a claim decides: what the benchmark of that name counts."""

from __future__ import annotations

import sys
from pathlib import Path

from factcheck import FactChecker, Story

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))

from decided import line, numbers

GAME = "2014-11-05-MEM-PHX"
TEXT = (
    "Mike Conley had 24 points and a rebound. Marcus Morris handed out three assists. "
    "Memphis sold 17,000 tickets, and the Suns drafted him with the 13th pick in 2011."
)


def test_right_and_wrong_numbers_are_decided_others_are_not(eager_checker: FactChecker) -> None:
    story = Story("s", TEXT, GAME)
    found = list(numbers(eager_checker, story, eager_checker.check(TEXT, GAME)))
    states = {one.span.text: one.state for one in found}
    # "a rebound" has an article, no number.
    assert states.keys() >= {"24", "three", "13th"}
    assert "a" not in states
    assert states["24"] == states["three"] == "decided"
    assert states["13th"] != "decided"


def test_a_number_is_shown_on_one_line_with_the_words_around_it(eager_checker: FactChecker) -> None:
    story = Story("s\tt", TEXT.replace(". ", ".\n"), GAME)
    found = numbers(eager_checker, story, eager_checker.check(story.text, GAME))
    open_ones = [line("own", story, one) for one in found if one.state != "decided"]
    assert open_ones
    for shown in open_ones:
        assert shown.count("\t") == 5
        assert "\n" not in shown
        assert "[[" in shown

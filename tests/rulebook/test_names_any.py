"""Which words a pattern names itself."""

from __future__ import annotations

import pytest

from factcheck.rulebook.patterns import Pattern


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("did not score", True),
        ("<never | hardly> led", True),
        ("never? let", True),
        ("^!<not | n't> {number} points", False),
        ("led !<not (the | a)>", False),
        ("{player} ...4 led", False),
        ("notable win", False),
    ],
)
def test_a_pattern_names_words_that_a_match_may_hold(source: str, named: bool) -> None:
    pattern = Pattern(source.replace("(the | a)", "<the | a>"))
    assert pattern.names_any({"not", "never"}) is named

"""What departures from the likeliest reading cost is data, each cost known by name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from factcheck.errors import RuleError
from factcheck.interpretation.readings import costs as reading_costs
from factcheck.interpretation.readings.costs import costs, most, ranked, tried


@pytest.fixture
def decision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the file that may be broken."""
    known = reading_costs.rules_folder() / "decision" / "readings.toml"
    copy = tmp_path / "decision" / known.name
    copy.parent.mkdir()
    copy.write_text(known.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(reading_costs, "rules_folder", lambda: tmp_path)
    for read in (costs, most):
        read.cache_clear()
    yield copy
    for read in (costs, most):
        read.cache_clear()


def test_the_likeliest_costs_nothing_and_each_further_one_as_much_again() -> None:
    each = costs().other_statistic
    assert ranked(["PTS", "REB", "AST"]) == [("PTS", 0.0), ("REB", each), ("AST", 2 * each)]


def test_what_may_contradict_costs_less_than_a_guess() -> None:
    assert most().quantity < costs().guessed_points <= most().witnessed_quantity
    assert most().fact < costs().unsure


def test_others_may_be_tried_and_are_forgotten_again() -> None:
    known, limit = costs(), most()
    with tried({"costs.other_statistic": 5.0, "most.part": 0.0}):
        assert ranked(["PTS", "REB"]) == [("PTS", 0.0), ("REB", 5.0)]
        assert (costs().farther, most().part) == (known.farther, 0.0)
    assert (costs(), most()) == (known, limit)


@pytest.mark.parametrize(
    ("found", "instead", "told"),
    [
        ("farther = 0.3", "", "costs.farther: a cost is missing"),
        (
            "farther = 0.3",
            "farther = 0.3\nfurther = 0.3",
            "costs.further: a cost is read by nothing",
        ),
        ("farther = 0.3", "farther = 'far'", "a weight must be a number"),
    ],
)
def test_a_broken_file_is_told(decision: Path, found: str, instead: str, told: str) -> None:
    text = decision.read_text(encoding="utf-8")
    decision.write_text(text.replace(found, instead, 1), encoding="utf-8")
    with pytest.raises(RuleError) as error:
        costs()
    assert told in str(error.value)

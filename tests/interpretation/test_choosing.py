"""Of what explains the same, the likeliest stands, if it is likelier than what the rules found."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from factcheck.errors import RuleError
from factcheck.interpretation.explanations.likeliest import (
    CLOSE,
    DAY,
    OPPONENT,
    SOURCES,
    Chooser,
    Explanation,
    Tokens,
    load_weights,
)
from factcheck.support.resources import rules_folder

WEIGHTS = {DAY: {"bias": -1.0, "next": 2.0}, OPPONENT: {"bias": 0.5, "next": 1.0}}


@dataclass
class Told:
    """An explanation as sources make them."""

    source: str
    explains: Collection[Hashable]
    features: dict[str, float] = field(default_factory=lambda: {"bias": 1.0})
    marked: Collection[Tokens] = ((4, 5),)
    cleared: Collection[Tokens] = ((7, 8),)


def chosen(*explanations: Told) -> list[Told]:
    return [one for one, _ in Chooser(WEIGHTS).choose(explanations)]


def test_what_is_less_likely_than_what_the_rules_found_does_not_stand() -> None:
    assert chosen(Told(DAY, {1})) == []
    following = Told(DAY, {1}, {"bias": 1.0, "next": 1.0})
    assert chosen(following) == [following]


def test_of_what_explains_the_same_the_likeliest_stands() -> None:
    day, other = Told(DAY, {1, 2}, {"bias": 1.0, "next": 2.0}), Told(OPPONENT, {2, 3})
    elsewhere = Told(OPPONENT, {4})
    assert chosen(other, elsewhere, day) == [day, elsewhere]


def test_two_sources_that_are_nearly_as_likely_leave_it_open() -> None:
    near = (0.5 + CLOSE / 2 + 1.0) / 2.0
    assert chosen(Told(OPPONENT, {1}), Told(DAY, {1}, {"bias": 1.0, "next": near})) == []


def test_two_of_one_source_do_not_leave_it_open() -> None:
    first, second = Told(OPPONENT, {1}), Told(OPPONENT, {1}, {"bias": 1.0, "next": -0.1})
    assert chosen(second, first) == [first]


def test_features_without_a_weight_count_nothing() -> None:
    one = Told(OPPONENT, {1}, {"bias": 1.0, "weather": -9.0})
    assert Chooser(WEIGHTS).odds(one) == 0.5


def test_who_watches_sees_what_is_offered() -> None:
    seen: list[tuple[Sequence[Explanation], Sequence[Explanation]]] = []
    day, other = Told(DAY, {1}), Told(OPPONENT, {2})
    chooser = Chooser(WEIGHTS)
    with chooser.watched(lambda offered, standing: seen.append((offered, standing))):
        chooser.choose([day, other])
    chooser.choose([day])
    assert seen == [([day, other], [other])]


def test_each_source_has_weights() -> None:
    weights = load_weights(rules_folder() / "decision" / "explanations.toml")
    assert set(weights) == set(SOURCES)
    assert all(own for own in weights.values())


def test_a_source_without_weights_is_told(tmp_path: Path) -> None:
    path = tmp_path / "explanations.toml"
    path.write_text("[player]\nbias = 1.0\n", encoding="utf-8")
    with pytest.raises(RuleError, match="team"):
        load_weights(path)

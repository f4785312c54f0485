"""Scenes: which part of the game a number belongs to, and who was better in it."""

from __future__ import annotations

import pytest
from engine import Engine

from factcheck.interpretation.facts.part_scene import Scene
from factcheck.interpretation.wordings import FactWords
from factcheck.knowledge import KnowledgeBase
from factcheck.rulebook.book import Rulebook
from factcheck.support.resources import rules_folder

TEAMS = ("MEM", "PHX")


@pytest.fixture(scope="module")
def engine(demo: KnowledgeBase, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(demo, tmp_path_factory.mktemp("rules"))


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return Rulebook.load(rules_folder())


def scene(engine: Engine, book: Rulebook, text: str) -> Scene:
    cues = next(rule.cues for rule in book.rules if rule.id == "part-margin")
    return Scene(engine.read(text).sentences[0], cues, FactWords.of(book.vocabulary))


def unit(scene: Scene, value: int) -> int:
    """The unit of a number."""
    return next(
        index
        for index, one in enumerate(scene.sentence.units)
        if one.mention is not None
        and one.mention.label == "number"
        and one.mention.data["value"] == value
        and not any(place.start <= index < place.end for place in scene.places)
    )


def parts(scene: Scene, *values: int) -> list[tuple[tuple[str, ...], bool] | None]:
    """The parts of numbers, and whether their ends are meant."""
    found = [scene.place(unit(scene, value)) for value in values]
    return [None if one is None else (one[0].codes, one[0].ended) for one in found]


def test_each_number_belongs_to_the_part_of_its_own_segment(engine: Engine, book: Rulebook) -> None:
    one = scene(
        engine, book, "Up 11 after a quarter, 13 at the break and 15 through three, they won."
    )
    assert parts(one, 11, 13, 15) == [(("Q1",), True), (("H1",), True), (("Q1-Q3",), True)]


def test_a_part_may_stand_before_or_after_its_number(engine: Engine, book: Rulebook) -> None:
    one = scene(engine, book, "Memphis won the second quarter by six and in the fourth by nine.")
    assert parts(one, 6, 9) == [(("Q2",), False), (("Q4",), False)]


def test_parts_may_be_counted_together(engine: Engine, book: Rulebook) -> None:
    one = scene(engine, book, "Memphis won the second and fourth quarters by a combined 14 points.")
    (found,) = parts(one, 14)
    assert found is not None
    assert (sorted(found[0]), found[1]) == (["Q2", "Q4"], False)


def test_entering_a_quarter_is_the_end_of_the_one_before(engine: Engine, book: Rulebook) -> None:
    one = scene(engine, book, "Entering the fourth quarter, the Suns trailed by five.")
    assert parts(one, 5) == [(("Q1-Q3",), True)]


def test_what_a_segment_leaves_out_is_taken_from_the_one_before(
    engine: Engine, book: Rulebook
) -> None:
    one = scene(engine, book, "The Suns won the second quarter by five, Memphis the third by 11.")
    index = unit(one, 11)
    (place, _), told = one.place(index) or (None, 0), None
    assert place is not None
    told = one.side(index, place)
    assert told is not None
    side, own = told
    whose = one.whose(index, side, own, TEAMS)
    assert (side.kind, own, whose and whose.team) == ("won", False, "MEM")


def test_whom_the_words_befall_is_not_whom_they_are_about(engine: Engine, book: Rulebook) -> None:
    one = scene(engine, book, "Memphis led the Suns by five after three quarters.")
    index = unit(one, 5)
    found = one.place(index)
    assert found is not None
    told = one.side(index, found[0])
    assert told is not None
    whose = one.whose(index, *told, TEAMS)
    assert whose is not None
    assert whose.team == "MEM"


def test_a_relative_clause_tells_of_the_part_before_it(engine: Engine, book: Rulebook) -> None:
    one = scene(engine, book, "It took a big third quarter in which Courtney Lee scored seven.")
    linked = one.linked(unit(one, 7))
    assert linked is not None
    assert linked.codes == ("Q3",)


def test_a_moment_makes_its_segment_void(engine: Engine, book: Rulebook) -> None:
    one = scene(engine, book, "Memphis led by 11 early in the third quarter, by five after it.")
    assert one.is_void(unit(one, 11))
    assert not one.is_void(unit(one, 5))

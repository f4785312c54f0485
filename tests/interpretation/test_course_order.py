"""Which shots a story tells of: what is told of each, and in what order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from factcheck import FactChecker
from factcheck.interpretation.course.order import Play, place_all
from factcheck.interpretation.course.told_deeds import ToldDeed
from factcheck.interpretation.course.told_shots import ToldShot, is_of_family
from factcheck.knowledge import KnowledgeBase
from factcheck.knowledge.deeds import Deed, Plays
from factcheck.knowledge.parts import in_stretch
from factcheck.knowledge.shots import Names, Shots, shots_of

ONE, OTHER, THIRD = 1, 2, 3
NAMES = Names({ONE: "Al One", OTHER: "Bo Other", THIRD: "Cy Third"}, {ONE: "One", OTHER: "Other"})


def course(*shots: tuple[int, int, int, int]) -> Shots:
    """Return a game of baskets, each with its period, clock, player and value, by the hosts."""
    points = 0
    rows: list[dict[str, Any]] = []
    for number, (period, clock, player, value) in enumerate(shots, start=1):
        points += value
        rows.append(
            {
                "number": number, "period": period, "clock": clock, "kind": "shot",
                "detail": "jump", "made": True, "value": value, "distance": 24,
                "team_id": "PHX", "player_id": player, "other_id": None,
                "home_points": points, "away_points": 0,
            }
        )  # fmt: skip
    return shots_of(rows, "PHX")


SHOTS = course(
    (1, 600, ONE, 3), (1, 500, OTHER, 2), (2, 300, THIRD, 2), (4, 120, OTHER, 3), (4, 90, THIRD, 3),
    (4, 60, ONE, 2),
)  # fmt: skip

GAME = Plays(SHOTS, (Deed(5, 4, 100, "steal", ONE, OTHER), Deed(2, 2, 400, "steal", OTHER, THIRD)))


def three_of(player: int, place: int, **more: Any) -> ToldShot:
    """Return what is told of a three of a player."""
    return ToldShot(place=place, sentence=1, family="three", kind="three", actor=player, **more)


def meant(places: list[Any], number: int) -> Play:
    """Return the likeliest shot of a place."""
    return max(places[number].choices, key=lambda choice: choice.all_odds).play


def test_a_shot_that_fits_is_meant() -> None:
    (place,) = place_all([three_of(OTHER, 0)], GAME, NAMES)
    assert place.fitting is not None
    assert place.fitting.play.number == 4


def test_a_time_told_to_the_second_speaks_against_the_name() -> None:
    told = three_of(ONE, 0, clock_least=117.0, clock_most=123.0, sharp=True, stretch="Q4")
    (place,) = place_all([told], GAME, NAMES)
    assert place.fitting is None
    assert place.wrong is not None
    assert (place.wrong.play.number, place.wrong.off) == (4, ("actor",))


def test_what_is_told_right_after_is_of_the_same_time() -> None:
    """Al One hit "another" 30 seconds after a three of the fourth: his was in the first quarter."""
    first, second = three_of(OTHER, 0), three_of(ONE, 10, later=30.0, others=(OTHER,))
    places = place_all([first, second], GAME, NAMES)
    assert meant(places, 0).number == 4
    assert meant(places, 1).number == 5
    assert places[1].wrong is not None
    assert places[1].wrong.off == ("actor",)


def test_far_apart_in_the_text_order_tells_nothing() -> None:
    far = three_of(ONE, 100)
    places = place_all([three_of(OTHER, 0), far], GAME, NAMES)
    assert meant(places, 1).number == 1


def test_shots_of_a_list_may_stand_in_any_order() -> None:
    tolds = [three_of(OTHER, 0, in_list=True), three_of(ONE, 3, in_list=True)]
    places = place_all(tolds, GAME, NAMES)
    assert [meant(places, number).number for number in (0, 1)] == [4, 1]


def test_without_plays_nothing_is_found() -> None:
    (place,) = place_all([three_of(ONE, 0)], Plays(), NAMES)
    assert (place.fitting, place.wrong) == (None, None)


def test_namesakes_are_not_told_apart() -> None:
    names = replace(NAMES, surnames={ONE: "Lee", OTHER: "Lee"})
    slots = {s.name: s.fits for s in three_of(ONE, 0).slots(SHOTS.all[3], names, None)}
    assert slots == {"actor": True, "kind": True}


def test_writers_and_scorers_differ_at_the_rim() -> None:
    tip = replace(SHOTS.all[1], detail="layup", distance=2)
    assert is_of_family("tip", tip)
    assert not is_of_family("hook", tip)


def test_statements_call_shots_the_same(examples_kb: KnowledgeBase) -> None:
    """What the rules' SQL counts as a dunk is what a dunk told of may be."""
    connection = examples_kb.connection
    connection.execute(FactChecker(examples_kb).rulebook.macros)
    families = "three", "alley-oop", "dunk", "tip", "layup", "hook", "floater", "jumper", "any"
    shots = connection.execute("""
        SELECT DISTINCT detail, value, distance, family, shot_fits(family, detail, value, distance)
        FROM play, (SELECT unnest(?) AS family) WHERE kind = 'shot'
    """, [list(families)]).fetchall()  # fmt: skip
    kinds = {detail for detail, *_ in shots}
    assert len(kinds) > 10
    for detail, value, distance, family, by_sql in shots:
        shot = replace(SHOTS.all[0], detail=detail, value=value, distance=distance)
        assert bool(by_sql) == is_of_family(family, shot), (family, detail, value, distance)


def test_stretches_of_a_game() -> None:
    told = {"Q3": [3], "H1": [1, 2], "Q2-Q4": [2, 3, 4], "OT": [5, 6], "OT2": [6], "REG": [1, 4]}
    assert all(in_stretch(period, name) for name, periods in told.items() for period in periods)
    assert not in_stretch(5, "REG")
    assert in_stretch(3, None)


@pytest.mark.parametrize(
    ("stretch", "periods"),
    [
        ("Q4-OT", {4, 5, 6}), ("H2-OT", {3, 4, 5, 6}), ("Q1-OT2", {1, 2, 3, 4, 5, 6}),
        ("", set(range(1, 7))), ("Q9", set(range(1, 7))), ("the end", set(range(1, 7))),
    ],
)  # fmt: skip
def test_stretches_that_are_seldom_or_never_told(stretch: str, periods: set[int]) -> None:
    assert {period for period in range(1, 7) if in_stretch(period, stretch)} == periods


def test_a_deed_is_placed_by_the_shot_told_before_it() -> None:
    """After a three by Other: "Al One stripped Cy Third": it was Other whom he stripped then."""
    steal = ToldDeed(place=8, sentence=1, kind="steal", actor=ONE, victim=THIRD)
    alone = place_all([steal], GAME, NAMES)[0]
    after = place_all([three_of(OTHER, 0), steal], GAME, NAMES)[1]
    assert alone.wrong is not None
    assert after.wrong is not None
    assert (after.wrong.play.number, after.wrong.off) == (5, ("victim",))
    rivals = [choice for choice in alone.choices if choice.off == ("actor",)]
    assert rivals[0].all_odds == alone.wrong.all_odds


def test_a_deed_of_a_period_is_of_no_other() -> None:
    steal = ToldDeed(place=0, sentence=1, kind="steal", actor=ONE, told="Q1", stretch="Q1")
    assert place_all([steal], GAME, NAMES)[0].choices == []

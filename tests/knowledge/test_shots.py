"""The shots of a game with what each did to it, from rows of plays."""

from __future__ import annotations

from typing import Any

from factcheck.knowledge.shots import Shots, seconds_played, shots_of

HOME, AWAY = "PHX", "MEM"


def play(number: int, clock: int, kind: str, team: str, player: int, **more: Any) -> dict[str, Any]:
    """Return a row of a play of the first quarter, as the knowledge base has it."""
    row = {
        "number": number, "period": 1, "clock": clock, "kind": kind, "detail": "jump",
        "made": True, "value": 2 if kind == "shot" else 1, "distance": 10, "team_id": team,
        "player_id": player, "other_id": None, "home_points": 0, "away_points": 0,
    }  # fmt: skip
    return row | more


def first_minutes() -> Shots:
    """Return a basket with a free throw, a tie, a miss followed up, and a lead for good."""
    return shots_of(
        [
            play(1, 700, "shot", HOME, 1, home_points=2),
            play(2, 700, "free throw", HOME, 1, home_points=3),
            play(3, 680, "shot", AWAY, 7, value=3, other_id=8, home_points=3, away_points=3),
            play(4, 660, "shot", HOME, 2, made=False, home_points=3, away_points=3),
            play(5, 658, "shot", HOME, 1, home_points=5, away_points=3),
            play(6, 640, "free throw", AWAY, 8, home_points=5, away_points=4),
            play(7, 640, "free throw", AWAY, 8, made=False, home_points=5, away_points=4),
        ],
        HOME,
    )


def test_a_score_after_a_shot_counts_the_free_throw_with_it() -> None:
    basket = first_minutes().all[0]
    assert (basket.score, basket.after, basket.before) == ((2, 0), (3, 0), (0, 0))


def test_free_throws_taken_at_once_are_one_shot() -> None:
    trip = first_minutes().all[-1]
    assert trip.is_free
    assert trip.falls == (True, False)
    assert (trip.points, trip.number) == (1, 7)


def test_what_a_basket_did_to_the_game() -> None:
    shots = {shot.number: shot for shot in first_minutes().all}
    three, follow_up = shots[3].turn, shots[5].turn
    assert three is not None
    assert follow_up is not None
    assert three.levels
    assert not three.takes
    assert follow_up.takes
    assert follow_up.settles
    assert follow_up.breaks
    assert follow_up.own_before == 2
    assert shots[4].turn is None


def test_whose_miss_was_followed_up() -> None:
    shots = {shot.number: shot for shot in first_minutes().all}
    assert shots[5].missed_before == 2
    assert shots[3].missed_before is None


def test_passes_and_shots_of_a_kind_are_counted() -> None:
    shots = {shot.number: shot for shot in first_minutes().all}
    assert (shots[3].passer, shots[3].nth_pass) == (8, 1)
    assert [shots[number].nth for number in (1, 5)] == [1, 2]


def test_runs_are_what_a_team_scored_without_an_answer() -> None:
    assert [(run.team, run.points) for run in first_minutes().runs] == [
        (HOME, 3), (AWAY, 3), (HOME, 2), (AWAY, 1),
    ]  # fmt: skip


def test_seconds_are_counted_over_overtimes() -> None:
    assert [seconds_played(*at) for at in ((1, 700), (4, 0), (5, 300), (6, 10))] == [
        20, 2880, 2880, 3470,
    ]  # fmt: skip

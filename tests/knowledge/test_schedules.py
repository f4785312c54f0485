"""Schedules and line scores of stats.nba.com: places, times, quarters, spells of known schedule."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from factcheck.knowledge import KnowledgeBase, build
from tests.knowledge.small_sources import Row, write_csv

pytestmark = pytest.mark.slow


def scheduled(
    game_id: str,
    day: str,
    visitors: str,
    hosts: str,
    points: tuple[int, int] | None,
    **changes: Any,
) -> Row:
    """One row of a schedule; without points the game is still to be played."""
    away, home = points or (0, 0)
    return {
        "gameId": game_id,
        "gameDateEst": f"{day}T00:00:00Z",
        "gameTimeEst": "1900-01-01T22:00:00Z",
        "gameStatus": 3 if points else 1,
        "homeTeam_teamTricode": hosts,
        "awayTeam_teamTricode": visitors,
        "homeTeam_score": home,
        "awayTeam_score": away,
        "arenaName": "Some Arena",
        "arenaCity": "Some Town",
        "arenaState": "ST",
        "isNeutral": False,
        **changes,
    }


def built(folder: Path, games: Sequence[Row], *more: Path) -> KnowledgeBase:
    """A knowledge base of a schedule and other sources."""
    source = write_csv(folder / "schedule.csv", "schedule", games)
    build(folder / "kb.duckdb", [source, *more])
    return KnowledgeBase.open(folder / "kb.duckdb")


def rows(kb: KnowledgeBase, sql: str) -> list[tuple[Any, ...]]:
    """The rows of a query, times as text."""
    found = kb.connection.execute(sql).fetchall()
    return [tuple(str(one) if hasattr(one, "isoformat") else one for one in row) for row in found]


def test_a_schedule_tells_the_local_time_of_a_game(tmp_path: Path) -> None:
    game = scheduled("0022400101", "2024-11-05", "MEM", "PHX", (102, 91))
    with built(tmp_path, [game]) as kb:
        found = rows(kb, "SELECT tip_off, city, winner_id, league_game_id FROM game")
    # 22:00 in New York; the reference data knows the place.
    assert found == [("20:00:00", "Phoenix", "MEM", "0022400101")]


def test_beyond_the_reference_data_a_schedule_tells_where_games_are_played(tmp_path: Path) -> None:
    games = [
        scheduled("0023100001", "2031-10-21", "MEM", "PHX", (102, 91)),
        scheduled(
            "0023100002", "2031-10-23", "PHX", "MEM", (99, 91),
            isNeutral=True, arenaName="Far Hall", arenaCity="Far Town",
        ),
    ]  # fmt: skip
    with built(tmp_path, games) as kb:
        found = rows(kb, "SELECT arena, city, neutral FROM game ORDER BY date")
        arenas = rows(
            kb, "SELECT team_id, name, first_date FROM arena WHERE first_date > '2031-01-01'"
        )
    assert found == [("Some Arena", "Some Town", False), ("Far Hall", "Far Town", True)]
    assert arenas == [("PHX", "Some Arena", "2031-10-21")]


def test_in_a_season_under_way_all_games_are_known_up_to_the_first_unplayed_one(
    tmp_path: Path,
) -> None:
    games = [
        scheduled("0023100001", "2031-10-21", "MEM", "PHX", (102, 91)),
        scheduled("0023100002", "2031-10-23", "PHX", "MEM", (99, 91)),
        scheduled("0023100003", "2031-10-25", "PHX", "MEM", None),
        # Played although an earlier game is not: what lies between is not known.
        scheduled("0023100004", "2031-10-27", "PHX", "MEM", (99, 91)),
    ]
    with built(tmp_path, games) as kb:
        records = rows(
            kb, "SELECT date, wins, losses FROM team_game WHERE team_id = 'MEM' ORDER BY date"
        )
        following = rows(kb, "SELECT date FROM next_game WHERE team_id = 'MEM'")
    assert records == [("2031-10-21", 1, 0), ("2031-10-23", 1, 1), ("2031-10-27", None, None)]
    assert following == [("2031-10-23",)]


def test_games_outside_the_season_and_without_a_result_are_no_games(tmp_path: Path) -> None:
    games = [
        scheduled("0012400001", "2024-10-06", "MEM", "PHX", (102, 91)),
        scheduled("0012400002", "2024-10-07", "XYZ", "PHX", (102, 91)),
        scheduled("0022400101", "2024-11-05", "MEM", "PHX", (102, 91)),
        scheduled("0022400102", "2024-11-07", "MEM", "PHX", (0, 0)),
        scheduled("0042400401", "2025-06-05", "", "", None),
    ]
    with built(tmp_path, games) as kb:
        found = rows(kb, "SELECT game_id FROM game")
        data_issues = rows(kb, "SELECT kind FROM data_issue")
    assert found == [("2024-11-05-MEM-PHX",)]
    assert data_issues == []


@pytest.mark.parametrize("unplayed", [0, None])
def test_line_scores_give_quarters_and_overtimes(tmp_path: Path, unplayed: int | None) -> None:
    periods = {"MEM": (24, 26, 20, 20, 12), "PHX": (20, 20, 30, 20, 0)}
    lines = [
        {
            "GAME_DATE_EST": "2024-11-05T00:00:00",
            "GAME_ID": "22400101",
            "TEAM_ABBREVIATION": team,
            **{f"PTS_QTR{n}": points[n - 1] for n in (1, 2, 3, 4)},
            "PTS_OT1": points[4],
            "PTS_OT2": unplayed,
            "PTS": sum(points),
        }
        for team, points in periods.items()
    ]
    line_score = write_csv(tmp_path / "lines.csv", "line_score", lines)
    game = scheduled("0022400101", "2024-11-05", "MEM", "PHX", (102, 90))
    with built(tmp_path, [game], line_score) as kb:
        found = rows(
            kb, "SELECT period, points, opponent_points FROM period_score WHERE team_id = 'MEM' "
            "AND period IN ('Q1', 'Q4', 'OT1', 'OT2') ORDER BY period",
        )  # fmt: skip
        overtimes = rows(kb, "SELECT overtimes FROM game")
    assert found == [("OT1", 12, 0), ("Q1", 24, 20), ("Q4", 20, 20)]
    assert overtimes == [(1,)]

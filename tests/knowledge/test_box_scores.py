"""Box scores of stats.nba.com, in both layouts, find their game by its id."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from small_sources import Row, game_log, season, team_games, write_csv

from factcheck.knowledge import KnowledgeBase, build

pytestmark = pytest.mark.slow

GAME = team_games("2014-11-05", "MEM", "PHX", (26, 27), (20, 25), (30, 19), (26, 20))
ID = "0021400060"


def v2(team: str, number: int, minutes: str | None, points: int, game: str = ID) -> Row:
    return {
        "GAME_ID": game.lstrip("0"), "TEAM_ABBREVIATION": team, "PLAYER_NAME": f"{team} {number}",
        "PLAYER_ID": number + (100 if team == "PHX" else 0),
        "START_POSITION": "G" if number <= 5 else None, "MIN": minutes, "PTS": points, "TO": 3,
        "PLUS_MINUS": "-4.0",
    }  # fmt: skip


def v3(team: str, number: int, minutes: str | None, points: int, game: str = ID) -> Row:
    return {
        "gameId": game, "teamTricode": team, "firstName": team, "familyName": str(number),
        "personId": number + (100 if team == "PHX" else 0),
        "position": "G" if number <= 5 else None, "minutes": minutes, "points": points,
        "turnovers": 3, "plusMinusPoints": "-4.0",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "row", "minutes"),
    [
        ("box_score_v2", v2, "34:40"),
        ("box_score_v2", v2, "34.000000:40"),
        ("box_score_v3", v3, "34:40"),
        ("box_score_v3", v3, "PT34M40.00S"),
    ],
)
def test_a_box_score_gives_lines_and_starters(
    tmp_path: Path, kind: str, row: Callable[..., Row], minutes: str
) -> None:
    rows = [row(team, n, minutes, 10 + n) for team in ("MEM", "PHX") for n in range(1, 7)]
    rows += [
        row("MEM", 7, None, 0),
        row("LAL", 8, minutes, 5),
        row("MEM", 1, minutes, 9, "0021400999"),
    ]
    box = write_csv(tmp_path / "box.csv", kind, rows)
    log = game_log(tmp_path / "log.csv", GAME, ID)
    summary = build(tmp_path / "kb.duckdb", [box, *season(tmp_path, GAME), log])
    assert summary.data_issues["player of no team"] == 1
    assert summary.data_issues["box score of a game that is not known"] == 1
    with KnowledgeBase.open(tmp_path / "kb.duckdb") as kb:
        lines = kb.rows(
            "SELECT pts, minutes, tov, plus_minus, is_starter, played FROM player_line "
            "JOIN player USING (player_id) WHERE team_id = 'MEM' ORDER BY name"
        )
        assert [tuple(line.values()) for line in lines[4:]] == [
            (15, 35, 3, -4, True, True),
            (16, 35, 3, -4, False, True),
            (0, None, 3, -4, False, False),
        ]
        assert kb.rows("SELECT bench_points FROM team_game WHERE team_id = 'MEM'") == [
            {"bench_points": 16}
        ]

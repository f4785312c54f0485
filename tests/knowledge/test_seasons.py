"""Seasons up to now and beyond: where games are played, what counts, what teams are called."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest

from factcheck.knowledge import KnowledgeBase, build
from tests.knowledge.small_sources import Row, team_games, write_csv

QUARTERS = ((25, 20), (25, 20), (25, 20), (25, 20))


def built(folder: Path, *games: tuple[str, str, str]) -> KnowledgeBase:
    """A knowledge base of games given by day, visitors and hosts; the visitors win 100-80."""
    rows: list[Row] = [row for game in games for row in team_games(*game, *QUARTERS)]
    source = write_csv(folder / "results.csv", "plain_team_games", rows)
    build(folder / "kb.duckdb", [source])
    return KnowledgeBase.open(folder / "kb.duckdb")


def one(kb: KnowledgeBase, sql: str) -> tuple[Any, ...]:
    """The only row of a query."""
    (row,) = kb.connection.execute(sql).fetchall()
    return tuple(row)


@pytest.mark.parametrize(
    ("game", "season", "city", "arena", "neutral"),
    [
        (("2019-11-02", "CHA", "GSW"), "2019-20", "San Francisco", "Chase Center", False),
        (("2020-08-04", "HOU", "POR"), "2019-20", "Lake Buena Vista", None, True),
        (("2020-10-11", "LAL", "MIA"), "2019-20", "Lake Buena Vista", None, True),
        (("2020-12-23", "NOP", "TOR"), "2020-21", "Tampa", "Amalie Arena", False),
        (("2021-07-20", "PHX", "MIL"), "2020-21", "Milwaukee", "Fiserv Forum", False),
        (("2024-12-14", "HOU", "OKC"), "2024-25", "Las Vegas", "T-Mobile Arena", True),
        # Whoever a source calls the hosts.
        (("2024-12-14", "OKC", "HOU"), "2024-25", "Las Vegas", "T-Mobile Arena", True),
        (("2025-01-23", "IND", "SAS"), "2024-25", "Paris", "Accor Arena", True),
        (("2025-02-20", "PHX", "SAS"), "2024-25", "Austin", "Moody Center", False),
        # The town is known, the name of the arena is not.
        (("2025-03-02", "MIN", "PHX"), "2024-25", "Phoenix", None, False),
    ],
)
def test_a_game_was_played_where_it_was(
    tmp_path: Path,
    game: tuple[str, str, str],
    season: str,
    city: str,
    arena: str | None,
    neutral: bool,
) -> None:
    with built(tmp_path, game) as kb:
        found = one(kb, "SELECT season, city, arena, neutral FROM game")
    assert found == (season, city, arena, neutral)


def test_what_follows_the_regular_season_and_the_cup_final_do_not_count_in_the_standings(
    tmp_path: Path,
) -> None:
    games = [
        ("2024-12-14", "HOU", "OKC"),
        ("2024-12-17", "MIL", "OKC"),
        ("2025-04-13", "OKC", "NOP"),
        ("2025-04-15", "ATL", "ORL"),
    ]
    with built(tmp_path, *games) as kb:
        counted = kb.connection.execute(
            "SELECT game_id FROM game WHERE regular_season ORDER BY ALL"
        ).fetchall()
    assert counted == [("2024-12-14-HOU-OKC",), ("2025-04-13-OKC-NOP",)]


def test_a_season_beyond_the_reference_data_builds_and_says_what_is_missing(
    tmp_path: Path,
) -> None:
    with built(tmp_path, ("2031-11-05", "MEM", "PHX")) as kb:
        game = one(kb, "SELECT season, arena, city, winner_id FROM game")
        teams = kb.connection.execute(
            "SELECT full_name, conference, division FROM team WHERE season = '2031-32' "
            "AND team_id IN ('MEM', 'PHX') ORDER BY ALL"
        ).fetchall()
        alias = one(
            kb, "SELECT team_id FROM team_alias WHERE season = '2031-32' AND alias = 'Grizz'"
        )
        remark = one(kb, "SELECT subject, detail FROM remark WHERE kind LIKE 'season beyond%'")
    assert game == ("2031-32", None, None, "MEM")
    assert teams == [("Memphis Grizzlies", None, None), ("Phoenix Suns", None, None)]
    assert alias == ("MEM",)
    assert remark[0] == "2031-32"
    assert "arenas, coaches, conferences" in remark[1]
    assert "30 teams are named as in 2025-26" in remark[1]


def test_seasons_of_the_reference_data_bring_no_remark(tmp_path: Path) -> None:
    with built(tmp_path, ("2024-11-05", "MEM", "PHX")) as kb:
        remarks = kb.connection.execute("FROM remark WHERE kind LIKE 'season beyond%'").fetchall()
    assert remarks == []


def test_teams_of_other_seasons_bear_the_names_that_the_game_logs_say(tmp_path: Path) -> None:
    log = write_csv(
        tmp_path / "log.csv",
        "team_game_log",
        [
            {
                "TEAM_ABBREVIATION": team,
                "TEAM_NAME": name,
                "GAME_DATE": "2032-11-05",
                "MATCHUP": matchup,
                "PTS": points,
                "MIN": 240,
            }
            for team, name, matchup, points in (
                ("MEM", "Nashville Grizzlies", "MEM @ LAC", 99),
                ("LAC", "LA Clippers", "LAC vs. MEM", 90),
                ("PHX", "Phoenix Firebirds", "PHX @ POR", 99),
                ("POR", "Portland Trail Blazers", "POR vs. PHX", 90),
            )
        ],
    )
    build(tmp_path / "kb.duckdb", [log])
    with duckdb.connect(str(tmp_path / "kb.duckdb"), read_only=True) as connection:
        names = connection.execute(
            "SELECT team_id, full_name FROM team WHERE season = '2032-33' "
            "AND team_id IN ('MEM', 'LAC', 'PHX', 'POR') ORDER BY ALL"
        ).fetchall()
    assert names == [
        ("LAC", "Los Angeles Clippers"),
        ("MEM", "Nashville Grizzlies"),
        ("POR", "Portland Trail Blazers"),
    ]

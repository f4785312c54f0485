"""Seasons up to now and beyond: where games are played, what counts, what teams are called."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest

from factcheck.knowledge import KnowledgeBase, build
from tests.knowledge.small_sources import Row, rotowire, team_games, write_csv, write_json

pytestmark = pytest.mark.slow

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
        told = one(kb, "SELECT subject, detail FROM data_issue WHERE kind LIKE 'season beyond%'")
    assert game == ("2031-32", None, None, "MEM")
    assert teams == [("Memphis Grizzlies", None, None), ("Phoenix Suns", None, None)]
    assert alias == ("MEM",)
    assert told[0] == "2031-32"
    assert "arenas, coaches, conferences" in told[1]
    assert "30 teams are named as in 2025-26" in told[1]


def test_seasons_of_the_reference_data_bring_no_remark(tmp_path: Path) -> None:
    with built(tmp_path, ("2024-11-05", "MEM", "PHX")) as kb:
        data_issues = kb.connection.execute(
            "FROM data_issue WHERE kind LIKE 'season beyond%'"
        ).fetchall()
    assert data_issues == []


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


def playoff_log(folder: Path, *games: tuple[str, str, str, str, int, int]) -> Path:
    """A team game log of games given by id, day, visitors, hosts and their points."""
    rows = []
    for game_id, day, visitors, hosts, away_points, home_points in games:
        for team, matchup, points in (
            (visitors, f"{visitors} @ {hosts}", away_points),
            (hosts, f"{hosts} vs. {visitors}", home_points),
        ):
            rows.append(
                {
                    "TEAM_ABBREVIATION": team,
                    "TEAM_NAME": team,
                    "GAME_ID": game_id,
                    "GAME_DATE": day,
                    "MATCHUP": matchup,
                    "PTS": points,
                    "MIN": 240,
                }
            )
    return write_csv(folder / "log.csv", "team_game_log", rows)


def series(kb: Path, team: str) -> list[tuple[Any, ...]]:
    """Round, number and score before and after of a team's games in the playoffs."""
    with duckdb.connect(str(kb), read_only=True) as connection:
        return connection.execute(
            "SELECT round, game_number, wins_before, losses_before, wins, losses "
            "FROM series_game WHERE team_id = ? ORDER BY game_id",
            [team],
        ).fetchall()


def test_ids_tell_round_and_game_and_results_the_score_of_the_series(tmp_path: Path) -> None:
    log = playoff_log(
        tmp_path,
        ("0042300401", "2024-06-06", "DAL", "BOS", 89, 107),
        ("0042300402", "2024-06-09", "DAL", "BOS", 98, 105),
        ("0042300404", "2024-06-14", "BOS", "DAL", 84, 122),
    )
    build(tmp_path / "kb.duckdb", [log])
    assert series(tmp_path / "kb.duckdb", "BOS") == [
        (4, 1, 0, 0, 1, 0),
        (4, 2, 1, 0, 2, 0),
        # The third game is not known, so the score is not.
        (4, 4, None, None, None, None),
    ]


def test_rotowire_tells_the_score_of_a_series_that_is_not_known_whole(tmp_path: Path) -> None:
    game = rotowire("04_27_16", ("Houston", "Rockets"), ("Golden State", "Warriors"), QUARTERS)
    game["vis_line"] |= {"TEAM-WINS": "2", "TEAM-LOSSES": "4"}
    game["home_line"] |= {"TEAM-WINS": "4", "TEAM-LOSSES": "2"}
    build(tmp_path / "kb.duckdb", [write_json(tmp_path / "games.json", [game])])
    assert series(tmp_path / "kb.duckdb", "HOU") == [(None, 6, 1, 4, 2, 4)]


@pytest.mark.parametrize(
    ("game_id", "day", "stage"),
    [
        ("0021900001", "2019-10-22", "regular season"),
        ("0052000101", "2021-05-18", "play-in"),
        ("0042300101", "2024-04-20", "playoffs"),
        ("0062300001", "2023-12-09", "cup final"),
        ("", "2023-12-09", "cup final"),
        ("", "2024-04-16", "play-in"),
        ("", "2024-04-20", "playoffs"),
        # Where nothing is known of the season the id still tells.
        ("0043100101", "2032-04-20", "playoffs"),
    ],
)
def test_the_stage_of_a_game_is_told_by_its_id_or_else_by_the_day(
    tmp_path: Path, game_id: str, day: str, stage: str
) -> None:
    build(tmp_path / "kb.duckdb", [playoff_log(tmp_path, (game_id, day, "LAL", "IND", 100, 90))])
    with duckdb.connect(str(tmp_path / "kb.duckdb"), read_only=True) as connection:
        found = connection.execute("SELECT stage, regular_season FROM game").fetchall()
    assert found == [(stage, stage == "regular season")]


def test_preseason_games_are_left_out_with_a_remark(tmp_path: Path) -> None:
    log = playoff_log(
        tmp_path,
        ("0012300001", "2023-10-08", "LAL", "IND", 100, 90),
        ("0022300001", "2023-10-24", "LAL", "IND", 100, 90),
    )
    summary = build(tmp_path / "kb.duckdb", [log])
    assert summary.games == 1
    assert summary.data_issues == {"game of no season": 1}


def test_a_game_of_the_playoffs_changes_no_record(tmp_path: Path) -> None:
    # What RotoWire states there is the score of the series, which series_game has.
    game = rotowire("04_27_16", ("Houston", "Rockets"), ("Golden State", "Warriors"), QUARTERS)
    game["vis_line"] |= {"TEAM-WINS": "2", "TEAM-LOSSES": "4"}
    game["home_line"] |= {"TEAM-WINS": "4", "TEAM-LOSSES": "2"}
    build(tmp_path / "kb.duckdb", [write_json(tmp_path / "games.json", [game])])
    with duckdb.connect(str(tmp_path / "kb.duckdb"), read_only=True) as connection:
        records = connection.execute("SELECT DISTINCT wins, losses FROM team_game").fetchall()
    assert records == [(None, None)]

"""What is wrong in a source is told with file and row, and left out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from small_sources import COLUMNS, box_score, game_log, player_log, season, team_games, write_csv

from factcheck.knowledge import KnowledgeBase, build, update

pytestmark = pytest.mark.slow

GAME_ID = "2014-11-05-MEM-PHX"
GAME = team_games("2014-11-05", "MEM", "PHX", (26, 27), (20, 25), (30, 19), (26, 20))
MEN = {"Mike Conley": 24, "Marc Gasol": 18, "Courtney Lee": 22, "Zach Randolph": 16, "Al A": 22}
LINES = [
    *box_score("2014-11-05", "MEM", "PHX", MEN),
    *box_score("2014-11-05", "PHX", "MEM", {f"{name} P": 2 for name in MEN}),
]
CONLEY = LINES[0]["player_id"]


def knowledge(folder: Path, *sources: Path) -> KnowledgeBase:
    build(folder / "kb.duckdb", sources)
    return KnowledgeBase.open(folder / "kb.duckdb")


def data_issues(kb: KnowledgeBase) -> dict[str, tuple[str, ...]]:
    """Kind of each data_issue, with the file's name, what it is about and the detail."""
    rows = kb.rows("SELECT kind, source, subject, detail FROM data_issue ORDER BY ALL")
    return {row["kind"]: (Path(row["source"]).name, row["subject"], row["detail"]) for row in rows}


def period_log(path: Path, *rows: dict[str, Any]) -> Path:
    blank = dict.fromkeys(COLUMNS["player_period_log"], 0)
    own = {"GAME_DATE": "2014-11-05", "TEAM_ABBREVIATION": "MEM", "PERIOD": 1, "MIN": "12:00"}
    return write_csv(path, "player_period_log", [{**blank, **own, **row} for row in rows])


def baskets(path: Path, *scored: tuple[int, str, int]) -> Path:
    rows = [
        {
            "date": "2014-11-05", "visitors": "MEM", "hosts": "PHX", "period": period,
            "clock": "8:00" if team == "MEM" else "6:00", "kind": "shot", "made": "true",
            "value": points, "team": team,
        }
        for period, team, points in scored
    ]  # fmt: skip
    return write_csv(path, "plain_plays", rows)


def test_a_player_twice_in_a_game_counts_once(tmp_path: Path) -> None:
    log = player_log(tmp_path / "log.csv", [*LINES, {**LINES[0], "pts": 30}])
    with knowledge(tmp_path, *season(tmp_path, GAME), log) as kb:
        (line,) = kb.rows(f"SELECT pts FROM player_line WHERE player_id = {CONLEY}")  # noqa: S608
        assert line == {"pts": 24}
        told = data_issues(kb)["player twice in a game"]
        assert told == ("log.csv", f"{GAME_ID} Mike Conley", "line 12; first one kept")


def test_a_game_of_which_one_side_is_told_is_left_out(tmp_path: Path) -> None:
    half = write_csv(tmp_path / "half.csv", "plain_team_games", [GAME[0]])
    first = team_games("2014-11-01", "PHX", "MEM", (20, 30), (20, 30), (20, 30), (20, 30))
    with knowledge(tmp_path, half, *season(tmp_path, first)) as kb:
        assert [game.game_id for game in kb.games()] == ["2014-11-01-PHX-MEM"]
        told = data_issues(kb)["game with one side only"]
        assert told == ("half.csv", "2014-11-05 MEM and PHX", "line 2; left out")


def test_a_season_in_two_files_is_told(tmp_path: Path) -> None:
    one, other = game_log(tmp_path / "one.csv", GAME), game_log(tmp_path / "other.csv", GAME)
    with knowledge(tmp_path, one, other) as kb:
        assert len(kb.games()) == 1
        told = data_issues(kb)["season in two files"]
        assert told == ("other.csv", "2014-15", f"1 games also in {one}, which is believed")


def test_a_game_told_on_two_days_is_one_game(tmp_path: Path) -> None:
    one = game_log(tmp_path / "one.csv", GAME)
    other = game_log(tmp_path / "other.csv", [{**row, "date": "2014-11-06"} for row in GAME])
    with knowledge(tmp_path, one, other) as kb:
        assert [row["game_id"] for row in kb.rows("FROM game")] == [GAME_ID]
        told = data_issues(kb)["game told on two days"]
    assert told[:2] == ("other.csv", "2014-11-06 MEM and PHX")
    assert told[2].startswith("line 2; 2014-11-05 in ")


NEXT_DAY = [{**row, "date": "2014-11-06"} for row in GAME]


def test_a_game_told_on_two_days_without_ids_is_one_game(tmp_path: Path) -> None:
    """What the other source has beside the result counts for the game: lines of players."""
    men = [{**row, "date": "2014-11-06"} for row in LINES]
    plays = baskets(tmp_path / "plays.csv", *QUARTERS)
    late = write_csv(tmp_path / "late.csv", "plain_team_games", NEXT_DAY)
    with knowledge(
        tmp_path, *season(tmp_path, GAME), late, player_log(tmp_path / "log.csv", men, ""), plays
    ) as kb:
        assert [row["game_id"] for row in kb.rows("FROM game")] == [GAME_ID]
        assert len(kb.rows("FROM player_line")) == len(LINES)
        assert len(kb.rows("FROM play")) == len(QUARTERS)
        told = kb.rows(
            "FROM data_issue WHERE kind = 'game told on two days' AND source = ?", [str(late)]
        )
    assert [row["subject"] for row in told] == ["2014-11-06 MEM and PHX"]
    assert told[0]["detail"].startswith("line 2; 2014-11-05 in ")


@pytest.mark.parametrize(
    "second",
    [
        team_games("2014-11-06", "PHX", "MEM", (27, 26), (25, 20), (19, 30), (20, 26)),
        team_games("2014-11-06", "MEM", "PHX", (20, 27), (26, 25), (26, 19), (30, 21)),
        team_games("2014-11-07", "MEM", "PHX", (26, 27), (20, 25), (30, 19), (26, 20)),
    ],
    ids=["at the other's place", "with other numbers", "two days later"],
)
def test_games_on_days_in_a_row_are_two_games(tmp_path: Path, second: list[Any]) -> None:
    other = write_csv(tmp_path / "other.csv", "plain_team_games", second)
    with knowledge(tmp_path, *season(tmp_path, GAME), other) as kb:
        assert len(kb.games()) == 2
        assert "game told on two days" not in data_issues(kb)


def test_days_that_one_source_tells_of_both_are_two_games(tmp_path: Path) -> None:
    late = write_csv(tmp_path / "late.csv", "plain_team_games", NEXT_DAY)
    with knowledge(tmp_path, *season(tmp_path, GAME, NEXT_DAY), late) as kb:
        assert len(kb.games()) == 2
        assert "game told on two days" not in data_issues(kb)


def quarters(path: Path, date: str, *, other_game: bool = False) -> Path:
    """Lines by period of one man a team, who scores all points of a quarter."""
    rows = [
        {
            "GAME_DATE": date, "TEAM_ABBREVIATION": row["team"], "PERIOD": period,
            "PLAYER_ID": next(line["player_id"] for line in LINES if line["team"] == row["team"]),
            "PTS": row[f"q{period}"] + other_game,
        }
        for row in GAME
        for period in (1, 2, 3, 4)
    ]  # fmt: skip
    return period_log(path, *rows)


def logged(kb: KnowledgeBase) -> list[dict[str, Any]]:
    return kb.rows("SELECT game_id, team_id, period, pts FROM period_line ORDER BY ALL")


@pytest.mark.parametrize("date", ["2014-11-04", "2014-11-06"])
def test_quarters_of_players_that_are_dated_a_day_off_count_for_their_game(
    tmp_path: Path, date: str
) -> None:
    sources = [*season(tmp_path, GAME), player_log(tmp_path / "log.csv", LINES)]
    late = quarters(tmp_path / "periods.csv", date)
    with knowledge(tmp_path, *sources, late) as kb:
        found = logged(kb)
        assert [row["pts"] for row in found] == [26, 20, 30, 26, 27, 25, 19, 20]
        assert {row["game_id"] for row in found} == {GAME_ID}
        told = data_issues(kb)
    assert told["game told on two days"] == (
        "periods.csv", f"{date} MEM and PHX",
        "line 2; 2014-11-05 by the line score, which is believed",
    )  # fmt: skip
    assert "quarters of players of a game that is not known" not in told


@pytest.mark.parametrize(
    ("date", "other_game"),
    [("2014-11-07", False), ("2014-11-06", True)],
    ids=["two days off", "of another score"],
)
def test_quarters_of_players_of_another_game_are_left_out(
    tmp_path: Path, date: str, other_game: bool
) -> None:
    sources = [*season(tmp_path, GAME), player_log(tmp_path / "log.csv", LINES)]
    late = quarters(tmp_path / "periods.csv", date, other_game=other_game)
    with knowledge(tmp_path, *sources, late) as kb:
        assert logged(kb) == []
        assert "quarters of players of a game that is not known" in data_issues(kb)


def test_an_update_settles_quarters_that_are_dated_a_day_off(tmp_path: Path) -> None:
    sources = [*season(tmp_path, GAME), player_log(tmp_path / "log.csv", LINES)]
    late = quarters(tmp_path / "periods.csv", "2014-11-06")
    build(tmp_path / "kb.duckdb", sources)
    for source in (late, write_csv(tmp_path / "more.csv", "plain_team_games", GAME)):
        update(tmp_path / "kb.duckdb", [source])
        with KnowledgeBase.open(tmp_path / "kb.duckdb") as kb:
            assert [row["pts"] for row in logged(kb)] == [26, 20, 30, 26, 27, 25, 19, 20]
            assert "game told on two days" in data_issues(kb)


def test_lines_without_a_player_of_no_team_are_not_all(tmp_path: Path) -> None:
    whole = [*LINES[:5], *box_score("2014-11-05", "PHX", "MEM", {f"{n} P": 18 for n in MEN})]
    log = player_log(tmp_path / "log.csv", [{**whole[0], "team": None}, *whole[1:]])
    with knowledge(
        tmp_path, *season(tmp_path, GAME), game_log(tmp_path / "team.csv", GAME), log
    ) as kb:
        told = data_issues(kb)
        known = kb.rows("SELECT has_player_lines FROM game WHERE game_id = ?", [GAME_ID])
        said = kb.rows("FROM said WHERE team_id = 'MEM' AND player_id IS NULL")
    assert told["unknown team"] == ("log.csv", "no team", "1 rows left out, the first in line 2")
    assert told["players missing"][0] == "log.csv"
    assert known == [{"has_player_lines": False}]
    assert said == []


def test_sources_of_two_kinds_are_no_overlap(tmp_path: Path) -> None:
    sources = [game_log(tmp_path / "log.csv", GAME), *season(tmp_path, GAME)]
    with knowledge(tmp_path, *sources) as kb:
        assert data_issues(kb) == {}


def test_quarters_of_who_did_not_play_or_told_twice_are_left_out(tmp_path: Path) -> None:
    log = period_log(
        tmp_path / "periods.csv",
        {"PLAYER_ID": CONLEY, "PTS": 8},
        {"PLAYER_ID": CONLEY, "PTS": 9},
        {"PLAYER_ID": 1, "PTS": 5},
    )
    lines = write_csv(tmp_path / "lines.csv", "plain_player_lines", LINES)
    with knowledge(tmp_path, *season(tmp_path, GAME), lines, log) as kb:
        assert kb.rows("SELECT player_id, pts FROM period_line") == [
            {"player_id": CONLEY, "pts": 8}
        ]
        assert data_issues(kb) == {
            "quarter of a player told twice": (
                "periods.csv", GAME_ID, f"line 3: player {CONLEY}; first one kept",
            ),
            "quarter of a player of no team": (
                "periods.csv", GAME_ID, "line 4: player 1; left out",
            ),
        }  # fmt: skip


def test_quarters_of_a_game_that_is_not_known_are_told(tmp_path: Path) -> None:
    log = period_log(
        tmp_path / "periods.csv",
        {"PLAYER_ID": CONLEY, "PTS": 8},
        {"PLAYER_ID": CONLEY, "PTS": 8, "GAME_DATE": "2014-11-06"},
        {"PLAYER_ID": 1, "PTS": 2, "GAME_DATE": "2014-11-06", "TEAM_ABBREVIATION": "PHX"},
        {"PLAYER_ID": 2, "PTS": 2, "TEAM_ABBREVIATION": "BOS"},
    )
    with knowledge(tmp_path, *season(tmp_path, GAME), log) as kb:
        rows = kb.rows("SELECT kind, source, subject, detail FROM data_issue ORDER BY subject")
        assert [tuple(row.values()) for row in rows] == [
            (
                "quarters of players of a game that is not known", str(log), subject,
                f"{number} rows left out, the first in line {line}",
            )
            for subject, number, line in (
                ("2014-11-05 BOS", 1, 5), ("2014-11-06 MEM and PHX", 2, 3),
            )
        ]  # fmt: skip


QUARTERS = [
    (1, "MEM", 26), (1, "PHX", 27), (2, "MEM", 20), (2, "PHX", 25), (3, "MEM", 30),
    (3, "PHX", 19), (4, "MEM", 26), (4, "PHX", 20),
]  # fmt: skip


def test_plays_of_a_game_in_two_files_are_those_of_one(tmp_path: Path) -> None:
    one = baskets(tmp_path / "one.csv", *QUARTERS)
    two = baskets(tmp_path / "two.csv", *QUARTERS)
    with knowledge(tmp_path, *season(tmp_path, GAME), one, two) as kb:
        assert len(kb.rows("FROM play")) == len(QUARTERS)
        told = data_issues(kb)["plays of a game in two files"]
        assert told == ("two.csv", GAME_ID, "left out; another file is believed")


def test_plays_are_kept_where_no_quarters_are_known(tmp_path: Path) -> None:
    plays = baskets(tmp_path / "plays.csv", *QUARTERS)
    bare = [{k: v for k, v in row.items() if k[0] != "q"} for row in GAME]
    with knowledge(tmp_path, *season(tmp_path, bare), plays) as kb:
        assert data_issues(kb) == {}
        assert len(kb.rows("FROM play")) == len(QUARTERS)


def test_plays_that_differ_from_a_quarter_name_the_row_and_stay(tmp_path: Path) -> None:
    """Four points of the third quarter stand in the second."""
    moved = [
        (period, team, points + {2: 4, 3: -4}.get(period, 0) * (team == "MEM"))
        for period, team, points in QUARTERS
    ]
    plays = baskets(tmp_path / "plays.csv", *moved)
    with knowledge(tmp_path, *season(tmp_path, GAME), plays) as kb:
        told = data_issues(kb)["plays contradict the line score"]
        assert told == (
            "plays.csv", GAME_ID, "line 5: 50-52 after period 2, line score 46-52; plays kept",
        )  # fmt: skip
        assert len(kb.rows("FROM play")) == len(QUARTERS)


def test_plays_that_end_otherwise_name_the_row_and_are_left_out(tmp_path: Path) -> None:
    plays = baskets(tmp_path / "plays.csv", *QUARTERS[:-1], (4, "PHX", 18))
    with knowledge(tmp_path, *season(tmp_path, GAME), plays) as kb:
        told = data_issues(kb)["plays contradict the final score"]
        assert told[2] == "line 9: 102-89 after period 4, line score 102-91; plays left out"
        assert kb.rows("FROM play") == []


def test_rows_of_a_team_that_is_none_are_counted_from_the_first(tmp_path: Path) -> None:
    odd = [{**row, "team": "XXX"} for row in GAME]
    with knowledge(
        tmp_path,
        *season(tmp_path, GAME),
        write_csv(tmp_path / "odd.csv", "plain_team_games", [*GAME, *odd]),
    ) as kb:
        told = data_issues(kb)["unknown team"]
        assert told == ("odd.csv", "XXX", "2 rows left out, the first in line 4")

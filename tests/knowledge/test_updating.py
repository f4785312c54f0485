"""An update gives what a build of all sources gives, or leaves the file as it was."""

from __future__ import annotations

import csv
import os
import resource
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import duckdb
import pytest
from command_line import factcheck, refused
from small_sources import (
    COLUMNS,
    Row,
    box_score,
    game_log,
    player_log,
    rotowire,
    season,
    team_games,
    write_csv,
    write_json,
)

from factcheck.errors import KnowledgeBaseError
from factcheck.knowledge import KnowledgeBase, build, update

FIRST = team_games("2014-11-01", "PHX", "MEM", (20, 30), (20, 30), (20, 30), (20, 30))
GAME = team_games("2014-11-05", "MEM", "PHX", (26, 27), (20, 25), (30, 19), (26, 20))
OTHERS = {f"Player {number}": 2 for number in range(4)}
LINES = [
    *box_score("2014-11-05", "MEM", "PHX", {"Mike Conley": 24, "Marc Gasol": 18, **OTHERS}),
    *box_score("2014-11-05", "PHX", "MEM", {f"{name} P": 4 for name in ("A", "B", *OTHERS)}),
]
KILLED = """
import os, signal, sys
from pathlib import Path
from factcheck.knowledge import update
def progress(what, done, total):
    if "players" in what:
        os.kill(os.getpid(), signal.SIGKILL)
update(Path(sys.argv[1]), [Path(one) for one in sys.argv[2:]], progress)
"""


def contents(path: Path) -> dict[str, Counter[tuple[Any, ...]]]:
    """All rows of all relations of a file, without when it was made and numbers of sources."""
    with duckdb.connect(str(path), read_only=True) as connection:
        columns = connection.execute(
            "SELECT schema_name || '.' || table_name, list(column_name ORDER BY column_index) "
            "FROM duckdb_columns() WHERE database_name = current_database() AND NOT internal "
            "AND column_name <> 'source_id' GROUP BY ALL"
        ).fetchall()
        tables = {
            name: connection.sql(f"FROM {name}").project(", ".join(names)).fetchall()
            for name, names in columns
        }
    tables["main.meta"] = [row for row in tables["main.meta"] if row[0] != "built_at"]
    return {name: Counter(map(repr, rows)) for name, rows in tables.items()}


def assert_same(updated: Path, built: Path) -> None:
    one, other = contents(updated), contents(built)
    assert one.keys() == other.keys()
    different = {name: (one[name] - other[name], other[name] - one[name]) for name in one}
    assert {name: rows for name, rows in different.items() if rows[0] or rows[1]} == {}


def played(path: Path, rows: list[tuple[int, str, str, str, int]], game: str) -> Path:
    """Baskets of a game in the plain layout: period, clock, team, player, points."""
    ids = {line["player"]: line["player_id"] for line in LINES}
    return write_csv(
        path,
        "plain_plays",
        [
            {
                "date": game[:10], "visitors": game[11:14], "hosts": game[15:], "period": period,
                "clock": clock, "kind": "shot", "made": "true", "value": points, "team": team,
                "player_id": ids[player],
            }
            for period, clock, team, player, points in rows
        ],
    )  # fmt: skip


def test_an_update_adds_a_game_as_a_build_of_all_would(tmp_path: Path) -> None:
    old = season(tmp_path / "old", FIRST)
    new = [
        write_csv(tmp_path / "game.csv", "plain_team_games", GAME),
        write_csv(tmp_path / "lines.csv", "plain_player_lines", LINES),
    ]
    output, whole = tmp_path / "kb.duckdb", tmp_path / "whole.duckdb"
    build(output, old)
    summary = update(output, new)
    assert (summary.new_games, summary.gone_games, summary.seasons) == (1, 0, ("2014-15",))
    build(whole, [*new, *old])
    assert_same(output, whole)
    with KnowledgeBase.open(output) as kb:
        (row,) = kb.rows("SELECT wins, losses, streak FROM team_game WHERE won AND wins = 2")
        assert row == {"wins": 2, "losses": 0, "streak": 2}


def test_a_source_that_has_changed_takes_the_place_of_what_it_was(tmp_path: Path) -> None:
    results, spell = season(tmp_path / "old", FIRST, GAME)
    output, whole = tmp_path / "kb.duckdb", tmp_path / "whole.duckdb"
    build(output, [results, spell])
    later = team_games("2014-11-08", "PHX", "MEM", (20, 21), (20, 20), (20, 20), (20, 20))
    corrected = team_games("2014-11-05", "MEM", "PHX", (26, 27), (20, 25), (30, 19), (10, 21))
    write_csv(results, "plain_team_games", [*corrected, *later])
    summary = update(output, [results, spell])
    assert (summary.read, summary.unchanged) == (("results.csv",), ("spell.csv",))
    assert (summary.new_games, summary.gone_games) == (1, 1)
    build(whole, [results, spell])
    assert_same(output, whole)


@pytest.mark.slow
def test_a_correction_in_another_file_is_believed_before_what_was_there(tmp_path: Path) -> None:
    old = write_csv(tmp_path / "lines.csv", "plain_player_lines", LINES)
    new = write_csv(
        tmp_path / "corrected.csv",
        "plain_player_lines",
        [{**LINES[0], "ast": 12}],
    )
    results = season(tmp_path / "old", GAME)
    output, whole = tmp_path / "kb.duckdb", tmp_path / "whole.duckdb"
    build(output, [old, *results])
    update(output, [new])
    build(whole, [new, old, *results])
    assert_same(output, whole)
    with KnowledgeBase.open(output) as kb:
        (line,) = kb.rows("SELECT ast FROM player_line JOIN player USING (player_id) "
                          "WHERE name = 'Mike Conley'")  # fmt: skip
        assert line == {"ast": 12}
        (said,) = kb.rows("SELECT statistic, value, source FROM said")
        assert said == {"statistic": "AST", "value": 1.0, "source": str(old)}


@pytest.mark.slow
@pytest.mark.parametrize("first", [True, False], ids=["believed before", "believed after"])
def test_a_game_that_comes_again_under_another_day_is_one_game(tmp_path: Path, first: bool) -> None:
    """Without ids, by the numbers; the source that is believed first tells the day."""
    late = [{**row, "date": "2014-11-06"} for row in GAME]
    old, new = (GAME, late) if first else (late, GAME)
    kinds = (
        ("plain_team_games", "team_game_log") if first else ("team_game_log", "plain_team_games")
    )
    one, other = (
        write_csv(tmp_path / f"{kind}.csv", kind, rows)
        if kind == "plain_team_games"
        else game_log(tmp_path / f"{kind}.csv", rows, "")
        for kind, rows in zip(kinds, (old, new), strict=True)
    )
    output, whole = tmp_path / "kb.duckdb", tmp_path / "whole.duckdb"
    build(output, [one, *season(tmp_path / "old", FIRST)])
    update(output, [other])
    build(whole, [other, one, *season(tmp_path / "old", FIRST)])
    assert_same(output, whole)
    with KnowledgeBase.open(output) as kb:
        days = [str(row["date"]) for row in kb.rows("SELECT date FROM game ORDER BY date")]
    assert days == [str(FIRST[0]["date"]), "2014-11-05"]


@pytest.mark.slow
def test_plays_and_box_scores_wait_for_their_game(tmp_path: Path) -> None:
    """Plays of a game that nobody knows yet are remarked on, and are there once it is known."""
    names = ["Mike Conley", "A P"]
    baskets = [
        (1, "10:00", "MEM", names[0], 26), (1, "9:00", "PHX", names[1], 27),
        (2, "9:00", "MEM", names[0], 20), (2, "8:00", "PHX", names[1], 25),
        (3, "9:00", "MEM", names[0], 30), (3, "8:00", "PHX", names[1], 19),
        (4, "9:00", "MEM", names[0], 26), (4, "8:00", "PHX", names[1], 20),
    ]  # fmt: skip
    plays = played(tmp_path / "plays.csv", baskets, "2014-11-05-MEM-PHX")
    early = season(tmp_path / "old", FIRST)
    output, whole = tmp_path / "kb.duckdb", tmp_path / "whole.duckdb"
    build(output, [plays, *early])
    with KnowledgeBase.open(output) as kb:
        kinds = [row["kind"] for row in kb.rows("SELECT kind FROM data_issue")]
        assert kinds == ["plays of a game that is not known"]
    new = [
        write_csv(tmp_path / "game.csv", "plain_team_games", GAME),
        player_log(tmp_path / "log.csv", LINES),
    ]
    update(output, new)
    build(whole, [*new, plays, *early])
    assert_same(output, whole)
    with KnowledgeBase.open(output) as kb:
        assert len(kb.rows("FROM play")) == 8
        # The log has a few of the players.
        assert kb.rows("FROM data_issue WHERE kind <> 'players missing'") == []


@pytest.mark.slow
def test_plays_of_an_unknown_game_are_remarked_on_where_no_season_is_derived(
    tmp_path: Path,
) -> None:
    row = {
        "GAME_ID": "0021499999", "EVENTMSGTYPE": 1, "PERIOD": 1, "PCTIMESTRING": "10:00",
        "HOMEDESCRIPTION": "Dragic 2' Layup (2 PTS)", "SCORE": "0 - 2", "PLAYER1_ID": 201609,
        "PLAYER1_TEAM_ABBREVIATION": "PHX",
    }  # fmt: skip
    plays = write_csv(tmp_path / "plays.csv", "play_by_play_v2", [row])
    output, whole = tmp_path / "kb.duckdb", tmp_path / "whole.duckdb"
    early = season(tmp_path / "old", FIRST)
    build(output, early)
    for _ in range(2):
        summary = update(output, [plays])
        assert summary.seasons == ()
        with KnowledgeBase.open(output) as kb:
            kinds = [row["kind"] for row in kb.rows("SELECT kind FROM data_issue")]
        assert kinds == ["plays of a game that is not known"]
    build(whole, [plays, *early])
    assert_same(output, whole)


@pytest.mark.slow
def test_quarters_wait_for_their_game(tmp_path: Path) -> None:
    """They are remarked on until it is known, also when its season is derived anew before."""
    row = {
        "GAME_DATE": "2014-11-05", "TEAM_ABBREVIATION": "MEM", "PERIOD": 1, "MIN": "12:00",
        "PLAYER_ID": LINES[0]["player_id"], "PTS": 7,
    }  # fmt: skip
    blank = dict.fromkeys(COLUMNS["player_period_log"], 0)
    periods = write_csv(tmp_path / "periods.csv", "player_period_log", [{**blank, **row}])
    early = season(tmp_path / "old", FIRST)
    between = team_games("2014-11-02", "PHX", "MEM", (25, 31), (22, 26), (24, 27), (19, 28))
    second = write_csv(tmp_path / "second.csv", "plain_team_games", between)
    output, whole = tmp_path / "kb.duckdb", tmp_path / "whole.duckdb"
    build(output, [periods, *early])
    update(output, [second])
    build(whole, [second, periods, *early])
    assert_same(output, whole)
    with KnowledgeBase.open(output) as kb:
        kinds = [row["kind"] for row in kb.rows("SELECT kind FROM data_issue")]
        assert kinds == ["quarters of players of a game that is not known"]
    new = [
        write_csv(tmp_path / "game.csv", "plain_team_games", GAME),
        player_log(tmp_path / "log.csv", LINES),
    ]
    update(output, new)
    build(whole, [*new, second, periods, *early])
    assert_same(output, whole)
    with KnowledgeBase.open(output) as kb:
        assert kb.rows("SELECT pts FROM period_line") == [{"pts": 7}]
        assert kb.rows("FROM data_issue WHERE kind <> 'players missing'") == []


@pytest.mark.slow
def test_a_name_without_id_becomes_the_player_who_is_known_later(tmp_path: Path) -> None:
    men = {"Mike Conley": ("Memphis", 24, "G"), "Marc Gasol": ("Memphis", 18, "C")}
    json = write_json(
        tmp_path / "games.json",
        [
            rotowire(
                "11_05_14",
                ("Memphis", "Grizzlies"),
                ("Phoenix", "Suns"),
                [(26, 27), (20, 25), (30, 19), (26, 20)],
                men,
            )
        ],
    )
    output, whole = tmp_path / "kb.duckdb", tmp_path / "whole.duckdb"
    build(output, [json])
    log = player_log(tmp_path / "log.csv", LINES[:6])
    update(output, [log])
    build(whole, [log, json])
    assert_same(output, whole)
    with KnowledgeBase.open(output) as kb:
        assert kb.rows("SELECT count(*) AS n FROM player WHERE player_id < 0") == [{"n": 0}]


@pytest.mark.slow
def test_other_seasons_stay_as_they_are(tmp_path: Path) -> None:
    last_year = team_games("2013-11-05", "MEM", "PHX", (26, 27), (20, 25), (30, 19), (26, 20))
    twice = write_csv(tmp_path / "last.csv", "plain_team_games", [*last_year, *last_year])
    old = [twice, *season(tmp_path / "old", FIRST)]
    output, whole = tmp_path / "kb.duckdb", tmp_path / "whole.duckdb"
    build(output, old)
    new = game_log(tmp_path / "log.csv", GAME)
    assert update(output, [new]).seasons == ("2014-15",)
    build(whole, [new, *old])
    assert_same(output, whole)
    with KnowledgeBase.open(output) as kb:
        (data_issue,) = kb.rows("SELECT kind, detail FROM data_issue")
        assert data_issue == {"kind": "duplicate game", "detail": "line 4; first one kept"}


@pytest.mark.slow
def test_updates_one_after_the_other_do_not_let_the_file_grow(tmp_path: Path) -> None:
    results, spell = season(tmp_path / "old", FIRST, GAME)
    output = tmp_path / "kb.duckdb"
    build(output, [results, spell])
    sizes = []
    for points in range(21, 27):
        game = team_games("2014-11-05", "MEM", "PHX", (26, 27), (20, 25), (30, 19), (26, points))
        write_csv(results, "plain_team_games", [*FIRST, *game])
        assert update(output, [results]).read == ("results.csv",)
        sizes.append(output.stat().st_size)
    assert sizes[-1] <= 1.5 * sizes[0]


def test_nothing_new_changes_nothing(tmp_path: Path) -> None:
    sources = season(tmp_path / "old", FIRST, GAME)
    output = tmp_path / "kb.duckdb"
    build(output, sources)
    before = output.read_bytes()
    done = factcheck("kb", "update", output, *sources)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip().endswith("kb.duckdb: nothing new in 2 files")
    assert output.read_bytes() == before


@pytest.mark.slow
def test_the_command_says_what_was_read_and_changed(tmp_path: Path) -> None:
    output = tmp_path / "kb.duckdb"
    build(output, season(tmp_path / "old", FIRST))
    new = write_csv(tmp_path / "game.csv", "plain_team_games", GAME)
    done = factcheck("kb", "update", output, new)
    assert done.returncode == 0
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert lines == [
        "read game.csv",
        "derived anew: 2014-15",
        f"{output}: 1 new game, 0 games gone, 2 in all",
    ]


@pytest.mark.slow
def test_a_killed_update_leaves_the_old_file_and_the_next_one_cleans_up(tmp_path: Path) -> None:
    output = tmp_path / "kb.duckdb"
    build(output, season(tmp_path / "old", FIRST))
    before = output.read_bytes()
    new = write_csv(tmp_path / "game.csv", "plain_team_games", GAME)
    command = [sys.executable, "-c", KILLED, str(output), str(new)]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL
    assert output.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] != []
    assert update(output, [new]).new_games == 1
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.slow
@pytest.mark.parametrize("kilobytes", [64, 1024])
def test_want_of_space_is_one_line_and_leaves_the_old_file(tmp_path: Path, kilobytes: int) -> None:
    output = tmp_path / "kb.duckdb"
    build(output, season(tmp_path / "old", FIRST))
    new = write_csv(tmp_path / "game.csv", "plain_team_games", GAME)
    before = output.read_bytes()

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (kilobytes << 10, kilobytes << 10))

    command = [sys.executable, "-m", "factcheck", "kb", "update", output, new]
    done = subprocess.run(
        command, capture_output=True, check=False, text=True, preexec_fn=limit, env=os.environ
    )
    refused(done, "cannot be written: File too large")
    assert output.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_what_cannot_be_updated_is_refused(tmp_path: Path) -> None:
    output = tmp_path / "kb.duckdb"
    sources = season(tmp_path / "old", FIRST)
    refused(factcheck("kb", "update", output, *sources), "no such knowledge base")
    output.write_text("no database")
    refused(factcheck("kb", "update", output, *sources), "is no knowledge base")
    output.unlink()
    build(output, sources)
    with duckdb.connect(str(output)) as connection:
        connection.execute("UPDATE meta SET value = 'other' WHERE key = 'made_with'")
    with pytest.raises(KnowledgeBaseError, match="built by another version"):
        update(output, sources)


@pytest.mark.slow
def test_of_two_updates_at_once_one_is_refused(tmp_path: Path) -> None:
    output = tmp_path / "kb.duckdb"
    build(output, season(tmp_path / "old", FIRST))
    new = write_csv(tmp_path / "game.csv", "plain_team_games", GAME)
    other = game_log(tmp_path / "log.csv", GAME)

    def meanwhile(what: str, done: int, total: int) -> None:
        if "players" in what:
            update(output, [other])

    with pytest.raises(KnowledgeBaseError, match="was changed meanwhile"):
        update(output, [new], meanwhile)
    with KnowledgeBase.open(output) as kb:
        paths = [row["path"] for row in kb.rows("SELECT path FROM source")]
        assert str(other) in paths
        assert str(new) not in paths


def divided(path: Path, folder: Path, column: str, day: str) -> tuple[Path, Path]:
    """A table as two: the rows before a day, and those from it on."""
    with path.open(newline="", encoding="utf-8") as file:
        rows: list[Row] = list(csv.DictReader(file))
    parts = []
    for name, wanted in (("old", False), ("new", True)):
        (folder / name).mkdir(exist_ok=True)
        part = folder / name / path.name
        with part.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
            writer.writeheader()
            writer.writerows(row for row in rows if (row[column] >= day) is wanted)
        parts.append(part)
    return parts[0], parts[1]


@pytest.mark.slow
def test_real_seasons_are_the_same_table_by_table(data: Path, tmp_path: Path) -> None:
    nba = data / "nba"
    tables = [
        (nba / "team_game_log_2015-16.csv", "GAME_DATE"),
        (nba / "player_game_log_2015-16_to_2015-12-08.csv", "GAME_DATE"),
    ]
    halves = [divided(path, tmp_path, column, "2015-12-01") for path, column in tables]
    old = [*(first for first, _ in halves), nba / "team_game_log_2014-15.csv"]
    new = [*(rest for _, rest in halves), data / "accuracy_shared_task" / "shared_task.jsonl"]
    output, whole = tmp_path / "kb.duckdb", tmp_path / "whole.duckdb"
    build(output, old)
    # RotoWire's games are of several seasons, of which some come with them.
    assert update(output, new).seasons == ("2014-15", "2015-16", "2016-17")
    build(whole, [*new, *old])
    assert_same(output, whole)

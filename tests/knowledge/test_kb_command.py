"""The real command line: factcheck kb."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import command_line
import pytest
from small_sources import season, team_games, write_csv

GAME = team_games("2014-11-05", "MEM", "PHX", (26, 27), (20, 25), (30, 19), (26, 20))


def factcheck(*arguments: object) -> subprocess.CompletedProcess[str]:
    return command_line.factcheck("kb", *map(str, arguments))


def test_build_info_games_and_show_work_together(tmp_path: Path) -> None:
    output = tmp_path / "kb.duckdb"
    build = factcheck("build", output, *season(tmp_path, GAME))
    assert build.returncode == 0, build.stderr
    assert "1 game, 0 player lines" in build.stdout
    assert build.stderr == ""

    info = json.loads(factcheck("info", "--kb", output, "--format", "json").stdout)
    assert info["coverage"] == [
        {
            "season": "2014-15",
            "games": 1,
            "games_with_quarters": 1,
            "games_with_player_lines": 0,
            "games_with_periods": 0,
            "games_with_plays": 0,
            "full_schedule": False,
        }
    ]
    assert [source["kind"] for source in info["sources"]] == ["plain_team_games", "plain_schedule"]

    games = json.loads(
        factcheck("games", "--kb", output, "--team", "Suns", "--format", "json").stdout
    )
    assert [game["game_id"] for game in games] == ["2014-11-05-MEM-PHX"]

    show = json.loads(
        factcheck("show", "2014-11-05-MEM-PHX", "--kb", output, "--format", "json").stdout
    )
    assert show["teams"][0]["periods"]["H2"] == 56


def test_show_prints_line_score_and_box_score() -> None:
    shown = factcheck("show", "2014-11-05 Grizzlies Suns")
    assert shown.returncode == 0, shown.stderr
    for text in ("US Airways Center", "│ Mike Conley", "9-14", "5-0", "Games around it", "SAC"):
        assert text in shown.stdout


def test_info_and_games_print_tables_of_the_demo() -> None:
    assert "2014-15" in factcheck("info").stdout
    assert "2014-11-05-MEM-PHX" in factcheck("games", "--date", "2014-11-05").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("show", "2014-11-06-MEM-PHX"), "no game '2014-11-06-MEM-PHX'"),
        (("games", "--team", "Sonics"), "no team is called 'Sonics'"),
        (("games", "--date", "November"), "'November' is no date; write 2014-11-05"),
        (("info", "--kb", "absent.duckdb"), "absent.duckdb: no such knowledge base"),
        (("build", "out.duckdb", "absent.csv"), "absent.csv: cannot be read"),
    ],
)
def test_mistakes_of_the_user_get_one_line_and_status_2(
    arguments: tuple[str, ...], message: str
) -> None:
    result = factcheck(*arguments)
    assert result.returncode == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not Path("out.duckdb").exists()


def test_a_wrong_value_is_named_with_file_line_and_column(tmp_path: Path) -> None:
    bad = write_csv(tmp_path / "bad.csv", "plain_team_games", [GAME[0], {**GAME[1], "q2": "x"}])
    result = factcheck("build", tmp_path / "kb.duckdb", bad)
    assert result.returncode == 2
    assert f"{bad}:3: q2: 'x' is no integer" in result.stderr
    assert list(tmp_path.iterdir()) == [bad]

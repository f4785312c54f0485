"""Sources become one file, or none; doubts about them are reported."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from small_sources import box_score, rotowire, season, team_games, write_csv, write_json

from factcheck.errors import KnowledgeBaseError
from factcheck.knowledge import KnowledgeBase, build

MEMPHIS, PHOENIX = ("Memphis", "Grizzlies"), ("Phoenix", "Suns")
GAME = team_games("2014-11-05", "MEM", "PHX", (26, 27), (20, 25), (30, 19), (26, 20))
QUARTERS = [(26, 27), (20, 25), (30, 19), (26, 20)]


def built(path: Path, *sources: Path) -> KnowledgeBase:
    output = path / "kb.duckdb"
    build(output, sources)
    return KnowledgeBase.open(output)


def data_issues(kb: KnowledgeBase) -> list[tuple[str, str]]:
    return [(r["kind"], r["subject"]) for r in kb.rows("FROM data_issue ORDER BY ALL")]


def test_a_game_of_two_sources_is_one_game(tmp_path: Path) -> None:
    json = write_json(tmp_path / "g.json", [rotowire("11_05_14", MEMPHIS, PHOENIX, QUARTERS)])
    with built(tmp_path, *season(tmp_path, GAME), json) as kb:
        games = kb.rows("SELECT game_id, away_points, home_points FROM game")
        assert games == [{"game_id": "2014-11-05-MEM-PHX", "away_points": 102, "home_points": 91}]
        assert kb.rows("FROM conflict") == []
        assert data_issues(kb) == []


def test_the_more_trusted_value_is_kept_and_the_other_reported(tmp_path: Path) -> None:
    other = rotowire("11_05_14", MEMPHIS, PHOENIX, [(26, 27), (20, 25), (30, 19), (28, 20)])
    json = write_json(tmp_path / "g.jsonl", [other], lines=True)
    with built(tmp_path, json, *season(tmp_path, GAME)) as kb:
        assert kb.rows("SELECT away_points FROM game") == [{"away_points": 102}]
        (row,) = kb.rows("FROM conflict")
        assert (row["what"], row["kept_value"], row["other_value"]) == ("MEM PTS", "102", "104")
        assert row["other_source"] == str(json)
        (said,) = kb.rows("SELECT value, other_value FROM team_stat WHERE other_value > 0")
        assert said == {"value": 102.0, "other_value": 104.0}


def test_a_game_twice_in_one_source_is_kept_once_and_reported(tmp_path: Path) -> None:
    again = rotowire("11_05_14", MEMPHIS, PHOENIX, [(30, 27), (20, 25), (30, 19), (26, 20)])
    first = rotowire("11_05_14", MEMPHIS, PHOENIX, QUARTERS)
    json = write_json(tmp_path / "g.json", [first, again])
    with built(tmp_path, json) as kb:
        assert kb.rows("SELECT away_points FROM game") == [{"away_points": 102}]
        assert data_issues(kb) == [("duplicate game", "2014-11-05 MEM and PHX")]


@pytest.mark.parametrize("how", ["names", "players"])
def test_swapped_lines_are_put_right_by_names_and_by_players(tmp_path: Path, how: str) -> None:
    men = {"A Man": ("Memphis", 102, "G"), "B Man": ("Phoenix", 91, "G")}
    game = rotowire("11_05_14", MEMPHIS, PHOENIX, QUARTERS, men)
    game["home_line"], game["vis_line"] = game["vis_line"], game["home_line"]
    if how == "players":
        for name, line in (("Suns", "home_line"), ("Grizzlies", "vis_line")):
            game[line]["TEAM-NAME"] = name
    with built(tmp_path, write_json(tmp_path / "g.json", [game])) as kb:
        (row,) = kb.rows("SELECT points FROM period_score WHERE team_id = 'MEM' AND period = 'Q1'")
        assert row["points"] == 26
        assert kb.rows("SELECT winner_id FROM game") == [{"winner_id": "MEM"}]
        assert data_issues(kb) == [("swapped line score", "2014-11-05 MEM at PHX")]


def test_lines_swapped_against_a_better_source_are_left_out(tmp_path: Path) -> None:
    swapped = rotowire("11_05_14", MEMPHIS, PHOENIX, [(b, a) for a, b in QUARTERS])
    json = write_json(tmp_path / "g.json", [swapped])
    with built(tmp_path, json, *season(tmp_path, GAME)) as kb:
        assert kb.rows("SELECT away_points FROM game") == [{"away_points": 102}]
        assert data_issues(kb) == [("swapped line score", "2014-11-05 MEM and PHX")]


def test_quarters_that_do_not_add_up_are_left_out(tmp_path: Path) -> None:
    visitors, hosts = GAME
    wrong = [{**visitors, "q3": 3}, hosts]
    with built(tmp_path, *season(tmp_path, wrong)) as kb:
        assert {row["period"] for row in kb.rows("SELECT period FROM period_score")} == {"GAME"}
        assert data_issues(kb) == [("quarters do not add up", "2014-11-05 MEM and PHX")]


def test_unknown_teams_are_reported_not_loaded(tmp_path: Path) -> None:
    stars = team_games("2015-02-15", "EST", "WST", (80, 80), (83, 78))
    with built(tmp_path, *season(tmp_path, GAME, stars)) as kb:
        assert len(kb.rows("FROM game")) == 1
        assert data_issues(kb) == [("unknown team", "EST"), ("unknown team", "WST")]


def test_two_men_of_one_name_are_kept_apart_and_reported(tmp_path: Path) -> None:
    roster = write_csv(
        tmp_path / "roster.csv",
        "player_seasons",
        [
            {
                "SEASON": "2014-15",
                "PLAYER_ID": n,
                "PLAYER_NAME": "Al Ike",
                "TEAM_ABBREVIATION": "MEM",
            }
            for n in (1, 2)
        ],
    )
    men = {"Al Ike": ("Memphis", 102, "G"), "B Man": ("Phoenix", 91, "G")}
    json = write_json(tmp_path / "g.json", [rotowire("11_05_14", MEMPHIS, PHOENIX, QUARTERS, men)])
    with built(tmp_path, roster, json) as kb:
        ids = kb.rows("SELECT player_id FROM player_line WHERE team_id = 'MEM'")
        assert ids[0]["player_id"] < 0
        assert ("player ambiguous, kept apart", "Al Ike") in data_issues(kb)


def test_a_man_of_no_roster_is_reported_where_there_is_a_roster(tmp_path: Path) -> None:
    known = {
        "SEASON": "2014-15",
        "PLAYER_ID": 1,
        "PLAYER_NAME": "Al Ike",
        "TEAM_ABBREVIATION": "MEM",
    }
    roster = write_csv(tmp_path / "roster.csv", "player_seasons", [known])
    men = {"Al Ike": ("Memphis", 102, "G"), "B Man": ("Phoenix", 91, "G")}
    json = write_json(tmp_path / "g.json", [rotowire("11_05_14", MEMPHIS, PHOENIX, QUARTERS, men)])
    with built(tmp_path, roster, json) as kb:
        assert data_issues(kb) == [("player in no roster", "B Man")]
    with built(tmp_path, json) as kb:
        assert data_issues(kb) == []


def test_two_teams_of_one_city_are_told_apart_by_the_roster(tmp_path: Path) -> None:
    roster = write_csv(
        tmp_path / "roster.csv",
        "player_seasons",
        [
            {
                "SEASON": "2014-15",
                "PLAYER_ID": 1,
                "PLAYER_NAME": "Al Ike",
                "TEAM_ABBREVIATION": "LAC",
            },
            {
                "SEASON": "2014-15",
                "PLAYER_ID": 2,
                "PLAYER_NAME": "Bo Lee",
                "TEAM_ABBREVIATION": "LAL",
            },
        ],
    )
    men = dict.fromkeys(("Al Ike", "Bo Lee", "Cy Who"), ("Los Angeles", 50, "G"))
    game = rotowire(
        "11_05_14", ("Los Angeles", "Clippers"), ("Los Angeles", "Lakers"), QUARTERS, men
    )
    with built(tmp_path, roster, write_json(tmp_path / "g.json", [game])) as kb:
        lines = kb.rows("SELECT player_id, team_id FROM player_line ORDER BY player_id")
        assert [tuple(row.values()) for row in lines] == [(1, "LAC"), (2, "LAL")]
        assert ("player without team", "Cy Who") in data_issues(kb)


def test_a_listed_man_who_did_not_play_has_a_line_and_no_statistics(tmp_path: Path) -> None:
    men = {"A Man": ("Memphis", 102, "G"), "B Man": ("Phoenix", -1, "N/A")}
    json = write_json(tmp_path / "g.json", [rotowire("11_05_14", MEMPHIS, PHOENIX, QUARTERS, men)])
    with built(tmp_path, json) as kb:
        lines = kb.rows("SELECT played, pts, is_starter FROM player_line ORDER BY team_id")
        assert [tuple(row.values()) for row in lines] == [(True, 102, True), (False, None, False)]
        assert {r["team_id"] for r in kb.rows("SELECT team_id FROM player_stat")} == {"MEM"}


def test_without_starting_positions_nobody_is_a_starter_or_a_reserve(tmp_path: Path) -> None:
    men = {"A Man": ("Memphis", 102, ""), "B Man": ("Phoenix", 91, "")}
    game = rotowire("11_05_14", MEMPHIS, PHOENIX, QUARTERS, men)
    del game["box_score"]["START_POSITION"]
    with built(tmp_path, write_json(tmp_path / "g.json", [game])) as kb:
        assert kb.rows("SELECT DISTINCT is_starter FROM player_line") == [{"is_starter": None}]
        assert kb.rows("SELECT DISTINCT bench_rank FROM player_stat") == [{"bench_rank": None}]
        assert kb.rows("SELECT DISTINCT bench_points FROM team_game") == [{"bench_points": None}]


def test_a_failed_build_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    output = folder / "kb.duckdb"
    build(output, season(tmp_path, GAME))
    before = output.read_bytes()
    bad = write_csv(tmp_path / "bad.csv", "plain_team_games", [{**GAME[0], "pts": "many"}])
    with pytest.raises(KnowledgeBaseError, match=r"bad\.csv:2: pts: 'many' is no integer"):
        build(output, [bad])
    assert output.read_bytes() == before
    assert list(folder.iterdir()) == [output]


def test_a_file_that_is_no_database_is_not_written_over(tmp_path: Path) -> None:
    results, spell = season(tmp_path, GAME)
    with pytest.raises(KnowledgeBaseError, match="the first argument is the file to write"):
        build(results, [spell])
    assert results.read_text(encoding="utf-8").startswith("team,opponent")


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_what_is_no_file_is_not_replaced(tmp_path: Path, kind: str) -> None:
    output = tmp_path / "kb.duckdb"
    if kind == "folder":
        output.mkdir()
    else:
        os.mkfifo(output)
    with pytest.raises(KnowledgeBaseError, match=r"kb\.duckdb: cannot be written: is no file"):
        build(output, season(tmp_path, GAME))
    assert output.is_dir() if kind == "folder" else output.is_fifo()


def test_a_link_to_a_knowledge_base_stays_a_link(tmp_path: Path) -> None:
    link, target = tmp_path / "link.duckdb", tmp_path / "real.duckdb"
    link.symlink_to(target)
    build(link, season(tmp_path, GAME))
    assert link.is_symlink()
    with KnowledgeBase.open(target) as kb:
        assert len(kb.games()) == 1


def test_a_table_that_is_cut_off_is_named_with_its_line(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "games.csv", "plain_team_games", GAME)
    path.write_text(path.read_text(encoding="utf-8").rstrip()[:-20], encoding="utf-8")
    with pytest.raises(KnowledgeBaseError, match=r"games\.csv:3: .* is the file cut off\?"):
        build(tmp_path / "kb.duckdb", [path])


def test_a_column_that_comes_twice_is_named(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "games.csv", "plain_team_games", GAME)
    header, *rows = path.read_text(encoding="utf-8").splitlines()
    text = "\n".join([f"{header},pts", *(f"{row},1" for row in rows)])
    path.write_text(text, encoding="utf-8")
    with pytest.raises(KnowledgeBaseError, match=r"games\.csv:1: the column 'pts' comes twice"):
        build(tmp_path / "kb.duckdb", [path])


def test_sources_without_a_game_are_refused(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "games.csv", "plain_team_games", GAME)
    path.write_text(path.read_text(encoding="utf-8").splitlines()[0] + "\n", encoding="utf-8")
    with pytest.raises(KnowledgeBaseError, match="hold no game"):
        build(tmp_path / "kb.duckdb", [path])
    assert not (tmp_path / "kb.duckdb").exists()


def test_a_folder_that_is_absent_is_named(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeBaseError, match=r"kb\.duckdb: cannot be written"):
        build(tmp_path / "absent" / "kb.duckdb", season(tmp_path, GAME))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"day": "5 November"}, "day: is no date such as 11_05_14 in game 2"),
        ({"home_line": None}, "home_line: is missing in game 2"),
        ({"box_score": {"MIN": {}}}, "box_score.PLAYER_NAME: is missing in game 2"),
    ],
)
def test_a_game_that_lacks_a_field_is_named(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    good = rotowire("11_05_14", MEMPHIS, PHOENIX, QUARTERS)
    path = write_json(tmp_path / "g.jsonl", [good, good | change], lines=True)
    with pytest.raises(KnowledgeBaseError, match=message):
        build(tmp_path / "kb.duckdb", [path])


def test_a_broken_line_of_json_is_named(tmp_path: Path) -> None:
    path = write_json(
        tmp_path / "g.jsonl", [rotowire("11_05_14", MEMPHIS, PHOENIX, QUARTERS)] * 2, lines=True
    )
    text = path.read_text(encoding="utf-8")
    path.write_text(text[:-20], encoding="utf-8")
    with pytest.raises(KnowledgeBaseError, match=r"g\.jsonl(:2)?: .*JSON") as caught:
        build(tmp_path / "kb.duckdb", [path])
    assert "\n" not in str(caught.value)


def test_bytes_that_are_no_text_are_named_wherever_they_stand(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "games.csv", "plain_team_games", list(GAME) * 1000)
    with path.open("ab") as file:
        file.write(b"2014-11-05,\xff\xfe\n")
    with pytest.raises(KnowledgeBaseError, match=r"games\.csv:") as caught:
        build(tmp_path / "kb.duckdb", [path])
    assert "\n" not in str(caught.value)


def test_text_from_a_source_is_never_run(tmp_path: Path) -> None:
    name = "'); DROP TABLE game; --"
    lines = box_score("2014-11-05", "MEM", "PHX", {name: 102})
    player_lines = write_csv(tmp_path / "lines.csv", "plain_player_lines", lines)
    with built(tmp_path, player_lines, *season(tmp_path, GAME)) as kb:
        assert [row["name"] for row in kb.rows("SELECT name FROM player")] == [name]
        assert len(kb.rows("FROM game")) == 1

"""A knowledge base opens, or says in one line why not; games are found in it."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from small_sources import season, team_games

from factcheck.errors import KnowledgeBaseError, StoryError
from factcheck.knowledge import KnowledgeBase, build

GAME = "2014-11-05-MEM-PHX"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    output = tmp_path / "kb.duckdb"
    build(output, season(tmp_path, team_games("2014-11-05", "MEM", "PHX", (102, 91))))
    return output


def refusal(path: Path) -> str:
    with pytest.raises(KnowledgeBaseError) as caught:
        KnowledgeBase.open(path)
    message = str(caught.value)
    assert message.startswith(str(path))
    assert "\n" not in message
    return message


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert "no such knowledge base" in refusal(tmp_path / "absent.duckdb")


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kb.duckdb"
    path.write_text("not a database", encoding="utf-8")
    assert "no knowledge base" in refusal(path)


def test_another_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kb.duckdb"
    duckdb.connect(str(path)).close()
    assert "no knowledge base" in refusal(path)


@pytest.mark.parametrize("share", [0.01, 0.5, 0.99])
def test_a_truncated_file_is_refused(path: Path, share: float) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    refusal(path)


def test_another_schema_version_is_refused(path: Path) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute("UPDATE meta SET value = '0' WHERE key = 'schema_version'")
    assert "schema version 0" in refusal(path)


def test_an_open_knowledge_base_keeps_no_memory_of_statements_that_are_done(path: Path) -> None:
    with KnowledgeBase.open(path) as kb:
        kept = "SELECT current_setting('allocator_flush_threshold')"
        assert kb.connection.execute(kept).fetchone() == ("100KB",)


def test_an_open_knowledge_base_cannot_be_written(path: Path) -> None:
    with KnowledgeBase.open(path) as kb, pytest.raises(duckdb.Error, match="read-only"):
        kb.connection.execute("DELETE FROM kb.game")


@pytest.mark.parametrize(
    "wording",
    [
        GAME,
        GAME.lower(),
        "2014-11-05 Grizzlies Suns",
        "2014-11-05 MEM PHX",
        "Memphis at Phoenix, November 5, 2014",
        "5 Nov 2014 Phoenix Suns",
        "11_05_14 Suns Grizzlies",
        "11/05/2014",
        "Grizzlies Suns",
    ],
)
def test_a_game_is_found_by_any_usual_wording(demo: KnowledgeBase, wording: str) -> None:
    assert demo.find_game(wording) == GAME


@pytest.mark.parametrize(
    ("wording", "message"),
    [
        ("2014-11-05-XXX-PHX", "no game"),
        ("2014-11-06 Suns", "no game"),
        ("", "no game"),
        ("yesterday", "no game"),
        ("2014-11-05 Suns Sonics", "no game"),
        ("Grizzlies", "ambiguous: 2014-10-29-MIN-MEM, .* and 5 more"),
        ("Lakers Suns", "ambiguous: 2014-10-29-LAL-PHX, 2014-11-04-PHX-LAL"),
    ],
)
def test_a_game_that_is_unknown_or_ambiguous_is_refused(
    demo: KnowledgeBase, wording: str, message: str
) -> None:
    with pytest.raises(StoryError, match=message):
        demo.find_game(wording)


def test_the_two_teams_of_one_city_are_told_apart(demo: KnowledgeBase) -> None:
    assert demo.find_game("Los Angeles Clippers Suns") == "2014-11-15-PHX-LAC"


def test_games_are_listed_by_team_and_date(demo: KnowledgeBase) -> None:
    november = demo.games(team="Suns", date="2014-11")
    assert [game.game_id for game in november][:3] == [
        "2014-11-01-PHX-UTA", "2014-11-04-PHX-LAL", GAME
    ]  # fmt: skip
    assert [game.game_id for game in demo.games(date="2014-11-05")] == [GAME]
    assert len(demo.games()) == 19


def test_a_team_that_does_not_exist_is_refused(demo: KnowledgeBase) -> None:
    with pytest.raises(StoryError, match="no team is called 'Sonics'"):
        demo.games(team="Sonics")


def test_the_demo_holds_the_facts_of_its_game(demo: KnowledgeBase) -> None:
    sheet = demo.show(GAME)
    visitors, hosts = sheet.teams
    assert (visitors["points"], hosts["points"]) == (102, 91)
    assert (visitors["wins"], visitors["losses"]) == (5, 0)
    assert (hosts["wins"], hosts["losses"]) == (3, 2)
    assert (visitors["periods"]["H1"], hosts["periods"]["H1"]) == (46, 52)
    assert (sheet.game["weekday_name"], sheet.game["arena"]) == ("Wednesday", "US Airways Center")
    assert len(sheet.players) == 21
    following = next(
        row for row in sheet.neighbours if row["team_id"] == "PHX" and row["which"] == "next"
    )
    assert (following["opponent_id"], following["weekday_name"], following["is_home"]) == (
        "SAC", "Friday", True
    )  # fmt: skip


def test_the_demo_does_not_know_who_started(demo: KnowledgeBase) -> None:
    assert demo.rows("SELECT DISTINCT is_starter FROM player_line") == [{"is_starter": None}]
    groups = demo.rows("SELECT DISTINCT grouping FROM leader ORDER BY 1")
    assert [row["grouping"] for row in groups] == ["game", "team"]


def test_the_points_of_the_demo_s_men_add_up(demo: KnowledgeBase) -> None:
    rows = demo.rows(
        "SELECT team_id, sum(pts) AS pts, sum(ast) AS ast FROM player_line GROUP BY 1 ORDER BY 1"
    )
    assert [tuple(row.values()) for row in rows] == [("MEM", 102, 25), ("PHX", 91, 13)]


def test_the_demo_s_file_is_made_once_and_nobody_needs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with KnowledgeBase.kept_demo() as kb:
        path, digest = kb.path, kb.digest
    assert path is not None
    written = path.stat().st_mtime_ns
    with KnowledgeBase.kept_demo() as kb:
        assert (kb.path, path.stat().st_mtime_ns) == (path, written)
    path.write_bytes(path.read_bytes()[:5000])
    with KnowledgeBase.kept_demo() as kb, KnowledgeBase.demo() as demo:
        assert (kb.path, kb.digest) == (None, digest)
        assert kb.games() == demo.games()

"""The knowledge base of the public data: two of its sources check what is derived from a third."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from factcheck.knowledge import BuildSummary, KnowledgeBase, build
from factcheck.knowledge.sources import recognise
from factcheck.knowledge.views import STORED, create_views
from factcheck.support.resources import kb_folder

SEASONS = ["2012-13", "2013-14", "2014-15", "2015-16", "2016-17", "2017-18"]


@pytest.fixture(scope="module")
def built(data: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[BuildSummary, Path]:
    output = tmp_path_factory.mktemp("kb") / "kb.duckdb"
    sources = [*sorted((data / "nba").glob("*.csv"))]
    summary = build(output, [*sources, data / "accuracy_shared_task" / "shared_task.jsonl"])
    return summary, output


@pytest.fixture(scope="module")
def kb(built: tuple[BuildSummary, Path]) -> Iterator[KnowledgeBase]:
    # Not locked as a checker's is, for it is held against another file.
    connection = duckdb.connect(":memory:")
    connection.execute(f"ATTACH '{built[1]}' AS {STORED} (READ_ONLY)")
    create_views(connection, kb_folder())
    with KnowledgeBase(connection, built[1]) as opened:
        yield opened


@pytest.fixture(scope="module")
def stated(kb: KnowledgeBase, data: Path) -> str:
    """A query of the standings file with our team codes."""
    path = data / "nba" / "2012-18_standings.csv"
    kb.connection.execute(
        "CREATE TEMP TABLE IF NOT EXISTS stated AS "
        "SELECT * EXCLUDE (teamAbbr, team_id, short), coalesce(code.team_id, teamAbbr) AS team_id "
        "FROM read_csv(?) LEFT JOIN (VALUES ('GSW', 'GS'), ('NOP', 'NO'), ('NYK', 'NY'), "
        "('PHX', 'PHO'), ('SAS', 'SA')) AS code (team_id, short) ON short = teamAbbr",
        [str(path)],
    )
    return "stated"


def count(kb: KnowledgeBase, sql: str) -> int:
    return int(next(iter(kb.rows(sql)[0].values())))


def test_every_file_is_recognised(data: Path) -> None:
    kinds = {path.name: recognise(path).name for path in (data / "nba").glob("*.csv")}
    assert kinds["2012-18_standings.csv"] == "standings"
    assert kinds["2012-18_teamBoxScore.csv"] == "team_box_score"
    assert kinds["player_seasons_2013-17.csv"] == "player_seasons"
    assert kinds["team_game_log_2014-15.csv"] == "team_game_log"
    assert kinds["player_game_log_2015-16_to_2015-12-08.csv"] == "player_game_log"
    assert recognise(data / "figure1" / "box_score.json").name == "rotowire"


def test_every_season_has_its_full_schedule(kb: KnowledgeBase) -> None:
    rows = kb.rows("SELECT season, games, full_schedule FROM coverage")
    assert [row["season"] for row in rows] == SEASONS
    assert [row["games"] for row in rows] == [1229] + [1230] * 5
    assert all(row["full_schedule"] for row in rows)


def test_every_name_of_the_sixty_games_is_a_known_man(built: tuple[BuildSummary, Path]) -> None:
    doubts = {kind for kind in built[0].data_issues if kind.startswith("player")}
    assert doubts == set()


def test_records_streaks_and_last_results_agree_with_the_standings(
    kb: KnowledgeBase, stated: str
) -> None:
    on = f"JOIN {stated} ON stDate = date AND {stated}.team_id = own.team_id"
    compared = count(kb, f"SELECT count(*) FROM team_game AS own {on}")  # noqa: S608
    assert compared > 14_000
    different = f"""
        SELECT count(*) FROM team_game AS own {on}
        WHERE (wins, losses) <> (gameWon, gameLost) OR streak <> stkTot
           OR streak_won <> (stkType = 'win')
           OR (home_wins, home_losses, away_wins, away_losses)
              <> (homeWin, homeLoss, awayWin, awayLoss)
    """  # noqa: S608
    assert count(kb, different) == 0
    last = f"""
        SELECT count(*) FROM last_n
        JOIN (SELECT game_id, team_id, date FROM team_game) AS own USING (game_id, team_id) {on}
        WHERE n = 5 AND last_n.wins <> lastFive OR n = 10 AND last_n.wins <> lastTen
    """  # noqa: S608
    assert count(kb, last) == 0


def test_no_win_loss_or_point_of_the_sixty_games_is_disputed(kb: KnowledgeBase) -> None:
    rows = kb.rows(
        "SELECT what FROM conflict WHERE other_source LIKE '%shared_task.jsonl' "
        "AND (what LIKE '%PTS' OR what LIKE '%record' OR what LIKE '%home')"
    )
    assert rows == []


def test_quarters_add_up_to_every_final_score(kb: KnowledgeBase) -> None:
    different = """
        SELECT count(*) FROM period_score AS regulation
        JOIN team_game USING (game_id, team_id)
        LEFT JOIN period_score AS overtime
            ON overtime.game_id = regulation.game_id AND overtime.team_id = regulation.team_id
            AND overtime.period = 'OT'
        WHERE regulation.period = 'REG'
          AND regulation.points + coalesce(overtime.points, 0) <> team_game.points
    """
    assert count(kb, different) == 0
    assert count(kb, "SELECT count(DISTINCT game_id) FROM period_score WHERE period = 'H1'") > 7300


def test_every_team_game_but_the_last_of_a_season_has_a_next_game(kb: KnowledgeBase) -> None:
    assert count(kb, "SELECT count(*) FROM next_game") == 2 * 7379 - 30 * len(SEASONS)
    crossing = "SELECT count(*) FROM next_game WHERE days_between NOT BETWEEN 1 AND 13"
    assert count(kb, crossing) == 0


def test_a_season_is_over_for_teams_without_a_place_in_the_playoffs(kb: KnowledgeBase) -> None:
    over = kb.rows(
        "SELECT season_over.* FROM season_over JOIN game USING (game_id) WHERE season = '2015-16'"
    )
    # The fourteen of the lottery of 2016, by their records of the season.
    assert {(row["team_id"], row["wins"], row["losses"]) for row in over} == {
        ("PHI", 10, 72), ("LAL", 17, 65), ("BKN", 21, 61), ("PHX", 23, 59), ("MIN", 29, 53),
        ("NOP", 30, 52), ("NYK", 32, 50), ("DEN", 33, 49), ("MIL", 33, 49), ("SAC", 33, 49),
        ("ORL", 35, 47), ("UTA", 40, 42), ("WAS", 41, 41), ("CHI", 42, 40),
    }  # fmt: skip
    going_on = "SELECT count(*) FROM season_over SEMI JOIN next_game USING (game_id, team_id)"
    assert count(kb, going_on) == 0


def test_a_tie_for_the_last_place_leaves_both_seasons_open(kb: KnowledgeBase) -> None:
    # Indiana and Brooklyn won 38 games each in 2014-15, Oklahoma City and New Orleans 45.
    tied = """
        SELECT count(*) FROM season_over
        WHERE team_id IN ('IND', 'BKN', 'OKC', 'NOP') AND game_id LIKE '2015-%'
    """
    assert count(kb, tied) == 0


def test_next_and_previous_game_mirror_each_other(kb: KnowledgeBase) -> None:
    unmatched = """
        SELECT count(*) FROM next_game ANTI JOIN previous_game
        ON previous_game.game_id = next_game.other_game_id
        AND previous_game.other_game_id = next_game.game_id
        AND previous_game.team_id = next_game.team_id
    """
    assert count(kb, unmatched) == 0


def test_every_game_has_an_arena_and_a_city(kb: KnowledgeBase) -> None:
    assert count(kb, "SELECT count(*) FROM game WHERE arena IS NULL OR city IS NULL") == 0
    assert count(kb, "SELECT count(*) FROM game WHERE neutral") == 12


def test_a_season_average_is_the_average_of_the_lines(kb: KnowledgeBase) -> None:
    different = """
        SELECT count(*) FROM player_season_stat AS own
        JOIN (
            SELECT game_id, player_id,
                   avg(pts) OVER so_far AS average, max(pts) OVER so_far AS high
            FROM player_line WHERE played AND season = '2015-16' AND date <= '2015-12-08'
            WINDOW so_far AS (PARTITION BY player_id ORDER BY date)
        ) AS line USING (game_id, player_id)
        WHERE statistic = 'PTS'
          AND (abs(own.average - line.average) > 1e-9 OR own.high <> line.high)
    """
    assert count(kb, different) == 0
    with_average = "SELECT count(*) FROM player_season_stat WHERE statistic = 'PTS'"
    assert count(kb, with_average) > 6000


def test_nothing_is_said_of_seasons_whose_player_lines_have_gaps(kb: KnowledgeBase) -> None:
    rows: list[dict[str, Any]] = kb.rows(
        "SELECT max(game_id) AS last FROM player_season_stat WHERE game_id >= '2015-10'"
    )
    assert rows[0]["last"] < "2015-12-09"


def test_all_sixty_games_have_starters(kb: KnowledgeBase) -> None:
    rows = kb.rows(
        "SELECT game_id, team_id FROM player_line WHERE is_starter GROUP BY ALL HAVING count(*) = 5"
    )
    assert len(rows) == 120


def test_the_example_game_joins_the_schedule(data: Path, tmp_path: Path) -> None:
    output = tmp_path / "kb.duckdb"
    build(output, [data / "figure1" / "box_score.json"])
    with KnowledgeBase.open(output) as kb:
        (game,) = kb.games()
        assert game.game_id == "2014-11-05-MEM-PHX"
        records = kb.rows(
            "SELECT wins, losses, wins_before, streak FROM team_game ORDER BY team_id"
        )
        assert [tuple(row.values()) for row in records] == [(5, 0, 4, None), (3, 2, 3, None)]
        assert kb.rows("FROM next_game") == []

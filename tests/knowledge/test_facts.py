"""The relation ``fact``: whose number, of what, of which part, of which games."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from small_sources import box_score, season, team_games, write_csv

from factcheck.knowledge import KnowledgeBase, build
from factcheck.knowledge.facts import GameFacts
from factcheck.support.resources import kb_folder

README = (kb_folder() / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```sql\n(.*?)```\n\n```\n(.*?)```", README, re.DOTALL)
GAMES = ["2014-10-29-MEM-PHX", "2014-11-01-PHX-MEM", "2014-11-05-MEM-PHX"]


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """Three meetings; Al scores 10, 20 and 31, and his team wins the last two."""
    folder = tmp_path_factory.mktemp("facts")
    games = [
        team_games("2014-10-29", "MEM", "PHX", (20, 25), (20, 25), (20, 25), (20, 25)),
        team_games("2014-11-01", "PHX", "MEM", (20, 25), (20, 25), (20, 25), (20, 25)),
        team_games("2014-11-05", "MEM", "PHX", (26, 27), (20, 25), (30, 19), (26, 20)),
    ]
    lines = []
    for game, points in zip(games, (10, 20, 31), strict=True):
        for row in game:
            team, total = row["team"], row["pts"]
            own = points if team == "MEM" else 12
            men = {f"Al {team}": own, **{f"{n} {team}": 1 for n in range(5)}, f"Zed {team}": 7}
            men[f"4 {team}"] = total - own - 4 - 7
            lines += box_score(row["date"], team, row["opponent"], men, starters=5)
    path = folder / "kb.duckdb"
    build(
        path,
        [*season(folder, *games), write_csv(folder / "lines.csv", "plain_player_lines", lines)],
    )
    with KnowledgeBase.open(path) as opened:
        yield opened


def facts(kb: KnowledgeBase, where: str, game: str = GAMES[-1]) -> list[tuple[object, ...]]:
    rows = kb.rows(
        "SELECT games, n, measure, value FROM fact LEFT JOIN player USING (player_id) "  # noqa: S608
        f"WHERE game_id = ? AND {where} ORDER BY ALL",
        [game],
    )
    return [tuple(row.values()) for row in rows]


@pytest.mark.parametrize(("query", "expected"), EXAMPLES)
def test_the_examples_of_the_documentation_give_what_is_printed(
    query: str, expected: str, demo: KnowledgeBase
) -> None:
    rows = [
        ["NULL" if value is None else str(value) for value in row.values()]
        for row in demo.rows(query)
    ]
    printed = [re.split(r"\s{2,}", line.strip()) for line in expected.strip().splitlines()]
    assert rows == printed


def test_a_player_has_facts_of_this_game_the_ones_before_and_the_season(kb: KnowledgeBase) -> None:
    assert facts(kb, "name = 'Al MEM' AND statistic = 'PTS'") == [
        ("ago", 1, "total", 20.0),
        ("ago", 2, "total", 10.0),
        ("game", 1, "total", 31.0),
        ("last", 2, "average", 25.5),
        ("last", 2, "total", 51.0),
        ("last", 3, "average", 61 / 3),
        ("last", 3, "total", 61.0),
        ("season", 3, "average", 61 / 3),
        ("season", 3, "high", 31.0),
        ("season", 3, "previous high", 20.0),
        ("season", 3, "total", 61.0),
    ]


def test_bench_and_starters_make_up_the_team(kb: KnowledgeBase) -> None:
    rows = kb.rows(
        "SELECT owner, value FROM fact WHERE game_id = ? AND team_id = 'MEM' AND part = 'GAME' "
        "AND statistic = 'PTS' AND games = 'game' AND owner <> 'player' ORDER BY ALL",
        [GAMES[-1]],
    )
    bench, starters, team = (row["value"] for row in rows)
    assert [row["owner"] for row in rows] == ["bench", "starters", "team"]
    assert bench + starters == team == 102


def test_periods_and_moments_are_parts(kb: KnowledgeBase) -> None:
    rows = kb.rows(
        "SELECT statistic, part, value FROM fact WHERE game_id = ? AND team_id = 'MEM' "
        "AND part IN ('Q3', 'after H1') ORDER BY ALL",
        [GAMES[-1]],
    )
    assert [tuple(row.values()) for row in rows] == [
        ("LEAD", "after H1", -6.0),
        ("MARGIN", "Q3", 11.0),
        ("PTS", "Q3", 30.0),
    ]


def test_both_teams_have_their_sum_and_their_difference(kb: KnowledgeBase) -> None:
    assert facts(kb, "owner = 'both' AND statistic = 'PTS' AND part = 'GAME'") == [
        ("game", 1, "total", 193.0)
    ]
    assert facts(kb, "owner = 'both' AND statistic = 'MARGIN' AND part = 'H1'") == [
        ("game", 1, "total", 6.0)
    ]


def test_earlier_meetings_and_records_by_place_are_facts_of_a_team(kb: KnowledgeBase) -> None:
    assert facts(
        kb,
        "team_id = 'MEM' AND owner = 'team' AND statistic = 'MARGIN' AND n < 3 AND part = 'GAME'",
    ) == [
        ("ago", 1, "total", 20.0),
        ("ago", 2, "total", -20.0),
        ("game", 1, "total", 11.0),
        ("meeting", 1, "total", 20.0),
        ("meeting", 2, "total", -20.0),
    ]
    assert facts(kb, "team_id = 'MEM' AND statistic = 'WINS' AND games IN ('home', 'road')") == [
        ("home", 1, "total", 1.0),
        ("road", 2, "total", 1.0),
    ]


def test_what_is_asked_of_one_game_is_what_all_hold(kb: KnowledgeBase) -> None:
    whole = kb.rows(
        "SELECT game_id, count(*) AS number FROM fact GROUP BY game_id ORDER BY game_id"
    )
    single = [len(kb.rows("FROM fact WHERE game_id = ?", [game])) for game in GAMES]
    assert [row["number"] for row in whole] == single


def test_games_in_a_row_are_facts_of_a_player(kb: KnowledgeBase) -> None:
    assert facts(kb, "name = 'Al MEM' AND statistic IN ('PTS10', 'PTS20') AND games = 'row'") == [
        ("row", 2, "total", 2.0),
        ("row", 3, "total", 3.0),
    ]


def test_quarters_of_players_and_groups_and_the_course_of_the_game_are_facts(
    demo: KnowledgeBase,
) -> None:
    """The quarters of a player, of his team and of its bench add up to what they have in all."""
    (sums,) = demo.rows(
        "SELECT sum(value) FILTER (part IN ('Q1', 'Q2', 'Q3', 'Q4')) AS quarters, "
        "sum(value) FILTER (part IN ('H1', 'H2')) AS halves, "
        "sum(value) FILTER (part = 'GAME') AS game FROM fact "
        "WHERE game_id = '2014-11-05-MEM-PHX' AND owner = 'player' AND statistic = 'PTS' "
        "AND games = 'game'"
    )
    assert sums == {"quarters": 193.0, "halves": 193.0, "game": 193.0}
    rows = demo.rows(
        "SELECT team_id, value FROM fact WHERE game_id = '2014-11-05-MEM-PHX' "
        "AND statistic = 'LARGEST_LEAD' AND part = 'GAME' ORDER BY team_id"
    )
    # As `factcheck kb show` tells it of the same plays.
    assert rows == [{"team_id": "MEM", "value": 15.0}, {"team_id": "PHX", "value": 11.0}]


def test_of_sources_that_say_the_same_but_for_minutes_one_speaks() -> None:
    facts = GameFacts(
        values={("MEM", "TOV", "GAME"): 11, (201144, "MIN", "GAME"): 35.2},
        said={
            ("MEM", "TOV", "GAME"): [(12, "a.json"), (12, "b.json"), (13, "c.csv")],
            (201144, "MIN", "GAME"): [(35, "b.json"), (34, "d.csv")],
        },
        teams=["MEM", "PHX"],
    )
    assert list(facts.views) == ["a.json", "b.json", "c.csv", "d.csv"]
    assert list(facts.tellings) == ["a.json", "c.csv"]
    assert facts.disputed_by(facts.views["b.json"]) == {"MEM"}
    assert facts.differing_of(facts.views["d.csv"], 201144) == {("MIN", "GAME"): (35.2, 34)}

"""What a statement reads is told from its text, and a doubt counts as reading all games."""

from __future__ import annotations

import pytest

from factcheck.interpretation.verification.statements import Definition, over_claims, reading

RELATIONS = ["game", "player_stat", "next_game"]
DEFINITIONS = {
    "points_of": Definition(
        ("said", "this"),
        '(SELECT max(p."value") FROM player_stat AS p WHERE (p.game_id = this))',
    ),
    "all_points": Definition((), "(SELECT max(value) FROM player_stat)"),
    "best_line": Definition((), "CREATE VIEW best_line AS SELECT * FROM player_stat;"),
    "twice_points": Definition(("this",), "(points_of(0, this) * 2)"),
}


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT id FROM claim JOIN game USING (game_id)",
        "select id from claim left join game using (game_id, team_id)",
        "SELECT id FROM claim JOIN game ON game.game_id = claim.game_id AND true",
        "SELECT id FROM claim JOIN game AS g ON (claim.game_id = g.game_id) WHERE true",
        "SELECT id FROM claim JOIN game g ON g.game_id = claim.game_id",
        "WITH a AS (SELECT * FROM claim JOIN game USING (game_id)) SELECT id FROM a",
        "SELECT id, (SELECT max(x) FROM game WHERE game.game_id = claim.game_id) FROM claim",
        "SELECT id, (SELECT max(x) FROM game WHERE game_id = claim.game_id) FROM claim",
        "SELECT id FROM claim JOIN (SELECT * FROM game "
        "WHERE game_id IN (SELECT game_id FROM claim) AND true) AS g ON g.x = claim.x",
        "SELECT id, claim.game_id AS game_id FROM claim JOIN game USING (game_id)",
        "SELECT id, claim.game_id FROM claim -- FROM player_stat\nJOIN game USING (game_id)",
        "SELECT id, 'FROM player_stat' FROM claim JOIN game USING (game_id)",
    ],
)
def test_a_relation_joined_on_its_game_is_read_for_that_game(sql: str) -> None:
    found = reading(sql, RELATIONS, DEFINITIONS)
    assert (found.relations, found.narrow) == ({"game"}, {"game"})


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT id FROM claim JOIN game ON game.season = claim.season",
        "SELECT id FROM claim, game WHERE game.game_id = claim.game_id",
        "SELECT id FROM claim JOIN other ON true, game",
        "SELECT id FROM game JOIN claim USING (game_id)",
        "SELECT id FROM claim JOIN game USING (team_id)",
        "SELECT id FROM claim JOIN game ON game.game_id = game.game_id",
        "SELECT id FROM claim JOIN game ON game.game_id = claim.last_id",
        "SELECT id FROM claim JOIN game ON game.game_id = last_id",
        'SELECT id FROM claim JOIN "game" ON true',
        "SELECT id, (SELECT max(x) FROM game) FROM claim",
        "SELECT id FROM claim WHERE x IN (FROM game SELECT x)",
    ],
)
def test_any_other_relation_is_read_whole(sql: str) -> None:
    found = reading(sql, RELATIONS, DEFINITIONS)
    assert (found.relations, found.narrow) == ({"game"}, set())


def test_what_hangs_on_another_game_is_read_whole_and_the_claim_s_own_is_not() -> None:
    sql = (
        "SELECT id FROM claim JOIN next_game USING (game_id) "
        "JOIN game AS later ON later.date = next_game.date "
        "JOIN player_stat ON player_stat.game_id = later.game_id"
    )
    found = reading(sql, RELATIONS, DEFINITIONS)
    assert found.relations == {"game", "next_game", "player_stat"}
    assert found.narrow == {"next_game"}


@pytest.mark.parametrize("renamed", ["next_game.next_id AS game_id", "next_game.next_id game_id"])
def test_a_column_that_becomes_a_game_may_be_another_game(renamed: str) -> None:
    later = f"FROM claim JOIN next_game USING (game_id) SELECT claim.id, {renamed}"
    sql = f"WITH later AS ({later}) FROM later JOIN game USING (game_id)"
    found = reading(sql, RELATIONS, DEFINITIONS)
    assert (found.relations, found.narrow) == ({"game", "next_game"}, {"next_game"})


@pytest.mark.parametrize(
    ("call", "is_narrow"),
    [
        ("points_of(claim.number, claim.game_id)", True),
        ("points_of(abs(claim.number), game_id)", True),
        ("points_of(claim.number, claim.last_id)", False),
        ("points_of(1, claim.game_id) + points_of(2, claim.last_id)", False),
        ("twice_points(claim.game_id)", False),
        ("all_points()", False),
    ],
)
def test_a_macro_reads_the_game_that_it_is_given(call: str, is_narrow: bool) -> None:
    found = reading(f"FROM claim WHERE {call} > 0", RELATIONS, DEFINITIONS)
    assert found.relations == {"player_stat"}
    assert found.narrow == ({"player_stat"} if is_narrow else set())


def test_a_view_reads_its_relations_whole() -> None:
    sql = "SELECT id FROM claim JOIN best_line USING (game_id) JOIN game USING (game_id)"
    found = reading(sql, RELATIONS, DEFINITIONS)
    assert (found.relations, found.narrow) == ({"game", "player_stat"}, set())


def test_only_columns_that_are_named_are_handed_over() -> None:
    types = {"id": "INTEGER", "number": "DOUBLE", "team_id": "VARCHAR"}
    assert over_claims("SELECT id, Number FROM claim", types)[1] == ("id", "number")
    assert over_claims("SELECT claim.* FROM claim", types)[1] == tuple(types)

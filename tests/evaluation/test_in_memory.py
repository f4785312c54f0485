"""Statements give in memory what they give in DuckDB, or are left to it."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from factcheck import FactChecker
from factcheck.evaluation.statements import Compiled, Statements
from factcheck.evaluation.values import Unsupported
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.verification.sessions import Question
from factcheck.interpretation.verification.verifying import Verifier
from factcheck.knowledge import KnowledgeBase
from factcheck.model import Story
from factcheck.runs.rule_examples import cases_of

GAME = "2014-11-05-MEM-PHX"
CLAIM = {
    "id": "INTEGER", "game_id": "VARCHAR", "team_id": "VARCHAR", "number": "DOUBLE",
    "word": "VARCHAR", "players": "BIGINT[]",
}  # fmt: skip
CLAIMS = (
    (1, GAME, "MEM", 102, "won", [1, 2]),
    (2, GAME, "PHX", 91, "fell", []),
    (3, GAME, None, 5, None, None),
    (4, None, "PHX", None, "Won", [2, None]),
)
QUERIES = (
    "SELECT id, number / 2, -number, number - 1.5, number || '' FROM claim",
    "SELECT id, upper(word[1]) || word[2:], word[:2], word LIKE 'w%', word NOT LIKE '%l' "
    "FROM claim",
    "SELECT id, word = 'won' AND number > 100, word = 'won' OR number > 100, NOT word = 'won' "
    "FROM claim",
    "SELECT id, word IN ('won', 'lost'), word NOT IN ('won', NULL), number IN (5, id) FROM claim",
    "SELECT id, word IS DISTINCT FROM 'won', coalesce(word, 'none'), greatest(number, id) "
    "FROM claim",
    "SELECT id, round(number / 4), round(number / 7, 1), abs(-number), number::INTEGER FROM claim",
    "SELECT id, CASE WHEN number > 100 THEN 'much' WHEN number > 10 THEN 'some' END FROM claim",
    "SELECT id, if(word IS NULL, 1, 2), number BETWEEN 5 AND 91 FROM claim",
    "SELECT id, len(players), list_contains(players, 2), players[1], players[-1] FROM claim",
    "SELECT id, list_filter(players, lambda p: p > 1), list_transform(players, lambda p: p + id) "
    "FROM claim",
    "SELECT id, format('{} had {:.0f}', word, number), regexp_matches(word, '^w') FROM claim",
    "SELECT id, list_bool_or(list_transform(players, lambda p: p > 1)) FROM claim",
    "SELECT id, unnest(players) AS player FROM claim",
    "SELECT id, unnest([{'a': 1, 'b': word}, {'a': 2, 'b': NULL}], recursive := true) FROM claim",
    "SELECT claim.id, team_game.points FROM claim JOIN team_game USING (game_id, team_id)",
    "SELECT claim.id, line.pts FROM claim LEFT JOIN player_line AS line "
    "ON line.game_id = claim.game_id AND line.team_id = claim.team_id AND line.pts > 15",
    "SELECT claim.id, line.pts FROM claim JOIN player_line AS line "
    "ON line.game_id = claim.game_id AND claim.number - 90 < line.pts AND line.reb <> 5",
    "SELECT claim.id, line.pts FROM claim LEFT JOIN player_line AS line "
    "ON line.team_id = claim.team_id AND line.pts BETWEEN claim.number - 90 AND claim.number "
    "AND claim.word = 'won' AND line.date >= DATE '2014-11-05'",
    "SELECT id, date FROM claim JOIN team_game USING (game_id, team_id) "
    "ANTI JOIN previous_game USING (game_id, team_id, opponent_id)",
    "SELECT * FROM claim SEMI JOIN game USING (game_id)",
    "SELECT id FROM claim SEMI JOIN team_game USING (game_id, team_id)",
    "SELECT id FROM claim ANTI JOIN team_game USING (game_id, team_id)",
    "SELECT team_id, count(*), sum(number), max(word), bool_or(number > 100), any_value(word) "
    "FROM claim GROUP BY team_id",
    "SELECT count(*), count(word), sum(number) FILTER (id > 1), "
    "string_agg(word, ', ' ORDER BY id DESC) "
    "FROM claim HAVING count(*) > 3",
    "SELECT arg_max(word, number), arg_min(word, number), first(word ORDER BY number DESC), "
    "list(DISTINCT team_id ORDER BY team_id) FROM claim",
    "SELECT sum(number) FROM claim WHERE false",
    "SELECT id, row_number() OVER (PARTITION BY team_id ORDER BY number DESC) AS place FROM claim "
    "QUALIFY place = 1",
    "SELECT id, rank() OVER (ORDER BY team_id) FROM claim",
    "SELECT id, sum(number) OVER (ORDER BY id) FROM claim",
    "SELECT id, min(number) OVER course, max(number) OVER course, count(number) OVER course, "
    "count(*) FILTER (number > 5) OVER course FROM claim WINDOW course AS (ORDER BY team_id DESC)",
    "SELECT id, sum(number) OVER (PARTITION BY team_id ORDER BY id "
    "ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM claim",
    "SELECT id, first_value(number) OVER whole, last_value(number) OVER whole FROM claim "
    "WINDOW whole AS (PARTITION BY team_id ORDER BY id "
    "ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)",
    "SELECT id, max(number) OVER (PARTITION BY team_id), count(*) OVER (), "
    "sum(number) FILTER (word IS NOT NULL) OVER (PARTITION BY team_id) FROM claim",
    "SELECT id, lead(number, 1, -1) OVER course, lag(word) OVER course, "
    "lead(id, 2) OVER (ORDER BY id) FROM claim "
    "WINDOW course AS (PARTITION BY team_id ORDER BY id DESC)",
    "SELECT id, nullif(number, 5), nullif(word, 'won'), period FROM claim "
    "JOIN (SELECT unnest(range(1, 4)) AS period) AS part ON part.period <= claim.id",
    "SELECT id, word FROM claim UNION ALL BY NAME SELECT number, id FROM claim WHERE id > 2",
    "SELECT claim.id, part.which, line.pts FROM claim JOIN game USING (game_id), "
    "LATERAL (VALUES ('own', claim.team_id)) AS part (which, team) "
    "LEFT JOIN player_line AS line ON line.game_id = claim.game_id AND line.team_id = part.team "
    "AND line.pts > 15",
    "SELECT id, CASE WHEN word = 'won' THEN number > 5 WHEN number IS NULL THEN NULL ELSE id > 1 "
    "END AND word <> 'fell' OR number = 5 FROM claim WHERE NOT coalesce(number = 91, false)",
    "SELECT id, number = NULL, NULL IS NULL, 5 IS NOT NULL, NOT (number > 50), "
    "coalesce(NULL, word, 'none', team_id), NOT (word = 'won' AND number > id) FROM claim",
    "SELECT id, " + "if(number > 5, id, " * 80 + "id" + ")" * 80 + " FROM claim",
    "SELECT id, number + 1 AS more, more * 2 AS twice_more, [more, twice_more] AS two, "
    "list_transform(two, lambda n: n + more) FROM claim WHERE more > 50",
    "SELECT team_id AS team, count(*) AS size, size + 1 AS more, more > 2 FROM claim GROUP BY team",
    "SELECT id, made['a'], made['c'] "
    "FROM (SELECT id, MAP {'a': number, 'b': 1} AS made FROM claim)",
    "SELECT claim.id, other.points FROM claim JOIN team_game AS mine "
    "ON mine.game_id = claim.game_id AND mine.team_id = claim.team_id "
    "JOIN team_game AS told ON told.team_id = mine.team_id AND told.date < mine.date "
    "JOIN team_game AS other ON other.game_id = told.game_id AND other.team_id = told.team_id",
    "WITH said AS (SELECT *, number * 2 AS twice FROM claim) "
    "SELECT id, twice FROM said WHERE twice > 100",
    "SELECT id, (SELECT max(pts) FROM player_line WHERE player_line.game_id = claim.game_id "
    "AND player_line.team_id = claim.team_id) AS most FROM claim",
    "SELECT id FROM claim WHERE EXISTS (FROM team_game WHERE team_game.game_id = claim.game_id "
    "AND team_game.points = claim.number)",
    "SELECT id, game_id IN (SELECT game_id FROM game) FROM claim",
    "SELECT id, part.which, part.number FROM claim, "
    "LATERAL (VALUES ('own', number), ('id', id)) AS part (which, number)",
    "SELECT id FROM claim UNION ALL SELECT id + 10 FROM claim WHERE word = 'won'",
    "SELECT game_id, team_id FROM claim UNION SELECT game_id, NULL FROM claim WHERE id > 1 "
    "UNION SELECT game_id, home_id FROM game",
    "SELECT DISTINCT team_id FROM claim",
    "SELECT claim.id, line.pts, known.points FROM claim LEFT JOIN "
    "(SELECT * FROM player_line WHERE game_id IN (SELECT game_id FROM claim)) AS line "
    "ON line.game_id = claim.game_id AND line.team_id = claim.team_id AND line.pts > 15 "
    "LEFT JOIN (SELECT * FROM team_game WHERE game_id IN (SELECT game_id FROM claim)) AS known "
    "ON known.team_id = claim.team_id",
    "SELECT pts FROM player_line WHERE game_id IN (SELECT game_id FROM claim) AND pts > 20",
    "SELECT id, regexp_matches(word, if(number > 100, '^w', 'll$')) FROM claim",
    "SELECT id, game.date + 1, game.date - game.date, dayname(game.date), isodow(game.date) "
    "FROM claim JOIN game USING (game_id)",
    "SELECT claim.id, other.points FROM claim JOIN game USING (game_id) "
    "ASOF JOIN team_game AS other ON other.team_id = claim.team_id AND game.date >= other.date",
    "SELECT id, twice(number) FROM claim",
    "SELECT id, list_has_all(players, [2]), list_has_all([1, 2], coalesce(players, [])) FROM claim",
    "SELECT id, list_has_any(players, [NULL]), list_has_any([3, NULL], players) FROM claim",
    "SELECT id, strpos(word, 'o'), month(strptime(lower('Nov'), '%b')) FROM claim",
    "SELECT id, [{'a': number, 'b': word}][1].a FROM claim",
    "SELECT id, min(number) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING), "
    "first_value(word) OVER (ORDER BY id DESC), "
    "first_value(id) OVER (PARTITION BY game_id ORDER BY id) FROM claim",
)
LEFT = (
    "SELECT id FROM claim ORDER BY number LIMIT 1",
    "SELECT id, last_value(number) OVER (ORDER BY id) FROM claim",
    "SELECT id, regexp_matches('won', word) FROM claim",
    "SELECT id, no_such_function(number) FROM claim",
    "SELECT id, no_such_column FROM claim",
    "SELECT id, points FROM claim JOIN no_such_relation USING (game_id)",
    "FROM duckdb_settings()",
    "SELECT game_id FROM claim, game",
    "WITH RECURSIVE more AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM more) SELECT n FROM more",
)


@pytest.fixture(scope="module")
def cursor(demo: KnowledgeBase) -> Iterator[duckdb.DuckDBPyConnection]:
    """A cursor over the demo with the claims as a table."""
    cursor = demo.connection.cursor()
    columns = ", ".join(f"{name} {type}" for name, type in CLAIM.items())
    cursor.execute(f"CREATE OR REPLACE TEMP TABLE claim ({columns})")
    cursor.executemany("INSERT INTO claim VALUES (?, ?, ?, ?, ?, ?)", CLAIMS)
    cursor.execute("CREATE OR REPLACE TEMP MACRO twice(n) AS n * 2")
    yield cursor
    cursor.execute("DROP MACRO twice")


@pytest.fixture(scope="module")
def statements(demo: KnowledgeBase) -> Statements:
    return Statements(demo.connection, {"twice": (("n",), "(n * 2)")})


def order(row: tuple[object, ...]) -> list[str]:
    """Sort rows alike whether a number is written whole or not."""
    return [f"{v:.6f}" if type(v) in {int, float} else repr(v) for v in row]


def run(
    compiled: Compiled, statements: Statements, steps: int | None = None
) -> list[tuple[object, ...]]:
    values = list(zip(*CLAIMS, strict=True))
    compiled.prepare(statements.stored, values, {GAME})
    return compiled.run(statements.stored, values, {GAME}, {GAME}, steps)


@pytest.mark.parametrize("sql", QUERIES)
def test_gives_what_duckdb_gives(
    cursor: duckdb.DuckDBPyConnection, statements: Statements, sql: str
) -> None:
    found = cursor.execute(sql).fetchall()
    compiled = statements.compile(sql, CLAIM, frozenset())
    assert sorted(run(compiled, statements), key=order) == sorted(found, key=order)


@pytest.mark.parametrize("sql", LEFT)
def test_leaves_the_rest_to_duckdb(statements: Statements, sql: str) -> None:
    with pytest.raises(Unsupported):
        statements.compile(sql, CLAIM, frozenset())


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT id, number / (number - 5) FROM claim",
        "SELECT id, word::INTEGER FROM claim",
        "SELECT id FROM claim, team AS a, team AS b, team AS c, team AS d",
        "SELECT id, (SELECT points FROM team_game WHERE game_id = claim.game_id) FROM claim",
        "SELECT id, len(range(0, 1_000_000_000_000)) FROM claim",
    ],
    ids=["division by zero", "no number", "too many rows", "several rows", "a long list"],
)
def test_leaves_what_it_cannot_compute_to_duckdb(statements: Statements, sql: str) -> None:
    compiled = statements.compile(sql, CLAIM, frozenset())
    with pytest.raises(Unsupported):
        run(compiled, statements, steps=100_000)


def test_reads_no_game_of_a_large_relation_but_those_at_hand(
    statements: Statements, monkeypatch: pytest.MonkeyPatch
) -> None:
    sql = "SELECT id, pts FROM claim JOIN player_line ON player_line.game_id = claim.word"
    compiled = statements.compile(sql, CLAIM, frozenset())
    assert run(compiled, statements) == []
    monkeypatch.delitem(statements.stored._small, "player_line")  # type: ignore[arg-type]
    statements.stored._whole.clear()
    with pytest.raises(Unsupported, match="all of player_line"):
        run(compiled, statements)


def test_fetches_of_a_large_relation_what_it_has_of_a_player(
    cursor: duckdb.DuckDBPyConnection, statements: Statements, monkeypatch: pytest.MonkeyPatch
) -> None:
    sql = (
        "SELECT claim.id, line.game_id, line.pts FROM claim "
        "JOIN player_line AS one ON one.game_id = claim.game_id AND one.team_id = claim.team_id "
        "JOIN player_line AS line ON line.player_id = one.player_id AND line.date <= one.date"
    )
    monkeypatch.delitem(statements.stored._small, "player_line")  # type: ignore[arg-type]
    with pytest.raises(Unsupported, match="all of player_line"):
        statements.compile(sql.replace("line.player_id =", "line.pts ="), CLAIM, frozenset())
    compiled = statements.compile(sql, CLAIM, frozenset())
    found = cursor.execute(sql).fetchall()
    assert found
    assert sorted(run(compiled, statements), key=order) == sorted(found, key=order)


def test_fetches_a_large_relation_once_for_the_players_of_all_claims(
    demo: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    statements = Statements(demo.connection, {})
    sql = (
        "SELECT claim.id, statistic, value FROM claim JOIN player_stat AS line "
        "ON line.game_id = claim.game_id AND line.player_id = claim.player_id"
    )
    players = [row["player_id"] for row in demo.rows(
        "SELECT player_id FROM player_line WHERE game_id = $1 AND played", [GAME]
    )]  # fmt: skip
    types = {"id": "BIGINT", "game_id": "VARCHAR", "player_id": "BIGINT"}
    values = [list(range(len(players) + 1)), [GAME] * (len(players) + 1), [*players, None]]
    compiled = statements.compile(sql, types, {"player_stat"})
    statements.stored._large.add("player_stat")
    fetched: list[str] = []
    original = statements.stored._fetch
    monkeypatch.setattr(
        statements.stored,
        "_fetch",
        lambda name, *more: fetched.append(name) or original(name, *more),
    )
    compiled.prepare(statements.stored, values, {GAME})
    found = compiled.run(statements.stored, values, {GAME}, {GAME})
    assert fetched == ["player_stat"]
    rows = demo.rows(
        "SELECT player_id, statistic, value FROM player_stat WHERE game_id = $1", [GAME]
    )
    wanted = [(players.index(row["player_id"]), row["statistic"], row["value"]) for row in rows]
    assert found
    assert sorted(found) == sorted(wanted)


def test_fetches_rows_of_games_ahead_with_those_of_a_game(
    examples_kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = Statements(examples_kb.connection, {}).stored
    games = [game.game_id for game in examples_kb.games()][:3]
    fetched: list[str] = []
    original = stored._fetch
    monkeypatch.setattr(
        stored, "_fetch", lambda name, *more: fetched.append(name) or original(name, *more)
    )
    stored.look_ahead(games)
    for game in games:
        stored.prepare(["team_game"], [game])
        assert len(stored.of_game("team_game", game, ())[()]) == 2
    assert fetched == ["team_game"]


@pytest.mark.slow
@pytest.mark.parametrize("first", range(5))
def test_examples_of_rules_give_the_same(examples_kb: KnowledgeBase, first: int) -> None:
    """Run the SQL of every rule over what its examples claim, both ways."""
    checker = FactChecker(examples_kb, min_confidence=0)
    stories = [
        Story(case.id, case.example.text, case.example.game)
        for case in cases_of(checker.rulebook.rules)[first::5]
    ]
    claims = [
        claim
        for story in stories
        for claim in checker.matcher.match(checker.prepare(story))
        if not claim.rule.fact
    ]
    asked: list[Question] = []
    verifier = Verifier(examples_kb.connection, checker.rulebook.macros)
    original = verifier._ask

    def ask(question: Question, *more: object, **named: object) -> list[tuple[int, Finding]]:
        asked.append(question)
        return original(question, *more, **named)  # type: ignore[arg-type]

    verifier._ask = ask  # type: ignore[method-assign]
    in_memory = verifier.verify(claims)
    left = len(asked)
    verifier._compiled = lambda rule, types: None  # type: ignore[method-assign, assignment]
    verifier._statements.clear()
    by_duckdb = verifier.verify(claims)
    assert left < (len(asked) - left) / 4
    for one, other in zip(in_memory, by_duckdb, strict=True):
        assert one.findings == other.findings, one.claim.rule.id


def test_every_rule_runs_in_memory(demo: KnowledgeBase) -> None:
    """A rule left to DuckDB costs a batch more than fifty others; see its ``Unsupported``."""
    checker = FactChecker(demo)
    rules = [rule for rule in checker.rulebook.rules if not rule.fact]
    left = [rule.id for rule in rules if checker.verifier._statement(rule).in_memory is None]
    assert len(rules) > 200
    assert left == []


def test_a_statement_is_compiled_once_for_knowledge_bases_of_one_kind(
    demo: KnowledgeBase, demo_kb: Path
) -> None:
    sql = "SELECT claim.id, team_game.points FROM claim JOIN team_game USING (game_id, team_id)"
    with KnowledgeBase.open(demo_kb) as other:
        first, second = Statements(demo.connection, {}), Statements(other.connection, {})
        compiled = first.compile(sql, CLAIM, {"team_game"})
        assert second.compile(sql, CLAIM, {"team_game"}) is compiled
        assert run(compiled, second) == run(compiled, first)
        # Nothing of the first knowledge base is kept by what was compiled for it.
        stored = weakref.ref(first.stored)
        del first
        gc.collect()
        assert stored() is None
    with_macro = Statements(demo.connection, {"points": (("n",), "(n * 2)")})
    assert with_macro.compile(sql, CLAIM, {"team_game"}) is not compiled
    assert with_macro.compile(sql, CLAIM, frozenset()) is not compiled

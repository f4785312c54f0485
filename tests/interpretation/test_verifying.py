"""Claims decided by SQL: what a rule's statement sees and what comes of its rows."""

from __future__ import annotations

from pathlib import Path

import pytest
from engine import GAME, Engine, rule

from factcheck import FactChecker, Story
from factcheck.errors import RuleError
from factcheck.interpretation.decision.settling import without_settled
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.verification import sessions
from factcheck.interpretation.verification import verifying as module
from factcheck.interpretation.verification.verifying import Verifier
from factcheck.knowledge import KnowledgeBase

TEXT = "Mike Conley had 24 points and 12 assists."
STATISTIC = "{number} {statistic}"
JOIN = """
  SELECT claim.id, claim.number = player_stat.value AS holds, player_stat.value AS correction,
         player_stat.statistic
  FROM claim JOIN player_stat USING (game_id, player_id, statistic)
"""


@pytest.fixture
def engine(demo: KnowledgeBase, tmp_path: Path) -> Engine:
    return Engine(demo, tmp_path)


def test_rows_become_findings_of_their_claims(engine: Engine) -> None:
    points, assists = engine.verify(TEXT, rule("a", STATISTIC, verify=JOIN))
    assert points.findings == [Finding(True, None, "24", None, None, {"statistic": "PTS"})]
    assert assists.findings == [Finding(False, None, "11", None, None, {"statistic": "AST"})]
    assert (points.decided, points.contradictions) == (True, [])
    assert assists.contradictions == assists.findings


def test_a_claim_without_a_row_is_not_decided(engine: Engine) -> None:
    (item,) = engine.verify("Mike Conley had 24 wins.", rule("a", "{number}", verify=NOTHING))
    assert (item.decided, item.contradictions, item.findings) == (False, [], [])


NOTHING = "SELECT id, true AS holds FROM claim WHERE false"


def test_sql_that_finds_nothing_is_not_run(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.Verifier, "_ask", lambda *_: pytest.fail("asked"))
    keeps = rule(
        "a", "{number}", verify="SELECT claim.id, NULL::BOOLEAN AS holds FROM claim WHERE false"
    )
    (item,) = engine.verify("Mike Conley had 24 wins.", keeps)
    assert (item.findings, item.decided) == ([], False)


def test_a_row_that_cannot_say_does_not_decide(engine: Engine) -> None:
    sql = "SELECT id, NULL AS holds FROM claim"
    (item,) = engine.verify("Mike Conley had 24 wins.", rule("a", "{number}", verify=sql))
    assert (item.decided, item.contradictions) == (False, [])


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT id, number = 24 AS holds FROM claim",
        "WITH told AS (SELECT * FROM claim) SELECT id, number = 24 AS holds FROM told",
        "with told as (select * from claim) select id, number = 24 as holds from told",
        "-- A remark, with a word.\nWITH told AS (SELECT * FROM claim)\n"
        "SELECT id, number = 24 AS holds FROM told",
        "SELECT *, number = 24 AS holds FROM claim",
        "FROM claim SELECT id, number = 24 AS holds",
        "SELECT ID, NUMBER = 24 AS holds FROM CLAIM",
        "SELECT id, number = 24 AS holds FROM (SELECT claim.* FROM claim)",
    ],
)
def test_a_statement_may_be_written_in_many_ways(engine: Engine, sql: str) -> None:
    items = engine.verify(TEXT, rule("a", STATISTIC, verify=sql))
    assert [item.findings[0].holds for item in items] == [True, False]


def test_columns_taken_with_a_star_become_evidence(engine: Engine) -> None:
    sql = "SELECT *, false AS holds FROM claim"
    item, _ = engine.verify(TEXT, rule("a", STATISTIC, verify=sql))
    evidence = item.findings[0].evidence
    assert (evidence["number"], evidence["game_id"], evidence["sentence"]) == (24, GAME, 1)


def test_a_row_may_choose_mark_category_and_explanation(engine: Engine) -> None:
    sql = (
        "SELECT id, false AS holds, 'statistic' AS mark, 'NAME' AS category, "
        "'It was so.' AS explanation FROM claim"
    )
    item, _ = engine.verify(TEXT, rule("a", STATISTIC, verify=sql))
    (finding,) = item.findings
    assert (finding.mark, finding.category) == ("statistic", "NAME")
    assert finding.explanation == "It was so."


@pytest.mark.parametrize(
    ("sql", "written"),
    [
        ("SELECT id, false AS holds, 24.0 AS correction FROM claim", "24"),
        ("SELECT id, false AS holds, 24.56::DOUBLE AS correction FROM claim", "24.6"),
        ("SELECT id, false AS holds, 'second' AS correction FROM claim", "second"),
    ],
)
def test_a_correction_is_plain_text(engine: Engine, sql: str, written: str) -> None:
    item, _ = engine.verify(TEXT, rule("a", STATISTIC, verify=sql))
    assert item.findings[0].correction == written


def test_statements_may_use_the_shared_macros(engine: Engine) -> None:
    sql = "SELECT id, fits(number, number_hedge, 24) AS holds FROM claim"
    item, other = engine.verify(TEXT, rule("a", STATISTIC, verify=sql))
    assert (item.findings[0].holds, other.findings[0].holds) == (True, False)


def test_text_from_a_story_is_never_sql(engine: Engine) -> None:
    sql = "SELECT id, false AS holds, word AS correction FROM claim"
    source = rule("a", "word:<o'clock | x>", mark="word", verify=sql)
    (item,) = engine.verify("Conley said: o'clock '); DROP TABLE game; --", source)
    assert item.findings[0].correction == "o'clock"


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELECT id, true AS holds FROM nowhere", "rule a: verify fails: Catalog Error"),
        ("SELEC id", "rule a: verify fails: Parser Error"),
        ("SELECT id FROM claim", "rule a: verify must return id and holds"),
        ("SELECT true AS holds FROM claim", "rule a: verify must return id and holds"),
        ("SELECT id, true AS holds FROM claim; SELECT 1", "rule a: verify must be one statement"),
        ("SELECT 1 AS id, true AS holds", "rule a: verify returns rows without a claim"),
        ("SELECT id, colour AS holds FROM claim", "rule a: verify fails: Binder Error"),
    ],
)
def test_broken_sql_names_file_and_rule_on_one_line(engine: Engine, sql: str, message: str) -> None:
    (broken,) = engine.rules(rule("a", STATISTIC, verify=sql))
    with pytest.raises(RuleError) as caught:
        Verifier(engine.kb.connection).prepare([broken])
    assert "own.toml:2: " in str(caught.value)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELECT id, 1 AS holds FROM claim", "holds must be true, false or NULL, not 1"),
        ("SELECT id, false AS holds, 'BIRD' AS category FROM claim", "'BIRD' is none of NUMBER"),
        ("SELECT id + 9 AS id, false AS holds FROM claim", "returns rows without a claim"),
    ],
)
def test_rows_that_mean_nothing_name_the_rule(engine: Engine, sql: str, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        engine.verify(TEXT, rule("a", STATISTIC, verify=sql))
    assert "own.toml:2: rule a: " in str(caught.value)
    assert message in str(caught.value)


STORIES = [
    ("2014-11-05-MEM-PHX", TEXT),
    ("2014-11-05-MEM-PHX", "The Grizzlies shot 51 percent and had 25 assists; the Suns had 12."),
    ("2014-11-04-PHX-LAL", "The Suns beat the Lakers 112-106. The Suns led 58-46 at halftime."),
]


def test_narrowing_large_relations_changes_nothing(
    demo: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = FactChecker(demo)
    monkeypatch.setattr(sessions, "_LARGE", 0)
    narrowed = FactChecker(demo)
    for game, text in [*STORIES, *reversed(STORIES)]:
        one, other = (checker.check(text, game) for checker in (whole, narrowed))
        assert one.claims == other.claims
        assert one.mistakes == other.mistakes


@pytest.mark.slow
def test_narrowing_every_relation_changes_what_no_rule_finds(
    examples_kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for rows in (10**9, 0):
        monkeypatch.setattr(sessions, "_LARGE", rows)
        checker = FactChecker(examples_kb)
        # One of each rule: its SQL is the same for all of them.
        examples = [example for rule in checker.rulebook.rules for example in rule.examples[:1]]
        stories = [Story("example", example.text, example.game) for example in examples]
        found.append([report.claims for report in checker.check_many(stories)])
    assert sum(map(len, found[0])) > len(examples)
    for example, whole, narrowed in zip(examples, *found, strict=True):
        assert whole == narrowed, example.text


HERE = """
  SELECT claim.id, claim.number = team_stat.value AS holds
  FROM claim JOIN team_stat USING (game_id, team_id, statistic)
"""
OTHER_GAMES = {
    "a join on something else": """
      SELECT claim.id, any_value(claim.number) = max(team_stat.value) AS holds
      FROM claim JOIN team_stat USING (team_id, statistic) GROUP BY claim.id""",
    "a macro": "SELECT id, number = most_of(team_id, statistic) AS holds FROM claim",
    "a view": """
      SELECT claim.id, claim.number = most.value AS holds
      FROM claim JOIN most USING (team_id, statistic)""",
}
MOST = """
  CREATE TEMP MACRO most_of(club, counted) AS (
    SELECT max(value) FROM team_stat WHERE team_id = club AND statistic = counted);
  CREATE TEMP VIEW most AS
    SELECT team_id, statistic, max(value) AS value FROM team_stat GROUP BY ALL;
"""


@pytest.mark.parametrize("sql", OTHER_GAMES.values(), ids=OTHER_GAMES)
def test_a_statement_about_other_games_sees_their_rows(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, sql: str
) -> None:
    (most,) = engine.kb.rows(
        "SELECT max(value) AS points, arg_max(game_id, value) AS game_id FROM team_stat "
        "WHERE statistic = 'PTS' AND team_id = 'PHX'"
    )
    assert most["game_id"] != GAME
    monkeypatch.setattr(sessions, "_LARGE", 0)
    engine.macros += MOST
    rules = [rule("here", STATISTIC, verify=HERE), rule("most", STATISTIC, verify=sql)]
    items = engine.verify(f"The Suns had {most['points']:.0f} points.", *rules)
    assert {item.claim.rule.id: item.findings[0].holds for item in items} == {
        "here": False,
        "most": True,
    }


@pytest.mark.parametrize("view", ["player_stat", "leader", "game_fact"])
def test_a_view_reads_all_rows_of_relations_that_are_narrowed(
    demo: KnowledgeBase, monkeypatch: pytest.MonkeyPatch, view: str
) -> None:
    monkeypatch.setattr(sessions, "_LARGE", 0)
    relations = sessions.large_relations(demo.connection)
    session = sessions.Session(demo.connection, "", relations)
    for name in relations.keys() - {view}:
        session._narrow(name, frozenset({"2014-11-04-PHX-LAL"}))  # of stories before
    session._narrow(view, frozenset({GAME}))
    count = "SELECT count(*) AS n FROM"
    (seen,) = session._cursor.execute(f"{count} {view}").fetchone() or (0,)
    assert seen == demo.rows(f"{count} {view} WHERE game_id = $1", [GAME])[0]["n"] > 0


def test_narrowing_stays_out_of_sight_of_the_knowledge_base(
    demo: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = demo.rows("SELECT count(*) AS n FROM period_score")
    monkeypatch.setattr(sessions, "_LARGE", 0)
    FactChecker(demo).check("The Suns led 52-48 at halftime.", GAME)
    assert demo.rows("SELECT count(*) AS n FROM period_score") == before


def test_what_a_rule_settles_is_no_claim_of_others(engine: Engine) -> None:
    wide = "{number} {statistic} and"
    low = rule("low", STATISTIC, verify=JOIN)
    assert _rules_left(engine, rule("high", wide, suppresses=True, priority=1), low) == [
        "high",
        "low",
    ]
    assert _rules_left(engine, rule("high", wide, suppresses=True), low) == ["high", "low", "low"]
    undecided = rule("high", wide, verify=NOTHING, suppresses=True, priority=1)
    assert _rules_left(engine, undecided, low) == ["high", "low", "low"]


def test_what_a_rule_silences_has_nothing_against_its_words(engine: Engine) -> None:
    assists = "and {number} {statistic}"
    wrong = "SELECT id, false AS holds FROM claim"
    # "24 points" is right and stays; "12 assists" is wrong.
    low, higher = (
        rule("low", STATISTIC, verify=JOIN),
        rule("low", STATISTIC, verify=JOIN, priority=1),
    )
    assert _rules_left(engine, rule("sure", assists, silences=["low"]), low) == ["low", "sure"]
    against = rule("sure", assists, silences=["low"], verify=wrong)
    assert _rules_left(engine, against, low) == ["low", "sure"]
    assert _rules_left(engine, against, higher) == ["low", "low", "sure"]
    elsewhere = rule("sure", "{number} {statistic} and", silences=["low"])
    assert _rules_left(engine, elsewhere, low) == ["low", "low", "sure"]


def _rules_left(engine: Engine, *rules: str) -> list[str]:
    return sorted(item.claim.rule.id for item in without_settled(engine.verify(TEXT, *rules)))

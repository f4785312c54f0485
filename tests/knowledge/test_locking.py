"""A knowledge base is locked: rules and files of others read nothing and run no longer than set."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import duckdb
import pytest

from factcheck import FactChecker
from factcheck.errors import KnowledgeBaseError, RuleError, StatementLimitError
from factcheck.knowledge import KnowledgeBase
from factcheck.knowledge.store import Limits

GAME = "2014-11-05-MEM-PHX"
TEXT = "The Memphis Grizzlies beat the Phoenix Suns 102-91. Marc Gasol scored 28 points."
ENDLESS = "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
LARGE = "SELECT list(md5(range::VARCHAR) || md5((range + 1)::VARCHAR)) FROM range(20_000_000)"


def rules_with(folder: Path, sql: str) -> Path:
    """A folder with one rule that decides with a statement."""
    (folder / "own").mkdir()
    (folder / "own" / "own.toml").write_text(
        '[[rule]]\nid = "own"\ncategory = "OTHER"\nsummary = "A test."\nmark = "number"\n'
        f'patterns = ["{{number}} {{statistic}}"]\nverify = """{sql}"""\n',
        encoding="utf-8",
    )
    return folder / "own"


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM glob('/etc/*')",
        "SELECT * FROM query('SELECT * FROM read_text(''/etc/passwd'')')",
        "ATTACH '/etc/passwd'",
        "COPY (SELECT 1) TO '{folder}/out.csv'",
        "EXPORT DATABASE '{folder}/out'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET memory_limit = '1TB'",
        "SET enable_external_access = true",
        "RESET max_execution_time",
        "CREATE TABLE kb.own (i INTEGER)",
        "DELETE FROM game",
        "CREATE SECRET (TYPE s3)",
    ],
)
def test_a_statement_reads_and_writes_nothing_else(
    sql: str, demo_kb: Path, demo: KnowledgeBase, tmp_path: Path
) -> None:
    with KnowledgeBase.open(demo_kb) as kb, pytest.raises(duckdb.Error):
        kb.connection.execute(sql.format(folder=tmp_path))
    if "TABLE" not in sql and "DELETE" not in sql:
        with pytest.raises(duckdb.Error):
            demo.connection.execute(sql.format(folder=tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_rule_cannot_read_a_file(demo_kb: Path, tmp_path: Path) -> None:
    sql = "SELECT id, false AS holds, content AS explanation FROM claim, read_text('/etc/passwd')"
    checker = FactChecker(demo_kb, [rules_with(tmp_path, sql)])
    with pytest.raises(RuleError, match=r"own\.toml:2: rule own: verify fails: Permission Error"):
        checker.verifier.prepare(checker.rulebook.rules[-1:])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "what", "seconds"), [(ENDLESS, "time", 0.5), (LARGE, "memory", 60)]
)
def test_a_statement_without_end_is_stopped(
    statement: str, what: str, seconds: float, demo_kb: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "kb.duckdb"
    shutil.copy(demo_kb, copy)  # its own limits: a file has one set of them in a process
    sql = f"SELECT id, (SELECT len(v::VARCHAR) FROM ({statement}) AS t(v)) > 0 AS holds FROM claim"  # noqa: S608 - a test's own
    with KnowledgeBase.open(copy, Limits(seconds=seconds, memory="100MB")) as kb:
        checker = FactChecker(kb, [rules_with(tmp_path, sql)])
        started = time.monotonic()
        with pytest.raises(StatementLimitError, match=f"rule own: verify takes more {what}"):
            checker.verifier.prepare(checker.rulebook.rules[-1:])
        assert time.monotonic() - started < 60
    assert not list(tmp_path.glob("*.tmp"))


def test_a_regular_expression_of_a_rule_takes_time_in_proportion_to_the_text(
    demo_kb: Path, tmp_path: Path
) -> None:
    # Python would go back over each way to part the letters, which nothing can stop.
    letters = "a" * 64
    sql = f"SELECT id, NOT regexp_matches('{letters}!', '^(a+)+$') AS holds FROM claim"  # noqa: S608
    report = FactChecker(demo_kb, [rules_with(tmp_path, sql)]).check(TEXT, GAME)
    assert "own" in {claim.rule for claim in report.claims}


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE VIEW hidden AS SELECT content FROM read_text('/etc/passwd')",
        "CREATE MACRO hidden() AS TABLE SELECT content FROM read_text('/etc/passwd')",
        "CREATE MACRO hidden() AS 1",
        "ALTER TABLE game RENAME TO played; CREATE VIEW game AS SELECT * FROM played",
    ],
)
def test_a_knowledge_base_with_sql_of_its_own_is_refused(
    statement: str, demo_kb: Path, tmp_path: Path
) -> None:
    path = tmp_path / "kb.duckdb"
    shutil.copy(demo_kb, path)
    with duckdb.connect(str(path)) as connection:
        connection.execute(statement)
    with pytest.raises(KnowledgeBaseError, match=r"holds the view or macro '(hidden|game)'"):
        KnowledgeBase.open(path)


def test_a_file_opened_twice_stays_locked(demo_kb: Path) -> None:
    with KnowledgeBase.open(demo_kb) as first, KnowledgeBase.open(demo_kb) as second:
        for kb in (first, second):
            with pytest.raises(duckdb.Error, match="locked"):
                kb.connection.execute("SET threads = 8")

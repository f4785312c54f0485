"""Verify: claims go to DuckDB, one statement per rule, for any number of stories."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import duckdb

from factcheck.errors import RuleError, StatementLimitError
from factcheck.interpretation.columns import column_types
from factcheck.interpretation.matching import RawClaim
from factcheck.interpretation.statements import Definition, Reading, over_claims, reading
from factcheck.model import Category, Verdict
from factcheck.rulebook.rule import Rule

_LARGE = 50_000
"""Rows from which on a relation is narrowed to the games at hand."""

_SESSIONS = min(4, os.cpu_count() or 1)
"""How many statements run at once: most of their time goes to planning, one thread each."""

_NOTHING = re.compile(
    r"select\s+claim\.id,\s*null::boolean as holds\s+from claim\s+where false", re.I
)
"""The SQL of a rule that only keeps words from other rules: planning it would be for nothing."""

_OWN_COLUMNS = {"id", "holds", "mark", "correction", "explanation", "category", "stated"}


@dataclass(frozen=True, slots=True)
class Finding:
    """What one row of a rule's SQL says about a claim.

    Args:
        holds: True, False, or None where the row could not decide.
        mark: The slot or label to mark, or None for the rule's own.
        correction: The truth, as text, an id of a team or player, or a number of a weekday.
        explanation: One sentence for a reader.
        category: Overrides the rule's category.
        evidence: The other columns of the row.
        stated: What the words come to ("won", 5), for the claim's relation.
    """

    holds: bool | None
    mark: str | None
    correction: str | None
    explanation: str | None
    category: str | None
    evidence: dict[str, Any] = field(default_factory=dict)
    stated: str | float | None = None


def verdict_of(findings: Sequence[Finding]) -> Verdict:
    """Return what findings together say: one that speaks against a claim contradicts it."""
    held = {finding.holds for finding in findings}
    if False in held:
        return Verdict.CONTRADICTED
    return Verdict.SUPPORTED if True in held else Verdict.NOT_CHECKABLE


@dataclass(slots=True)
class VerifiedClaim:
    """A claim with all that was found about it; nothing found means not checkable."""

    claim: RawClaim
    findings: list[Finding]

    def sort_findings(self) -> None:
        """Put findings in the order of what they mark; a database returns rows in any order."""
        if len(self.findings) > 1:
            whole = (self.claim.start, self.claim.end)
            marks, own = self.claim.marks, self.claim.rule.mark
            self.findings.sort(
                key=lambda one: (marks.get(one.mark or own, whole), one.explanation or "")
            )

    @property
    def decided(self) -> bool:
        """Whether the knowledge base could say anything."""
        return any(finding.holds is not None for finding in self.findings)

    @property
    def contradictions(self) -> list[Finding]:
        """The findings that speak against the claim."""
        return [finding for finding in self.findings if finding.holds is False]


def without_settled(verified: Sequence[VerifiedClaim]) -> list[VerifiedClaim]:
    """Leave out claims whose words a claim of higher priority settled.

    "A 112-106 win on Tuesday" says nothing of Wednesday's game, once a rule knows the game meant.
    """
    settled = [
        (item.claim.rule, range(item.claim.start, item.claim.end))
        for item in verified
        if item.claim.rule.settles and item.decided
    ]
    if not settled:
        return list(verified)
    return [item for item in verified if not _is_settled(item.claim, settled)]


def _is_settled(claim: RawClaim, settled: Sequence[tuple[Rule, range]]) -> bool:
    start, end = claim.marks.get(claim.rule.mark, (claim.start, claim.end))
    return any(
        rule.priority > claim.rule.priority and start in words and end - 1 in words
        for rule, words in settled
    )


@dataclass(frozen=True, slots=True)
class _Statement:
    """A rule's SQL, parsed once.

    Args:
        sql: The statement over a list of values for each column.
        columns: The columns of claims that it reads.
        reading: The relations by game that it reads.
    """

    sql: duckdb.Statement
    columns: tuple[str, ...]
    reading: Reading


@dataclass(frozen=True, slots=True)
class _Question:
    """A rule's statement, asked of some claims.

    Args:
        rule: The rule.
        statement: Its statement.
        ids: The numbers of the claims.
        values: For each column of the statement its values for the claims.
        games: The games that claims are about.
    """

    rule: Rule
    statement: _Statement
    ids: frozenset[int]
    values: list[list[Any]]
    games: frozenset[str]


class Verifier:
    """Decides claims with the knowledge base.

    Args:
        connection: An open knowledge base.
        macros: SQL that creates the functions the rules share.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, macros: str = "") -> None:
        self.connection = connection
        self._macros = macros
        self._idle: list[_Session] = []
        self._pool = ThreadPoolExecutor(_SESSIONS)
        self._statements: dict[str, _Statement] = {}
        self._relations = _large_relations(connection)
        self._idle.append(self._session())
        self._definitions = self._idle[0].definitions()

    def verify(self, claims: Sequence[RawClaim]) -> list[VerifiedClaim]:
        """Return the claims, in the same order, with their findings.

        Raises:
            RuleError: A rule's SQL fails; names the rule and its file.
        """
        verified = [VerifiedClaim(claim, []) for claim in claims]
        games = frozenset(claim.row["game_id"] for claim in claims)
        by_rule: dict[str, list[int]] = {}
        for index, claim in enumerate(claims):
            if claim.rule.fact:
                continue
            by_rule.setdefault(claim.rule.id, []).append(index)
        questions = []
        for indices in by_rule.values():
            rule = claims[indices[0]].rule
            if _NOTHING.fullmatch(rule.verify):
                continue
            statement = self._statement(rule)
            rows = [claims[index].row for index in indices]
            values = [
                indices if name == "id" else [row.get(name) for row in rows]
                for name in statement.columns
            ]
            questions.append(_Question(rule, statement, frozenset(indices), values, games))
        # What takes long to plan begins first, so that no session is left with it at the end.
        questions.sort(key=lambda question: -len(question.rule.verify))
        for findings in self._pool.map(self._ask, questions):
            for index, finding in findings:
                verified[index].findings.append(finding)
        for item in verified:
            item.sort_findings()
        return verified

    def prepare(self, rules: Iterable[Rule]) -> None:
        """Run every rule's SQL on no claims, so that broken SQL is found at once.

        Raises:
            RuleError: A rule's SQL fails, or lacks ``id`` or ``holds``.
        """
        for rule in rules:
            if rule.fact:
                continue
            statement = self._statement(rule)
            none: list[list[Any]] = [[] for _ in statement.columns]
            self._ask(_Question(rule, statement, frozenset(), none, frozenset()))

    def _statement(self, rule: Rule) -> _Statement:
        if rule.id not in self._statements:
            sql, columns = over_claims(rule.verify, column_types(rule))
            self._statements[rule.id] = _Statement(
                self._parse(rule, sql), columns,
                reading(rule.verify, self._relations, self._definitions),
            )  # fmt: skip
        return self._statements[rule.id]

    def _parse(self, rule: Rule, sql: str) -> duckdb.Statement:
        try:
            statements = self.connection.extract_statements(sql)
        except duckdb.Error as error:
            raise _failure(rule, error) from error
        if len(statements) != 1:
            raise _broken(rule, "verify must be one statement")
        return statements[0]

    def _session(self) -> _Session:
        return _Session(self.connection, self._macros, self._relations)

    def _ask(self, question: _Question) -> list[tuple[int, Finding]]:
        """Answer a question in a session that no other thread uses."""
        try:
            session = self._idle.pop()
        except IndexError:
            session = self._session()
        try:
            names, found = session.answer(question)
        except duckdb.Error as error:
            raise _failure(question.rule, error) from error
        finally:
            self._idle.append(session)
        return _findings(question, names, found)


class _Session:
    """A cursor with the shared macros, and with the games at hand put before large relations.

    Its temporary macros and tables are out of sight of other readers of the connection.
    """

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, macros: str, relations: Mapping[str, str]
    ) -> None:
        self._cursor = connection.cursor()
        if macros:
            self._cursor.execute(macros)
        self._relations = relations
        self._narrowed: dict[str, frozenset[str]] = {}

    def answer(self, question: _Question) -> tuple[list[str], list[tuple[Any, ...]]]:
        """Run a statement; return the names of its columns and its rows."""
        reading = question.statement.reading
        for name in reading.relations:
            self._narrow(name, question.games if name in reading.narrow else None)
        cursor = self._cursor.execute(question.statement.sql, question.values)
        return [column[0] for column in cursor.description or ()], cursor.fetchall()

    def definitions(self) -> dict[str, Definition]:
        """Return the macros and views that statements may name."""
        rows = self._cursor.execute(
            "SELECT function_name, parameters, macro_definition FROM duckdb_functions() "
            "WHERE NOT internal AND macro_definition IS NOT NULL "
            "UNION ALL SELECT view_name, [], sql FROM duckdb_views() WHERE NOT internal"
        ).fetchall()
        return {name.lower(): Definition(tuple(names or ()), sql) for name, names, sql in rows}

    def _narrow(self, name: str, games: frozenset[str] | None) -> None:
        """Put the rows of some games before a relation, or show it whole again.

        A rule's SQL then joins some hundred rows instead of some hundred thousand. Rows of more
        games, of the batch that other readings of its claims are tried for, do as well.
        """
        present = self._narrowed.get(name)
        if present == games or (present is not None and games is not None and games <= present):
            return
        if games is None:
            self._cursor.execute(f"DROP TABLE temp.{name}")
            del self._narrowed[name]
            return
        chosen = "list_contains($games, game_id)" if len(games) > 1 else "game_id = $games[1]"
        self._cursor.execute(
            f"CREATE OR REPLACE TEMP TABLE {name} AS "  # noqa: S608 - names of our schema
            f"SELECT * FROM {self._relations[name]} WHERE {chosen}",
            {"games": sorted(games)},
        )
        self._narrowed[name] = games


def _large_relations(connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """Return the relations keyed by game that are large or computed, with their qualified names."""
    rows = connection.execute(
        "SELECT named.table_name, format('memory.whole.\"{}\"', named.table_name) "
        "FROM duckdb_columns() AS named LEFT JOIN duckdb_tables() AS stored "
        "ON stored.database_name = 'kb' AND stored.table_name = named.table_name "
        "WHERE named.schema_name = 'whole' AND named.column_name = 'game_id' "
        "AND coalesce(stored.estimated_size > $1, true)",
        [_LARGE],
    ).fetchall()
    return dict(rows)


def _findings(
    question: _Question, names: list[str], found: list[tuple[Any, ...]]
) -> list[tuple[int, Finding]]:
    """Return what rows of a statement say, each with the number of its claim."""
    rule = question.rule
    if "id" not in names or "holds" not in names:
        raise _broken(rule, "verify must return id and holds")
    rows = [dict(zip(names, values, strict=True)) for values in found]
    if not {row["id"] for row in rows} <= question.ids:
        raise _broken(rule, "verify returns rows without a claim")
    return [_finding(rule, row) for row in rows]


def _failure(rule: Rule, error: duckdb.Error) -> RuleError:
    if isinstance(error, duckdb.InterruptException | duckdb.OutOfMemoryException):
        what = "time" if isinstance(error, duckdb.InterruptException) else "memory"
        message = f"rule {rule.id}: verify takes more {what} than a statement may"
        return StatementLimitError(message, path=rule.path, line=rule.line)
    return _broken(rule, "verify fails: " + " ".join(str(error).split()))


def _broken(rule: Rule, message: str) -> RuleError:
    return RuleError(f"rule {rule.id}: {message}", path=rule.path, line=rule.line)


def _finding(rule: Rule, row: dict[str, Any]) -> tuple[int, Finding]:
    if not (row["holds"] is None or isinstance(row["holds"], bool)):
        raise _broken(rule, f"holds must be true, false or NULL, not {row['holds']!r}")
    if not (row.get("category") is None or row["category"] in Category.__members__):
        raise _broken(rule, f"category {row['category']!r} is none of {', '.join(Category)}")
    correction = row.get("correction")
    finding = Finding(
        holds=row["holds"],
        mark=row.get("mark"),
        correction=None if correction is None else _plain(correction),
        explanation=row.get("explanation"),
        category=row.get("category"),
        stated=row.get("stated"),
        evidence={
            name: value
            for name, value in row.items()
            if name not in _OWN_COLUMNS and value is not None
        },
    )
    return row["id"], finding


def _plain(value: Any) -> str:
    """Write a number without a needless fraction."""
    if isinstance(value, float | Decimal):
        return str(int(value)) if value == int(value) else f"{value:.1f}"
    return str(value)

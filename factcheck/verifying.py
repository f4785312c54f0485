"""Verify: claims go to DuckDB, one statement per rule, for any number of stories."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import duckdb

from factcheck.errors import RuleError
from factcheck.matching import RawClaim, column_types
from factcheck.model import Category, Verdict
from factcheck.rulebook.rule import Rule

_LARGE = 50_000
_OWN_COLUMNS = {"id", "holds", "mark", "correction", "explanation", "category", "stated"}
_LEADING = re.compile(r"\A(?:\s|--[^\n]*\n)*(with\s)?", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_HIDDEN = re.compile(r"--[^\n]*|'[^']*'")
_BRACKETS = re.compile(r"\([^()]*\)")
# SQL that takes columns without naming them, anywhere or outside of brackets.
_UNNAMED = re.compile(r"\b(natural|pivot|unpivot|columns)\b", re.IGNORECASE)
_UNNAMED_RESULT = re.compile(r"(\b(select|distinct|all)|[,.])\s*\*|\A\s*from\b", re.IGNORECASE)


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
        stated: What the words come to ("won", "yes"), for the claim's relation.
    """

    holds: bool | None
    mark: str | None
    correction: str | None
    explanation: str | None
    category: str | None
    evidence: dict[str, Any] = field(default_factory=dict)
    stated: str | None = None


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

    @property
    def decided(self) -> bool:
        """Whether the knowledge base could say anything."""
        return any(finding.holds is not None for finding in self.findings)

    @property
    def contradictions(self) -> list[Finding]:
        """The findings that speak against the claim."""
        return [finding for finding in self.findings if finding.holds is False]


@dataclass(frozen=True, slots=True)
class _Statement:
    """A rule's SQL, parsed once.

    Args:
        sql: The statement over the parameter ``claims``.
        columns: The columns of a claim that it reads.
        relations: The large relations that it reads.
    """

    sql: duckdb.Statement
    columns: frozenset[str]
    relations: frozenset[str]


class Verifier:
    """Decides claims with the knowledge base.

    Args:
        connection: An open knowledge base.
        macros: SQL that creates the functions the rules share.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, macros: str = "") -> None:
        # Temporary macros and tables stay out of sight of other readers of the connection.
        self.connection = connection.cursor()
        if macros:
            self.connection.execute(macros)
        self._statements: dict[str, _Statement] = {}
        self._large = self._large_relations()
        self._shared = frozenset(_words(macros))
        self._focus: dict[str, frozenset[str]] = {}

    def verify(self, claims: Sequence[RawClaim]) -> list[VerifiedClaim]:
        """Return the claims, in the same order, with their findings.

        Raises:
            RuleError: A rule's SQL fails; names the rule and its file.
        """
        verified = [VerifiedClaim(claim, []) for claim in claims]
        games = frozenset(claim.row["game_id"] for claim in claims)
        by_rule: dict[str, list[int]] = {}
        for index, claim in enumerate(claims):
            by_rule.setdefault(claim.rule.id, []).append(index)
        for indices in by_rule.values():
            rule = claims[indices[0]].rule
            statement = self._statement(rule)
            self._narrow(statement.relations, games)
            rows = [
                {name: row[name] for name in statement.columns & row.keys()} | {"id": index}
                for index, row in ((index, claims[index].row) for index in indices)
            ]
            for index, finding in self._run(rule, rows):
                verified[index].findings.append(finding)
        return verified

    def prepare(self, rules: Iterable[Rule]) -> None:
        """Run every rule's SQL on no claims, so that broken SQL is found at once.

        Raises:
            RuleError: A rule's SQL fails, or lacks ``id`` or ``holds``.
        """
        for rule in rules:
            self._run(rule, [])

    def _large_relations(self) -> dict[str, str]:
        """Return the large relations keyed by game, with their qualified names."""
        rows = self.connection.execute(
            'SELECT tables.table_name, format(\'"{}"."{}"."{}"\', tables.database_name, '
            "tables.schema_name, tables.table_name) FROM duckdb_tables() AS tables "
            "JOIN duckdb_columns() AS columns USING (database_name, schema_name, table_name) "
            "WHERE NOT tables.temporary AND column_name = 'game_id' AND estimated_size > $1",
            [_LARGE],
        ).fetchall()
        return dict(rows)

    def _narrow(self, relations: Iterable[str], games: frozenset[str]) -> None:
        """Put the games at hand before large relations, as temporary tables.

        A rule's SQL then joins some hundred rows instead of some hundred thousand.
        """
        chosen = "list_contains($games, game_id)" if len(games) > 1 else "game_id = $games[1]"
        for name in relations:
            if self._focus.get(name) != games:
                self.connection.execute(
                    f"CREATE OR REPLACE TEMP TABLE {name} AS "  # noqa: S608 - names of our schema
                    f"SELECT * FROM {self._large[name]} WHERE {chosen}",
                    {"games": sorted(games)},
                )
                self._focus[name] = games

    def _statement(self, rule: Rule) -> _Statement:
        if rule.id not in self._statements:
            words = _words(rule.verify)
            types = column_types(rule)
            if _names_its_columns(rule.verify):
                # Every column of a claim costs time to plan, and most rules name a few.
                types = {n: t for n, t in types.items() if n == "id" or n.lower() in words}
            claim = (
                "claim AS (SELECT unnest(from_json($claims, "
                f"'{json.dumps([types])}'), recursive := true))"
            )
            match = _LEADING.match(rule.verify)
            assert match is not None
            rest = rule.verify[match.end() :]
            joint = ", " if match[1] else " "
            self._statements[rule.id] = _Statement(
                self._parse(rule, f"WITH {claim}{joint}{rest}"),
                frozenset(types),
                frozenset(self._large) & (words | self._shared),
            )
        return self._statements[rule.id]

    def _parse(self, rule: Rule, sql: str) -> duckdb.Statement:
        try:
            statements = self.connection.extract_statements(sql)
        except duckdb.Error as error:
            raise _failure(rule, error) from error
        if len(statements) != 1:
            raise _broken(rule, "verify must be one statement")
        return statements[0]

    def _run(self, rule: Rule, rows: list[dict[str, Any]]) -> Iterable[tuple[int, Finding]]:
        try:
            sql = self._statement(rule).sql
            cursor = self.connection.execute(sql, {"claims": json.dumps(rows)})
        except duckdb.Error as error:
            raise _failure(rule, error) from error
        names = [column[0] for column in cursor.description or ()]
        if "id" not in names or "holds" not in names:
            raise _broken(rule, "verify must return id and holds")
        found = [dict(zip(names, values, strict=True)) for values in cursor.fetchall()]
        if not {row["id"] for row in found} <= {row["id"] for row in rows}:
            raise _broken(rule, "verify returns rows without a claim")
        return [_finding(rule, row) for row in found]


def _words(sql: str) -> set[str]:
    return set(_WORD.findall(sql.lower()))


def _names_its_columns(sql: str) -> bool:
    """Tell whether columns that a statement does not name cannot make a difference to it.

    A star in brackets hands columns on to the statement around it, which has to name those
    that it wants.
    """
    result = _HIDDEN.sub(" ", sql)
    if _UNNAMED.search(result):
        return False
    while result != (outer := _BRACKETS.sub(" ", result)):
        result = outer
    return not _UNNAMED_RESULT.search(result)


def _failure(rule: Rule, error: duckdb.Error) -> RuleError:
    return _broken(rule, "verify fails: " + " ".join(str(error).split()))


def _broken(rule: Rule, message: str) -> RuleError:
    return RuleError(f"rule {rule.id}: {message}", path=rule.path)


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

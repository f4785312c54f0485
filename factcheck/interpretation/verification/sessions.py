"""Questions to DuckDB: SQL over claims, with the games at hand put before large relations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import duckdb

from factcheck.evaluation.statements import Compiled
from factcheck.interpretation.verification.costs import Cost
from factcheck.interpretation.verification.statements import Definition, Reading
from factcheck.knowledge.views import WHOLE
from factcheck.rulebook.rule import Rule

_LARGE = 50_000
"""Rows from which on a relation is narrowed to the games at hand."""


@dataclass(frozen=True)
class Statement:
    """A rule's SQL, looked at once.

    Args:
        sql: The statement over a list of values for each column.
        columns: The columns of claims that it reads.
        read: Tells the relations by game that it reads.
        in_memory: What computes the same without DuckDB, if anything does.
        cost: What either has taken.
    """

    sql: str
    columns: tuple[str, ...]
    read: Callable[[], Reading]
    in_memory: Compiled | None
    cost: Cost = field(default_factory=Cost)

    @cached_property
    def reading(self) -> Reading:
        """The relations by game that it reads: found out for those that DuckDB is asked."""
        return self.read()


@dataclass(frozen=True, slots=True)
class Question:
    """A rule's statement, asked of some claims.

    Args:
        rule: The rule.
        statement: Its statement.
        ids: The numbers of the claims.
        values: For each column of the statement its values for the claims.
        games: The games that these claims are about.
        batch: The games of all claims that are verified together.
    """

    rule: Rule
    statement: Statement
    ids: frozenset[int]
    values: list[list[Any]]
    games: frozenset[str]
    batch: frozenset[str]


class Session:
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

    def answer(
        self, question: Question, sql: duckdb.Statement, wanted: Mapping[str, frozenset[str]]
    ) -> tuple[list[str], list[tuple[Any, ...]]]:
        """Run a statement; return the names of its columns and its rows.

        Args:
            question: What is asked.
            sql: The statement, parsed.
            wanted: For each relation the games that any of the batch's questions reads of it.
        """
        reading = question.statement.reading
        with question.statement.cost.by_duckdb(len(question.ids)):
            # Reading the games at hand takes longer than the statement over them.
            for name in reading.relations:
                self._narrow(name, wanted[name] if name in reading.narrow else None)
            cursor = self._cursor.execute(sql, question.values)
            return [column[0] for column in cursor.description or ()], cursor.fetchall()

    def release(self) -> None:
        """Give up the rows of games, which take some hundred kilobytes a game."""
        for name in self._narrowed:
            self._cursor.execute(f"DROP TABLE temp.{name}")
        self._narrowed.clear()

    def definitions(self) -> dict[str, Definition]:
        """Return the macros and views that statements may name."""
        rows = self._cursor.execute(
            "SELECT function_name, parameters, macro_definition FROM duckdb_functions() "
            "WHERE NOT internal AND macro_definition IS NOT NULL "
            "UNION ALL SELECT view_name, [], sql FROM duckdb_views() "
            "WHERE NOT internal AND schema_name = 'main'"
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
        # DuckDB reads only blocks between the first and the last: ids begin with the day.
        between = "game_id BETWEEN $games[1] AND $games[-1] AND list_contains($games, game_id)"
        chosen = between if len(games) > 1 else "game_id = $games[1]"
        self._cursor.execute(
            f"CREATE OR REPLACE TEMP TABLE {name} AS "  # noqa: S608 - names of our schema
            f"SELECT * FROM {self._relations[name]} WHERE {chosen}",
            {"games": sorted(games)},
        )
        self._narrowed[name] = games


def games_read(questions: Iterable[Question]) -> dict[str, frozenset[str]]:
    """Return the games of which questions read a relation, by its name.

    Few stories speak of a man's last games: they are not computed for those that do not.
    """
    read: dict[str, frozenset[str]] = {}
    for question in questions:
        for name in question.statement.reading.narrow:
            read[name] = read.get(name, frozenset()) | question.games
    return read


def large_relations(connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """Return the relations keyed by game that are large or computed, with their qualified names."""
    rows = connection.execute(
        "SELECT named.table_name, format('memory.{}.\"{}\"', $2, named.table_name) "
        "FROM duckdb_columns() AS named LEFT JOIN duckdb_tables() AS stored "
        "ON stored.database_name = 'kb' AND stored.table_name = named.table_name "
        "WHERE named.database_name = 'memory' AND named.schema_name = $2 "
        "AND named.column_name = 'game_id' "
        "AND coalesce(stored.estimated_size > $1, true)",
        [_LARGE, WHOLE],
    ).fetchall()
    return dict(rows)

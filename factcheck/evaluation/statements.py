"""Rules' SQL compiled to run in memory, where DuckDB would take longer to plan it than to run it.

What is not understood here, or grows too large, raises :class:`Unsupported` and is DuckDB's.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import duckdb

from factcheck.evaluation.expressions import Macro
from factcheck.evaluation.queries import Compiler, Query
from factcheck.evaluation.rows import GAME, PLAYER, StoredRows
from factcheck.evaluation.scopes import Node
from factcheck.evaluation.sources import MOST_STEPS, Row, Run, Stored
from factcheck.evaluation.values import Unsupported, Value


@dataclass(frozen=True, slots=True)
class CompiledMacro:
    """A macro: its parameters and its expression."""

    parameters: tuple[str, ...]
    body: Node


@dataclass(frozen=True, slots=True)
class Compiled:
    """A statement that runs in memory.

    Args:
        query: Computes its rows.
        slots: How many relations it joins, with that of the run.
        claim: The columns of claims that it reads.
        convert: Makes of each column's values what DuckDB would.
        by_game: The relations of which it reads its claims' games.
        whole: Those that it reads whole.
    """

    query: Query
    slots: int
    claim: tuple[str, ...]
    convert: tuple[Callable[[Value], Value], ...]
    by_game: tuple[str, ...]
    whole: tuple[str, ...]

    def prepare(
        self, stored: StoredRows, values: Sequence[Sequence[Value]], games: Collection[str]
    ) -> None:
        """Fetch the rows that claims about games need.

        Args:
            stored: The knowledge base.
            values: For each column of claims its values.
            games: The games at hand.

        Raises:
            Unsupported: They are too many for memory, or for so few statements.
        """
        stored.prepare_whole(self.whole)
        stored.prepare(self.by_game, games)
        if GAME in self.claim and PLAYER in self.claim:
            of_games, of_players = (values[self.claim.index(name)] for name in (GAME, PLAYER))
            stored.expect(zip(of_games, of_players, strict=True))

    def run(
        self,
        stored: Stored,
        values: Sequence[Sequence[Value]],
        games: Collection[str],
        own: Collection[str],
        steps: int | None = None,
    ) -> list[Row]:
        """Return the rows that a statement gives for claims.

        Args:
            stored: The knowledge base, with what :meth:`prepare` has fetched.
            values: For each column of claims its values.
            games: The games at hand.
            own: Those of them that these claims are about.
            steps: How many rows it may look at; None is what no statement may exceed.

        Raises:
            Unsupported: What it comes to is left to DuckDB.
        """
        columns = [
            [None if value is None else convert(value) for value in column]
            for convert, column in zip(self.convert, values, strict=True)
        ]
        run = Run(list(zip(*columns, strict=True)), games, own, stored, steps or MOST_STEPS)
        rows: list[Any] = [run, *[None] * (self.slots - 1)]
        try:
            return self.query.run(rows)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            # A value of a kind that was not foreseen; DuckDB converts or says what is wrong.
            raise Unsupported(str(error)) from error


_COMPILED: dict[Hashable, Compiled | str] = {}
"""What statements were compiled to in this process, or why they were not."""

_MOST_COMPILED = 4096
"""Statements that are kept so: some thrice the rules."""


class Statements:
    """Compiles statements.

    Args:
        connection: An open knowledge base.
        macros: Parameters and SQL of functions that are defined by an expression, by name.
    """

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        macros: Mapping[str, tuple[tuple[str, ...], str]],
    ) -> None:
        self._cursor = connection.cursor()
        self._sources = macros
        self._macros: dict[str, CompiledMacro] = {}
        self.stored = StoredRows(connection)
        self._over = (self.stored.shape(), frozenset(macros.items()))

    def compile(self, sql: str, claim: Mapping[str, str], by_game: Collection[str]) -> Compiled:
        """Return a statement that runs in memory.

        One that was compiled in this process for relations and macros like these is returned
        again: it takes ten milliseconds, and what a statement looks up is given to each run.

        Args:
            sql: The statement over ``claim``.
            claim: The columns of claims that it reads, with their SQL types.
            by_game: Relations of which it reads rows of its claims' games only.

        Raises:
            Unsupported: Something in it is left to DuckDB.
        """
        key = (sql, tuple(claim.items()), frozenset(by_game), self._over)
        if key not in _COMPILED:
            if len(_COMPILED) >= _MOST_COMPILED:
                _COMPILED.clear()
            try:
                _COMPILED[key] = self._compile(sql, claim, by_game)
            except Unsupported as error:
                _COMPILED[key] = str(error)
        found = _COMPILED[key]
        if isinstance(found, str):
            raise Unsupported(found)
        return found

    def _compile(self, sql: str, claim: Mapping[str, str], by_game: Collection[str]) -> Compiled:
        names = tuple(name.lower() for name in claim)
        compiler = Compiler(names, self.stored, by_game, _Macros(self._macro))
        query = compiler.query(self._tree(sql))
        convert = tuple(_conversion(type) for type in claim.values())
        read = tuple(sorted(compiler.conditions.of_games))
        whole = tuple(sorted(compiler.conditions.wholes))
        return Compiled(query, compiler.slots, names, convert, read, whole)

    def _tree(self, sql: str) -> Node:
        row = self._cursor.execute("SELECT json_serialize_sql($1)", [sql]).fetchone()
        tree: Node = json.loads(row[0]) if row else {"error": True}
        if tree["error"]:
            raise Unsupported("not a query")
        node: Node = tree["statements"][0]["node"]
        return node

    def _macro(self, name: str) -> CompiledMacro | None:
        if name not in self._sources:
            return None
        if name not in self._macros:
            parameters, sql = self._sources[name]
            body = self._tree(f"SELECT {sql}")["select_list"][0]
            self._macros[name] = CompiledMacro(tuple(p.lower() for p in parameters), body)
        return self._macros[name]


class _Macros(Mapping[str, Macro]):
    """Macros that are parsed when they are needed."""

    def __init__(self, find: Callable[[str], CompiledMacro | None]) -> None:
        self._find = find

    def __getitem__(self, name: str) -> CompiledMacro:
        found = self._find(name)
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Any:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._find(name) is not None


def _conversion(type: str) -> Callable[[Value], Value]:
    """Return what makes of a value of a claim what DuckDB makes of it."""
    if type.endswith("[]"):
        one = _conversion(type[:-2])
        return lambda values: [None if value is None else one(value) for value in values]
    return {"DOUBLE": float, "INTEGER": int, "BIGINT": int, "BOOLEAN": bool}.get(type, str)

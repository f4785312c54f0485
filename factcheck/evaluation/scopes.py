"""Names in a query: which column of which row at hand they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from factcheck.evaluation.code import Code, Expression
from factcheck.evaluation.values import Unsupported

Node = dict[str, Any]
"""A node of DuckDB's syntax tree, as ``json_serialize_sql`` writes it."""


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation that a query reads from.

    Args:
        alias: Its name in the query, in lower case.
        slot: Where its current row stands.
        columns: The names of its columns, in lower case.
        joined: Columns that a join with ``USING`` has in common with an earlier relation.
        hidden: Whether only the condition of its own join sees it, as of an ANTI or SEMI join.
    """

    alias: str
    slot: int
    columns: tuple[str, ...]
    joined: frozenset[str] = frozenset()
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Parameter:
    """An argument of a macro or of a lambda.

    Args:
        code: Its value.
        touched: The slots that it reads; a negative number for what changes otherwise.
    """

    code: Code
    touched: frozenset[int]


@dataclass(slots=True)
class Scope:
    """What names may mean at a place of a statement.

    Args:
        outer: The scope around it.
        relations: The relations of its query, from left to right.
        parameters: Arguments of a macro or of a lambda, by name.
        aliases: Expressions of the query's results, by their names.
        tables: Common table expressions, by name.
        made: Where results of the query stand that have been computed, by their names.
    """

    outer: Scope | None = None
    relations: list[Relation] = field(default_factory=list)
    parameters: dict[str, Parameter] = field(default_factory=dict)
    aliases: dict[str, Node] = field(default_factory=dict)
    tables: dict[str, Any] = field(default_factory=dict)
    made: dict[str, tuple[int, int]] = field(default_factory=dict)

    def chain(self) -> Sequence[Scope]:
        """Return the scope and those around it, from within."""
        found: list[Scope] = []
        scope: Scope | None = self
        while scope is not None:
            found.append(scope)
            scope = scope.outer
        return found

    def column(self, name: str, table: str | None = None) -> tuple[int, int] | None:
        """Return slot and place of a column of this query.

        Raises:
            Unsupported: Several relations have it.
        """
        found = [
            relation
            for relation in self.relations
            if (table is None or relation.alias == table)
            and name in relation.columns
            and (table is not None or name not in relation.joined)
        ]
        if len(found) > 1:
            found = [relation for relation in found if not relation.hidden]
            if len(found) != 1:
                raise Unsupported(f"ambiguous column {name}")
        return (found[0].slot, found[0].columns.index(name)) if found else None

    def table(self, name: str) -> Any:
        """Return a common table expression, or None."""
        return next((s.tables[name] for s in self.chain() if name in s.tables), None)


def struct_of(relation: Relation) -> Expression:
    """Return the expression of a whole row, as a struct."""
    slot, columns = relation.slot, relation.columns
    return lambda rows: dict(zip(columns, rows[slot], strict=True))

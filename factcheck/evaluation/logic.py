"""Building blocks of expressions that are functions: lists and the results of subqueries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from factcheck.evaluation.code import Expression, Rows
from factcheck.evaluation.values import Unsupported, Value


class Subquery(Protocol):
    """A query within an expression."""

    touched: frozenset[int]

    def rows(self, rows: Rows) -> list[tuple[Value, ...]]:
        """Return its rows, for the current rows of the queries around it."""
        ...


def kept_of(values: Expression, current: list[Value], test: Expression) -> Expression:
    """Return what keeps the values of a list of which a test of the current one is true."""
    return _over(values, current, lambda rows, each: [value for value in each if test(rows)])


def made_of(values: Expression, current: list[Value], made: Expression) -> Expression:
    """Return what makes something of each value of a list."""
    return _over(values, current, lambda rows, each: [made(rows) for _ in each])


def _over(
    values: Expression,
    current: list[Value],
    collect: Callable[[Rows, Iterator[Value]], list[Value]],
) -> Expression:
    """Return what collects from a list while each of its values is the current one."""

    def one_by_one(listed: Sequence[Value]) -> Iterator[Value]:
        for value in listed:
            current[0] = value
            yield value

    def collected(rows: Rows) -> Value:
        listed = values(rows)
        return None if listed is None else collect(rows, one_by_one(listed))

    return collected


def in_kept(value: Expression, query: Subquery) -> Expression:
    """Return whether a value is among the results of a query that are always the same."""

    def found(rows: Rows) -> bool | None:
        kept = rows[0].kept
        if found not in kept:
            kept[found] = {row[0] for row in query.rows(rows)}
        one, others = value(rows), kept[found]
        if one is None or not others:
            return None if others else False
        return True if one in others else None if None in others else False

    return found


def is_one(value: Value, others: Sequence[Value]) -> bool | None:
    """Return whether a value is one of others; NULL where a NULL might have been it."""
    if not others:
        return False
    if value is None:
        return None
    if any(other is not None and other == value for other in others):
        return True
    return None if None in others else False


def only(rows: Sequence[tuple[Value, ...]]) -> Value:
    """Return the value of a subquery that stands for one."""
    if len(rows) > 1:
        raise Unsupported("a subquery of several rows")
    return rows[0][0] if rows else None

"""Building blocks of expressions: NULL goes through functions, and what is open stays open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from factcheck.evaluation.scopes import Expression, Rows
from factcheck.evaluation.values import Unsupported, Value


class Subquery(Protocol):
    """A query within an expression."""

    touched: frozenset[int]

    def rows(self, rows: Rows) -> list[tuple[Value, ...]]:
        """Return its rows, for the current rows of the queries around it."""
        ...


def field(struct: Expression, name: str) -> Expression:
    """Return a field of a struct."""

    def value_of(rows: Rows) -> Value:
        value = struct(rows)
        return None if value is None else value[name]

    return value_of


def struct(names: Sequence[str], values: Sequence[Expression]) -> Expression:
    """Return a struct of values."""
    return lambda rows: {name: value(rows) for name, value in zip(names, values, strict=True)}


def spread(function: Callable[..., Value], arguments: Sequence[Expression]) -> Expression:
    """Return a function that sees NULL."""
    return lambda rows: function(*[argument(rows) for argument in arguments])


def strict(function: Callable[..., Value], arguments: Sequence[Expression]) -> Expression:
    """Return a function that is NULL where an argument is."""
    if len(arguments) == 1:
        (only,) = arguments
        return lambda rows: None if (value := only(rows)) is None else function(value)
    if len(arguments) == 2:
        return strict_pair(function, *arguments)

    def apply(rows: Rows) -> Value:
        values = [argument(rows) for argument in arguments]
        return None if None in values else function(*values)

    return apply


def strict_pair(
    function: Callable[[Value, Value], Value], left: Expression, right: Expression
) -> Expression:
    """Return a function of two arguments that is NULL where one of them is."""

    def apply(rows: Rows) -> Value:
        one = left(rows)
        if one is None:
            return None
        other = right(rows)
        return None if other is None else function(one, other)

    return apply


def choose(when: Expression, then: Expression, other: Expression) -> Expression:
    """Return ``if(when, then, other)``."""
    return lambda rows: then(rows) if when(rows) else other(rows)


def both(left: Expression, right: Expression) -> Expression:
    """Return ``left AND right``."""

    def test(rows: Rows) -> Value:
        one = left(rows)
        if one is False:
            return False
        other = right(rows)
        if other is False:
            return False
        return None if one is None or other is None else bool(one and other)

    return test


def either(left: Expression, right: Expression) -> Expression:
    """Return ``left OR right``."""

    def test(rows: Rows) -> Value:
        one = left(rows)
        if one is True:
            return True
        other = right(rows)
        if other is True:
            return True
        return None if one is None or other is None else bool(one or other)

    return test


def coalesce(children: Sequence[Expression]) -> Expression:
    """Return the first value that is not NULL."""

    def first(rows: Rows) -> Value:
        for child in children:
            value = child(rows)
            if value is not None:
                return value
        return None

    return first


def among(value: Expression, others: Sequence[Expression], *, constant: bool) -> Expression:
    """Return whether a value is one of others, which may all be constants."""
    if constant:
        fixed = [other([]) for other in others]
        if None not in fixed:
            known = frozenset(fixed)
            return lambda rows: None if (one := value(rows)) is None else one in known
    return lambda rows: is_one(value(rows), [other(rows) for other in others])


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

"""Values as DuckDB knows them: NULL is None, and what scalar functions make of them.

There are no types of columns here: a whole number that DuckDB would turn into a DOUBLE, because
another branch of ``coalesce``, ``if`` or ``CASE`` is one, stays whole. It equals the other; only
its text would differ, and rules write numbers with ``format``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cache
from math import floor, trunc
from typing import Any

Value = Any
"""None, bool, int, float, Decimal, str, date, list, dict (a struct) or tuple (a row)."""


MOST_ITEMS = 10_000
"""How long a list of numbers is made here; DuckDB makes longer ones within its limits."""


class Unsupported(Exception):
    """This SQL, or what it comes to for some rows, is left to DuckDB."""


def text(value: Value) -> str:
    """Return a value as ``::VARCHAR`` writes it."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float | Decimal | date | time) and not isinstance(value, datetime):
        return str(value)
    raise Unsupported(f"text of {type(value).__name__}")


def concatenated(one: Value, other: Value) -> Value:
    """Return ``one || other``."""
    if isinstance(one, list) and isinstance(other, list):
        return one + other
    return text(one) + text(other)


def rounded(value: Value, digits: int = 0) -> Value:
    """Return a number rounded, halves away from zero."""
    if isinstance(value, int):
        return value
    power = 10**digits
    scaled = abs(float(value)) * power
    whole = floor(scaled)
    away = whole + (scaled - whole >= 0.5)
    return (away if value >= 0 else -away) / power


def divided(one: Value, other: Value) -> Value:
    """Return ``one / other``."""
    if not other:
        raise Unsupported("division by zero")
    return float(one) / float(other)


def minus(one: Value, *other: Value) -> Value:
    """Return ``one - other``, or ``-one``; days between dates; a date some days before."""
    if not other:
        return -one
    if isinstance(one, date):
        if isinstance(other[0], date):
            return (one - other[0]).days
        return one - _days(other[0])
    return one - other[0]


def plus(one: Value, other: Value) -> Value:
    """Return ``one + other``; a date some days after."""
    if isinstance(one, date):
        return one + _days(other)
    if isinstance(other, date):
        return other + _days(one)
    return one + other


def _days(value: Value) -> timedelta:
    return value if isinstance(value, timedelta) else timedelta(days=value)


def _range(first: int, end: int) -> list[int]:
    if end - first > MOST_ITEMS:
        raise Unsupported("a long list")
    return list(range(first, end))


def cast_to(name: str) -> Callable[[Value], Value]:
    """Return the function that makes another type of a value.

    Raises:
        Unsupported: The type is not known here.
    """
    if name not in _CASTS:
        raise Unsupported(f"cast to {name}")
    return _CASTS[name]


def _whole(value: Value) -> int:
    return int(value) if isinstance(value, str | bool) else round(value)


def _date(value: Value) -> date:
    if isinstance(value, datetime):
        return value.date()
    return value if isinstance(value, date) else date.fromisoformat(value)


_CASTS: dict[str, Callable[[Value], Value]] = {
    "VARCHAR": text, "INTEGER": _whole, "BIGINT": _whole, "DOUBLE": float, "DATE": _date,
    "TIME": lambda value: value if isinstance(value, time) else time.fromisoformat(value),
    "BOOLEAN": lambda value: value if isinstance(value, bool) else bool(_whole(value)),
}  # fmt: skip


@cache
def pattern(source: str, flags: str = "") -> re.Pattern[str]:
    """Return a regular expression, compiled.

    Raises:
        Unsupported: It is written as only DuckDB understands.
    """
    try:
        return re.compile(source, re.IGNORECASE if flags == "i" else 0)
    except re.error as error:
        raise Unsupported(f"regular expression {source}") from error


@cache
def _like(source: str) -> re.Pattern[str]:
    escaped = re.escape(source).replace("%", ".*").replace("_", ".")
    return re.compile(escaped, re.DOTALL)


def _extract(value: str, source: str, group: int = 0) -> str:
    match = pattern(source).search(value)
    return (match[group] or "") if match else ""


def _replace(value: str, source: str, by: str, flags: str = "") -> str:
    return pattern(source).sub(by, value, count=0 if "g" in flags else 1)


def item(values: Value, place: Value) -> Value:
    """Return the item of a list or text at a place from 1 or from its end, of a struct or map."""
    if isinstance(values, dict):
        return values.get(place)
    if place == 0 or abs(place) > len(values):
        return "" if isinstance(values, str) else None
    return values[place - 1 if place > 0 else place]


def part(values: Value, first: Value, last: Value) -> Value:
    """Return the items from one place to another, both from 1 and inclusive."""
    size = len(values)
    # An end that is left out is an empty list.
    first, last = 1 if first == [] else first, size if last == [] else last
    start = first - 1 if first > 0 else max(0, size + first) if first < 0 else 0
    end = last if last >= 0 else size + last + 1
    return values[start : max(start, end)]


def _contains(values: Value, value: Value) -> bool:
    if isinstance(values, dict):
        raise Unsupported("contains")
    return value in values


def _position(values: Sequence[Value], value: Value) -> int | None:
    return values.index(value) + 1 if value in values else None


def _formatted(form: str, *values: Value) -> str:
    shown = [v if isinstance(v, int | float) and v not in (True, False) else _plain(v)
             for v in values]  # fmt: skip
    return form.format(*shown)


def _plain(value: Value) -> Value:
    # 0 and 1 are numbers, though they equal False and True.
    return text(value) if isinstance(value, bool | date) else value


def _split(value: str, by: str) -> list[str]:
    return value.split(by) if by else list(value)


def _sorted(values: Sequence[Value], order: str = "ASC") -> list[Value]:
    if None in values or order not in {"ASC", "DESC"}:
        raise Unsupported("order of NULL")
    return sorted(values, reverse=order == "DESC")


FUNCTIONS: dict[str, Callable[..., Value]] = {
    "+": plus, "-": minus, "*": lambda a, b: a * b, "/": divided,
    "//": lambda a, b: trunc(a / b), "%": lambda a, b: a - b * trunc(a / b), "||": concatenated,
    "~~": lambda value, like: _like(like).fullmatch(value) is not None,
    "!~~": lambda value, like: _like(like).fullmatch(value) is None,
    "^@": str.startswith, "starts_with": str.startswith, "ends_with": str.endswith,
    "abs": abs, "ascii": lambda value: ord(value[0]) if value else 0,
    "contains": _contains,
    "day": lambda value: value.day, "dayname": lambda value: value.strftime("%A"),
    "floor": floor, "format": _formatted,
    "isodow": lambda value: value.isoweekday(),
    "left": lambda value, size: value[:size], "len": len, "length": len,
    "list_bool_or": lambda values: None if (known := [v for v in values if v is not None]) == []
        else any(known),
    "list_contains": lambda values, value: value in values,
    "list_concat": lambda one, other: one + other,
    "list_distinct": lambda values: list(dict.fromkeys(v for v in values if v is not None)),
    # Neither looks at NULL in a list.
    "list_has_all": lambda one, other: all(value in one for value in other if value is not None),
    "list_has_any": lambda one, other: any(value in other for value in one if value is not None),
    "list_position": _position,
    "list_reverse": lambda values: values[::-1], "list_sort": _sorted,
    "list_sum": lambda values: sum(values) if values else None,
    "lower": str.lower, "make_date": date,
    "map": lambda keys, values: dict(zip(keys, values, strict=True)),
    "month": lambda value: value.month,
    "monthname": lambda value: value.strftime("%B"),
    "range": _range,
    "regexp_extract": _extract,
    "regexp_full_match": lambda value, source: pattern(source).fullmatch(value) is not None,
    "regexp_matches": lambda value, source, flags="":
        pattern(source, flags).search(value) is not None,
    "regexp_replace": _replace, "replace": str.replace, "round": rounded,
    "sign": lambda value: (value > 0) - (value < 0),
    "rtrim": lambda value, characters=" ": value.rstrip(characters),
    "strftime": lambda value, form: value.strftime(form), "string_split": _split,
    "strpos": lambda value, sought: value.find(sought) + 1, "strptime": datetime.strptime,
    "substr": lambda value, start, size=None:
        value[start - 1 :][:size] if start > 0 else value[start:][:size],
    "to_days": lambda days: timedelta(days=days), "trunc": lambda value: float(trunc(value)),
    "upper": str.upper, "year": lambda value: value.year,
}  # fmt: skip
"""Functions that are NULL where any argument is."""


def _extreme(choose: Callable[..., Value], values: Sequence[Value]) -> Value:
    if len(values) == 2 and type(values[0]) is type(values[1]) is not type(None):
        return choose(values)
    known = [value for value in values if value is not None]
    found = choose(known, default=None)
    # Numbers of several types are compared, and returned, as floating point.
    return float(found) if any(isinstance(value, float) for value in known) else found


OF_NULLS: dict[str, Callable[..., Value]] = {
    "greatest": lambda *values: _extreme(max, values),
    "least": lambda *values: _extreme(min, values),
    "concat": lambda *values: "".join(text(value) for value in values if value is not None),
    "list_value": lambda *values: list(values),
    "nullif": lambda one, other: None if one == other else one,
    "row": lambda *values: values,
}
"""Functions that see NULL."""

AGGREGATES: dict[str, Callable[[list[Value]], Value]] = {
    "any_value": lambda values: values[0] if values else None,
    "bool_and": lambda values: all(values) if values else None,
    "bool_or": lambda values: any(values) if values else None,
    "count": len,
    "max": lambda values: max(values, default=None),
    "min": lambda values: min(values, default=None),
    "sum": lambda values: sum(values) if values else None,
    "avg": lambda values: sum(map(float, values)) / len(values) if values else None,
}
"""Aggregates over what is not NULL."""

AGGREGATE_NAMES = frozenset(
    {*AGGREGATES, "count_star", "first", "list", "string_agg", "arg_max", "arg_min"}
)

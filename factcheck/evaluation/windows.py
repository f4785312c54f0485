"""Window functions: what is computed of a row among others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from factcheck.evaluation.aggregates import NULLS_LAST, Compile, computation, nodes_in
from factcheck.evaluation.code import Expression, Rows
from factcheck.evaluation.expressions import constant
from factcheck.evaluation.scopes import Node
from factcheck.evaluation.values import Unsupported, Value

_NUMBERED = frozenset({"row_number", "rank"})
_SHIFTED = frozenset({"lag", "lead"})
_TO_PEERS = ("UNBOUNDED_PRECEDING", "CURRENT_ROW_RANGE")
_TO_ROW = ("UNBOUNDED_PRECEDING", "CURRENT_ROW_ROWS")
_FROM_ROW = ("CURRENT_ROW_ROWS", "UNBOUNDED_FOLLOWING")
_WHOLE = ("UNBOUNDED_PRECEDING", "UNBOUNDED_FOLLOWING")
_ENDS = {"first_value": 0, "last_value": -1}
_FRAMES_TO = {"first_value": {_TO_PEERS, _TO_ROW, _WHOLE}, "last_value": {_WHOLE}}
"""Frames of which the first or the last row is that of the partition."""

Compute = Callable[[list[Rows], Sequence[tuple[Value, ...]]], Sequence[Value]]
"""The values of the rows of a partition in their order, from the rows and what orders them."""


def windows_in(nodes: Iterable[Node | None]) -> list[Node]:
    """Return the window functions in expressions, but for those of queries within."""
    return nodes_in(nodes, lambda node: node.get("class") == "WINDOW", {"SUBQUERY"})


@dataclass(frozen=True, slots=True)
class Window:
    """A window function.

    Args:
        partition: What rows must have in common with a row.
        order: What they are ordered by.
        downwards: Whether downwards, for each of that.
        compute: The values of the rows of a partition.
    """

    partition: Expression
    order: Expression
    downwards: list[bool]
    compute: Compute

    @classmethod
    def compile(cls, node: Node, compile: Compile) -> Window:
        """Return the window function of a node.

        Raises:
            Unsupported: It is left to DuckDB.
        """
        if any(order["null_order"] not in NULLS_LAST for order in node["orders"]):
            raise Unsupported("order of NULL")
        downwards = [order["type"] == "DESCENDING" for order in node["orders"]]
        order = compile([order["expression"] for order in node["orders"]])
        return cls(compile(node["partitions"]), order, downwards, _computation(node, compile))

    def values(self, found: list[Rows]) -> list[Value]:
        """Return the value of each row."""
        values: list[Value] = [None] * len(found)
        parts: dict[Any, list[int]] = {}
        for number, rows in enumerate(found):
            parts.setdefault(self.partition(rows), []).append(number)
        for numbers in parts.values():
            self._fill(found, numbers, values)
        return values

    def _fill(self, found: list[Rows], numbers: list[int], values: list[Value]) -> None:
        """Give the rows of a partition their values."""
        keys = {number: self.order(found[number]) for number in numbers}
        for place in reversed(range(len(self.downwards))):
            values_of = {number: values[place] for number, values in keys.items()}
            numbers = _sorted(numbers, values_of, down=self.downwards[place])
        ordered = [keys[number] for number in numbers]
        made = self.compute([found[number] for number in numbers], ordered)
        for number, value in zip(numbers, made, strict=True):
            values[number] = value


def _computation(node: Node, compile: Compile) -> Compute:
    """Return what computes the values of a partition.

    Raises:
        Unsupported: It is left to DuckDB.
    """
    name, frame = node["function_name"].lower(), (node["start"], node["end"])
    count = len(node["arguments"])
    arguments = compile([argument["expression"] for argument in node["arguments"]])
    if any(node[option] for option in ("ignore_nulls", "distinct", "arg_orders")):
        raise Unsupported(f"window {name}")
    if node["type"] == "WINDOW_AGGREGATE":
        # Without an order all rows of a partition are peers.
        if frame == _WHOLE or (frame == _TO_PEERS and not node["orders"]):
            kept = None if node["filter_expr"] is None else compile([node["filter_expr"]])
            return _aggregated(computation(name, count), arguments, kept)
        if name in _RUNNING and frame in {_TO_PEERS, _TO_ROW} and count <= 1:
            kept = None if node["filter_expr"] is None else compile([node["filter_expr"]])
            return _running(name, arguments, kept, with_peers=frame == _TO_PEERS)
        if name in _RUNNING and frame == _FROM_ROW and count <= 1:
            kept = None if node["filter_expr"] is None else compile([node["filter_expr"]])
            return _backwards(_running(name, arguments, kept, with_peers=False))
    elif name in _ENDS and frame in _FRAMES_TO[name] and count == 1 and not node["filter_expr"]:
        return _at_end(arguments, _ENDS[name])
    elif name in _NUMBERED and frame == _TO_PEERS and not count and not node["filter_expr"]:
        return _numbered(with_ties=name == "rank")
    elif name in _SHIFTED and not node["filter_expr"]:
        return _shifted(node, compile, ahead=name == "lead")
    raise Unsupported(f"window {name}")


def _shifted(node: Node, compile: Compile, *, ahead: bool) -> Compute:
    """Return what takes the value of a row some places on or back in a partition."""
    argument, *more = [one["expression"] for one in node["arguments"]]
    if more and more[0]["class"] != "CONSTANT":
        raise Unsupported("a window's offset that is computed")
    places = (constant(more[0]) if more else 1) * (1 if ahead else -1)
    value, otherwise = compile([argument]), compile(more[1:])

    def compute(part: list[Rows], _: Sequence[tuple[Value, ...]]) -> Sequence[Value]:
        values = [value(rows)[0] for rows in part]
        return [
            values[place] if 0 <= place < len(values) else next(iter(otherwise(rows)), None)
            for place, rows in enumerate(part, start=places)
        ]

    return compute


def _numbered(*, with_ties: bool) -> Compute:
    def compute(_: list[Rows], keys: Sequence[tuple[Value, ...]]) -> Sequence[Value]:
        if not with_ties:
            return range(1, len(keys) + 1)
        values: list[Value] = []
        for count, key in enumerate(keys):
            values.append(values[-1] if count and key == keys[count - 1] else count + 1)
        return values

    return compute


def _aggregated(
    compute: Callable[[list[tuple[Value, ...]]], Value],
    arguments: Expression,
    kept: Expression | None,
) -> Compute:
    def values(part: list[Rows], _: Sequence[tuple[Value, ...]]) -> Sequence[Value]:
        chosen = part if kept is None else [rows for rows in part if kept(rows)[0]]
        made = [arguments(rows) for rows in chosen]
        return [compute(made)] * len(part)

    return values


def _sum(total: Value, value: Value) -> Value:
    return value if total is None else total + value


def _least(least: Value, value: Value) -> Value:
    return value if least is None or value < least else least


def _most(most: Value, value: Value) -> Value:
    return value if most is None or value > most else most


_RUNNING: Mapping[str, Callable[[Value, Value], Value]] = {
    "sum": _sum, "min": _least, "max": _most, "count": lambda total, _: total + 1,
    "count_star": lambda total, _: total + 1,
}  # fmt: skip
"""What an aggregate over the rows up to one becomes with the next of them."""


def _running(
    name: str, arguments: Expression, kept: Expression | None, *, with_peers: bool
) -> Compute:
    """Return what aggregates the rows of a partition up to each, or up to the last of its peers."""
    add, first = _RUNNING[name], 0 if name.startswith("count") else None

    def compute(part: list[Rows], keys: Sequence[tuple[Value, ...]]) -> Sequence[Value]:
        values: list[Value] = []
        found: Value = first
        for rows in part:
            if kept is None or kept(rows)[0]:
                given = arguments(rows)
                if not given or given[0] is not None:
                    found = add(found, given[0] if given else None)
            values.append(found)
        if with_peers:
            for place in range(len(values) - 2, -1, -1):
                if keys[place] == keys[place + 1]:
                    values[place] = values[place + 1]
        return values

    return compute


def _backwards(compute: Compute) -> Compute:
    """Return what computes of the rows from each to the last what is computed of those up to it."""

    def values(part: list[Rows], keys: Sequence[tuple[Value, ...]]) -> Sequence[Value]:
        return compute(part[::-1], keys[::-1])[::-1]

    return values


def _at_end(argument: Expression, place: int) -> Compute:
    """Return what takes the value of the first or the last row of a partition."""

    def compute(part: list[Rows], _: Sequence[tuple[Value, ...]]) -> Sequence[Value]:
        return [argument(part[place])[0]] * len(part)

    return compute


def _sorted(numbers: list[int], keys: Mapping[int, Value], *, down: bool) -> list[int]:
    known = [number for number in numbers if keys[number] is not None]
    known.sort(key=lambda number: keys[number], reverse=down)
    return known + [number for number in numbers if keys[number] is None]

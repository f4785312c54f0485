"""Window functions: what is computed of a row among others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from factcheck.evaluation.aggregates import NULLS_LAST, Compile, children, computation
from factcheck.evaluation.code import Expression, Rows
from factcheck.evaluation.expressions import constant
from factcheck.evaluation.scopes import Node
from factcheck.evaluation.values import Unsupported, Value

_NUMBERED = frozenset({"row_number", "rank"})
_SHIFTED = frozenset({"lag", "lead"})
_TO_PEERS = ("UNBOUNDED_PRECEDING", "CURRENT_ROW_RANGE")
_WHOLE = ("UNBOUNDED_PRECEDING", "UNBOUNDED_FOLLOWING")

Compute = Callable[[list[Rows], Sequence[tuple[Value, ...]]], Sequence[Value]]
"""The values of the rows of a partition in their order, from the rows and what orders them."""


def windows_in(nodes: Iterable[Node | None]) -> list[Node]:
    """Return the window functions in expressions, but for those of queries within."""
    return [found for node in nodes if node is not None for found in _windows(node)]


def _windows(node: Node) -> Iterator[Node]:
    if node.get("class") == "SUBQUERY":
        return
    if node.get("class") == "WINDOW":
        yield node
        return
    for child in children(node):
        yield from _windows(child)


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


def _sorted(numbers: list[int], keys: Mapping[int, Value], *, down: bool) -> list[int]:
    known = [number for number in numbers if keys[number] is not None]
    known.sort(key=lambda number: keys[number], reverse=down)
    return known + [number for number in numbers if keys[number] is None]

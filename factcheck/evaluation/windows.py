"""Window functions: what is computed of a row among others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from factcheck.evaluation.aggregates import NULLS_LAST, Compile, children
from factcheck.evaluation.scopes import Expression, Node, Rows
from factcheck.evaluation.values import Unsupported, Value

_NUMBERED = {"row_number", "rank"}
_USUAL = ("UNBOUNDED_PRECEDING", "CURRENT_ROW_RANGE")


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
        name: ``row_number`` or ``rank``.
        partitions: What rows must have in common with a row.
        orders: What they are ordered by, and whether downwards.
    """

    name: str
    partitions: list[Expression]
    orders: list[tuple[Expression, bool]]

    @classmethod
    def compile(cls, node: Node, compile: Compile) -> Window:
        """Return the window function of a node.

        Raises:
            Unsupported: It is left to DuckDB.
        """
        name = node["function_name"].lower()
        plain = (node["start"], node["end"]) == _USUAL and not node.get("filter_expr")
        nulls = any(order["null_order"] not in NULLS_LAST for order in node["orders"])
        if name not in _NUMBERED or not plain or nulls or node.get("arguments"):
            raise Unsupported(f"window {name}")
        orders = [
            (compile(order["expression"]), order["type"] == "DESCENDING")
            for order in node["orders"]
        ]
        return cls(name, [compile(one) for one in node["partitions"]], orders)

    def values(self, found: list[Rows]) -> list[Value]:
        """Return the value of each row."""
        values: list[Value] = [None] * len(found)
        parts: dict[Any, list[int]] = {}
        for number, rows in enumerate(found):
            parts.setdefault(tuple([one(rows) for one in self.partitions]), []).append(number)
        for numbers in parts.values():
            self._number(found, numbers, values)
        return values

    def _number(self, found: list[Rows], numbers: list[int], values: list[Value]) -> None:
        keys = {number: tuple([key(found[number]) for key, _ in self.orders]) for number in numbers}
        for place in reversed(range(len(self.orders))):
            values_of = {number: values[place] for number, values in keys.items()}
            numbers = _sorted(numbers, values_of, down=self.orders[place][1])
        before: tuple[Any, ...] | None = None
        rank = 0
        for count, number in enumerate(numbers, start=1):
            if self.name == "row_number" or keys[number] != before:
                rank = count
            before = keys[number]
            values[number] = rank


def _sorted(numbers: list[int], keys: Mapping[int, Value], *, down: bool) -> list[int]:
    known = [number for number in numbers if keys[number] is not None]
    known.sort(key=lambda number: keys[number], reverse=down)
    return known + [number for number in numbers if keys[number] is None]

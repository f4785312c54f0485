"""Aggregates: what is computed of the rows of a group."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence

from factcheck.evaluation.code import Expression, Rows
from factcheck.evaluation.scopes import Node
from factcheck.evaluation.values import AGGREGATE_NAMES, AGGREGATES, Unsupported, Value, text

NULLS_LAST = frozenset({"ORDER_DEFAULT", "NULLS LAST"})
"""Orders in which NULL comes last, upwards and downwards."""

_CLOSED = frozenset({"SUBQUERY", "WINDOW"})
_LEAVES = frozenset({"CONSTANT", "COLUMN_REF"})

Compile = Callable[[Sequence[Node]], Expression]
"""Makes of expressions the function that computes the tuple of their values."""


def aggregates_in(nodes: Iterable[Node | None]) -> list[Node]:
    """Return the aggregates in expressions, but for those of queries and windows within."""
    return nodes_in(nodes, _is_aggregate, _CLOSED)


def _is_aggregate(node: Node) -> bool:
    return node.get("class") == "FUNCTION" and node["function_name"].lower() in AGGREGATE_NAMES


def nodes_in(
    nodes: Iterable[Node | None], is_wanted: Callable[[Node], bool], closed: Container[str]
) -> list[Node]:
    """Return the nodes of a kind in expressions, in their order, but for those within another.

    Args:
        nodes: The expressions.
        is_wanted: Returns whether a node is of the kind.
        closed: Classes of nodes that are not looked into.
    """
    found = []
    waiting = [node for node in nodes if node is not None][::-1]
    while waiting:
        node = waiting.pop()
        kind = node.get("class")
        if kind in _LEAVES or kind in closed:
            continue
        if is_wanted(node):
            found.append(node)
            continue
        for value in reversed(node.values()):
            if isinstance(value, dict):
                waiting.append(value)
            elif isinstance(value, list):
                waiting += [one for one in reversed(value) if isinstance(one, dict)]
    return found


def aggregate(node: Node, compile: Compile) -> Callable[[list[Rows]], Value]:
    """Return the function that computes an aggregate of the rows of a group.

    Raises:
        Unsupported: It is left to DuckDB.
    """
    name = node["function_name"].lower()
    arguments = compile([argument["expression"] for argument in node["arguments"]])
    kept = None if node["filter"] is None else compile([node["filter"]])
    ordered = [
        (compile([order["expression"]]), order["type"] == "DESCENDING", order["null_order"])
        for order in node["order_bys"]["orders"]
    ]
    if any(null not in NULLS_LAST for *_, null in ordered):
        raise Unsupported("order of NULL")
    compute = computation(name, len(node["arguments"]))

    def apply(group: list[Rows]) -> Value:
        if kept is not None:
            group = [rows for rows in group if kept(rows)[0]]
        for key, down, _ in reversed(ordered):
            group = _by(key, group, down=down)
        made = [arguments(rows) for rows in group]
        if node["distinct"]:
            made = list(dict.fromkeys(made))
        return compute(made)

    return apply


def _by(key: Expression, group: list[Rows], *, down: bool) -> list[Rows]:
    known = [(key(rows)[0], rows) for rows in group]
    values = [pair for pair in known if pair[0] is not None]
    values.sort(key=lambda pair: pair[0], reverse=down)
    return [rows for _, rows in values] + [rows for value, rows in known if value is None]


def computation(name: str, arity: int) -> Callable[[list[tuple[Value, ...]]], Value]:
    """Return the function that computes an aggregate of its arguments' values.

    Raises:
        Unsupported: It is left to DuckDB.
    """
    if name == "count_star" or (name == "count" and not arity):
        return len
    if name == "first":
        return lambda made: made[0][0] if made else None
    if name == "list":
        return lambda made: [one for (one,) in made] or None
    if name == "string_agg":
        return _joined
    if name in {"arg_max", "arg_min"} and arity == 2:
        return lambda made: _at_extreme(made, largest=name == "arg_max")
    if name not in AGGREGATES or arity != 1:
        raise Unsupported(f"aggregate {name}")
    function = AGGREGATES[name]
    return lambda made: function([one for (one,) in made if one is not None])


def _joined(made: list[tuple[Value, ...]]) -> Value:
    parts = [text(value) for value, *_ in made if value is not None]
    return (made[0][1] if len(made[0]) > 1 else ",").join(parts) if parts else None


def _at_extreme(made: list[tuple[Value, ...]], *, largest: bool) -> Value:
    known = [pair for pair in made if None not in pair]
    if not known:
        return None
    return (max if largest else min)(known, key=lambda pair: pair[1])[0]

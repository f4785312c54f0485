"""Expressions of SQL as Python functions of the rows at hand."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce
from typing import ClassVar, Protocol

from factcheck.evaluation.logic import (
    Subquery,
    among,
    both,
    choose,
    coalesce,
    either,
    field,
    in_kept,
    is_one,
    only,
    spread,
    strict,
    strict_pair,
    struct,
)
from factcheck.evaluation.scopes import (
    Expression,
    Node,
    Parameter,
    Rows,
    Scope,
    column_of,
    struct_of,
)
from factcheck.evaluation.values import (
    AGGREGATE_NAMES,
    FUNCTIONS,
    OF_NULLS,
    Unsupported,
    Value,
    cast_to,
    item,
    part,
    pattern,
)

COMPARISONS: dict[str, Callable[[Value, Value], bool]] = {
    "COMPARE_EQUAL": operator.eq, "COMPARE_NOTEQUAL": operator.ne,
    "COMPARE_LESSTHAN": operator.lt, "COMPARE_LESSTHANOREQUALTO": operator.le,
    "COMPARE_GREATERTHAN": operator.gt, "COMPARE_GREATERTHANOREQUALTO": operator.ge,
}  # fmt: skip


class Macro(Protocol):
    """A function that is defined by an expression."""

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of its parameters."""
        ...

    @property
    def body(self) -> Node:
        """The expression."""
        ...


class ExpressionCompiler:
    """Makes functions of syntax trees.

    Args:
        macros: Functions that are defined by expressions, by name.
        subquery: Compiles a query within an expression.
    """

    def __init__(
        self, macros: Mapping[str, Macro], subquery: Callable[[Node, Scope], Subquery]
    ) -> None:
        self._macros = macros
        self._subquery = subquery
        self._touched: list[set[int]] = []
        self._lambdas = 0
        self.computed: dict[int, Expression] = {}
        """What is not compiled but looked up: aggregates and windows, by the id of their node."""
        self.recalled: set[int] = set()
        """The slots of results that other results of their query name."""

    @contextmanager
    def touching(self) -> Iterator[set[int]]:
        """Collect the slots that what is compiled meanwhile reads."""
        slots: set[int] = set()
        self._touched.append(slots)
        yield slots
        self._touched.pop()
        if self._touched:
            self._touched[-1] |= slots

    def touch(self, slot: int) -> None:
        """Note that what is compiled reads a slot."""
        if self._touched:
            self._touched[-1].add(slot)

    def compile(self, node: Node, scope: Scope) -> Expression:
        """Return the function of an expression.

        Raises:
            Unsupported: Something in it is left to DuckDB.
        """
        known = self.computed.get(id(node))
        if known is not None:
            return known
        kind = node["class"]
        compiler = self._KINDS.get(kind)
        if compiler is None:
            raise Unsupported(f"{kind} {node['type']}")
        return compiler(self, node, scope)

    def all(self, nodes: Iterable[Node], scope: Scope) -> list[Expression]:
        """Return the functions of expressions."""
        return [self.compile(node, scope) for node in nodes]

    def _constant(self, node: Node, _: Scope) -> Expression:
        value = constant(node)
        return lambda rows: value

    def _column(self, node: Node, scope: Scope) -> Expression:
        names = [name.lower() for name in node["column_names"]]
        for around in scope.chain():
            found = self._column_in(around, names)
            if found is not None:
                return found
        raise Unsupported(f"name {'.'.join(names)}")

    def _column_in(self, scope: Scope, names: Sequence[str]) -> Expression | None:
        place = None
        if len(names) > 1:
            place = scope.column(names[1], names[0])
            rest = names[2:]
        if place is None:
            place = scope.column(names[0])
            rest = names[1:]
        if place is not None:
            self.touch(place[0])
            found = column_of(*place)
        elif names[0] in scope.parameters:
            parameter = scope.parameters[names[0]]
            for slot in parameter.touched:
                self.touch(slot)
            found, rest = parameter.expression, names[1:]
        elif names[0] in scope.aliases and names[0] in scope.made:
            place = scope.made[names[0]]
            self.touch(place[0])
            self.recalled.add(place[0])
            found, rest = column_of(*place), names[1:]
        elif names[0] in scope.aliases:
            node = scope.aliases[names[0]]
            within = Scope(scope.outer, scope.relations, scope.parameters, tables=scope.tables)
            within.aliases = {k: v for k, v in scope.aliases.items() if v is not node}
            found, rest = self.compile(node, within), names[1:]
        else:
            relations = [one for one in scope.relations if one.alias == names[0]]
            if len(names) > 1 or len(relations) != 1:
                return None
            self.touch(relations[0].slot)
            found, rest = struct_of(relations[0]), []
        for name in rest:
            found = field(found, name)
        return found

    def _function(self, node: Node, scope: Scope) -> Expression:
        name = node["function_name"].lower()
        if node["filter"] or node["distinct"] or node["order_bys"]["orders"]:
            raise Unsupported(f"aggregate {name} in this place")
        nodes = [argument["expression"] for argument in node["arguments"]]
        if name in self._macros:
            return self._macro(self._macros[name], nodes, scope)
        if name == "if":
            return choose(*self.all(nodes, scope))
        if name == "struct_pack":
            names = [argument["name"].lower() for argument in node["arguments"]]
            return struct(names, self.all(nodes, scope))
        if name in {"list_filter", "list_transform"}:
            return self._over_list(name, nodes, scope)
        if name.startswith("regexp_"):
            _check_pattern(nodes[1])
        if name in OF_NULLS:
            return spread(OF_NULLS[name], self.all(nodes, scope))
        if name not in FUNCTIONS or name in AGGREGATE_NAMES:
            raise Unsupported(f"function {name}")
        return strict(FUNCTIONS[name], self.all(nodes, scope))

    def _macro(self, macro: Macro, nodes: Sequence[Node], scope: Scope) -> Expression:
        if len(nodes) != len(macro.parameters):
            raise Unsupported("arguments of a macro")
        arguments = []
        for argument in nodes:
            with self.touching() as touched:
                made = self.compile(argument, scope)
            arguments.append(Parameter(made, frozenset(touched)))
        within = Scope(parameters=dict(zip(macro.parameters, arguments, strict=True)))
        return self.compile(macro.body, within)

    def _over_list(self, name: str, nodes: Sequence[Node], scope: Scope) -> Expression:
        values = self.compile(nodes[0], scope)
        if nodes[1]["class"] != "LAMBDA" or nodes[1]["lhs"]["class"] != "COLUMN_REF":
            raise Unsupported("lambda")
        parameter = nodes[1]["lhs"]["column_names"][0].lower()
        current: list[Value] = [None]
        self._lambdas += 1
        changing = Parameter(lambda rows: current[0], frozenset({-self._lambdas}))
        within = Scope(scope, parameters={parameter: changing})
        with self.touching() as touched:
            body = self.compile(nodes[1]["expr"], within)
            touched -= changing.touched

        def each(rows: Rows) -> Iterator[tuple[Value, Value]]:
            for value in values(rows):
                current[0] = value
                yield value, body(rows)

        if name == "list_filter":
            return lambda rows: (
                None if values(rows) is None else [value for value, kept in each(rows) if kept]
            )
        return lambda rows: None if values(rows) is None else [made for _, made in each(rows)]

    def _comparison(self, node: Node, scope: Scope) -> Expression:
        left, right = self.all((node["left"], node["right"]), scope)
        kind = node["type"]
        if kind == "COMPARE_DISTINCT_FROM":
            return lambda rows: left(rows) != right(rows)
        if kind == "COMPARE_NOT_DISTINCT_FROM":
            return lambda rows: left(rows) == right(rows)
        if kind not in COMPARISONS:
            raise Unsupported(kind)
        return strict_pair(COMPARISONS[kind], left, right)

    def _conjunction(self, node: Node, scope: Scope) -> Expression:
        children = self.all(node["children"], scope)
        join = both if node["type"] == "CONJUNCTION_AND" else either
        return reduce(join, children)

    def _between(self, node: Node, scope: Scope) -> Expression:
        value, low, high = self.all((node["input"], node["lower"], node["upper"]), scope)
        return both(strict_pair(operator.ge, value, low), strict_pair(operator.le, value, high))

    def _case(self, node: Node, scope: Scope) -> Expression:
        found = self.compile(node["else_expr"], scope)
        for check in reversed(node["case_checks"]):
            when, then = self.all((check["when_expr"], check["then_expr"]), scope)
            found = choose(when, then, found)
        return found

    def _cast(self, node: Node, scope: Scope) -> Expression:
        if node["try_cast"]:
            raise Unsupported("TRY_CAST")
        cast = cast_to(node["type_expr"].get("type_name", "").upper())
        if node["type_expr"].get("children"):
            raise Unsupported("cast to a type with parameters")
        return strict(cast, [self.compile(node["child"], scope)])

    def _operator(self, node: Node, scope: Scope) -> Expression:
        kind, children = node["type"], self.all(node["children"], scope)
        first = children[0]
        if kind == "OPERATOR_IS_NULL":
            return lambda rows: first(rows) is None
        if kind == "OPERATOR_IS_NOT_NULL":
            return lambda rows: first(rows) is not None
        if kind == "OPERATOR_NOT":
            return strict(operator.not_, [first])
        if kind == "OPERATOR_COALESCE":
            return coalesce(children)
        if kind == "ARRAY_EXTRACT":
            return strict(item, children)
        if kind == "ARRAY_SLICE" and len(children) == 3:
            return strict(part, children)
        if kind in {"COMPARE_IN", "COMPARE_NOT_IN"}:
            constants = [child["class"] == "CONSTANT" for child in node["children"][1:]]
            found = among(first, children[1:], constant=all(constants))
            return found if kind == "COMPARE_IN" else strict(operator.not_, [found])
        raise Unsupported(kind)

    def _query(self, node: Node, scope: Scope) -> Expression:
        query, kind = self._subquery(node["subquery"]["node"], scope), node["subquery_type"]
        if kind == "EXISTS":
            return lambda rows: bool(query.rows(rows))
        if kind == "NOT_EXISTS":
            return lambda rows: not query.rows(rows)
        if kind == "SCALAR":
            return lambda rows: only(query.rows(rows))
        if kind == "ANY" and node["comparison_type"] == "COMPARE_EQUAL":
            child = self.compile(node["child"], scope)
            if not query.touched:
                return in_kept(child, query)
            return lambda rows: is_one(child(rows), [row[0] for row in query.rows(rows)])
        raise Unsupported(f"subquery {kind}")

    _KINDS: ClassVar[Mapping[str, Callable[[ExpressionCompiler, Node, Scope], Expression]]] = {
        "CONSTANT": _constant, "COLUMN_REF": _column, "FUNCTION": _function,
        "COMPARISON": _comparison, "CONJUNCTION": _conjunction, "BETWEEN": _between,
        "CASE": _case, "CAST": _cast, "OPERATOR": _operator, "SUBQUERY": _query,
    }  # fmt: skip


def constant(node: Node) -> Value:
    """Return the value of a constant."""
    literal = node.get("literal")
    if literal is None:
        raise Unsupported("constant")
    kind, text = literal["kind"], literal["text"]
    if kind == "STRING":
        return text
    if kind == "INTEGER":
        return int(text)
    if kind == "NUMERIC":
        return float(text)
    if kind == "BOOLEAN":
        return text == "true"
    if kind == "NULL_LITERAL":
        return None
    raise Unsupported(f"constant {kind}")


def conjuncts(node: Node | None) -> list[Node]:
    """Return what must all hold for a condition to hold."""
    if node is None:
        return []
    if node["class"] == "CONJUNCTION" and node["type"] == "CONJUNCTION_AND":
        return [one for child in node["children"] for one in conjuncts(child)]
    return [node]


def _check_pattern(node: Node) -> None:
    if node["class"] != "CONSTANT":
        raise Unsupported("a regular expression that is computed")
    pattern(constant(node))

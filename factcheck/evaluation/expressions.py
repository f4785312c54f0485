"""Expressions of SQL as source of the rows at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce
from typing import ClassVar, Protocol

from factcheck.evaluation.code import (
    Code,
    Namespace,
    both,
    called,
    choose,
    coalesce,
    column,
    compared,
    contained,
    distinct,
    either,
    field,
    is_null,
    negated,
    strict,
    struct,
)
from factcheck.evaluation.logic import Subquery, in_kept, is_one, kept_of, made_of, only
from factcheck.evaluation.scopes import Node, Parameter, Scope, struct_of
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

COMPARISONS: dict[str, str] = {
    "COMPARE_EQUAL": "==", "COMPARE_NOTEQUAL": "!=",
    "COMPARE_LESSTHAN": "<", "COMPARE_LESSTHANOREQUALTO": "<=",
    "COMPARE_GREATERTHAN": ">", "COMPARE_GREATERTHANOREQUALTO": ">=",
}  # fmt: skip
"""How Python writes comparisons."""


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
    """Makes source of syntax trees.

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
        self.namespace = Namespace()
        self.computed: dict[int, Code] = {}
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

    def compile(self, node: Node, scope: Scope) -> Code:
        """Return the source of an expression.

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
        return self.namespace.short(compiler(self, node, scope))

    def all(self, nodes: Iterable[Node], scope: Scope) -> list[Code]:
        """Return the source of expressions."""
        return [self.compile(node, scope) for node in nodes]

    def _constant(self, node: Node, _: Scope) -> Code:
        return self.namespace.constant(constant(node))

    def _column(self, node: Node, scope: Scope) -> Code:
        names = [name.lower() for name in node["column_names"]]
        for around in scope.chain():
            found = self._column_in(around, names)
            if found is not None:
                return found
        raise Unsupported(f"name {'.'.join(names)}")

    def _column_in(self, scope: Scope, names: Sequence[str]) -> Code | None:
        place = None
        if len(names) > 1:
            place = scope.column(names[1], names[0])
            rest = names[2:]
        if place is None:
            place = scope.column(names[0])
            rest = names[1:]
        if place is not None:
            self.touch(place[0])
            found = column(*place)
        elif names[0] in scope.parameters:
            parameter = scope.parameters[names[0]]
            for slot in parameter.touched:
                self.touch(slot)
            found, rest = parameter.code, names[1:]
        elif names[0] in scope.aliases and names[0] in scope.made:
            place = scope.made[names[0]]
            self.touch(place[0])
            self.recalled.add(place[0])
            found, rest = column(*place), names[1:]
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
            found, rest = self.namespace.call(struct_of(relations[0])), []
        for name in rest:
            found = field(found, name)
        return found

    def _function(self, node: Node, scope: Scope) -> Code:
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
            arguments = self.all(nodes, scope)
            if name == "list_value":
                return called(lambda *texts: f"[{', '.join(texts)}]", arguments, certain=True)
            return called(
                self.namespace.applied(OF_NULLS[name]), arguments, certain=name == "concat"
            )
        if name not in FUNCTIONS or name in AGGREGATE_NAMES:
            raise Unsupported(f"function {name}")
        return strict(self.namespace.applied(FUNCTIONS[name]), self.all(nodes, scope))

    def _macro(self, macro: Macro, nodes: Sequence[Node], scope: Scope) -> Code:
        if len(nodes) != len(macro.parameters):
            raise Unsupported("arguments of a macro")
        arguments = []
        for argument in nodes:
            with self.touching() as touched:
                made = self.compile(argument, scope)
            arguments.append(Parameter(made, frozenset(touched)))
        within = Scope(parameters=dict(zip(macro.parameters, arguments, strict=True)))
        return self.compile(macro.body, within)

    def _over_list(self, name: str, nodes: Sequence[Node], scope: Scope) -> Code:
        values = self.namespace.value(self.compile(nodes[0], scope))
        if nodes[1]["class"] != "LAMBDA" or nodes[1]["lhs"]["class"] != "COLUMN_REF":
            raise Unsupported("lambda")
        parameter = nodes[1]["lhs"]["column_names"][0].lower()
        current: list[Value] = [None]
        self._lambdas += 1
        item_at_hand = Code(f"{self.namespace.name(current)}[0]")
        changing = Parameter(item_at_hand, frozenset({-self._lambdas}))
        within = Scope(scope, parameters={parameter: changing})
        with self.touching() as touched:
            body = self.compile(nodes[1]["expr"], within)
            touched -= changing.touched
        if name == "list_filter":
            test = self.namespace.compiled(f"lambda r: {body.truth}")
            return self.namespace.call(kept_of(values, current, test))
        return self.namespace.call(made_of(values, current, self.namespace.value(body)))

    def _comparison(self, node: Node, scope: Scope) -> Code:
        left, right = self.all((node["left"], node["right"]), scope)
        kind = node["type"]
        if kind in {"COMPARE_DISTINCT_FROM", "COMPARE_NOT_DISTINCT_FROM"}:
            return distinct(left, right, equal=kind == "COMPARE_NOT_DISTINCT_FROM")
        if kind not in COMPARISONS:
            raise Unsupported(kind)
        return compared(COMPARISONS[kind], left, right)

    def _conjunction(self, node: Node, scope: Scope) -> Code:
        children = self.all(node["children"], scope)
        join = both if node["type"] == "CONJUNCTION_AND" else either
        return reduce(join, children)

    def _between(self, node: Node, scope: Scope) -> Code:
        value, low, high = self.all((node["input"], node["lower"], node["upper"]), scope)
        return both(compared(">=", value, low), compared("<=", value, high))

    def _case(self, node: Node, scope: Scope) -> Code:
        found = self.compile(node["else_expr"], scope)
        for check in reversed(node["case_checks"]):
            when, then = self.all((check["when_expr"], check["then_expr"]), scope)
            found = self.namespace.short(choose(when, then, found))
        return found

    def _cast(self, node: Node, scope: Scope) -> Code:
        if node["try_cast"]:
            raise Unsupported("TRY_CAST")
        cast = cast_to(node["type_expr"].get("type_name", "").upper())
        if node["type_expr"].get("children"):
            raise Unsupported("cast to a type with parameters")
        return strict(self.namespace.applied(cast), [self.compile(node["child"], scope)])

    def _operator(self, node: Node, scope: Scope) -> Code:
        kind, children = node["type"], self.all(node["children"], scope)
        first = children[0]
        if kind == "OPERATOR_IS_NULL":
            return is_null(first, known=False)
        if kind == "OPERATOR_IS_NOT_NULL":
            return is_null(first, known=True)
        if kind == "OPERATOR_NOT":
            return negated(first)
        if kind == "OPERATOR_COALESCE":
            return coalesce(children)
        if kind == "ARRAY_EXTRACT":
            return strict(self.namespace.applied(item), children)
        if kind == "STRUCT_EXTRACT":
            return field(first, constant(node["children"][1]).lower())
        if kind == "ARRAY_SLICE" and len(children) == 3:
            return strict(self.namespace.applied(part), children)
        if kind in {"COMPARE_IN", "COMPARE_NOT_IN"}:
            found = self._among(first, node["children"][1:], children[1:])
            return found if kind == "COMPARE_IN" else negated(found)
        raise Unsupported(kind)

    def _among(self, value: Code, nodes: Sequence[Node], others: Sequence[Code]) -> Code:
        if all(node["class"] == "CONSTANT" for node in nodes):
            fixed = [constant(node) for node in nodes]
            if None not in fixed:
                return contained(value, self.namespace.name(frozenset(fixed)))
        among = self.namespace.applied(is_one)
        return called(lambda one, *rest: among(one, f"[{', '.join(rest)}]"), [value, *others])

    def _query(self, node: Node, scope: Scope) -> Code:
        query, kind = self._subquery(node["subquery"]["node"], scope), node["subquery_type"]
        found = self.namespace.call(query.rows)
        if kind == "EXISTS":
            return Code(f"(True if {found.text} else False)", certain=True, test=found.text)
        if kind == "NOT_EXISTS":
            return Code(f"(not {found.text})", certain=True)
        if kind == "SCALAR":
            return called(self.namespace.applied(only), [found])
        if kind == "ANY" and node["comparison_type"] == "COMPARE_EQUAL":
            child = self.compile(node["child"], scope)
            if not query.touched:
                return self.namespace.call(in_kept(self.namespace.value(child), query))
            firsts = Code(f"[row[0] for row in {found.text}]")
            return called(self.namespace.applied(is_one), [child, firsts])
        raise Unsupported(f"subquery {kind}")

    _KINDS: ClassVar[Mapping[str, Callable[[ExpressionCompiler, Node, Scope], Code]]] = {
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
    """Check that a regular expression, or each of two that a condition chooses from, is one."""
    if node["class"] == "FUNCTION" and node["function_name"].lower() == "if":
        for argument in node["arguments"][1:]:
            _check_pattern(argument["expression"])
        return
    if node["class"] != "CONSTANT":
        raise Unsupported("a regular expression that is computed")
    pattern(constant(node))

"""Queries of SQL over rows at hand: joins by look-up, groups, windows, order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from factcheck.evaluation.aggregates import Compile, aggregate, aggregates_in
from factcheck.evaluation.code import Code, Expression, Rows, column
from factcheck.evaluation.conditions import Conditions, relation_of_claims
from factcheck.evaluation.expressions import ExpressionCompiler, Macro, conjuncts, constant
from factcheck.evaluation.joins import Joined, chain
from factcheck.evaluation.result_names import excluded_name, result_name, struct_names
from factcheck.evaluation.rows import StoredRows
from factcheck.evaluation.scopes import Node, Relation, Scope
from factcheck.evaluation.sources import Claims, Computed, Row, Source, Whole
from factcheck.evaluation.stages import Groups, Results, Staged, is_distinct, plain, unnest
from factcheck.evaluation.values import Unsupported
from factcheck.evaluation.windows import Window, windows_in

_JOINS = {"INNER", "LEFT", "ANTI", "SEMI"}
_UNIONS = {"UNION", "UNION_BY_NAME"}


@dataclass(slots=True)
class Query:
    """A compiled query.

    Args:
        columns: The names of its results, in lower case.
        run: Computes its rows, for the current rows around it.
        touched: The slots that it reads.
        lasting: Whether its rows are the same for all claims about whatever games.
    """

    columns: tuple[str, ...]
    run: Callable[[Rows], list[Row]]
    touched: frozenset[int] = frozenset()
    lasting: bool = False

    def rows(self, rows: Rows) -> list[Row]:
        """Return its rows, for the current rows around it."""
        return self.run(rows)


class Compiler:
    """Compiles one statement.

    Args:
        claim: The columns of ``claim``.
        stored: The relations of the knowledge base.
        by_game: Relations of which the statement reads rows of its claims' games only.
        macros: Functions that are defined by expressions.
    """

    def __init__(
        self,
        claim: tuple[str, ...],
        stored: StoredRows,
        by_game: Iterable[str],
        macros: Mapping[str, Macro],
    ) -> None:
        self._claim = claim
        self._stored = stored
        self._claims = Claims()
        # How often claims, or relations with rows of games, were named so far.
        self._changing = 0
        self.slots = 1
        self._expressions = ExpressionCompiler(macros, self._inner)
        self.conditions = Conditions(self._expressions, stored, frozenset(by_game))

    def _inner(self, node: Node, scope: Scope) -> Query:
        """Return a query within an expression, computed once if it is the same for all rows."""
        query = self.query(node, scope)
        if query.touched:
            return query
        source = self._computed(query)
        return Query(query.columns, lambda rows: list(source.index(rows, ()).get((), ())))

    @staticmethod
    def _computed(query: Query) -> Computed:
        """Return a query within the statement as a source of rows."""
        return Computed(query.run, fixed=not query.touched, lasting=query.lasting)

    def _slot(self) -> int:
        self.slots += 1
        return self.slots - 1

    def query(self, node: Node, outer: Scope | None = None) -> Query:
        """Return the function that computes a query.

        Raises:
            Unsupported: Something in it is left to DuckDB.
        """
        first, changing = self.slots, self._changing
        with self._expressions.touching() as touched:
            scope = Scope(outer)
            for item in node["cte_map"]["map"]:
                self._add_table(item, scope)
            if node["type"] == "SELECT_NODE":
                columns, run = self._select(node, scope)
            elif node["type"] == "SET_OPERATION_NODE":
                columns, run = self._union(node, scope)
            else:
                raise Unsupported(node["type"])
        # Slots from the first on are its own.
        around = frozenset(slot for slot in touched if slot < first)
        return Query(columns, run, around, lasting=not around and changing == self._changing)

    def _add_table(self, item: Node, scope: Scope) -> None:
        value = item["value"]
        query = self.query(value.get("query_node") or value["query"]["node"], scope)
        names = tuple(name.lower() for name in value["aliases"])
        columns = names + query.columns[len(names) :]
        source = self._computed(query)
        scope.tables[item["key"].lower()] = (columns, source, query.touched)

    def _union(self, node: Node, scope: Scope) -> tuple[tuple[str, ...], Callable[[Rows], Any]]:
        if node["setop_type"] not in _UNIONS or node["modifiers"]:
            raise Unsupported(f"{node['setop_type']}")
        queries = [self.query(child, scope) for child in node["children"]]
        columns = queries[0].columns
        runs = [query.run for query in queries]
        if node["setop_type"] == "UNION_BY_NAME":
            columns = tuple(dict.fromkeys(name for query in queries for name in query.columns))
            runs = [_in_order(query, columns) for query in queries]

        def run(rows: Rows) -> list[Row]:
            return [row for part in runs for row in part(rows)]

        def distinct(rows: Rows) -> list[Row]:
            return list(dict.fromkeys(run(rows)))

        return columns, run if node["setop_all"] else distinct

    # FROM -----------------------------------------------------------------------------------

    def _from(self, node: Node, scope: Scope) -> list[Joined]:
        """Return the relations of a FROM clause, in the order of joining."""
        kind = node["type"]
        if kind == "EMPTY":
            return []
        if kind == "JOIN":
            return self._join(node, scope)
        if node.get("sample"):
            raise Unsupported("sample")
        alias = (node["alias"] or node.get("table_name") or "").lower()
        names = tuple(name.lower() for name in node.get("column_name_alias") or ())
        stored, touched, only_claims = None, frozenset[int](), False
        source: Source
        if kind == "BASE_TABLE":
            columns, source, stored, touched = self._table(node["table_name"].lower(), scope)
        elif kind == "SUBQUERY" and (name := self._of_claims(node["subquery"]["node"], scope)):
            columns, source, stored, touched = self._table(name, scope)
            only_claims = True
        elif kind == "SUBQUERY":
            query = self.query(node["subquery"]["node"], scope)
            columns, touched, source = query.columns, query.touched, self._computed(query)
        elif kind == "EXPRESSION_LIST":
            columns, source, touched = self._values(node["values"], scope)
        else:
            raise Unsupported(kind)
        relation = Relation(alias, self._slot(), names + columns[len(names) :])
        for slot in touched:
            self._expressions.touch(slot)
        scope.relations.append(relation)
        fixed = not isinstance(source, Computed) or source.fixed
        joined = Joined(relation, source, "INNER", stored, fixed, [])
        joined.only_claims = only_claims
        return [joined]

    def _of_claims(self, node: Node, scope: Scope) -> str | None:
        """Return the relation of which a subquery has the rows of its claims' games, if one."""
        name = relation_of_claims(node)
        if name is None or scope.table(name) is not None or scope.table("claim") is not None:
            return None
        return name if name != "claim" and "game_id" in self._stored.columns(name) else None

    def _table(
        self, name: str, scope: Scope
    ) -> tuple[tuple[str, ...], Source, str | None, frozenset[int]]:
        known = scope.table(name)
        if known is not None:
            columns, source, touched = known
            self._changing += not (isinstance(source, Computed) and source.lasting)
            return columns, source, None, touched
        self._changing += name == "claim"
        if name == "claim":
            return self._claim, self._claims, None, frozenset()
        columns = self._stored.columns(name)
        self._changing += "game_id" in columns
        if "game_id" not in columns:
            self._stored.check_whole(name)
            self.conditions.wholes.add(name)
        return columns, Whole(name), name if "game_id" in columns else None, frozenset()

    def _values(
        self, lists: Sequence[Sequence[Node]], scope: Scope
    ) -> tuple[tuple[str, ...], Source, frozenset[int]]:
        with self._expressions.touching() as touched:
            together = self._expressions.namespace.together
            made = [together(self._expressions.all(values, scope)) for values in lists]

        def run(rows: Rows) -> list[Row]:
            return [row(rows) for row in made]

        columns = tuple(f"col{number}" for number in range(len(lists[0])))
        return columns, Computed(run, fixed=not touched), frozenset(touched)

    def _join(self, node: Node, scope: Scope) -> list[Joined]:
        if node["join_type"] not in _JOINS or node["ref_type"] not in {"REGULAR", "CROSS", "ASOF"}:
            raise Unsupported(f"{node['join_type']} {node['ref_type']} join")
        left = self._from(node["left"], scope)
        right = self._from(node["right"], scope)
        joined, kind = right[-1], node["join_type"]
        if node["ref_type"] == "ASOF":
            if kind != "INNER" or node["using_columns"]:
                raise Unsupported("ASOF join")
            kind = "ASOF"
        shared = [name.lower() for name in node["using_columns"]]
        if len(right) > 1 or joined.kind != "INNER":
            conditions = conjuncts(node["condition"])
            open_ended = any(one.kind != "INNER" for one in right)
            if kind != "INNER" or shared or (conditions and open_ended):
                raise Unsupported("a join of joins")
            # Where all must match, it makes no difference which were joined first.
            joined.conditions += conditions
            return [*left, *right]
        joined.kind = kind
        if shared:
            joined.conditions = [self._using(name, joined.relation, scope) for name in shared]
        old, hidden = joined.relation, kind in {"ANTI", "SEMI"}
        joined.relation = Relation(old.alias, old.slot, old.columns, frozenset(shared), hidden)
        scope.relations[-1] = joined.relation
        joined.conditions += conjuncts(node["condition"])
        return [*left, joined]

    def _using(self, name: str, relation: Relation, scope: Scope) -> Node:
        before = [one for one in scope.relations if one is not relation]
        owners = [one for one in before if name in one.columns and name not in one.joined]
        if len(owners) != 1 or name not in relation.columns:
            raise Unsupported(f"USING ({name})")
        sides = (owners[0].alias, relation.alias)
        left, right = (
            {"class": "COLUMN_REF", "type": "COLUMN_REF", "column_names": [alias, name]}
            for alias in sides
        )
        return {"class": "COMPARISON", "type": "COMPARE_EQUAL", "left": left, "right": right}

    # SELECT ---------------------------------------------------------------------------------

    def _select(self, node: Node, scope: Scope) -> tuple[tuple[str, ...], Callable[[Rows], Any]]:
        if node["from_table"] is None or node.get("sample"):
            raise Unsupported("sample")
        joins = self._from(node["from_table"], scope)
        items = self._items(node["select_list"], scope)
        scope.aliases = {
            name: item for name, item in reversed(items) if item["class"] != "COLUMN_REF"
            or item["column_names"][-1].lower() != name
        }  # fmt: skip
        windows = self._windows(node, items, scope)
        groups = self._groups(node, items, scope)
        tests = self._tests(node["having"], scope), self._tests(node["qualify"], scope)
        made = self._slot()
        results, columns, unnested = self._results(items, scope, made)
        distinct = is_distinct(node["modifiers"])
        self.conditions.place(joins, node["where_clause"], scope)
        if not joins and node["where_clause"]:
            raise Unsupported("WHERE without FROM")
        scan = chain(joins, self._expressions.namespace)
        if groups is None and windows is None and not distinct and not any(tests):
            return columns, unnest(plain(scan, results), unnested)
        staged = Staged(scan, groups, windows, tests, results, distinct)
        return columns, unnest(staged, unnested)

    def _items(self, nodes: Sequence[Node], scope: Scope) -> list[tuple[str, Node]]:
        """Return the results of a query by name, with stars written out."""
        items: list[tuple[str, Node]] = []
        for node in nodes:
            if node["class"] != "STAR":
                items.append((result_name(node), node))
                continue
            if node.get("columns") or node.get("rename_list") or node.get("expr"):
                raise Unsupported("star")
            table = node["relation_name"].lower()
            excluded = {excluded_name(name) for name in node["exclude_list"]}
            replaced = {one["key"].lower(): one["value"] for one in node["replace_list"]}
            for relation in scope.relations:
                if relation.hidden or (table and relation.alias != table):
                    continue
                for name in relation.columns:
                    if name in excluded or (not table and name in relation.joined):
                        continue
                    column = {
                        "class": "COLUMN_REF", "type": "COLUMN_REF",
                        "column_names": [relation.alias, name],
                    }  # fmt: skip
                    items.append((name, replaced.get(name, column)))
        return items

    def _windows(
        self, node: Node, items: Sequence[tuple[str, Node]], scope: Scope
    ) -> tuple[int, list[Window]] | None:
        nodes = windows_in([*(item for _, item in items), node["qualify"]])
        if not nodes:
            return None
        slot = self._slot()
        windows = []
        for number, one in enumerate(nodes):
            windows.append(Window.compile(one, self._functions(scope)))
            self._expressions.computed[id(one)] = column(slot, number)
        return slot, windows

    def _groups(self, node: Node, items: Sequence[tuple[str, Node]], scope: Scope) -> Groups | None:
        nodes = aggregates_in([*(item for _, item in items), node["having"]])
        grouped = [self._grouped(one, items, scope) for one in node["group_expressions"]]
        if node["aggregate_handling"] == "FORCE_AGGREGATES":
            grouped = [item for _, item in items if not aggregates_in([item])]
        if len(node["group_sets"]) > 1:
            raise Unsupported("grouping sets")
        if not nodes and not grouped:
            return None
        slot = self._slot()
        functions = []
        keys = self._expressions.namespace.together(self._expressions.all(grouped, scope))
        for number, one in enumerate(nodes):
            functions.append(aggregate(one, self._functions(scope)))
            self._expressions.computed[id(one)] = column(slot, number)
        return Groups(slot, keys, bool(grouped), functions)

    def _grouped(self, node: Node, items: Sequence[tuple[str, Node]], scope: Scope) -> Node:
        if node["class"] == "CONSTANT":
            place: int = constant(node)
            return items[place - 1][1]
        names = node["column_names"] if node["class"] == "COLUMN_REF" else []
        if len(names) == 1 and scope.column(names[0].lower()) is None:
            return dict(items).get(names[0].lower(), node)
        return node

    def _tests(self, node: Node | None, scope: Scope) -> Expression | None:
        if node is None:
            return None
        return self._expressions.namespace.test([self._expressions.compile(node, scope)])

    def _functions(self, scope: Scope) -> Compile:
        """Return what makes one function of expressions: a tuple of their values."""

        def together(nodes: Sequence[Node]) -> Expression:
            return self._expressions.namespace.together(self._expressions.all(nodes, scope))

        return together

    def _results(
        self, items: Sequence[tuple[str, Node]], scope: Scope, slot: int
    ) -> tuple[Results, tuple[str, ...], Mapping[int, int]]:
        """Return results, their names, and how wide those are that ``unnest`` makes rows of.

        An unnested list stands for one column, or for those of its structs. A result that
        others name is computed once: they find it in the slot.
        """
        results: list[Code] = []
        columns: list[str] = []
        unnested: dict[int, int] = {}
        for name, node in items:
            if node["class"] == "FUNCTION" and node["function_name"].lower() == "unnest":
                argument, *options = [one["expression"] for one in node["arguments"]]
                names = struct_names(argument) if options else [name]
                unnested[len(results)] = len(names) if options else 0
                columns += names
                node = argument
            else:
                columns.append(name)
            results.append(self._expressions.compile(node, scope))
            if len(results) - 1 not in unnested:
                scope.made.setdefault(name, (slot, len(results) - 1))
        scope.made = {}
        namespace = self._expressions.namespace
        if slot in self._expressions.recalled:
            return Results(namespace.in_turn(results, slot), slot), tuple(columns), unnested
        return Results(namespace.together(results), None), tuple(columns), unnested


def _in_order(query: Query, columns: Sequence[str]) -> Callable[[Rows], list[Row]]:
    """Return what computes a query's rows with columns in another order, NULL where it has none."""
    places = [query.columns.index(name) if name in query.columns else None for name in columns]

    def run(rows: Rows) -> list[Row]:
        return [
            tuple([None if place is None else row[place] for place in places])
            for row in query.run(rows)
        ]

    return run

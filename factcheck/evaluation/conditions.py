"""Conditions of a query: which rows they let be looked up, and when the others are tested."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from factcheck.evaluation.code import Code
from factcheck.evaluation.expressions import COMPARISONS, ExpressionCompiler, conjuncts
from factcheck.evaluation.joins import Joined, Kept, OfGame, OfPlayer
from factcheck.evaluation.rows import PLAYER, StoredRows
from factcheck.evaluation.scopes import Node, Relation, Scope
from factcheck.evaluation.sources import OfGames
from factcheck.evaluation.values import Unsupported

_MIRRORED = {
    "COMPARE_EQUAL": "COMPARE_EQUAL",
    "COMPARE_NOTEQUAL": "COMPARE_NOTEQUAL",
    "COMPARE_LESSTHAN": "COMPARE_GREATERTHAN",
    "COMPARE_LESSTHANOREQUALTO": "COMPARE_GREATERTHANOREQUALTO",
    "COMPARE_GREATERTHAN": "COMPARE_LESSTHAN",
    "COMPARE_GREATERTHANOREQUALTO": "COMPARE_LESSTHANOREQUALTO",
}
"""The comparison that says the same of the two sides in the other order."""

_STAR_PARTS = ("exclude_list", "qualified_exclude_list", "replace_list", "rename_list", "expr")
"""What a star may say besides."""


class Conditions:
    """Gives conditions to the joins of a query.

    Args:
        expressions: Compiles expressions.
        stored: The relations of the knowledge base.
        by_game: Relations of which the statement reads rows of its claims' games only.
    """

    def __init__(
        self, expressions: ExpressionCompiler, stored: StoredRows, by_game: Collection[str]
    ) -> None:
        self._expressions = expressions
        self._stored = stored
        self._by_game = by_game
        self.of_games: set[str] = set()
        self.wholes: set[str] = set()

    def place(self, joins: Sequence[Joined], where: Node | None, scope: Scope) -> None:
        """Give each condition to the first join after which it can be tested."""
        order = {joined.relation.slot: number for number, joined in enumerate(joins)}
        for number, joined in enumerate(joins):
            for condition in joined.conditions:
                if joined.kind == "INNER":
                    self._give(condition, joins, order, scope)
                else:
                    self._give_outer(condition, joined, number, order, scope)
        for condition in conjuncts(where):
            self._give(condition, joins, order, scope)
        for joined in joins:
            if joined.stored is not None:
                self._by_game_of(joined)
            if joined.own and (
                joined.keys or joined.choice or isinstance(joined.source, OfGame | OfPlayer)
            ):
                joined.filters, joined.own = joined.own + joined.filters, []
            elif joined.own:
                test = self._expressions.namespace.test(joined.own)
                assert test is not None
                joined.source = Kept(joined.source, joined.relation.slot, test)

    def _give(
        self, condition: Node, joins: Sequence[Joined], order: Mapping[int, int], scope: Scope
    ) -> None:
        with self._expressions.touching() as touched:
            made = self._expressions.compile(condition, scope)
        number = max((order[slot] for slot in touched if slot in order), default=0)
        joined = joins[number]
        if is_of_claims(condition) and self._own_game(condition["child"], joined, scope):
            joined.of_claims = True
        if joined.kind != "INNER":
            joined.after.append(made)
        elif not self._as_key(condition, joined, number, order, scope):
            if touched != {joined.relation.slot} and self._as_bound(
                condition, joined, number, order, scope
            ):
                return
            alone = touched == {joined.relation.slot} and joined.fixed
            (joined.own if alone else joined.filters).append(made)

    def _give_outer(
        self, condition: Node, joined: Joined, number: int, order: Mapping[int, int], scope: Scope
    ) -> None:
        """Give a join that keeps what has no partner a condition on the partner."""
        if self._as_key(condition, joined, number, order, scope):
            return
        if joined.kind == "ASOF":
            joined.nearest = self._nearest(condition, joined, scope)
        if self._as_bound(condition, joined, number, order, scope):
            return
        with self._expressions.touching() as touched:
            made = self._expressions.compile(condition, scope)
        alone = joined.relation.slot not in touched
        (joined.before if alone else joined.filters).append(made)

    def _as_bound(
        self, condition: Node, joined: Joined, number: int, order: Mapping[int, int], scope: Scope
    ) -> bool:
        """Take a condition as a bound of a column, if it is a comparison of that kind."""
        if condition["class"] == "BETWEEN":
            place = self._own_column(condition["input"], joined.relation, scope)
            ends = [condition["lower"], condition["upper"]]
            made = self._known_before(ends, joined, number, order, scope)
            if made and place is not None:
                joined.bounds += [(place, ">=", made[0]), (place, "<=", made[1])]
                return True
        if condition["class"] == "COMPARISON" and condition["type"] in COMPARISONS:
            sides = [condition["left"], condition["right"]]
            compares = COMPARISONS[condition["type"]]
            mirrored = COMPARISONS[_MIRRORED[condition["type"]]]
            for (own, other), how in ((sides, compares), (sides[::-1], mirrored)):
                place = self._own_column(own, joined.relation, scope)
                made = self._known_before([other], joined, number, order, scope)
                if made and place is not None:
                    joined.bounds.append((place, how, made[0]))
                    return True
        return False

    def _as_key(
        self,
        condition: Node,
        joined: Joined,
        number: int,
        order: Mapping[int, int],
        scope: Scope,
    ) -> bool:
        """Take a condition as what rows are looked up by, if it is an equation of that kind."""
        if condition["type"] == "COMPARE_EQUAL":
            sides = (condition["left"], condition["right"])
            for own, other in (sides, sides[::-1]):
                made = self._known_before([other], joined, number, order, scope)
                place = self._own_column(own, joined.relation, scope)
                if made and place is not None:
                    joined.keys.append((place, made[0]))
                    return True
        if condition["type"] == "COMPARE_IN" and joined.choice is None and joined.kind == "INNER":
            own, *others = condition["children"]
            place = self._own_column(own, joined.relation, scope)
            made = self._known_before(others, joined, number, order, scope)
            if made and place is not None:
                joined.choice = (place, made)
                return True
        return False

    def _known_before(
        self,
        nodes: Sequence[Node],
        joined: Joined,
        number: int,
        order: Mapping[int, int],
        scope: Scope,
    ) -> list[Code] | None:
        """Return expressions, if they are known before a relation is joined."""
        with self._expressions.touching() as touched:
            made = self._expressions.all(nodes, scope)
        return made if all(order[slot] < number for slot in touched if slot in order) else None

    def _own_game(self, node: Node, joined: Joined, scope: Scope) -> bool:
        place = self._own_column(node, joined.relation, scope)
        return place is not None and joined.relation.columns[place] == "game_id"

    def _nearest(self, condition: Node, joined: Joined, scope: Scope) -> tuple[int, bool]:
        """Return the column whose nearest value an ASOF join wants, and whether the last."""
        for side, below in (("left", "LESS"), ("right", "GREATER")):
            place = self._own_column(condition[side], joined.relation, scope)
            if place is not None:
                return place, below in condition["type"]
        raise Unsupported("ASOF join")

    def _own_column(self, node: Node, relation: Relation, scope: Scope) -> int | None:
        if node["class"] != "COLUMN_REF":
            return None
        names = [name.lower() for name in node["column_names"]]
        if len(names) == 1:
            found = scope.column(names[0])
        elif len(names) == 2:
            found = scope.column(names[1], names[0])
        else:
            found = None
        return found[1] if found is not None and found[0] == relation.slot else None

    def _by_game_of(self, joined: Joined) -> None:
        """Let a relation be read by the game that its rows are looked up by, if they are."""
        assert joined.stored is not None
        place = joined.relation.columns.index("game_id")
        for number, (column, value) in enumerate(joined.keys):
            if column == place:
                del joined.keys[number]
                self.of_games.add(joined.stored)
                game = self._expressions.namespace.value(value)
                joined.source = OfGame(joined.stored, game, joined.only_claims)
                return
        if joined.of_claims or joined.only_claims or joined.stored in self._by_game:
            self.of_games.add(joined.stored)
            joined.source = OfGames(joined.stored)
        elif self._stored.is_small(joined.stored):
            self.wholes.add(joined.stored)
        else:
            self._by_player_of(joined)

    def _by_player_of(self, joined: Joined) -> None:
        """Let a relation be read by the player that its rows are looked up by.

        Raises:
            Unsupported: They are not, and it is too large to be kept whole.
        """
        assert joined.stored is not None
        names = [joined.relation.columns[column] for column, _ in joined.keys]
        if PLAYER not in names:
            self._stored.check_whole(joined.stored)
        _, value = joined.keys.pop(names.index(PLAYER))
        joined.source = OfPlayer(joined.stored, self._expressions.namespace.value(value))


def is_of_claims(condition: Node) -> bool:
    """Return whether a condition is ``… IN (SELECT game_id FROM claim)``."""
    if condition["class"] != "SUBQUERY" or condition["subquery_type"] != "ANY":
        return False
    node = condition["subquery"]["node"]
    if condition["comparison_type"] != "COMPARE_EQUAL" or node["type"] != "SELECT_NODE":
        return False
    names = [item.get("column_names", [""])[-1] for item in node["select_list"]]
    if names != ["game_id"] or node["from_table"].get("table_name") != "claim":
        return False
    return node["where_clause"] is None and not node["group_expressions"] and not node["modifiers"]


def relation_of_claims(node: Node) -> str | None:
    """Return the relation of ``SELECT * FROM … WHERE game_id IN (SELECT game_id FROM claim)``.

    None where a query is anything else.
    """
    if node["type"] != "SELECT_NODE" or node["cte_map"]["map"] or node["modifiers"]:
        return None
    asked, named, where = node["select_list"], node["from_table"], node["where_clause"]
    others = ("group_expressions", "having", "qualify", "sample")
    if where is None or any(node.get(other) for other in others):
        return None
    if named["type"] != "BASE_TABLE" or named.get("sample") or named.get("column_name_alias"):
        return None
    if len(asked) != 1 or asked[0]["class"] != "STAR" or not is_of_claims(where):
        return None
    if any(asked[0].get(part) for part in _STAR_PARTS):
        return None
    child = where["child"]
    if child["class"] != "COLUMN_REF" or child["column_names"][-1].lower() != "game_id":
        return None
    return str(named["table_name"]).lower()

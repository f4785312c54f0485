"""Joins as loops, one within the other, over rows that are looked up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from factcheck.evaluation.code import Code, Expression, Namespace, Rows
from factcheck.evaluation.scopes import Node, Relation
from factcheck.evaluation.sources import Index, Row, Run, Source, index_of

Sink = list[Rows]
Step = Callable[[Rows, Sink], None]
Bound = tuple[int, str, Code]
"""A column, how Python writes a comparison, and the value on its other side."""


@dataclass(slots=True)
class Joined:
    """A relation in the order of a query's joins.

    Args:
        relation: Its names.
        source: Its rows.
        kind: How it is joined: INNER, LEFT, ANTI, SEMI.
        stored: Its name in the knowledge base, of a relation with a game's rows.
        fixed: Whether its rows are the same for all rows before it.
        conditions: What must hold for a row to be joined.
        keys: Columns with the values that they must equal.
        choice: A column with the values of which it must equal one.
        bounds: Columns that a value known before a row is looked up must compare with, and how.
        before: What must hold for any row to be joined, where no row of its own is asked.
        nearest: The column, and whether upwards, of the one row that an ASOF join wants.
        filters: What else must hold for a row to be joined.
        of_claims: Whether a condition says that its rows are of the claims' games.
        only_claims: Whether it is ``(SELECT * FROM … WHERE game_id IN (SELECT game_id FROM
            claim))``: rows of other games are none of it.
        own: What must hold of a row alone.
        after: What must hold once it has been joined.
    """

    relation: Relation
    source: Source
    kind: str
    stored: str | None
    fixed: bool
    conditions: list[Node]
    keys: list[tuple[int, Code]] = field(default_factory=list)
    choice: tuple[int, list[Code]] | None = None
    bounds: list[Bound] = field(default_factory=list)
    before: list[Code] = field(default_factory=list)
    nearest: tuple[int, bool] | None = None
    filters: list[Code] = field(default_factory=list)
    of_claims: bool = False
    only_claims: bool = False
    own: list[Code] = field(default_factory=list)
    after: list[Code] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False)
class OfGame:
    """The rows of a relation of the game that a join names.

    Args:
        relation: The relation.
        game: The game.
        only_claims: Whether only games that claims are about have any.
    """

    relation: str
    game: Expression
    only_claims: bool = False

    def index(self, rows: Rows, key: tuple[int, ...]) -> Index:
        """Return the game's rows by some of their columns."""
        run: Run = rows[0]
        game = self.game(rows)
        if game in (run.own if self.only_claims else run.games):
            return run.stored.of_game(self.relation, game, key)
        if self.only_claims:
            return {}
        return {} if game is None else run.stored.of_other_game(self.relation, game, key)


@dataclass(frozen=True, slots=True, eq=False)
class OfPlayer:
    """The rows of a relation, of all games, of the player that a join names."""

    relation: str
    player: Expression

    def index(self, rows: Rows, key: tuple[int, ...]) -> Index:
        """Return the player's rows by some of their columns."""
        run: Run = rows[0]
        player = self.player(rows)
        return {} if player is None else run.stored.of_anywhere(self.relation, player, key)


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """The rows of a source that a test of a row alone lets pass, found out once."""

    source: Source
    slot: int
    test: Expression

    def index(self, rows: Rows, key: tuple[int, ...]) -> Index:
        """Return its rows by some of their columns."""
        run: Run = rows[0]
        if (self, key) not in run.kept:
            kept = []
            for row in self.source.index(rows, ()).get((), []):
                rows[self.slot] = row
                if self.test(rows):
                    kept.append(row)
            run.kept[self, key] = index_of(kept, key)
        found: Index = run.kept[self, key]
        return found


def chain(joins: Sequence[Joined], namespace: Namespace) -> Step:
    """Return the loops over the relations of a query, one within the other."""

    def keep(rows: Rows, sink: Sink) -> None:
        sink.append(rows[:])

    step: Step = keep
    for joined in reversed(joins):
        step = _loop(joined, step, namespace)
    return step


def _loop(joined: Joined, inner: Step, namespace: Namespace) -> Step:
    slot, kind = joined.relation.slot, joined.kind
    nothing = (None,) * len(joined.relation.columns)
    matching = _look_up(joined, namespace)
    fits, remains = namespace.test(joined.filters), namespace.test(joined.after)

    def every(rows: Rows, sink: Sink) -> None:
        for row in matching(rows):
            rows[slot] = row
            inner(rows, sink)

    def each(rows: Rows, sink: Sink) -> None:
        assert fits is not None
        for row in matching(rows):
            rows[slot] = row
            if fits(rows):
                inner(rows, sink)

    def passing(rows: Rows) -> Sequence[Row]:
        found = matching(rows)
        if fits is None or not found:
            return found
        passed = []
        for row in found:
            rows[slot] = row
            if fits(rows):
                passed.append(row)
        return passed

    def nearest(rows: Rows, sink: Sink) -> None:
        assert joined.nearest is not None
        place, most = joined.nearest
        found = passing(rows)
        if found:
            rows[slot] = (max if most else min)(found, key=lambda row: row[place])
            if remains is None or remains(rows):
                inner(rows, sink)

    def outer(rows: Rows, sink: Sink) -> None:
        found = passing(rows)
        if kind == "LEFT":
            found = found or [nothing]
        else:
            found = [nothing] if bool(found) == (kind == "SEMI") else []
        for row in found:
            rows[slot] = row
            if remains is None or remains(rows):
                inner(rows, sink)

    if kind == "INNER":
        return every if fits is None else each
    return nearest if kind == "ASOF" else outer


def _look_up(joined: Joined, namespace: Namespace) -> Callable[[Rows], Sequence[Row]]:
    """Return what finds the rows that equations and bounds allow."""
    found = _equal(joined, namespace)
    if not joined.bounds and not joined.before:
        return found
    return _bounded(found, joined.bounds, namespace.test(joined.before), namespace)


def _bounded(
    look_up: Callable[[Rows], Sequence[Row]],
    bounds: Sequence[Bound],
    before: Expression | None,
    namespace: Namespace,
) -> Callable[[Rows], Sequence[Row]]:
    """Return what keeps, of the rows looked up, those within bounds, each computed once."""
    limits = [
        (namespace.value(limit), namespace.bounded(place, sign)) for place, sign, limit in bounds
    ]

    def within(rows: Rows) -> Sequence[Row]:
        if before is not None and not before(rows):
            return ()
        chosen = look_up(rows)
        for limit, keep in limits:
            if not chosen:
                break
            value = limit(rows)
            if value is None:
                return ()
            chosen = keep(chosen, value)
        return chosen

    return within


def _equal(joined: Joined, namespace: Namespace) -> Callable[[Rows], Sequence[Row]]:
    """Return what finds the rows that equations allow."""
    source, values = joined.source, [value for _, value in joined.keys]
    key = tuple(place for place, _ in joined.keys)
    wanted = namespace.value(values[0]) if len(values) == 1 else namespace.together(values)

    def look_up(rows: Rows) -> Sequence[Row]:
        chosen: Sequence[Row] = source.index(rows, key).get(wanted(rows), ())
        if chosen:
            rows[0].count(len(chosen))
        return chosen

    if joined.choice is None:
        return look_up
    place, codes = joined.choice
    given, choices = namespace.together(values), namespace.together(codes)

    def look_up_each(rows: Rows) -> Sequence[Row]:
        found = source.index(rows, (*key, place))
        fixed = given(rows)
        chosen: list[Row] = []
        for choice in dict.fromkeys(choices(rows)):
            chosen += found.get((*fixed, choice) if fixed else choice, ())
        rows[0].count(len(chosen))
        return chosen

    return look_up_each

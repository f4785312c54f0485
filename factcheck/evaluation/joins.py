"""Joins as loops, one within the other, over rows that are looked up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from factcheck.evaluation.scopes import Expression, Node, Relation, Rows
from factcheck.evaluation.sources import Index, Row, Run, Source, index_of
from factcheck.evaluation.values import Value

Sink = list[Rows]
Step = Callable[[Rows, Sink], None]
Bound = tuple[int, Callable[[Value, Value], bool], Expression]
"""A column, a comparison, and the value on its other side."""


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
        own: What must hold of a row alone.
        after: What must hold once it has been joined.
    """

    relation: Relation
    source: Source
    kind: str
    stored: str | None
    fixed: bool
    conditions: list[Node]
    keys: list[tuple[int, Expression]] = field(default_factory=list)
    choice: tuple[int, Expression] | None = None
    bounds: list[Bound] = field(default_factory=list)
    before: list[Expression] = field(default_factory=list)
    nearest: tuple[int, bool] | None = None
    filters: list[Expression] = field(default_factory=list)
    of_claims: bool = False
    own: list[Expression] = field(default_factory=list)
    after: list[Expression] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False)
class OfGame:
    """The rows of a relation of the game that a join names."""

    relation: str
    game: Expression

    def index(self, rows: Rows, key: tuple[int, ...]) -> Index:
        """Return the game's rows by some of their columns."""
        run: Run = rows[0]
        game = self.game(rows)
        if game in run.games:
            return run.stored.of_game(self.relation, game, key)
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
    """The rows of a source that tests of a row alone let pass, found out once."""

    source: Source
    slot: int
    tests: list[Expression]

    def index(self, rows: Rows, key: tuple[int, ...]) -> Index:
        """Return its rows by some of their columns."""
        run: Run = rows[0]
        if (self, key) not in run.kept:
            kept = []
            for row in self.source.index(rows, ()).get((), []):
                rows[self.slot] = row
                if all(test(rows) for test in self.tests):
                    kept.append(row)
            run.kept[self, key] = index_of(kept, key)
        found: Index = run.kept[self, key]
        return found


def chain(joins: Sequence[Joined]) -> Step:
    """Return the loops over the relations of a query, one within the other."""

    def keep(rows: Rows, sink: Sink) -> None:
        sink.append(rows[:])

    step: Step = keep
    for joined in reversed(joins):
        step = _loop(joined, step)
    return step


def _loop(joined: Joined, inner: Step) -> Step:
    slot, filters, after, kind = joined.relation.slot, joined.filters, joined.after, joined.kind
    nothing = (None,) * len(joined.relation.columns)
    matching = _look_up(joined)

    def each(rows: Rows, sink: Sink) -> None:
        for row in matching(rows):
            rows[slot] = row
            for test in filters:
                if not test(rows):
                    break
            else:
                inner(rows, sink)

    def passing(rows: Rows) -> list[Row]:
        found = []
        for row in matching(rows):
            rows[slot] = row
            for test in filters:
                if not test(rows):
                    break
            else:
                found.append(row)
        return found

    def nearest(rows: Rows, sink: Sink) -> None:
        assert joined.nearest is not None
        place, most = joined.nearest
        found = passing(rows)
        if found:
            rows[slot] = (max if most else min)(found, key=lambda row: row[place])
            if all(test(rows) for test in after):
                inner(rows, sink)

    def outer(rows: Rows, sink: Sink) -> None:
        found = passing(rows)
        if kind == "LEFT":
            found = found or [nothing]
        else:
            found = [nothing] if bool(found) == (kind == "SEMI") else []
        for row in found:
            rows[slot] = row
            if all(test(rows) for test in after):
                inner(rows, sink)

    return each if kind == "INNER" else nearest if kind == "ASOF" else outer


def _look_up(joined: Joined) -> Callable[[Rows], Sequence[Row]]:
    """Return what finds the rows that equations and bounds allow."""
    found = _equal(joined)
    if joined.bounds or joined.before:
        return _bounded(found, joined.bounds, joined.before)
    return found


def _bounded(
    look_up: Callable[[Rows], Sequence[Row]], bounds: Sequence[Bound], before: Sequence[Expression]
) -> Callable[[Rows], Sequence[Row]]:
    """Return what keeps, of the rows looked up, those within bounds, each computed once."""

    def within(rows: Rows) -> Sequence[Row]:
        for test in before:
            if not test(rows):
                return ()
        chosen = look_up(rows)
        for place, compares, limit in bounds:
            if not chosen:
                break
            value = limit(rows)
            if value is None:
                return ()
            chosen = [
                row for row in chosen if row[place] is not None and compares(row[place], value)
            ]
        return chosen

    return within


def _equal(joined: Joined) -> Callable[[Rows], Sequence[Row]]:
    """Return what finds the rows that equations allow."""
    source, values = joined.source, [value for _, value in joined.keys]
    key = tuple(place for place, _ in joined.keys)

    def look_up(rows: Rows) -> Sequence[Row]:
        found = source.index(rows, key)
        if len(values) == 1:
            chosen: Sequence[Row] = found.get(values[0](rows), ())
        else:
            chosen = found.get(tuple([value(rows) for value in values]), ())
        rows[0].count(len(chosen))
        return chosen

    if joined.choice is None:
        return look_up
    place, choices = joined.choice

    def look_up_each(rows: Rows) -> Sequence[Row]:
        found = source.index(rows, (*key, place))
        given = [value(rows) for value in values]
        chosen: list[Row] = []
        for choice in dict.fromkeys(choices(rows)):
            chosen += found.get((*given, choice) if given else choice, ())
        rows[0].count(len(chosen))
        return chosen

    return look_up_each

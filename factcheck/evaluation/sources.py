"""Where the rows of a query come from: claims, the knowledge base, queries within it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from factcheck.evaluation.code import Rows
from factcheck.evaluation.values import Unsupported, Value

Row = tuple[Value, ...]
Index = Mapping[Any, Sequence[Row]]

MOST_STEPS = 3_000_000
"""Rows that a statement may look at; what needs more is left to DuckDB and its limits."""


class Stored(Protocol):
    """Rows of the knowledge base."""

    lasting: dict[Any, Any]
    """What was computed of relations without a game, by what computed it."""

    def columns(self, relation: str) -> tuple[str, ...]:
        """Return the names of a relation's columns."""
        ...

    def whole(self, relation: str, key: tuple[int, ...]) -> Index:
        """Return all rows of a relation by some of their columns."""
        ...

    def of_game(self, relation: str, game: str, key: tuple[int, ...]) -> Index:
        """Return the rows of one game by some of their columns."""
        ...

    def of_other_game(self, relation: str, game: str, key: tuple[int, ...]) -> Index:
        """Return the rows of a game that is not at hand by some of their columns."""
        ...

    def of_anywhere(self, relation: str, player: object, key: tuple[int, ...]) -> Index:
        """Return the rows of one player, of all games, by some of their columns."""
        ...


@dataclass(slots=True)
class Run:
    """One run of a statement.

    Args:
        claims: The rows of ``claim``.
        games: The games at hand, of all claims that are verified together.
        own: Those that these claims are about.
        stored: The knowledge base.
        most: How many rows it may look at.
        kept: What was computed for the run, by what computed it.
        steps: How many rows were looked at.
    """

    claims: list[Row]
    games: Collection[str]
    own: Collection[str]
    stored: Stored
    most: int = MOST_STEPS
    kept: dict[Any, Any] = field(default_factory=dict)
    steps: int = 0

    def count(self, rows: int) -> None:
        """Count rows that are looked at.

        Raises:
            Unsupported: There are too many.
        """
        self.steps += rows
        if self.steps > self.most:
            raise Unsupported("too many rows")


def index_of(rows: Iterable[Row], key: tuple[int, ...]) -> dict[Any, list[Row]]:
    """Return rows by some of their columns; a row with NULL among these equals nothing."""
    if not key:
        return {(): list(rows)}
    keyed: Iterable[tuple[Any, Row]]
    if len(key) == 1:
        (place,) = key
        keyed = ((row[place], row) for row in rows if row[place] is not None)
    else:
        every = ((tuple([row[place] for place in key]), row) for row in rows)
        keyed = ((values, row) for values, row in every if None not in values)
    index: dict[Any, list[Row]] = {}
    for value, row in keyed:
        if value in index:
            index[value].append(row)
        else:
            index[value] = [row]  # Most stay alone: a list made so is smaller than one that grew.
    return index


class Source(Protocol):
    """Rows that a query joins."""

    def index(self, rows: Rows, key: tuple[int, ...]) -> Index:
        """Return the source's rows by some of their columns."""
        ...


class Claims:
    """The claims that a statement is asked about."""

    def index(self, rows: Rows, key: tuple[int, ...]) -> Index:
        """Return the claims by some of their columns."""
        run: Run = rows[0]
        if (self, key) not in run.kept:
            run.kept[self, key] = index_of(run.claims, key)
        found: Index = run.kept[self, key]
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Whole:
    """All rows of a small relation of the knowledge base."""

    relation: str

    def index(self, rows: Rows, key: tuple[int, ...]) -> Index:
        """Return its rows by some of their columns."""
        run: Run = rows[0]
        return run.stored.whole(self.relation, key)


@dataclass(frozen=True, slots=True, eq=False)
class OfGames:
    """The rows of a relation of the games that claims are about, all of them."""

    relation: str

    def index(self, rows: Rows, key: tuple[int, ...]) -> Index:
        """Return its rows by some of their columns."""
        run: Run = rows[0]
        stored = run.stored
        if len(run.own) == 1:
            # The index of a game is kept for the statements of all stories about it.
            (game,) = run.own
            return stored.of_game(self.relation, game, key)
        if (self, key) not in run.kept:
            parts = [stored.of_game(self.relation, game, ()).get((), []) for game in run.own]
            run.kept[self, key] = index_of((row for part in parts for row in part), key)
        found: Index = run.kept[self, key]
        return found


class Computed:
    """The rows of a query within a statement.

    Args:
        query: Computes them.
        fixed: Whether they are the same for all rows around, so that they are kept.
        lasting: Whether they are the same for all runs, so that they are kept for these.
    """

    def __init__(
        self, query: Callable[[Rows], list[Row]], *, fixed: bool, lasting: bool = False
    ) -> None:
        self._query = query
        self.fixed = fixed
        self.lasting = lasting

    def index(self, rows: Rows, key: tuple[int, ...]) -> Index:
        """Return its rows by some of their columns."""
        if not self.fixed:
            return index_of(self._query(rows), key)
        run: Run = rows[0]
        kept = run.stored.lasting if self.lasting else run.kept
        if (self, key) not in kept:
            if self not in kept:
                kept[self] = self._query(rows)
            kept[self, key] = index_of(kept[self], key)
        found: Index = kept[self, key]
        return found

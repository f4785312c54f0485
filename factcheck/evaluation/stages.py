"""What comes after the joins of a query: groups, windows, tests, results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from factcheck.evaluation.code import Expression, Rows
from factcheck.evaluation.joins import Step
from factcheck.evaluation.scopes import Node
from factcheck.evaluation.sources import Row
from factcheck.evaluation.values import Unsupported, Value
from factcheck.evaluation.windows import Window


@dataclass(frozen=True, slots=True)
class Groups:
    """What rows are grouped by, and what is computed of each group.

    Args:
        slot: Where the aggregates stand.
        key: The tuple of what rows of a group have in common.
        keyed: Whether it holds anything; without, there is one group even of no rows.
        functions: The aggregates.
    """

    slot: int
    key: Expression
    keyed: bool
    functions: list[Callable[[list[Rows]], Value]]

    def of(self, found: list[Rows]) -> list[Rows]:
        """Return one of the rows of each group, with its aggregates in their slot."""
        groups: dict[Any, list[Rows]] = {}
        for rows in found:
            groups.setdefault(self.key(rows), []).append(rows)
        if not groups and not self.keyed:
            groups[()] = []
        made = []
        for group in groups.values():
            rows = group[0] if group else []
            aggregates = tuple([function(group) for function in self.functions])
            rows = rows[:] if rows else [None] * (self.slot + 1)
            rows[self.slot] = aggregates
            made.append(rows)
        return made


@dataclass(frozen=True, slots=True)
class Results:
    """What a query returns of each row.

    Args:
        values: Computes the columns, from left to right.
        slot: Where the columns stand that later ones name; None where none is named.
    """

    values: Expression
    slot: int | None

    def of(self, found: list[Rows]) -> list[Row]:
        """Return the results of rows."""
        values, slot = self.values, self.slot
        if slot is None:
            return [values(rows) for rows in found]
        made: list[Row] = []
        for rows in found:
            row: list[Value] = []
            rows[slot] = row
            values(rows)
            made.append(tuple(row))
        return made


@dataclass(frozen=True, slots=True)
class Staged:
    """A query whose rows must all be there before results can be computed."""

    scan: Step
    groups: Groups | None
    windows: tuple[int, list[Window]] | None
    tests: tuple[Expression | None, Expression | None]
    results: Results
    distinct: bool

    def __call__(self, rows: Rows) -> list[Row]:
        found: list[Rows] = []
        self.scan(rows, found)
        if self.groups is not None:
            found = self.groups.of(found)
            for one in found:
                # Of no rows at all only what stands around the query is known.
                _fill(one, rows)
        having, qualify = self.tests
        if having is not None:
            found = [one for one in found if having(one)]
        if self.windows is not None:
            slot, windows = self.windows
            computed = [window.values(found) for window in windows]
            for one, *values in zip(found, *computed, strict=True):
                one[slot] = tuple(values)
        if qualify is not None:
            found = [one for one in found if qualify(one)]
        made = self.results.of(found)
        if self.distinct:
            made = list(dict.fromkeys(made))
        return made


def _fill(one: Rows, rows: Rows) -> None:
    if len(one) < len(rows):
        one += [None] * (len(rows) - len(one))
    if one[0] is None:
        for slot, row in enumerate(rows):
            if one[slot] is None:
                one[slot] = row


def plain(scan: Step, results: Results) -> Callable[[Rows], list[Row]]:
    def run(rows: Rows) -> list[Row]:
        found: list[Rows] = []
        scan(rows, found)
        return results.of(found)

    return run


def unnest(
    run: Callable[[Rows], list[Row]], unnested: Mapping[int, int]
) -> Callable[[Rows], list[Row]]:
    """Let lists that ``unnest`` takes become rows, side by side."""
    if not unnested:
        return run

    def rows_of(rows: Rows) -> list[Row]:
        made: list[Row] = []
        for row in run(rows):
            for number in range(max(len(row[place] or ()) for place in unnested)):
                values: list[Value] = []
                for place, value in enumerate(row):
                    if place not in unnested:
                        values.append(value)
                        continue
                    listed = value or ()
                    one = listed[number] if number < len(listed) else None
                    width = unnested[place]
                    values += [one] if not width else one.values() if one else [None] * width
                made.append(tuple(values))
        return made

    return rows_of


def is_distinct(modifiers: Sequence[Node]) -> bool:
    """Tell whether equal rows count once; rows in an order or a few of them are for DuckDB."""
    for modifier in modifiers:
        if modifier["type"] != "DISTINCT_MODIFIER" or modifier.get("distinct_on_targets"):
            raise Unsupported(modifier["type"])
    return bool(modifiers)

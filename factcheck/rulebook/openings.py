"""Openings: what the first units of a match may be, whatever follows them.

A sentence rules out most patterns by them before any expression is run: "{player} had {number}"
begins nowhere but at a name that "had" follows, with a number right after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

DEPTH = 4
"""How many units of a match are known."""

Head = frozenset[str] | None
"""The parts of which a unit has one; None where it may be any unit, or none at all."""

Opening = Mapping[int, tuple[Head, ...]]
"""The first units of a piece of a pattern, by how many it takes; DEPTH stands for more as well."""

NOTHING: Opening = {0: ()}


def unit(parts: frozenset[str]) -> Opening:
    """Return the opening of a piece of one unit that has one of some parts."""
    return {1: (parts,)}


def gap(units: int) -> Opening:
    """Return the opening of up to so many units of any kind."""
    return {size: (None,) * size for size in range(min(units, DEPTH) + 1)}


def either(*openings: Opening) -> Opening:
    """Return the opening of what is one of several pieces."""
    merged: dict[int, tuple[Head, ...]] = {}
    for opening in openings:
        for size, heads in opening.items():
            merged[size] = _merged(merged[size], heads) if size in merged else heads
    return merged


def joined(first: Opening, second: Opening) -> Opening:
    """Return the opening of two pieces, one after the other."""
    merged: dict[int, tuple[Head, ...]] = {}
    for (size, heads), (more, others) in product(first.items(), second.items()):
        taken, row = min(size + more, DEPTH), (*heads, *others)[:DEPTH]
        merged[taken] = _merged(merged[taken], row) if taken in merged else row
    return merged


def heads_of(opening: Opening) -> tuple[Head, ...]:
    """Return what each of the first DEPTH units may be, from where a match begins."""
    rows = [(*heads, *(None,) * (DEPTH - len(heads))) for heads in opening.values()]
    merged = rows[0]
    for row in rows[1:]:
        merged = _merged(merged, row)
    return merged


def _merged(one: tuple[Head, ...], other: tuple[Head, ...]) -> tuple[Head, ...]:
    return tuple(None if a is None or b is None else a | b for a, b in zip(one, other, strict=True))

"""What it costs a reading to depart from the one that the words prefer.

The costs are data (``rules/decision/readings.toml``), each with what it is for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import ClassVar, TypeVar

from factcheck.errors import RuleError
from factcheck.interpretation.confidence import read_weights
from factcheck.support.resources import rules_folder


@dataclass(frozen=True, slots=True)
class Costs:
    """What departures cost, from 0."""

    table: ClassVar[str] = "costs"

    farther: float
    other_statistic: float
    other_clause: float
    rarer_line: float
    with_overtime: float
    untold: float
    unplaced: float
    guessed_points: float
    farther_statistic: float
    unnamed_points: float
    attempts: float
    unsure: float
    far_fetched: float
    between_told: float
    other_starters: float
    witnessed: float
    neighbouring_part: float
    carried_part: float


@dataclass(frozen=True, slots=True)
class Most:
    """What a reading may cost that contradicts a number, from 0."""

    table: ClassVar[str] = "most"

    fact: float
    quantity: float
    witnessed_quantity: float
    part: float


Table = TypeVar("Table", Costs, Most)

_tried: dict[str, float] = {}
"""What some costs and limits are instead, while they are tried."""


@lru_cache(maxsize=1)
def costs() -> Costs:
    """Return what departures cost.

    Raises:
        RuleError: The file is missing, or its table lacks a cost or has one that nothing reads.
    """
    return _read(Costs)


@lru_cache(maxsize=1)
def most() -> Most:
    """Return what readings may cost that contradict a number.

    Raises:
        RuleError: As for :func:`costs`.
    """
    return _read(Most)


@contextmanager
def tried(changes: Mapping[str, float]) -> Iterator[None]:
    """Let some costs and limits be others meanwhile, in all threads: for fitting them.

    Args:
        changes: Their names, as "costs.farther", with what they are to be.
    """
    _tried.update(changes)
    _forget()
    try:
        yield
    finally:
        _tried.clear()
        _forget()


def _forget() -> None:
    costs.cache_clear()
    most.cache_clear()


def ranked(statistics: Iterable[str]) -> list[tuple[str, float]]:
    """Return what may be counted, the likeliest first, each with what it costs."""
    each = costs().other_statistic
    return [(statistic, each * rank) for rank, statistic in enumerate(statistics)]


def _read(kind: type[Table]) -> Table:
    path = rules_folder() / "decision" / "readings.toml"
    table = read_weights(path, kind.table)
    names = {field.name for field in fields(kind)}
    for name in sorted(names ^ table.keys()):
        problem = "is missing" if name in names else "is read by nothing"
        raise RuleError(f"a cost {problem}", path=path, field=f"{kind.table}.{name}")
    return kind(**{name: _tried.get(f"{kind.table}.{name}", cost) for name, cost in table.items()})

"""The geometry of a report's charts: numbers in, coordinates out, no markup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from factcheck.hallucinations.breakdown import Breakdown, Occurrence
from factcheck.hallucinations.estimates import Difference, Estimate
from factcheck.model import Category

WIDTH, HEIGHT = 860, 260
LEFT, RIGHT, TOP, BOTTOM = 44, 8, 12, 36


@dataclass(frozen=True, slots=True)
class Whisker:
    """A mean and its interval on a line from 0 to 100."""

    low: float
    mean: float
    high: float
    zero: float


@dataclass(frozen=True, slots=True)
class Block:
    """One category's part of a column, in the chart's coordinates."""

    category: Category
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Column:
    """A stacked column: the mistakes of one corpus in one place of the stories."""

    label: str
    corpus: int
    rate: float
    occurrences: tuple[Occurrence, ...]
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class ColumnChart:
    """Stacked columns with their axis.

    Args:
        columns: The columns from left to right.
        labels: Text and middle of each place on the axis.
        ticks: Text and height of each grid line.
    """

    columns: tuple[Column, ...]
    labels: tuple[tuple[str, float], ...]
    ticks: tuple[tuple[str, float], ...]


def whisker(estimate: Estimate | Difference, low: float, high: float) -> Whisker:
    """Place an interval between two bounds.

    Args:
        estimate: A mean with its interval.
        low: What lies at 0.
        high: What lies at 100; equal bounds put everything there at 0.
    """
    width = high - low or 1.0

    def place(value: float) -> float:
        return round(100 * (value - low) / width, 2)

    return Whisker(place(estimate.low), place(estimate.mean), place(estimate.high), place(0))


def bounds(estimates: Sequence[Estimate | Difference]) -> tuple[float, float]:
    """Return the range that all the intervals and zero fit in."""
    return (
        min([0.0, *(estimate.low for estimate in estimates)]),
        max([0.0, *(estimate.high for estimate in estimates)]),
    )


def place_chart(breakdown: Breakdown, corpora: int) -> ColumnChart:
    """Lay out mistakes per sentence as stacked columns, corpora side by side.

    Args:
        breakdown: The breakdown by sentence.
        corpora: How many corpora it holds.
    """
    rates = [
        [_rate(len(row.occurrences[number]), row.chances[number]) for number in range(corpora)]
        for row in breakdown.rows
    ]
    top, step = _axis(max((rate for row in rates for rate in row), default=0.0))
    slot = (WIDTH - LEFT - RIGHT) / max(1, len(breakdown.rows))
    width = slot * 0.78 / corpora
    columns = []
    labels = []
    for index, row in enumerate(breakdown.rows):
        start = LEFT + slot * index + slot * 0.11
        labels.append((row.label.replace(" and later", "+"), round(start + slot * 0.39, 1)))
        for number in range(corpora):
            found, chances = row.occurrences[number], row.chances[number]
            x = start + width * number
            blocks = _stack(found, chances, x, width * 0.94, top)
            columns.append(Column(row.label, number, rates[index][number], found, blocks))
    ticks = [(f"{step * i:g}", _height(step * i, top)) for i in range(round(top / step) + 1)]
    return ColumnChart(tuple(columns), tuple(labels), tuple(ticks))


def _stack(
    found: Sequence[Occurrence], chances: int | None, x: float, width: float, top: float
) -> tuple[Block, ...]:
    blocks = []
    below = 0.0
    for category in Category:
        count = sum(item.mistake.category is category for item in found)
        if count:
            reached = below + _rate(count, chances)
            y, bottom = _height(reached, top), _height(below, top)
            blocks.append(Block(category, round(x, 1), y, round(width, 1), round(bottom - y, 1)))
            below = reached
    return tuple(blocks)


def _rate(count: int, chances: int | None) -> float:
    return count / chances if chances else 0.0


def _height(value: float, top: float) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top), 1)


def _axis(most: float) -> tuple[float, float]:
    """Return the top of the axis and the distance of its grid lines: 1, 2 or 5 times 10^n."""
    if most <= 0:
        return 1.0, 0.5
    power = 10.0 ** floor(log10(most / 4))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor * 4 >= most)
    return step * ceil(most / step - 1e-9), step

"""Pearson's r, Spearman's rho and Kendall's tau-b, with p-values and bootstrap intervals.

Values and two-sided p-values are scipy's; for seven points and fewer, where its p-value
of rho is far too small, that one is by going through all pairings. Intervals are
percentile intervals over stories drawn with replacement; between systems, stories are
drawn within each system and the systems' means are correlated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from factcheck.scoring.bootstrap import Bootstrap, Figures, Interval
from factcheck.scoring.libraries import library

Indices = NDArray[np.int64]

COEFFICIENTS = ("pearson", "spearman", "kendall")
"""Names of the coefficients, in the order in which they are printed."""

# A line fits any two points: a correlation of fewer than three says nothing.
_FEWEST = 3

# Up to here all pairings (5,040 of seven) are gone through for the p-value of rho.
_FEW = 7

_BLOCK = 2_000_000


@dataclass(frozen=True, slots=True)
class Correlation:
    """A coefficient; value and p are None where it is not defined.

    Args:
        value: From -1 to 1; None for fewer than three points or a constant.
        p: Two-sided p-value of no association.
        interval: Bootstrap interval, where asked for.
    """

    value: float | None
    p: float | None
    interval: Interval | None = None


def correlate(
    x: Figures,
    y: Figures,
    groups: Sequence[Indices] | None = None,
    bootstrap: Bootstrap | None = None,
) -> dict[str, Correlation]:
    """Return each coefficient of two figures of the same stories.

    Args:
        x: Shape (stories,).
        y: Shape (stories,).
        groups: Positions of each system's stories, to correlate the systems' means
            instead of the stories.
        bootstrap: How to resample, None for no intervals.

    Raises:
        FactCheckError: scipy is not installed.
    """
    points = (x, y) if groups is None else (_means(x, groups), _means(y, groups))
    if len(points[0]) < _FEWEST or any(np.ptp(values) == 0 for values in points):
        return dict.fromkeys(COEFFICIENTS, Correlation(None, None))
    stats = library("scipy.stats")
    results = [stats.pearsonr(*points), stats.spearmanr(*points), stats.kendalltau(*points)]
    if len(points[0]) <= _FEW:
        results[1] = _exact_spearman(*points)
    intervals: Sequence[Interval | None] = (None,) * len(COEFFICIENTS)
    if bootstrap is not None:
        intervals = _intervals(x, y, groups, bootstrap)
    return {
        name: Correlation(float(result.statistic), float(result.pvalue), interval)
        for name, result, interval in zip(COEFFICIENTS, results, intervals, strict=True)
    }


def _exact_spearman(x: Figures, y: Figures) -> Any:
    stats = library("scipy.stats")
    ranks = stats.rankdata(y)
    return stats.permutation_test(
        (stats.rankdata(x),),
        lambda pairing, axis: np.asarray(stats.pearsonr(pairing, ranks, axis=axis).statistic),
        permutation_type="pairings",
        n_resamples=np.inf,
        vectorized=True,
    )


def _means(values: Figures, groups: Sequence[Indices]) -> Figures:
    return np.array([values[group].mean() for group in groups])


def _intervals(
    x: Figures, y: Figures, groups: Sequence[Indices] | None, bootstrap: Bootstrap
) -> list[Interval | None]:
    blocks = [
        _coefficients(*_resampled(x, y, groups, drawn))
        for drawn in _draw(len(x), groups, bootstrap)
    ]
    return [bootstrap.interval(values) for values in np.concatenate(blocks, axis=1)]


def _draw(
    stories: int, groups: Sequence[Indices] | None, bootstrap: Bootstrap
) -> Iterator[Indices]:
    """Yield blocks of resamples, shape (resamples of the block, stories), group after group."""
    random = np.random.default_rng(bootstrap.seed)
    strata = [np.arange(stories)] if groups is None else groups
    size = max(1, _BLOCK // max(stories, 1))
    for done in range(0, bootstrap.resamples, size):
        rows = min(size, bootstrap.resamples - done)
        yield np.concatenate([random.choice(group, (rows, len(group))) for group in strata], axis=1)


def _resampled(
    x: Figures, y: Figures, groups: Sequence[Indices] | None, drawn: Indices
) -> tuple[Figures, Figures]:
    """Return the points of each resample, shape (resamples, stories or systems)."""
    if groups is None:
        return x[drawn], y[drawn]
    starts = np.cumsum([0, *(len(group) for group in groups)])
    columns = [slice(a, b) for a, b in pairwise(starts)]
    return (
        np.stack([x[drawn[:, part]].mean(axis=1) for part in columns], axis=1),
        np.stack([y[drawn[:, part]].mean(axis=1) for part in columns], axis=1),
    )


def _coefficients(x: Figures, y: Figures) -> Figures:
    """Return the coefficients of each row, shape (coefficients, rows); NaN for constants."""
    stats = library("scipy.stats")
    constant = (np.ptp(x, axis=1) == 0) | (np.ptp(y, axis=1) == 0)
    result = np.full((len(COEFFICIENTS), len(x)), np.nan)
    x, y = x[~constant], y[~constant]
    result[0, ~constant] = _pearson(x, y)
    result[1, ~constant] = _pearson(stats.rankdata(x, axis=1), stats.rankdata(y, axis=1))
    result[2, ~constant] = [stats.kendalltau(a, b).statistic for a, b in zip(x, y, strict=True)]
    return result


def _pearson(x: Figures, y: Figures) -> Figures:
    x = x - x.mean(axis=1, keepdims=True)
    y = y - y.mean(axis=1, keepdims=True)
    spread = np.sqrt((x * x).sum(axis=1) * (y * y).sum(axis=1))
    return np.asarray((x * y).sum(axis=1) / spread)

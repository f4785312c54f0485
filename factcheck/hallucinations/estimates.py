"""Means with bootstrap intervals over stories, and paired differences with p-values.

The unit that is drawn anew is the story (or the pair of stories about one game), never
the mistake: mistakes of one story are not independent. Intervals are percentile
intervals (Efron and Tibshirani 1993, chapter 13); the p-value is that of the bootstrap
test of a mean of differences (ibid., chapter 16): the differences are centred, and the
share of redrawn means at least as far from zero as the one seen is counted, with the
one seen among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

LEVEL = 0.95
_CHUNK = 4_000_000  # cells of a block of draws: bounds memory for corpora of any size

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95% bootstrap interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Difference:
    """A mean difference with its 95% bootstrap interval and two-sided p-value.

    ``adjusted`` is the p-value after Holm's correction for the family it was tested in.
    """

    mean: float
    low: float
    high: float
    p_value: float
    adjusted: float


def mean_estimates(values: Matrix, resamples: int, seed: int) -> list[Estimate]:
    """Estimate the mean of each column.

    Args:
        values: Stories by measures, such as mistakes per category; at least one story.
        resamples: How many corpora to draw.
        seed: Start of the random numbers; the same seed gives the same interval.
    """
    drawn = _redrawn_sums(values, resamples, seed) / len(values)
    low, high = _percentiles(drawn)
    return [
        Estimate(float(mean), float(a), float(b))
        for mean, a, b in zip(values.mean(axis=0), low, high, strict=True)
    ]


def ratio_estimate(
    numerator: Matrix, denominator: Matrix, resamples: int, seed: int
) -> Estimate | None:
    """Estimate a ratio of sums, such as mistakes per token; None where the base is zero.

    Args:
        numerator: One value per story.
        denominator: One value per story.
        resamples: How many corpora to draw.
        seed: Start of the random numbers.
    """
    base = float(denominator.sum())
    if not base:
        return None
    sums = _redrawn_sums(np.column_stack([numerator, denominator]), resamples, seed)
    sums = sums[sums[:, 1] > 0]
    low, high = _percentiles(sums[:, :1] / sums[:, 1:])
    return Estimate(float(numerator.sum()) / base, float(low[0]), float(high[0]))


def paired_differences(differences: Matrix, resamples: int, seed: int) -> list[Difference]:
    """Estimate the mean of each column of paired differences and test it against zero.

    Args:
        differences: Pairs by measures, second minus first; at least one pair. All columns
            together are the family of Holm's correction.
        resamples: How many sets of pairs to draw.
        seed: Start of the random numbers.
    """
    pairs = len(differences)
    means = differences.mean(axis=0)
    drawn = _redrawn_sums(differences, resamples, seed) / pairs
    low, high = _percentiles(drawn)
    # A tolerance, for equal differences give sums that differ in the last bit.
    as_far = np.abs(drawn - means) >= np.abs(means) - 1e-9
    p_values = (as_far.sum(axis=0) + 1) / (resamples + 1)
    adjusted = holm(p_values.tolist())
    columns = zip(means, low, high, p_values, adjusted, strict=True)
    return [Difference(*map(float, column)) for column in columns]


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values after Holm's step-down correction (Holm 1979), in the same order."""
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    adjusted = [1.0] * len(p_values)
    reached = 0.0
    for rank, index in enumerate(order):
        reached = max(reached, min(1.0, p_values[index] * (len(p_values) - rank)))
        adjusted[index] = reached
    return adjusted


def _redrawn_sums(values: Matrix, resamples: int, seed: int) -> Matrix:
    """Return column sums of corpora drawn with replacement, resamples by measures."""
    return np.concatenate([weights @ values for weights in _weights(values, resamples, seed)])


def _weights(values: Matrix, resamples: int, seed: int) -> Iterator[Matrix]:
    """Yield blocks of how often each story was drawn, draws by stories."""
    random = np.random.default_rng(seed)
    stories = len(values)
    block = max(1, _CHUNK // stories)
    for start in range(0, resamples, block):
        draws = min(block, resamples - start)
        yield random.multinomial(stories, np.full(stories, 1 / stories), size=draws).astype(float)


def _percentiles(drawn: Matrix) -> tuple[Matrix, Matrix]:
    tail = 100 * (1 - LEVEL) / 2
    low, high = np.percentile(drawn, [tail, 100 - tail], axis=0)
    return low, high

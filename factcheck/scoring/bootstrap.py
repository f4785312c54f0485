"""Percentile bootstrap over stories (Efron and Tibshirani 1993, chapter 13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass

import numpy as np
from numpy.typing import NDArray

from factcheck.scoring.shared_task import Counts
from factcheck.support.progress import track

Figures = NDArray[np.float64]

# Resamples are drawn in blocks of at most this many numbers, to bound the memory.
_BLOCK = 4_000_000


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """How to resample.

    Args:
        resamples: Number of samples of stories, drawn with replacement.
        seed: The same seed gives the same intervals.
        confidence: Share of the resampled figures within the interval.
    """

    resamples: int
    seed: int = 0
    confidence: float = 0.95

    def sums(self, figures: Figures) -> Figures:
        """Return the sums over resampled stories.

        Args:
            figures: Shape (stories, figures).

        Returns:
            Shape (resamples, figures).
        """
        random = np.random.default_rng(self.seed)
        stories = len(figures)
        block = max(1, _BLOCK // stories)
        chances = np.full(stories, 1 / stories)
        return np.concatenate(
            [
                random.multinomial(stories, chances, min(block, self.resamples - done)) @ figures
                for done in track(range(0, self.resamples, block), "resampling")
            ]
        )

    def interval(self, values: Figures) -> Interval | None:
        """Return the percentile interval of resampled figures.

        Args:
            values: Shape (resamples,); NaN where a resample does not define the figure.

        Returns:
            The interval over the defined ones, None where none is.
        """
        defined = values[~np.isnan(values)]
        if not len(defined):
            return None
        outside = (1 - self.confidence) / 2
        low, high = np.quantile(defined, [outside, 1 - outside])
        return Interval(float(low), float(high))


Intervals = Mapping[str, Mapping[str, Interval | None]]
"""Category → ``recall``, ``precision``, ``f1``, ``token_recall``, ``token_precision``."""


def score_intervals(stories: Mapping[str, Mapping[str, Counts]], bootstrap: Bootstrap) -> Intervals:
    """Return intervals for the figures of a score or of a match report.

    Args:
        stories: Story id → category → counts, every story with the same categories.
        bootstrap: How to resample the stories.
    """
    if not stories:
        return {}
    categories = list(next(iter(stories.values())))
    figures = np.array(
        [[astuple(counts[name]) for name in categories] for counts in stories.values()], float
    )
    sums = bootstrap.sums(figures.reshape(len(stories), -1))
    resampled = sums.reshape(-1, len(categories), figures.shape[2])
    result = {}
    for position, name in enumerate(categories):
        matched, gold, submitted, tokens, tokens_gold, tokens_submitted = resampled[:, position].T
        measures = {
            "recall": _divide(matched, gold),
            "precision": _divide(matched, submitted),
            "f1": _divide(2 * matched, gold + submitted),
            "token_recall": _divide(tokens, tokens_gold),
            "token_precision": _divide(tokens, tokens_submitted),
        }
        result[str(name)] = {
            measure: bootstrap.interval(values) for measure, values in measures.items()
        }
    return result


def _divide(part: Figures, whole: Figures) -> Figures:
    return np.divide(part, whole, out=np.full_like(part, np.nan), where=whole > 0)

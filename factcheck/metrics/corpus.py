"""Figures of a corpus and of each system, with bootstrap intervals over stories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from factcheck.metrics.stories import MEASURES, StoryScore
from factcheck.scoring.bootstrap import Bootstrap, Interval

ALL = "ALL"
"""Stands for all stories where systems are named."""

UNNAMED = "(no system)"
"""Stands for the stories without a system where others have one."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure of several stories with its interval; None where no story defines it."""

    value: float | None
    interval: Interval | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of some stories.

    Args:
        name: The system, or ``ALL``.
        stories: Number of stories.
        estimates: Measure → figure.
    """

    name: str
    stories: int
    estimates: Mapping[str, Estimate]

    def to_dict(self) -> dict[str, Any]:
        """Return the summary as a JSON-ready object."""
        return {
            "stories": self.stories,
            "measures": {
                name: {
                    "value": estimate.value,
                    "low": estimate.interval.low if estimate.interval else None,
                    "high": estimate.interval.high if estimate.interval else None,
                }
                for name, estimate in self.estimates.items()
            },
        }


def summarise(
    scores: Sequence[StoryScore], bootstrap: Bootstrap | None = None, name: str = ALL
) -> Summary:
    """Pool the figures of stories: the sum of their parts over the sum of their wholes.

    For a count that is the mean per story, for a share the share over all stories
    together. Intervals are percentile intervals over resampled stories.

    Args:
        scores: The stories' figures.
        bootstrap: How to resample the stories, None for no intervals.
        name: What to call them.
    """
    names = list(MEASURES)
    parts = np.array([[score.figures[key].part for key in names] for score in scores], float)
    wholes = np.array([[score.figures[key].whole for key in names] for score in scores], float)
    parts, wholes = parts.reshape(-1, len(names)), wholes.reshape(-1, len(names))
    values = _ratios(parts.sum(axis=0), wholes.sum(axis=0))
    resampled = None
    if bootstrap is not None and len(scores):
        sums = bootstrap.sums(np.concatenate([parts, wholes], axis=1))
        resampled = _ratios(sums[:, : len(names)], sums[:, len(names) :])
    estimates = {
        key: Estimate(
            None if np.isnan(values[place]) else float(values[place]),
            None
            if resampled is None or bootstrap is None
            else bootstrap.interval(resampled[:, place]),
        )
        for place, key in enumerate(names)
    }
    return Summary(name, len(scores), estimates)


def summarise_systems(
    scores: Sequence[StoryScore], bootstrap: Bootstrap | None = None
) -> list[Summary]:
    """Return a summary a system, in order of first mention, and last one of all stories.

    Where no story names a system, or all the same one, there is only the one of all.
    """
    by_system: dict[str, list[StoryScore]] = {}
    for score in scores:
        by_system.setdefault(score.system or UNNAMED, []).append(score)
    if len(by_system) == 1 and UNNAMED in by_system:
        by_system = {}
    return [
        *(summarise(items, bootstrap, name) for name, items in by_system.items()),
        summarise(scores, bootstrap),
    ]


def _ratios(parts: Any, wholes: Any) -> Any:
    return np.divide(parts, wholes, out=np.full_like(parts, np.nan), where=wholes > 0)

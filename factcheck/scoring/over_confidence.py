"""Recall and precision over confidence: what a threshold keeps, and how much of it is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from factcheck.scoring.mistake_list import MistakeList
from factcheck.scoring.shared_task import Counts, score
from factcheck.scoring.terminal_tables import decimal, print_table

THRESHOLDS = tuple(tenth / 10 for tenth in range(10))
_BAR = 20


@dataclass(frozen=True, slots=True)
class Point:
    """The score of the mistakes that are at least so sure.

    Args:
        threshold: The least confidence, from 0 to 1.
        kept: How many submitted mistakes reach it.
        counts: Their score over all categories, by the shared task's rules.
    """

    threshold: float
    kept: int
    counts: Counts


def over_confidence(
    gold: MistakeList, submitted: MistakeList, thresholds: Sequence[float] = THRESHOLDS
) -> list[Point]:
    """Return the score at each threshold; none if the submitted list tells no confidence.

    Args:
        gold: The gold standard.
        submitted: The list to score; a mistake without a confidence counts as sure.
        thresholds: Least confidences, from 0 to 1.
    """
    if all(mistake.confidence is None for mistake in submitted):
        return []
    points = []
    for threshold in thresholds:
        kept = tuple(
            mistake
            for mistake in submitted
            if mistake.confidence is None or mistake.confidence >= threshold
        )
        points.append(
            Point(threshold, len(kept), score(gold, replace(submitted, mistakes=kept))["ALL"])
        )
    return points


def points_to_dict(points: Sequence[Point]) -> list[dict[str, Any]]:
    """Return the points as JSON-ready objects."""
    return [
        {
            "min_confidence": point.threshold,
            "mistakes": point.kept,
            "recall": point.counts.recall.value,
            "precision": point.counts.precision.value,
            "f1": point.counts.f1,
        }
        for point in points
    ]


def print_points(points: Sequence[Point]) -> None:
    """Print the points as a table, recall and precision drawn as bars."""
    print_table(
        "Score of the mistakes that are at least so sure",
        ("confidence", "mistakes", "recall", "precision", "f1"),
        [
            (
                f"{point.threshold:.1f}",
                str(point.kept),
                _drawn(point.counts.recall.value),
                _drawn(point.counts.precision.value),
                decimal(point.counts.f1),
            )
            for point in points
        ],
    )


def _drawn(share: float | None) -> str:
    full = round((share or 0.0) * _BAR)
    return f"{decimal(share)} {'█' * full}{'·' * (_BAR - full)}"

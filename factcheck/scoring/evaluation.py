"""What `factcheck evaluate` prints, as JSON and as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from factcheck.scoring.bootstrap import Bootstrap, Interval, Intervals, score_intervals
from factcheck.scoring.match_report import MISSED, Criterion, MatchReport
from factcheck.scoring.shared_task import Counts, Ratio, Scores
from factcheck.scoring.terminal_tables import decimal, print_table

MEASURES = ("recall", "precision", "f1")
TOKEN_MEASURES = ("token_recall", "token_precision")


def scores_to_dict(scores: Scores, bootstrap: Bootstrap | None = None) -> dict[str, Any]:
    """Return a score in the task's shape; a bootstrap adds intervals, and F1 with its value.

    Args:
        scores: The score.
        bootstrap: How to resample the stories, None for the task's figures alone.
    """
    result = scores.to_dict()
    if bootstrap is None:
        return result
    intervals = score_intervals(scores.stories, bootstrap)
    for category, counts in scores.categories.items():
        result[category]["f1"] = {"value": counts.f1}
        for measure in (*MEASURES, *TOKEN_MEASURES):
            result[category][measure] |= _interval(intervals, category, measure)
    return result


def report_to_dict(report: MatchReport, bootstrap: Bootstrap | None = None) -> dict[str, Any]:
    """Return a match report's criteria, scores and corrections by category.

    Args:
        report: The match report.
        bootstrap: How to resample the stories, None for no intervals.
    """
    intervals = {} if bootstrap is None else score_intervals(report.stories, bootstrap)
    scores: dict[str, Any] = {}
    for category, counts in report.categories.items():
        scores[category] = {
            "recall": asdict(counts.recall),
            "precision": asdict(counts.precision),
            "f1": {"value": counts.f1},
        }
        if bootstrap is not None:
            for measure in MEASURES:
                scores[category][measure] |= _interval(intervals, category, measure)
    return {
        "criteria": report.criteria(),
        "scores": scores,
        "corrections": {name: asdict(ratio) for name, ratio in report.corrections().items()},
    }


def _interval(intervals: Intervals, category: str, measure: str) -> dict[str, float | None]:
    found = intervals.get(category, {}).get(measure)
    return {
        "low": None if found is None else found.low,
        "high": None if found is None else found.high,
    }


def print_evaluation(
    scores: Scores, report: MatchReport | None, bootstrap: Bootstrap | None
) -> None:
    """Print the task's score and, where given, the match report, as tables.

    Args:
        scores: The score.
        report: The match report, None to leave it out.
        bootstrap: How to resample the stories, None for no intervals.
    """
    title = "Shared task's score"
    if bootstrap is None:
        measures = (*MEASURES, *TOKEN_MEASURES)
        _print_counts(title, measures, scores.categories, scores.stories, None)
    else:
        # With intervals the figures are too wide for one table.
        _print_counts(title, MEASURES, scores.categories, scores.stories, bootstrap)
        _print_counts(title, TOKEN_MEASURES, scores.categories, scores.stories, bootstrap)
    if report is None:
        return
    criteria = (*map(str, Criterion), MISSED)
    print_table(
        "Match report: reported mistakes by criterion, gold mistakes missed",
        ("category", *criteria),
        [
            (category, *(str(row[name]) for name in criteria))
            for category, row in report.criteria().items()
        ],
    )
    _print_counts("Match report's score", MEASURES, report.categories, report.stories, bootstrap)
    print_table(
        "Aligned mistakes with the gold correction",
        ("category", "corrected"),
        [(category, _share(ratio, None)) for category, ratio in report.corrections().items()],
    )


def _print_counts(
    title: str,
    measures: Sequence[str],
    categories: Mapping[str, Counts],
    stories: Mapping[str, Mapping[str, Counts]],
    bootstrap: Bootstrap | None,
) -> None:
    intervals: Intervals = {}
    if bootstrap is not None:
        intervals = score_intervals(stories, bootstrap)
        title += f", {bootstrap.confidence:.0%} intervals from {bootstrap.resamples} resamples"
    rows = []
    for category, counts in categories.items():
        found = intervals.get(category, {})
        rows.append(
            (category, *(_share(getattr(counts, name), found.get(name)) for name in measures))
        )
    print_table(title, ("category", *(name.replace("_", " ") for name in measures)), rows)


def _share(figure: Ratio | float | None, interval: Interval | None) -> str:
    if isinstance(figure, Ratio):
        text = f"{decimal(figure.value)} {figure.correct}/{figure.of_total}"
    else:
        text = decimal(figure)
    if interval is None:
        return text
    return f"{text} [{decimal(interval.low)} {decimal(interval.high)}]"

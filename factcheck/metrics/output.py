"""What ``factcheck score`` prints: tables, JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence

from factcheck.metrics.corpus import Estimate, Summary
from factcheck.metrics.stories import MEASURES, REFERENCE_MEASURES, StoryScore
from factcheck.scoring.terminal_tables import decimal, print_table
from factcheck.support.cells import safe_row

# As many systems as fit side by side on a wide terminal.
_SIDE_BY_SIDE = 4

_STORY_COLUMNS = {
    "rg_relations": "RG",
    "rg_precision": "RG P",
    "cs_precision": "CS P",
    "cs_recall": "CS R",
    "cs_f1": "CS F1",
    "co": "CO",
    "coverage": "stated",
    "coverage_contradicted": "contradicted",
    "mistakes": "mistakes",
    "mistakes_per_100_tokens": "per 100 tokens",
}
_COUNTS = frozenset({"rg_relations", "mistakes", "tokens"})


def to_json(
    scores: Sequence[StoryScore], summaries: Sequence[Summary], signature: str | None = None
) -> str:
    """Return summaries by system and all stories' figures as a JSON object.

    Args:
        scores: The stories' figures.
        summaries: Those of the systems.
        signature: What the stories were checked with.
    """
    data = {
        "signature": signature,
        "systems": {summary.name: summary.to_dict() for summary in summaries},
        "stories": [score.to_dict() for score in scores],
    }
    return json.dumps(data, ensure_ascii=False, indent=1)


def stories_to_csv(scores: Sequence[StoryScore]) -> str:
    """Return a row a story and a column a measure; cells without a figure are empty."""
    rows = (
        [score.id, score.system, score.game, *map(_cell, score.values.values())] for score in scores
    )
    return _csv(["id", "system", "game", *MEASURES], rows)


def summaries_to_csv(summaries: Sequence[Summary]) -> str:
    """Return a row a system and measure, with the ends of the interval."""
    rows = (
        [summary.name, summary.stories, name, *map(_cell, _numbers(estimate))]
        for summary in summaries
        for name, estimate in summary.estimates.items()
    )
    return _csv(["system", "stories", "measure", "value", "low", "high"], rows)


def print_summaries(summaries: Sequence[Summary], title: str) -> None:
    """Print a row a measure and a column a system."""
    names = [name for name in MEASURES if _is_known(name, summaries)]
    for start in range(0, len(summaries), _SIDE_BY_SIDE):
        chunk = summaries[start : start + _SIDE_BY_SIDE]
        rows = [
            ("stories", *(str(summary.stories) for summary in chunk)),
            *(
                (MEASURES[name], *(_estimate(summary.estimates[name]) for summary in chunk))
                for name in names
            ),
        ]
        print_table(title, ("measure", *(summary.name for summary in chunk)), rows)


def print_stories(scores: Sequence[StoryScore]) -> None:
    """Print a row a story with the main measures."""
    names = [
        name
        for name in _STORY_COLUMNS
        if name not in REFERENCE_MEASURES or any(score.values[name] is not None for score in scores)
    ]
    rows = [
        (
            score.id,
            score.system or "",
            *(decimal(score.values[name], 0 if name in _COUNTS else 3) for name in names),
        )
        for score in scores
    ]
    print_table(
        "Content and mistakes by story",
        ("story", "system", *(_STORY_COLUMNS[name] for name in names)),
        rows,
    )


def _is_known(name: str, summaries: Sequence[Summary]) -> bool:
    return any(summary.estimates[name].value is not None for summary in summaries)


def _numbers(estimate: Estimate) -> tuple[float | None, float | None, float | None]:
    interval = estimate.interval
    if interval is None:
        return estimate.value, None, None
    return estimate.value, interval.low, interval.high


def _estimate(estimate: Estimate) -> str:
    value, low, high = _numbers(estimate)
    if low is None or high is None:
        return decimal(value)
    return f"{decimal(value)} [{decimal(low)} {decimal(high)}]"


def _cell(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"


def _csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(map(safe_row, rows))
    return buffer.getvalue()

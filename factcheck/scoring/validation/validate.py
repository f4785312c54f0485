"""Correlate metrics with the number of mistakes that people found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from factcheck.errors import FactCheckError
from factcheck.scoring.bootstrap import Bootstrap
from factcheck.scoring.validation.correlation import Correlation, Indices, correlate
from factcheck.support.progress import track

MISTAKES = "mistakes"
PER_100_TOKENS = "mistakes per 100 tokens"
STORY = "story"
SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class Row:
    """How one metric relates to one gold figure.

    Args:
        metric: The metric's name.
        gold: ``"mistakes"`` or ``"mistakes per 100 tokens"``.
        level: ``"story"``, or ``"system"`` for means over each system's stories.
        points: Number of stories or systems.
        correlations: ``"pearson"``, ``"spearman"`` and ``"kendall"``.
    """

    metric: str
    gold: str
    level: str
    points: int
    correlations: Mapping[str, Correlation]


@dataclass(frozen=True, slots=True)
class Validation:
    """How metrics relate to the mistakes that people found.

    Args:
        gold: Gold figure's name → story id → value.
        metrics: Metric's name → story id → value, for stories of the gold standard.
        systems: Story id → system, where known.
        rows: A row a metric, gold figure and level.
    """

    gold: Mapping[str, Mapping[str, float]]
    metrics: Mapping[str, Mapping[str, float]]
    systems: Mapping[str, str] = field(default_factory=dict)
    rows: Sequence[Row] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the rows as a JSON-ready object; the coefficient's name is the key."""
        return {"rows": [asdict(row) for row in self.rows]}


def validate(
    gold: Mapping[str, float],
    metrics: Mapping[str, Mapping[str, float]],
    *,
    tokens: Mapping[str, int] | None = None,
    systems: Mapping[str, str] | None = None,
    bootstrap: Bootstrap | None = None,
) -> Validation:
    """Correlate metrics with gold numbers of mistakes, between stories and between systems.

    Args:
        gold: Story id → number of gold mistakes, for every story that people checked.
        metrics: Metric's name → story id → value. A metric may lack stories; those that
            the gold standard does not know are left out.
        tokens: Story id → number of tokens, for mistakes per 100 tokens as well.
        systems: Story id → system that wrote it, for the means of systems as well.
        bootstrap: How to resample the stories for intervals, None for none.

    Raises:
        FactCheckError: There is no metric, a metric has no story of the gold standard,
            the number of tokens of a story is missing, or scipy is not installed.
    """
    if not metrics:
        raise FactCheckError("no metric to validate; give scores, mistakes, references or a kb")
    golds: dict[str, Mapping[str, float]] = {MISTAKES: gold}
    if tokens is not None:
        golds[PER_100_TOKENS] = per_100_tokens(gold, tokens)
    known = {
        name: {story: values[story] for story in gold if story in values}
        for name, values in metrics.items()
    }
    for name, values in known.items():
        if not values:
            raise FactCheckError(f"the metric {name} has no story of the gold standard")
    systems = {story: systems[story] for story in gold if story in systems} if systems else {}
    levels = (STORY, SYSTEM) if systems else (STORY,)
    wanted = [(name, key, level) for level in levels for key in golds for name in known]
    rows = [
        _row(name, key, level, known[name], golds[key], systems, bootstrap)
        for name, key, level in track(wanted, "correlating")
    ]
    return Validation(golds, known, systems, rows)


def per_100_tokens(counts: Mapping[str, float], tokens: Mapping[str, int]) -> dict[str, float]:
    """Return counts per 100 tokens of each story.

    Raises:
        FactCheckError: The number of tokens of a story is missing or 0.
    """
    for story in counts:
        if not tokens.get(story):
            raise FactCheckError(f"the number of tokens of {story} is not known")
    return {story: 100 * count / tokens[story] for story, count in counts.items()}


def _row(
    metric: str,
    gold: str,
    level: str,
    values: Mapping[str, float],
    true: Mapping[str, float],
    systems: Mapping[str, str],
    bootstrap: Bootstrap | None,
) -> Row:
    stories = [story for story in values if level == STORY or story in systems]
    groups = None if level == STORY else _groups(stories, systems)
    correlations = correlate(
        np.array([values[story] for story in stories], float),
        np.array([true[story] for story in stories], float),
        groups,
        bootstrap,
    )
    return Row(metric, gold, level, len(stories if groups is None else groups), correlations)


def _groups(stories: Sequence[str], systems: Mapping[str, str]) -> list[Indices]:
    names = np.array([systems[story] for story in stories])
    return [np.flatnonzero(names == name) for name in dict.fromkeys(names.tolist())]

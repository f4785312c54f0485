"""A scatter plot per metric: its value against the gold mistakes of each story, as SVG."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from pathlib import Path

from factcheck.errors import FormatError
from factcheck.scoring.libraries import library
from factcheck.scoring.terminal_tables import decimal
from factcheck.scoring.validation.validate import MISTAKES, STORY, Validation
from factcheck.support.files import write_whole

# Okabe and Ito's colours, which colour-blind people can tell apart, and shapes for print.
_STYLES = (
    ("#0072B2", "o"),
    ("#D55E00", "^"),
    ("#009E73", "s"),
    ("#CC79A7", "D"),
    ("#E69F00", "v"),
    ("#56B4E9", "P"),
)
_OTHER = ("#666666", "x")


def write_scatter_plots(validation: Validation, folder: str | Path) -> list[Path]:
    """Write one SVG a metric, named after it.

    Args:
        validation: The metrics and the gold standard.
        folder: Where to write; made if need be.

    Returns:
        The files, in the order of the metrics.

    Raises:
        FormatError: A file cannot be written.
        FactCheckError: matplotlib is not installed.
    """
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FormatError(f"cannot be made: {error.strerror}", path=place) from error
    names = _file_names(validation.metrics)
    charts = {names[metric]: scatter_plot(validation, metric) for metric in validation.metrics}
    for name, chart in charts.items():
        write_whole(place / name, chart)
    return [place / name for name in charts]


def _file_names(metrics: Mapping[str, object]) -> dict[str, str]:
    result: dict[str, str] = {}
    for metric in metrics:
        stem = re.sub(r"[^A-Za-z0-9]+", "-", metric).strip("-").lower() or "metric"
        taken = sum(name == stem or name.startswith(f"{stem}--") for name in result.values())
        result[metric] = f"{stem}--{taken + 1}" if taken else stem
    return {metric: f"{stem}.svg" for metric, stem in result.items()}


def scatter_plot(validation: Validation, metric: str) -> str:
    """Draw a metric against the number of gold mistakes, a point a story.

    Args:
        validation: The metrics and the gold standard.
        metric: The metric's name.

    Returns:
        SVG; the same input gives the same text.
    """
    matplotlib = library("matplotlib")
    # Text stays text, and ids do not change from run to run.
    settings = {"svg.fonttype": "none", "svg.hashsalt": "factcheck", "text.parse_math": False}
    with matplotlib.rc_context(settings):
        figure = library("matplotlib.figure").Figure(figsize=(5, 4), layout="constrained")
        axes = figure.add_subplot()
        by_system = _points(validation, metric)
        for position, (system, (gold, values)) in enumerate(by_system.items()):
            colour, marker = _STYLES[position % len(_STYLES)] if system else _OTHER
            label = system or "system not given"
            axes.scatter(gold, values, s=24, c=colour, marker=marker, alpha=0.8, label=label)
        axes.set_xlabel("mistakes that people found, per story")
        axes.set_ylabel(metric)
        axes.set_title(_title(validation, metric), fontsize="medium")
        axes.spines[["top", "right"]].set_visible(False)
        if len(by_system) > 1:
            axes.legend(frameon=False, fontsize="small")
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return buffer.getvalue()


def _points(validation: Validation, metric: str) -> dict[str, tuple[list[float], list[float]]]:
    """Return gold mistakes and values by system; the empty name stands for none given."""
    gold = validation.gold[MISTAKES]
    result: dict[str, tuple[list[float], list[float]]] = {}
    for story, value in validation.metrics[metric].items():
        points = result.setdefault(validation.systems.get(story, ""), ([], []))
        points[0].append(gold[story])
        points[1].append(value)
    return dict(sorted(result.items(), key=lambda item: (not item[0], item[0])))


def _title(validation: Validation, metric: str) -> str:
    row = next(
        row
        for row in validation.rows
        if (row.metric, row.gold, row.level) == (metric, MISTAKES, STORY)
    )
    return (
        f"{row.points} stories: r {decimal(row.correlations['pearson'].value, 2)}, "
        f"ρ {decimal(row.correlations['spearman'].value, 2)}, "
        f"τ {decimal(row.correlations['kendall'].value, 2)}"
    )

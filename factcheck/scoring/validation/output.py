"""What `factcheck validate` prints: tables, and CSV of the coefficients."""

from __future__ import annotations

import csv
import io

from factcheck.scoring.terminal_tables import decimal, print_table
from factcheck.scoring.validation.correlation import COEFFICIENTS, Correlation
from factcheck.scoring.validation.validate import Validation

_TITLES = {"pearson": "Pearson's r", "spearman": "Spearman's rho", "kendall": "Kendall's tau"}


def to_csv(validation: Validation) -> str:
    """Return a row for each metric, gold figure, level and coefficient.

    Args:
        validation: What to print.
    """
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(
        ("metric", "gold", "level", "points", "coefficient", "value", "p", "low", "high")
    )
    for row in validation.rows:
        for name in COEFFICIENTS:
            found = row.correlations[name]
            interval = found.interval
            bounds = ("", "") if interval is None else (interval.low, interval.high)
            writer.writerow(
                (row.metric, row.gold, row.level, row.points, name, found.value, found.p, *bounds)
            )
    return buffer.getvalue()


def print_validation(validation: Validation) -> None:
    """Print a table for each gold figure and level, a row a metric.

    Args:
        validation: What to print.
    """
    for level, gold in dict.fromkeys((row.level, row.gold) for row in validation.rows):
        rows = [row for row in validation.rows if (row.level, row.gold) == (level, gold)]
        title = f"Correlation with gold {gold}, per {level}"
        header: list[str] = ["metric", "stories" if level == "story" else "systems"]
        for name in COEFFICIENTS:
            header += [_TITLES[name], "p"]
        print_table(
            title,
            header,
            [
                (
                    row.metric,
                    str(row.points),
                    *(cell for name in COEFFICIENTS for cell in _cells(row.correlations[name])),
                )
                for row in rows
            ],
        )


def _cells(found: Correlation) -> tuple[str, str]:
    text = decimal(found.value)
    if found.interval is not None:
        text += f" [{decimal(found.interval.low)} {decimal(found.interval.high)}]"
    if found.p is None:
        return text, "–"
    return text, "<0.001" if found.p < 0.001 else decimal(found.p)

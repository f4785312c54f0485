"""Tables for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from factcheck.scoring.shared_task import Ratio, Scores

# Wide enough for every table here where the output is a file or a pipe.
_WIDTH = 160


def print_table(title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table: the first column to the left, the others to the right.

    Args:
        title: Printed above.
        header: Names of the columns.
        rows: One text a column; shown as it is, never read as markup.
    """
    table = Table(box=box.SIMPLE_HEAD, title=Text(title), title_justify="left", title_style="bold")
    for position, name in enumerate(header):
        table.add_column(Text(name), justify="right" if position else "left", no_wrap=True)
    for row in rows:
        table.add_row(*map(Text, row))
    console = Console()
    Console(width=None if console.is_terminal else _WIDTH).print(table)


def decimal(value: float | None, places: int = 3) -> str:
    """Return a figure with its decimals, a dash where there is none."""
    return "–" if value is None else f"{value:.{places}f}"


def share(ratio: Ratio) -> str:
    """Return a share as its figure and its two counts."""
    return f"{decimal(ratio.value)} ({ratio.correct}/{ratio.of_total})"


def print_scores(scores: Scores) -> None:
    """Print the shared task's score, a row a category."""
    print_table(
        "Shared task's score",
        ("category", "recall", "precision", "F1", "token recall", "token precision"),
        [
            (
                str(category),
                share(counts.recall),
                share(counts.precision),
                decimal(counts.f1),
                share(counts.token_recall),
                share(counts.token_precision),
            )
            for category, counts in scores.categories.items()
        ],
    )

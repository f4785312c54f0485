"""Tables for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

# Wide enough for every table here where the output is a file or a pipe.
_WIDTH = 160


def print_table(title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table: the first column to the left, the others to the right.

    Args:
        title: Printed above.
        header: Names of the columns.
        rows: One text a column; shown as it is, never read as markup.
    """
    table = Table(box=box.SIMPLE_HEAD)
    for position, name in enumerate(header):
        table.add_column(Text(name), justify="right" if position else "left")
    for row in rows:
        table.add_row(*map(Text, row))
    console = Console()
    if not console.is_terminal:
        console = Console(width=_WIDTH)
    console.print(Text(title, "bold"), table, sep="\n")


def decimal(value: float | None, places: int = 3) -> str:
    """Return a figure with its decimals, a dash where there is none."""
    return "–" if value is None else f"{value:.{places}f}"

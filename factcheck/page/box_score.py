"""The box score that a page shows beside a story."""

from __future__ import annotations

from dataclasses import dataclass

Cell = str | int | float | None
"""One value of a table; None, not known, is shown as a dash."""

_COMBINED = {
    "FG": "FGM FGA FG_PCT FG2M FG2A",
    "3P": "FG3M FG3A FG3_PCT",
    "FT": "FTM FTA FT_PCT",
    "REB": "REB OREB DREB",
    "1": "Q1 H1 Q1-Q3",
    "2": "Q2 H1 Q1-Q3 Q2-Q3 Q2-Q4",
    "3": "Q3 H2 Q1-Q3 Q2-Q3 Q2-Q4",
    "4": "Q4 H2 Q2-Q4",
    "Total": "GAME",
}


def statistics_of(column: str) -> str:
    """Return the statistics and periods that a column shows or is part of, by spaces."""
    return _COMBINED.get(column, column)


@dataclass(frozen=True, slots=True)
class Table:
    """A line score or the lines of a team's players.

    Args:
        title: The caption, such as the team's name.
        columns: The headings; the first is of the names, the others of values. A value
            heading that is a code of ``kb/reference/statistics.csv`` (``PTS``, ``REB``), or
            ``FG``, ``3P`` or ``FT`` for made-attempted, lets the page point at the cell that
            proves a mistake.
        rows: The lines, each as long as ``columns``; the first cell is the name.
        starters: How many of the first rows are starters, or None where not known.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    starters: int | None = None

    def __post_init__(self) -> None:
        """Refuse rows that do not fit the columns.

        Raises:
            ValueError: A row is longer or shorter than ``columns``.
        """
        for number, row in enumerate(self.rows, start=1):
            if len(row) != len(self.columns):
                raise ValueError(
                    f"row {number} of the table {self.title!r} has {len(row)} cells "
                    f"for {len(self.columns)} columns"
                )


@dataclass(frozen=True, slots=True)
class LeadChart:
    """The lead over the time of a game, as a line in a drawing.

    Args:
        label: What it shows, for readers who do not see it.
        path: The corners of the line: ``x,y`` by spaces, from the left edge to the right.
        level: The height at which the score is tied.
        parts: Where each period but the first begins.
        visitors: Name and largest lead of the visitors, whose leads are above.
        hosts: The same of the hosts, below.
        width: Of the drawing.
        height: Of the drawing.
    """

    label: str
    path: str
    level: float
    parts: tuple[float, ...]
    visitors: str
    hosts: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class BoxScore:
    """One game as a reader wants to see it.

    Args:
        title: The result as a headline: ``Memphis Grizzlies 102, Phoenix Suns 91``.
        subtitle: Day and place: ``Wednesday, 5 November 2014, US Airways Center``.
        line_score: Points by period, one row a team.
        players: One table a team, visitors first.
        lead: The lead over time, where plays are known.
    """

    title: str
    subtitle: str
    line_score: Table
    players: tuple[Table, ...] = ()
    lead: LeadChart | None = None

"""Coverage: how much of a game's box score and line score a story states."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import duckdb

from factcheck.metrics.relations import Fraction, Relations
from factcheck.model import Verdict
from factcheck.support.resources import kb_folder

BOX_SCORE = "box score"
LINE_SCORE = "line score"
SHEETS = (BOX_SCORE, LINE_SCORE)

_NUMBER = re.compile(r"(\d+(?:\.\d+)?)(%?)")

Cell = tuple[str, str, str]
"""Sheet, player's or team's name, and statistic or period."""

Wording = tuple[str, str, int]
"""Subject and relation of a triple, and which number of its value; 0 is a percentage."""


@dataclass(slots=True)
class Sheet:
    """The cells of one game's box and line score.

    Args:
        values: The cells with their values.
        wordings: Which cell a number of a relation states.
    """

    values: dict[Cell, float] = field(default_factory=dict)
    wordings: dict[Wording, Cell] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Coverage:
    """Cells that a story states and cells that it contradicts; a story may do both."""

    cells: frozenset[Cell]
    stated: frozenset[Cell]
    contradicted: frozenset[Cell]

    def share_stated(self, *sheets: str) -> Fraction:
        """Return the share of the sheets' cells that the story states."""
        return _share(self.stated, self.cells, sheets)

    def share_contradicted(self, *sheets: str) -> Fraction:
        """Return the share of the sheets' cells that the story contradicts."""
        return _share(self.contradicted, self.cells, sheets)


def read_sheets(connection: duckdb.DuckDBPyConnection, games: Iterable[str]) -> Mapping[str, Sheet]:
    """Read the box and line scores of games.

    Args:
        connection: An open knowledge base.
        games: Ids of games.

    Returns:
        Game id → sheet, without cells where the knowledge base has none.
    """
    sheets = {game: Sheet() for game in games}
    query = (kb_folder() / "queries" / "box_score_cells.sql").read_text(encoding="utf-8")
    rows = connection.execute(query, {"games": list(sheets)}).fetchall()
    for game, kind, holder, statistic, value, subject, relation, part in rows:
        cell = (kind, holder, statistic)
        sheets[game].values[cell] = value
        sheets[game].wordings[subject, relation, part] = cell
    return sheets


def coverage(relations: Relations, sheet: Sheet) -> Coverage:
    """Find the cells that a story's relations state and contradict.

    A cell is stated by a relation that is supported; of a contradicted relation of two
    numbers, the number that fits its cell states it and the other contradicts its own.

    Args:
        relations: The story's relations.
        sheet: The game's cells.
    """
    stated: set[Cell] = set()
    contradicted: set[Cell] = set()
    for (subject, relation, value), verdict in relations.items():
        if verdict is Verdict.NOT_CHECKABLE:
            continue
        for part, number in _numbers(value):
            cell = sheet.wordings.get((subject, relation, part))
            if cell is None:
                continue
            fits = verdict is Verdict.SUPPORTED or sheet.values[cell] == number
            (stated if fits else contradicted).add(cell)
    return Coverage(frozenset(sheet.values), frozenset(stated), frozenset(contradicted))


def _numbers(value: str) -> list[tuple[int, float]]:
    """Return the numbers of a relation's value with their parts."""
    found = [(match[1], match[2]) for match in _NUMBER.finditer(value)]
    return [
        (0 if percent else place, float(number))
        for place, (number, percent) in enumerate(found, start=1)
    ]


def _share(part: frozenset[Cell], whole: frozenset[Cell], sheets: tuple[str, ...]) -> Fraction:
    return Fraction(
        sum(cell[0] in sheets for cell in part), sum(cell[0] in sheets for cell in whole)
    )

"""Which cells of a box score prove a mistake: those that hold what the evidence says.

A row of evidence names somebody and tells numbers of his. A cell proves it when it is in
that one's row, stands for that number, and holds the same value. A team that merely
occurs in the evidence, its next game or its season, has no cell here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from factcheck.model import Evidence
from factcheck.page.box_score import BoxScore, Cell, Table, statistics_of

Place = tuple[int, int, int]
"""A cell: number of the table (0 is the line score), of the row, and of the column."""

_SHOTS = {
    "FG": ("FGM", "FGA", "FG_PCT"),
    "3P": ("FG3M", "FG3A", "FG3_PCT"),
    "FT": ("FTM", "FTA", "FT_PCT"),
}
_KINDS = {"FG": "FG", "FG3": "3P", "3P": "3P", "FT": "FT"}
_OWN = {"points": "PTS", "minutes": "MIN", "rebounds": "REB", "assists": "AST"}
_ELSEWHEN = frozenset({"games", "average", "games_in_a_row", "next_arena", "season_average"})
"""Columns of evidence about other games than this one."""
_WHO = ("player", "team", "winner", "loser", "leader", "bench_leader", "best_of_game")


def proving_cells(evidence: Sequence[Evidence], box_score: BoxScore) -> list[Place]:
    """Return the cells that prove what evidence says, in order of the tables.

    Args:
        evidence: The rows that decided a claim.
        box_score: The game's, as it is shown.
    """
    found: dict[Place, None] = {}
    for row in evidence:
        if not _ELSEWHEN & row.keys():
            found.update(dict.fromkeys(_cells(row, box_score)))
    return sorted(found)


def _cells(row: Evidence, box_score: BoxScore) -> Iterator[Place]:
    for table, place, who in _named(row, box_score):
        shown = [box_score.line_score, *box_score.players][table]
        if table == 0:
            yield from _in_line_score(row, who, shown, place)
        else:
            yield from _in_player_line(row, who, shown, table, place)


def _named(row: Evidence, box_score: BoxScore) -> Iterator[tuple[int, int, str]]:
    """Yield table and row of each one that evidence names, and the column that names him."""
    tables = (box_score.line_score, *box_score.players)
    for column in _WHO:
        for table, shown in enumerate(tables):
            for place, line in enumerate(shown.rows):
                if line[0] == row.get(column) and line[0] is not None:
                    yield table, place, column


def _in_line_score(row: Evidence, who: str, table: Table, place: int) -> Iterator[Place]:
    periods = [str(row["period"])] if row.get("period") else ["GAME"]
    mine = row.get(f"{who}_points", row.get("points"))
    if row.get("statistic") == "PTS":
        mine = row.get("value")
    yield from _points(table, place, periods, mine)
    if row.get("opponent_points") is not None and len(table.rows) == 2:
        yield from _points(table, 1 - place, periods, row["opponent_points"])


def _points(table: Table, place: int, periods: Sequence[str], value: Any) -> Iterator[Place]:
    """Yield the cells of a team's periods where they come to a number of points."""
    columns = [
        number
        for number, name in enumerate(table.columns[1:], start=1)
        if set(statistics_of(name).split()) & set(periods)
    ]
    cells = [table.rows[place][column] for column in columns]
    if value is not None and cells and _sum(cells) == value:
        yield from ((0, place, column) for column in columns)


def _sum(cells: Sequence[Cell]) -> float | None:
    if any(isinstance(cell, str) or cell is None for cell in cells):
        return None
    return sum(float(cell) for cell in cells if cell is not None)


def _in_player_line(
    row: Evidence, who: str, table: Table, number: int, place: int
) -> Iterator[Place]:
    values = _values(row, who)
    for column, name in enumerate(table.columns[1:], start=1):
        said = values.get(name) or {}
        if any(_holds(table.rows[place][column], name, code, said[code]) for code in said):
            yield number, place, column
    if who == "player" and (row.get("team") == table.title or row.get("is_starter") is not None):
        # Whom he plays for, and whether he starts, is told by where he stands.
        yield number, place, 0


def _values(row: Evidence, who: str) -> dict[str, dict[str, Any]]:
    """Return the numbers that evidence tells of somebody: heading → code → value."""
    told: dict[str, Any] = {}
    if who in ("player", "team"):
        statistic = row.get("statistic")
        told |= {str(name).upper(): value for name, value in row.items() if name != who}
        told |= {_OWN[name]: row[name] for name in _OWN if name in row}
        if statistic is not None and "value" in row:
            told[str(statistic)] = row["value"]
    elif f"{who}_value" in row and row.get("statistic") is not None:
        told[str(row["statistic"])] = row[f"{who}_value"]
    elif f"{who}_points" in row:
        told["PTS"] = row[f"{who}_points"]
    kind = _KINDS.get(str(row.get("shot_kind")))
    if kind is not None:
        made, tried, _ = _SHOTS[kind]
        told |= {made: row.get("made"), tried: row.get("attempted")}
    headings: dict[str, dict[str, Any]] = {}
    for code, value in told.items():
        heading = next((name for name, codes in _SHOTS.items() if code in codes), code)
        headings.setdefault(heading, {})[code] = value
    return headings


def _holds(cell: Cell, heading: str, code: str, value: Any) -> bool:
    """Return whether a cell holds a value, alone or as what was made or tried of it."""
    if value is None or isinstance(value, bool | str):
        return False
    if heading not in _SHOTS:
        return not isinstance(cell, str) and cell is not None and round(float(value)) == cell
    made, dash, tried = str(cell).partition("-")
    if not dash or not made.isdecimal() or not tried.isdecimal():
        return False
    if code.endswith("_PCT"):
        return int(tried) > 0 and abs(100 * int(made) / int(tried) - float(value)) < 0.1
    return float(made if code == _SHOTS[heading][0] else tried) == float(value)

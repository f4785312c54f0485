"""Box scores of the knowledge base, as pages show them beside stories."""

from __future__ import annotations

from collections.abc import Iterable

from factcheck.knowledge import KnowledgeBase
from factcheck.knowledge.sheets import GameSheet, Row
from factcheck.model import Report
from factcheck.page import BoxScore, Table
from factcheck.page.box_score import Cell

_PLAYER_COLUMNS = (
    "MIN", "PTS", "REB", "AST", "STL", "BLK", "TOV",
    "FGM", "FGA", "FG3M", "FG3A", "FTM", "FTA",
)  # fmt: skip


def box_scores_of(kb: KnowledgeBase, reports: Iterable[Report]) -> dict[str, BoxScore]:
    """Return the box score of every game that reports are about, by the game's id."""
    games = dict.fromkeys(report.story.game for report in reports)
    return {game: box_score(kb.show(game)) for game in games if game is not None}


def box_score(sheet: GameSheet) -> BoxScore:
    """Return a game as a headline, a line score and one table of players a team."""
    game = sheet.game
    names = {team["team_id"]: team["name"] for team in sheet.teams}
    place = ", ".join(part for part in (game["arena"], game["city"]) if part)
    day = f"{game['weekday_name']}, {game['date'].day} {game['date']:%B %Y}"
    return BoxScore(
        title=", ".join(f"{team['name']} {_points(team)}".strip() for team in sheet.teams),
        subtitle=", ".join(part for part in (day, place) if part),
        line_score=_line_score(sheet),
        players=tuple(
            table
            for team_id, name in names.items()
            if (table := _players(name, [p for p in sheet.players if p["team_id"] == team_id])).rows
        ),
    )


def _points(team: Row) -> str:
    return "" if team["points"] is None else str(team["points"])


def _line_score(sheet: GameSheet) -> Table:
    known = {name for team in sheet.teams for name in team["periods"] or {}}
    quarters = [name for name in ("Q1", "Q2", "Q3", "Q4") if name in known]
    overtimes = sorted(name for name in known if name.startswith("OT") and name != "OT")
    periods = [*quarters, *overtimes]
    return Table(
        "Line score",
        ("Team", *(period.removeprefix("Q") for period in periods), "Total"),
        tuple(
            (
                team["name"],
                *((team["periods"] or {}).get(period) for period in periods),
                team["points"],
            )
            for team in sheet.teams
        ),
    )


def _players(team: str, lines: list[Row]) -> Table:
    played = [line for line in lines if line["played"]]
    # Whether a man started is not known for every game; then nobody is set apart.
    known = bool(played) and all(line["is_starter"] is not None for line in played)
    return Table(
        team,
        ("Player", *_PLAYER_COLUMNS),
        tuple((line["name"], *_cells(line)) for line in played),
        starters=sum(bool(line["is_starter"]) for line in played) if known else None,
    )


def _cells(line: Row) -> tuple[Cell, ...]:
    columns = ("minutes" if name == "MIN" else name.lower() for name in _PLAYER_COLUMNS)
    return tuple(line[column] for column in columns)

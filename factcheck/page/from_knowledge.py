"""Box scores for pages, out of the knowledge base."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from factcheck.errors import StoryError
from factcheck.model import Report
from factcheck.page.box_score import BoxScore, Cell, LeadChart, Table

if TYPE_CHECKING:
    from factcheck.knowledge import KnowledgeBase
    from factcheck.knowledge.game_summaries import GameSummary

_COUNTS = ("minutes", "pts", "reb", "ast", "stl", "blk", "tov")
_SHOTS = (("fgm", "fga"), ("fg3m", "fg3a"), ("ftm", "fta"))
_HEADINGS = ("Player", "MIN", "PTS", "REB", "AST", "STL", "BLK", "TOV", "FG", "3P", "FT")
_QUARTERS = ("Q1", "Q2", "Q3", "Q4")


def box_scores(knowledge: KnowledgeBase, reports: Iterable[Report]) -> dict[str, BoxScore]:
    """Return the box scores of the games that stories are about, by game id.

    Games that the knowledge base does not hold are left out.

    Args:
        knowledge: An open knowledge base.
        reports: The checked stories.
    """
    found: dict[str, BoxScore] = {}
    for game in dict.fromkeys(report.story.game for report in reports if report.story.game):
        try:
            found[game] = box_score(knowledge.show(game))
        except StoryError:
            # A report outlives the knowledge base it was made with: show the story alone.
            continue
    return found


def box_score(summary: GameSummary) -> BoxScore:
    """Return a game of the knowledge base as pages show it.

    Args:
        summary: What :meth:`KnowledgeBase.show` returned.
    """
    game, teams = summary.game, summary.teams
    day = game["date"]
    place = (part for part in (game["arena"], game["city"]) if part)
    return BoxScore(
        ", ".join(f"{team['name']} {_known(team['points'])}" for team in teams),
        ", ".join([f"{game['weekday_name']}, {day.day} {day:%B %Y}", *place]),
        _line_score(teams),
        tuple(table for team in teams if (table := _players(team, summary.players)).rows),
        _lead(summary),
    )


_WIDTH, _HEIGHT = 480, 96


def _lead(summary: GameSummary) -> LeadChart | None:
    """Draw the lead over time as steps: it holds until the next basket."""
    course = summary.course
    if course is None:
        return None
    above, below = course.visitors.points, course.hosts.points
    scale = _HEIGHT / max(above + below, 1)
    corners, before = [(0.0, 0)], 0
    for seconds, lead in course.leads:
        at = seconds / course.length * _WIDTH
        corners += [(at, before), (at, lead)]
        before = lead
    corners.append((float(_WIDTH), before))
    visitors, hosts = (team["name"] for team in summary.teams)
    return LeadChart(
        f"The lead over time: {course.changes}; largest leads {visitors} {above}, {hosts} {below}.",
        " ".join(f"{x:.1f},{(above + lead) * scale:.1f}" for x, lead in corners),
        above * scale,
        tuple(end / course.length * _WIDTH for end in course.ends_of_periods()),
        f"{visitors} +{above}",
        f"{hosts} +{below}",
        _WIDTH,
        _HEIGHT,
    )


def _line_score(teams: Sequence[Mapping[str, Any]]) -> Table:
    periods = [team["periods"] or {} for team in teams]
    known = {name for points in periods for name in points}
    overtimes = sorted(name for name in known if name.startswith("OT") and name != "OT")
    shown = [*_QUARTERS, *(overtimes or [name for name in ("OT",) if name in known])]
    return Table(
        "Line score",
        ("Team", *(name.removeprefix("Q") for name in shown), "Total"),
        tuple(
            (team["name"], *(points.get(name) for name in shown), team["points"])
            for team, points in zip(teams, periods, strict=True)
        ),
    )


def _players(team: Mapping[str, Any], players: Sequence[Mapping[str, Any]]) -> Table:
    lines = [line for line in players if line["team_id"] == team["team_id"] and line["played"]]
    starts = [line["is_starter"] for line in lines]
    # The knowledge base lists starters first, and knows of all players or of none.
    starters = sum(map(bool, starts)) if None not in starts else None
    return Table(team["name"], _HEADINGS, tuple(map(_line, lines)), starters)


def _line(line: Mapping[str, Any]) -> tuple[Cell, ...]:
    shots = (
        None if line[made] is None else f"{line[made]}-{_known(line[attempted])}"
        for made, attempted in _SHOTS
    )
    return (line["name"], *(_whole(line[name]) for name in _COUNTS), *shots)


def _whole(value: float | None) -> Cell:
    return None if value is None else round(value)


def _known(value: object) -> object:
    return "–" if value is None else value

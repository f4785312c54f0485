"""What a person wants to see of a knowledge base: one game, or all it covers."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from factcheck.knowledge.course import Course, course_of, quarters_of_leaders

if TYPE_CHECKING:
    from factcheck.knowledge.store import KnowledgeBase

Row = Mapping[str, Any]


def _plain(value: object) -> Any:
    """Make dates and times of a row JSON-ready."""
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game: its own row, one row per team, one per man listed, and the neighbouring games.

    Args:
        game: The row of ``game``, with the teams' full names.
        teams: Visitors, then hosts: name, points by period, record, totals.
        players: In order of the team, then starters, then minutes.
        neighbours: The previous and the next game of each team where known.
        quarters: The leading players of each team with their points by period (5 is the first
            overtime), where known.
        course: How the game went, where its plays are known.
    """

    game: Row
    teams: tuple[Row, ...]
    players: tuple[Row, ...]
    neighbours: tuple[Row, ...]
    quarters: tuple[Row, ...] = ()
    course: Course | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the summary as a JSON-ready object."""
        return {
            "game": _plain(self.game),
            "teams": _plain(self.teams),
            "players": _plain(self.players),
            "neighbours": _plain(self.neighbours),
            "quarters": _plain(self.quarters),
            "course": None if self.course is None else self.course.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class Overview:
    """What a knowledge base covers, where it comes from, and what to know about it.

    Args:
        meta: Schema version, time of building, version of factcheck.
        coverage: One row per season: games, with quarters, player lines, periods of
            players, plays, full schedule.
        lacking: Which games have no player lines, periods or plays though others of their season
            do: season, what, number, the first few.
        sources: One row per source file: path, kind, source_rank, rows, games.
        data_issues: Number of data issues by kind, with an example.
        conflicts: Number of differing values by what and sources, with an example.
    """

    meta: Row
    coverage: tuple[Row, ...]
    lacking: tuple[Row, ...]
    sources: tuple[Row, ...]
    data_issues: tuple[Row, ...]
    conflicts: tuple[Row, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the overview as a JSON-ready object."""
        return {
            "meta": _plain(self.meta),
            "coverage": _plain(self.coverage),
            "lacking": _plain(self.lacking),
            "sources": _plain(self.sources),
            "data_issues": _plain(self.data_issues),
            "conflicts": _plain(self.conflicts),
        }


_GAME = """
    SELECT game.*, visitors.full_name AS visitors, hosts.full_name AS hosts
    FROM game
    JOIN team AS visitors ON visitors.team_id = away_id AND visitors.season = game.season
    JOIN team AS hosts ON hosts.team_id = home_id AND hosts.season = game.season
    WHERE game_id = ?
"""
_TEAMS = """
    SELECT team_game.*, full_name AS name, periods, statistics
    FROM team_game
    JOIN team USING (team_id, season)
    LEFT JOIN (
        SELECT game_id, team_id, map_from_entries(list((period, points))) AS periods
        FROM period_score GROUP BY game_id, team_id
    ) USING (game_id, team_id)
    LEFT JOIN (
        SELECT game_id, team_id, map_from_entries(list((statistic, value))) AS statistics
        FROM team_stat GROUP BY game_id, team_id
    ) USING (game_id, team_id)
    WHERE game_id = ? ORDER BY is_home
"""
_PLAYERS = """
    SELECT name, player_line.*
    FROM player_line JOIN player USING (player_id)
    JOIN (SELECT game_id, home_id FROM game) USING (game_id)
    WHERE game_id = ?
    ORDER BY team_id = home_id, played DESC, is_starter DESC NULLS LAST, minutes DESC, name
"""
_NEIGHBOURS = """
    SELECT 'previous' AS which, * FROM previous_game WHERE game_id = $1
    UNION ALL BY NAME
    SELECT 'next' AS which, * FROM next_game WHERE game_id = $1
    ORDER BY team_id, which DESC
"""
_LACKING = """
    WITH known AS (
        SELECT game_id, season, unnest([
            {'what': 'player lines', 'has': has_player_lines},
            {'what': 'periods', 'has': game_id IN (SELECT game_id FROM period_line)},
            {'what': 'plays', 'has': game_id IN (SELECT game_id FROM game_flow)}
        ], recursive := true)
        FROM game
        WHERE home_points IS NOT NULL
    )
    SELECT
        season, what, count(*) FILTER (NOT has) AS number,
        list(game_id ORDER BY game_id) FILTER (NOT has)[:3] AS games
    FROM known
    GROUP BY season, what
    HAVING bool_or(has) AND number > 0
    ORDER BY season, what
"""
_DATA_ISSUES = """
    SELECT kind, count(*) AS number,
           min(subject || coalesce(' (' || detail || ')', '')) AS example
    FROM data_issue GROUP BY kind ORDER BY kind
"""
_CONFLICTS = """
    SELECT regexp_extract(what, '([A-Z0-9]+|home|record|games back)$') AS what,
           regexp_extract(kept_source, '[^/\\\\]+$') AS kept,
           regexp_extract(other_source, '[^/\\\\]+$') AS other,
           count(*) AS number,
           min(game_id || ' ' || conflict.what || ': ' || kept_value || ', not ' || other_value)
               AS example
    FROM conflict GROUP BY ALL ORDER BY number DESC, what, kept, other
"""


def game_summary(kb: KnowledgeBase, game_id: str) -> GameSummary:
    """Collect all about one game; see :meth:`KnowledgeBase.show`."""
    return GameSummary(
        game=kb.rows(_GAME, [game_id])[0],
        teams=tuple(kb.rows(_TEAMS, [game_id])),
        players=tuple(kb.rows(_PLAYERS, [game_id])),
        neighbours=tuple(kb.rows(_NEIGHBOURS, [game_id])),
        quarters=quarters_of_leaders(kb, game_id),
        course=course_of(kb, game_id),
    )


def overview(kb: KnowledgeBase) -> Overview:
    """Collect what the knowledge base knows about itself; see :meth:`KnowledgeBase.info`."""
    return Overview(
        meta={row["key"]: row["value"] for row in kb.rows("FROM meta ORDER BY key")},
        coverage=tuple(kb.rows("FROM coverage ORDER BY season")),
        lacking=tuple(kb.rows(_LACKING)),
        sources=tuple(kb.rows("FROM source ORDER BY source_id")),
        data_issues=tuple(kb.rows(_DATA_ISSUES)),
        conflicts=tuple(kb.rows(_CONFLICTS)),
    )

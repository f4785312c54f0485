"""The plays of games, read from the knowledge base when a story tells of them."""

from __future__ import annotations

from typing import Any

import duckdb

from factcheck.knowledge.deeds import Plays, deeds_of
from factcheck.knowledge.shots import Names, shots_of

_MOST_GAMES = 16
_PLAYS = """
  SELECT
    number, period, clock, kind, detail, made, value, distance, team_id, player_id, other_id,
    home_points, away_points
  FROM play WHERE game_id = $1
"""
_HOME = "SELECT home_id FROM game WHERE game_id = $1"
_PLAYERS = "SELECT player_id, name, surname FROM player"


class PlayStore:
    """Reads the plays of games and keeps those of some.

    Args:
        connection: An open knowledge base.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._cursor = connection.cursor()
        self._plays: dict[str, Plays] = {}
        self._names: Names | None = None

    def plays(self, game: str) -> Plays:
        """Return the plays of a game; none where they are not known."""
        if game not in self._plays:
            if len(self._plays) >= _MOST_GAMES:
                self._plays.clear()
            home, rows = self._rows(_HOME, game), self._rows(_PLAYS, game)
            self._plays[game] = Plays(shots_of(rows, home[0]["home_id"]), deeds_of(rows))
        return self._plays[game]

    def names(self) -> Names:
        """Return the names of all players."""
        if self._names is None:
            found = self._rows(_PLAYERS)
            self._names = Names(
                {row["player_id"]: row["name"] for row in found},
                {row["player_id"]: row["surname"] for row in found},
            )
        return self._names

    def _rows(self, query: str, *values: str) -> list[dict[str, Any]]:
        cursor = self._cursor.execute(query, list(values))
        names = [column[0] for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

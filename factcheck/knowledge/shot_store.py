"""The shots of games, read from the knowledge base when a story tells of them."""

from __future__ import annotations

from typing import Any

import duckdb

from factcheck.knowledge.shots import Names, Shots, shots_of

_MOST_GAMES = 64
_PLAYS = """
  SELECT
    number, period, clock, kind, detail, made, value, distance, team_id, player_id, other_id,
    home_points, away_points
  FROM play WHERE game_id = $1 AND kind IN ('shot', 'free throw')
"""
_HOME = "SELECT home_id FROM game WHERE game_id = $1"
_PLAYERS = "SELECT player_id, name, surname FROM player"


class ShotStore:
    """Reads the shots of games and keeps those of some.

    Args:
        connection: An open knowledge base.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._cursor = connection.cursor()
        self._shots: dict[str, Shots] = {}
        self._names: Names | None = None

    def shots(self, game: str) -> Shots:
        """Return the shots of a game; none where its plays are not known."""
        if game not in self._shots:
            if len(self._shots) >= _MOST_GAMES:
                self._shots.clear()
            home = self._rows(_HOME, game)
            self._shots[game] = shots_of(self._rows(_PLAYS, game), home[0]["home_id"])
        return self._shots[game]

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

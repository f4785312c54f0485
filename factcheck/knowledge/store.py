"""Opening a knowledge base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb

from factcheck.errors import KnowledgeBaseError
from factcheck.knowledge.builder import SCHEMA_VERSION, fill
from factcheck.knowledge.finder import GameRow, find_game, list_games
from factcheck.knowledge.sheets import GameSheet, Overview, game_sheet, overview
from factcheck.knowledge.sources import recognise
from factcheck.support.resources import kb_folder

# Statements are small and run side by side, so that threads of their own only get in the way.
# To find the best order of eight joins takes longer than any order of joins among some rows.
_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "threads": 1,
    "approximate_join_order_threshold": 8,
}

_HEADERS = 3 * 4096
"""Bytes before the first block of a DuckDB file: its main header and two of the database."""


@dataclass(frozen=True, slots=True)
class KnowledgeBase:
    """An open knowledge base; ``connection`` reads its relations (kb/README.md).

    Use :meth:`open` or :meth:`demo`; it closes itself at the end of a ``with`` block.
    """

    connection: duckdb.DuckDBPyConnection = field(repr=False)
    path: Path | None = None

    @classmethod
    def open(cls, path: Path) -> KnowledgeBase:
        """Open a file made by ``factcheck kb build``, for reading only.

        Raises:
            KnowledgeBaseError: The file is missing, truncated, no knowledge base, or of
                another schema version.
        """
        if not path.is_file():
            raise KnowledgeBaseError(
                "no such knowledge base; make one with: factcheck kb build", path=path
            )
        try:
            connection = duckdb.connect(str(path), read_only=True, config=_CONFIG)
            version = _version(connection)
            whole = _is_whole(connection, path)
        except duckdb.Error as error:
            raise KnowledgeBaseError(
                "is no knowledge base of factcheck, or damaged; build it again", path=path
            ) from error
        if version == SCHEMA_VERSION and whole:
            return cls(connection, path)
        connection.close()
        if not whole:
            raise KnowledgeBaseError("is truncated; build it again", path=path)
        raise KnowledgeBaseError(
            f"has schema version {version}, this factcheck needs {SCHEMA_VERSION}; build it again",
            path=path,
        )

    @classmethod
    def demo(cls) -> KnowledgeBase:
        """Build the embedded demo knowledge base in memory: Memphis at Phoenix, 5 November 2014."""
        folder = kb_folder()
        sources = [(path, recognise(path)) for path in sorted((folder / "demo").glob("*.csv"))]
        connection = duckdb.connect(":memory:", config=_CONFIG)
        fill(connection, sources, folder=folder)
        return cls(connection)

    def __enter__(self) -> KnowledgeBase:
        """Return the knowledge base itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the connection."""
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[dict[str, Any]]:
        """Return the rows of a query as dictionaries."""
        cursor = self.connection.execute(sql, parameters)
        names = [column[0] for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def find_game(self, game: str) -> str:
        """Return the id of a game named by its id, or by date and teams.

        Args:
            game: ``2014-11-05-MEM-PHX``, or words such as ``2014-11-05 Grizzlies Suns``.

        Raises:
            StoryError: No game fits, or several do; these are named.
        """
        return find_game(self, game)

    def games(self, team: str | None = None, date: str | None = None) -> list[GameRow]:
        """Return the games, of a team (name or code) and on a day or in a month or year.

        Args:
            team: A code, nickname, city, full name or other usual name.
            date: ``2014-11-05``, or its beginning: ``2014-11`` or ``2014``.

        Raises:
            StoryError: The team is unknown, or the date no date.
        """
        return list_games(self, team, date)

    def show(self, game: str) -> GameSheet:
        """Return line score, box score and surroundings of a game; see :meth:`find_game`."""
        return game_sheet(self, self.find_game(game))

    def info(self) -> Overview:
        """Return what the knowledge base covers, its sources and where they disagree."""
        return overview(self)


def _version(connection: duckdb.DuckDBPyConnection) -> str | None:
    row = connection.execute("SELECT value FROM meta WHERE key = 'schema_version'").fetchone()
    return None if row is None else str(row[0])


def _is_whole(connection: duckdb.DuckDBPyConnection, path: Path) -> bool:
    """Tell whether the file holds its headers and all blocks that they count."""
    row = connection.execute(
        "SELECT block_size * total_blocks FROM pragma_database_size()"
    ).fetchone()
    return row is not None and path.stat().st_size >= _HEADERS + int(row[0])

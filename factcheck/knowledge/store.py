"""Opening a knowledge base."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from factcheck.errors import KnowledgeBaseError
from factcheck.knowledge.finder import GameRow, find_game, list_games
from factcheck.knowledge.schema import SCHEMA_VERSION
from factcheck.knowledge.views import STORED, create_views
from factcheck.support.cache import cached_file
from factcheck.support.resources import kb_folder

if TYPE_CHECKING:
    from factcheck.knowledge.game_summaries import GameSummary, Overview

Config = dict[str, str | bool | int | float | list[str]]

# Statements are small and run side by side, so that threads of their own only get in the way.
# To find the best order of eight joins takes longer than any order of joins among some rows.
_CONFIG: Config = {
    "threads": 1,
    "approximate_join_order_threshold": 8,
    # Give back after a statement what it took and no longer needs: DuckDB's allocator keeps up to
    # 128 MB by itself, and what thousands of statements leave behind came to 30 to 40.
    "allocator_flush_threshold": "100KB",
    "allocator_bulk_deallocation_flush_threshold": "1MB",
}

# A knowledge base and the rules that ask it may come from anybody.
_LOCKED: Config = {
    "temp_directory": "",
    "allow_community_extensions": False,
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "python_enable_replacements": False,
    "enable_external_access": False,
}
_LOCK: Config = {"lock_configuration": True}

_HEADERS = 3 * 4096
"""Bytes before the first block of a DuckDB file: its main header and two of the database."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one statement may take before it is stopped.

    Args:
        seconds: Time of one statement; with few exceptions they take milliseconds.
        memory: What all statements at once and the pages read may hold, as DuckDB writes it.
    """

    seconds: float = 30
    memory: str = "2GB"

    def settings(self) -> Config:
        """Return them as settings of DuckDB."""
        return {"max_execution_time": round(self.seconds * 1000), "memory_limit": self.memory}


@dataclass(frozen=True, slots=True)
class KnowledgeBase:
    """An open knowledge base; ``connection`` reads its relations (kb/README.md).

    Use :meth:`open` or :meth:`demo`; it closes itself at the end of a ``with`` block.
    """

    connection: duckdb.DuckDBPyConnection = field(repr=False)
    path: Path | None = None

    @classmethod
    def open(cls, path: Path, limits: Limits = Limits()) -> KnowledgeBase:
        """Open a file made by ``factcheck kb build``, for reading only and locked.

        No statement can read or write another file, load an extension, change a setting or
        go beyond the limits.

        Args:
            path: The file.
            limits: What a statement may take; of a file that is open already in this process
                they stay what they are.

        Raises:
            KnowledgeBaseError: The file is missing, truncated, no knowledge base, of another
                schema version, or holds views or macros, which could hide anything.
        """
        if not path.is_file():
            raise KnowledgeBaseError(
                "no such knowledge base; make one with: factcheck kb build", path=path
            )
        try:
            connection = duckdb.connect(":memory:", config=_CONFIG)
            connection.execute(f"ATTACH $path AS {STORED} (READ_ONLY)", {"path": str(path)})
            _refuse_code(connection, path)
            version = _version(connection)
            if version == SCHEMA_VERSION:
                create_views(connection, kb_folder())
            _lock(connection, limits)
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
        return cls(_in_memory(sorted((folder / "demo").glob("*.csv")), folder))

    @classmethod
    def examples(cls) -> KnowledgeBase:
        """Open the knowledge base of the games that the examples of the rules are about.

        It is built from the tables that ship with factcheck, once for what they hold, and kept
        in the user's cache folder; where that cannot be written, it is built in memory.
        """
        return cls._kept("examples")

    @classmethod
    def kept_demo(cls) -> KnowledgeBase:
        """Open the demo's knowledge base as :meth:`examples` opens that of the examples."""
        return cls._kept("demo")

    @classmethod
    def _kept(cls, name: str) -> KnowledgeBase:
        """Open the knowledge base of a folder of ``kb/`` from the user's cache folder."""
        from factcheck.knowledge.builder import build

        folder = kb_folder()
        tables = sorted((folder / name).glob("*.csv"))
        # A file that somebody has damaged or removed since costs time and nothing else.
        with suppress(KnowledgeBaseError):
            path = cached_file(
                f"{name}-{_digest(folder, tables)}.duckdb", lambda path: build(path, tables)
            )
            if path is not None:
                return cls.open(path)
        return cls(_in_memory(tables, folder))

    def __reduce__(self) -> tuple[Any, ...]:
        """Let another process open the same file.

        Raises:
            KnowledgeBaseError: It is in memory.
        """
        if self.path is None:
            raise KnowledgeBaseError(
                "a knowledge base in memory cannot be handed to another process; "
                "write one with factcheck kb build and open its file"
            )
        return KnowledgeBase.open, (self.path.absolute(),)

    def __enter__(self) -> KnowledgeBase:
        """Return the knowledge base itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the connection."""
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def rows(
        self, sql: str, parameters: Sequence[object] | Mapping[str, object] = ()
    ) -> list[dict[str, Any]]:
        """Return the rows of a query as dictionaries."""
        cursor = self.connection.execute(sql, parameters)
        names = [column[0] for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    @property
    def digest(self) -> str:
        """Tells knowledge bases apart by what went into them, in eight hexadecimal digits.

        Of a file that an older factcheck has built, which did not keep it, it is when that was.
        """
        kept = dict(self.connection.execute("SELECT key, value FROM meta").fetchall())
        return str(kept.get("content") or sha256(kept["built_at"].encode()).hexdigest()[:8])

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

    def show(self, game: str) -> GameSummary:
        """Return line score, box score and surroundings of a game; see :meth:`find_game`."""
        from factcheck.knowledge.game_summaries import game_summary

        return game_summary(self, self.find_game(game))

    def info(self) -> Overview:
        """Return what the knowledge base covers, its sources and where they disagree."""
        from factcheck.knowledge.game_summaries import overview

        return overview(self)


def _in_memory(tables: Sequence[Path], folder: Path) -> duckdb.DuckDBPyConnection:
    """Return a locked connection to a knowledge base that is built in memory."""
    # Imported now: to open a file needs nothing of it.
    from factcheck.knowledge.builder import fill
    from factcheck.knowledge.sources import recognise

    sources = [(path, recognise(path)) for path in tables]
    connection = duckdb.connect(":memory:", config=_CONFIG)
    connection.execute(f"ATTACH ':memory:' AS {STORED}")
    connection.execute(f"USE {STORED}")
    fill(connection, sources, folder=folder, updatable=False)
    connection.execute("USE memory")
    create_views(connection, folder)
    _lock(connection, Limits())
    return connection


def _digest(folder: Path, tables: Sequence[Path]) -> str:
    """Return a name for what a knowledge base is made of: code, SQL, reference data, tables."""
    code = sorted(Path(__file__).parent.glob("*.py"))
    sql = sorted(folder.rglob("*.sql"))
    reference = sorted((folder / "reference").glob("*.csv"))
    digest = hashlib.sha256()
    for path in [*code, *sql, *reference, *tables]:
        content = path.read_bytes()
        digest.update(f"{path.name} {len(content)} ".encode())
        digest.update(content)
    return digest.hexdigest()[:32]


def _version(connection: duckdb.DuckDBPyConnection) -> str | None:
    row = connection.execute("SELECT value FROM kb.meta WHERE key = 'schema_version'").fetchone()
    return None if row is None else str(row[0])


def _lock(connection: duckdb.DuckDBPyConnection, limits: Limits) -> None:
    """Take from a database, once for all its connections, what only builds need."""
    row = connection.execute("SELECT current_setting('lock_configuration')").fetchone()
    if row == (True,):
        return  # the file is open already in this process
    # One by one: each of the last two forbids what comes before it.
    for name, value in {**limits.settings(), **_LOCKED, **_LOCK}.items():
        connection.execute(f"SET GLOBAL {name} = {value!r}")


def _refuse_code(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Refuse a file with SQL in it that would run when a relation is read."""
    row = connection.execute(
        "SELECT view_name FROM duckdb_views() WHERE NOT internal AND database_name = $1 UNION ALL "
        "SELECT function_name FROM duckdb_functions() WHERE NOT internal AND database_name = $1 "
        "LIMIT 1",
        [STORED],
    ).fetchone()
    if row is not None:
        connection.close()
        raise KnowledgeBaseError(
            f"holds the view or macro {row[0]!r}; a knowledge base has tables only, build it again",
            path=path,
        )


def _is_whole(connection: duckdb.DuckDBPyConnection, path: Path) -> bool:
    """Tell whether the file holds its headers and all blocks that they count."""
    row = connection.execute(
        "SELECT block_size * total_blocks FROM pragma_database_size() WHERE database_name = $1",
        [STORED],
    ).fetchone()
    return row is not None and path.stat().st_size >= _HEADERS + int(row[0])

"""Building the knowledge base: sources are staged, names matched, relations derived."""

from __future__ import annotations

import datetime
import os
import tempfile
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

import factcheck
from factcheck.errors import KnowledgeBaseError
from factcheck.knowledge.loading import load
from factcheck.knowledge.names import Directory, match_names
from factcheck.knowledge.sources import SourceKind, recognise
from factcheck.knowledge.sql import run_file
from factcheck.resources import kb_folder

SCHEMA_VERSION = "1"
"""Of the relations in kb/README.md; a file of another version is refused."""

Progress = Callable[[str, int, int], None]
"""Called with what is being done, the steps done and the steps in all."""


@dataclass(frozen=True, slots=True)
class BuildSummary:
    """What a build made.

    Args:
        games: Number of games.
        player_lines: Number of player lines.
        sources: Path and kind of each source, in order.
        remarks: Number of remarks (duplicates, swaps, spellings, …) by kind.
        disagreements: Number of values that differ between sources.
    """

    games: int
    player_lines: int
    sources: tuple[tuple[str, str], ...] = ()
    remarks: dict[str, int] = field(default_factory=dict)
    disagreements: int = 0


def _silent(what: str, done: int, total: int) -> None:
    """Report no progress."""


def build(
    output: Path,
    sources: Sequence[Path],
    progress: Progress = _silent,
    *,
    folder: Path | None = None,
) -> BuildSummary:
    """Make a knowledge base file; an older one is replaced only when all went well.

    Args:
        output: The DuckDB file to write.
        sources: Files of any kind that :func:`factcheck.knowledge.sources.recognise` knows.
        progress: Called before each step.
        folder: Where schema.sql, views/ and reference/ lie; by default factcheck's own.

    Raises:
        KnowledgeBaseError: A source is unusable, or the output cannot be written.
    """
    if not sources:
        raise KnowledgeBaseError("no sources given; name at least one file")
    kinds = [(path, recognise(path)) for path in sources]
    try:
        with tempfile.TemporaryDirectory(prefix=".factcheck-", dir=output.parent) as beside:
            unfinished = Path(beside) / "kb.duckdb"
            connection = duckdb.connect(str(unfinished))
            try:
                summary = fill(connection, kinds, progress, folder=folder)
            finally:
                connection.close()
            os.replace(unfinished, output)
    except OSError as error:
        raise KnowledgeBaseError(f"cannot be written: {error.strerror}", path=output) from error
    return summary


def fill(
    connection: duckdb.DuckDBPyConnection,
    sources: Sequence[tuple[Path, SourceKind]],
    progress: Progress = _silent,
    *,
    folder: Path | None = None,
) -> BuildSummary:
    """Create all relations in an empty database; see :func:`build`."""
    folder = folder or kb_folder()
    views = sorted((folder / "views").glob("*.sql"))
    total = len(sources) + len(views) + 1
    connection.execute("SET enable_progress_bar = false")
    run_file(connection, folder / "schema.sql", {"reference": str(folder / "reference")})
    for done, (path, kind) in enumerate(sources):
        progress(f"reading {path.name}", done, total)
        load(connection, done + 1, path, kind, folder)
    progress("matching names", len(sources), total)
    _match_players(connection)
    for done, view in enumerate(views, start=len(sources) + 1):
        progress(f"deriving {view.stem[3:].replace('_', ' ')}", done, total)
        run_file(connection, view)
    progress("done", total, total)
    _finish(connection)
    return _summarise(connection)


def _match_players(connection: duckdb.DuckDBPyConnection) -> None:
    """Fill matched_player for the lines whose source has no ids, and remark on doubts."""
    directory = Directory()
    for row in connection.execute(
        "SELECT DISTINCT player_id, name, season, team_id FROM staged_roster UNION "
        "SELECT DISTINCT source_player_id, name, season_of(date), team_id "
        "FROM staged_player_line WHERE source_player_id IS NOT NULL"
    ).fetchall():
        directory.add(*row)
    aliases: dict[str, list[str]] = defaultdict(list)
    for player, alias in connection.execute(
        "SELECT player, alias FROM reference_player_alias"
    ).fetchall():
        aliases[player].append(alias)
    directory.add_aliases(aliases)
    names = connection.execute(
        "SELECT DISTINCT name, season_of(date), team_id "
        "FROM staged_player_line WHERE source_player_id IS NULL"
    ).fetchall()
    matches = match_names(names, directory)
    if matches:
        connection.executemany(
            "INSERT INTO matched_player VALUES (?, ?, ?, ?)",
            [(one.name, one.season, one.team_id, one.player_id) for one in matches],
        )
    remarks = [
        (f"player name {one.how}", None, one.name, f"{one.team_id} {one.season}")
        for one in matches
        if one.how != "exact"
    ]
    if remarks:
        connection.executemany("INSERT INTO remark VALUES (?, ?, ?, ?)", remarks)


def _finish(connection: duckdb.DuckDBPyConnection) -> None:
    built_at = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    connection.executemany(
        "INSERT INTO meta VALUES (?, ?)",
        [
            ("schema_version", SCHEMA_VERSION),
            ("built_at", built_at),
            ("factcheck_version", factcheck.__version__),
        ],
    )


def _summarise(connection: duckdb.DuckDBPyConnection) -> BuildSummary:
    def count(table: str) -> int:
        row = connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608
        return 0 if row is None else int(row[0])

    return BuildSummary(
        games=count("game"),
        player_lines=count("player_line"),
        sources=tuple(connection.execute("SELECT path, kind FROM source ORDER BY ALL").fetchall()),
        remarks=dict(
            connection.execute("SELECT kind, count(*) FROM remark GROUP BY kind").fetchall()
        ),
        disagreements=count("disagreement"),
    )

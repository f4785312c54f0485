"""Building the knowledge base: sources are staged, names matched, relations derived."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

import factcheck
from factcheck.errors import KnowledgeBaseError
from factcheck.knowledge.loading import load
from factcheck.knowledge.players import match_players
from factcheck.knowledge.schema import SCHEMA_VERSION
from factcheck.knowledge.sources import SourceKind, collect
from factcheck.knowledge.sql import run_file
from factcheck.knowledge.staging import content_digest, folder_digest, keep_matches, keep_staged
from factcheck.knowledge.writing import BUILDING, written_whole
from factcheck.support.resources import kb_folder

Progress = Callable[[str, int, int], None]
"""Called with what is being done, the steps done and the steps in all."""


@dataclass(frozen=True, slots=True)
class SourceSummary:
    """One source as read: its path, kind, rows, and the games whose results it gives."""

    path: str
    kind: str
    rows: int
    games: int


@dataclass(frozen=True, slots=True)
class BuildSummary:
    """What a build made.

    Args:
        games: Number of games.
        player_lines: Number of player lines.
        sources: In the order given.
        data_issues: Number of data issues (duplicate games, swapped lines, names in doubt) by kind.
        conflicts: Number of values that differ between sources.
    """

    games: int
    player_lines: int
    sources: tuple[SourceSummary, ...] = ()
    data_issues: dict[str, int] = field(default_factory=dict)
    conflicts: int = 0


def silent(what: str, done: int, total: int) -> None:
    """Report no progress."""


def build(
    output: Path,
    sources: Sequence[Path],
    progress: Progress = silent,
    *,
    folder: Path | None = None,
) -> BuildSummary:
    """Make a knowledge base file; an older one is replaced only when all went well.

    Args:
        output: The DuckDB file to write.
        sources: Files of any kind that :func:`factcheck.knowledge.sources.recognise` knows,
            and folders of such files.
        progress: Called before each step.
        folder: Where schema.sql, tables/ and reference/ lie; by default factcheck's own.

    Raises:
        KnowledgeBaseError: A source is unusable, or the output cannot be written.
    """
    if not sources:
        raise KnowledgeBaseError("no sources given; name at least one file")
    kinds, passed_over = collect(sources)
    if not kinds:
        raise KnowledgeBaseError("no source among the files of the folders given")
    _refuse_foreign(output)
    with written_whole(output) as unfinished:
        connection = duckdb.connect(str(unfinished), config=BUILDING)
        try:
            summary = fill(connection, kinds, progress, folder=folder, passed_over=passed_over)
            if not summary.games:
                raise KnowledgeBaseError("the sources hold no game; nothing is written")
            # Said here, a lack of space is an error; when a connection closes it is not.
            connection.execute("CHECKPOINT")
        finally:
            connection.close()
    return summary


def _refuse_foreign(output: Path) -> None:
    """Refuse to write over what is no DuckDB database, such as the first source or a device."""
    if not output.exists() or (output.is_file() and output.stat().st_size == 0):
        return
    if not output.is_file():
        raise KnowledgeBaseError("cannot be written: is no file", path=output)
    with output.open("rb") as file:
        # DuckDB's storage format: eight bytes of checksum, then the magic bytes.
        if file.read(12)[8:] != b"DUCK":
            raise KnowledgeBaseError(
                "exists and is no DuckDB file; the first argument is the file to write",
                path=output,
            )


def fill(
    connection: duckdb.DuckDBPyConnection,
    sources: Sequence[tuple[Path, SourceKind]],
    progress: Progress = silent,
    *,
    folder: Path | None = None,
    passed_over: Sequence[Path] = (),
    updatable: bool = True,
) -> BuildSummary:
    """Create all relations in an empty database; see :func:`build`.

    Args:
        connection: To the database.
        sources: Files with their kinds; of two of the same rank the first is believed.
        progress: Called before each step.
        folder: See :func:`build`.
        passed_over: Files that are no source.
        updatable: Keep what each source says, so that the knowledge base can be updated.
    """
    folder = folder or kb_folder()
    steps = sorted((folder / "tables").glob("*.sql"))
    total = len(sources) + len(steps) + 1
    prepare(connection, folder)
    note_passed_over(connection, passed_over)
    for done, (source_id, (path, kind)) in enumerate(reading_order(sources)):
        progress(f"reading {path.name}", done, total)
        load(connection, source_id, path, kind, folder)
    if updatable:
        progress("keeping what the sources say", len(sources), total)
        keep_staged(connection)
    progress("matching names", len(sources), total)
    completing = [step for step in steps if step.name < "10"]
    for step in completing:
        run_file(connection, step)
    match_players(connection)
    if updatable:
        keep_matches(connection)
    for done, step in enumerate(steps[len(completing) :], start=len(sources) + 1):
        progress(f"deriving {step.stem[3:].replace('_', ' ')}", done, total)
        run_file(connection, step)
    progress("done", total, total)
    describe(connection, folder_digest(folder))
    return summarise(connection)


def prepare(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """Create the staged relations and the reference data."""
    # In Jupyter without ipywidgets DuckDB can neither show a progress bar nor put it off.
    with suppress(duckdb.InvalidInputException):
        connection.execute("SET enable_progress_bar = false")
    run_file(connection, folder / "schema.sql", {"reference": str(folder / "reference")})


def reading_order(
    sources: Sequence[tuple[Path, SourceKind]],
) -> list[tuple[int, tuple[Path, SourceKind]]]:
    """Return the sources with their ids, rosters first: box scores ask them who is whose."""
    return sorted(enumerate(sources, start=1), key=lambda one: one[1][1].name != "player_seasons")


def note_passed_over(connection: duckdb.DuckDBPyConnection, files: Sequence[Path]) -> None:
    """Remark on files of folders that are no source."""
    for path in files:
        connection.execute(
            "INSERT INTO data_issue VALUES ('file of no known kind', ?, ?, 'passed over')",
            [str(path), path.name],
        )


def describe(connection: duckdb.DuckDBPyConnection, made_with: str) -> None:
    """Write down what the knowledge base is, by whom and of what it is made."""
    built_at = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    connection.executemany(
        "INSERT OR REPLACE INTO meta VALUES (?, ?)",
        [
            ("schema_version", SCHEMA_VERSION),
            ("built_at", built_at),
            ("factcheck_version", factcheck.__version__),
            ("made_with", made_with),
            ("content", content_digest(connection, made_with)),
        ],
    )


def summarise(connection: duckdb.DuckDBPyConnection) -> BuildSummary:
    def count(table: str) -> int:
        row = connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608
        return 0 if row is None else int(row[0])

    sources = connection.execute(
        "SELECT path, kind, rows, games FROM source ORDER BY source_id"
    ).fetchall()
    return BuildSummary(
        games=count("game"),
        player_lines=count("player_line"),
        sources=tuple(SourceSummary(*row) for row in sources),
        data_issues=dict(
            connection.execute("SELECT kind, count(*) FROM data_issue GROUP BY kind").fetchall()
        ),
        conflicts=count("conflict"),
    )

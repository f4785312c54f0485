"""Updating a knowledge base: games that are new or corrected are derived anew, the rest stays.

A copy of the file is worked on, which takes the file's place when all went well. What hangs on a
whole season (records, streaks, ranks, averages) is derived for the seasons that the new sources
touch, plays and periods for their games, as ``kb/updates/*.sql`` tell; everything else of the file
is not read. The result is what a build of all sources would give.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

from factcheck.errors import KnowledgeBaseError
from factcheck.knowledge.builder import (
    BuildSummary,
    Progress,
    describe,
    note_passed_over,
    prepare,
    reading_order,
    silent,
    summarise,
)
from factcheck.knowledge.loading import load
from factcheck.knowledge.players import match_players
from factcheck.knowledge.schema import SCHEMA_VERSION
from factcheck.knowledge.sources import SourceKind, collect
from factcheck.knowledge.sql import run_file
from factcheck.knowledge.staging import LARGE, PREFIX, file_digest, folder_digest, staged_relations
from factcheck.knowledge.writing import BUILDING, written_whole
from factcheck.support.resources import kb_folder

_REFERENCE = ("player", "player_alias", "coach", "arena", "arena_alias", "place", "statistic")
"""Relations that are small and hang on all sources."""

_OWN = ("meta", "source", "data_issue", "play")
"""Relations that are treated one by one."""


@dataclass(frozen=True, slots=True)
class UpdateSummary:
    """What an update changed.

    Args:
        whole: The knowledge base as it is now.
        read: Names of the files that were read, because they are new or not what they were.
        unchanged: Names of the files that are in the knowledge base as they are.
        seasons: Seasons that were derived anew.
        new_games: Number of games that were not known before.
        gone_games: Number of games that are not known any more.
    """

    whole: BuildSummary
    read: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    seasons: tuple[str, ...] = ()
    new_games: int = 0
    gone_games: int = 0


@dataclass(frozen=True, slots=True)
class _News:
    """The sources to read, by the ids they get, and what was found out about the file."""

    sources: dict[int, tuple[Path, SourceKind]] = field(default_factory=dict)
    unchanged: list[Path] = field(default_factory=list)


def update(
    output: Path,
    sources: Sequence[Path],
    progress: Progress = silent,
    *,
    folder: Path | None = None,
) -> UpdateSummary:
    """Add games to a knowledge base file, and correct those it has; it is replaced at the end.

    A file at a path that the knowledge base was made of takes the place of what it held before;
    if nothing in it has changed it is not read. Other files are believed before those of the same
    rank that were there.

    Args:
        output: The DuckDB file.
        sources: Files and folders; see :func:`factcheck.knowledge.build`.
        progress: Called before each step.
        folder: Where schema.sql, tables/, updates/ and reference/ lie; by default factcheck's own.

    Raises:
        KnowledgeBaseError: The file is no knowledge base, or one that was built with other
            reference data or by another version of factcheck; a source is unusable; the file
            cannot be written.
    """
    folder = folder or kb_folder()
    kinds, passed_over = collect(sources)
    if not kinds:
        raise KnowledgeBaseError("no sources given; name at least one file")
    news = _news(output, kinds, folder)
    before = output.stat()
    if not news.sources:
        with duckdb.connect(str(output), read_only=True) as connection:
            whole = summarise(connection)
        return UpdateSummary(whole, unchanged=_names(news.unchanged))
    with written_whole(output) as unfinished:
        progress("copying", 0, 1)
        _copy(output, unfinished)
        connection = duckdb.connect(":memory:", config=BUILDING)
        try:
            connection.execute("SET temp_directory = $1", [str(unfinished.parent / "spill")])
            connection.execute("ATTACH $1 AS stored", [str(unfinished)])
            summary = _Update(connection, folder, news, progress).run(passed_over)
            connection.execute("CHECKPOINT stored")
        finally:
            connection.close()
        now = output.stat()
        if (now.st_ino, now.st_mtime_ns) != (before.st_ino, before.st_mtime_ns):
            raise KnowledgeBaseError("was changed meanwhile; update it again", path=output)
    return summary


def _news(output: Path, kinds: Sequence[tuple[Path, SourceKind]], folder: Path) -> _News:
    """Return what is to be read, after a look at what the file was made of."""
    if not output.is_file():
        raise KnowledgeBaseError(
            "no such knowledge base; make one with: factcheck kb build", path=output
        )
    try:
        with duckdb.connect(str(output), read_only=True) as connection:
            meta = dict(connection.execute("SELECT key, value FROM meta").fetchall())
            known = connection.execute("SELECT path, source_id, digest FROM source").fetchall()
    except duckdb.Error as error:
        raise KnowledgeBaseError(
            "is no knowledge base of factcheck, or damaged; build it again", path=output
        ) from error
    if meta.get("schema_version") != SCHEMA_VERSION or meta.get("made_with") != folder_digest(
        folder
    ):
        raise KnowledgeBaseError(
            "was built by another version of factcheck or with other reference data; "
            "build it again from all its sources",
            path=output,
        )
    ids = {path: source_id for path, source_id, _ in known}
    digests = {path: digest for path, _, digest in known}
    news = _News()
    added = []
    for path, kind in kinds:
        if digests.get(str(path)) == file_digest(path):
            news.unchanged.append(path)
        elif str(path) in ids:
            news.sources[ids[str(path)]] = (path, kind)
        else:
            added.append((path, kind))
    first = min(ids.values(), default=1) - len(added)
    news.sources.update(enumerate(added, start=first))
    return news


def _copy(output: Path, unfinished: Path) -> None:
    """Copy a file so that it has its name when it is whole: half a file seems to be nobody's."""
    part = unfinished.with_suffix(".part")
    shutil.copyfile(output, part)
    part.replace(unfinished)


def _names(paths: Sequence[Path]) -> tuple[str, ...]:
    return tuple(path.name for path in paths)


class _Update:
    """One update: relations of seasons and games are derived in memory, then exchanged."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        folder: Path,
        news: _News,
        progress: Progress,
    ) -> None:
        self._connection = connection
        self._folder = folder
        self._news = news
        self._progress = progress
        steps = [*(folder / "tables").glob("*.sql"), *(folder / "updates").glob("*.sql")]
        self._steps = sorted(steps, key=lambda step: step.name)
        self._total = len(news.sources) + len(steps) + 2
        self._done = 0

    def run(self, passed_over: Sequence[Path]) -> UpdateSummary:
        """Carry it out on the attached file."""
        connection = self._connection
        prepare(connection, self._folder)
        connection.execute("CREATE TEMP TABLE news (source_id INTEGER)")
        connection.executemany("INSERT INTO news VALUES (?)", [[one] for one in self._news.sources])
        relations = staged_relations(connection)
        self._recall(relations)
        note_passed_over(connection, passed_over)
        for source_id, (path, kind) in self._read_first():
            self._tell(f"reading {path.name}")
            load(connection, source_id, path, kind, self._folder)
        self._derive(relations)
        self._tell("exchanging")
        return self._exchange(passed_over)

    def _read_first(self) -> list[tuple[int, tuple[Path, SourceKind]]]:
        order = [number for number, _ in reading_order(list(self._news.sources.values()))]
        ids = list(self._news.sources)
        return [(ids[number - 1], self._news.sources[ids[number - 1]]) for number in order]

    def _tell(self, what: str) -> None:
        self._progress(what, self._done, self._total)
        self._done += 1

    def _recall(self, relations: Sequence[str]) -> None:
        """Stage what the sources said that are not read again; of plays only what is needed."""
        for name in relations:
            if name not in LARGE:
                self._connection.execute(
                    f"INSERT INTO {PREFIX}{name} FROM stored.staged.{name} "
                    "ANTI JOIN news USING (source_id)"
                )
        self._connection.execute(
            "INSERT INTO source FROM stored.source ANTI JOIN news USING (source_id)"
        )

    def _derive(self, relations: Sequence[str]) -> None:
        connection = self._connection
        for step in self._steps:
            self._tell(f"deriving {step.stem[3:].replace('_', ' ')}")
            run_file(connection, step)
            if step.name.startswith("02"):
                self._keep(relations)
            if step.name.startswith("05"):
                match_players(connection)

    def _keep(self, relations: Sequence[str]) -> None:
        """Write what the new sources say into the file."""
        connection = self._connection
        for name in relations:
            connection.execute(
                f"DELETE FROM stored.staged.{name} "  # noqa: S608
                "WHERE source_id IN (SELECT source_id FROM news)"
            )
            connection.execute(
                f"INSERT INTO stored.staged.{name} FROM {PREFIX}{name} "
                "SEMI JOIN news USING (source_id)"
            )
            if name in LARGE:
                connection.execute(f"DROP TABLE {PREFIX}{name}")
        # Remarks of reading are those of their files; others are of seasons, and made again.
        connection.execute("CREATE TEMP TABLE reading_data_issue AS FROM data_issue")
        connection.execute("DELETE FROM data_issue")

    def _exchange(self, passed_over: Sequence[Path]) -> UpdateSummary:
        """Put what was derived in the place of what the file had of it."""
        connection = self._connection
        counted = connection.execute(
            "SELECT (SELECT count(*) FROM game ANTI JOIN stored.game AS old USING (game_id)), ("
            "SELECT count(*) FROM stored.game AS old SEMI JOIN season_game USING (game_id) "
            "ANTI JOIN game USING (game_id))"
        ).fetchone()
        seasons = connection.execute(
            "SELECT DISTINCT season FROM touched_season ORDER BY season"
        ).fetchall()
        self._exchange_data_issues(
            [*(path for path, _ in self._news.sources.values()), *passed_over]
        )
        for name, columns in self._tables().items():
            if name in _REFERENCE:
                self._replace(name, "true")
            elif "season" in columns:
                self._replace(name, "season IN (SELECT season FROM touched_season)")
            elif name not in _OWN:
                self._replace(name, "game_id IN (SELECT game_id FROM season_game)")
        self._replace(
            "play",
            "game_id IN (SELECT game_id FROM season_game ANTI JOIN settled_game USING (game_id))",
        )
        self._replace("source", "true")
        connection.execute("DROP TABLE stored.staged.matched_player")
        connection.execute("CREATE TABLE stored.staged.matched_player AS FROM matched_player")
        connection.execute("USE stored")
        describe(connection, folder_digest(self._folder))
        whole = summarise(connection)
        connection.execute("USE memory")
        new, gone = counted or (0, 0)
        return UpdateSummary(
            whole,
            _names([path for path, _ in self._news.sources.values()]),
            _names(self._news.unchanged),
            tuple(season for (season,) in seasons),
            new,
            gone,
        )

    def _tables(self) -> dict[str, list[str]]:
        """Return the relations of the file with their columns."""
        rows = self._connection.execute(
            "SELECT table_name, list(column_name) FROM duckdb_columns() "
            "WHERE database_name = 'stored' AND schema_name = 'main' GROUP BY table_name"
        ).fetchall()
        return dict(rows)

    def _replace(self, name: str, what: str) -> None:
        """Put rows of memory for those of the file of which a condition (SQL of ours) holds."""
        self._connection.execute(f"DELETE FROM stored.{name} WHERE {what}")  # noqa: S608
        self._connection.execute(f"INSERT INTO stored.{name} BY NAME FROM {name} WHERE {what}")

    def _exchange_data_issues(self, files: Sequence[Path]) -> None:
        """Keep the data issues of files that were not read and on seasons that were not derived."""
        run_file(
            self._connection,
            self._folder / "updates" / "data_issues" / "exchange.sql",
            {"files": [str(path) for path in files]},
        )

"""Read stories: text files, JSON lines, Parquet, and the shared task's ``games.csv``."""

from __future__ import annotations

import csv
import errno
import hashlib
import io
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from factcheck.errors import FormatError
from factcheck.model import Story
from factcheck.stories.placed import OnSkip, PlacedStory
from factcheck.stories.rows import decode, read_lines, read_parquet
from factcheck.support.streams import (
    STANDARD_INPUT,
    Meter,
    lines,
    plain_stem,
    plain_suffix,
    reading,
)

if TYPE_CHECKING:
    from factcheck.knowledge import KnowledgeBase

_JSON_ENDINGS = {".json", ".jsonl", ".ndjson"}
_PEEKED = 256
"""Bytes at the beginning of a file that tell its kind."""
_GAME_COLUMNS = ("TEXT_ID", "HOME_NAME", "VIS_NAME", "DATE")

# Names count in any wording that the season knew: "Blazers", "LA Clippers".
_FIND_GAME = """
  SELECT DISTINCT game.game_id
  FROM game
  JOIN team_alias AS home ON home.team_id = game.home_id AND home.season = game.season
  JOIN team_alias AS visitors ON visitors.team_id = game.away_id AND visitors.season = game.season
  WHERE game.date = $date
    AND lower(home.alias) = lower($home)
    AND lower(visitors.alias) = lower($visitors)
"""


class Column(StrEnum):
    """Which text of the shared task's ``games.csv`` to read."""

    TOKENISED = "tokenised"
    NORMAL = "normal"

    @property
    def header(self) -> str:
        """The column's name in the file."""
        return {
            Column.TOKENISED: "GENERATED_TEXT",
            Column.NORMAL: "DETOKENIZED_GENERATED_TEXT",
        }[self]

    @classmethod
    def parse(cls, name: str) -> Column:
        """Return the column of a name.

        Raises:
            FormatError: There is none of that name.
        """
        try:
            return cls(name)
        except ValueError:
            raise FormatError(f"--column: {name!r} is none of {', '.join(cls)}") from None


def column_of(paths: Iterable[Path], column: Column) -> str | None:
    """Return the name of the column that is read, or None where no file has columns."""
    return str(column) if any(path.suffix.lower() == ".csv" for path in paths) else None


def read_stories(
    paths: Sequence[Path],
    kb: KnowledgeBase,
    on_skip: OnSkip,
    *,
    column: Column = Column.TOKENISED,
    meter: Meter | None = None,
) -> Iterator[PlacedStory]:
    """Yield the stories of files of any kind, in order, as they are read.

    What a file holds is seen from its ending (``.jsonl``, ``.csv``, ``.parquet``) or its
    content; all else is the text of one story, named for the file. All but Parquet may be
    compressed (``.jsonl.gz``).

    Args:
        paths: The files; ``-`` is standard input.
        kb: Finds the games of ``games.csv``.
        on_skip: Called for each story or file that cannot be read; the rest goes on.
        column: Which text of ``games.csv`` to read.
        meter: Told how much of the files has been read.
    """
    meter = meter or Meter()
    stems = Counter(plain_stem(path) for path in paths)
    seen: set[bytes] = set()
    for path in paths:
        for placed in _guarded(_read_file(path, stems, kb, on_skip, column, meter), on_skip):
            # Of millions of long ids there is no room for more than a digest.
            key = hashlib.blake2b(placed.story.id.encode(), digest_size=12).digest()
            if key in seen:
                twice = FormatError("comes a second time; give each story an id of its own")
                on_skip(placed.error(twice))
                continue
            seen.add(key)
            yield placed
        meter.next_file()


def missing_files(paths: Iterable[Path]) -> list[FormatError]:
    """Return an error for each file that does not exist: that can be told before any work."""
    return [
        FormatError(f"cannot be read: {os.strerror(errno.ENOENT)}", path=path)
        for path in paths
        if path != STANDARD_INPUT and not path.exists()
    ]


def _guarded(stories: Iterable[PlacedStory], on_skip: OnSkip) -> Iterator[PlacedStory]:
    """Turn an error that ends a file into a file that is left out."""
    try:
        yield from stories
    except FormatError as error:
        on_skip(error)


def _read_file(
    path: Path,
    stems: Mapping[str, int],
    kb: KnowledgeBase,
    on_skip: OnSkip,
    column: Column,
    meter: Meter,
) -> Iterator[PlacedStory]:
    name = "standard input" if path == STANDARD_INPUT else str(path)
    with reading(path, meter) as stream:
        if stream.peek(3)[:3] == b"\xef\xbb\xbf":
            stream.read(3)
        ending, beginning = plain_suffix(path), stream.peek(_PEEKED)[:_PEEKED]
        if ending == ".parquet" or beginning.startswith(b"PAR1"):
            if path == STANDARD_INPUT or path.suffix.lower() != ending:
                raise FormatError("Parquet is read from a file, not compressed again", path=name)
            yield from read_parquet(path, on_skip, meter)
        elif ending in _JSON_ENDINGS or beginning.lstrip()[:2] == b'{"':
            yield from read_lines(lines(stream, meter), name, on_skip)
        elif ending == ".csv" or beginning.startswith(b"TEXT_ID,"):
            yield from _read_games(decode(stream.read(), name), name, kb, on_skip, column)
        else:
            stem = plain_stem(path)
            own = "stdin" if path == STANDARD_INPUT else stem
            # Two files of one name in different folders are told apart by their paths.
            story_id = own if stems[stem] == 1 else str(path)
            yield PlacedStory(Story(story_id, decode(stream.read(), name), path=name), name)


def _read_games(
    content: str, name: str, kb: KnowledgeBase, on_skip: OnSkip, column: Column
) -> Iterator[PlacedStory]:
    reader = csv.DictReader(io.StringIO(content, newline=""), strict=True)
    try:
        header = reader.fieldnames or ()
        missing = [field for field in (*_GAME_COLUMNS, column.header) if field not in header]
        if missing:
            raise FormatError(
                "missing from the header; a CSV of stories has the shared task's columns "
                f"{', '.join(_GAME_COLUMNS)} and {column.header}",
                path=name,
                field=", ".join(missing),
            )
        line = reader.line_num + 1
        for row in reader:
            try:
                story = _game_story(row, kb, column, name, line)
                yield PlacedStory(replace(story, path=name, line=line), name, line)
            except FormatError as error:
                on_skip(error)
            line = reader.line_num + 1
    except csv.Error as error:
        raise FormatError(f"not CSV: {error}", path=name, line=reader.line_num) from error


def _game_story(
    row: Mapping[str, str | None], kb: KnowledgeBase, column: Column, name: str, line: int
) -> Story:
    fields = {field: row[field] for field in (*_GAME_COLUMNS, column.header)}
    short = next((field for field, value in fields.items() if not value), None)
    if short is not None:
        raise FormatError("empty", path=name, line=line, field=short)
    text_id, home, visitors, day, text = (value or "" for value in fields.values())
    try:
        when = datetime.strptime(day, "%m_%d_%y").date()
    except ValueError as error:
        message = f"{day!r} is not a day; write it MM_DD_YY"
        raise FormatError(message, path=name, line=line, field="DATE") from error
    game = _find_game(kb, when, visitors, home)
    if game is None:
        message = f"the knowledge base has no game {visitors} at {home} on {when}"
        raise FormatError(message, path=name, line=line)
    return Story(text_id.removesuffix(".txt"), text, game)


def _find_game(kb: KnowledgeBase, day: date, visitors: str, home: str) -> str | None:
    row = kb.connection.execute(
        _FIND_GAME, {"date": day, "home": home, "visitors": visitors}
    ).fetchone()
    return None if row is None else str(row[0])

"""Read stories: text files, JSON lines, and the shared task's ``games.csv``."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from factcheck.errors import FactCheckError, FormatError, StoryError
from factcheck.model import Story

if TYPE_CHECKING:
    from factcheck.knowledge import KnowledgeBase

STANDARD_INPUT = Path("-")
"""Stands for standard input where files are named."""

OnSkip = Callable[[FactCheckError], None]
"""Called with what is wrong with a story, or with a file, that is left out."""

_JSON_ENDINGS = {".json", ".jsonl", ".ndjson"}
_SURROGATE = re.compile("[\ud800-\udfff]")
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


@dataclass(frozen=True, slots=True)
class PlacedStory:
    """A story, and where it stands, for messages about it.

    Args:
        story: The story.
        path: The file that holds it.
        line: Its line, in a file of several stories.
    """

    story: Story
    path: str
    line: int | None = None

    def error(self, error: FactCheckError) -> StoryError:
        """Return an error about this story that says where it stands."""
        message = error.message if self.line is None else f"story {self.story.id}: {error.message}"
        return StoryError(message, path=self.path, line=self.line)


def read_stories(
    paths: Sequence[Path],
    kb: KnowledgeBase,
    on_skip: OnSkip,
    *,
    column: Column = Column.TOKENISED,
) -> Iterator[PlacedStory]:
    """Yield the stories of files of any kind, in order.

    What a file holds is seen from its ending (``.jsonl``, ``.csv``) or its content; all
    else is the text of one story, named for the file.

    Args:
        paths: The files; ``-`` is standard input.
        kb: Finds the games of ``games.csv``.
        on_skip: Called for each story or file that cannot be read; the rest goes on.
        column: Which text of ``games.csv`` to read.
    """
    stems = Counter(path.stem for path in paths)
    seen: set[str] = set()
    for path in paths:
        for placed in _guarded(_read_file(path, stems, kb, on_skip, column), on_skip):
            if placed.story.id in seen:
                twice = FormatError("comes a second time; give each story an id of its own")
                on_skip(placed.error(twice))
                continue
            seen.add(placed.story.id)
            yield placed


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
    path: Path, stems: Mapping[str, int], kb: KnowledgeBase, on_skip: OnSkip, column: Column
) -> Iterator[PlacedStory]:
    content = _read_bytes(path)
    name = "standard input" if path == STANDARD_INPUT else str(path)
    if path.suffix.lower() in _JSON_ENDINGS or content.lstrip()[:2] == b'{"':
        yield from _read_lines(content, name, on_skip)
    elif path.suffix.lower() == ".csv" or content.startswith(b"TEXT_ID,"):
        yield from _read_games(_decode(content, name), name, kb, on_skip, column)
    else:
        own = "stdin" if path == STANDARD_INPUT else path.stem
        # Two files of one name in different folders are told apart by their paths.
        story_id = own if stems[path.stem] == 1 else str(path)
        yield PlacedStory(Story(story_id, _decode(content, name), path=name), name)


def _read_bytes(path: Path) -> bytes:
    if path == STANDARD_INPUT:
        content = sys.stdin.buffer.read()
    else:
        try:
            content = path.read_bytes()
        except OSError as error:
            raise FormatError(f"cannot be read: {error.strerror}", path=path) from error
    return content.removeprefix(b"\xef\xbb\xbf")


def _decode(content: bytes, name: str, line: int | None = None) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        wrong = content.count(b"\n", 0, error.start) + (line or 1)
        message = f"not UTF-8 (byte 0x{content[error.start]:02x}); save it as UTF-8"
        raise FormatError(message, path=name, line=wrong) from error


def _read_lines(content: bytes, name: str, on_skip: OnSkip) -> Iterator[PlacedStory]:
    empty = True
    # Only line feeds end a line: JSON may hold other line separators unescaped.
    for number, line in enumerate(content.split(b"\n"), start=1):
        if not line.strip():
            continue
        empty = False
        try:
            story = _story(_decode(line, name, number), name, number)
            yield PlacedStory(replace(story, path=name, line=number), name, number)
        except FormatError as error:
            on_skip(error)
    if empty:
        raise FormatError("holds no story", path=name)


def _story(line: str, name: str, number: int) -> Story:
    try:
        item = json.loads(line)
    except (ValueError, RecursionError) as error:  # a number may have too many digits
        message = f"not JSON: {error}; write one object a line"
        raise FormatError(message, path=name, line=number) from error
    if not isinstance(item, dict):
        raise FormatError("not a JSON object; write one object a line", path=name, line=number)

    def text(field: str, required: bool = False) -> str | None:
        value = item.get(field)
        if value is None and not required:
            return None
        if not isinstance(value, str):
            message = "missing; every story needs one" if value is None else "not a text"
            raise FormatError(message, path=name, line=number, field=field)
        _refuse_surrogates(value, name, number, field)
        return value

    return Story(
        id=text("id", required=True) or _refuse("empty", name, number, "id"),
        text=text("text", required=True) or "",
        game=text("game"),
        system=text("system"),
        references=_references(item.get("references"), name, number),
    )


def _references(value: Any, name: str, number: int) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        _refuse("not a list of texts", name, number, "references")
    for text in value:
        _refuse_surrogates(text, name, number, "references")
    return tuple(value)


def _refuse_surrogates(text: str, name: str, number: int, field: str) -> None:
    """Refuse half a character, which JSON can spell and no output can hold."""
    if found := _SURROGATE.search(text):
        code = f"U+{ord(found[0]):04X}"
        message = f"holds the lone surrogate {code}, which is no character; remove it"
        _refuse(message, name, number, field)


def _refuse(message: str, name: str, number: int, field: str) -> str:
    raise FormatError(message, path=name, line=number, field=field)


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

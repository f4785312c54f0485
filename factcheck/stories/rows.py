"""Stories in rows: JSON lines, and tables in Parquet."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import duckdb

from factcheck.errors import FormatError
from factcheck.model import Story
from factcheck.stories.placed import OnSkip, PlacedStory
from factcheck.support.streams import Meter

_SURROGATE = re.compile("[\ud800-\udfff]")
_COLUMNS = frozenset({"id", "text", "game", "system", "references"})
_FETCHED = 256


def read_lines(lines: Iterable[bytes], name: str, on_skip: OnSkip) -> Iterator[PlacedStory]:
    """Yield the stories of JSON lines, one object a line.

    Args:
        lines: The lines of a file as they are read; only line feeds end a line, for JSON may
            hold other line separators unescaped.
        name: What messages call the file.
        on_skip: Called for each line that is no story.

    Raises:
        FormatError: There is no line with anything on it.
    """
    empty = True
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        empty = False
        try:
            story = _story(_object(line, name, number), name, number)
            yield PlacedStory(replace(story, path=name, line=number), name, number)
        except FormatError as error:
            on_skip(error)
    if empty:
        raise FormatError("holds no story", path=name)


def read_parquet(path: Path, on_skip: OnSkip, meter: Meter) -> Iterator[PlacedStory]:
    """Yield the stories of a Parquet file, a few rows in memory at a time.

    Args:
        path: The file; it needs the columns ``id`` and ``text``, may have ``game``, ``system``
            and ``references``, and its others are kept.
        on_skip: Called for each row that is no story; rows count from 1.
        meter: Told how much of the file is read.

    Raises:
        FormatError: It is no Parquet file, or a column is missing.
    """
    size = path.stat().st_size
    with duckdb.connect(config={"threads": 1}) as connection:
        source = {"path": str(path)}
        try:
            count = connection.execute(
                "SELECT count(*) FROM read_parquet($path)", source
            ).fetchone() or (0,)
            rows = connection.execute("SELECT * FROM read_parquet($path)", source)
        except duckdb.Error as error:
            reason = str(error).splitlines()[0]
            raise FormatError(f"cannot be read as Parquet: {reason}", path=path) from error
        names = [column[0] for column in rows.description or ()]
        if missing := sorted({"id", "text"} - set(names)):
            raise FormatError("no such column", path=path, field=", ".join(missing))
        number = 0
        while batch := rows.fetchmany(_FETCHED):
            for values in batch:
                number += 1
                try:
                    story = _story(dict(zip(names, values, strict=True)), str(path), number)
                    yield PlacedStory(
                        replace(story, path=str(path), line=number), str(path), number
                    )
                except FormatError as error:
                    on_skip(error)
            meter.move(size * number // max(count[0], 1))


def decode(content: bytes, name: str, line: int | None = None) -> str:
    """Return bytes as text.

    Raises:
        FormatError: They are not UTF-8; the message names the line.
    """
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        wrong = content.count(b"\n", 0, error.start) + (line or 1)
        message = f"not UTF-8 (byte 0x{content[error.start]:02x}); save it as UTF-8"
        raise FormatError(message, path=name, line=wrong) from error


def _object(line: bytes, name: str, number: int) -> dict[str, Any]:
    text = decode(line.rstrip(b"\n"), name, number)
    try:
        item = json.loads(text)
    except (ValueError, RecursionError) as error:  # a number may have too many digits
        message = f"not JSON: {error}; write one object a line"
        raise FormatError(message, path=name, line=number) from error
    if not isinstance(item, dict):
        raise FormatError("not a JSON object; write one object a line", path=name, line=number)
    return item


def _story(item: Mapping[str, Any], name: str, number: int) -> Story:
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
        others=_others(item, name, number),
    )


def _others(item: Mapping[str, Any], name: str, number: int) -> dict[str, Any]:
    """Return what is no column of ours and goes through as it is."""
    others = {field: value for field, value in item.items() if field not in _COLUMNS}
    if others:
        _refuse_surrogates(json.dumps(others, ensure_ascii=False, default=str), name, number, None)
    return others


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


def _refuse_surrogates(text: str, name: str, number: int, field: str | None) -> None:
    """Refuse half a character, which JSON can spell and no output can hold."""
    if found := _SURROGATE.search(text):
        code = f"U+{ord(found[0]):04X}"
        message = f"holds the lone surrogate {code}, which is no character; remove it"
        _refuse(message, name, number, field)


def _refuse(message: str, name: str, number: int, field: str | None) -> NoReturn:
    raise FormatError(message, path=name, line=number, field=field)

"""Reading what tools write: JSON with the lines of its items, typed fields, safe names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from factcheck.errors import FormatError
from factcheck.support.files import read_text

JsonObject = Mapping[str, Any]

_MISSING = object()
# Windows opens a device instead of a file of such a name, whatever the ending.
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|\Z)", re.IGNORECASE)
_LONGEST_NAME = 240
_SPACE = re.compile(r"[\s,]*")
_KINDS = {str: "a text", int: "a whole number", list: "a list", dict: "an object"}


def json_lines(path: Path) -> Iterator[tuple[int, JsonObject]]:
    """Yield the objects of a JSONL file with their lines; blank lines are passed over.

    Raises:
        FormatError: A line is not a JSON object, or there is none.
    """
    empty = True
    # Only line feeds end a line: JSON may hold other line separators unescaped.
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        empty = False
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:  # a number may have too many digits
            message = f"not JSON: {error}; write one object a line"
            raise FormatError(message, path=path, line=number) from error
        yield number, an_object(value, path, number)
    if empty:
        raise FormatError("holds no story", path=path)


def json_items(path: Path) -> Iterator[tuple[int, JsonObject]]:
    """Yield the objects of a JSON list with the lines on which they begin.

    Raises:
        FormatError: The file is not a JSON list of objects.
    """
    text = read_text(path)
    decoder = json.JSONDecoder()
    position = len(text) - len(text.lstrip())
    if text[position : position + 1] != "[":
        raise FormatError("not a JSON list of stories", path=path, line=1)
    position = _skip(text, position + 1)
    while text[position : position + 1] != "]":
        line = text.count("\n", 0, position) + 1
        try:
            value, position = decoder.raw_decode(text, position)
        except (ValueError, RecursionError) as error:  # a number may have too many digits
            wrong = getattr(error, "lineno", line)
            raise FormatError(f"not JSON: {error}", path=path, line=wrong) from error
        yield line, an_object(value, path, line)
        position = _skip(text, position)


def an_object(value: Any, path: str | Path, line: int | None) -> JsonObject:
    """Return a value that must be a JSON object.

    Raises:
        FormatError: It is something else.
    """
    if not isinstance(value, dict):
        raise FormatError("not a JSON object", path=path, line=line)
    return value


def field(
    item: JsonObject,
    name: str,
    kind: type,
    path: str | Path,
    line: int | None,
    default: Any = _MISSING,
) -> Any:
    """Return a field of an object that must be of a type.

    Args:
        item: The object.
        name: The field.
        kind: ``str``, ``int``, ``list`` or ``dict``.
        path: The file, for error messages.
        line: Its line, for error messages.
        default: What an absent field or null stands for; without one it is an error.

    Raises:
        FormatError: The field is absent or of another type.
    """
    value = item.get(name)
    if value is None:
        if default is _MISSING:
            raise FormatError(
                "missing; is this the right format?", path=path, line=line, field=name
            )
        return default
    if not isinstance(value, kind) or isinstance(value, bool):
        raise FormatError(f"not {_KINDS[kind]}", path=path, line=line, field=name)
    return value


def objects(item: JsonObject, name: str, path: str | Path, line: int | None) -> list[JsonObject]:
    """Return a field that must be a list of objects; empty where it is absent.

    Raises:
        FormatError: It is something else.
    """
    return [an_object(value, path, line) for value in field(item, name, list, path, line, [])]


def file_name(story: str, extension: str) -> str:
    """Return a file name for a story's id that no file system refuses; see :func:`story_of`.

    Raises:
        FormatError: The id is too long for the name of a file.
    """
    name = quote(story, safe=" !#$&'()+,;=@[]{}~")
    if name.startswith(".") or _RESERVED.match(name):
        name = f"%{ord(name[0]):02X}{name[1:]}"
    if len(name) + len(extension) > _LONGEST_NAME:
        raise FormatError(
            f"story {story[:40]}…: its id is too long for the name of a file; shorten it"
        )
    return name + extension


def story_of(path: Path) -> str:
    """Return the story's id that a file is named for."""
    return unquote(path.stem)


def _skip(text: str, position: int) -> int:
    found = _SPACE.match(text, position)
    return position if found is None else found.end()

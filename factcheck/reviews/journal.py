"""The journal of reviews: one JSON object an action, only ever added to.

A line is on disk, written and synchronised, before anybody hears that the action was
taken. What stands after the last line end was never acknowledged: a crash cut it off,
and opening the journal for writing cuts it away.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from factcheck.errors import FormatError
from factcheck.model import Category
from factcheck.reviews.review import Action, Kind

VERSION = 1
"""Of the format; the first line of a journal says which it has."""

_HEADER = {"journal": "factcheck reviews", "version": VERSION}
_FIELDS = ("mark", "category", "correction", "start", "end", "text")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal.

    Args:
        annotator: Who did it.
        story: The story's id.
        action: What was done.
        at: When, in UTC.
        seconds: How long the annotator had worked on the story since the line before.
    """

    annotator: str
    story: str
    action: Action
    at: datetime
    seconds: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the entry as a JSON-ready object, fields without a value left out."""
        action = {name: getattr(self.action, name) for name in _FIELDS}
        return {
            "at": self.at.astimezone(UTC).isoformat(timespec="milliseconds"),
            "annotator": self.annotator,
            "story": self.story,
            "action": str(self.action.kind),
            **{name: value for name, value in action.items() if value is not None},
            **({"seconds": round(self.seconds, 1)} if self.seconds else {}),
        }

    @classmethod
    def from_dict(cls, item: dict[str, Any]) -> Entry:
        """Rebuild an entry.

        Raises:
            KeyError: A field is missing.
            ValueError: A field has no such value.
            TypeError: A field is of another type.
        """
        category = item.get("category")
        action = Action(
            Kind(item["action"]),
            _text(item, "mark"),
            None if category is None else Category(category),
            _text(item, "correction"),
            _whole(item, "start"),
            _whole(item, "end"),
            _text(item, "text"),
        )
        annotator, story = _text(item, "annotator"), _text(item, "story")
        if not annotator or not story:
            raise KeyError("annotator or story")
        when = datetime.fromisoformat(item["at"])
        return cls(annotator, story, action, when, float(item.get("seconds", 0.0)))


def _text(item: dict[str, Any], name: str) -> str | None:
    value = item.get(name)
    if value is not None and not isinstance(value, str):
        raise TypeError(f"{name} is not a text")
    return value


def _whole(item: dict[str, Any], name: str) -> int | None:
    value = item.get(name)
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise TypeError(f"{name} is not a whole number")
    return value


class Journal:
    """A journal open for writing.

    Args:
        path: The file; made with its header where it is not there.

    Raises:
        FormatError: The file cannot be opened, or is no journal of this version.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[bytes] | None = None
        try:
            if not path.exists():
                _make(path)
            _cut_unfinished(path)
            self._file = path.open("ab", buffering=0)
            self._end = path.stat().st_size
        except OSError as error:
            raise FormatError(f"cannot be written: {error.strerror}", path=path) from error

    def append(self, entry: Entry) -> None:
        """Add one line and wait until it is on disk.

        Raises:
            FormatError: It could not be written; the journal is as before then.
        """
        if self._file is None:
            raise FormatError("is closed", path=self.path)
        line = f"{json.dumps(entry.to_dict(), ensure_ascii=False)}\n".encode()
        try:
            # Half a line that an earlier failure left would make this one unreadable.
            if os.fstat(self._file.fileno()).st_size != self._end:
                self._file.truncate(self._end)
            written = self._file.write(line)
            if written != len(line):
                raise OSError(28, "no room for the line")
            os.fsync(self._file.fileno())
        except OSError as error:
            self._file.truncate(self._end)
            raise FormatError(f"cannot be written: {error.strerror}", path=self.path) from error
        self._end += len(line)

    def close(self) -> None:
        """Close the file; nothing is lost, for every line is on disk already."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _make(path: Path) -> None:
    with path.open("xb") as file:
        file.write(f"{json.dumps(_HEADER)}\n".encode())
        file.flush()
        os.fsync(file.fileno())


def header_line() -> bytes:
    """Return the first line of a journal."""
    return f"{json.dumps(_HEADER)}\n".encode()


def _cut_unfinished(path: Path) -> None:
    with path.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        position = size
        while position > 0:
            step = min(4096, position)
            file.seek(position - step)
            found = file.read(step).rfind(b"\n")
            if found >= 0:
                position = position - step + found + 1
                break
            position -= step
        if position == 0:
            file.truncate(0)
            file.write(header_line())
        elif position < size:
            file.truncate(position)
        os.fsync(file.fileno())


def read_journal(path: Path) -> Iterator[tuple[int, Entry]]:
    """Yield the entries of a journal with their lines.

    An unfinished last line is passed over: a crash cut it off before it was acknowledged.

    Raises:
        FormatError: The file is no journal of this version, or a line is broken.
    """
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if not line.endswith(b"\n"):
                    return
                if number == 1:
                    _require_header(line, path)
                else:
                    yield number, _entry(line, path, number)
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", path=path) from error


def _require_header(line: bytes, path: Path) -> None:
    item = _object(line, path, 1)
    if item.get("journal") != _HEADER["journal"] or item.get("version") != VERSION:
        raise FormatError(
            f"is no journal of reviews of version {VERSION}; name another folder",
            path=path,
            line=1,
        )


def _entry(line: bytes, path: Path, number: int) -> Entry:
    try:
        return Entry.from_dict(_object(line, path, number))
    except (KeyError, ValueError, TypeError) as error:
        message = f"a field is missing or wrong: {error}; restore the line from a copy"
        raise FormatError(message, path=path, line=number) from error


def _object(line: bytes, path: Path, number: int) -> dict[str, Any]:
    try:
        item = json.loads(line)
    except (ValueError, RecursionError) as error:
        message = f"not JSON: {error}; restore the line from a copy"
        raise FormatError(message, path=path, line=number) from error
    if not isinstance(item, dict):
        raise FormatError("not a JSON object", path=path, line=number)
    return item

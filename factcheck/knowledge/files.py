"""Source files as people have them: text, gzipped text, Parquet, and folders of these."""

from __future__ import annotations

import codecs
import csv
import gzip
import zlib
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path

import duckdb

from factcheck.errors import KnowledgeBaseError

_HEAD_BYTES = 1 << 16


class Packing(StrEnum):
    """How a file holds its rows, told from its first bytes."""

    PLAIN = "plain"
    GZIP = "gzip"
    PARQUET = "parquet"


def packing(path: Path) -> Packing:
    """Return how a file holds its rows.

    Raises:
        KnowledgeBaseError: The file is missing, unreadable or empty.
    """
    start = _first_bytes(path, 4)
    if start == b"PAR1":
        return Packing.PARQUET
    return Packing.GZIP if start[:2] == b"\x1f\x8b" else Packing.PLAIN


def head(path: Path) -> str:
    """Return the first characters of a text file, unpacked.

    Raises:
        KnowledgeBaseError: The file is missing, unreadable, empty, cut off or not UTF-8.
    """
    start = _first_bytes(path, _HEAD_BYTES)
    if packing(path) is Packing.GZIP:
        start = _unpacked(path)
    if not start.strip():
        raise KnowledgeBaseError("is empty", path=path)
    # What is read may end amid a character, which an incremental decoder waits for.
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    try:
        return decoder.decode(start, final=len(start) < _HEAD_BYTES)
    except UnicodeDecodeError as error:
        foreign = _foreign(path, start)
        if foreign is not None:
            raise KnowledgeBaseError(foreign, path=path) from error
        line = start[: error.start].count(b"\n") + 1
        raise KnowledgeBaseError("is not UTF-8; convert it first", path=path, line=line) from error


def _foreign(path: Path, start: bytes) -> str | None:
    """Return what to say of a file that is no text: its name or its first bytes tell more."""
    if path.suffix.lower() in {".parquet", ".pq"}:
        return "is no Parquet file, though it is called one; get it again"
    if path.suffix.lower() == ".gz" and packing(path) is Packing.PLAIN:
        return "is not gzipped, though its name says so; get it again"
    if start[:4] == b"PK\x03\x04":
        return "is a ZIP archive or a workbook; unpack it, or save its tables as CSV"
    if b"\0" in start[:4096]:
        return "is no table in text, Parquet or gzip"
    return None


def column_names(path: Path) -> list[str]:
    """Return the names of a table's columns, in order.

    Raises:
        KnowledgeBaseError: The file is unreadable or damaged, or a name comes twice.
    """
    names = _parquet_names(path) if packing(path) is Packing.PARQUET else names_of(head(path))
    for name in names:
        if names.count(name) > 1:
            raise KnowledgeBaseError(f"the column {name!r} comes twice", path=path, line=1)
    return names


def names_of(start: str) -> list[str]:
    """Return the names in the header of a CSV that begins so."""
    return [name.strip() for name in next(csv.reader(start.splitlines()[:1]), [])]


def unfolded(sources: Iterable[Path]) -> Iterator[tuple[Path, bool]]:
    """Yield the files of sources once each, and whether they were named and not found in a folder.

    Files in folders come in order of their paths; hidden ones are left out.

    Raises:
        KnowledgeBaseError: A folder cannot be read or holds no file.
    """
    seen: set[Path] = set()
    for source in sources:
        is_folder = source.is_dir()
        for path in _files_in(source) if is_folder else [source]:
            if path.resolve() not in seen:
                seen.add(path.resolve())
                yield path, not is_folder


def _files_in(folder: Path) -> list[Path]:
    found = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]
    if not found:
        raise KnowledgeBaseError("holds no file", path=folder)
    return found


def _first_bytes(path: Path, number: int) -> bytes:
    try:
        with path.open("rb") as file:
            start = file.read(number)
    except OSError as error:
        raise KnowledgeBaseError(f"cannot be read: {error.strerror}", path=path) from error
    if not start.strip():
        raise KnowledgeBaseError("is empty", path=path)
    return start


def _unpacked(path: Path) -> bytes:
    try:
        with gzip.open(path) as file:
            return file.read(_HEAD_BYTES)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise KnowledgeBaseError("is damaged or cut off; get it again", path=path) from error


def _parquet_names(path: Path) -> list[str]:
    try:
        described = duckdb.connect().execute(
            "DESCRIBE SELECT * FROM read_parquet($path)", {"path": str(path)}
        )
        return [str(row[0]) for row in described.fetchall()]
    except duckdb.Error as error:
        raise KnowledgeBaseError("is damaged or cut off; get it again", path=path) from error

"""Files read as they come, compressed or not, and how far that has got."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from factcheck.errors import FormatError

STANDARD_INPUT = Path("-")
"""Stands for standard input where files are named."""

_OPENERS: dict[str, Callable[..., Any]] = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}
_DAMAGED = (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile)


@dataclass(slots=True)
class Meter:
    """How much has been read of what is to be read, in bytes as they lie on the disk.

    Args:
        total: Of all files; 0 where that is not known.
        done: Of these, what has been read.
    """

    total: int = 0
    done: int = 0
    _before: int = 0

    @classmethod
    def over(cls, paths: list[Path]) -> Meter:
        """Return one for some files, with their sizes where all have one."""
        if not all(path.is_file() for path in paths):
            return cls()
        return cls(sum(path.stat().st_size for path in paths))

    def move(self, place: int) -> None:
        """Note the place that has been reached in the current file."""
        self.done = self._before + place

    def next_file(self) -> None:
        """Note that the current file has been read."""
        self._before = self.done


def plain_suffix(path: Path) -> str:
    """Return a file's ending in lower case, without that of its compression: ``.jsonl``."""
    inner = path.with_suffix("") if path.suffix.lower() in _OPENERS else path
    return inner.suffix.lower()


def plain_stem(path: Path) -> str:
    """Return a file's name without its endings: ``stories`` of ``stories.jsonl.gz``."""
    return (path.with_suffix("") if path.suffix.lower() in _OPENERS else path).stem


@contextmanager
def reading(path: Path, meter: Meter) -> Iterator[io.BufferedReader]:
    """Open a file, or standard input for ``-``, decompressed by its ending.

    Args:
        path: The file; ``.gz``, ``.bz2`` and ``.xz`` are compressed.
        meter: Told at every line how much has been read: iterate with :func:`lines`.

    Raises:
        FormatError: It cannot be opened or read, or what is compressed is damaged.
    """
    try:
        if path == STANDARD_INPUT:
            yield cast(io.BufferedReader, sys.stdin.buffer)
            return
        with path.open("rb") as raw:
            opener = _OPENERS.get(path.suffix.lower())
            stream = raw if opener is None else opener(raw)
            yield cast(io.BufferedReader, stream)
            meter.move(raw.tell())
    except _DAMAGED as error:
        raise FormatError(f"is damaged or not compressed so: {error}", path=path) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise FormatError(f"cannot be read: {reason}", path=path) from error


def lines(stream: io.BufferedReader, meter: Meter) -> Iterator[bytes]:
    """Yield the lines of a stream, which only line feeds end, and move the meter."""
    raw: Any = getattr(stream, "fileobj", None) or getattr(stream, "_fp", None) or stream
    seekable = raw.seekable()
    for number, line in enumerate(stream):
        if seekable and number % 64 == 0:
            meter.move(raw.tell())
        yield line


def compressor(path: Path) -> Callable[[IO[bytes]], IO[bytes]] | None:
    """Return what compresses a file as its ending says, or None where that says nothing."""
    opener = _OPENERS.get(path.suffix.lower())
    return None if opener is None else lambda stream: cast(IO[bytes], opener(stream, "wb"))

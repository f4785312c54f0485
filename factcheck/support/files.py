"""Text files: read with a clear error, written whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from factcheck.errors import FormatError
from factcheck.support.streams import compressor


def read_text(path: str | Path) -> str:
    """Read a UTF-8 file, with or without a byte order mark; line ends are kept.

    Args:
        path: The file to read.

    Raises:
        FormatError: The file cannot be opened, or a line of it is not UTF-8.
    """
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", path=path) from error
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # Counted over the bytes: the mark itself, if any, is on the first line.
        line = content.count(b"\n", 0, error.start) + 1
        raise FormatError("not UTF-8; save the file as UTF-8", path=path, line=line) from error


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Write a file beside its place and move it there, so that a crash leaves the old one.

    A link stays a link. What is no file, such as ``/dev/stdout`` or a pipe, is written to
    where it is: moved over, it would be lost for everybody.

    Args:
        path: The file to write; an existing one is replaced.
        content: Text is written as UTF-8 with its line ends as they are.

    Raises:
        FormatError: The place cannot be written.
    """
    with writing_whole(path) as stream:
        stream.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def writing_whole(path: str | Path) -> Iterator[IO[bytes]]:
    """Open a file that is written piece by piece and appears when all is there.

    An error inside leaves the older file, and nothing beside it; see :func:`write_whole`. A
    file named ``.gz``, ``.bz2`` or ``.xz`` is compressed.

    Args:
        path: The file to write; an existing one is replaced.

    Raises:
        FormatError: The place cannot be written.
    """
    target = Path(os.path.realpath(path))
    temporary: str | None = None
    try:
        if Path(path).exists() and not target.is_file() and not target.is_dir():
            with Path(path).open("wb") as stream:
                yield stream
            return
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        compress = compressor(target)
        with os.fdopen(handle, "wb") as stream:
            if compress is None:
                yield stream
            else:
                with compress(stream) as packed:
                    yield packed
        Path(temporary).chmod(_mode(target))
        Path(temporary).replace(target)
        temporary = None
    except OSError as error:
        # What the pieces are made from has errors of its own, which name their own files.
        if error.filename is not None and Path(error.filename).parent not in _folders(path):
            raise
        raise FormatError(f"cannot be written: {error.strerror or error}", path=path) from error
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)


def _folders(path: str | Path) -> set[Path]:
    return {Path(path).parent, Path(os.path.realpath(path)).parent}


def _mode(target: Path) -> int:
    """Return the permissions a plain ``open`` would leave: the old file's, or the umask's."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def lock_or_fail(file: IO[bytes]) -> None:
    """Keep a file for this program alone until it is closed, or the program ends.

    Args:
        file: An open file.

    Raises:
        BlockingIOError: Another program keeps it.
    """
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError(*error.args) from error
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

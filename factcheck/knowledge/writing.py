"""Knowledge base files are written beside their place and moved there when they are whole."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from factcheck.errors import KnowledgeBaseError

_PREFIX = ".factcheck-"
_FILE = "kb.duckdb"

BUILDING: dict[str, str | bool | int | float | list[str]] = {"memory_limit": "1100MB"}
"""Settings of DuckDB while it builds: with what is not its own, it stays below two gigabytes."""

_YOUNG = 60
"""Seconds in which a folder may be somebody's who has not opened his file yet."""

_REASON = re.compile(
    r"no space left on device|file too large|disk quota exceeded|read-only file system"
    r"|input/output error|permission denied|too many open files",
    re.IGNORECASE,
)
_WRITING = (
    duckdb.IOException,
    duckdb.TransactionException,
    duckdb.FatalException,
    duckdb.OutOfMemoryException,
)


@contextmanager
def written_whole(output: Path) -> Iterator[Path]:
    """Yield where to write a knowledge base; it takes its place when all went well.

    What a writer left behind that was killed is removed. A link stays a link.

    Args:
        output: The file; an older one stays as it is until the new one is whole.

    Raises:
        KnowledgeBaseError: The file cannot be written, for want of space for example.
    """
    place = Path(os.path.realpath(output))
    try:
        _remove_leftovers(place.parent)
        with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=place.parent) as beside:
            unfinished = Path(beside) / _FILE
            yield unfinished
            unfinished.replace(place)
    except OSError as error:
        raise KnowledgeBaseError(f"cannot be written: {error.strerror}", path=output) from error
    except _WRITING as error:
        raise KnowledgeBaseError(f"cannot be written: {_reason(error)}", path=output) from error


def is_about_writing(error: duckdb.Error) -> bool:
    """Return whether an error says that something could not be written."""
    return isinstance(error, _WRITING) and (
        "write" in str(error) or _REASON.search(str(error)) is not None
    )


def _reason(error: duckdb.Error) -> str:
    if isinstance(error, duckdb.OutOfMemoryException):
        return "it takes more memory than there is"
    found = _REASON.search(str(error))
    return found[0] if found is not None else str(error).splitlines()[0]


def _remove_leftovers(folder: Path) -> None:
    """Remove what killed writers left in a folder; a file that is still open is another's."""
    for beside in folder.glob(f"{_PREFIX}*"):
        if beside.is_dir() and not beside.is_symlink() and not _is_in_use(beside):
            shutil.rmtree(beside, ignore_errors=True)


def _is_in_use(beside: Path) -> bool:
    file = beside / _FILE
    if not file.exists():
        return time.time() - beside.stat().st_mtime < _YOUNG
    try:
        duckdb.connect(str(file)).close()
    except duckdb.IOException as error:
        return "lock" in str(error)
    except duckdb.Error:
        return False  # half written
    return False

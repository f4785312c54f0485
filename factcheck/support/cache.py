"""What can be computed again, kept in the user's cache folder.

Only the user's own files are read back: nobody else can put anything there. Content is JSON, so
that reading it runs nothing.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from factcheck.errors import FormatError
from factcheck.support.files import write_whole

_KEPT = 8
"""How many files of one kind are kept, the newest ones."""


def cache_folder() -> Path:
    """Return the user's cache folder of factcheck, whether or not it exists."""
    return user_cache_path("factcheck", appauthor=False)


def read_cache(kind: str, key: str) -> Any | None:
    """Return what was kept under a key, or None where nothing is that can be trusted.

    Args:
        kind: What it is, as a part of the file's name.
        key: Tells it from others of its kind: a digest of all that it was computed from.
    """
    folder = cache_folder()
    try:
        if not _is_own(folder.lstat()):
            return None
        # A link could lead to somebody else's file.
        handle = os.open(_path(folder, kind, key), os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
        with os.fdopen(handle, "rb") as stream:
            return json.load(stream) if _is_own(os.fstat(stream.fileno())) else None
    except (OSError, ValueError, RecursionError):
        return None


def write_cache(kind: str, key: str, content: Any) -> None:
    """Keep content under a key; where the folder cannot be written, nothing is kept."""
    folder = cache_folder()
    # Without a cache everything works, a little slower.
    with suppress(OSError, FormatError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_own(folder.lstat()):
            return
        path = _path(folder, kind, key)
        write_whole(path, json.dumps(content, ensure_ascii=False, separators=(",", ":")))
        path.chmod(0o600)
        _drop_old(folder, kind, _KEPT)


def cached_file(name: str, make: Callable[[Path], object], kept: int = 2) -> Path | None:
    """Return a file of the cache, made where it is not there; None where nothing can be kept.

    Args:
        name: Its name, a kind, a digest of all that it is made from, and an ending.
        make: Writes the file whole at the path that it is given.
        kept: How many files of the kind are kept, the newest ones.
    """
    folder = cache_folder()
    path = folder / name
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_own(folder.lstat()) or not os.access(folder, os.W_OK):
            return None
        if not (path.exists() and _is_own(path.lstat())):
            make(path)
            path.chmod(0o600)
            _drop_old(folder, name.split("-")[0], kept)
    except OSError:
        return None
    return path


def _drop_old(folder: Path, kind: str, kept: int) -> None:
    files = sorted(folder.glob(f"{kind}-*"), key=lambda file: file.stat().st_mtime)
    for old in files[:-kept]:
        old.unlink(missing_ok=True)


def _path(folder: Path, kind: str, key: str) -> Path:
    return folder / f"{kind}-{key}.json"


def _is_own(status: os.stat_result) -> bool:
    """Return whether a file or folder is the user's, and nobody else may write to it."""
    if not hasattr(os, "geteuid"):
        # On Windows the cache folder lies in the user's profile.
        return True
    others = stat.S_IWGRP | stat.S_IWOTH
    return status.st_uid == os.geteuid() and not status.st_mode & others

"""Folders of stories: the files in them that hold some."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from factcheck.errors import FormatError
from factcheck.support.streams import plain_suffix

ENDINGS = (".txt", ".md", ".jsonl", ".ndjson", ".parquet")
"""Files of a folder taken for stories, compressed or not; others may be named one by one."""


def story_files(paths: Iterable[Path]) -> list[Path]:
    """Return files as they are named, and for a folder the stories in it and below.

    Files whose names begin with a dot, and all in such folders, are passed over.

    Args:
        paths: Files, folders, or ``-`` for standard input.

    Raises:
        FormatError: A folder holds no file of stories.
    """
    files: list[Path] = []
    for path in paths:
        if not path.is_dir():
            files.append(path)
            continue
        found = sorted(
            file
            for file in path.rglob("*")
            if plain_suffix(file) in ENDINGS and file.is_file() and not _is_hidden(file, path)
        )
        if not found:
            raise FormatError(f"holds no story; looked for {', '.join(ENDINGS)}", path=path)
        files += found
    return files


def _is_hidden(file: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in file.relative_to(folder).parts)

"""Zip files as annotation tools export them: unpacked for as long as they are read."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from factcheck.errors import FormatError
from factcheck.exchange.format import Format

_LARGEST = 2 * 1024**3
"""Bytes that an archive may hold; more would be a trap."""


@contextmanager
def unpacked(source: Format, paths: Iterable[Path]) -> Iterator[Iterator[Path]]:
    """Give the files of a format, those within zip files too.

    Args:
        source: The format.
        paths: Files, some of which may be zip files.

    Raises:
        FormatError: A zip file is damaged, too large, or holds no file of the format.
    """
    with ExitStack() as stack:
        yield _files(source, paths, stack)


def _files(source: Format, paths: Iterable[Path], stack: ExitStack) -> Iterator[Path]:
    for path in paths:
        # What is no plain file, such as a pipe, cannot be looked into twice.
        if not path.is_file() or not zipfile.is_zipfile(path):
            yield path
            continue
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="factcheck-")))
        _unpack(path, folder)
        found = sorted(file for file in folder.rglob(source.glob) if file.is_file())
        if not found:
            raise FormatError(f"holds no {source.glob} file of {source.name}", path=path)
        yield from found


def _unpack(path: Path, folder: Path) -> None:
    try:
        with zipfile.ZipFile(path) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            if sum(member.file_size for member in members) > _LARGEST:
                raise FormatError("holds more than 2 GB; unpack it and name the files", path=path)
            for member in members:
                if ".." not in PurePosixPath(member.filename).parts:
                    archive.extract(member, folder)
    except (zipfile.BadZipFile, RuntimeError, OSError) as error:
        raise FormatError(f"cannot be unpacked: {error}", path=path) from error

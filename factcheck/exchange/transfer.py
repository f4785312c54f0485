"""Writing stories in a format, and reading the reviewed ones back."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TextIO

from factcheck.errors import FormatError
from factcheck.exchange.archives import unpacked
from factcheck.exchange.box_scores import PAGE, BoxScores, page
from factcheck.exchange.format import Batch, Format, Piece, Reviewed
from factcheck.exchange.registry import find
from factcheck.knowledge import KnowledgeBase
from factcheck.model import Report, signatures_of
from factcheck.support.files import write_whole

OnLeftOut = Callable[[str, str], None]
"""Called with a story's id and why it is left out."""

SIGNATURE = "SIGNATURE"
"""The file of a folder that says what the stories were checked with."""


def write(
    reports: Iterable[Report],
    format: str,
    out: str | Path | TextIO,
    knowledge: KnowledgeBase | None = None,
) -> None:
    """Write stories in a format, whole or not at all.

    Args:
        reports: Checked stories; their ids differ.
        format: The format's name.
        out: A file for a format of one file, a new or empty folder for a folder, or a
            text stream for a format of one file. A folder's only story may be written as
            one file: give it the extension of the format's files.
        knowledge: Where given, the box scores of the stories' games go along, in formats
            that have a place for them.

    Raises:
        FormatError: The format is unknown or cannot hold a text, or the place is unusable.
    """
    target = find(format)
    name = Path(out).stem if isinstance(out, str | Path) else "factcheck"
    batch = Batch(name, None if knowledge is None else BoxScores(knowledge))
    in_folder = isinstance(out, str | Path) and target.fills_folder(Path(out))
    pieces = _pieces(target, reports, batch, in_folder)
    if not isinstance(out, str | Path):
        if target.is_folder:
            raise FormatError(f"{target.name} is a folder of files; name a folder to write")
        out.write(_one_file(target, pieces).decode())
    elif in_folder:
        _write_folder(pieces, Path(out))
    else:
        write_whole(out, _one_file(target, pieces))


def _pieces(
    target: Format, reports: Iterable[Report], batch: Batch, in_folder: bool
) -> Iterator[Piece]:
    stories = _distinct(reports)
    try:
        if in_folder:
            yield from _folder_pieces(
                target, _apart(stories) if target.is_folder else stories, batch
            )
        else:
            yield from target.encode(stories, batch)
    except UnicodeEncodeError as error:
        raise FormatError(
            f"a story holds the lone surrogate U+{ord(error.object[error.start]):04X}, "
            "which is no character; remove it"
        ) from error


def _folder_pieces(target: Format, reports: Iterable[Report], batch: Batch) -> Iterator[Piece]:
    """Yield a folder's files, with what the format itself has no place for beside them."""
    signatures: dict[str, None] = {}
    stories: list[Report] = []

    def noted() -> Iterator[Report]:
        for report in reports:
            signatures.update(dict.fromkeys(signatures_of([report])))
            if target.is_text_only and batch.box_scores is not None:
                stories.append(report)
            yield report

    yield from target.encode(noted(), batch)
    if signatures:
        yield SIGNATURE, "".join(f"{signature}\n" for signature in signatures).encode()
    if stories:
        yield PAGE, page(stories, batch)


def _distinct(reports: Iterable[Report]) -> Iterator[Report]:
    seen: set[str] = set()
    for report in reports:
        if report.story.id in seen:
            raise FormatError(f"two stories have the id {report.story.id!r}; rename one")
        seen.add(report.story.id)
        yield report


def _apart(reports: Iterable[Report]) -> Iterator[Report]:
    """Refuse ids whose files would be one where case does not count, as on Windows and macOS."""
    seen: dict[str, str] = {}
    for report in reports:
        story = report.story.id
        other = seen.setdefault(story.lower(), story)
        if other != story:
            raise FormatError(
                f"the stories {other!r} and {story!r} would be one file where case does not "
                "count; rename one"
            )
        yield report


def _one_file(target: Format, pieces: Iterable[Piece]) -> bytes:
    content: dict[str, bytearray] = {}
    for name, data in pieces:
        if name not in target.companions | {PAGE, SIGNATURE}:
            content.setdefault(name, bytearray()).extend(data)
    if target.is_folder and len(content) != 1:
        raise FormatError(f"{target.name} is a folder of files; name a folder to write")
    return bytes(next(iter(content.values()), b""))


def _write_folder(pieces: Iterable[Piece], place: Path) -> None:
    """Build a folder beside its place and move it there."""
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise FormatError("is there already; name a new folder", path=place)
    building: Path | None = None
    try:
        building = Path(tempfile.mkdtemp(dir=place.parent, prefix=f".{place.name}."))
        for name, data in pieces:
            file = building / name
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("ab") as stream:
                stream.write(data)
        mask = os.umask(0)
        os.umask(mask)
        building.chmod(0o777 & ~mask)
        building.replace(place)
    except OSError as error:
        raise FormatError(f"cannot be written: {error.strerror}", path=place) from error
    finally:
        if building is not None:
            shutil.rmtree(building, ignore_errors=True)


def read(
    paths: Iterable[str | Path],
    format: str,
    *,
    annotator: str | None = None,
    on_skip: OnLeftOut | None = None,
) -> list[Report]:
    """Read stories with their mistakes from files of a two-way format.

    Args:
        paths: Files, or folders of them.
        format: The format's name.
        annotator: Take this annotator's marks, where a file holds those of several.
        on_skip: Called with the id of each story that is left out, and why: its annotator
            refused to judge it, nobody reviewed it, or only others than the annotator did.

    Returns:
        The stories in the order of the files, each with its mistakes in order of the text.

    Raises:
        FormatError: A file is malformed or of another format, or a story comes twice.
    """
    source = find(format)
    if source.decode is None:
        two_way = ", ".join(other.name for other in _two_way())
        raise FormatError(f"{format} cannot be read back; use one of {two_way}")
    reports: dict[str, Report] = {}
    by: dict[str, str | None] = {}
    left_out: dict[str, str] = {}
    with unpacked(source, files_of(source, paths)) as files:
        for path in files:
            for story in source.decode(path):
                name = story.report.story.id
                if why := _why_not(story, annotator):
                    left_out.setdefault(name, why)
                    continue
                if name in reports:
                    raise _twice(name, by[name], story, path)
                reports[name], by[name] = story.report, story.annotator
    if on_skip is not None:
        for name, why in left_out.items():
            if name not in reports:
                on_skip(name, why)
    return list(reports.values())


def _why_not(story: Reviewed, annotator: str | None) -> str | None:
    """Return why a story as it comes back does not count, or None where it does."""
    if story.unreviewed:
        return "not reviewed"
    if annotator is not None and story.annotator not in (None, annotator):
        return f"not reviewed by {annotator}"
    return "rejected" if story.rejected else None


def _two_way() -> list[Format]:
    from factcheck.exchange.registry import FORMATS

    return [each for each in FORMATS.values() if each.two_way]


def files_of(source: Format, paths: Iterable[str | Path]) -> Iterator[Path]:
    """Yield the files that hold the marks, those of folders in order of their names.

    Args:
        source: Their format.
        paths: Files, which are taken as they are, or folders.

    Raises:
        FormatError: A folder holds no file of the format.
    """
    for path in map(Path, paths):
        if not path.is_dir():
            yield path
            continue
        found = sorted(path.rglob(source.glob))
        if not found:
            raise FormatError(f"holds no {source.glob} file of {source.name}", path=path)
        yield from found


def _twice(name: str, before: str | None, story: Reviewed, path: Path) -> FormatError:
    if before == story.annotator:
        return FormatError(f"story {name} comes a second time; give each story once", path=path)
    return FormatError(
        f"story {name} has marks of {before} and of {story.annotator}; name one with --annotator",
        path=path,
    )

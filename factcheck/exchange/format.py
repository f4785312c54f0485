"""What a format of annotated stories is: its name, its files, how to write and read it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from factcheck.model import Report

Piece = tuple[str, bytes]
"""A file's name in the export, and bytes to append to it."""

Encode = Callable[[Iterable[Report], str], Iterator[Piece]]
"""Turn stories into files; the second argument is the batch's name."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One story as it comes back from a tool.

    Args:
        report: The story with the marks that it has now.
        annotator: Who made them, where the tool says.
        rejected: The annotator has refused to judge this story.
        unreviewed: Nobody has looked at it: the marks are those it came with.
    """

    report: Report
    annotator: str | None = None
    rejected: bool = False
    unreviewed: bool = False


Decode = Callable[[Path], Iterable[Reviewed]]
"""Turn one file back into stories."""


@dataclass(frozen=True, slots=True)
class Format:
    """One format of annotated stories.

    Args:
        name: As the command line calls it.
        description: One sentence: whose format, one file or a folder of what.
        extension: Of the file, or of the files in the folder that hold the marks.
        is_folder: Whether an export is a folder.
        encode: Writes it.
        decode: Reads it back, for a format in which reviewers send stories back.
        pattern: Which files of a folder hold the marks, as a glob.
    """

    name: str
    description: str
    extension: str
    is_folder: bool
    encode: Encode
    decode: Decode | None = None
    pattern: str = ""

    @property
    def two_way(self) -> bool:
        """Whether reviewed files of this format can be read back."""
        return self.decode is not None

    @property
    def glob(self) -> str:
        """Which files of a folder hold the marks."""
        return self.pattern or f"*{self.extension}"

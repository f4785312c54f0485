"""What a format of annotated stories is: its name, its files, how to write and read it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from factcheck.model import Report
from factcheck.page import BoxScore

Piece = tuple[str, bytes]
"""A file's name in the export, and bytes to append to it."""


@dataclass(frozen=True, slots=True)
class Batch:
    """What an export is of.

    Args:
        name: Its name.
        box_scores: Finds the box score of a game by its id, where a knowledge base is at hand.
    """

    name: str = "factcheck"
    box_scores: Callable[[str], BoxScore | None] | None = None

    def box_score(self, report: Report) -> BoxScore | None:
        """Return the box score of the game that a story is about, where it is known."""
        game = report.story.game
        return None if game is None or self.box_scores is None else self.box_scores(game)


Encode = Callable[[Iterable[Report], Batch], Iterator[Piece]]
"""Turn the stories of a batch into files."""


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
        companions: Files of a folder that help to set up a project; where a folder's only
            story is written as one file they are left out.
        is_text_only: Whether the tool shows nothing but the text, so that box scores go
            along as a page.
    """

    name: str
    description: str
    extension: str
    is_folder: bool
    encode: Encode
    decode: Decode | None = None
    pattern: str = ""
    companions: frozenset[str] = frozenset()
    is_text_only: bool = False

    @property
    def two_way(self) -> bool:
        """Whether reviewed files of this format can be read back."""
        return self.decode is not None

    def fills_folder(self, out: Path) -> bool:
        """Return whether an export to a path is a folder.

        A folder's only story may be one file, if it is named so; a file that others help to set
        up a project goes with them into a folder, if none is named.
        """
        if self.is_folder:
            return out.suffix != self.extension
        return bool(self.companions) and not out.suffix

    @property
    def glob(self) -> str:
        """Which files of a folder hold the marks."""
        return self.pattern or f"*{self.extension}"

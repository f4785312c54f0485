"""Where a mistake stands in a file, for tools that show it there: lines and columns.

A story from a text file has its mistakes where the text has them. A story that is a line
of a file (JSON lines, CSV) has them all on that line. A story of which no file is known
has its id for a name and no place.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from factcheck.model import Mistake, Story

_LINE_END = re.compile(r"\r\n|\r|\n")


STANDARD_INPUT_NAME = "standard input"
"""What stories that come through a pipe have for a path."""


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of a file; lines and columns count from 1, the end column is exclusive.

    ``column`` and ``end_column`` are None where only the line is known.
    """

    line: int
    end_line: int
    column: int | None = None
    end_column: int | None = None


class Place:
    """One story's file.

    Args:
        story: The story; its ``path`` and ``line`` say where it was read from.
    """

    def __init__(self, story: Story) -> None:
        self.is_known = story.path is not None and story.path != STANDARD_INPUT_NAME
        self.path = story.path or story.id
        self.line = story.line if story.path is not None else None
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(story.text))]

    @property
    def is_text(self) -> bool:
        """Whether the file holds the story's text and nothing else."""
        return self.line is None

    @property
    def file(self) -> str:
        """The file as seen from the working directory, with forward slashes."""
        path = Path(self.path)
        if path.is_absolute() and path.is_relative_to(Path.cwd()):
            path = path.relative_to(Path.cwd())
        return path.as_posix()

    @property
    def uri(self) -> str:
        """The file as a URI reference: relative in the working directory."""
        path = Path(self.file)
        return path.as_uri() if path.is_absolute() else quote(self.file)

    def region(self, start: int, end: int) -> Region:
        """Return where characters of the story's text stand in the file."""
        if self.line is not None:
            return Region(self.line, self.line)
        line, column = self._position(start)
        end_line, end_column = self._position(end)
        return Region(line, end_line, column, end_column)

    def _position(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def describe(mistake: Mistake) -> str:
    """Return one sentence or two on a mistake, for tools that show only a message."""
    text = " ".join(mistake.span.text.split())
    what = f"“{text}” is a mistake of the kind {mistake.category}"
    if mistake.correction is not None:
        what += f"; correct is “{mistake.correction}”"
    return f"{what}. {mistake.explanation}" if mistake.explanation else f"{what}."

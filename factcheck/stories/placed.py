"""A story, and where it stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from factcheck.errors import FactCheckError, StoryError
from factcheck.model import Story

OnSkip = Callable[[FactCheckError], None]
"""Called with what is wrong with a story, or with a file, that is left out."""


@dataclass(frozen=True, slots=True)
class PlacedStory:
    """A story, and where it stands, for messages about it.

    Args:
        story: The story.
        path: The file that holds it.
        line: Its line, in a file of several stories.
    """

    story: Story
    path: str
    line: int | None = None

    def error(self, error: FactCheckError) -> StoryError:
        """Return an error about this story that says where it stands."""
        message = error.message if self.line is None else f"story {self.story.id}: {error.message}"
        return StoryError(message, path=self.path, line=self.line)

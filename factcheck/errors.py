"""Errors that a person can act on.

Everything a user can get wrong raises a :class:`FactCheckError`; its text is one
line that names the file, the line and the field where they are known, and says
what to do. The command line prints that line and exits with status 2.
"""

from __future__ import annotations

from pathlib import Path


class FactCheckError(Exception):
    """Unusable input, with one line that says what is wrong, where, and what to do."""

    def __init__(
        self,
        message: str,
        *,
        path: str | Path | None = None,
        line: int | None = None,
        field: str | None = None,
    ) -> None:
        where = "" if path is None else str(path)
        if line is not None:
            where += f":{line}"
        if field is not None:
            where += f"{': ' if where else ''}{field}"
        super().__init__(f"{where}: {message}" if where else message)
        self.message = message
        self.path = path
        self.line = line
        self.field = field


class KnowledgeBaseError(FactCheckError):
    """The knowledge base is missing, unreadable, of another version, or cannot be built."""


class RuleError(FactCheckError):
    """A rule file is broken: TOML, phrase, SQL or example."""


class StatementLimitError(RuleError):
    """The SQL of a rule takes more time or memory than a statement may."""


class StoryError(FactCheckError):
    """A story cannot be checked: empty, undecodable, or its game unknown or ambiguous."""


class FormatError(FactCheckError):
    """A file of mistakes or stories does not follow its format."""


class ReviewError(FactCheckError):
    """An action does not fit a review: an unknown story or mark, or marks that overlap."""

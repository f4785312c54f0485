"""Opening a knowledge base and finding a game in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import duckdb

from factcheck.errors import KnowledgeBaseError
from factcheck.knowledge.builder import SCHEMA_VERSION


@dataclass(frozen=True, slots=True)
class KnowledgeBase:
    """An open knowledge base; ``connection`` reads its relations (kb/README.md)."""

    connection: duckdb.DuckDBPyConnection
    path: Path | None = None

    @classmethod
    def open(cls, path: Path) -> KnowledgeBase:
        """Open a file made by ``factcheck kb build``, for reading only.

        Raises:
            KnowledgeBaseError: The file is missing, truncated, no knowledge base, or of
                another schema version.
        """
        if not path.is_file():
            raise KnowledgeBaseError(
                "no such knowledge base; make one with: factcheck kb build", path=path
            )
        try:
            connection = duckdb.connect(str(path), read_only=True, config={"threads": 1})
            row = connection.execute(
                "SELECT value FROM meta WHERE key = 'schema_version'"
            ).fetchone()
        except duckdb.Error as error:
            raise KnowledgeBaseError(
                "is no knowledge base of factcheck, or damaged; build it again", path=path
            ) from error
        version = None if row is None else row[0]
        if version != SCHEMA_VERSION:
            raise KnowledgeBaseError(
                f"has schema version {version}, this factcheck needs {SCHEMA_VERSION}; "
                "build it again",
                path=path,
            )
        return cls(connection, path)

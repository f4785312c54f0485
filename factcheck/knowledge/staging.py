"""What the sources say, row by row, kept in the file so that it can be updated.

The rows of all sources stay in the schema ``staged`` of a knowledge base: which of two sources
is believed can only be settled again by who has them both.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

import duckdb

LARGE = ("play", "period_line")
"""Staged relations that are read from the file and not from memory."""

PREFIX = "staged_"


def staged_relations(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Return the names of the relations that sources are loaded into, without their prefix."""
    rows = connection.execute(
        "SELECT table_name FROM duckdb_tables() "
        "WHERE temporary AND starts_with(table_name, $1) ORDER BY table_name",
        [PREFIX],
    ).fetchall()
    return [str(name).removeprefix(PREFIX) for (name,) in rows]


def keep_staged(connection: duckdb.DuckDBPyConnection) -> None:
    """Write what the sources say into the file; the large relations are read from there on."""
    connection.execute("CREATE SCHEMA staged")
    for name in staged_relations(connection):
        connection.execute(f"CREATE TABLE staged.{name} AS FROM {PREFIX}{name}")
        if name in LARGE:
            connection.execute(f"DROP TABLE {PREFIX}{name}")
            connection.execute(f"CREATE TEMP VIEW {PREFIX}{name} AS FROM staged.{name}")
    connection.execute("CREATE TABLE staged.data_issue AS FROM data_issue")


def keep_matches(connection: duckdb.DuckDBPyConnection) -> None:
    """Write into the file who a name without an id was taken for."""
    connection.execute("CREATE TABLE staged.matched_player AS FROM matched_player")


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def folder_digest(folder: Path) -> str:
    """Return a digest of what is no source, in eight digits: reference data, SQL of tables."""
    made_with = [
        folder / "schema.sql",
        *sorted((folder / "sources").glob("*.sql")),
        *sorted((folder / "tables").glob("*.sql")),
        *sorted((folder / "reference").glob("*.csv")),
    ]
    return _joined(file_digest(path) for path in made_with)[:8]


def content_digest(connection: duckdb.DuckDBPyConnection, made_with: str) -> str:
    """Return a digest of what a knowledge base is made of, in eight hexadecimal digits.

    Where files lie and what they are called makes no difference, their order does: it decides
    which of two sources is believed.
    """
    sources = connection.execute("SELECT digest FROM source ORDER BY source_id").fetchall()
    return _joined([*(digest for (digest,) in sources), made_with])[:8]


def _joined(digests: Iterable[str]) -> str:
    return hashlib.sha256("".join(digests).encode()).hexdigest()

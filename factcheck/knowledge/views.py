"""The relations of a knowledge base under their names: its tables, and views over them.

A file holds tables only. What a question alone needs, such as a player's last five games, is
computed when it is asked, by views (``kb/views/*.sql``) that live in memory next to the file.
The verifier puts the rows of the games at hand before a plain name such as ``player_line``, in a
temporary table. A view must not see these few only, so that all relations are in a schema of their
own, and views read ``whole.player_line``: temporary tables are in ``main``, and DuckDB takes the
name of its own database out of a view, so that ``memory.main.player_line`` would be hidden by them.
"""

from __future__ import annotations

from pathlib import Path

import duckdb

from factcheck.knowledge.sql import run_file

STORED = "kb"
"""The name under which the tables of a knowledge base are attached."""

WHOLE = "whole"
"""The schema in which nothing hides a relation."""


def create_views(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """Give the attached tables and the views over them their names.

    Args:
        connection: To a database in memory, with the tables attached as ``kb``.
        folder: Where views/ lies.
    """
    stored = connection.execute(
        "SELECT table_name FROM duckdb_tables() "
        "WHERE database_name = $1 AND schema_name = 'main' AND NOT temporary",
        [STORED],
    ).fetchall()
    connection.execute(f"CREATE SCHEMA {WHOLE}")
    connection.execute(f"USE memory.{WHOLE}")
    for (name,) in stored:
        connection.execute(f'CREATE VIEW "{name}" AS FROM {STORED}.main."{name}"')
    for file in sorted((folder / "views").glob("*.sql")):
        run_file(connection, file)
    connection.execute("USE memory.main")
    views = connection.execute(
        "SELECT view_name FROM duckdb_views() "
        "WHERE database_name = 'memory' AND schema_name = $1 AND NOT internal ORDER BY view_oid",
        [WHOLE],
    ).fetchall()
    for (name,) in views:
        connection.execute(f'CREATE VIEW "{name}" AS FROM {WHOLE}."{name}"')

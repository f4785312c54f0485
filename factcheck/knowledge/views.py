"""The relations of a knowledge base under their names: its tables, and views over them.

A file holds tables only. What a question alone needs, such as a player's last five games, is
computed when it is asked, by views (``kb/views/*.sql``) that live in memory next to the file.
The verifier puts the rows of the games at hand before a plain name such as ``player_line``.
A view must not see these few only, so that views read ``memory.main.player_line``, which nothing
can hide.
"""

from __future__ import annotations

from pathlib import Path

import duckdb

from factcheck.knowledge.sql import run_file

STORED = "kb"
"""The name under which the tables of a knowledge base are attached."""


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
    for (name,) in stored:
        connection.execute(f'CREATE VIEW "{name}" AS FROM {STORED}.main."{name}"')
    for file in sorted((folder / "views").glob("*.sql")):
        run_file(connection, file)

"""The relations of a knowledge base under their names: its tables, and views over them.

A file holds tables only. What a question alone needs, such as a player's last five games, is
computed when it is asked, by views (``kb/views/*.sql``) that live in memory next to the file.
The verifier puts the rows of the games at hand before a plain name such as ``player_line``.
A view must not see these few only, so that views read the schema ``whole``, whose relations
nothing can hide.
"""

from __future__ import annotations

from pathlib import Path

import duckdb

from factcheck.knowledge.sql import run_file

STORED = "kb"
"""The name under which the tables of a knowledge base are attached."""


def create_views(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """Give the attached tables and the views over them their names, plain and in ``whole``.

    Args:
        connection: To a database in memory, with the tables attached as ``kb``.
        folder: Where views/ lies.
    """
    connection.execute("CREATE SCHEMA whole")
    stored = [
        name
        for (name,) in connection.execute(
            "SELECT table_name FROM duckdb_tables() "
            "WHERE database_name = $1 AND schema_name = 'main' AND NOT temporary",
            [STORED],
        ).fetchall()
    ]
    for name in stored:
        for schema in ("whole", "main"):
            connection.execute(f'CREATE VIEW {schema}."{name}" AS FROM {STORED}.main."{name}"')
    connection.execute("SET schema = 'whole'")
    for file in sorted((folder / "views").glob("*.sql")):
        run_file(connection, file)
    connection.execute("SET schema = 'main'")
    computed = connection.execute(
        "SELECT view_name FROM duckdb_views() WHERE schema_name = 'whole' AND NOT internal "
        "EXCEPT SELECT view_name FROM duckdb_views() WHERE schema_name = 'main'"
    ).fetchall()
    for (name,) in computed:
        connection.execute(f'CREATE VIEW main."{name}" AS FROM whole."{name}"')

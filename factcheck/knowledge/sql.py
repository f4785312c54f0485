"""Running the SQL files of the knowledge base."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import duckdb


def run_file(
    connection: duckdb.DuckDBPyConnection,
    path: Path,
    parameters: Mapping[str, object] | None = None,
) -> None:
    """Run the statements of a file in order, each with the parameters that it names."""
    given = parameters or {}
    for statement in connection.extract_statements(path.read_text(encoding="utf-8")):
        connection.execute(statement, {name: given[name] for name in statement.named_parameters})

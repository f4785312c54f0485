"""Loading one source file into the staged relations."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb

from factcheck.errors import KnowledgeBaseError
from factcheck.knowledge.sources import SourceKind
from factcheck.knowledge.sql import run_file


def load(
    connection: duckdb.DuckDBPyConnection,
    source_id: int,
    path: Path,
    kind: SourceKind,
    folder: Path,
) -> None:
    """Stage a source; its rows are counted in the relation ``source``.

    Raises:
        KnowledgeBaseError: The file cannot be parsed, or a value has the wrong type.
    """
    try:
        if kind.columns:
            _read_table(connection, path, kind)
        else:
            _read_games(connection, path)
    except duckdb.Error as error:
        raise _explain(error, path) from error
    parameters = {"source_id": source_id, "trust": kind.trust, "path": str(path)}
    run_file(connection, folder / "sources" / f"{kind.name}.sql", parameters)
    connection.execute(
        """
        INSERT INTO source
        SELECT $source_id, $path, $kind, $trust, (SELECT count(*) FROM raw), (
            SELECT count(DISTINCT (date, least(team_id, opponent_id)))
            FROM staged_team_game WHERE source_id = $source_id
        )
        """,
        parameters | {"kind": kind.name},
    )


def _read_table(connection: duckdb.DuckDBPyConnection, path: Path, kind: SourceKind) -> None:
    connection.execute(
        """
        CREATE OR REPLACE TEMP TABLE raw AS
        SELECT row_number() OVER () + 1 AS file_line, *
        FROM read_csv($path, header = true, delim = ',', quote = '"', all_varchar = true)
        """,
        {"path": str(path)},
    )
    for column, type_name in kind.columns.items():
        if type_name == "VARCHAR":
            continue
        bad = connection.execute(
            f'SELECT file_line, "{column}" FROM raw '  # noqa: S608
            f'WHERE "{column}" IS NOT NULL AND try_cast("{column}" AS {type_name}) IS NULL ORDER BY 1 LIMIT 1'
        ).fetchone()
        if bad is not None:
            raise KnowledgeBaseError(
                f"{bad[1]!r} is not a {type_name}", path=path, line=bad[0], field=column
            )


def _read_games(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    connection.execute(
        """
        CREATE OR REPLACE TEMP TABLE raw AS
        SELECT * FROM read_json(
            $path, format = $format, maximum_object_size = 1000000000,
            columns = {
                home_name: 'VARCHAR', vis_name: 'VARCHAR',
                home_city: 'VARCHAR', vis_city: 'VARCHAR', day: 'VARCHAR',
                box_score: 'MAP(VARCHAR, MAP(VARCHAR, VARCHAR))',
                home_line: 'MAP(VARCHAR, VARCHAR)', vis_line: 'MAP(VARCHAR, VARCHAR)'
            }
        )
        """,
        {"path": str(path), "format": _json_format(path)},
    )


def _json_format(path: Path) -> str:
    with path.open(encoding="utf-8-sig") as file:
        while sign := file.read(1):
            if not sign.isspace():
                return "array" if sign == "[" else "unstructured"
    return "unstructured"


def _explain(error: duckdb.Error, path: Path) -> KnowledgeBaseError:
    """Turn DuckDB's many lines into one that names the line."""
    text = str(error)
    line = re.search(r"(?:in|on|at) [Ll]ine:? (\d+)", text)
    first = text.splitlines()[0].replace(f' in file "{path}"', "")
    return KnowledgeBaseError(first, path=path, line=int(line[1]) if line else None)

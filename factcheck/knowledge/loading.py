"""Loading one source file into the staged relations."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb

from factcheck.errors import KnowledgeBaseError
from factcheck.knowledge.sources import ROTOWIRE_FIELDS, SourceKind, column_names
from factcheck.knowledge.sql import run_file

_BAD_INPUT = (duckdb.DataError, duckdb.InvalidInputException, duckdb.IOException)


def load(
    connection: duckdb.DuckDBPyConnection,
    source_id: int,
    path: Path,
    kind: SourceKind,
    folder: Path,
) -> None:
    """Stage a source and enter it in the relation ``source``.

    Raises:
        KnowledgeBaseError: The file cannot be parsed, or a value has the wrong type.
    """
    parameters = {"source_id": source_id, "trust": kind.trust, "path": str(path)}
    try:
        if kind.columns:
            _read_table(connection, path, kind)
        else:
            _read_games(connection, path)
        run_file(connection, folder / "sources" / f"{kind.name}.sql", parameters)
    except _BAD_INPUT as error:
        raise _explain(error, path) from error
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
    """Read a CSV as text and check every value that has to be a number, date or time."""
    connection.execute(
        """
        CREATE OR REPLACE TEMP TABLE raw AS
        SELECT row_number() OVER () + 1 AS file_line, *
        FROM read_csv(
            $path, auto_detect = false, columns = $columns, header = true, delim = ',', quote = '"'
        )
        """,
        {"path": str(path), "columns": dict.fromkeys(column_names(path), "VARCHAR")},
    )
    for column, type_name in kind.columns.items():
        if type_name == "VARCHAR":
            continue
        # Both names are constants of sources.py, never text from outside.
        bad = connection.execute(
            f'SELECT file_line, "{column}" FROM raw WHERE "{column}" IS NOT NULL '  # noqa: S608
            f'AND try_cast("{column}" AS {type_name}) IS NULL ORDER BY 1 LIMIT 1'
        ).fetchone()
        if bad is not None:
            raise KnowledgeBaseError(
                f"{bad[1]!r} is no {type_name.lower()}", path=path, line=bad[0], field=column
            )


def _read_games(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Read RotoWire's objects and check that none lacks a field."""
    connection.execute(
        """
        CREATE OR REPLACE TEMP TABLE raw AS
        SELECT row_number() OVER () AS game_number, *
        FROM read_json(
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
    for column in ROTOWIRE_FIELDS:
        _refuse_game(connection, path, column, f'"{column}" IS NULL', "is missing")
    no_date = "try_strptime(day, '%m_%d_%y') IS NULL"
    _refuse_game(connection, path, "day", no_date, "is no date such as 11_05_14")
    for key in ("PLAYER_NAME", "TEAM_CITY", "PTS"):
        lacks = f"NOT map_contains(box_score, '{key}')"
        _refuse_game(connection, path, f"box_score.{key}", lacks, "is missing")


def _refuse_game(
    connection: duckdb.DuckDBPyConnection, path: Path, field: str, condition: str, why: str
) -> None:
    """Raise for the first game of which a condition (SQL of this module) holds."""
    row = connection.execute(
        f"SELECT min(game_number) FROM raw WHERE {condition}"  # noqa: S608
    ).fetchone()
    if row is not None and row[0] is not None:
        raise KnowledgeBaseError(f"{why} in game {row[0]} of the file", path=path, field=field)


def _json_format(path: Path) -> str:
    with path.open(encoding="utf-8-sig") as file:
        while sign := file.read(1):
            if not sign.isspace():
                return "array" if sign == "[" else "unstructured"
    return "unstructured"


def _explain(error: duckdb.Error, path: Path) -> KnowledgeBaseError:
    """Turn DuckDB's many lines into one that names the line."""
    text = str(error)
    line = re.search(r"\b[Ll]ine:? (\d+)", text)
    first = (
        text.splitlines()[0].removeprefix("Invalid Input Error: ").replace(f' in file "{path}"', "")
    )
    width = re.search(r"Expected Number of Columns: (\d+) Found: (\d+)", text)
    if width is not None:
        first = f"holds {width[2]} values where the header has {width[1]}; is the file cut off?"
    return KnowledgeBaseError(first, path=path, line=int(line[1]) if line else None)

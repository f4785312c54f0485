"""Loading one source file into the staged relations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import duckdb

from factcheck.errors import KnowledgeBaseError
from factcheck.knowledge.files import Packing, column_names, head, packing
from factcheck.knowledge.sources import ROTOWIRE_FIELDS, SourceKind
from factcheck.knowledge.sql import run_file
from factcheck.knowledge.staging import file_digest
from factcheck.knowledge.writing import is_about_writing

_COMPRESSION = {Packing.PLAIN: "none", Packing.GZIP: "gzip"}
# A line of a CSV has its header above it; rows of Parquet are counted from 1.
_CSV = """
    row_number() OVER () + 1 AS file_line
    FROM read_csv(
        $path, auto_detect = false, columns = $columns, header = true, delim = ',', quote = '"',
        compression = $compression
    )
"""
_PARQUET = "row_number() OVER () AS file_line FROM read_parquet($path)"
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
    parameters = {"source_id": source_id, "source_rank": kind.source_rank, "path": str(path)}
    try:
        if kind.columns:
            _read_table(connection, path, kind)
        else:
            _read_games(connection, path)
        for name in (kind.name, kind.like):
            if name is not None:
                run_file(connection, folder / "sources" / f"{name}.sql", parameters)
    except _BAD_INPUT as error:
        if is_about_writing(error):
            raise
        raise _explain(error, path) from error
    connection.execute(
        """
        INSERT INTO source
        SELECT $source_id, $path, $kind, $source_rank, (SELECT count(*) FROM raw), (
            SELECT count(DISTINCT (date, least(team_id, opponent_id)))
            FROM staged_team_game WHERE source_id = $source_id
        ), $digest
        """,
        parameters | {"kind": kind.name, "digest": file_digest(path)},
    )


def _read_table(connection: duckdb.DuckDBPyConnection, path: Path, kind: SourceKind) -> None:
    """Read a table as text and check every value that has to be a number, date or time."""
    present = column_names(path)
    # Names of columns are constants of sources.py, never text from outside.
    wanted = ", ".join(
        f'nullif("{name}"::VARCHAR, \'\') AS "{name}"'
        if name in present
        else f'NULL::VARCHAR AS "{name}"'
        for name in (*kind.columns, *kind.optional)
    )
    how = packing(path)
    if how is Packing.PARQUET:
        rows, layout = _PARQUET, {}
    else:
        rows = _CSV
        layout = {
            "columns": dict.fromkeys(present, "VARCHAR"),
            "compression": _COMPRESSION[how],
        }
    connection.execute(
        f"CREATE OR REPLACE TEMP TABLE raw AS SELECT {wanted}, {rows}",
        {"path": str(path)} | layout,
    )
    _refuse_broken_value(connection, path, {**kind.columns, **kind.optional})


def _refuse_broken_value(
    connection: duckdb.DuckDBPyConnection, path: Path, types: Mapping[str, str]
) -> None:
    """Raise for the first value of a column that cannot become the column's type."""
    checked = [(name, type_name) for name, type_name in types.items() if type_name != "VARCHAR"]
    first_lines = ", ".join(
        f'min(file_line) FILTER ("{name}" IS NOT NULL '
        f'AND try_cast("{name}" AS {type_name}) IS NULL)'
        for name, type_name in checked
    )
    ((*lines,),) = connection.execute(f"SELECT {first_lines} FROM raw").fetchall()  # noqa: S608
    for (name, type_name), line in zip(checked, lines, strict=True):
        if line is not None:
            ((value,),) = connection.execute(
                f'SELECT "{name}" FROM raw WHERE file_line = ?',  # noqa: S608
                [line],
            ).fetchall()
            raise KnowledgeBaseError(
                f"{value!r} is no {type_name.lower()}", path=path, line=line, field=name
            )


def _read_games(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Read RotoWire's objects and check that none lacks a field."""
    connection.execute(
        """
        CREATE OR REPLACE TEMP TABLE raw AS
        SELECT row_number() OVER () AS game_number, *
        FROM read_json(
            $path, format = $format, compression = $compression, maximum_object_size = 33554432,
            columns = {
                home_name: 'VARCHAR', vis_name: 'VARCHAR',
                home_city: 'VARCHAR', vis_city: 'VARCHAR', day: 'VARCHAR',
                box_score: 'MAP(VARCHAR, MAP(VARCHAR, VARCHAR))',
                home_line: 'MAP(VARCHAR, VARCHAR)', vis_line: 'MAP(VARCHAR, VARCHAR)'
            }
        )
        """,
        {
            "path": str(path),
            "format": "array" if head(path).lstrip()[:1] == "[" else "unstructured",
            "compression": _COMPRESSION[packing(path)],
        },
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


def _explain(error: duckdb.Error, path: Path) -> KnowledgeBaseError:
    """Turn DuckDB's many lines into one that names the line."""
    text = str(error)
    line = re.search(r"\b[Ll]ine:? (\d+)", text)
    first = (
        text.splitlines()[0].removeprefix("Invalid Input Error: ").replace(f' in file "{path}"', "")
    )
    if "GZIP stream" in text:
        first = "is damaged or cut off; get it again"
    width = re.search(r"Expected Number of Columns: (\d+) Found: (\d+)", text)
    if width is not None:
        first = f"holds {width[2]} values where the header has {width[1]}; is the file cut off?"
    return KnowledgeBaseError(first, path=path, line=int(line[1]) if line else None)

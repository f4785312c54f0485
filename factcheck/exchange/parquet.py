"""Checked stories as a Parquet file: a row a story, its mistakes as a list."""

from __future__ import annotations

import datetime
import json
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TextIO

import duckdb

from factcheck.errors import FormatError
from factcheck.support.files import writing_whole

_SPAN = (
    '"start" INTEGER, "end" INTEGER, token_start INTEGER, token_end INTEGER, sentence INTEGER, '
    "sent_token_start INTEGER, sent_token_end INTEGER, text VARCHAR"
)
# The evidence of a claim has the columns of its rule's statement, so that it stays JSON.
_COLUMNS = {
    "id": "VARCHAR", "game": "VARCHAR", "system": "VARCHAR", "text": "VARCHAR",
    "tokens": "INTEGER", "sentences": "INTEGER",
    "mistakes": f"STRUCT({_SPAN}, category VARCHAR, correction VARCHAR, explanation VARCHAR, "
    '"rule" VARCHAR, replacement VARCHAR, confidence DOUBLE, evidence JSON)[]',
    "claims": f'STRUCT({_SPAN}, "rule" VARCHAR, verdict VARCHAR, read_as VARCHAR, '
    "could_mean VARCHAR[], slots JSON, relations JSON, evidence JSON)[]",
    "unclaimed": f"STRUCT({_SPAN})[]", "signature": "VARCHAR", "notes": "VARCHAR[]",
}  # fmt: skip
_TYPES: dict[type, str] = {
    bool: "BOOLEAN", int: "BIGINT", float: "DOUBLE", str: "VARCHAR",
    datetime.datetime: "TIMESTAMP", datetime.date: "DATE",
}  # fmt: skip


def write_parquet(items: Iterable[Mapping[str, Any]], output: Path | TextIO) -> None:
    """Write reports, a few in memory at a time.

    Columns that a story brought along keep their type where all their values have one;
    objects and lists become JSON.

    Args:
        items: Reports as JSON objects.
        output: The file to write.

    Raises:
        FormatError: The output is a stream, or cannot be written.
    """
    if not isinstance(output, Path):
        raise FormatError("--format parquet is a file; name one with -o")
    types: dict[str, str] = {}
    with tempfile.TemporaryDirectory(prefix=".factcheck-", dir=_folder(output)) as beside:
        lines, table = Path(beside) / "rows.jsonl", Path(beside) / "rows.parquet"
        try:
            with lines.open("w", encoding="utf-8") as stream:
                for item in items:
                    for name, value in item.items():
                        if value is not None or name not in types:
                            types[name] = _joined(types.get(name), name, value)
                    stream.write(json.dumps(item, ensure_ascii=False, default=str) + "\n")
            _convert(lines, table, {name: type or "VARCHAR" for name, type in types.items()})
        except duckdb.Error as error:
            reason = str(error).splitlines()[0]
            raise FormatError(f"cannot be written: {reason}", path=output) from error
        with table.open("rb") as made, writing_whole(output) as target:
            while piece := made.read(1 << 20):
                target.write(piece)


def _folder(output: Path) -> Path:
    folder = output.absolute().parent
    if not folder.is_dir():
        raise FormatError("cannot be written: there is no such folder", path=output)
    return folder


def _joined(known: str | None, name: str, value: Any) -> str:
    """Return the type of a column that holds what it has held and one value more."""
    if name in _COLUMNS:
        return _COLUMNS[name]
    own = "" if value is None else _TYPES.get(type(value), "JSON")
    if not known or not own or known == own:
        return known or own
    return "DOUBLE" if {known, own} == {"BIGINT", "DOUBLE"} else "JSON"


def _convert(lines: Path, table: Path, types: Mapping[str, str]) -> None:
    with duckdb.connect(config={"threads": 1, "memory_limit": "1GB"}) as connection:
        fields = ", ".join(f"{_quoted(name)}: {_text(type)}" for name, type in types.items())
        connection.execute(
            f"COPY (SELECT * FROM read_json({_text(str(lines))}, format = 'newline_delimited', "  # noqa: S608
            f"columns = {{{fields}}})) "
            f"TO {_text(str(table))} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10000)"
        )


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"

"""Our JSONL: one story a line, as ``factcheck check --format jsonl`` prints it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from factcheck.errors import FormatError
from factcheck.exchange.format import Batch, Format, Piece, Reviewed
from factcheck.exchange.lines import JsonObject, field, json_lines, objects
from factcheck.exchange.marks import BY_HAND, Mark, TokenisedText, category_of, in_line
from factcheck.model import Report, Signature, Story


def encode(reports: Iterable[Report], _batch: Batch) -> Iterator[Piece]:
    """Write one JSON object a line: see :meth:`factcheck.model.Report.to_dict`."""
    for report in reports:
        line = json.dumps(report.to_dict(), ensure_ascii=False, default=str)
        yield "stories.jsonl", f"{line}\n".encode()


def decode(path: Path) -> Iterator[Reviewed]:
    """Read stories with their mistakes; of a mistake start, end and category must be there.

    Raises:
        FormatError: A line is not such an object.
    """
    for line, item in json_lines(path):
        text = field(item, "text", str, path, line)
        story = Story(
            id=field(item, "id", str, path, line),
            text=text,
            game=field(item, "game", str, path, line, None),
            system=field(item, "system", str, path, line, None),
            path=field(item, "path", str, path, line, None),
            line=field(item, "line", int, path, line, None),
        )
        field(item, "mistakes", list, path, line)
        marks = [
            _mark(mistake, text, path, line) for mistake in objects(item, "mistakes", path, line)
        ]
        report = TokenisedText(text).report(story, marks, path)
        yield Reviewed(replace(report, signature=_signature(item, path, line)))


def _signature(item: JsonObject, path: Path, line: int) -> Signature | None:
    text = field(item, "signature", str, path, line, None)
    if text is None:
        return None
    try:
        return Signature.parse(text)
    except ValueError as error:
        raise FormatError(str(error), path=path, line=line, field="signature") from error


def _mark(item: JsonObject, text: str, path: Path, line: int) -> Mark:
    start, end = field(item, "start", int, path, line), field(item, "end", int, path, line)
    said = field(item, "text", str, path, line, None)
    if said is not None and text[start:end] != said:
        raise FormatError(
            f"{said!r} does not stand at characters {start} to {end}, {text[start:end]!r} does; "
            "give the offsets into this text",
            path=path,
            line=line,
            field="text",
        )
    return mark_of(item, start, end, field(item, "category", str, path, line), path, line)


def mark_of(item: JsonObject, start: int, end: int, label: str, path: Path, line: int) -> Mark:
    """Return the mark that an object with our field names describes.

    Args:
        item: Its correction, explanation, rule and evidence are read, where it has them.
        start: Offset of its first character.
        end: Offset after its last character.
        label: Its category.
        path: The file, for error messages.
        line: Its line, for error messages.

    Raises:
        FormatError: The label is no category, or a field is of another type.
    """
    with in_line(path, line, "category"):
        category = category_of(label)
    return Mark(
        start=start,
        end=end,
        category=category,
        correction=field(item, "correction", str, path, line, None),
        explanation=field(item, "explanation", str, path, line, None),
        rule=field(item, "rule", str, path, line, BY_HAND),
        evidence=tuple(objects(item, "evidence", path, line)),
        line=line,
    )


FORMAT = Format(
    name="jsonl",
    description="One JSON object a story, as `factcheck check --format jsonl` prints it.",
    extension=".jsonl",
    is_folder=False,
    encode=encode,
    decode=decode,
)

"""doccano's JSONL for sequence labelling (https://doccano.github.io/doccano/).

``{"text": ..., "label": [[10, 12, "NUMBER"]], ...}``: offsets count characters, end
exclusive; ``labels.json`` holds the labels with their colours. doccano has no field for a
remark on a mark; it keeps further fields of a story and exports them again, so corrections and
evidence stand in the story's ``factcheck``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from factcheck.errors import FormatError
from factcheck.exchange.box_scores import as_text
from factcheck.exchange.colours import COLOURS
from factcheck.exchange.format import Batch, Format, Piece, Reviewed
from factcheck.exchange.jsonl import mark_of
from factcheck.exchange.lines import JsonObject, field, json_lines, objects
from factcheck.exchange.marks import Mark, TokenisedText
from factcheck.model import Category, Report, Story, signature_line

LABELS = "labels.json"
_REMARKS = ("correction", "explanation", "rule", "evidence")


def encode(reports: Iterable[Report], batch: Batch) -> Iterator[Piece]:
    """Write the labels with their colours, and one object a story."""
    yield LABELS, f"{json.dumps(_labels_of_project(), indent=2)}\n".encode()
    for report in reports:
        line = json.dumps(_task(report, batch), ensure_ascii=False, default=str)
        yield "stories.jsonl", f"{line}\n".encode()


def _labels_of_project() -> list[dict[str, Any]]:
    """Return all six labels as doccano imports them, also those that no story has."""
    return [
        {
            "text": str(category),
            "suffix_key": str(place),
            "background_color": COLOURS[category],
            "text_color": "#ffffff",
        }
        for place, category in enumerate(Category, start=1)
    ]


def _task(report: Report, batch: Batch) -> dict[str, Any]:
    box = batch.box_score(report)
    spans = [(m.span.start, m.span.end, m.category) for m in report.mistakes]
    return {
        "text": report.story.text,
        "label": [[start, end, str(category)] for start, end, category in spans],
        "story": report.story.id,
        "game": report.story.game,
        "system": report.story.system,
        "signature": signature_line(report),
        "factcheck": [
            {
                name: value
                for name, value in mistake.to_dict().items()
                if name in ("start", "end", *_REMARKS)
            }
            for mistake in report.mistakes
        ],
        **({} if box is None else {"box_score": as_text(box)}),
    }


def decode(path: Path) -> Iterator[Reviewed]:
    """Read doccano's export as JSONL, with or without relations.

    Raises:
        FormatError: A line is not doccano's, or lost the story's id.
    """
    for line, item in json_lines(path):
        text = field(item, "text", str, path, line)
        story = Story(
            id=field(item, "story", str, path, line),
            text=text,
            game=field(item, "game", str, path, line, None),
            system=field(item, "system", str, path, line, None),
        )
        remarks = {
            (remark.get("start"), remark.get("end")): remark
            for remark in objects(item, "factcheck", path, line)
        }
        marks = [_mark(label, remarks, path, line) for label in _labels(item, path, line)]
        yield Reviewed(TokenisedText(text).report(story, marks, path))


def _labels(item: JsonObject, path: Path, line: int) -> list[Any]:
    """Return the marks as [start, end, label], also of a project with relations."""
    if "entities" in item:
        return [
            [entity.get(name) for name in ("start_offset", "end_offset", "label")]
            for entity in objects(item, "entities", path, line)
        ]
    name = "labels" if "labels" in item else "label"
    return list(field(item, name, list, path, line))


def _mark(label: Any, remarks: dict[tuple[Any, Any], JsonObject], path: Path, line: int) -> Mark:
    match label:
        case [int(start), int(end), str(name)]:
            return mark_of(remarks.get((start, end), {}), start, end, name, path, line)
    raise FormatError(
        f"{json.dumps(label)} is not [start, end, label]", path=path, line=line, field="label"
    )


FORMAT = Format(
    name="doccano",
    description="doccano's JSONL for sequence labelling; in a folder, with the labels too.",
    extension=".jsonl",
    is_folder=False,
    encode=encode,
    decode=decode,
    companions=frozenset({LABELS}),
)

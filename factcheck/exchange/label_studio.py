"""Label Studio: tasks with predictions, and the labelling configuration to go with them.

Regions are Label Studio's ``labels`` results on ``<Text>``, with offsets in characters
(code points, as its editor counts), end exclusive; the correction is a ``textarea``
result of the same region, all else the region's note (``meta.text``). See
https://labelstud.io/guide/predictions and https://labelstud.io/guide/export.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from factcheck import __version__
from factcheck.errors import FormatError
from factcheck.exchange.box_scores import as_html
from factcheck.exchange.colours import COLOURS
from factcheck.exchange.format import Batch, Format, Piece, Reviewed
from factcheck.exchange.lines import JsonObject, field, json_items, objects
from factcheck.exchange.marks import Mark, TokenisedText, category_of, in_line
from factcheck.exchange.remarks import read_remark, write_remark
from factcheck.model import Category, Mistake, Report, Story, signature_line

LABEL, CORRECTION, TEXT, BOX_SCORE = "label", "correction", "text", "box_score"


def encode(reports: Iterable[Report], batch: Batch) -> Iterator[Piece]:
    """Write the labelling configuration, and all tasks in one file."""
    yield "labelling_config.xml", labelling_configuration(batch.box_scores is not None).encode()
    opening = "[\n"
    for report in reports:
        task = json.dumps(_task(report, batch), ensure_ascii=False, default=str)
        yield "tasks.json", f"{opening}{task}".encode()
        opening = ",\n"
    yield "tasks.json", b"\n]\n" if opening != "[\n" else b"[]\n"


def labelling_configuration(box_score: bool = False) -> str:
    """Return the XML to paste into a project's labelling interface.

    Args:
        box_score: Show the box score of the game under the story.
    """
    shown = f'\n  <HyperText name="{BOX_SCORE}" value="${BOX_SCORE}"/>' if box_score else ""
    labels = "\n".join(
        f"    <Label value={quoteattr(category)} background={quoteattr(COLOURS[category])}/>"
        for category in Category
    )
    return f"""<View>
  <Header value="$story"/>
  <Labels name="{LABEL}" toName="{TEXT}">
{labels}
  </Labels>
  <Text name="{TEXT}" value="$text" granularity="word"/>
  <TextArea name="{CORRECTION}" toName="{TEXT}" perRegion="true" editable="true"
            displayMode="region-list" placeholder="What would be right?"/>{shown}
</View>
"""


def _task(report: Report, batch: Batch) -> dict[str, Any]:
    story = report.story
    shown = {} if batch.box_scores is None else {BOX_SCORE: as_html(batch.box_score(report))}
    data = {"story": story.id, "game": story.game, "system": story.system, TEXT: story.text}
    results = [
        result
        for number, mistake in enumerate(report.mistakes, start=1)
        for result in _results(f"{story.id}-{number}", mistake)
    ]
    return {
        "data": data | shown,
        "predictions": [
            {
                "model_version": signature_line(report) or f"factcheck {__version__}",
                "result": results,
            }
        ],
    }


def _results(region: str, mistake: Mistake) -> Iterator[dict[str, Any]]:
    span = mistake.span
    place = {"start": span.start, "end": span.end}
    label: dict[str, Any] = {
        "id": region,
        "from_name": LABEL,
        "to_name": TEXT,
        "type": "labels",
        "value": {**place, "text": span.text, "labels": [str(mistake.category)]},
    }
    if remark := write_remark(mistake, ("comment", "rule", "evidence")):
        label["meta"] = {"text": [remark]}
    yield label
    if mistake.correction is not None:
        yield {
            "id": region,
            "from_name": CORRECTION,
            "to_name": TEXT,
            "type": "textarea",
            "value": {**place, "text": [mistake.correction]},
        }


def decode(path: Path) -> Iterator[Reviewed]:
    """Read Label Studio's JSON export, or the tasks that :func:`encode` wrote.

    Raises:
        FormatError: It is no such export, or a task lost the story's id; names the task, for
            an export may be one long line.
    """
    for number, (line, task) in enumerate(json_items(path), start=1):
        try:
            yield from _stories(task, path, line)
        except FormatError as error:
            name = f"task {task.get('id') or number}"
            field_name = name if error.field is None else f"{name}, {error.field}"
            raise FormatError(error.message, path=path, line=line, field=field_name) from error


def _stories(task: JsonObject, path: Path, line: int) -> Iterator[Reviewed]:
    data: JsonObject = field(task, "data", dict, path, line)
    text = field(data, TEXT, str, path, line)
    story = Story(
        id=field(data, "story", str, path, line),
        text=text,
        game=field(data, "game", str, path, line, None),
        system=field(data, "system", str, path, line, None),
    )
    annotations = _annotations(task, path, line)
    if not annotations:
        yield Reviewed(TokenisedText(text).report(story, [], path), unreviewed=True)
    for annotation in annotations:
        marks = _marks(annotation, path, line)
        rejected = bool(annotation.get("was_cancelled"))
        yield Reviewed(
            TokenisedText(text).report(story, [] if rejected else marks, path),
            annotator=_annotator(annotation),
            rejected=rejected,
        )


def _annotations(task: JsonObject, path: Path, line: int) -> list[JsonObject]:
    found = objects(task, "annotations", path, line)
    # Skipped tasks have an annotation as well; a judgement by anybody counts for more.
    judged = [annotation for annotation in found if not annotation.get("was_cancelled")]
    if found:
        return judged or found[:1]
    if "annotations" in task:
        # An export of all tasks: this one is still to be reviewed, whatever predicted it.
        return []
    predictions = objects(task, "predictions", path, line)
    if len(predictions) != 1:
        raise FormatError(
            f"no annotation and {len(predictions)} predictions; annotate the task first",
            path=path,
            line=line,
        )
    return predictions


def _annotator(annotation: JsonObject) -> str | None:
    by = annotation.get("completed_by")
    if isinstance(by, Mapping):
        by = by.get("email") or by.get("id")
    return None if by is None else str(by)


def _marks(annotation: JsonObject, path: Path, line: int) -> list[Mark]:
    results = objects(annotation, "result", path, line)
    corrections = {
        result.get("id"): field(result, "value", dict, path, line).get("text")
        for result in results
        if result.get("from_name") == CORRECTION
    }
    return [
        _mark(result, corrections.get(result.get("id")), path, line)
        for result in results
        if result.get("type") == "labels"
    ]


def _mark(result: JsonObject, correction: Any, path: Path, line: int) -> Mark:
    value: JsonObject = field(result, "value", dict, path, line)
    labels = field(value, "labels", list, path, line)
    meta: JsonObject = field(result, "meta", dict, path, line, {})
    with in_line(path, line):
        category = category_of(str(labels[0]) if len(labels) == 1 else json.dumps(labels))
        remark = read_remark(_joined(meta.get("text")))
    return Mark(
        start=field(value, "start", int, path, line),
        end=field(value, "end", int, path, line),
        category=category,
        correction=_joined(correction) or remark.correction,
        explanation=remark.comment,
        rule=remark.rule,
        evidence=remark.evidence,
        line=line,
    )


def _joined(text: Any) -> str | None:
    """Return what a text area holds: a text, or a list of them."""
    if isinstance(text, list):
        return "\n".join(str(item) for item in text) or None
    return None if text is None else str(text)


FORMAT = Format(
    name="label-studio",
    description="Label Studio: a folder with tasks, their predictions and the configuration.",
    extension=".json",
    is_folder=True,
    encode=encode,
    decode=decode,
)

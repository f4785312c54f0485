"""factgenie (https://github.com/ufal/factgenie): a campaign with our marks.

The folder is laid out like factgenie's own: ``campaigns/`` holds the marks, ``data/`` the
dataset and the texts as outputs on it. An example of the dataset is a game; a setup is a
system that wrote about it.

factgenie's pages take a text for HTML, count in UTF-16 code units of what the browser
makes of it, and mark whole words or single characters. See :class:`PageText`.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from factcheck.errors import FormatError
from factcheck.exchange.box_scores import as_records
from factcheck.exchange.colours import COLOURS
from factcheck.exchange.factgenie_page import PageText
from factcheck.exchange.format import Batch, Format, Piece, Reviewed
from factcheck.exchange.lines import JsonObject, an_object, field, json_lines, objects
from factcheck.exchange.marks import Mark, TokenisedText, category_of, in_line
from factcheck.exchange.remarks import read_remark, write_remark
from factcheck.model import Category, Report, Story
from factcheck.support.files import read_text

SPLIT = "stories"

DESCRIPTIONS: Mapping[Category, str] = {
    Category.NUMBER: "A number is wrong, in digits or in words.",
    Category.NAME: "The name of a person, team, place, organisation or day is wrong.",
    Category.WORD: "A word or phrase that is no number or name is wrong.",
    Category.CONTEXT: "Words that suggest something untrue in their context.",
    Category.NOT_CHECKABLE: "The data cannot say whether it is true.",
    Category.OTHER: "A mistake of another kind.",
}

Key = tuple[str, str, str, int]
"""Dataset, split, setup and example: what factgenie knows an output by."""


def encode(reports: Iterable[Report], batch: Batch) -> Iterator[Piece]:
    """Write dataset, outputs and campaign, all named for the batch."""
    name = _slug(batch.name)
    yield "data/datasets.yml", _dataset(name).encode()
    yield f"campaigns/{name}/metadata.json", _campaign(name).encode()
    yield f"data/inputs/{name}/{SPLIT}.jsonl", b""
    yield f"campaigns/{name}/files/factcheck.jsonl", b""
    games: dict[str, int] = {}
    taken: set[tuple[int, str]] = set()
    for report in reports:
        game, setup = report.story.game or report.story.id, _slug(report.story.system or "story")
        if (games.get(game, -1), setup) in taken:
            # A second story by the same system about the same game.
            game = report.story.id
        if game not in games:
            games[game] = len(games)
            yield f"data/inputs/{name}/{SPLIT}.jsonl", _line(_input(report, game, batch))
        taken.add((games[game], setup))
        place = {"dataset": name, "split": SPLIT, "setup_id": setup, "example_idx": games[game]}
        page = PageText.of(report)
        story = _story(report)
        output = {**place, "output": page.output, "factcheck": story}
        yield f"data/outputs/{name}/{SPLIT}-{setup}.jsonl", _line(output)
        record = {**output, **_annotations(report, page), "metadata": _metadata(name, page)}
        yield f"campaigns/{name}/files/factcheck.jsonl", _line(record)


def _slug(name: str) -> str:
    # factgenie turns names into such slugs itself; names that are slugs stay as they are.
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "factcheck"


def _line(value: JsonObject) -> bytes:
    return (json.dumps(value, ensure_ascii=False, default=str) + "\n").encode()


def _dataset(name: str) -> str:
    description = "Basketball stories checked by factcheck"
    return (
        f"{name}:\n  class: basic.JSONLDataset\n  name: {name}\n"
        f"  description: {description}\n  enabled: true\n  splits:\n  - {SPLIT}\n"
    )


def _configuration() -> dict[str, Any]:
    return {
        "annotation_span_categories": [
            {
                "name": str(category),
                "color": COLOURS[category],
                "description": DESCRIPTIONS[category],
            }
            for category in Category
        ],
        "annotation_overlap_allowed": False,
    }


def _campaign(name: str) -> str:
    campaign = {
        "id": name,
        "mode": "external",
        "status": "finished",
        "created": datetime.now().strftime("%Y-%m-%d %H:%M:%S"),
        "config": _configuration(),
    }
    return json.dumps(campaign, indent=4)


def _input(report: Report, game: str, batch: Batch) -> dict[str, Any]:
    name = "game" if report.story.game == game else "story"
    tables = as_records(batch.box_score(report))
    # factgenie shows it as tables, and takes it for HTML.
    return {
        name: html.escape(game),
        **{
            html.escape(title): [
                {heading: html.escape(cell) for heading, cell in row.items()} for row in rows
            ]
            for title, rows in tables.items()
        },
    }


def _story(report: Report) -> dict[str, Any]:
    story = report.story
    return {"id": story.id, "game": story.game, "system": story.system, "text": story.text}


def _metadata(name: str, page: PageText) -> dict[str, Any]:
    return {
        **_configuration(),
        "annotation_granularity": page.granularity,
        "campaign_id": name,
        "annotator_id": "factcheck",
        "annotator_group": 0,
    }


def _annotations(report: Report, page: PageText) -> dict[str, Any]:
    categories = list(Category)
    annotations = [
        {
            "type": categories.index(mistake.category),
            "start": page.start(mistake.span),
            "text": page.shown(mistake.span),
            "reason": write_remark(mistake),
        }
        for mistake in report.mistakes
    ]
    return {
        "annotations": annotations,
        "flags": [],
        "options": [],
        "sliders": [],
        "text_fields": [],
    }


def decode(path: Path) -> Iterator[Reviewed]:
    """Read one JSONL file of a campaign, ours or one made in factgenie on our outputs.

    Raises:
        FormatError: A line is not factgenie's, or its text is not one that we exported.
    """
    outputs: Mapping[Key, JsonObject] | None = None
    for line, record in json_lines(path):
        annotations = objects(record, "annotations", path, line)
        field(record, "annotations", list, path, line)
        if "factcheck" in record:
            about = an_object(record["factcheck"], path, line)
        else:
            outputs = _outputs(path) if outputs is None else outputs
            about = _about(_key(record, path, line), outputs, path, line)
        story = Story(
            id=field(about, "id", str, path, line),
            text=field(about, "text", str, path, line),
            game=field(about, "game", str, path, line, None),
            system=field(about, "system", str, path, line, None),
        )
        metadata: JsonObject = field(record, "metadata", dict, path, line)
        names = [
            field(category, "name", str, path, line)
            for category in objects(metadata, "annotation_span_categories", path, line)
        ]
        page = PageText.read(story.text, field(record, "output", str, path, line))
        marks = [_mark(each, names, page, path, line) for each in annotations]
        yield Reviewed(
            TokenisedText(story.text).report(story, marks, path),
            annotator=field(metadata, "annotator_id", str, path, line, None),
        )


def _key(record: JsonObject, path: Path, line: int) -> Key:
    dataset, split, setup = (
        field(record, name, str, path, line) for name in ("dataset", "split", "setup_id")
    )
    return dataset, split, setup, field(record, "example_idx", int, path, line)


def _outputs(path: Path) -> dict[Key, JsonObject]:
    """Return the outputs of the factgenie folder in which a campaign's file lies."""
    if len(path.parents) < 4:
        path = path.absolute()
    found: dict[Key, JsonObject] = {}
    folder = path.parents[3] / "data" / "outputs"
    for file in sorted(folder.rglob("*.jsonl")):
        if not read_text(file).strip():
            continue
        for line, record in json_lines(file):
            if "factcheck" in record:
                found[_key(record, file, line)] = an_object(record["factcheck"], file, line)
    return found


def _about(key: Key, outputs: Mapping[Key, JsonObject], path: Path, line: int) -> JsonObject:
    if key not in outputs:
        raise FormatError(
            f"no text of ours for {'/'.join(map(str, key))}; put the campaign into campaigns/ "
            "of the exported folder",
            path=path,
            line=line,
        )
    return outputs[key]


def _mark(item: JsonObject, names: list[str], page: PageText, path: Path, line: int) -> Mark:
    kind = field(item, "type", int, path, line)
    if not 0 <= kind < len(names):
        raise FormatError(
            f"{kind} is not one of the campaign's {len(names)} categories",
            path=path,
            line=line,
            field="type",
        )
    with in_line(path, line):
        category = category_of(names[kind])
        remark = read_remark(field(item, "reason", str, path, line, None))
        start, end = page.characters(
            field(item, "start", int, path, line), field(item, "text", str, path, line)
        )
    return Mark(
        start=start,
        end=end,
        category=category,
        correction=remark.correction,
        explanation=remark.comment,
        rule=remark.rule,
        evidence=remark.evidence,
        line=line,
    )


FORMAT = Format(
    name="factgenie",
    description="factgenie: a folder with a campaign on dataset, split and outputs.",
    extension=".jsonl",
    is_folder=True,
    encode=encode,
    decode=decode,
    pattern="files/*.jsonl",
)

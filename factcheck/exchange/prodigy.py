"""Prodigy's JSONL for span annotation (https://prodi.gy/docs/api-interfaces#spans_manual).

``{"text", "tokens": [...], "spans": [...], "meta": {...}}``: offsets count characters,
end exclusive; token ids count from 0 and a span's ``token_end`` is its last token. Tokens
are spaCy's kind: with a space where ``ws`` says so they make up the text, so white space
other than one space is a token of its own. Corrections and evidence are fields of a span.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from factcheck.exchange.box_scores import as_html
from factcheck.exchange.format import Batch, Format, Piece, Reviewed
from factcheck.exchange.jsonl import mark_of
from factcheck.exchange.lines import JsonObject, field, json_lines, objects
from factcheck.exchange.marks import Mark, TokenisedText
from factcheck.language.tokenizer import tokenize
from factcheck.model import Report, Story, signature_line

_REMARKS = ("correction", "explanation", "rule", "evidence")


def encode(reports: Iterable[Report], batch: Batch) -> Iterator[Piece]:
    """Write one task a story, for ``prodigy spans.manual``."""
    for report in reports:
        line = json.dumps(_task(report, batch), ensure_ascii=False, default=str)
        yield "stories.jsonl", f"{line}\n".encode()


def _task(report: Report, batch: Batch) -> dict[str, Any]:
    box = batch.box_score(report)
    tokens = _tokens(report.story.text)
    starts, ends = ([token[side] for token in tokens] for side in ("start", "end"))
    spans = []
    for mistake in report.mistakes:
        found = mistake.to_dict()
        spans.append(
            {
                "start": found["start"],
                "end": found["end"],
                "token_start": bisect_right(ends, found["start"]),
                "token_end": bisect_left(starts, found["end"]) - 1,
                "label": found["category"],
                **{name: found[name] for name in _REMARKS},
            }
        )
    story = report.story
    meta = {
        "story": story.id,
        "game": story.game,
        "system": story.system,
        "signature": signature_line(report),
    }
    return {
        "text": story.text,
        "tokens": tokens,
        "spans": spans,
        "meta": {name: value for name, value in meta.items() if value is not None},
        # For a block {"view_id": "html"} beside the one of the spans.
        **({} if box is None else {"html": as_html(box)}),
    }


def _tokens(text: str) -> list[dict[str, Any]]:
    """Return tokens in spaCy's way, which leave out no character of the text."""
    tokens: list[dict[str, Any]] = []

    def add(start: int, end: int) -> None:
        token = {"text": text[start:end], "start": start, "end": end, "id": len(tokens)}
        tokens.append({**token, "ws": False})

    def add_gap(start: int, end: int) -> None:
        if tokens and text.startswith(" ", start) and start < end:
            tokens[-1]["ws"] = True
            start += 1
        if start < end:
            add(start, end)

    position = 0
    for token in tokenize(text):
        add_gap(position, token.start)
        add(token.start, token.end)
        position = token.end
    add_gap(position, len(text))
    return tokens


def decode(path: Path) -> Iterator[Reviewed]:
    """Read what ``prodigy db-out`` prints; an answer other than accept is a refusal.

    Raises:
        FormatError: A line is not Prodigy's, or lost the story's id.
    """
    for line, item in json_lines(path):
        text = field(item, "text", str, path, line)
        meta: JsonObject = field(item, "meta", dict, path, line)
        story = Story(
            id=field(meta, "story", str, path, line),
            text=text,
            game=field(meta, "game", str, path, line, None),
            system=field(meta, "system", str, path, line, None),
        )
        rejected = field(item, "answer", str, path, line, "accept") != "accept"
        marks = [_mark(span, path, line) for span in objects(item, "spans", path, line)]
        yield Reviewed(
            TokenisedText(text).report(story, [] if rejected else marks, path),
            annotator=field(item, "_annotator_id", str, path, line, None),
            rejected=rejected,
        )


def _mark(span: JsonObject, path: Path, line: int) -> Mark:
    start, end = field(span, "start", int, path, line), field(span, "end", int, path, line)
    return mark_of(span, start, end, field(span, "label", str, path, line), path, line)


FORMAT = Format(
    name="prodigy",
    description="Prodigy's JSONL with tokens and spans: one task a story.",
    extension=".jsonl",
    is_folder=False,
    encode=encode,
    decode=decode,
)

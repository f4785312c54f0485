"""Checked stories as a folder of reviews keeps them: one JSON object a line.

They are kept as they were checked, with their claims, so that marks stay what they were
when annotators decided about them, whatever the rules say later.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from factcheck.errors import FormatError
from factcheck.model import Category, Claim, Report


@dataclass(frozen=True, slots=True)
class InitialMark:
    """A mark as it was checked.

    Args:
        id: ``m1``, ``m2`` … in order of the text.
        start: Offset of its first character.
        end: Offset after its last character.
        category: One of the six categories.
        correction: What would be right, where there is one.
        rule: The rule that made it.
        confidence: The share of such marks that are right, where the check tells it.
    """

    id: str
    start: int
    end: int
    category: Category
    correction: str | None
    rule: str
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class StoryCard:
    """What is held in memory of a story; its text and claims stay on disk.

    Args:
        id: The story's id.
        game: The game that it was checked against.
        system: The system that wrote it, where known.
        tokens: Number of tokens.
        digest: Tells whether two texts are the same.
        marks: Its marks as checked.
        offset: Where its line begins in the file, in bytes.
        length: Length of the line in bytes.
    """

    id: str
    game: str | None
    system: str | None
    tokens: int
    digest: str
    marks: tuple[InitialMark, ...]
    offset: int
    length: int

    @property
    def doubt(self) -> float:
        """How sure the least certain mark is, from 0 to 1; 1 where none tells."""
        known = [mark.confidence for mark in self.marks if mark.confidence is not None]
        return min(known, default=1.0)


def record_of(report: Report) -> dict[str, Any]:
    """Return a checked story as the folder keeps it: its JSONL object with its claims."""
    item = report.to_dict()
    item["claims"] = [_claim(claim) for claim in report.claims]
    item["unclaimed"] = [[span.start, span.end] for span in report.unclaimed]
    return item


def _claim(claim: Claim) -> dict[str, Any]:
    rows = {json.dumps(dict(row), default=str): dict(row) for row in claim.evidence}
    return {
        "start": claim.span.start,
        "end": claim.span.end,
        "rule": claim.rule,
        "verdict": str(claim.verdict),
        "read_as": claim.read_as,
        "could_mean": list(claim.could_mean),
        "states": [
            {"subject": subject, "relation": name, "value": value, "verdict": str(verdict)}
            for (subject, name, value), verdict in claim.relations.items()
        ],
        "evidence": list(rows.values()),
    }


def line_of(report: Report) -> bytes:
    """Return a checked story as one line of the file.

    Raises:
        UnicodeEncodeError: The story holds a lone surrogate.
    """
    return f"{json.dumps(record_of(report), ensure_ascii=False, default=str)}\n".encode()


def parse_line(line: bytes, path: Path, number: int) -> dict[str, Any]:
    """Return the story of a line.

    Raises:
        FormatError: It is no JSON object with ``id``, ``text`` and ``mistakes``.
    """
    try:
        item = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not JSON: {error}", path=path, line=number) from error
    if not isinstance(item, dict):
        raise FormatError("not a JSON object; write one a line", path=path, line=number)
    for name, kind in (("id", str), ("text", str), ("mistakes", list)):
        if not isinstance(item.get(name), kind):
            raise FormatError(
                "missing, or of another type; is this a file of `check --format jsonl`?",
                path=path,
                line=number,
                field=name,
            )
    return item


def initial_marks(item: Mapping[str, Any], path: Path, number: int) -> tuple[InitialMark, ...]:
    """Return the marks of a checked story, in order of the text.

    Raises:
        FormatError: A mistake lacks a field, or its category is none of the six.
    """
    try:
        mistakes = sorted(item["mistakes"], key=lambda mistake: int(mistake["start"]))
        return tuple(
            InitialMark(
                f"m{place}",
                int(mistake["start"]),
                int(mistake["end"]),
                Category(mistake["category"]),
                mistake.get("correction"),
                mistake.get("rule") or "",
                mistake.get("confidence"),
            )
            for place, mistake in enumerate(mistakes, start=1)
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        message = f"a mistake lacks or breaks a field: {error}"
        raise FormatError(message, path=path, line=number, field="mistakes") from error

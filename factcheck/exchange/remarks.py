r"""What a tool has no field for, as one line of text that people can read and edit.

``correction: 6 | comment: He had 6 points. | rule: player-points | evidence: [{...}]``:
parts in this order, each left out where there is nothing to say, separated by a bar with
spaces. In a part ``\\``, ``\|``, ``\n``, ``\r`` and ``\t`` stand for the characters that
would break it. Text that does not begin with one of the four words is a comment.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from factcheck.exchange.marks import BY_HAND, MarkError
from factcheck.language.codes import in_code, in_words
from factcheck.model import Evidence, Mistake

PARTS = ("correction", "comment", "rule", "evidence")

_ESCAPES = {"\\": "\\\\", "|": "\\|", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_UNESCAPES = {escaped: plain for plain, escaped in _ESCAPES.items()}
_SEPARATOR = " | "
_PART = re.compile(rf"({'|'.join(PARTS)}): ", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Remark:
    """What a remark says of a mark."""

    correction: str | None = None
    comment: str | None = None
    rule: str = BY_HAND
    evidence: tuple[Evidence, ...] = ()


def write_remark(mistake: Mistake, parts: Collection[str] = PARTS) -> str:
    """Return the remark for a mistake; empty where there is nothing to say.

    Args:
        mistake: What to describe.
        parts: Which of :data:`PARTS` the format has no field of its own for.
    """
    values = {
        "correction": mistake.correction,
        "comment": mistake.explanation,
        "rule": mistake.rule or None,
        "evidence": write_evidence(mistake.evidence) if mistake.evidence else None,
    }
    return _SEPARATOR.join(
        f"{part}: {_escape(value)}"
        for part, value in values.items()
        if part in parts and value is not None
    )


def write_evidence(evidence: tuple[Evidence, ...]) -> str:
    """Return rows of evidence as one line of JSON."""
    rows = [readable(row) for row in evidence]
    return json.dumps(rows, ensure_ascii=False, default=str)


def readable(row: Evidence) -> dict[str, object]:
    """Return a row of evidence as people write it: codes in words, not 11.0, three decimals."""
    return {name: _readable(value) for name, value in row.items()}


def _readable(value: object) -> object:
    if isinstance(value, float):
        return int(value) if value.is_integer() else round(value, 3)
    return in_words(value) if isinstance(value, str) and value.isupper() else value


def read_remark(text: str | None) -> Remark:
    """Return what a remark says, also one that a person wrote freely.

    Raises:
        MarkError: The evidence is no longer the JSON that was written.
    """
    if not text or not text.strip():
        return Remark()
    if not _PART.match(text):
        return Remark(comment=_unescape(text).strip())
    values: dict[str, str] = {}
    current = ""
    for piece in text.split(_SEPARATOR):
        found = _PART.match(piece)
        if found:
            current = found[1].lower()
            values[current] = _unescape(piece[found.end() :])
        else:
            # A bar that a person typed belongs to the part that it stands in.
            values[current] += _SEPARATOR + _unescape(piece)
    return Remark(
        correction=values.get("correction"),
        comment=values.get("comment"),
        rule=values.get("rule", BY_HAND),
        evidence=_evidence(values.get("evidence", "")),
    )


def _evidence(text: str) -> tuple[Evidence, ...]:
    if not text.strip():
        return ()
    try:
        rows = json.loads(text)
    except ValueError as error:
        raise MarkError(f"the evidence is not JSON any more: {error}") from error
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise MarkError("the evidence is not a list of rows any more")
    return tuple({name: _as_code(value) for name, value in row.items()} for row in rows)


def _as_code(value: Any) -> Any:
    return in_code(value) if isinstance(value, str) else value


def _escape(text: str) -> str:
    return re.sub(r"[\\|\n\r\t]", lambda found: _ESCAPES[found[0]], text)


def _unescape(text: str) -> str:
    return re.sub(r"\\[\\|nrt]", lambda found: _UNESCAPES[found[0]], text)

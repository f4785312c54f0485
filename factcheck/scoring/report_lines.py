"""Mistake lists from JSON lines, as ``factcheck check --format jsonl`` prints them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from factcheck.errors import FormatError
from factcheck.model import Category
from factcheck.scoring.mistake_list import ListedMistake, MistakeList, check_no_overlap
from factcheck.scoring.token_lookup import story_id


def json_lines(content: str, path: str | Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield line number and object of JSON lines; blank lines are left out.

    Args:
        content: The file's text.
        path: Where it was read from, for errors.

    Raises:
        FormatError: A line is not a JSON object.
    """
    # Not splitlines(): JSON strings may hold U+2028 and the like as they are.
    for number, line in enumerate(content.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except ValueError as error:
            raise FormatError(f"not JSON: {error}", path=path, line=number) from error
        if not isinstance(value, dict):
            raise FormatError("expected a JSON object", path=path, line=number)
        yield number, value


def read_report_lines(content: str, path: str | Path) -> MistakeList:
    """Read one story a line: ``id``, ``mistakes`` and, where known, ``tokens``.

    Of a mistake, ``token_start``, ``token_end`` and ``category`` are needed.

    Args:
        content: The file's text.
        path: Where it was read from, for errors.

    Raises:
        FormatError: A line is not such an object, a story comes twice, or mistakes overlap.
    """
    mistakes: list[ListedMistake] = []
    lines: list[int] = []
    stories: dict[str, int] = {}
    tokens: dict[str, int] = {}
    for line, value in json_lines(content, path):
        story = _story(value, path, line)
        first = stories.setdefault(story, line)
        if first != line:
            raise FormatError(
                f"{story} is on line {first} already", path=path, line=line, field="id"
            )
        if isinstance(value.get("tokens"), int):
            tokens[story] = value["tokens"]
        found = _mistakes(value, story, path, line)
        mistakes += found
        lines += [line] * len(found)
    check_no_overlap(mistakes, lines, path)
    return MistakeList(tuple(mistakes), tuple(stories), tokens, complete=True)


def _story(value: Mapping[str, Any], path: str | Path, line: int) -> str:
    if not isinstance(value.get("id"), str) or not value["id"]:
        raise FormatError("missing; name the story", path=path, line=line, field="id")
    return story_id(value["id"])


def _mistakes(
    value: Mapping[str, Any], story: str, path: str | Path, line: int
) -> list[ListedMistake]:
    items = value.get("mistakes")
    if not isinstance(items, list):
        raise FormatError("expected a list", path=path, line=line, field="mistakes")
    result = []
    for number, item in enumerate(items):
        try:
            result.append(_mistake(story, item))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise FormatError(
                f"expected token_start, token_end (numbers from 1) and category: {error}",
                path=path,
                line=line,
                field=f"mistakes[{number}]",
            ) from error
    return result


def _mistake(story: str, item: Mapping[str, Any]) -> ListedMistake:
    start, end = item["token_start"], item["token_end"]
    if not (isinstance(start, int) and isinstance(end, int) and 1 <= start <= end):
        raise ValueError(f"tokens {start!r} to {end!r}")
    return ListedMistake(
        story,
        start,
        end,
        Category(item["category"]),
        " ".join(str(item.get("text") or "").split()),
        item.get("correction"),
        item.get("explanation"),
        item.get("sentence"),
        item.get("sent_token_start"),
        item.get("sent_token_end"),
        confidence=_confidence(item),
    )


def _confidence(item: Mapping[str, Any]) -> float | None:
    confidence = item.get("confidence")
    if confidence is None or (isinstance(confidence, int | float) and 0 <= confidence <= 1):
        return confidence
    raise ValueError(f"confidence {confidence!r}, which is none between 0 and 1")

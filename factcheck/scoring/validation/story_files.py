"""Stories, references, systems and metric scores from files, by story id."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from factcheck.errors import FactCheckError, FormatError
from factcheck.model import Story
from factcheck.scoring.report_lines import json_lines
from factcheck.scoring.token_lookup import story_id
from factcheck.stories.placed import OnSkip, PlacedStory
from factcheck.stories.reading import Column
from factcheck.support.files import read_text

_ID_COLUMNS = ("TEXT_ID", "text_id", "id", "story")
_ID_FIELDS = ("id", "shared_task_text_id")
_REFERENCE_FIELDS = ("references", "detokenized_text", "text")


def read_texts(path: str | Path, column: Column = Column.NORMAL) -> list[Story]:
    """Read the texts of stories, whose games need not be known, with system and references.

    Args:
        path: JSON lines (``id``, ``text``, ``system``, ``references``) or the shared
            task's ``games.csv``; which of the two is seen from the content.
        column: Which text of ``games.csv`` to read.

    Raises:
        FormatError: The file or a line is not usable, or a story comes twice.
    """
    content = read_text(path)
    stories: dict[str, Story] = {}
    is_json = content.lstrip()[:1] == "{"
    field = "text" if is_json else column.header
    records = _json_records(content, path) if is_json else _rows(content, path, (field,))
    for line, name, values in records:
        text = values.get(field)
        if not isinstance(text, str) or not text.strip():
            raise FormatError("no text", path=path, line=line, field=field)
        if name in stories:
            raise FormatError(f"{name} comes twice", path=path, line=line)
        references = _references(values, path, line) if values.get("references") else ()
        system = values.get("system") or None
        stories[name] = Story(name, text, system=system, references=references)
    return list(stories.values())


def read_references(path: str | Path) -> dict[str, tuple[str, ...]]:
    """Read reference texts from JSON lines.

    Args:
        path: One object a story: its ``id`` (or ``shared_task_text_id``) with
            ``references`` (a list of texts), ``detokenized_text`` or ``text``.

    Raises:
        FormatError: The file or a line is not usable.
    """
    result: dict[str, tuple[str, ...]] = {}
    for line, value in json_lines(read_text(path), path):
        result[_name(value, path, line)] = _references(value, path, line)
    return result


def with_references(
    stories: Iterable[PlacedStory], references: Mapping[str, tuple[str, ...]]
) -> Iterator[PlacedStory]:
    """Give stories the reference texts of their ids, after those that they have.

    Raises:
        FactCheckError: There are references, and none is of any story.
    """
    unused = bool(references)
    for placed in stories:
        story = placed.story
        found = references.get(story_id(story.id), ())
        unused = unused and not found
        story = replace(story, references=(*story.references, *found))
        yield replace(placed, story=story)
    if unused:
        raise FactCheckError("no story has a reference; the ids of both files have to agree")


def _references(value: Mapping[str, Any], path: str | Path, line: int) -> tuple[str, ...]:
    found = next((value[name] for name in _REFERENCE_FIELDS if value.get(name)), None)
    texts = [found] if isinstance(found, str) else found
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise FormatError(
            f"expected a reference text in {', '.join(_REFERENCE_FIELDS)}", path=path, line=line
        )
    return tuple(texts)


def read_systems(path: str | Path) -> dict[str, str]:
    """Read which system wrote each story: CSV with a story id and ``system``.

    Raises:
        FormatError: The file is not usable.
    """
    rows = _rows(read_text(path), path, ("system",))
    return {name: values["system"] for _, name, values in rows if values["system"]}


def read_scores(
    path: str | Path, on_skip: OnSkip = lambda error: None
) -> dict[str, dict[str, float]]:
    """Read per-story scores: CSV with a story id, and a column a metric.

    Args:
        path: The file.
        on_skip: Called for each column that holds only text, such as a system's name, and is
            left out.

    Returns:
        Metric → story id → score; empty cells are left out.

    Raises:
        FormatError: The file is not usable, a story comes twice, or a column holds numbers
            but not in every cell.
    """
    cells: dict[str, dict[str, tuple[int, str]]] = {}
    seen: set[str] = set()
    for line, name, values in _rows(read_text(path), path, ()):
        if name in seen:
            raise FormatError(f"{name} comes twice", path=path, line=line)
        seen.add(name)
        for metric, cell in values.items():
            if metric not in _ID_COLUMNS and cell:
                cells.setdefault(metric, {})[name] = line, cell
    result: dict[str, dict[str, float]] = {}
    for metric, column in cells.items():
        if any(_is_number(cell) for _, cell in column.values()):
            result[metric] = {
                name: _number(cell, path, line, metric) for name, (line, cell) in column.items()
            }
        else:
            on_skip(FormatError("the column holds text, no scores", path=path, field=metric))
    if not result:
        raise FormatError("no scores; give a story id and a column a metric", path=path)
    return result


def _is_number(cell: str) -> bool:
    try:
        return math.isfinite(float(cell))
    except ValueError:
        return False


def _number(cell: str, path: str | Path, line: int, column: str) -> float:
    if not _is_number(cell):
        raise FormatError(f"{cell!r} is not a number", path=path, line=line, field=column)
    return float(cell)


def _json_records(content: str, path: str | Path) -> Iterator[tuple[int, str, Mapping[str, Any]]]:
    for line, value in json_lines(content, path):
        yield line, _name(value, path, line), value


def _rows(
    content: str, path: str | Path, required: tuple[str, ...]
) -> Iterator[tuple[int, str, dict[str, str]]]:
    """Yield line, story id and cells of each row of a CSV."""
    reader = csv.DictReader(io.StringIO(content, newline=""), strict=True)
    try:
        header = reader.fieldnames or ()
        id_column = next((name for name in _ID_COLUMNS if name in header), None)
        if id_column is None:
            raise FormatError(
                f"no story id; name its column {' or '.join(_ID_COLUMNS)}", path=path, line=1
            )
        missing = [name for name in required if name not in header]
        if missing:
            raise FormatError("no such column", path=path, line=1, field=", ".join(missing))
        for row in reader:
            if None in row or None in row.values():
                raise FormatError(
                    f"not as many cells as the {len(header)} columns",
                    path=path,
                    line=reader.line_num,
                )
            cells = {name: cell.strip() for name, cell in row.items()}
            if not cells[id_column]:
                raise FormatError("no story id", path=path, line=reader.line_num, field=id_column)
            yield reader.line_num, story_id(cells[id_column]), cells
    except csv.Error as error:
        raise FormatError(f"not CSV: {error}", path=path, line=reader.line_num) from error


def _name(value: Mapping[str, Any], path: str | Path, line: int) -> str:
    name = next((value[key] for key in _ID_FIELDS if value.get(key)), None)
    if not isinstance(name, str):
        raise FormatError("missing; name the story", path=path, line=line, field="id")
    return story_id(name)

"""What several annotators marked in the same stories, brought together.

An item is one place in a story that at least one annotator marked. A file with a column
per annotator has one item a row. Of one mistake list per annotator the items are made
here: annotator by annotator, each mark joins the item that it shares tokens with and
that this annotator has not marked yet (same tokens first, then the largest overlap,
then the first in the lists), or makes an item of its own.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from factcheck.errors import FormatError
from factcheck.model import Category
from factcheck.scoring.mistake_list import ListedMistake, MistakeList
from factcheck.scoring.reading import read_mistakes
from factcheck.scoring.token_lookup import TokenLookup
from factcheck.support.files import read_text


class NoCategory(StrEnum):
    """Labels beside the categories."""

    NO_TYPE = "no type"
    """Marked as a mistake, without a category."""

    NO_ERROR = "no error"
    """Not marked."""


Label = Category | NoCategory


@dataclass(frozen=True, slots=True)
class Item:
    """One place that at least one annotator marked.

    Args:
        story: The story's id.
        text: The words, as the first who marked them has them.
        labels: One for each annotator.
        marks: Each annotator's mark, where the source has token ids; None where he
            has not marked it.
    """

    story: str
    text: str
    labels: tuple[Label, ...]
    marks: tuple[ListedMistake | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Annotations:
    """The items of all annotators.

    Args:
        annotators: Their names, in the order of every item's labels.
        items: In the order of the source.
    """

    annotators: tuple[str, ...]
    items: tuple[Item, ...]


def from_mistake_lists(lists: Sequence[tuple[str, MistakeList]]) -> Annotations:
    """Bring together one mistake list per annotator.

    Args:
        lists: Name and list of each annotator.
    """
    groups: list[dict[int, ListedMistake]] = []
    for annotator, (_, mistakes) in enumerate(lists):
        _join(groups, annotator, mistakes)
    groups.sort(key=lambda group: min((mark.story, mark.token_start) for mark in group.values()))
    return Annotations(
        tuple(name for name, _ in lists),
        tuple(
            Item(
                story=next(iter(group.values())).story,
                text=next(iter(group.values())).text,
                labels=tuple(
                    group[place].category if place in group else NoCategory.NO_ERROR
                    for place in range(len(lists))
                ),
                marks=tuple(group.get(place) for place in range(len(lists))),
            )
            for group in groups
        ),
    )


def _join(
    groups: list[dict[int, ListedMistake]], annotator: int, mistakes: Iterable[ListedMistake]
) -> None:
    """Add an annotator's marks to the groups that they overlap, or as groups of their own."""
    marks = list(mistakes)
    by_token: dict[tuple[str, int], list[int]] = {}
    for position, group in enumerate(groups):
        for key in {(mark.story, token) for mark in group.values() for token in mark.tokens}:
            by_token.setdefault(key, []).append(position)
    candidates = set()
    for place, mark in enumerate(marks):
        for token in mark.tokens:
            for position in by_token.get((mark.story, token), ()):
                others = groups[position].values()
                same = any(other.tokens == mark.tokens for other in others)
                overlap = max(other.overlap(mark) for other in others)
                candidates.add((not same, -overlap, place, position))
    placed: set[int] = set()
    for _, _, place, position in sorted(candidates):
        if place not in placed and annotator not in groups[position]:
            groups[position][annotator] = marks[place]
            placed.add(place)
    groups += [{annotator: mark} for place, mark in enumerate(marks) if place not in placed]


def read_annotations(
    paths: Sequence[str | Path],
    columns: Sequence[str] = (),
    lookup: TokenLookup | None = None,
) -> Annotations:
    """Read what annotators marked: one mistake list each, or one file with a column each.

    Args:
        paths: One file, read by :func:`read_columns`, or one mistake list per annotator,
            who is named after its file.
        columns: The annotators' columns of the one file.
        lookup: For mistake lists that give token ids for the sentence only.

    Raises:
        FormatError: A file is not usable, or there are not two annotators.
    """
    if len(paths) == 1:
        return read_columns(paths[0], columns)
    if columns:
        raise FormatError("columns are for one file, and there are several", path=paths[1])
    names = [Path(path).stem for path in paths]
    if len(set(names)) < len(names):
        names = [str(path) for path in paths]
    _refuse_twice(names, paths[0])
    lists = [read_mistakes(path, lookup) for path in paths]
    return from_mistake_lists(list(zip(names, lists, strict=True)))


_ANNOTATOR_COLUMN = re.compile(r"T\d+")
_STORY_COLUMNS = ("TEXT_ID", "text_id", "story", "sheet", "id")
_TEXT_COLUMNS = ("TOKENS", "error", "text")


def read_columns(path: str | Path, columns: Sequence[str] = ()) -> Annotations:
    """Read one file with a column per annotator and one row per marked error.

    A cell holds the category in any case (``not checkable``), ``#`` for an error without
    a category, or nothing where the annotator marked nothing.

    Args:
        path: CSV with a header; the story is looked for in ``TEXT_ID``, ``text_id``,
            ``story``, ``sheet`` or ``id``, the words in ``TOKENS``, ``error`` or ``text``.
        columns: The annotators' columns; by default those named T1, T2 and so on.

    Raises:
        FormatError: The file or a cell is not usable, or there are not two annotators.
    """
    reader = csv.DictReader(io.StringIO(read_text(path), newline=""), strict=True)
    items = []
    try:
        header = reader.fieldnames or []
        annotators = _annotators(header, columns, path)
        story = next((name for name in _STORY_COLUMNS if name in header), None)
        text = next((name for name in _TEXT_COLUMNS if name in header), None)
        for row in reader:
            labels = tuple(_label(row[name], path, reader.line_num, name) for name in annotators)
            if all(label is NoCategory.NO_ERROR for label in labels):
                continue
            items.append(Item(_cell(row, story), _cell(row, text), labels))
    except csv.Error as error:
        raise FormatError(f"not CSV: {error}", path=path, line=reader.line_num) from error
    return Annotations(annotators, tuple(items))


def _refuse_twice(annotators: Sequence[str], path: str | Path) -> None:
    twice = [name for name, number in Counter(annotators).items() if number > 1]
    if twice:
        raise FormatError(f"{twice[0]} is named twice; name each annotator once", path=path)


def _cell(row: dict[str, str], column: str | None) -> str:
    return "" if column is None else row[column] or ""


def _annotators(header: Sequence[str], columns: Sequence[str], path: str | Path) -> tuple[str, ...]:
    _refuse_twice(columns, path)
    missing = [name for name in columns if name not in header]
    if missing:
        raise FormatError("no such column", path=path, line=1, field=", ".join(missing))
    found = tuple(columns) or tuple(name for name in header if _ANNOTATOR_COLUMN.fullmatch(name))
    if len(found) < 2:
        raise FormatError(
            "fewer than two annotators; name their columns with --columns A,B,C", path=path, line=1
        )
    return found


def _label(cell: str | None, path: str | Path, line: int, column: str) -> Label:
    text = (cell or "").strip()
    if not text:
        return NoCategory.NO_ERROR
    if text == "#":
        return NoCategory.NO_TYPE
    try:
        return Category(text.upper().replace(" ", "_").replace("-", "_"))
    except ValueError:
        raise FormatError(
            f"{text!r} is not a category; use one of {', '.join(Category)}, or # for none",
            path=path,
            line=line,
            field=column,
        ) from None

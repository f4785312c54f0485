"""The review desk's own folder: stories as checked, and the journal of what was done.

Read back, a story has the marks that its annotator kept. A story that an annotator has not
called done is still under review: it comes back as not reviewed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from factcheck.errors import FormatError
from factcheck.exchange.format import Batch, Format, Piece, Reviewed
from factcheck.exchange.marks import Mark, TokenisedText
from factcheck.model import Report, Signature, Story
from factcheck.reviews import Review, ReviewFolder
from factcheck.reviews.folder import JOURNAL, STORIES
from factcheck.reviews.journal import header_line
from factcheck.reviews.stories import line_of


def encode(reports: Iterable[Report], _batch: Batch) -> Iterator[Piece]:
    """Write a folder that ``factcheck serve --reviews`` opens."""
    for report in reports:
        yield STORIES, line_of(report)
    yield JOURNAL, header_line()


def decode(path: Path) -> Iterator[Reviewed]:
    """Read what each annotator made of the stories that he has done.

    Args:
        path: The folder's journal.

    Raises:
        FormatError: The folder is not the desk's, or broken.
    """
    if path.name != JOURNAL:
        raise FormatError(f"name the folder, or its {JOURNAL}", path=path)
    folder = ReviewFolder(path.parent)
    reviews = {annotator: folder.reviews(annotator) for annotator in folder.annotators}
    nobody: list[str | None] = [None]
    for annotator in folder.annotators or nobody:
        for story in folder.cards:
            review = None if annotator is None else reviews[annotator].get(story)
            if review is not None and review.done:
                yield Reviewed(reviewed_report(folder.read(story), review, path), annotator)
            else:
                yield Reviewed(Report(_story(folder.read(story)), ()), annotator, unreviewed=True)


def _story(item: dict[str, Any]) -> Story:
    return Story(item["id"], item["text"], item.get("game"), item.get("system"))


def reviewed_report(item: dict[str, Any], review: Review, path: Path) -> Report:
    """Return a story with the marks that an annotator kept.

    Args:
        item: The story as the folder keeps it.
        review: The annotator's review of it.
        path: The file that it comes from, for error messages.

    Raises:
        FormatError: A mark does not fit the text.
    """
    checked = sorted(item["mistakes"], key=lambda mistake: int(mistake["start"]))
    by_id = {f"m{place}": mistake for place, mistake in enumerate(checked, start=1)}
    marks = []
    for mark in review.kept:
        was: dict[str, Any] = {} if mark.changed else by_id.get(mark.id, {})
        marks.append(
            Mark(
                start=mark.start,
                end=mark.end,
                category=mark.category,
                correction=mark.correction,
                explanation=mark.note or was.get("explanation"),
                rule=mark.rule,
                evidence=tuple(was.get("evidence") or ()),
            )
        )
    story = _story(item)
    report = TokenisedText(story.text).report(story, marks, path)
    return replace(report, signature=checked_with(item, path))


def checked_with(item: Mapping[str, Any], path: Path) -> Signature | None:
    """Return what a story of the folder was checked with before people reviewed it.

    Args:
        item: The story as the folder keeps it.
        path: The file that it comes from, for error messages.

    Raises:
        FormatError: What the story has for a signature is none.
    """
    text = item.get("signature")
    try:
        return Signature.parse(str(text)) if text else None
    except ValueError as error:
        raise FormatError(f"story {item['id']}: {error}", path=path, field="signature") from error


FORMAT = Format(
    name="desk",
    description="The folder of reviews of `factcheck serve`.",
    extension=".jsonl",
    is_folder=True,
    encode=encode,
    decode=decode,
    pattern=JOURNAL,
)
"""Out: `factcheck serve --reviews FOLDER` opens it. Back: what annotators kept."""

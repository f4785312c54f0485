"""GitHub's workflow commands: annotations on the lines of a pull request.

``::error file=…,line=…,title=…::message``, as GitHub's documentation "Workflow commands
for GitHub Actions" defines them; escapes are those of GitHub's toolkit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from factcheck.exchange.format import Batch, Format, Piece
from factcheck.exchange.places import Place, describe
from factcheck.model import Category, Mistake, Report

_IN_MESSAGE = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_IN_PROPERTY = {**_IN_MESSAGE, ":": "%3A", ",": "%2C"}


def encode(reports: Iterable[Report], _batch: Batch) -> Iterator[Piece]:
    """Write one command a mistake: a warning if it is not checkable, else an error."""
    yield "annotations.txt", b""
    for report in reports:
        place = Place(report.story)
        lines = [_command(mistake, place) for mistake in report.mistakes]
        yield "annotations.txt", "".join(lines).encode()


def _command(mistake: Mistake, place: Place) -> str:
    properties: dict[str, str | int | None] = {}
    title = f"{mistake.category} ({mistake.rule})"
    if place.is_known:
        region = place.region(mistake.span.start, mistake.span.end)
        properties = {"file": place.file, "line": region.line, "endLine": region.end_line}
        # GitHub refuses columns of a stretch over several lines.
        if region.line == region.end_line and region.column is not None:
            properties |= {"col": region.column, "endColumn": region.end_column}
    else:
        # A file that does not exist would lead nowhere.
        title = f"{place.path}: {title}"
    properties["title"] = title
    level = "warning" if mistake.category is Category.NOT_CHECKABLE else "error"
    listed = ",".join(
        f"{name}={_escape(str(value), _IN_PROPERTY)}" for name, value in properties.items()
    )
    return f"::{level} {listed}::{_escape(describe(mistake), _IN_MESSAGE)}\n"


def _escape(text: str, escapes: dict[str, str]) -> str:
    return "".join(escapes.get(character, character) for character in text)


FORMAT = Format(
    name="github",
    description="GitHub's workflow commands: annotations in pull requests, one line a mistake.",
    extension=".txt",
    is_folder=False,
    encode=encode,
)

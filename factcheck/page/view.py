"""A checked story cut into what a page shows: stretches of text and numbered notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from factcheck.errors import FormatError
from factcheck.language.codes import in_words
from factcheck.model import Category, Claim, Evidence, Mistake, Report
from factcheck.page.box_score import BoxScore
from factcheck.page.proof import proving_cells

CATEGORY_LABELS: Mapping[Category, str] = {
    Category.NUMBER: "Number",
    Category.NAME: "Name",
    Category.WORD: "Word",
    Category.CONTEXT: "Context",
    Category.NOT_CHECKABLE: "Not checkable",
    Category.OTHER: "Other",
}
"""The categories as a reader sees them, in the order in which pages list them."""


@dataclass(frozen=True, slots=True)
class Note:
    """A mistake with its number in the story and its anchors in the page.

    ``read_as`` says whose number of what and when it was taken for, ``could_mean`` under which
    other reading it would be right; both are empty where the claims are not at hand.
    """

    number: int
    mark_id: str
    note_id: str
    mistake: Mistake
    read_as: tuple[str, ...] = ()
    could_mean: tuple[str, ...] = ()

    @property
    def evidence_columns(self) -> tuple[str, ...]:
        """The columns of all evidence rows, in order of first appearance."""
        return tuple(dict.fromkeys(name for row in self.mistake.evidence for name in row))

    @property
    def title(self) -> str:
        """The note as plain text, for readers whose browser runs no script."""
        label = CATEGORY_LABELS[self.mistake.category]
        fix = f" → {self.mistake.correction}" if self.mistake.correction else ""
        said = f"{label}: {self.mistake.span.text}{fix}"
        return f"{said}. {self.mistake.explanation}" if self.mistake.explanation else said


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of the story's text, with its note where it is marked."""

    text: str
    note: Note | None = None


@dataclass(frozen=True, slots=True)
class StoryView:
    """One story as a page shows it.

    Args:
        anchor: The element id of the story in the page.
        report: The checked story.
        segments: The text in order; joined, they are the text as given.
        notes: The mistakes in order of the text, numbered from 1.
        group: What the story belongs to, by which readers filter; usually its system.
    """

    anchor: str
    report: Report
    segments: tuple[Segment, ...]
    notes: tuple[Note, ...]
    group: str | None = None

    @property
    def counts(self) -> list[tuple[Category, int]]:
        """Mistakes by category, categories without any left out."""
        counted = Counter(note.mistake.category for note in self.notes)
        return [(category, counted[category]) for category in CATEGORY_LABELS if counted[category]]


def view_story(report: Report, anchor: str, group: str | None = None) -> StoryView:
    """Cut a checked story into segments and notes.

    Args:
        report: The story with its mistakes.
        anchor: The element id for the story; those of its marks derive from it.
        group: What the story belongs to; its system where not given.

    Raises:
        FormatError: A mistake lies outside the text or overlaps the one before it.
    """
    ordered = sorted(report.mistakes, key=lambda mistake: mistake.span.start)
    _require_apart(report, ordered)
    notes = tuple(
        _note(number, anchor, mistake, report.claims)
        for number, mistake in enumerate(ordered, start=1)
    )
    segments: list[Segment] = []
    position = 0
    for note in notes:
        span = note.mistake.span
        segments.append(Segment(report.story.text[position : span.start]))
        segments.append(Segment(report.story.text[span.start : span.end], note))
        position = span.end
    segments.append(Segment(report.story.text[position:]))
    parts = tuple(part for part in segments if part.text)
    return StoryView(anchor, report, parts, notes, group or report.story.system)


def _note(number: int, anchor: str, mistake: Mistake, claims: Sequence[Claim]) -> Note:
    """Return a mistake's note, with the readings of the claims that it comes from."""
    about = [
        claim
        for claim in claims
        if claim.rule == mistake.rule
        and claim.span.start < mistake.span.end
        and mistake.span.start < claim.span.end
    ]
    return Note(
        number,
        f"{anchor}-m{number}",
        f"{anchor}-n{number}",
        mistake,
        tuple(dict.fromkeys(claim.read_as for claim in about if claim.read_as)),
        tuple(dict.fromkeys(words for claim in about for words in claim.could_mean)),
    )


def _require_apart(report: Report, ordered: Sequence[Mistake]) -> None:
    position = 0
    for mistake in ordered:
        span = mistake.span
        where = f"story {report.story.id!r}: the mistake {span.text!r} at {span.start}-{span.end}"
        if not 0 <= span.start < span.end <= len(report.story.text):
            raise FormatError(
                f"{where} lies outside the text of {len(report.story.text)} characters; "
                "check the offsets (characters, end exclusive)"
            )
        if span.start < position:
            raise FormatError(f"{where} overlaps the one before it; remove one of the two")
        position = span.end


def proof(evidence: Sequence[Evidence], box_score: BoxScore | None) -> str:
    """Return the cells that prove a mistake, as the page names them: ``0.1.5 1.3.2``."""
    places = [] if box_score is None else proving_cells(evidence, box_score)
    return " ".join(".".join(map(str, place)) for place in places)


def evidence_column(name: str) -> str:
    """Return the heading of a column of evidence: ``fg3_pct`` → ``three-point percentage``."""
    return in_words(name).replace("_", " ")


def evidence_value(value: Any) -> str:
    """Return a value of the evidence as a reader expects it: 18, not 18.0; no codes."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return in_words(value)
    return f"{value:.10g}" if isinstance(value, float) else str(value)

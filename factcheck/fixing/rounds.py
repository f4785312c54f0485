"""Stories corrected and checked again, until what was put in is found right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from factcheck.fixing.corrected import Edit, edits_of, put_in
from factcheck.model import Mistake, Report, Story

Check = Callable[[Sequence[Story]], Iterable[Report]]
"""Checks stories again; a story that cannot be checked has no report."""

Believe = Callable[[Mistake], bool]
"""Says whether a mistake that comes to light is sure enough to be spoken of."""

_ROUNDS = 8


@dataclass(frozen=True, slots=True)
class Fixed:
    """A story with its corrections put in.

    Args:
        story: The story as given.
        text: Its text, corrected.
        edits: What was replaced, in the order in which it was done.
        remaining: The mistakes that the corrected text still has, at their places in it.
    """

    story: Story
    text: str
    edits: tuple[Edit, ...]
    remaining: tuple[Mistake, ...]

    @property
    def corrected(self) -> int:
        """The number of mistakes that were corrected."""
        return sum(len(edit.mistakes) for edit in self.edits)


@dataclass(slots=True)
class _Course:
    """How far a story has come: the last report on it, what was done, and what was given up."""

    given: Story
    report: Report
    known: frozenset[tuple[str, ...]]
    done: list[Edit] = field(default_factory=list)
    given_up: set[tuple[str, ...]] = field(default_factory=set)

    def wanted(self) -> list[Edit]:
        """Return the edits still to be made."""
        keys = self.given_up
        return [e for e in edits_of(self.report) if not any(_key(m) in keys for m in e.mistakes)]

    def counted(self, checked: Report | None, believe: Believe) -> Report | None:
        """Return a report with the mistakes that are believed, or were there before."""
        if checked is None:
            return None
        mistakes = (m for m in checked.mistakes if believe(m) or _name(m) in self.known)
        return replace(checked, mistakes=tuple(mistakes))

    def accept(self, edits: Sequence[Edit], checked: Report | None) -> None:
        """Take the corrected text, or give up the corrections that are found wrong again."""
        wrong = edits if checked is None else _still_wrong(edits, checked)
        if wrong:
            self.given_up |= {_key(mistake) for edit in wrong for mistake in edit.mistakes}
        elif checked is not None:
            self.report = checked
            self.done += edits


def fix(
    reports: Sequence[Report], check: Check, believe: Believe = lambda mistake: True
) -> list[Fixed]:
    """Return stories with their corrections put in, none of which is found wrong again.

    A correction that is marked itself when the story is checked again is taken back. What
    comes to light only when other words are right is corrected as well.

    Args:
        reports: The checked stories; their mistakes are what is to be corrected.
        check: Checks all stories of a round together.
        believe: Of what it finds, what counts. A mistake that was there before counts in any
            case: in a text with fewer mistakes each is less likely, but it was not mended.
    """
    courses = [
        _Course(report.story, report, frozenset(map(_name, report.mistakes))) for report in reports
    ]
    for _ in range(_ROUNDS):
        trials = [(course, edits) for course in courses if (edits := course.wanted())]
        if not trials:
            break
        stories = [
            replace(course.report.story, text=put_in(course.report.story.text, edits))
            for course, edits in trials
        ]
        checked = {report.story.id: report for report in check(stories)}
        for course, edits in trials:
            course.accept(edits, course.counted(checked.get(course.given.id), believe))
    return [
        Fixed(
            course.given, course.report.story.text, tuple(course.done), course.report.mistakes
        )
        for course in courses
    ]  # fmt: skip


def _still_wrong(edits: Sequence[Edit], checked: Report) -> list[Edit]:
    """Return the edits whose new words are marked in the corrected story."""
    moved, wrong = 0, []
    for edit in edits:
        start = edit.start + moved
        end = start + len(edit.text)
        moved += len(edit.text) - (edit.end - edit.start)
        if any(m.span.start < end and start < m.span.end for m in checked.mistakes):
            wrong.append(edit)
    return wrong


def _key(mistake: Mistake) -> tuple[str, ...]:
    """Return what tells a correction from others, also when words before it have changed."""
    return (*_name(mistake), mistake.correction or "")


def _name(mistake: Mistake) -> tuple[str, ...]:
    return (str(mistake.span.sentence), mistake.rule, mistake.span.text)

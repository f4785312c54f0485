"""One annotator's review of one story: actions in, marks with their states out.

A review is what its actions come to, in order, those left out that were undone. Nothing
else is kept, so that a journal of actions is all that a review needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from factcheck.errors import ReviewError
from factcheck.model import Category
from factcheck.reviews.stories import InitialMark


class Kind(StrEnum):
    """What an annotator can do."""

    ACCEPT = "accept"
    REJECT = "reject"
    CHANGE = "change"
    ADD = "add"
    NOTE = "note"
    DONE = "done"
    REOPEN = "reopen"
    UNDO = "undo"
    REDO = "redo"
    TIME = "time"


class State(StrEnum):
    """What an annotator has decided about a mark."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


_ON_A_MARK = {Kind.ACCEPT, Kind.REJECT, Kind.CHANGE, Kind.ADD}


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that an annotator did.

    Args:
        kind: What was done.
        mark: The mark that it is about; of a note, None where it is about the story.
        category: The category chosen, of ``add`` and ``change``.
        correction: The correction written, of ``add`` and ``change``; "" takes it away.
        start: Offset of the first character to mark, of ``add`` and ``change``.
        end: Offset after the last character, of ``add`` and ``change``.
        text: What a note says; "" takes it away.
    """

    kind: Kind
    mark: str | None = None
    category: Category | None = None
    correction: str | None = None
    start: int | None = None
    end: int | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class ReviewedMark:
    """A mark as an annotator left it.

    Args:
        id: ``m1``, ``m2`` … as checked, in order of the text; ``a1`` … added by hand.
        start: Offset of its first character.
        end: Offset after its last character.
        category: One of the six categories.
        correction: What would be right, where there is one.
        state: Whether the annotator has decided, and how.
        note: The annotator's own words on it.
        rule: The rule that made it; "" where it was added by hand.
        changed: Whether category, correction or words differ from what the rule said.
    """

    id: str
    start: int
    end: int
    category: Category
    correction: str | None
    state: State = State.OPEN
    note: str = ""
    rule: str = ""
    changed: bool = False

    @property
    def kept(self) -> bool:
        """Whether it counts as a mistake of the story: accepted, changed or added."""
        return self.state is State.ACCEPTED


@dataclass(slots=True)
class Review:
    """One annotator's review of one story.

    Args:
        initial: The marks as checked.
        revision: How many actions were recorded, those undone and ``time`` included.
        seconds: How long the annotator has worked on the story.
    """

    initial: tuple[InitialMark, ...]
    revision: int = 0
    seconds: float = 0.0
    marks: dict[str, ReviewedMark] = field(default_factory=dict)
    note: str = ""
    done: bool = False
    _history: list[Action] = field(default_factory=list)
    _position: int = 0
    _added: int = 0

    def __post_init__(self) -> None:
        self._start_again()

    @property
    def can_undo(self) -> bool:
        """Whether there is an action to undo."""
        return self._position > 0

    @property
    def can_redo(self) -> bool:
        """Whether an action was undone and nothing done since."""
        return self._position < len(self._history)

    @property
    def started(self) -> bool:
        """Whether the annotator has done anything but look."""
        return self._position > 0

    @property
    def open(self) -> int:
        """Number of marks not yet decided."""
        return sum(mark.state is State.OPEN for mark in self.marks.values())

    @property
    def kept(self) -> list[ReviewedMark]:
        """The mistakes of the story in order of the text, as the annotator sees them."""
        return sorted(
            (mark for mark in self.marks.values() if mark.kept), key=lambda mark: mark.start
        )

    @property
    def next_id(self) -> str:
        """The id that the next mark added by hand gets; none is ever given twice."""
        return f"a{self._added + 1}"

    def apply(self, action: Action, seconds: float = 0.0) -> None:
        """Take one action in.

        Args:
            action: What was done.
            seconds: How long the annotator worked since the action before.

        Raises:
            ReviewError: The mark is unknown, marks would overlap, or there is nothing to
                undo or redo. The review is as before then.
        """
        if action.kind is Kind.UNDO:
            self._move(-1)
        elif action.kind is Kind.REDO:
            self._move(1)
        elif action.kind is not Kind.TIME:
            self._take(action)
            self._history[self._position :] = [action]
            self._position += 1
        if action.kind is Kind.ADD:
            self._added += 1
        self.revision += 1
        self.seconds += seconds

    def check(self, action: Action) -> None:
        """Refuse an action that :meth:`apply` would refuse, and change nothing.

        Raises:
            ReviewError: As :meth:`apply` does.
        """
        trial = replace_marks(self)
        trial.apply(action)

    def _move(self, direction: int) -> None:
        if not (self.can_undo if direction < 0 else self.can_redo):
            raise ReviewError(f"nothing to {'undo' if direction < 0 else 'redo'}")
        self._position += direction
        self._start_again()
        for action in self._history[: self._position]:
            self._take(action)

    def _start_again(self) -> None:
        self.marks = {
            mark.id: ReviewedMark(
                mark.id, mark.start, mark.end, mark.category, mark.correction, rule=mark.rule
            )
            for mark in self.initial
        }
        self.note, self.done = "", False

    def _take(self, action: Action) -> None:
        if action.kind in _ON_A_MARK:
            mark = self._decided(action)
            self._refuse_overlap(mark)
            self.marks[mark.id] = mark
        elif action.kind is Kind.NOTE and action.mark is not None:
            mark = self._known(action.mark)
            self.marks[mark.id] = replace(mark, note=action.text or "")
        elif action.kind is Kind.NOTE:
            self.note = action.text or ""
        else:
            self.done = action.kind is Kind.DONE

    def _decided(self, action: Action) -> ReviewedMark:
        if action.kind is Kind.ADD:
            return _added(action)
        mark = self._known(action.mark)
        if action.kind is Kind.REJECT:
            return replace(mark, state=State.REJECTED)
        if action.kind is Kind.ACCEPT:
            return replace(mark, state=State.ACCEPTED)
        new = replace(
            mark,
            state=State.ACCEPTED,
            category=mark.category if action.category is None else action.category,
            correction=mark.correction if action.correction is None else action.correction or None,
            start=mark.start if action.start is None else action.start,
            end=mark.end if action.end is None else action.end,
        )
        return replace(new, changed=self._differs(new))

    def _differs(self, mark: ReviewedMark) -> bool:
        for was in self.initial:
            if was.id == mark.id:
                return (was.start, was.end, was.category, was.correction) != (
                    mark.start, mark.end, mark.category, mark.correction
                )  # fmt: skip
        return False

    def _known(self, id: str | None) -> ReviewedMark:
        if id is None or id not in self.marks:
            raise ReviewError(f"the story has no mark {id!r}; load it again")
        return self.marks[id]

    def _refuse_overlap(self, mark: ReviewedMark) -> None:
        if mark.state is State.REJECTED:
            return
        for other in self.marks.values():
            apart = other.end <= mark.start or mark.end <= other.start
            if other.id != mark.id and other.state is not State.REJECTED and not apart:
                raise ReviewError(
                    f"overlaps with the mark {other.id}; reject or shorten that one first, "
                    "for no word is marked twice"
                )


def _added(action: Action) -> ReviewedMark:
    if None in (action.mark, action.start, action.end, action.category):
        raise ReviewError("a new mark needs its words and a category")
    assert action.mark is not None
    assert action.category is not None
    assert action.start is not None
    assert action.end is not None
    return ReviewedMark(
        action.mark,
        action.start,
        action.end,
        action.category,
        action.correction or None,
        State.ACCEPTED,
    )


def replace_marks(review: Review) -> Review:
    """Return a copy of a review on which an action can be tried."""
    copy = Review(review.initial)
    copy.marks = dict(review.marks)
    copy.note, copy.done = review.note, review.done
    copy._history = list(review._history)
    copy._position, copy._added = review._position, review._added
    return copy


def fold(initial: Sequence[InitialMark], actions: Iterable[tuple[Action, float]]) -> Review:
    """Return the review that actions come to.

    Args:
        initial: The marks as checked.
        actions: In order, each with the seconds that the annotator worked for it.

    Raises:
        ReviewError: An action does not fit.
    """
    review = Review(tuple(initial))
    for action, seconds in actions:
        review.apply(action, seconds)
    return review

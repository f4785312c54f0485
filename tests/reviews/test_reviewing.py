"""A review is what its actions come to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.errors import ReviewError
from factcheck.model import Category
from factcheck.reviews import Action, InitialMark, Kind, Review, State
from factcheck.reviews.review import fold

MARKS = (
    InitialMark("m1", 0, 7, Category.NAME, "Wednesday", "game-day"),
    InitialMark("m2", 20, 22, Category.NUMBER, "18", "player-statistic"),
)


def review(*actions: Action) -> Review:
    return fold(MARKS, [(action, 1.0) for action in actions])


def states(found: Review) -> list[str]:
    return [str(mark.state) for mark in found.marks.values()]


def test_marks_are_open_until_somebody_decides() -> None:
    assert states(review()) == ["open", "open"]
    found = review(Action(Kind.ACCEPT, "m1"), Action(Kind.REJECT, "m2"))
    assert states(found) == ["accepted", "rejected"]
    assert [mark.id for mark in found.kept] == ["m1"]
    assert (found.open, found.seconds, found.revision) == (0, 2.0, 2)


def test_a_changed_mark_is_kept_and_says_so() -> None:
    found = review(Action(Kind.CHANGE, "m2", category=Category.WORD, correction=""))
    mark = found.marks["m2"]
    assert (mark.category, mark.correction, mark.state) == (Category.WORD, None, State.ACCEPTED)
    assert mark.changed
    back = review(Action(Kind.CHANGE, "m2", category=Category.NUMBER, correction="18"))
    assert not back.marks["m2"].changed


def test_undo_and_redo_walk_through_what_was_done() -> None:
    undo, redo = Action(Kind.UNDO), Action(Kind.REDO)
    done = [Action(Kind.ACCEPT, "m1"), Action(Kind.REJECT, "m2"), Action(Kind.DONE)]
    assert states(review(*done, undo, undo)) == ["accepted", "open"]
    assert not review(*done, undo).done
    again = review(*done, undo, undo, redo, redo)
    assert again.done
    assert not again.can_redo
    other = review(*done, undo, undo, Action(Kind.NOTE, text="unsure"))
    assert not other.can_redo
    assert other.note == "unsure"


def test_working_time_is_neither_undone_nor_undoes_redo() -> None:
    found = review(Action(Kind.ACCEPT, "m1"), Action(Kind.UNDO), Action(Kind.TIME))
    assert found.can_redo
    assert found.seconds == 3.0


def test_no_word_is_marked_twice() -> None:
    add = Action(Kind.ADD, "a1", category=Category.WORD, start=5, end=12)
    with pytest.raises(ReviewError, match="overlaps with the mark m1"):
        review(add)
    found = review(Action(Kind.REJECT, "m1"), add)
    assert [mark.id for mark in found.kept] == ["a1"]
    with pytest.raises(ReviewError, match="overlaps with the mark a1"):
        review(Action(Kind.REJECT, "m1"), add, Action(Kind.ACCEPT, "m1"))


def test_what_does_not_fit_is_refused_and_changes_nothing() -> None:
    found = review()
    for action in (
        Action(Kind.ACCEPT, "m9"),
        Action(Kind.NOTE, "m9", text="?"),
        Action(Kind.ADD, "a1", start=9, end=12),
        Action(Kind.UNDO),
        Action(Kind.REDO),
    ):
        with pytest.raises(ReviewError):
            found.check(action)
        with pytest.raises(ReviewError):
            found.apply(action)
    assert (states(found), found.revision) == (["open", "open"], 0)


def test_an_id_is_never_given_twice() -> None:
    add = Action(Kind.ADD, "a1", category=Category.WORD, start=9, end=12)
    assert review().next_id == "a1"
    assert review(add, Action(Kind.UNDO)).next_id == "a2"


ACTIONS = st.one_of(
    st.builds(Action, st.sampled_from([Kind.ACCEPT, Kind.REJECT]), st.sampled_from(["m1", "m2"])),
    st.builds(Action, st.just(Kind.NOTE), st.none(), text=st.text(max_size=5)),
    st.builds(Action, st.sampled_from([Kind.DONE, Kind.REOPEN, Kind.UNDO, Kind.REDO])),
    st.builds(
        Action,
        st.just(Kind.CHANGE),
        st.sampled_from(["m1", "m2"]),
        category=st.sampled_from(Category),
        correction=st.text(max_size=3),
    ),
)


@given(st.lists(ACTIONS, max_size=12))
def test_undoing_everything_leads_back_to_the_start(actions: list[Action]) -> None:
    found = review()
    for action in actions:
        try:
            found.apply(action)
        except ReviewError:
            continue
    before = (states(found), found.note, found.done)
    steps = 0
    while found.can_undo:
        found.apply(Action(Kind.UNDO))
        steps += 1
    assert (states(found), found.note, found.done) == (["open", "open"], "", False)
    for _ in range(steps):
        found.apply(Action(Kind.REDO))
    assert (states(found), found.note, found.done) == before

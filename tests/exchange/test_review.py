"""Which mark belongs to which reviewed mistake, and how they are counted."""

from __future__ import annotations

from dataclasses import replace

from annotated_stories import TOKENISED, story

from factcheck.exchange.review import Tally, review_statistics
from factcheck.model import Category, Report
from factcheck.scoring import MistakeList


def report(*marks: tuple[str, Category, str | None], rules: str = "") -> Report:
    found = story("a", TOKENISED, *marks)
    names = rules.split() or [mistake.rule for mistake in found.mistakes]
    mistakes = [replace(m, rule=rule) for m, rule in zip(found.mistakes, names, strict=True)]
    return replace(found, mistakes=tuple(mistakes))


def test_a_moved_mark_is_changed_not_removed_and_added() -> None:
    before = report(("Phoenix Suns", Category.NAME, "Jazz"))
    after = report(("Suns", Category.NAME, "Jazz"))
    found = review_statistics([before], MistakeList.from_reports([after]))
    assert found.total == Tally(changed=1)
    assert (found.changes.tokens, found.changes.category, found.changes.correction) == (1, 0, 0)


def test_the_mark_with_the_same_tokens_comes_before_one_that_overlaps_more() -> None:
    before = report(("the Phoenix", Category.NAME, None), ("Suns", Category.NAME, None))
    after = report(("Phoenix Suns", Category.NAME, None))
    found = review_statistics([before], MistakeList.from_reports([after]))
    assert found.total == Tally(changed=1, removed=1)
    both = report(("Phoenix", Category.NAME, None), ("Suns", Category.NAME, None))
    found = review_statistics([both], MistakeList.from_reports([both]))
    assert found.total == Tally(kept=2)


def test_white_space_in_a_correction_does_not_matter() -> None:
    before = report(("Suns", Category.NAME, "Utah Jazz"))
    after = report(("Suns", Category.NAME, " Utah  Jazz"))
    assert review_statistics([before], MistakeList.from_reports([after])).total == Tally(kept=1)


def test_the_worst_rules_come_first_and_of_equals_the_busiest() -> None:
    before = report(
        ("Phoenix", Category.NAME, None),
        ("Suns", Category.NAME, None),
        ("102", Category.NUMBER, None),
        ("91", Category.NUMBER, None),
        ("Tuesday", Category.NAME, None),
        rules="half half never twice twice",
    )
    kept = report(("Suns", Category.NAME, None))
    found = review_statistics([before], MistakeList.from_reports([kept]))
    assert [rule for rule, _ in found.worst_rules()] == ["twice", "never", "half"]


def test_a_story_that_has_not_come_back_is_missing_unless_a_csv_leaves_it_out() -> None:
    before = report(("Suns", Category.NAME, None))
    nothing = MistakeList(())
    found = review_statistics([before], nothing)
    assert (found.missing, found.total) == (("a",), Tally())
    found = review_statistics([before], nothing, absent_is_empty=True)
    assert (found.missing, found.total) == ((), Tally(removed=1))


def test_a_story_reviewed_to_be_right_counts_its_marks_as_removed() -> None:
    before = report(("Suns", Category.NAME, None))
    found = review_statistics([before], MistakeList.from_reports([report()]))
    assert (found.stories, found.total) == (("a",), Tally(removed=1))

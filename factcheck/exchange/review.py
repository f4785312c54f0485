"""What reviewers made of our marks: kept, changed, removed, and what they added.

A mark and a reviewed mistake belong together when they have the same tokens, or else when
they overlap, those with most common tokens first; each has one partner at most. Same
tokens, category and correction: the mark was kept. A partner that differs in any of them:
changed. No partner: removed, or added.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from factcheck.model import Category, Mistake, Report
from factcheck.scoring import ListedMistake, MistakeList


@dataclass(slots=True)
class Tally:
    """Counts of marks by what became of them."""

    kept: int = 0
    changed: int = 0
    removed: int = 0
    added: int = 0

    @property
    def marked(self) -> int:
        """Number of our marks."""
        return self.kept + self.changed + self.removed

    @property
    def share_kept(self) -> float | None:
        """Share of our marks that were kept; None where we marked nothing."""
        return self.kept / self.marked if self.marked else None

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as a JSON-ready object."""
        counts = {"marked": self.marked, "kept": self.kept, "changed": self.changed}
        return {
            **counts,
            "removed": self.removed,
            "added": self.added,
            "share_kept": self.share_kept,
        }


@dataclass(slots=True)
class Changes:
    """How many changed marks differ in what; one mark may count in all three."""

    tokens: int = 0
    category: int = 0
    correction: int = 0


@dataclass(slots=True)
class ReviewStatistics:
    """What reviewers made of a batch.

    Args:
        stories: Ids of the stories compared.
        missing: Ids of stories that were checked but did not come back.
        total: All marks.
        by_category: Marks by our category; added ones by the reviewer's.
        by_rule: Marks by the rule that made them.
        changes: What was changed.
    """

    stories: tuple[str, ...]
    missing: tuple[str, ...]
    total: Tally = field(default_factory=Tally)
    by_category: dict[Category, Tally] = field(default_factory=dict)
    by_rule: dict[str, Tally] = field(default_factory=dict)
    changes: Changes = field(default_factory=Changes)

    def worst_rules(self) -> list[tuple[str, Tally]]:
        """Return the rules, those with the lowest share kept first, of equals the busiest."""
        return sorted(
            self.by_rule.items(),
            key=lambda item: (item[1].share_kept or 0.0, -item[1].marked, item[0]),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return everything as a JSON-ready object, the worst rules first."""
        return {
            "stories": len(self.stories),
            "missing": list(self.missing),
            "total": self.total.to_dict(),
            "changes": {
                "tokens": self.changes.tokens,
                "category": self.changes.category,
                "correction": self.changes.correction,
            },
            "by_category": {
                str(category): self.by_category[category].to_dict()
                for category in Category
                if category in self.by_category
            },
            "by_rule": {rule: tally.to_dict() for rule, tally in self.worst_rules()},
        }

    def tallies(self, category: Category, rule: str | None = None) -> list[Tally]:
        """Return the tallies in which a mark counts."""
        result = [self.total, self.by_category.setdefault(category, Tally())]
        if rule is not None:
            result.append(self.by_rule.setdefault(rule, Tally()))
        return result


def review_statistics(
    before: Iterable[Report], after: MistakeList, *, absent_is_empty: bool = False
) -> ReviewStatistics:
    """Compare our marks with what reviewers sent back.

    Args:
        before: Stories as checked.
        after: The reviewed mistakes.
        absent_is_empty: Whether a story of which ``after`` knows nothing was reviewed and
            has no mistake, as in a gold standard's CSV; else it has not come back.
    """
    reviewed: Mapping[str, Sequence[ListedMistake]] = after.by_story()
    compared: list[str] = []
    missing: list[str] = []
    result = ReviewStatistics((), ())
    for report in before:
        story = report.story.id.removesuffix(".txt")
        if story not in reviewed and not absent_is_empty:
            missing.append(story)
            continue
        compared.append(story)
        _compare(report, reviewed.get(story, ()), result)
    result.stories, result.missing = tuple(compared), tuple(missing)
    return result


def _compare(report: Report, reviewed: Sequence[ListedMistake], result: ReviewStatistics) -> None:
    ours = [ListedMistake.from_mistake(report.story.id, mistake) for mistake in report.mistakes]
    partners = _partners(ours, reviewed)
    for position, mistake in enumerate(report.mistakes):
        tallies = result.tallies(mistake.category, mistake.rule or "(no rule)")
        if position not in partners:
            for tally in tallies:
                tally.removed += 1
        elif _count_changes(mistake, ours[position], reviewed[partners[position]], result.changes):
            for tally in tallies:
                tally.changed += 1
        else:
            for tally in tallies:
                tally.kept += 1
    for position, found in enumerate(reviewed):
        if position not in partners.values():
            for tally in result.tallies(found.category):
                tally.added += 1


def _partners(ours: Sequence[ListedMistake], theirs: Sequence[ListedMistake]) -> dict[int, int]:
    """Return which of theirs belongs to which of ours, by position."""
    pairs = [
        (mine.tokens != yours.tokens, -mine.overlap(yours), first, second)
        for first, mine in enumerate(ours)
        for second, yours in enumerate(theirs)
        if mine.overlap(yours)
    ]
    partners: dict[int, int] = {}
    for _, _, first, second in sorted(pairs):
        if first not in partners and second not in partners.values():
            partners[first] = second
    return partners


def _count_changes(
    mistake: Mistake, ours: ListedMistake, theirs: ListedMistake, changes: Changes
) -> bool:
    """Count what differs; tell whether anything does."""
    tokens = ours.tokens != theirs.tokens
    category = mistake.category != theirs.category
    correction = _words(mistake.correction) != _words(theirs.correction)
    changes.tokens += tokens
    changes.category += category
    changes.correction += correction
    return tokens or category or correction


def _words(text: str | None) -> list[str]:
    return (text or "").split()

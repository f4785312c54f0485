"""All figures of one story, each a part of a whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from factcheck.checker import BATCH, FactChecker
from factcheck.errors import StoryError
from factcheck.metrics.coverage import BOX_SCORE, LINE_SCORE, SHEETS, Sheet, coverage, read_sheets
from factcheck.metrics.relations import (
    Fraction,
    Relations,
    content_ordering,
    content_selection,
    distinct_relations,
    with_verdict,
)
from factcheck.model import Category, Report, Story, Verdict
from factcheck.stories.placed import OnSkip

_NONE = Fraction(0, 0)

MEASURES: Mapping[str, str] = {
    "rg_relations": "RG: distinct supported relations",
    "rg_precision": "RG: precision",
    "contradicted_relations": "contradicted relations",
    "not_checkable_relations": "relations that are not checkable",
    "cs_precision": "CS: precision",
    "cs_recall": "CS: recall",
    "cs_f1": "CS: F1",
    "cs_supported_precision": "CS of supported relations: precision",
    "cs_supported_recall": "CS of supported relations: recall",
    "cs_supported_f1": "CS of supported relations: F1",
    "co": "CO: similarity of order",
    "coverage": "box and line score stated",
    "coverage_contradicted": "box and line score contradicted",
    "box_score_coverage": "box score stated",
    "box_score_contradicted": "box score contradicted",
    "line_score_coverage": "line score stated",
    "line_score_contradicted": "line score contradicted",
    "tokens": "tokens",
    "mistakes": "mistakes",
    **{f"mistakes_{name}": f"mistakes: {name}" for name in Category},
    "mistakes_per_100_tokens": "mistakes per 100 tokens",
    **{f"mistakes_per_100_tokens_{name}": f"mistakes per 100 tokens: {name}" for name in Category},
}
"""The measures by name, with what they are; docs/score.md defines them."""

REFERENCE_MEASURES = frozenset(
    {
        "cs_precision",
        "cs_recall",
        "cs_f1",
        "cs_supported_precision",
        "cs_supported_recall",
        "cs_supported_f1",
        "co",
    }
)
"""The measures that need a reference text."""


@dataclass(frozen=True, slots=True)
class StoryScore:
    """The figures of one story.

    Args:
        id: The story's id.
        game: The game it was checked against.
        system: The system that wrote it, where known.
        figures: Measure → part and whole.
    """

    id: str
    game: str | None
    system: str | None
    figures: Mapping[str, Fraction]

    @property
    def values(self) -> dict[str, float | None]:
        """Measure → value, None where the story does not define it."""
        return {name: fraction.value for name, fraction in self.figures.items()}

    def to_dict(self) -> dict[str, Any]:
        """Return the score as one flat JSON-ready object."""
        return {"id": self.id, "system": self.system, "game": self.game, **self.values}


def score_reports(
    checker: FactChecker, reports: Iterable[Report], on_skip: OnSkip | None = None
) -> Iterator[StoryScore]:
    """Score checked stories, in their order.

    Args:
        checker: Checks the references and holds the knowledge base.
        reports: As the checker gave them, with claims; ``report.story.references`` are the
            texts to compare with.
        on_skip: Called for a story with an unusable reference, which is left out; without
            it that is an error.

    Raises:
        StoryError: A reference is empty.
    """
    remaining = iter(reports)
    while batch := list(islice(remaining, BATCH)):
        references = [_references(report.story) for report in batch]
        checked = iter(checker.check_each([story for stories in references for story in stories]))
        sheets = read_sheets(checker.kb.connection, {report.story.game or "" for report in batch})
        for report, stories in zip(batch, references, strict=True):
            outcomes = list(islice(checked, len(stories)))
            try:
                usable = _usable(report.story, outcomes)
            except StoryError as error:
                if on_skip is None:
                    raise
                on_skip(error)
            else:
                yield score_story(report, usable, sheets[report.story.game or ""])


def _references(story: Story) -> list[Story]:
    return [
        Story(f"{story.id}, reference {number}", text, story.game)
        for number, text in enumerate(story.references, start=1)
    ]


def _usable(story: Story, outcomes: Sequence[Report | StoryError]) -> list[Report]:
    reports = []
    for number, outcome in enumerate(outcomes, start=1):
        if isinstance(outcome, StoryError):
            raise StoryError(
                f"story {story.id}: reference {number}: {outcome.message}",
                path=story.path,
                line=story.line,
            ) from outcome
        reports.append(outcome)
    return reports


def score_story(report: Report, references: Sequence[Report], sheet: Sheet) -> StoryScore:
    """Return all figures of a story.

    Args:
        report: The story, checked, with its claims.
        references: The texts to compare with, checked against the same game.
        sheet: The cells of the game's box and line score.
    """
    relations = distinct_relations(report.claims)
    others = [distinct_relations(reference.claims) for reference in references]
    figures = {
        **_generation(relations),
        **_against_references(relations, others),
        **_coverage(relations, sheet),
        **_mistakes(report),
    }
    story = report.story
    return StoryScore(
        story.id, story.game, story.system, {name: figures[name] for name in MEASURES}
    )


def _generation(relations: Relations) -> dict[str, Fraction]:
    numbers = {verdict: len(with_verdict(relations, verdict)) for verdict in Verdict}
    supported, contradicted = numbers[Verdict.SUPPORTED], numbers[Verdict.CONTRADICTED]
    return {
        "rg_relations": Fraction(supported, 1),
        "rg_precision": Fraction(supported, supported + contradicted),
        "contradicted_relations": Fraction(contradicted, 1),
        "not_checkable_relations": Fraction(numbers[Verdict.NOT_CHECKABLE], 1),
    }


def _against_references(
    relations: Relations, references: Sequence[Relations]
) -> dict[str, Fraction]:
    """Compare with the reference that fits best by F1; the first of equals."""
    if not references:
        return dict.fromkeys(REFERENCE_MEASURES, _NONE)
    best = max(
        references,
        key=lambda other: content_selection(list(relations), list(other)).f1.value or 0.0,
    )
    every = content_selection(list(relations), list(best))
    supported = content_selection(
        with_verdict(relations, Verdict.SUPPORTED), with_verdict(best, Verdict.SUPPORTED)
    )
    return {
        "cs_precision": every.precision,
        "cs_recall": every.recall,
        "cs_f1": every.f1,
        "cs_supported_precision": supported.precision,
        "cs_supported_recall": supported.recall,
        "cs_supported_f1": supported.f1,
        "co": content_ordering(list(relations), list(best)),
    }


def _coverage(relations: Relations, sheet: Sheet) -> dict[str, Fraction]:
    found = coverage(relations, sheet)
    return {
        "coverage": found.share_stated(*SHEETS),
        "coverage_contradicted": found.share_contradicted(*SHEETS),
        "box_score_coverage": found.share_stated(BOX_SCORE),
        "box_score_contradicted": found.share_contradicted(BOX_SCORE),
        "line_score_coverage": found.share_stated(LINE_SCORE),
        "line_score_contradicted": found.share_contradicted(LINE_SCORE),
    }


def _mistakes(report: Report) -> dict[str, Fraction]:
    figures = {"tokens": Fraction(report.tokens, 1)}
    counts = {f"_{name}": 0 for name in Category}
    for mistake in report.mistakes:
        counts[f"_{mistake.category}"] += 1
    for name, count in {"": len(report.mistakes), **counts}.items():
        figures[f"mistakes{name}"] = Fraction(count, 1)
        figures[f"mistakes_per_100_tokens{name}"] = Fraction(100 * count, report.tokens)
    return figures

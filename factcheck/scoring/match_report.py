"""The match report: each reported mistake aligned with the gold mistake it stands for.

After the proposal of the shared task (Reiter and Thomson, INLG 2020). Our reading of it:

* The criteria are gone through in their order for the whole story, so that no mistake
  loses its exact match to another's overlap.
* Within a criterion the pair with the largest overlap in tokens comes first; ties go to
  the reported mistake, then to the gold mistake, that stands first in its list.
* A gold mistake is aligned with one reported mistake at most, and the other way round.
* A category's matches are the exact ones and those of the same category; over all
  categories, the category is ignored and every aligned mistake matches.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from factcheck.scoring.corrections import same_correction
from factcheck.scoring.mistake_list import ListedMistake, MistakeList
from factcheck.scoring.shared_task import ALL, CATEGORIES, Counts, Ratio
from factcheck.support.cells import safe_row


class Criterion(StrEnum):
    """How a reported mistake is aligned, the best first."""

    EXACT = "exact match"
    SAME_CATEGORY = "same category"
    DIFFERENT_CATEGORY = "different category"
    NOT_FOUND = "not found"


MISSED = "missed"
"""Marks a gold mistake that no reported mistake is aligned with."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """A reported mistake and the gold mistake it is aligned with, if any."""

    submitted: ListedMistake
    criterion: Criterion
    gold: ListedMistake | None = None

    @property
    def correction_agrees(self) -> bool | None:
        """Whether the gold correction is given; None where the gold standard has none."""
        if self.gold is None or self.gold.correction is None:
            return None
        return same_correction(self.submitted.correction, self.gold.correction)


@dataclass(frozen=True, slots=True)
class MatchReport:
    """Every reported mistake with its alignment, and the gold mistakes left over.

    Args:
        alignments: In the order of the submission.
        missed: In the order of the gold standard.
        stories: Story id → category or ``"ALL"`` → counts, without those of tokens.
    """

    alignments: tuple[Alignment, ...]
    missed: tuple[ListedMistake, ...]
    stories: Mapping[str, Mapping[str, Counts]]

    @property
    def categories(self) -> dict[str, Counts]:
        """Counts over all stories by category, ``"ALL"`` first."""
        return {
            str(category): sum((counts[category] for counts in self.stories.values()), Counts())
            for category in CATEGORIES
        }

    def criteria(self) -> dict[str, dict[str, int]]:
        """Return category of the reported mistake → criterion → number of mistakes.

        ``"missed"`` beside the criteria counts gold mistakes of the category.
        """
        found = Counter((item.submitted.category, item.criterion) for item in self.alignments)
        missed = Counter(mistake.category for mistake in self.missed)
        rows = {
            str(category): {
                **{str(criterion): found[category, criterion] for criterion in Criterion},
                MISSED: missed[category],
            }
            for category in CATEGORIES[1:]
        }
        total = {name: sum(row[name] for row in rows.values()) for name in (*Criterion, MISSED)}
        return {ALL: {str(name): number for name, number in total.items()}, **rows}

    def corrections(self) -> dict[str, Ratio]:
        """Return how many aligned mistakes carry the gold correction, by gold category.

        The total counts the aligned gold mistakes that have a correction.
        """
        agrees: Counter[str] = Counter()
        total: Counter[str] = Counter()
        for item in self.alignments:
            if item.gold is None or item.correction_agrees is None:
                continue
            for category in (ALL, item.gold.category):
                total[category] += 1
                agrees[category] += item.correction_agrees
        return {str(name): Ratio(agrees[name], total[name]) for name in CATEGORIES}


def match_report(gold: MistakeList, submitted: MistakeList) -> MatchReport:
    """Align a submission with a gold standard, mistake by mistake.

    Args:
        gold: The gold standard.
        submitted: The reported mistakes.
    """
    gold_by_story, submitted_by_story = gold.by_story(), submitted.by_story()
    aligned = {
        story: align(gold_by_story.get(story, []), submitted_by_story.get(story, []))
        for story in dict.fromkeys((*gold.stories, *submitted.stories))
    }
    following = {story: iter(items) for story, items in aligned.items()}
    alignments = tuple(next(following[mistake.story]) for mistake in submitted)
    found = {item.gold for item in alignments}
    return MatchReport(
        alignments,
        tuple(mistake for mistake in gold if mistake not in found),
        {story: _counts(gold_by_story.get(story, []), items) for story, items in aligned.items()},
    )


def align(gold: Sequence[ListedMistake], submitted: Sequence[ListedMistake]) -> list[Alignment]:
    """Align the reported mistakes of one story.

    Args:
        gold: The story's gold mistakes.
        submitted: The story's reported mistakes.

    Returns:
        One alignment for each reported mistake, in their order.
    """
    candidates = sorted(
        (order, -reported.overlap(true), position, gold_position)
        for position, reported in enumerate(submitted)
        for gold_position, true in enumerate(gold)
        if (order := _order(reported, true)) is not None
    )
    criteria = tuple(Criterion)
    partner: dict[int, tuple[Criterion, int]] = {}
    taken: set[int] = set()
    for order, _, position, gold_position in candidates:
        if position not in partner and gold_position not in taken:
            partner[position] = (criteria[order], gold_position)
            taken.add(gold_position)
    return [
        Alignment(reported, partner[position][0], gold[partner[position][1]])
        if position in partner
        else Alignment(reported, Criterion.NOT_FOUND)
        for position, reported in enumerate(submitted)
    ]


def _order(reported: ListedMistake, true: ListedMistake) -> int | None:
    """Return the place of the best criterion that a pair meets, None where it meets none."""
    if not reported.overlap(true):
        return None
    if reported.category != true.category:
        return 2
    return 0 if reported.tokens == true.tokens else 1


def _counts(gold: Sequence[ListedMistake], found: Sequence[Alignment]) -> dict[str, Counts]:
    in_gold = Counter(str(mistake.category) for mistake in gold)
    reported = Counter(str(item.submitted.category) for item in found)
    matched = Counter(
        str(item.submitted.category)
        for item in found
        if item.criterion in (Criterion.EXACT, Criterion.SAME_CATEGORY)
    )
    aligned = sum(item.gold is not None for item in found)
    by_category = {
        str(category): Counts(matched[category], in_gold[category], reported[category])
        for category in CATEGORIES[1:]
    }
    return {ALL: Counts(aligned, len(gold), len(found)), **by_category}


CSV_COLUMNS = (
    "TEXT_ID",
    "DOC_TOKEN_START",
    "DOC_TOKEN_END",
    "TOKENS",
    "TYPE",
    "CORRECTION",
    "MATCH",
    "GOLD_DOC_TOKEN_START",
    "GOLD_DOC_TOKEN_END",
    "GOLD_TOKENS",
    "GOLD_TYPE",
    "GOLD_CORRECTION",
    "CORRECTION_AGREES",
)


def to_csv(report: MatchReport) -> str:
    """Return the report as CSV: a row a reported mistake, then a row a missed gold mistake."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for item in report.alignments:
        agrees = item.correction_agrees
        row = (
            f"{item.submitted.story}.txt",
            *_cells(item.submitted),
            item.criterion,
            *_cells(item.gold),
            "" if agrees is None else ("yes" if agrees else "no"),
        )
        writer.writerow(safe_row(row))
    writer.writerows(
        safe_row((f"{mistake.story}.txt", *_cells(None), MISSED, *_cells(mistake), ""))
        for mistake in report.missed
    )
    return buffer.getvalue()


def _cells(mistake: ListedMistake | None) -> Iterable[object]:
    if mistake is None:
        return ("",) * 5
    return (
        mistake.token_start,
        mistake.token_end,
        mistake.text,
        mistake.category,
        mistake.correction,
    )

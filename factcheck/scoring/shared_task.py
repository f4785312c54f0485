"""The shared task's score, counted as its own scorer counts it.

Defined by the shared task on evaluating accuracy (Thomson and Reiter, INLG 2021):

* Mistakes match when their document token ranges overlap. The gold mistakes of a text
  are gone through in their order; each takes the first submitted mistake of that text,
  in the submission's order, that overlaps it and is not taken yet.
* Recall is matched over gold mistakes, precision the same number over submitted ones.
* Token recall and precision compare the sets of marked tokens.
* Per category, both lists are first cut to that category.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any

from factcheck.model import Category
from factcheck.scoring.mistake_list import ListedMistake, MistakeList

ALL = "ALL"

CATEGORIES = (
    ALL,
    Category.NAME,
    Category.NUMBER,
    Category.WORD,
    Category.CONTEXT,
    Category.NOT_CHECKABLE,
    Category.OTHER,
)
"""In the order in which the task prints them."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """A share with its two counts, as the task prints it."""

    correct: int
    of_total: int

    @property
    def value(self) -> float | None:
        """The share from 0 to 1; None where the total is 0."""
        return self.correct / self.of_total if self.of_total else None


@dataclass(frozen=True, slots=True)
class Counts:
    """What every figure of the score is made of; counts of stories add up."""

    matched: int = 0
    gold: int = 0
    submitted: int = 0
    tokens_matched: int = 0
    tokens_gold: int = 0
    tokens_submitted: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))

    @property
    def recall(self) -> Ratio:
        """Matched gold mistakes over all gold mistakes."""
        return Ratio(self.matched, self.gold)

    @property
    def precision(self) -> Ratio:
        """Matched gold mistakes over all submitted mistakes."""
        return Ratio(self.matched, self.submitted)

    @property
    def token_recall(self) -> Ratio:
        """Tokens marked in both lists over tokens marked in the gold standard."""
        return Ratio(self.tokens_matched, self.tokens_gold)

    @property
    def token_precision(self) -> Ratio:
        """Tokens marked in both lists over tokens marked in the submission."""
        return Ratio(self.tokens_matched, self.tokens_submitted)

    @property
    def f1(self) -> float | None:
        """Harmonic mean of recall and precision; None where nothing is marked."""
        marked = self.gold + self.submitted
        return 2 * self.matched / marked if marked else None


@dataclass(frozen=True, slots=True)
class Scores:
    """The score of a submission.

    Args:
        categories: ``"ALL"`` and each category to its counts, in the task's order.
        stories: The same by story id.
    """

    categories: Mapping[str, Counts]
    stories: Mapping[str, Mapping[str, Counts]]

    def __getitem__(self, category: str) -> Counts:
        return self.categories[category]

    def to_dict(self) -> dict[str, dict[str, Any]]:
        """Return the figures as the task prints them: category → measure → counts."""
        return {
            str(category): {
                name: {"correct": ratio.correct, "of_total": ratio.of_total}
                for name, ratio in (
                    ("recall", counts.recall),
                    ("precision", counts.precision),
                    ("token_recall", counts.token_recall),
                    ("token_precision", counts.token_precision),
                )
            }
            for category, counts in self.categories.items()
        }


def score(gold: MistakeList, submitted: MistakeList) -> Scores:
    """Score a submission as the shared task does.

    Args:
        gold: The gold standard.
        submitted: The list to score. Texts that the gold standard does not know count
            too: every mistake in them is a wrong one.
    """
    gold_by_story, submitted_by_story = gold.by_story(), submitted.by_story()
    stories = {
        story: _score_story(gold_by_story.get(story, []), submitted_by_story.get(story, []))
        for story in dict.fromkeys((*gold.stories, *submitted.stories))
    }
    categories = {
        str(category): sum((counts[category] for counts in stories.values()), Counts())
        for category in CATEGORIES
    }
    return Scores(categories, stories)


def _score_story(
    gold: Sequence[ListedMistake], submitted: Sequence[ListedMistake]
) -> dict[str, Counts]:
    result = {ALL: _count(gold, submitted)}
    for category in CATEGORIES[1:]:
        result[category] = _count(
            [mistake for mistake in gold if mistake.category == category],
            [mistake for mistake in submitted if mistake.category == category],
        )
    return result


def _count(gold: Sequence[ListedMistake], submitted: Sequence[ListedMistake]) -> Counts:
    gold_tokens = {token for mistake in gold for token in mistake.tokens}
    submitted_tokens = {token for mistake in submitted for token in mistake.tokens}
    return Counts(
        matched=len(match(gold, submitted)),
        gold=len(gold),
        submitted=len(submitted),
        tokens_matched=len(gold_tokens & submitted_tokens),
        tokens_gold=len(gold_tokens),
        tokens_submitted=len(submitted_tokens),
    )


def match(
    gold: Sequence[ListedMistake], submitted: Sequence[ListedMistake]
) -> list[tuple[ListedMistake, ListedMistake]]:
    """Pair the mistakes of one story as the task's scorer does: first come, first served.

    Args:
        gold: In the gold standard's order.
        submitted: In the submission's order.

    Returns:
        Pairs of gold and submitted mistake; no mistake is in two pairs.
    """
    pairs = []
    free = list(submitted)
    for mistake in gold:
        taken = next((item for item in free if item.overlap(mistake)), None)
        if taken is not None:
            free.remove(taken)
            pairs.append((mistake, taken))
    return pairs

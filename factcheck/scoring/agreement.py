"""The majority gold standard of several annotators, and how far they agree.

After the gold-standard methodology (Thomson and Reiter, INLG 2020). With *n* annotators:

* an item is an error when more than half of them mark it;
* its category is the one that more than half of them give, otherwise it is *split*;
* Fleiss' kappa (Fleiss 1971) is over the items to which all give a category, Cohen's
  kappa (Cohen 1960) over those to which both of a pair do;
* an annotator's recall is the share of the gold standard's errors that he marks, his
  precision the share of his marks that are errors of the gold standard, both with the
  category ignored; beside them stand the same with the gold category given;
* "the others alone" is the majority gold standard of all annotators but him. Of two
  others, both have to mark an item, which makes his precision a lower bound.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any

from factcheck.errors import FormatError
from factcheck.model import Category
from factcheck.scoring.annotations import Annotations, Item, Label, NoCategory
from factcheck.scoring.libraries import library
from factcheck.scoring.mistake_list import ListedMistake, MistakeList
from factcheck.scoring.shared_task import Ratio

SPLIT = "split"
"""The label of an error whose category has no majority."""

ORDER = (
    Category.NUMBER,
    Category.NAME,
    Category.WORD,
    Category.CONTEXT,
    Category.NOT_CHECKABLE,
    Category.OTHER,
)
"""The categories in the order of the paper's table."""


@dataclass(frozen=True, slots=True)
class ConfusionRow:
    """A row of the confusion table.

    Args:
        total: Errors of this category by majority.
        all_agree: Those to which every annotator gives it.
        minority: Of the others, what the annotators outvoted say: label to number.
    """

    total: int
    all_agree: int
    minority: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class AnnotatorScore:
    """An annotator against a gold standard.

    Args:
        recall: Errors of the gold standard that he marks.
        precision: His marks that are errors of the gold standard.
        category_recall: Errors of the gold standard to which he gives its category.
        category_precision: His marks with the category of the gold standard.
    """

    recall: Ratio
    precision: Ratio
    category_recall: Ratio
    category_precision: Ratio


@dataclass(frozen=True, slots=True)
class Kappa:
    """A coefficient and the number of items it is over; NaN where it is not defined."""

    value: float
    items: int


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far annotators agree.

    Args:
        annotators: Their names.
        items: Number of items that anyone marked.
        confusion: Category or ``"split"`` → row, in the paper's order.
        fleiss: Fleiss' kappa of all annotators.
        cohen: Cohen's kappa of each pair.
        majority: Each annotator against the majority of all.
        others: Each annotator against the majority of the others.
    """

    annotators: tuple[str, ...]
    items: int
    confusion: Mapping[str, ConfusionRow]
    fleiss: Kappa
    cohen: Mapping[tuple[str, str], Kappa]
    majority: Mapping[str, AnnotatorScore]
    others: Mapping[str, AnnotatorScore]

    @property
    def errors(self) -> int:
        """Number of errors by majority."""
        return sum(row.total for row in self.confusion.values())

    def to_dict(self) -> dict[str, Any]:
        """Return everything as one JSON-ready object; an undefined kappa is None."""
        return {
            "annotators": list(self.annotators),
            "items": self.items,
            "errors": self.errors,
            "confusion": {name: asdict(row) for name, row in self.confusion.items()},
            "fleiss_kappa": _kappa_to_dict(self.fleiss),
            "cohen_kappa": [
                {"annotators": list(pair), **_kappa_to_dict(kappa)}
                for pair, kappa in self.cohen.items()
            ],
            "against_majority": {name: asdict(item) for name, item in self.majority.items()},
            "against_others": {name: asdict(item) for name, item in self.others.items()},
        }


def _kappa_to_dict(kappa: Kappa) -> dict[str, float | int | None]:
    return {"value": None if math.isnan(kappa.value) else kappa.value, "items": kappa.items}


def majority_label(labels: Sequence[Label]) -> str | None:
    """Return the majority's category, ``"split"``, or None where most mark no error.

    Args:
        labels: One for each annotator.
    """
    marked = [label for label in labels if label is not NoCategory.NO_ERROR]
    if 2 * len(marked) <= len(labels):
        return None
    label, votes = Counter(marked).most_common(1)[0]
    return str(label) if isinstance(label, Category) and 2 * votes > len(labels) else SPLIT


def agreement(annotations: Annotations) -> Agreement:
    """Compute the agreement of annotators.

    Args:
        annotations: At least two annotators' items.

    Raises:
        FactCheckError: The library for kappa is not installed.
    """
    items, names = annotations.items, annotations.annotators
    places = range(len(names))
    return Agreement(
        annotators=names,
        items=len(items),
        confusion=_confusion(items),
        fleiss=_kappa(_categories(items, places), _fleiss),
        cohen={
            (names[first], names[second]): _kappa(_categories(items, (first, second)), _cohen)
            for first, second in combinations(places, 2)
        },
        majority={names[place]: _annotator(items, place, places) for place in places},
        others={
            names[place]: _annotator(items, place, [other for other in places if other != place])
            for place in places
        },
    )


def _confusion(items: Sequence[Item]) -> dict[str, ConfusionRow]:
    total: Counter[str] = Counter()
    agreed: Counter[str] = Counter()
    minority: dict[str, Counter[str]] = {name: Counter() for name in (*ORDER, SPLIT)}
    for item in items:
        label = majority_label(item.labels)
        if label is None:
            continue
        total[label] += 1
        outvoted = [str(other) for other in item.labels if str(other) != label]
        agreed[label] += not outvoted
        if label != SPLIT:
            minority[label].update(outvoted)
    columns = (*map(str, ORDER), *map(str, NoCategory))
    return {
        str(name): ConfusionRow(
            total[name], agreed[name], {column: minority[name][column] for column in columns}
        )
        for name in (*ORDER, SPLIT)
    }


def _annotator(items: Sequence[Item], place: int, judges: Sequence[int]) -> AnnotatorScore:
    marked = errors = found = same = 0
    for item in items:
        own = item.labels[place]
        gold = majority_label([item.labels[judge] for judge in judges])
        marked += own is not NoCategory.NO_ERROR
        errors += gold is not None
        found += gold is not None and own is not NoCategory.NO_ERROR
        same += gold == str(own)
    return AnnotatorScore(
        Ratio(found, errors), Ratio(found, marked), Ratio(same, errors), Ratio(same, marked)
    )


def _categories(items: Sequence[Item], places: Sequence[int]) -> list[list[str]]:
    """Return the labels of some annotators for the items to which all of them give a category."""
    chosen = ([item.labels[place] for place in places] for item in items)
    return [
        [str(label) for label in labels]
        for labels in chosen
        if all(isinstance(label, Category) for label in labels)
    ]


def _kappa(labels: list[list[str]], compute: Callable[[list[list[str]]], float]) -> Kappa:
    # Without two categories in use, agreement by chance is certain and kappa is 0 / 0.
    if len({label for row in labels for label in row}) < 2:
        return Kappa(math.nan, len(labels))
    return Kappa(compute(labels), len(labels))


def _fleiss(labels: list[list[str]]) -> float:
    rater = library("statsmodels.stats.inter_rater")
    return float(rater.fleiss_kappa(rater.aggregate_raters(labels)[0], method="fleiss"))


def _cohen(labels: list[list[str]]) -> float:
    rater = library("statsmodels.stats.inter_rater")
    names = sorted({label for row in labels for label in row})
    pairs = Counter(map(tuple, labels))
    table = [[pairs[first, second] for second in names] for first in names]
    return float(rater.cohens_kappa(table, return_results=False))


def majority_mistakes(annotations: Annotations) -> tuple[MistakeList, int]:
    """Return the majority gold standard as a mistake list.

    Of an item's marks the one is taken whose tokens and category most annotators chose,
    ties going to the first annotator; a mark that overlaps with an earlier item's is not
    taken, so that the list is valid. A split error keeps that mark's category, and its
    comment names the categories given.

    Args:
        annotations: Made from one mistake list per annotator, which have token ids.

    Returns:
        The list, and the number of errors left out because every mark of theirs overlaps
        with an earlier item's.

    Raises:
        FormatError: They are from columns, without token ids.
    """
    if any(not item.marks for item in annotations.items):
        raise FormatError(
            "a majority gold standard needs token ids; give one mistake list per annotator"
        )
    chosen: list[ListedMistake] = []
    used: set[tuple[str, int]] = set()
    left_out = 0
    for item in annotations.items:
        label = majority_label(item.labels)
        if label is None:
            continue
        mark = _mark(item, label, used)
        if mark is None:
            left_out += 1
            continue
        used |= {(mark.story, token) for token in mark.tokens}
        chosen.append(mark)
    return MistakeList(tuple(chosen)), left_out


def _mark(item: Item, label: str, used: set[tuple[str, int]]) -> ListedMistake | None:
    marks = [
        mark
        for mark in item.marks
        if mark is not None and not any((mark.story, token) in used for token in mark.tokens)
    ]
    if not marks:
        return None
    tokens = Counter(mark.tokens for mark in item.marks if mark is not None)
    best = max(marks, key=lambda mark: (str(mark.category) == label, tokens[mark.tokens]))
    if label != SPLIT:
        return best
    given = ", ".join(str(mark.category) for mark in item.marks if mark is not None)
    return replace(best, comment=f"annotators disagree on the category: {given}")

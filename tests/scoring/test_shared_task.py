"""The shared task's score, by hand and against what its own scorer counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from factcheck.model import Category
from factcheck.scoring import (
    ListedMistake,
    MistakeList,
    Ratio,
    read_mistakes,
    read_token_lookup,
    score,
)


def mistakes(*ranges: tuple[int, int], category: Category = Category.WORD) -> MistakeList:
    return MistakeList(tuple(ListedMistake("s", *tokens, category) for tokens in ranges))


def test_the_small_lists_score_as_counted_by_hand(gold_file: Path, submitted_file: Path) -> None:
    scores = score(read_mistakes(gold_file), read_mistakes(submitted_file))
    # Monday takes "Monday ten", ten points "points", led the bench "the bench was".
    assert scores["ALL"].recall == Ratio(3, 4)
    assert scores["ALL"].precision == Ratio(3, 4)
    # Gold tokens: alpha 2-7, beta 6. Submitted: alpha 2, 3, 4, 6, 7, 8, beta 5.
    assert scores["ALL"].token_recall == Ratio(5, 7)
    assert scores["ALL"].token_precision == Ratio(5, 7)
    # Within NUMBER, "ten points" takes "Monday ten", which comes first.
    assert scores["NUMBER"].recall == Ratio(1, 1)
    assert scores["NUMBER"].precision == Ratio(1, 3)
    assert scores["NUMBER"].token_recall == Ratio(2, 2)
    assert scores["NUMBER"].token_precision == Ratio(2, 4)
    assert scores["NAME"].recall == Ratio(0, 2)
    assert scores["NAME"].precision == Ratio(0, 0)
    assert scores["NAME"].precision.value is None
    assert scores["NAME"].f1 == 0
    assert scores["OTHER"].f1 is None
    assert scores.stories["beta"]["ALL"].gold == 1


def test_one_submitted_mistake_answers_for_one_gold_mistake_only() -> None:
    scores = score(mistakes((1, 1), (3, 3)), mistakes((1, 3)))
    assert scores["ALL"].recall == Ratio(1, 2)
    assert scores["ALL"].precision == Ratio(1, 1)


def test_first_come_first_served_even_where_another_order_would_match_more() -> None:
    # Gold 1-4 takes 4-6, the first of the submission that overlaps; 5-6 is left with none.
    scores = score(mistakes((1, 4), (5, 6)), mistakes((4, 6), (1, 2)))
    assert scores["ALL"].recall == Ratio(1, 2)
    scores = score(mistakes((1, 4), (5, 6)), mistakes((1, 2), (4, 6)))
    assert scores["ALL"].recall == Ratio(2, 2)


def test_mistakes_in_texts_that_the_gold_standard_does_not_know_cost_precision() -> None:
    other = ListedMistake("t", 1, 1, Category.WORD)
    scores = score(mistakes((1, 1)), MistakeList((*mistakes((1, 1)), other)))
    assert scores["ALL"].precision == Ratio(1, 2)


@pytest.mark.parametrize(
    "name",
    [
        "submission",
        "submission_doc_based",
        "submission_sent_based",
        "gsml_doc_based",
        "peer_metric_train",
    ],
)
def test_every_figure_of_the_task_s_own_scorer_comes_out(name: str, data: Path) -> None:
    folder = data / "accuracy_shared_task"
    lookup = read_token_lookup(folder / "token_lookup.yaml")
    expected = json.loads((folder / "expected_scores.json").read_text(encoding="utf-8"))
    gold = read_mistakes(folder / "gsml.csv", lookup)
    submitted = read_mistakes(folder / "example_submissions" / f"{name}.csv", lookup)
    assert score(gold, submitted).to_dict() == expected[name]

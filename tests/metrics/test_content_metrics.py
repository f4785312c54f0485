"""RG, CS and CO on relations small enough to count by hand."""

from __future__ import annotations

import pytest

from factcheck.metrics import content_ordering, content_selection, distinct_relations
from factcheck.metrics.relations import with_verdict
from factcheck.model import Claim, Span, Verdict

A = ("Courtney Lee", "PTS", "22")
B = ("Courtney Lee", "AST", "3")
C = ("Marc Gasol", "PTS", "18")
D = ("Marc Gasol", "REB", "5")


def claim(
    start: int, relation: tuple[str, str, str] | None, verdict: Verdict = Verdict.SUPPORTED
) -> Claim:
    span = Span(start, start + 3, start + 1, start + 1, 1, start + 1, start + 1, "few")
    relations = {} if relation is None else {relation: verdict}
    return Claim("some-rule", span, verdict, relations=relations)


def test_relations_are_distinct_and_in_order_of_the_text() -> None:
    relations = distinct_relations([claim(9, B), claim(5, A), claim(1, C), claim(20, C)])
    assert list(relations) == [C, A, B]


def test_claims_without_a_relation_are_left_out() -> None:
    assert list(distinct_relations([claim(1, None), claim(5, A)])) == [A]


@pytest.mark.parametrize("order", [(1, 30), (30, 1)])
def test_a_relation_stated_truly_and_falsely_is_contradicted(order: tuple[int, int]) -> None:
    true, false = order
    relations = distinct_relations(
        [claim(true, A, Verdict.SUPPORTED), claim(false, A, Verdict.CONTRADICTED)]
    )
    assert relations == {A: Verdict.CONTRADICTED}


def test_a_relation_decided_once_is_not_uncheckable() -> None:
    relations = distinct_relations([claim(1, A, Verdict.NOT_CHECKABLE), claim(9, A)])
    assert with_verdict(relations, Verdict.SUPPORTED) == [A]


def test_content_selection_counts_common_relations() -> None:
    selection = content_selection([A, B, C], [A, D])
    assert selection.precision.value == pytest.approx(1 / 3)
    assert selection.recall.value == pytest.approx(1 / 2)
    assert selection.f1.value == pytest.approx(2 / 5)


def test_another_value_is_another_relation() -> None:
    selection = content_selection([("Courtney Lee", "PTS", "21")], [A])
    assert selection.f1.value == 0


def test_a_text_without_relations_has_no_precision_but_no_recall_either() -> None:
    selection = content_selection([], [A])
    assert selection.precision.value is None
    assert selection.recall.value == 0


@pytest.mark.parametrize(
    ("stated", "reference", "similarity"),
    [
        ([A, B, C, D], [A, B, C, D], 1.0),
        ([A, C, B, D], [A, B, C, D], 0.75),  # neighbours swapped: one edit of four
        ([A, B], [A, B, C, D], 0.5),  # two left out
        ([B, A], [C, D], 0.0),
        ([C, A], [A, B, C], 1 / 3),  # swapped, then one put between: two edits, not three
        ([], [A], 0.0),
    ],
)
def test_content_ordering_is_damerau_levenshtein(
    stated: list[tuple[str, str, str]], reference: list[tuple[str, str, str]], similarity: float
) -> None:
    assert content_ordering(stated, reference).value == pytest.approx(similarity)


def test_two_texts_without_relations_have_no_order() -> None:
    assert content_ordering([], []).value is None

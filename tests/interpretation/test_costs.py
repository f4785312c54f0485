"""Many claims go to DuckDB where it takes less for them, and few to memory."""

from __future__ import annotations

from factcheck.interpretation.verification.costs import Cost


def test_memory_is_tried_first_within_a_limit() -> None:
    cost = Cost()
    assert not cost.prefers_duckdb(1000)
    assert cost.steps is not None


def test_many_claims_go_to_duckdb_and_few_do_not() -> None:
    cost = Cost(each=0.002, planned=0.05, claims=100)
    assert cost.steps is None
    assert not cost.prefers_duckdb(10)
    assert cost.prefers_duckdb(100)


def test_duckdb_is_thought_to_take_longer_for_more_claims_than_it_was_asked() -> None:
    assert Cost(each=0.002, planned=0.05, claims=100).prefers_duckdb(90)
    assert not Cost(each=0.002, planned=0.3, claims=100).prefers_duckdb(200)


def test_memory_is_tried_again_after_a_while() -> None:
    cost = Cost(each=0.002, planned=0.1, claims=100)
    chosen = [cost.prefers_duckdb(100) for _ in range(100)]
    assert chosen[0] and not chosen[-1]


def test_duckdb_is_asked_once_where_memory_takes_long() -> None:
    assert Cost(each=0.002).prefers_duckdb(100)
    assert not Cost(each=0.002).prefers_duckdb(10)


def test_what_was_measured_counts() -> None:
    cost = Cost()
    with cost.in_memory(4):
        sum(range(10_000))
    assert cost.each is not None and cost.each > 0
    with cost.by_duckdb(7):
        pass
    assert cost.planned is not None and cost.claims == 7


def test_fetching_rows_is_no_part_of_what_memory_takes() -> None:
    cost, fetched = Cost(), [0.0]
    with cost.in_memory(4, lambda: fetched[0]):
        fetched[0] += 1000.0
    assert cost.each == 0.0

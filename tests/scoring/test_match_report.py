"""The match report aligns by criterion, then by overlap, one gold mistake to one reported."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from factcheck.model import Category
from factcheck.scoring import ListedMistake, MistakeList, Ratio, read_mistakes, score
from factcheck.scoring.corrections import same_correction
from factcheck.scoring.match_report import Criterion, align, match_report, to_csv

WORD, NAME = Category.WORD, Category.NAME


def mistake(start: int, end: int, category: Category = WORD) -> ListedMistake:
    return ListedMistake("s", start, end, category)


def criteria(gold: list[ListedMistake], submitted: list[ListedMistake]) -> list[str]:
    """Return criterion and gold tokens of each reported mistake, in short."""
    return [
        str(item.criterion) + (f" {item.gold.token_start}" if item.gold else "")
        for item in align(gold, submitted)
    ]


def test_each_criterion_in_turn() -> None:
    gold = [mistake(1, 2), mistake(4, 6), mistake(8, 9)]
    submitted = [mistake(1, 2), mistake(5, 7), mistake(8, 9, NAME), mistake(11, 11)]
    assert criteria(gold, submitted) == [
        "exact match 1",
        "same category 4",
        "different category 8",
        "not found",
    ]


def test_an_exact_match_is_not_lost_to_an_earlier_overlap() -> None:
    assert criteria([mistake(3, 4)], [mistake(1, 3), mistake(4, 4)]) == [
        "same category 3",
        "not found",
    ]
    assert criteria([mistake(3, 4)], [mistake(2, 3), mistake(3, 4)]) == [
        "not found",
        "exact match 3",
    ]


def test_the_largest_overlap_wins_and_the_category_comes_before_it() -> None:
    gold = [mistake(1, 2), mistake(3, 6), mistake(7, 12, NAME)]
    assert criteria(gold, [mistake(2, 12)]) == ["same category 3"]


def test_ties_go_to_the_first() -> None:
    assert criteria([mistake(1, 2), mistake(3, 4)], [mistake(2, 3)]) == ["same category 1"]
    assert criteria([mistake(2, 3)], [mistake(1, 2), mistake(3, 4)]) == [
        "same category 2",
        "not found",
    ]


def test_the_small_lists_report_as_counted_by_hand(gold_file: Path, submitted_file: Path) -> None:
    report = match_report(read_mistakes(gold_file), read_mistakes(submitted_file))
    # "Monday ten" (NUMBER) is taken by "ten points", so nothing is left for "points".
    assert [item.criterion for item in report.alignments] == [
        Criterion.SAME_CATEGORY,
        Criterion.NOT_FOUND,
        Criterion.SAME_CATEGORY,
        Criterion.NOT_FOUND,
    ]
    assert [item.text for item in report.missed] == ["Monday", "Suns"]
    assert report.categories["ALL"].recall == Ratio(2, 4)
    assert report.categories["NUMBER"].precision == Ratio(1, 3)
    assert report.categories["NUMBER"].f1 == pytest.approx(0.5)
    assert report.criteria()["NUMBER"] == {
        "exact match": 0,
        "same category": 1,
        "different category": 0,
        "not found": 2,
        "missed": 0,
    }
    assert report.criteria()["ALL"]["missed"] == 2
    # Of the two aligned gold mistakes one has a correction, and it was not given.
    assert report.corrections()["ALL"] == Ratio(0, 1)


def test_the_category_is_ignored_over_all_categories_only() -> None:
    gold = MistakeList((mistake(1, 1),))
    report = match_report(gold, MistakeList((mistake(1, 1, NAME),)))
    assert report.categories["ALL"].recall == Ratio(1, 1)
    assert report.categories["WORD"].recall == Ratio(0, 1)
    assert report.categories["NAME"].precision == Ratio(0, 1)


def test_csv_has_a_row_for_each_reported_and_each_missed_mistake(
    gold_file: Path, submitted_file: Path
) -> None:
    report = match_report(read_mistakes(gold_file), read_mistakes(submitted_file))
    rows = list(csv.DictReader(io.StringIO(to_csv(report))))
    assert [row["MATCH"] for row in rows] == [
        "same category",
        "not found",
        "same category",
        "not found",
        "missed",
        "missed",
    ]
    assert rows[0]["TOKENS"] == "Monday ten"
    assert rows[0]["GOLD_TOKENS"] == "ten points"
    assert rows[0]["CORRECTION_AGREES"] == "no"
    assert rows[2]["CORRECTION_AGREES"] == ""
    assert rows[4]["GOLD_TOKENS"] == "Monday"
    assert rows[4]["TEXT_ID"] == "alpha.txt"


@pytest.mark.parametrize(
    ("submitted", "gold"),
    [
        ("12", "twelve"),
        ("Twelve", "12"),
        ("110-106", "110 - 106"),
        ("the Suns", "suns"),
        ("  at  home. ", "at home"),
        ("12.0", "12"),
        ("Luka Dončić", "Luka Donc\u030cic\u0301"),
    ],
)
def test_corrections_that_say_the_same(submitted: str, gold: str) -> None:
    assert same_correction(submitted, gold)


@pytest.mark.parametrize(
    ("submitted", "gold"),
    [
        ("Knicks", "New York Knicks"),
        ("12", "112"),
        (None, "12"),
        ("", "12"),
        ("106-110", "110-106"),
        ("a", "the"),
    ],
)
def test_corrections_that_differ(submitted: str | None, gold: str) -> None:
    assert not same_correction(submitted, gold)


def test_the_gold_standard_is_an_exact_match_of_itself(data: Path) -> None:
    gold = read_mistakes(data / "accuracy_shared_task" / "gsml.csv")
    report = match_report(gold, gold)
    assert report.criteria()["ALL"]["exact match"] == len(gold) == 1214
    assert report.missed == ()
    # 839 of the 1,214 rows carry a correction.
    assert report.corrections()["ALL"] == Ratio(839, 839)


def test_no_gold_mistake_is_used_twice_on_real_lists(data: Path) -> None:
    folder = data / "accuracy_shared_task"
    gold = read_mistakes(folder / "gsml.csv")
    submitted = read_mistakes(folder / "example_submissions" / "peer_metric_train.csv")
    report = match_report(gold, submitted)
    used = [item.gold for item in report.alignments if item.gold is not None]
    assert len(used) == len(set(used)) == report.categories["ALL"].matched
    assert len(used) + len(report.missed) == 1214
    assert len(report.alignments) == 1911
    # Overlaps alone decide both, and here first come loses nothing to the best overlap.
    assert report.categories["ALL"].matched == score(gold, submitted)["ALL"].matched == 589

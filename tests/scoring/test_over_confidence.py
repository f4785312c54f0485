"""Recall and precision over confidence, in the library and on the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from small_lists import RunFactcheck

from factcheck import FactChecker, Story
from factcheck.scoring import MistakeList
from factcheck.scoring.over_confidence import over_confidence

GAME = "2014-11-05-MEM-PHX"
TEXT = "Mike Conley scored 26 points. Courtney Lee had 22 points and nine rebounds."


@pytest.fixture
def lists(eager_checker: FactChecker) -> tuple[MistakeList, MistakeList]:
    report = eager_checker.check(TEXT, GAME, id="one")
    submitted = MistakeList.from_reports([report])
    first, second = submitted.mistakes
    sure = replace(first, confidence=0.9), replace(second, confidence=0.2)
    return replace(submitted, mistakes=(first,)), replace(submitted, mistakes=sure)


def test_a_threshold_trades_recall_for_precision(lists: tuple[MistakeList, MistakeList]) -> None:
    gold, submitted = lists
    points = {point.threshold: point for point in over_confidence(gold, submitted)}
    assert points[0.0].kept == 2
    assert points[0.0].counts.precision.value == 0.5
    assert points[0.5].kept == 1
    assert points[0.5].counts.precision.value == 1
    assert points[0.9].counts.recall.value == 1


def test_a_list_without_confidence_has_no_points(lists: tuple[MistakeList, MistakeList]) -> None:
    gold, submitted = lists
    bare = replace(
        submitted, mistakes=tuple(replace(m, confidence=None) for m in submitted.mistakes)
    )
    assert over_confidence(gold, bare) == []


def test_the_command_draws_and_prints_it(
    eager_checker: FactChecker, tmp_path: Path, run_factcheck: RunFactcheck
) -> None:
    report = next(iter(eager_checker.check_many([Story("one", TEXT, GAME)])))
    path = tmp_path / "checked.jsonl"
    path.write_text(json.dumps(report.to_dict(), default=str) + "\n", encoding="utf-8")
    arguments = ("evaluate", "--gold", path, "--submitted", path, "--by-confidence")
    shown = run_factcheck(*arguments)
    assert shown.returncode == 0
    assert "at least so sure" in shown.stdout
    assert "1.000 ████████████████████" in shown.stdout
    rows = json.loads(run_factcheck(*arguments, "--format", "json").stdout)["by_confidence"]
    assert [row["min_confidence"] for row in rows][:3] == [0.0, 0.1, 0.2]
    assert rows[0]["recall"] == 1


def test_a_list_that_tells_no_confidence_is_refused(
    gold_file: Path, submitted_file: Path, run_factcheck: RunFactcheck
) -> None:
    result = run_factcheck(
        "evaluate", "--gold", gold_file, "--submitted", submitted_file, "--by-confidence"
    )
    assert result.returncode == 2
    assert "no mistake tells how sure it is" in result.stderr

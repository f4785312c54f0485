"""The example story of the gold-standard methodology paper (Thomson and Reiter, INLG 2020)."""

from __future__ import annotations

import csv
from pathlib import Path

from factcheck import FactChecker


def test_all_twelve_mistakes_of_the_papers_story_are_found_and_nothing_else(
    data: Path, demo_checker: FactChecker
) -> None:
    folder = data / "figure1"
    with (folder / "mistakes.csv").open(encoding="utf-8", newline="") as file:
        gold = list(csv.DictReader(file))
    text = (folder / "story.txt").read_text(encoding="utf-8").rstrip("\n")
    found = demo_checker.check(text, game="2014-11-05-MEM-PHX").mistakes
    assert len(found) == len(gold) == 12
    for wanted, mistake in zip(gold, found, strict=True):
        assert mistake.span.start < int(wanted["end"])
        assert int(wanted["start"]) < mistake.span.end
        assert mistake.category == wanted["category"]
        assert not wanted["correction"] or mistake.correction == wanted["correction"]

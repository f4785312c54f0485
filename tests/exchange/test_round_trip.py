"""Out and in again gives the same mistakes, in every two-way format."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from annotated_stories import batch, batches, gold_reports
from hypothesis import HealthCheck, given, settings

from factcheck.exchange import FORMATS, read, write
from factcheck.model import Mistake, Report

# Of the desk only stories that somebody has reviewed come back: tests/reviews is about it.
TWO_WAY = [name for name, each in FORMATS.items() if each.two_way and name != "desk"]


def mistakes(reports: list[Report]) -> dict[str, tuple[Mistake, ...]]:
    return {report.story.id: report.mistakes for report in reports}


def out_and_in(reports: list[Report], name: str, folder: Path) -> list[Report]:
    write(reports, name, folder / "out")
    return read([folder / "out"], name)


@pytest.mark.parametrize("name", TWO_WAY)
def test_traps_for_every_format_come_back(name: str, tmp_path: Path) -> None:
    assert mistakes(out_and_in(batch(), name, tmp_path)) == mistakes(batch())


@pytest.mark.slow
@pytest.mark.parametrize("name", TWO_WAY)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(reports=batches())
def test_generated_stories_come_back(name: str, reports: list[Report]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        assert mistakes(out_and_in(reports, name, Path(folder))) == mistakes(reports)


@pytest.mark.parametrize("name", TWO_WAY)
def test_the_training_stories_come_back(name: str, tmp_path: Path, data: Path) -> None:
    reports = gold_reports(data)
    back = out_and_in(reports, name, tmp_path)
    assert sum(len(report.mistakes) for report in back) == 1214
    assert mistakes(back) == mistakes(reports)


@pytest.mark.parametrize("name", [name for name in TWO_WAY if name not in ("webanno", "brat")])
def test_the_text_itself_comes_back(name: str, tmp_path: Path) -> None:
    back = out_and_in(batch(), name, tmp_path)
    texts = {report.story.id: report.story.text for report in back}
    assert texts == {report.story.id: report.story.text for report in batch()}


@pytest.mark.parametrize("name", ["label-studio", "factgenie", "doccano", "prodigy", "jsonl"])
def test_game_and_system_come_back(name: str, tmp_path: Path) -> None:
    back = out_and_in(batch(), name, tmp_path)
    assert {(r.story.id, r.story.game, r.story.system) for r in back} == {
        (r.story.id, r.story.game, r.story.system) for r in batch()
    }


@pytest.mark.parametrize("name", TWO_WAY)
def test_a_reviewed_file_becomes_what_the_story_was_in_tokens(name: str, tmp_path: Path) -> None:
    counts = {r.story.id: (r.tokens, r.sentences) for r in out_and_in(batch(), name, tmp_path)}
    assert counts == {r.story.id: (r.tokens, r.sentences) for r in batch()}

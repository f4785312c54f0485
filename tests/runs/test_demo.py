"""``factcheck demo``: a story of our own, checked anywhere without further files."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import factcheck

from factcheck.model import Category, Report
from factcheck.runs.demo import check_demo, demo_story

MISTAKES = [
    ("Tuesday", Category.NAME, "Wednesday"),
    ("48", Category.NUMBER, "46"),
    ("12", Category.NUMBER, "11"),
    ("triple-double", Category.WORD, "double-double"),
    ("Isaiah Thomas", Category.CONTEXT, None),
    ("Marcus Morris", Category.NAME, "Markieff Morris"),
    ("19", Category.NOT_CHECKABLE, None),
    ("on the road", Category.WORD, "at home"),
    ("New Orleans", Category.NAME, "Oklahoma City"),
    ("Pelicans", Category.NAME, "Thunder"),
]


@pytest.fixture(scope="module")
def report() -> Report:
    return check_demo()


def test_all_mistakes_of_the_demo_story_are_found_and_nothing_else(report: Report) -> None:
    found = [(item.span.text, item.category, item.correction) for item in report.mistakes]
    assert found == MISTAKES


def test_every_mistake_of_the_demo_story_is_explained(report: Report) -> None:
    for mistake in report.mistakes:
        assert mistake.explanation, mistake.span.text


def test_demo_runs_from_any_folder_and_shows_story_and_corrections(tmp_path: Path) -> None:
    repository = str(Path(__file__).parents[2])
    done = factcheck("demo", folder=tmp_path, PYTHONPATH=repository)
    assert (done.returncode, done.stderr) == (0, "")
    assert "[1: Tuesday]" in done.stdout
    assert "Tuesday → Wednesday" in done.stdout
    assert f"{len(MISTAKES)} mistakes in 1 story" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_demo_story_is_fluent_english_in_normal_spelling() -> None:
    assert " ." not in demo_story()
    assert " ," not in demo_story()

"""The same text gives the same result, in whatever order Python keeps its sets."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from factcheck.knowledge import build
from factcheck.rulebook.book import Rulebook
from factcheck.runs.rule_examples import cases_of
from factcheck.support.resources import kb_folder, rules_folder

GAME = "2014-11-05-MEM-PHX"
# Where several readings cost the same, the one that is tried first is taken.
OPEN = (
    "Marc Gasol owned the third quarter. Thirteen points.",
    "Mike Conley took over in the fourth quarter. Four assists. Nine points.",
    "Zach Randolph was quiet in the first half. Two rebounds, three shots. Then came the third.",
)


@pytest.fixture(scope="module")
def example_kb_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("seeds") / "examples.duckdb"
    build(path, sorted((kb_folder() / "examples").glob("*.csv")))
    return path


def checked(stories: Path, kb: Path, seed: int) -> list[dict[str, object]]:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "factcheck", "check", str(stories), "--kb", str(kb)),
            *("--format", "jsonl", "--claims", "--min-confidence", "0", "--jobs", "1"),
        ],
        capture_output=True,
        env={**os.environ, "PYTHONHASHSEED": str(seed)},
        check=False,
    )
    assert done.returncode == 1, done.stderr.decode()
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.slow
def test_results_do_not_depend_on_the_seed_of_hashes(tmp_path: Path, example_kb_file: Path) -> None:
    cases = cases_of(Rulebook.load(rules_folder()).rules)[::18]
    told = [(case.example.game, case.example.text) for case in cases]
    told += [(GAME, text) for text in OPEN]
    stories = tmp_path / "stories.jsonl"
    stories.write_text(
        "".join(
            json.dumps({"id": str(number), "game": game, "text": text}) + "\n"
            for number, (game, text) in enumerate(told)
        ),
        encoding="utf-8",
    )
    first, second, third = (checked(stories, example_kb_file, seed) for seed in (1, 7, 26))
    assert len(first) == len(told)
    assert first == second
    assert first == third

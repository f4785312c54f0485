"""`factcheck score` on the real command line."""

from __future__ import annotations

import csv
import io
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

RunFactcheck = Callable[..., "subprocess.CompletedProcess[str]"]

GAME = "2014-11-05-MEM-PHX"
STORIES = (
    {
        "id": "one",
        "game": GAME,
        "system": "template",
        "text": "Courtney Lee scored 22 points and had three assists .",
        "references": ["Courtney Lee had 22 points ."],
    },
    {"id": "two", "game": GAME, "system": "neural", "text": "Marc Gasol had 9 rebounds ."},
)


@pytest.fixture
def stories(tmp_path: Path) -> Path:
    path = tmp_path / "stories.jsonl"
    path.write_text("".join(json.dumps(story) + "\n" for story in STORIES), encoding="utf-8")
    return path


def test_json_has_systems_and_stories(
    stories: Path, demo_kb: Path, run_factcheck: RunFactcheck
) -> None:
    result = run_factcheck("score", stories, "--kb", demo_kb, "--format", "json")
    assert (result.returncode, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert list(found["systems"]) == ["template", "neural", "ALL"]
    everything = found["systems"]["ALL"]
    assert everything["stories"] == 2
    assert everything["measures"]["rg_precision"]["value"] == pytest.approx(2 / 3)
    assert everything["measures"]["rg_precision"]["low"] == 0
    assert [story["cs_recall"] for story in found["stories"]] == [1, None]


def test_csv_by_story_has_a_column_a_measure(
    stories: Path,
    demo_kb: Path,
    run_factcheck: RunFactcheck,
) -> None:
    result = run_factcheck(
        "score", stories, "--kb", demo_kb, "--by", "story", "--format", "csv"
    )  # fmt: skip
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [(row["id"], row["system"], row["game"]) for row in rows] == [
        ("one", "template", GAME), ("two", "neural", GAME),
    ]  # fmt: skip
    assert [row["rg_relations"] for row in rows] == ["2", "0"]
    assert [row["cs_f1"] for row in rows] == ["0.666667", ""]


def test_references_may_come_from_another_file(
    stories: Path, tmp_path: Path, demo_kb: Path, run_factcheck: RunFactcheck
) -> None:
    references = tmp_path / "references.jsonl"
    references.write_text('{"id": "two", "references": ["Marc Gasol had 9 rebounds."]}\n')
    arguments = ("score", stories, "--kb", demo_kb, "--format", "json", "--references", references)
    found = json.loads(run_factcheck(*arguments).stdout)
    assert [story["cs_recall"] for story in found["stories"]] == [1, 1]
    references.write_text('{"id": "three", "references": ["Marc Gasol had 9 rebounds."]}\n')
    result = run_factcheck(*arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert "no story has a reference" in result.stderr


def test_csv_by_system_has_a_row_a_measure(
    stories: Path,
    demo_kb: Path,
    run_factcheck: RunFactcheck,
) -> None:
    result = run_factcheck(
        "score", stories, "--kb", demo_kb, "--format", "csv", "--bootstrap", "0"
    )  # fmt: skip
    rows = {
        (row["system"], row["measure"]): row for row in csv.DictReader(io.StringIO(result.stdout))
    }
    assert rows["neural", "mistakes"]["value"] == "1"
    assert rows["ALL", "mistakes"]["value"] == "0.5"
    assert rows["ALL", "mistakes"]["low"] == ""


def test_text_shows_systems_side_by_side(
    stories: Path,
    demo_kb: Path,
    run_factcheck: RunFactcheck,
) -> None:
    result = run_factcheck("score", stories, "--kb", demo_kb)
    assert result.returncode == 0
    assert "1000 resamples" in result.stdout
    header = next(line for line in result.stdout.splitlines() if "template" in line)
    assert header.split() == ["measure", "template", "neural", "ALL"]
    precision = next(line for line in result.stdout.splitlines() if "RG: precision" in line)
    assert "1.000 [1.000 1.000]" in precision
    assert "0.667 [0.000 1.000]" in precision


def test_text_by_story_shows_a_row_a_story(
    stories: Path,
    demo_kb: Path,
    run_factcheck: RunFactcheck,
) -> None:
    result = run_factcheck("score", stories, "--kb", demo_kb, "--by", "story")
    rows = [line.split() for line in result.stdout.splitlines()]
    assert ["two", "neural", "0", "0.000"] in [row[:4] for row in rows]


def test_the_same_seed_gives_the_same_intervals(
    stories: Path,
    demo_kb: Path,
    run_factcheck: RunFactcheck,
) -> None:
    first, second = (
        run_factcheck("score", stories, "--kb", demo_kb, "--seed", 7).stdout for _ in range(2)
    )
    assert first == second != ""


def test_a_bad_story_is_named_and_the_rest_scored(
    tmp_path: Path,
    demo_kb: Path,
    run_factcheck: RunFactcheck,
) -> None:
    path = tmp_path / "stories.jsonl"
    bad = {"id": "bad", "game": GAME, "text": "Marc Gasol had 5 rebounds .", "references": [""]}
    lines = [json.dumps(item) for item in (bad, STORIES[1])]
    path.write_text("\n".join(lines), encoding="utf-8")
    result = run_factcheck("score", path, "--kb", demo_kb, "--format", "json")
    assert result.returncode == 2
    assert "story bad: reference 1: the story is empty" in result.stderr
    assert [story["id"] for story in json.loads(result.stdout)["stories"]] == ["two"]


def test_no_usable_story_is_status_two_with_nothing_printed(
    tmp_path: Path,
    demo_kb: Path,
    run_factcheck: RunFactcheck,
) -> None:
    path = tmp_path / "stories.jsonl"
    path.write_text('{"id": "bad", "game": "2014-11-05-MEM-BOS", "text": "x"}\n', encoding="utf-8")
    result = run_factcheck("score", path, "--kb", demo_kb)
    assert (result.returncode, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1
    assert f"{path}:1" in result.stderr


def test_help_teaches_with_an_example(run_factcheck: RunFactcheck) -> None:
    result = run_factcheck("score", "--help")
    assert result.returncode == 0
    assert "factcheck score stories.jsonl --kb nba.duckdb" in result.stdout

"""``factcheck report`` through the real command line."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import factcheck

from factcheck.hallucinations import Corpus

Write = Callable[[Corpus], Path]


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return factcheck("report", *map(str, arguments))


def test_ending_of_the_output_says_what_to_write(
    older: Corpus, newer: Corpus, results: Write, tmp_path: Path
) -> None:
    files = results(older), results(newer)
    beginnings = {"html": "<!DOCTYPE html>", "md": "# Mistakes", "csv": "table,corpus"}
    for ending, beginning in beginnings.items():
        output = tmp_path / f"report.{ending}"
        done = run(*files, "-o", output)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert output.read_text(encoding="utf-8").startswith(beginning)


def test_same_input_gives_the_same_output(older: Corpus, newer: Corpus, results: Write) -> None:
    command = (results(older), results(newer), "--format", "json")
    once, again = run(*command), run(*command)
    assert once.stdout == again.stdout
    assert json.loads(once.stdout)["comparison"]["pairs"] == 4


@pytest.mark.parametrize(("limit", "status"), [("1.9", 1), ("2", 0), ("3", 0)])
def test_fail_over_gives_status_one_above_the_limit(
    older: Corpus, results: Write, limit: str, status: int
) -> None:
    done = run(results(older), "--fail-over", limit)
    assert done.returncode == status
    assert "## Mistakes per story" in done.stdout
    assert done.stderr == ("2.00 mistakes per story, more than 1.9\n" if status else "")


def test_fail_over_judges_the_second_file(older: Corpus, newer: Corpus, results: Write) -> None:
    files = results(older), results(newer)
    assert run(*files, "--fail-over", "1.5").returncode == 0
    assert run(*reversed(files), "--fail-over", "1.5").returncode == 1


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"{broken\n", "results.jsonl:1: not JSON"),
        (b"\xff\xfe\n", "results.jsonl:1: not UTF-8"),
        (b"", "no stories"),
        (b'{"id": "x", "text": "y"}\n', "results.jsonl:1: the field 'mistakes' is missing"),
        (b"[1]\n", "results.jsonl:1: expected a JSON object"),
    ],
)
def test_unusable_input_is_one_line_and_status_two(
    tmp_path: Path, content: bytes, complaint: str
) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(content)
    output = tmp_path / "report.html"
    done = run(path, "-o", output)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not output.exists()


def test_missing_file_and_unwritable_output_are_named(
    older: Corpus, results: Write, tmp_path: Path
) -> None:
    missing = run(tmp_path / "none.jsonl")
    assert (missing.returncode, len(missing.stderr.splitlines())) == (2, 1)
    assert "none.jsonl: cannot be read" in missing.stderr
    unwritable = run(results(older), "-o", tmp_path / "no" / "report.html")
    assert (unwritable.returncode, len(unwritable.stderr.splitlines())) == (2, 1)
    assert "report.html: cannot be written" in unwritable.stderr


def test_box_scores_of_a_knowledge_base_stand_beside_the_stories(
    older: Corpus, results: Write, demo_kb: Path, tmp_path: Path
) -> None:
    knowledge = demo_kb
    story = replace(older.reports[0].story, game="2014-11-05-MEM-PHX")
    path = results(Corpus("demo", (replace(older.reports[0], story=story),)))
    page = tmp_path / "page.html"
    done = run(path, "--kb", knowledge, "-o", page)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Memphis Grizzlies 102, Phoenix Suns 91" in page.read_text(encoding="utf-8")
    missing = run(path, "--kb", tmp_path / "none.duckdb", "-o", page)
    assert missing.returncode == 2
    assert "none.duckdb: no such knowledge base" in missing.stderr

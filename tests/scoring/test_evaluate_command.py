"""`factcheck evaluate` on the real command line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from small_lists import RunFactcheck


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("submission_blank", ":2: no token ids"),
        ("submission_malformed", ":3: token ids for the document, but on line 2"),
        ("submission_overlapping", ":80: overlaps"),
    ],
)
def test_the_rejected_submissions_are_refused_with_the_line(
    name: str, place: str, data: Path, run_factcheck: RunFactcheck
) -> None:
    folder = data / "accuracy_shared_task"
    result = run_factcheck(
        "evaluate",
        *("--gold", folder / "gsml.csv"),
        *("--submitted", folder / "example_submissions" / f"{name}.csv"),
        *("--token-lookup", folder / "token_lookup.yaml"),
    )
    assert result.returncode == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert f"{name}.csv{place}" in result.stderr


def test_the_command_line_prints_the_expected_json(data: Path, run_factcheck: RunFactcheck) -> None:
    folder = data / "accuracy_shared_task"
    expected = json.loads((folder / "expected_scores.json").read_text(encoding="utf-8"))
    result = run_factcheck(
        "evaluate",
        *("--gold", folder / "gsml.csv"),
        *("--submitted", folder / "example_submissions" / "submission_sent_based.csv"),
        *("--token-lookup", folder / "token_lookup.yaml", "--format", "json"),
    )
    assert result.returncode == 0
    printed = json.loads(result.stdout)
    assert printed.pop("signature").startswith("factcheck:")
    assert printed == expected["submission_sent_based"]


def test_text_shows_a_row_a_category(
    gold_file: Path, submitted_file: Path, run_factcheck: RunFactcheck
) -> None:
    result = run_factcheck("evaluate", "--gold", gold_file, "--submitted", submitted_file)
    assert result.returncode == 0
    rows = {
        line.split()[0]: line.split()[1:] for line in result.stdout.splitlines() if line.split()
    }
    assert rows["ALL"][:5] == ["0.750", "3/4", "0.750", "3/4", "0.750"]
    assert rows["NAME"][:4] == ["0.000", "0/2", "–", "0/0"]
    assert "exact match" not in result.stdout


def test_match_report_and_intervals_are_added_when_asked(
    gold_file: Path, submitted_file: Path, run_factcheck: RunFactcheck
) -> None:
    arguments = ("evaluate", "--gold", gold_file, "--submitted", submitted_file)
    options = ("--match-report", "--bootstrap", "50", "--seed", "4")
    first = run_factcheck(*arguments, *options, "--format", "json")
    again = run_factcheck(*arguments, *options, "--format", "json")
    assert first.stdout == again.stdout
    result = json.loads(first.stdout)
    recall = result["ALL"]["recall"]
    assert (recall["correct"], recall["of_total"]) == (3, 4)
    # One story is always right in three of three, the other in none of one.
    assert (recall["low"], recall["high"]) == (0.0, 1.0)
    assert result["ALL"]["f1"]["value"] == 0.75
    assert result["match_report"]["criteria"]["ALL"]["same category"] == 2
    assert result["match_report"]["scores"]["ALL"]["recall"]["correct"] == 2
    text = run_factcheck(*arguments, *options)
    assert "95% intervals from 50 resamples" in text.stdout
    assert "different category" in text.stdout


def test_csv_prints_the_match_report(
    gold_file: Path, submitted_file: Path, run_factcheck: RunFactcheck
) -> None:
    result = run_factcheck(
        "evaluate", "--gold", gold_file, "--submitted", submitted_file, "--format", "csv"
    )
    lines = result.stdout.splitlines()
    assert len(lines) == 1 + 4 + 2
    row, _, signature = lines[1].rpartition(",")
    assert row == (
        "alpha.txt,2,3,Monday ten,NUMBER,Wednesday,same category,3,4,ten points,NUMBER,12,no"
    )
    assert signature.startswith("factcheck:")


def test_our_own_reports_can_be_scored(
    gold_file: Path, tmp_path: Path, run_factcheck: RunFactcheck
) -> None:
    path = tmp_path / "reports.jsonl"
    mistake = {"token_start": 2, "token_end": 2, "category": "NAME", "correction": "wednesday"}
    path.write_text(json.dumps({"id": "alpha", "mistakes": [mistake]}), encoding="utf-8")
    result = run_factcheck(
        *("evaluate", "--gold", gold_file, "--submitted", path),
        *("--format", "json", "--match-report"),
    )
    scores = json.loads(result.stdout)
    assert scores["NAME"]["precision"] == {"correct": 1, "of_total": 1}
    assert scores["match_report"]["corrections"]["NAME"] == {"correct": 1, "of_total": 1}


def test_a_missing_file_is_one_line_and_status_2(
    gold_file: Path, tmp_path: Path, run_factcheck: RunFactcheck
) -> None:
    result = run_factcheck("evaluate", "--gold", gold_file, "--submitted", tmp_path / "none.csv")
    assert result.returncode == 2
    assert result.stderr == (
        f"error: {tmp_path / 'none.csv'}: cannot be read: No such file or directory\n"
    )


def test_help_teaches_with_an_example(run_factcheck: RunFactcheck) -> None:
    result = run_factcheck("evaluate", "--help")
    assert "factcheck evaluate --gold gsml.csv" in " ".join(result.stdout.split())


def test_what_an_annotation_tool_gave_back_can_be_the_gold_standard(
    data: Path, run_factcheck: RunFactcheck
) -> None:
    folder = data / "accuracy_shared_task"
    result = run_factcheck(
        *("evaluate", "--gold", folder / "webanno", "--gold-from", "webanno"),
        *("--submitted", folder / "gsml.csv", "--format", "json", "--match-report"),
    )
    scores = json.loads(result.stdout)
    # The three files hold the 41 gold mistakes of their three texts.
    assert scores["ALL"]["recall"] == {"correct": 41, "of_total": 41}
    assert scores["match_report"]["criteria"]["ALL"]["exact match"] == 41


def test_stories_that_nobody_reviewed_are_left_out_and_named(
    tmp_path: Path, run_factcheck: RunFactcheck
) -> None:
    def line(story: str) -> str:
        mistake = {"start": 0, "end": 2, "category": "NUMBER", "text": "12"}
        return json.dumps({"id": story, "text": "12 points .", "mistakes": [mistake]}) + "\n"

    (tmp_path / "gold.jsonl").write_text(line("a"), encoding="utf-8")
    (tmp_path / "found.jsonl").write_text(line("a") + line("b"), encoding="utf-8")
    result = run_factcheck(
        "evaluate",
        *("--gold", tmp_path / "gold.jsonl", "--gold-from", "jsonl"),
        *("--submitted", tmp_path / "found.jsonl", "--from", "jsonl"),
        *("--format", "json"),
    )
    assert json.loads(result.stdout)["ALL"]["precision"]["of_total"] == 1
    assert result.stderr == "1 story not in the gold list, left out: b\n"


def test_the_same_lists_have_the_same_signature_wherever_they_lie(
    gold_file: Path, submitted_file: Path, run_factcheck: RunFactcheck, tmp_path: Path
) -> None:
    def signature(gold: Path, submitted: Path, *options: object) -> str:
        lists = ("--gold", gold, "--submitted", submitted)
        printed = run_factcheck("evaluate", *lists, *options).stdout.splitlines()[-1]
        in_json = json.loads(run_factcheck("evaluate", *lists, *options, "--format", "json").stdout)
        assert printed == f"signature: {in_json['signature']}"
        return printed

    first = signature(gold_file, submitted_file)
    copied = Path(shutil.copy(gold_file, tmp_path / "copy.csv"))
    assert signature(copied, submitted_file) == first
    assert signature(submitted_file, submitted_file) != first
    drawn = signature(gold_file, submitted_file, "--bootstrap", 10, "--seed", 0)
    assert drawn == f"{first}|bootstrap:10|seed:0"

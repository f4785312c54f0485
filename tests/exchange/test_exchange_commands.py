"""export, import and review-stats, as an annotator's project uses them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from annotated_stories import batch
from command_line import WRONG, factcheck, json_lines

from factcheck.exchange import FORMATS, read, write
from factcheck.scoring import read_mistakes

TWO_WAY = [name for name, each in FORMATS.items() if each.two_way]


@pytest.fixture
def results(tmp_path: Path) -> Path:
    write(batch(), "jsonl", tmp_path / "results.jsonl")
    return tmp_path / "results.jsonl"


# Of the desk only stories that somebody has reviewed come back.
@pytest.mark.parametrize("name", [name for name in TWO_WAY if name != "desk"])
def test_a_batch_goes_out_and_comes_back_as_a_gold_standard(
    name: str, results: Path, tmp_path: Path
) -> None:
    done = factcheck("export", results, "--to", name, "-o", tmp_path / "out")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    done = factcheck("import", tmp_path / "out", "--from", name, "-o", tmp_path / "gold.csv")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "3 stories, 9 mistakes\n"
    gold = read_mistakes(tmp_path / "gold.csv")
    assert sorted((m.story, m.token_start, m.category, m.comment) for m in gold) == sorted(
        (r.story.id, m.span.token_start, m.category, m.explanation)
        for r in batch()
        for m in r.mistakes
    )


@pytest.mark.parametrize("name", ["doccano", "prodigy", "jsonl", "csv"])
def test_a_format_of_one_file_is_printed(name: str, results: Path, tmp_path: Path) -> None:
    write(batch(), name, tmp_path / "expected.out")
    done = factcheck("export", results, "--to", name)
    assert done.stdout.encode() == (tmp_path / "expected.out").read_bytes()


def test_check_pipes_into_export(demo_kb: Path, tmp_path: Path) -> None:
    checked = factcheck("check", "-", "--kb", demo_kb, "--format", "jsonl", stdin=WRONG)
    assert checked.returncode == 1, checked.stderr
    done = factcheck("export", "-", "--to", "doccano", stdin=checked.stdout)
    (item,) = json_lines(done.stdout)
    assert isinstance(item["text"], str)
    assert [item["text"][start:end] for start, end, _ in item["label"]] == ["28"]  # type: ignore[attr-defined]


def test_check_writes_the_formats_itself(demo_kb: Path) -> None:
    done = factcheck("check", "-", "--kb", demo_kb, "--format", "prodigy", stdin=WRONG)
    (task,) = json_lines(done.stdout)
    assert [span["correction"] for span in task["spans"]] == ["18"]  # type: ignore[attr-defined]


def test_import_turns_one_format_into_another(results: Path, tmp_path: Path) -> None:
    factcheck("export", results, "--to", "brat", "-o", tmp_path / "brat")
    factcheck(
        "import", tmp_path / "brat", "--from", "brat", "--to", "webanno", "-o", tmp_path / "tsv"
    )
    names = {report.story.id for report in read([tmp_path / "tsv"], "webanno")}
    assert names == {report.story.id for report in batch()}


def test_import_says_which_stories_were_rejected(results: Path, tmp_path: Path) -> None:
    tasks = json_lines(factcheck("export", results, "--to", "prodigy").stdout)
    tasks[0]["answer"] = "reject"
    file = tmp_path / "reviewed.jsonl"
    file.write_text("".join(json.dumps(task) + "\n" for task in tasks))
    done = factcheck("import", file, "--from", "prodigy")
    assert done.stderr == "2 stories, 5 mistakes; 1 left out as rejected: tokenised\n"
    assert {row["TEXT_ID"] for row in csv.DictReader(io.StringIO(done.stdout))} == {
        "english/2: é.txt"
    }


def test_what_is_imported_can_be_scored(results: Path, tmp_path: Path) -> None:
    factcheck("export", results, "--to", "label-studio", "-o", tmp_path / "ls")
    factcheck("import", tmp_path / "ls", "--from", "label-studio", "-o", tmp_path / "gold.csv")
    done = factcheck(
        "evaluate", "--gold", tmp_path / "gold.csv", "--submitted", results, "--format", "json"
    )
    assert done.returncode == 0, done.stderr


def test_help_names_every_format() -> None:
    for command, names in (("export", FORMATS), ("import", TWO_WAY)):
        text = " ".join(factcheck(command, "--help").stdout.replace("│", " ").split())
        assert all(name in text for name in names)


def test_the_list_describes_every_format() -> None:
    lines = factcheck("export", "--list").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(FORMATS)
    assert sum("out and back" in line for line in lines) == len(TWO_WAY) == 9


def reviewed(tmp_path: Path) -> Path:
    """The batch after a review: one category and one correction changed, one removed, one added."""
    write(batch(), "doccano", tmp_path / "doccano.jsonl")
    items = json_lines((tmp_path / "doccano.jsonl").read_text())
    first, second, _ = items
    first["label"][0][2] = "CONTEXT"  # type: ignore[index]
    del first["label"][1]  # type: ignore[attr-defined]
    first["label"].append([0, 3, "OTHER"])  # type: ignore[attr-defined]
    second["factcheck"][1]["correction"] = "104"  # type: ignore[index]
    path = tmp_path / "reviewed.jsonl"
    path.write_text("".join(json.dumps(item) + "\n" for item in items))
    return path


@pytest.mark.parametrize("way", ["its own file", "csv", "jsonl"])
def test_review_stats_count_what_reviewers_did(way: str, results: Path, tmp_path: Path) -> None:
    after, options = reviewed(tmp_path), ["--from", "doccano"]
    if way != "its own file":
        target = tmp_path / f"after.{way}"
        factcheck("import", after, "--from", "doccano", "--to", way, "-o", target)
        after, options = target, []
    done = factcheck("review-stats", results, after, *options, "--format", "json")
    found = json.loads(done.stdout)
    assert found["stories"] == 3
    assert found["total"] == {
        "marked": 9,
        "kept": 6,
        "changed": 2,
        "removed": 1,
        "added": 1,
        "share_kept": 6 / 9,
    }
    assert found["changes"] == {"tokens": 0, "category": 1, "correction": 1}
    assert found["by_category"]["NAME"]["removed"] == 1
    assert found["by_category"]["OTHER"]["added"] == 1


def test_review_stats_print_the_worst_rules_first(results: Path, tmp_path: Path) -> None:
    done = factcheck("review-stats", results, reviewed(tmp_path), "--from", "doccano")
    assert "3 stories reviewed" in done.stdout
    assert "By rule, the worst first" in done.stdout
    table = done.stdout.split("By rule")[1]
    assert table.split("player-statistic")[1].split()[:5] == ["9", "6", "2", "1", "0.67"]
    rows = list(
        csv.DictReader(
            io.StringIO(
                factcheck(
                    "review-stats",
                    results,
                    reviewed(tmp_path),
                    "--from",
                    "doccano",
                    "--format",
                    "csv",
                ).stdout
            )
        )
    )
    assert (rows[0]["by"], rows[0]["kept"], rows[-1]["name"]) == ("all", "6", "player-statistic")

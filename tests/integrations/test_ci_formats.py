"""SARIF and GitHub's annotations, read by other people's tools and by their grammar."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_line import GAME, factcheck
from sarif_pydantic import Sarif

from factcheck.exchange.places import Place
from factcheck.model import Category, Mistake, Span, Story

TEXT = "A 😀 story.\r\nCourtney Lee scored 21 points.\r\nMarc Gasol had\nfive\nrebounds."
COMMAND = re.compile(r"::(?P<level>error|warning) (?P<properties>[^:]*)::(?P<message>[^\r\n]*)")

Check = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def check(demo_kb: Path, tmp_path: Path) -> Check:
    """Run ``factcheck check`` on the demo game in a folder of its own."""

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        given = map(str, arguments)
        return factcheck("check", "--kb", demo_kb, "--game", GAME, *given, folder=tmp_path)

    return run


@pytest.fixture
def story_file(tmp_path: Path) -> Path:
    folder = tmp_path / "stories"
    folder.mkdir()
    path = folder / "a story, 100%.txt"
    path.write_bytes(TEXT.encode())
    return path.relative_to(tmp_path)


@pytest.fixture
def lines_file(tmp_path: Path) -> Path:
    path = tmp_path / "stories.jsonl"
    stories = [
        {"id": "right", "text": "Courtney Lee scored 22 points."},
        {"id": "wrong", "text": "Courtney Lee scored\n21 points."},
    ]
    path.write_text("".join(json.dumps(story) + "\n" for story in stories), encoding="utf-8")
    return path.relative_to(tmp_path)


def command_of(line: str) -> tuple[str, dict[str, str], str]:
    """Read one workflow command back."""
    match = COMMAND.fullmatch(line)
    assert match, line

    def unescape(text: str) -> str:
        for escape, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ",")):
            text = text.replace(escape, character)
        return text.replace("%25", "%")

    pairs = (pair.split("=", 1) for pair in match["properties"].split(","))
    properties = {name: unescape(value) for name, value in pairs}
    return match["level"], properties, unescape(match["message"])


def results_of(log: str) -> list[dict[str, Any]]:
    found = json.loads(log)["runs"][0]["results"]
    assert isinstance(found, list)
    return found


def test_github_annotates_the_words_in_their_file(check: Check, story_file: Path) -> None:
    result = check(story_file, "--format", "github")
    assert result.returncode == 1
    level, properties, message = command_of(result.stdout.rstrip("\n"))
    assert level == "error"
    assert properties == {
        "file": story_file.as_posix(),
        "line": "2",
        "endLine": "2",
        "col": "21",
        "endColumn": "23",
        "title": "NUMBER (player-statistic)",
    }
    assert "correct is “22”" in message and "Courtney Lee had 22 points." in message


def test_github_annotates_the_line_of_a_story_in_json_lines(check: Check, lines_file: Path) -> None:
    _, properties, _ = command_of(check(lines_file, "--format", "github").stdout.rstrip("\n"))
    assert properties["line"] == properties["endLine"] == "2"
    assert "col" not in properties


def test_a_clean_story_has_no_annotation(check: Check, tmp_path: Path) -> None:
    (tmp_path / "clean.txt").write_text("Courtney Lee scored 22 points.", encoding="utf-8")
    result = check("clean.txt", "--format", "github")
    assert (result.returncode, result.stdout) == (0, "")


def test_sarif_is_read_by_its_models(check: Check, story_file: Path) -> None:
    log = Sarif.model_validate_json(check(story_file, "--format", "sarif").stdout)
    (run,) = log.runs
    assert [rule.id for rule in run.tool.driver.rules] == ["player-statistic"]
    (result,) = run.results
    assert (result.rule_id, result.rule_index) == ("player-statistic", 0)
    assert str(result.level) in {"error", "Level.ERROR"}


def test_sarif_is_read_by_sarif_tools(check: Check, story_file: Path, tmp_path: Path) -> None:
    check(story_file, "--format", "sarif", "-o", "found.sarif")
    command = [Path(sys.executable).parent / "sarif", "summary", tmp_path / "found.sarif"]
    summary = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "error: 1" in summary
    assert "player-statistic" in summary


def test_sarif_names_file_words_and_fix(check: Check, story_file: Path) -> None:
    (result,) = results_of(check(story_file, "--format", "sarif").stdout)
    location = result["locations"][0]["physicalLocation"]
    assert location["artifactLocation"]["uri"] == "stories/a%20story%2C%20100%25.txt"
    region = location["region"]
    assert (region["startLine"], region["startColumn"], region["endColumn"]) == (2, 21, 23)
    start = region["charOffset"]
    assert TEXT[start : start + region["charLength"]] == region["snippet"]["text"] == "21"
    replacement = result["fixes"][0]["artifactChanges"][0]["replacements"][0]
    assert replacement["insertedContent"] == {"text": "22"}
    assert replacement["deletedRegion"]["charOffset"] == start
    assert result["properties"]["category"] == "NUMBER"


def test_sarif_points_to_the_line_of_a_story_in_json_lines(check: Check, lines_file: Path) -> None:
    (result,) = results_of(check(lines_file, "--format", "sarif").stdout)
    location = result["locations"][0]["physicalLocation"]
    assert location["artifactLocation"]["uri"] == "stories.jsonl"
    assert location["region"] == {"startLine": 2, "endLine": 2}
    assert "fixes" not in result


def test_sarif_has_the_fields_that_the_standard_and_github_require(
    check: Check, story_file: Path
) -> None:
    log = json.loads(check(story_file, "--format", "sarif").stdout)
    assert log["version"] == "2.1.0"
    driver = log["runs"][0]["tool"]["driver"]
    assert driver["name"] == "factcheck"
    for rule in driver["rules"]:
        for field in ("shortDescription", "fullDescription", "help"):
            assert rule[field]["text"]
    for result in log["runs"][0]["results"]:
        assert result["message"]["text"]
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]


def test_fingerprints_stay_when_words_are_put_before_and_differ_within_a_story(
    check: Check, tmp_path: Path
) -> None:
    path = tmp_path / "story.txt"

    def prints(text: str) -> list[str]:
        path.write_text(text, encoding="utf-8")
        results = results_of(check("story.txt", "--format", "sarif").stdout)
        return [result["partialFingerprints"]["factcheck/v1"] for result in results]

    wrong = "Courtney Lee scored 21 points. Again, Courtney Lee scored 21 points."
    before = prints(wrong)
    assert len(set(before)) == 2
    assert prints("It was Wednesday. " + wrong) == before


def test_checked_stories_know_the_files_they_came_from(check: Check, lines_file: Path) -> None:
    lines = check(lines_file, "--format", "jsonl").stdout
    _, properties, _ = command_of(exported_to_github(lines))
    assert (properties["file"], properties["line"]) == ("stories.jsonl", "2")


def test_stories_of_unknown_files_are_named_by_their_ids(check: Check, lines_file: Path) -> None:
    item = json.loads(check(lines_file, "--format", "jsonl").stdout.splitlines()[-1])
    del item["path"], item["line"]
    _, properties, _ = command_of(exported_to_github(json.dumps(item)))
    assert list(properties) == ["title"]
    assert properties["title"].startswith(f"{item['id']}: NUMBER")


def exported_to_github(lines: str) -> str:
    """Return the only line of an export to GitHub."""
    result = factcheck("export", "-", "--to", "github", stdin=lines)
    assert result.returncode == 0
    return result.stdout.rstrip("\n")


@pytest.mark.parametrize(
    ("text", "start", "end", "expected"),
    [
        ("ab cd", 3, 5, (1, 1, 4, 6)),
        ("ab\ncd", 3, 5, (2, 2, 1, 3)),
        ("ab\r\ncd", 4, 6, (2, 2, 1, 3)),
        ("ab\rcd", 3, 5, (2, 2, 1, 3)),
        ("a\n\nb c\nd", 3, 8, (3, 4, 1, 2)),
        ("😀é x", 3, 4, (1, 1, 4, 5)),
    ],
)
def test_lines_and_columns_count_from_one(
    text: str, start: int, end: int, expected: tuple[int, int, int, int]
) -> None:
    region = Place(Story("s", text, path="s.txt")).region(start, end)
    assert (region.line, region.end_line, region.column, region.end_column) == expected


def test_a_stretch_over_lines_has_no_columns_on_github(tmp_path: Path) -> None:
    from factcheck.exchange import github
    from factcheck.model import Report

    span = Span(0, 3, 1, 2, 1, 1, 2, "a\nb")
    mistake = Mistake(span, Category.NOT_CHECKABLE, "r", explanation="50%: a\nb")
    report = Report(Story("s", "a\nb", path="s.txt"), (mistake,))
    text = b"".join(piece for _, piece in github.encode([report], "batch")).decode()
    level, properties, message = command_of(text.rstrip("\n"))
    assert level == "warning"
    assert (properties["line"], properties["endLine"]) == ("1", "2")
    assert "col" not in properties
    assert message.endswith("50%: a\nb")


def test_a_fix_in_sarif_is_good_english_once_put_in(check: Check, tmp_path: Path) -> None:
    text = "Zach Randolph had a block."
    (tmp_path / "story.txt").write_text(text, encoding="utf-8")
    (result,) = results_of(check("story.txt", "--format", "sarif").stdout)
    (replacement,) = result["fixes"][0]["artifactChanges"][0]["replacements"]
    start = replacement["deletedRegion"]["charOffset"]
    end = start + replacement["deletedRegion"]["charLength"]
    assert text[start:end] == "a block"
    assert replacement["insertedContent"] == {"text": "no blocks"}
    assert replacement["deletedRegion"]["startColumn"] == start + 1

"""``factcheck fix``: what it writes, shows and lists, and with which status it ends."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import GAME, TRUE, WRONG, factcheck, json_lines, refused

from factcheck.checker import FactChecker
from factcheck.fixing import fix
from factcheck.stories.reading import Column, read_stories

RIGHT = WRONG.replace("28", "18")


@pytest.fixture
def story(tmp_path: Path) -> Path:
    path = tmp_path / "story.txt"
    path.write_bytes(WRONG.encode() + b"\r\n")
    return path


def test_a_text_is_rewritten_in_place_and_nothing_else_of_it_changes(
    story: Path, demo_kb: Path
) -> None:
    done = factcheck("fix", story, "--kb", demo_kb)
    assert (done.returncode, done.stdout) == (0, "")
    assert story.read_bytes() == RIGHT.encode() + b"\r\n"
    assert "1 mistake corrected in 1 story, 0 stand without a correction" in done.stderr


def test_a_diff_shows_the_corrections_and_writes_nothing(story: Path, demo_kb: Path) -> None:
    done = factcheck("fix", "story.txt", "--kb", demo_kb, "--diff", folder=story.parent)
    assert done.returncode == 1
    assert done.stdout.splitlines()[:3] == ["--- story.txt", "+++ story.txt", "@@ -1 +1 @@"]
    assert "1 mistake would be corrected" in done.stderr
    assert story.read_text(encoding="utf-8").startswith(WRONG)


@pytest.mark.skipif(shutil.which("patch") is None, reason="patch is not installed")
def test_patch_takes_the_diff(tmp_path: Path, demo_kb: Path) -> None:
    path = tmp_path / "story.txt"
    path.write_text(f"A headline\n\n{WRONG}", encoding="utf-8")
    done = factcheck("fix", "story.txt", "--kb", demo_kb, "--diff", folder=tmp_path)
    subprocess.run(
        ["patch", "-p0"], input=done.stdout, text=True, cwd=tmp_path, check=True,
        stdout=subprocess.DEVNULL,
    )  # fmt: skip
    assert path.read_text(encoding="utf-8") == f"A headline\n\n{RIGHT}"


def test_json_lines_keep_their_other_fields_and_lines(tmp_path: Path, demo_kb: Path) -> None:
    path = tmp_path / "stories.jsonl"
    lines = [
        json.dumps({"id": "a", "text": WRONG, "note": "é"}),
        "",
        f'{{"id":"b",  "text":"{TRUE}"}}',
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert factcheck("fix", path, "--kb", demo_kb, "--game", GAME).returncode == 0
    after = path.read_text(encoding="utf-8").split("\n")
    assert json.loads(after[0]) == {"id": "a", "text": RIGHT, "note": "é"}
    assert after[1:] == [*lines[1:], ""]


def test_a_story_from_standard_input_goes_to_standard_output(demo_kb: Path) -> None:
    done = factcheck("fix", "-", "--kb", demo_kb, stdin=WRONG)
    assert (done.returncode, done.stdout) == (0, RIGHT)


def test_corrected_stories_may_be_written_elsewhere(
    story: Path, tmp_path: Path, demo_kb: Path
) -> None:
    out = tmp_path / "out.jsonl"
    assert factcheck("fix", story, "--kb", demo_kb, "-o", out).returncode == 0
    (item,) = json_lines(out.read_text(encoding="utf-8"))
    assert (item["id"], item["game"], item["text"]) == ("story", GAME, RIGHT + "\r\n")
    assert story.read_text(encoding="utf-8").startswith(WRONG)


def test_what_has_no_correction_is_listed_with_its_place(tmp_path: Path, demo_kb: Path) -> None:
    path = tmp_path / "story.txt"
    path.write_text(f"{WRONG}\nIsaiah Thomas added 15 points for the Grizzlies.", encoding="utf-8")
    done = factcheck("fix", "story.txt", "--kb", demo_kb, folder=tmp_path)
    assert done.returncode == 1
    assert "story.txt:2:1: CONTEXT Isaiah Thomas: Isaiah Thomas played for the Suns." in done.stderr


def test_a_mistake_that_is_not_selected_stays(story: Path, demo_kb: Path) -> None:
    done = factcheck("fix", story, "--kb", demo_kb, "--ignore", "NUMBER")
    assert done.returncode == 0
    assert story.read_text(encoding="utf-8").startswith(WRONG)


def test_two_stories_do_not_go_into_one_text(story: Path, tmp_path: Path, demo_kb: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text(WRONG, encoding="utf-8")
    out = tmp_path / "out.txt"
    done = factcheck("fix", story, other, "--kb", demo_kb, "-o", out)
    refused(done, "out.txt", "name a .jsonl file")
    assert not out.exists()


def test_what_was_not_mended_is_listed_however_sure_it_is_now(
    tmp_path: Path, demo_kb: Path
) -> None:
    text = (
        "The Memphis Grizzlies defeated the Phoenix Suns 102-91 on Tuesday. Mike Conley led the "
        "Grizzlies with 24 points and 12 assists. The Suns were without Eric Bledsoe."
    )
    (tmp_path / "story.txt").write_text(text)
    before = factcheck("check", tmp_path / "story.txt", "--kb", demo_kb, "--format", "csv")
    assert "without Eric Bledsoe" in before.stdout
    done = factcheck("fix", tmp_path / "story.txt", "--kb", demo_kb)
    assert "CONTEXT without Eric Bledsoe" in done.stderr
    assert done.returncode == 1


@pytest.mark.parametrize("column", Column)
def test_fixed_stories_of_the_shared_task_have_none_of_these_mistakes(
    data: Path, full_kb: Path, column: Column
) -> None:
    checker = FactChecker(full_kb)
    games = data / "accuracy_shared_task" / "games.csv"
    stories = [
        placed.story for placed in read_stories([games], checker.kb, pytest.fail, column=column)
    ]
    reports = list(checker.check_many(stories[:20]))
    wrong = sum(mistake.correction is not None for report in reports for mistake in report.mistakes)
    fixed = fix(reports, checker.check_many)
    left = sum(m.correction is not None for each in fixed for m in each.remaining)
    assert wrong > 200
    assert left < 0.02 * wrong
    assert [each.story.text for each in fixed] == [story.text for story in stories[:20]]
    again = checker.check_many(replace(each.story, text=each.text) for each in fixed)
    assert [report.mistakes for report in again] == [each.remaining for each in fixed]

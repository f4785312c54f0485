"""``factcheck check``: what it reads, what it prints, and with which status it ends."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import GAME, TRUE, WRONG, factcheck, json_lines

from factcheck import FactChecker, __version__
from factcheck.support.resources import kb_folder

GAMES_HEADER = (
    "TEXT_ID,HOME_NAME,VIS_NAME,LINE_ID_FROM_TEST_SET,GENERATED_TEXT,"
    "DETOKENIZED_GENERATED_TEXT,DATE\n"
)
TOKENISED = "The Memphis Grizzlies defeated the Phoenix Suns , 102 - 91 . Gasol scored 28 points ."
NORMAL = "The Memphis Grizzlies defeated the Phoenix Suns, 102-91. Gasol scored 28 points."


@pytest.fixture
def batch(tmp_path: Path) -> Path:
    """Four stories, two of which cannot be checked."""
    path = tmp_path / "stories.jsonl"
    stories = [
        {"id": "wrong", "game": GAME, "text": WRONG, "system": "template"},
        {"id": "empty", "game": GAME, "text": "  "},
        {"id": "elsewhere", "text": "The Boston Celtics beat the Utah Jazz 99-90."},
        {"id": "true", "text": TRUE + " It was Wednesday."},
    ]
    path.write_text("".join(json.dumps(story) + "\n" for story in stories), encoding="utf-8")
    return path


def write(folder: Path, text: str, name: str = "story.txt") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_true_story_gives_status_0_and_says_so(tmp_path: Path, demo_kb: Path) -> None:
    done = factcheck("check", write(tmp_path, TRUE), "--kb", demo_kb, "--game", GAME)
    assert (done.returncode, done.stderr) == (0, "")
    assert "no mistakes found" in done.stdout
    assert "0 mistakes in 1 story" in done.stdout


def test_a_mistake_gives_status_1_a_numbered_mark_and_its_correction(
    tmp_path: Path, demo_kb: Path
) -> None:
    done = factcheck("check", write(tmp_path, WRONG), "--kb", demo_kb, "--game", GAME)
    assert (done.returncode, done.stderr) == (1, "")
    assert "Marc Gasol scored [1: 28] points." in done.stdout
    assert "1  NUMBER         28 → 18  Marc Gasol had 18 points.  (player-statistic)" in done.stdout
    assert "1 mistake in 1 story: 1 NUMBER" in done.stdout


def test_the_game_is_found_from_the_story(tmp_path: Path, demo_kb: Path) -> None:
    done = factcheck("check", write(tmp_path, WRONG), "--kb", demo_kb, "--format", "jsonl")
    assert json_lines(done.stdout)[0]["game"] == GAME


def test_the_game_may_be_named_by_date_and_teams(tmp_path: Path, demo_kb: Path) -> None:
    named = "2014-11-05 Grizzlies Suns"
    done = factcheck(
        "check", write(tmp_path, WRONG), "--kb", demo_kb, "--game", named, "--format", "jsonl"
    )
    assert json_lines(done.stdout)[0]["game"] == GAME


def test_the_knowledge_base_may_be_named_in_the_environment(tmp_path: Path, demo_kb: Path) -> None:
    done = factcheck("check", write(tmp_path, TRUE), FACTCHECK_KB=str(demo_kb))
    assert done.returncode == 0


def test_standard_input_is_a_story_or_json_lines(demo_kb: Path, batch: Path) -> None:
    done = factcheck("check", "-", "--kb", demo_kb, "--format", "jsonl", stdin=WRONG)
    assert [story["id"] for story in json_lines(done.stdout)] == ["stdin"]
    lines = json.dumps({"id": "piped", "game": GAME, "text": WRONG}) + "\n"
    done = factcheck("check", "-", "--kb", demo_kb, "--format", "jsonl", stdin=lines)
    assert [story["id"] for story in json_lines(done.stdout)] == ["piped"]


def test_jsonl_gives_one_object_a_story_with_offsets_into_the_text_as_given(
    demo_kb: Path, tmp_path: Path
) -> None:
    text = "Ölçün 🏀: " + WRONG
    line = json.dumps({"id": "s", "game": GAME, "text": text, "system": "template"})
    path = write(tmp_path, line + "\n", "stories.jsonl")
    done = factcheck("check", path, "--kb", demo_kb, "--format", "jsonl")
    (story,) = (json.loads(line) for line in done.stdout.splitlines())
    assert (story["id"], story["game"], story["system"]) == ("s", GAME, "template")
    (mistake,) = story["mistakes"]
    assert text[mistake["start"] : mistake["end"]] == mistake["text"] == "28"
    assert mistake["token_start"] == mistake["token_end"]
    assert mistake["category"] == "NUMBER"
    assert mistake["correction"] == "18"
    assert mistake["rule"] == "player-statistic"
    assert mistake["evidence"][0]["value"] == 18


def test_command_line_and_python_find_the_same(tmp_path: Path, demo_kb: Path) -> None:
    done = factcheck(
        "check", write(tmp_path, WRONG), "--kb", demo_kb, "--format", "jsonl", "--game", GAME
    )
    report = FactChecker(demo_kb).check(WRONG, game=GAME, id="story")
    (printed,) = json_lines(done.stdout)
    expected = json.loads(json.dumps(report.to_dict()))
    # The command line adds what made the report and where the story stood.
    assert {name: printed[name] for name in expected} == expected
    assert set(printed) - set(expected) <= {"signature", "path", "line"}


def test_json_is_one_list_of_all_stories(batch: Path, demo_kb: Path) -> None:
    done = factcheck("check", batch, "--kb", demo_kb, "--format", "json")
    assert [story["id"] for story in json.loads(done.stdout)] == ["wrong", "true"]


def test_what_cannot_be_checked_is_reported_and_the_rest_goes_on(
    batch: Path, demo_kb: Path
) -> None:
    done = factcheck("check", batch, "--kb", demo_kb, "--format", "jsonl")
    assert done.returncode == 2
    assert [story["id"] for story in json_lines(done.stdout)] == ["wrong", "true"]
    first, second = done.stderr.splitlines()
    assert first == f"error: {batch}:2: story empty: the story is empty"
    assert second.startswith(f"error: {batch}:3: story elsewhere: no game")


def test_csv_is_the_shared_task_s_submission(batch: Path, demo_kb: Path) -> None:
    done = factcheck("check", batch, "--kb", demo_kb, "--format", "csv")
    (row,) = csv.DictReader(io.StringIO(done.stdout))
    assert row["TEXT_ID"] == "wrong.txt"
    assert (row["SENTENCE_ID"], row["SENT_TOKEN_START"], row["SENT_TOKEN_END"]) == ("2", "4", "4")
    assert (row["DOC_TOKEN_START"], row["DOC_TOKEN_END"]) == ("15", "15")
    assert (row["TOKENS"], row["TYPE"], row["CORRECTION"]) == ("28", "NUMBER", "18")
    assert row["COMMENT"] == "Marc Gasol had 18 points."


def test_a_submission_can_be_scored(batch: Path, demo_kb: Path, tmp_path: Path) -> None:
    out = tmp_path / "mistakes.csv"
    factcheck("check", batch, "--kb", demo_kb, "-o", out)
    done = factcheck("evaluate", "--gold", out, "--submitted", out, "--format", "json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["ALL"]["recall"] == {"correct": 1, "of_total": 1}


def test_the_ending_of_the_output_names_the_format(
    batch: Path, demo_kb: Path, tmp_path: Path
) -> None:
    for ending, start in ((".csv", "TEXT_ID,"), (".json", "[\n"), (".jsonl", '{"id"')):
        out = tmp_path / f"out{ending}"
        done = factcheck("check", batch, "--kb", demo_kb, "-o", out)
        assert done.stdout == ""
        assert out.read_text(encoding="utf-8").startswith(start)
    out = tmp_path / "out.txt"
    factcheck("check", batch, "--kb", demo_kb, "-o", out)
    assert "[1: 28]" in out.read_text(encoding="utf-8")


def test_html_is_one_page_with_the_story_and_its_box_score(
    batch: Path, demo_kb: Path, tmp_path: Path
) -> None:
    out = tmp_path / "page.html"
    done = factcheck("check", batch, "--kb", demo_kb, "-o", out)
    assert done.returncode == 2
    page = out.read_text(encoding="utf-8")
    assert page.lower().startswith("<!doctype html>")
    assert "Memphis Grizzlies 102, Phoenix Suns 91" in page


def test_formats_of_annotation_tools_are_written_too(
    batch: Path, demo_kb: Path, tmp_path: Path
) -> None:
    done = factcheck("check", batch, "--kb", demo_kb, "--format", "doccano")
    assert json_lines(done.stdout)[0]["text"] == WRONG
    folder = tmp_path / "brat"
    done = factcheck("check", batch, "--kb", demo_kb, "--format", "brat", "-o", folder)
    assert done.stdout == ""
    assert "NUMBER 74 76\t28" in (folder / "wrong.ann").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "left"),
    [
        ([], ["NAME", "NUMBER"]),
        (["--select", "NAME"], ["NAME"]),
        (["--select", "name,NUMBER"], ["NAME", "NUMBER"]),
        (["--select", "player-statistic"], ["NUMBER"]),
        (["--ignore", "player-statistic"], ["NAME"]),
        (["--ignore", "NAME", "--ignore", "NUMBER"], []),
        (["--select", "NUMBER", "--ignore", "player-statistic"], []),
    ],
)
def test_mistakes_are_selected_and_ignored_by_category_or_rule(
    tmp_path: Path, demo_kb: Path, options: list[str], left: list[str]
) -> None:
    story = write(tmp_path, WRONG.replace("102-91", "102-91 on Friday"))
    done = factcheck("check", story, "--kb", demo_kb, "--format", "jsonl", *options)
    (report,) = (json.loads(line) for line in done.stdout.splitlines())
    assert [mistake["category"] for mistake in report["mistakes"]] == left
    assert done.returncode == (1 if left else 0)


@pytest.mark.parametrize(("column", "text"), [("tokenised", TOKENISED), ("normal", NORMAL)])
def test_the_shared_task_s_table_is_read_in_both_columns(
    tmp_path: Path, demo_kb: Path, column: str, text: str
) -> None:
    row = f'S900,Suns,Grizzlies,1,"{TOKENISED}","{NORMAL}",11_05_14\n'
    path = write(tmp_path, GAMES_HEADER + row, "games.csv")
    done = factcheck("check", path, "--kb", demo_kb, "--column", column, "--format", "jsonl")
    (story,) = (json.loads(line) for line in done.stdout.splitlines())
    assert (story["id"], story["game"], story["text"]) == ("S900", GAME, text)
    assert [mistake["text"] for mistake in story["mistakes"]] == ["28"]


def test_unclaimed_lists_numbers_and_names_that_no_rule_claims(
    tmp_path: Path, demo_kb: Path
) -> None:
    story = write(tmp_path, TRUE + " Seventeen geese landed on Broadway with Conley.")
    arguments = ("check", story, "--kb", demo_kb, "--game", GAME, "--unclaimed")
    done = factcheck(*arguments)
    assert "unclaimed: Seventeen (sentence 3)" in done.stdout
    done = factcheck(*arguments, "--format", "json")
    assert json.loads(done.stdout)[0]["unclaimed"][0]["text"] == "Seventeen"


def test_claims_come_with_their_verdicts(tmp_path: Path, demo_kb: Path) -> None:
    arguments = ("check", write(tmp_path, WRONG), "--kb", demo_kb, "--format", "jsonl")
    assert "claims" not in json.loads(factcheck(*arguments).stdout)
    claims = json.loads(factcheck(*arguments, "--claims").stdout)["claims"]
    verdicts = {claim["rule"]: claim["verdict"] for claim in claims}
    assert verdicts["player-statistic"] == "contradicted"
    assert verdicts["final-score"] == "supported"


def test_rules_of_one_s_own_take_part(tmp_path: Path, demo_kb: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    write(
        folder,
        """
        [[rule]]
        id = "geese"
        category = "OTHER"
        summary = "There are no geese in basketball."
        patterns = ["bird:<geese>"]
        mark = "bird"
        verify = "SELECT id, false AS holds, 'No geese.' AS explanation FROM claim"
        """,
        "own.toml",
    )
    story = write(tmp_path, TRUE + " The geese left.")
    done = factcheck("check", story, "--kb", demo_kb, "--rules", folder, "--format", "jsonl")
    (mistake,) = json.loads(done.stdout)["mistakes"]
    assert (mistake["text"], mistake["rule"], mistake["category"]) == ("geese", "geese", "OTHER")


def test_files_of_one_name_in_two_folders_keep_apart(tmp_path: Path, demo_kb: Path) -> None:
    paths = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        paths.append(write(tmp_path / name, WRONG))
    done = factcheck("check", *paths, "--kb", demo_kb, "--format", "jsonl")
    assert [story["id"] for story in json_lines(done.stdout)] == [str(path) for path in paths]


def on_terminal(*arguments: str | Path, **environment: str) -> str:
    """Run factcheck on a terminal of its own and return what it shows."""
    master, slave = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "factcheck", *map(str, arguments)],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", **environment},
    )
    os.close(slave)
    shown = b""
    while True:
        try:
            piece = os.read(master, 4096)
        except OSError:
            # Linux reports the end of a terminal as an error.
            break
        if not piece:
            break
        shown += piece
    os.close(master)
    running.wait()
    return shown.decode()


def test_a_terminal_shows_colours(tmp_path: Path, demo_kb: Path) -> None:
    shown = on_terminal("check", write(tmp_path, WRONG), "--kb", demo_kb)
    assert "\x1b[" in shown
    assert "[1: 28]" not in shown


def test_no_color_shows_brackets_on_a_terminal(tmp_path: Path, demo_kb: Path) -> None:
    shown = on_terminal("check", write(tmp_path, WRONG), "--kb", demo_kb, NO_COLOR="1")
    assert "[1: 28]" in shown
    assert "\x1b[3" not in shown
    assert "\x1b[4" not in shown


def test_a_pipe_holds_no_colours_and_the_lines_of_the_story(tmp_path: Path, demo_kb: Path) -> None:
    done = factcheck("check", write(tmp_path, WRONG), "--kb", demo_kb, TERM="xterm-256color")
    assert "\x1b" not in done.stdout
    assert WRONG.replace("28", "[1: 28]") in done.stdout.splitlines()


def test_control_characters_of_a_story_do_not_reach_the_terminal(
    tmp_path: Path, demo_kb: Path
) -> None:
    story = write(tmp_path, WRONG + " \x1b]0;taken\x07 \x9b31m")
    shown = on_terminal("check", story, "--kb", demo_kb, "--game", GAME)
    assert "\x1b]0" not in shown
    assert "\x9b" not in shown
    assert "taken" in shown


def test_markup_in_a_story_is_printed_as_it_is(tmp_path: Path, demo_kb: Path) -> None:
    story = write(tmp_path, TRUE + " [bold]No[/bold] [link=x]markup[/link].")
    done = factcheck("check", story, "--kb", demo_kb)
    assert "[bold]No[/bold] [link=x]markup[/link]." in done.stdout


def test_an_encoding_without_the_story_s_characters_is_no_obstacle(
    tmp_path: Path, demo_kb: Path
) -> None:
    story = write(tmp_path, WRONG + " Dončić 🏀 was not there.")
    done = factcheck("check", story, "--kb", demo_kb, PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert "[1: 28]" in done.stdout


@pytest.mark.parametrize("format", ["text", "jsonl", "csv"])
def test_a_game_without_player_lines_is_named(tmp_path: Path, format: str) -> None:
    kb, demo = tmp_path / "teams.duckdb", kb_folder() / "demo"
    factcheck("kb", "build", kb, demo / "team_games.csv", demo / "schedule.csv")
    done = factcheck("check", write(tmp_path, WRONG), "--kb", kb, "--format", format)
    assert done.returncode == 0
    assert done.stderr.startswith(
        f"note: the knowledge base has no box score of players for {GAME}"
    )
    assert len(done.stderr.splitlines()) == 1


def test_the_version_is_told() -> None:
    done = factcheck("--version")
    assert (done.returncode, done.stdout) == (0, f"factcheck {__version__}\n")


def test_help_teaches_with_an_example() -> None:
    done = factcheck("check", "--help")
    assert done.returncode == 0
    assert "factcheck check story.txt --kb nba.duckdb" in done.stdout


def test_help_loads_neither_spacy_nor_duckdb() -> None:
    code = (
        "import sys, factcheck.__main__ as m\n"
        "sys.argv = ['factcheck', '--help']\n"
        "try: m.main()\n"
        "except SystemExit: print(sorted({'spacy', 'duckdb', 'matplotlib'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("column", ["tokenised", "normal"])
def test_token_ids_of_all_stories_agree_with_the_shared_task_s(
    column: str, data: Path, full_kb: Path, tmp_path: Path
) -> None:
    folder, out = data / "accuracy_shared_task", tmp_path / "mistakes.csv"
    stories = folder / "games.csv"
    done = factcheck("check", stories, "--kb", full_kb, "--column", column, "-o", out)
    assert (done.returncode, done.stderr) == (1, "")
    lists = ("--gold", folder / "gsml.csv", "--submitted", out)
    lookup = ("--token-lookup", folder / "token_lookup.yaml")
    done = factcheck("evaluate", *lists, *lookup, "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    matched = json.loads(done.stdout)["ALL"]["recall"]
    assert matched["correct"] > matched["of_total"] / 2

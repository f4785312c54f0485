"""Unusable input: one line that says what and where, status 2, nothing half-written."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest
from command_line import GAME, TRUE, WRONG, factcheck, json_lines, refused

CELTICS = "The Boston Celtics beat the Utah Jazz 99-90 on Monday. LeBron James scored 12 points."


@pytest.fixture
def story(tmp_path: Path) -> Path:
    """A story with a mistake."""
    path = tmp_path / "story.txt"
    path.write_text(WRONG, encoding="utf-8")
    return path


def rule_folder(folder: Path, text: str) -> Path:
    """A folder with one rule file."""
    (folder / "own").mkdir()
    (folder / "own" / "own.toml").write_text(text, encoding="utf-8")
    return folder / "own"


def own_rule(**fields: str) -> str:
    """A rule file whose rule is sound but for the fields given."""
    rule = {
        "id": "geese",
        "category": "OTHER",
        "summary": "There are no geese in basketball.",
        "mark": "bird",
        "verify": "SELECT id, false AS holds FROM claim",
        **fields,
    }
    patterns = rule.pop("patterns", "bird:<geese>")
    lines = [f"{name} = {json.dumps(value)}" for name, value in rule.items()]
    return "\n".join(["[[rule]]", *lines, f"patterns = [{json.dumps(patterns)}]\n"])


# The game


def test_an_unknown_game(story: Path, demo_kb: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    done = factcheck("check", story, "--kb", demo_kb, "--game", "2014-11-05-BOS-LAL", "-o", out)
    refused(done, "2014-11-05-BOS-LAL", "factcheck kb games")
    assert not out.exists()


def test_an_unknown_game_in_a_batch_names_line_and_story(demo_kb: Path, tmp_path: Path) -> None:
    path = tmp_path / "stories.jsonl"
    path.write_text(json.dumps({"id": "a", "game": "1999-01-01-X-Y", "text": TRUE}) + "\n")
    refused(factcheck("check", path, "--kb", demo_kb), f"{path}:1: story a: ", "1999-01-01-X-Y")


def test_an_ambiguous_game_is_refused_with_the_candidates(demo_kb: Path, tmp_path: Path) -> None:
    path = tmp_path / "story.txt"
    path.write_text("The Suns played the Grizzlies. It was a fine game.", encoding="utf-8")
    refused(factcheck("check", path, "--kb", demo_kb), str(path), "--game", GAME)


def test_a_game_named_by_too_little_is_refused_with_the_candidates(
    story: Path, demo_kb: Path
) -> None:
    done = factcheck("check", story, "--kb", demo_kb, "--game", "Suns")
    refused(done, "'Suns' is ambiguous", "-PHX")


def test_a_story_about_another_game(demo_kb: Path, tmp_path: Path) -> None:
    path = tmp_path / "story.txt"
    path.write_text(CELTICS, encoding="utf-8")
    done = factcheck("check", path, "--kb", demo_kb, "--game", GAME)
    refused(done, str(path), "is not about", GAME)


def test_a_story_about_a_game_that_is_not_there(demo_kb: Path, tmp_path: Path) -> None:
    path = tmp_path / "story.txt"
    path.write_text(CELTICS, encoding="utf-8")
    refused(factcheck("check", path, "--kb", demo_kb), str(path), "no game")


# The story


@pytest.mark.parametrize("text", ["", " \n\t\n"])
def test_an_empty_story(text: str, demo_kb: Path, tmp_path: Path) -> None:
    path = tmp_path / "story.txt"
    path.write_text(text, encoding="utf-8")
    refused(factcheck("check", path, "--kb", demo_kb, "--game", GAME), str(path), "empty")


def test_an_empty_standard_input(demo_kb: Path) -> None:
    done = factcheck("check", "-", "--kb", demo_kb, "--game", GAME)
    refused(done, "standard input", "empty")


@pytest.mark.parametrize("name", ["story.txt", "stories.jsonl", "games.csv"])
def test_bytes_that_are_not_utf_8(name: str, demo_kb: Path, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(b"TEXT_ID,HOME_NAME\nDon\xe8i\xe6 scored 18 points.\n")
    done = factcheck("check", path, "--kb", demo_kb, "--game", GAME)
    if name == "stories.jsonl":
        assert [f"{path}:1: not JSON" in done.stderr, done.returncode] == [True, 2]
        assert f"{path}:2: not UTF-8 (byte 0xe8)" in done.stderr
    else:
        refused(done, f"{path}:2: not UTF-8 (byte 0xe8)")


def test_a_file_that_does_not_exist(demo_kb: Path, tmp_path: Path) -> None:
    path = tmp_path / "none.txt"
    refused(factcheck("check", path, "--kb", demo_kb), f"{path}: cannot be read: No such file")


def test_a_folder_without_stories(demo_kb: Path, tmp_path: Path) -> None:
    refused(factcheck("check", tmp_path, "--kb", demo_kb), "holds no story; looked for .txt")


def test_one_bad_file_does_not_stop_the_others(story: Path, demo_kb: Path, tmp_path: Path) -> None:
    missing = tmp_path / "none.txt"
    done = factcheck("check", missing, story, "--kb", demo_kb, "--format", "jsonl")
    refused(done, str(missing))
    assert [report["id"] for report in json_lines(done.stdout)] == ["story"]


# JSON lines


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"id": "a", "text": ', "not JSON"),
        ("nonsense", "not JSON"),
        ('["a"]', "not a JSON object"),
        ('{"text": "The Suns won."}', "id: missing"),
        ('{"id": "a"}', "text: missing"),
        ('{"id": "a", "text": 5}', "text: not a text"),
        ('{"id": 5, "text": "The Suns won."}', "id: not a text"),
        ('{"id": "", "text": "The Suns won."}', "id: empty"),
        ('{"id": "a", "text": "The Suns won.", "game": 1}', "game: not a text"),
        ('{"id": "a", "text": "The Suns won.", "references": [1]}', "references: not a list"),
        ('{"id": "a", "text": "Half \\ud83c a ball."}', "text: holds the lone surrogate U+D83C"),
        ('{"id": "\\udc00", "text": "The Suns won."}', "id: holds the lone surrogate U+DC00"),
        ('{"id": "good", "text": "The Suns won."}', "story good: comes a second time"),
    ],
)
def test_a_malformed_line_is_named_and_the_others_are_checked(
    line: str, said: str, demo_kb: Path, tmp_path: Path
) -> None:
    path = tmp_path / "stories.jsonl"
    good = json.dumps({"id": "good", "game": GAME, "text": WRONG})
    path.write_text(f"{good}\n\n{line}\n", encoding="utf-8")
    done = factcheck("check", path, "--kb", demo_kb, "--format", "jsonl")
    refused(done, f"{path}:3: {said}")
    assert [report["id"] for report in json_lines(done.stdout)] == ["good"]


def test_json_lines_without_a_story(demo_kb: Path, tmp_path: Path) -> None:
    path = tmp_path / "stories.jsonl"
    path.write_text("\n\n", encoding="utf-8")
    refused(factcheck("check", path, "--kb", demo_kb), f"{path}: holds no story")


# games.csv

HEADER = "TEXT_ID,HOME_NAME,VIS_NAME,GENERATED_TEXT,DETOKENIZED_GENERATED_TEXT,DATE\n"


def test_missing_columns_are_named(demo_kb: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("TEXT_ID,HOME_NAME,GENERATED_TEXT\nS1,Suns,The Suns won .\n")
    done = factcheck("check", path, "--kb", demo_kb)
    refused(done, f"{path}: VIS_NAME, DATE: missing from the header")


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("S1,Suns,Grizzlies,The Suns won .,The Suns won.,5 Nov", "DATE: '5 Nov' is not a day"),
        ("S1,Suns,,The Suns won .,The Suns won.,11_05_14", "VIS_NAME: empty"),
        ("S1,Suns,Grizzlies", "DATE: empty"),
        ("S1,Suns,Geese,The Suns won .,The Suns won.,11_05_14", "no game Geese at Suns"),
        ("S1,Suns,Grizzlies,The Suns won .,The Suns won.,11_06_14", "on 2014-11-06"),
    ],
)
def test_a_row_that_cannot_be_used_is_named(
    row: str, said: str, demo_kb: Path, tmp_path: Path
) -> None:
    path = tmp_path / "games.csv"
    path.write_text(f"{HEADER}{row}\n", encoding="utf-8")
    refused(factcheck("check", path, "--kb", demo_kb), f"{path}:2: ", said)


# The knowledge base


def test_a_missing_knowledge_base(story: Path, tmp_path: Path) -> None:
    path = tmp_path / "none.duckdb"
    refused(factcheck("check", story, "--kb", path), f"{path}: no such", "factcheck kb build")


def test_a_truncated_knowledge_base(story: Path, demo_kb: Path, tmp_path: Path) -> None:
    content = demo_kb.read_bytes()
    path = tmp_path / "half.duckdb"
    for size in (0, 100, len(content) // 2, len(content) - 5000):
        path.write_bytes(content[:size])
        refused(factcheck("check", story, "--kb", path), str(path), "build it again")


def test_a_file_that_is_no_knowledge_base(story: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.duckdb"
    path.write_text("PTS,REB\n" * 5000, encoding="utf-8")
    refused(factcheck("check", story, "--kb", path), str(path), "no knowledge base")
    other = tmp_path / "foreign.duckdb"
    with duckdb.connect(str(other)) as connection:
        connection.execute("CREATE TABLE box_score (points INTEGER)")
    refused(factcheck("check", story, "--kb", other), str(other), "no knowledge base")


def test_a_knowledge_base_of_another_schema_version(
    story: Path, demo_kb: Path, tmp_path: Path
) -> None:
    path = tmp_path / "old.duckdb"
    path.write_bytes(demo_kb.read_bytes())
    with duckdb.connect(str(path)) as connection:
        connection.execute("UPDATE meta SET value = '0' WHERE key = 'schema_version'")
    refused(factcheck("check", story, "--kb", path), str(path), "schema version 0", "build it")


# The output


@pytest.mark.parametrize("name", ["out.csv", "out.html", "out.jsonl", "out.json", "out.txt"])
def test_an_output_in_no_folder(name: str, story: Path, demo_kb: Path, tmp_path: Path) -> None:
    out = tmp_path / "none" / name
    refused(factcheck("check", story, "--kb", demo_kb, "-o", out), f"{out}: cannot be written")
    assert not out.parent.exists()


def test_an_output_that_is_a_folder(story: Path, demo_kb: Path, tmp_path: Path) -> None:
    out = tmp_path / "folder.csv"
    out.mkdir()
    refused(factcheck("check", story, "--kb", demo_kb, "-o", out), f"{out}: cannot be written")
    assert list(out.iterdir()) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.csv", "story.txt"]


def test_an_older_output_stays_when_nothing_could_be_checked(demo_kb: Path, tmp_path: Path) -> None:
    story, out = tmp_path / "empty.txt", tmp_path / "out.csv"
    story.write_text("", encoding="utf-8")
    out.write_text("older\n", encoding="utf-8")
    refused(factcheck("check", story, "--kb", demo_kb, "-o", out), "empty")
    assert out.read_text(encoding="utf-8") == "older\n"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "arguments", [["demo"], ["rules", "list"], ["kb", "info"], ["kb", "games", "--format", "json"]]
)
def test_a_full_disk_under_standard_output(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "factcheck", *arguments],
            stdout=full, stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.decode() == "error: output: No space left on device\n"


def test_a_folder_that_is_not_empty(story: Path, demo_kb: Path, tmp_path: Path) -> None:
    out = tmp_path / "stories"
    out.mkdir()
    (out / "older.ann").write_text("", encoding="utf-8")
    done = factcheck("check", story, "--kb", demo_kb, "--format", "brat", "-o", out)
    refused(done, f"{out}: ", "name a new folder")
    assert [path.name for path in out.iterdir()] == ["older.ann"]


# Rules


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[rule]]\nid = "geese\n', "own.toml:2: not valid TOML"),
        ("[rules]\n", "own.toml: rules: only [[rule]]"),
        (own_rule(category="FOWL"), "own.toml:2: rule geese: category 'FOWL' is none of"),
        (own_rule(colour="white"), "own.toml:2: rule geese: unknown field colour"),
        (own_rule(patterns="bird:<geese"), "own.toml:2: rule geese: "),
        (own_rule(mark="fish"), "own.toml:2: rule geese: mark"),
        (own_rule(verify="SELEC id FROM claim"), "own.toml:2: rule geese: verify fails: Parser"),
        (own_rule(verify="SELECT id, true AS holds FROM flock"), ":2: rule geese: verify fails"),
        (own_rule(verify="SELECT id FROM claim"), ":2: rule geese: verify must return id"),
        (own_rule(id="player-statistic"), "own.toml:2: rule player-statistic stands in"),
    ],
    ids=[
        "toml", "table", "category", "field", "pattern", "mark",
        "sql-syntax", "sql-relation", "sql-columns", "id-taken",
    ],
)  # fmt: skip
def test_a_broken_rule_names_file_and_rule(
    text: str, said: str, story: Path, demo_kb: Path, tmp_path: Path
) -> None:
    folder, out = rule_folder(tmp_path, text), tmp_path / "out.csv"
    done = factcheck("check", story, "--kb", demo_kb, "--rules", folder, "-o", out)
    refused(done, said)
    assert not out.exists()


def test_a_folder_of_rules_that_does_not_exist(story: Path, demo_kb: Path, tmp_path: Path) -> None:
    done = factcheck("check", story, "--kb", demo_kb, "--rules", tmp_path / "none")
    refused(done, f"{tmp_path / 'none'}: no such folder of rules")


# Options


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--select", "NUMBERS"], "--select: 'NUMBERS' is neither a category"),
        (["--ignore", "no-such-rule"], "--ignore: 'no-such-rule' is neither a category"),
        (["--format", "pdf"], "--format: 'pdf' is no format"),
        (["--format", "brat"], "--format brat is a folder of files; name one with -o"),
        (["--format", "csv", "--claims"], "--claims goes with --format json, jsonl or parquet"),
        (["--format", "html", "--unclaimed"], "--unclaimed goes with --format text"),
        (["--column", "raw"], "--column: 'raw' is none of tokenised, normal"),
    ],
)
def test_an_option_that_means_nothing(
    options: list[str], said: str, story: Path, demo_kb: Path
) -> None:
    refused(factcheck("check", story, "--kb", demo_kb, *options), said)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check"], "Missing argument 'FILE'; see "),
        (["check", "story.txt"], "Missing option '--kb'"),
        (["check", "--no-such-option"], "No such option: --no-such-option"),
        (["no-command"], "No such command 'no-command'"),
        (["kb", "games", "--no-such-option"], "factcheck kb games --help"),
    ],
)
def test_wrong_usage_is_one_line(arguments: list[str], said: str) -> None:
    refused(factcheck(*arguments), said)


# Standard streams


@pytest.mark.slow
def test_a_closed_standard_output_is_an_error() -> None:
    done = subprocess.run(
        ["sh", "-c", '"$0" -m factcheck demo >&-', sys.executable], capture_output=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.decode() == "error: output: standard output is closed\n"


@pytest.mark.slow
def test_closed_standard_streams_do_not_reach_into_files(demo_kb: Path, tmp_path: Path) -> None:
    story, out = tmp_path / "story.txt", tmp_path / "out.csv"
    story.write_text(WRONG, encoding="utf-8")
    call = '"$0" -m factcheck check "$1" --kb "$2" --game "$3" -o "$4" <&- >&- 2>&-'
    done = subprocess.run(
        ["sh", "-c", call, sys.executable, story, demo_kb, GAME, out], check=False
    )
    assert done.returncode == 1
    assert out.read_text(encoding="utf-8").count("\n") == 2


@pytest.mark.slow
@pytest.mark.parametrize("format", ["text", "jsonl", "csv"])
def test_a_standard_output_that_is_not_utf_8(format: str, demo_kb: Path, tmp_path: Path) -> None:
    story = tmp_path / "story.txt"
    story.write_text(f"{WRONG} Dončić was not there 🏀.", encoding="utf-8")
    call = ("check", story, "--kb", demo_kb, "--game", GAME, "--format", format)
    plain = factcheck(*call)
    done = factcheck(*call, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.encode() == plain.stdout.encode()


@pytest.fixture(scope="module")
def until_it_runs() -> float:
    """Seconds until Python has found the package, before which nobody can catch a signal."""
    begin = time.monotonic()
    subprocess.run([sys.executable, "-c", "import factcheck"], check=True)
    return time.monotonic() - begin


@pytest.mark.slow
@pytest.mark.parametrize("delay", [0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.5])
def test_an_interrupt_is_no_traceback(delay: float, until_it_runs: float, demo_kb: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "factcheck", "check", "-", "--kb", demo_kb],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        time.sleep(until_it_runs + delay)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    assert process.returncode in {130, -signal.SIGINT}
    assert "Traceback" not in said.decode()
    assert said.decode() in {"", "error: interrupted\n"}


def test_a_number_of_5000_digits_in_json_is_an_error_of_its_line(
    demo_kb: Path, tmp_path: Path
) -> None:
    path = tmp_path / "stories.jsonl"
    good = json.dumps({"id": "good", "game": GAME, "text": WRONG})
    path.write_text(f'{{"id": {"9" * 5000}}}\n{good}\n', encoding="utf-8")
    done = factcheck("check", path, "--kb", demo_kb, "--format", "jsonl")
    refused(done, f"{path}:1: not JSON: ")
    assert [report["id"] for report in json_lines(done.stdout)] == ["good"]

"""Many stories: compressed files and tables, worker processes, and going on after a crash."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Iterator, Sequence
from pathlib import Path

import duckdb
import pytest
from command_line import GAME, TRUE, WRONG, factcheck, json_lines, refused

from factcheck import FactChecker, Report, Story
from factcheck.errors import FactCheckError, KnowledgeBaseError, StoryError
from factcheck.knowledge import KnowledgeBase
from factcheck.knowledge.fact_store import FactStore
from factcheck.runs import workers as module
from factcheck.runs.checking import check_placed
from factcheck.runs.workers import Outcome, Workers, with_games_ahead
from factcheck.stories.placed import PlacedStory
from factcheck.support.processes import LONG

STORIES = 600


def rows(count: int) -> list[dict[str, object]]:
    """Stories, every third with a mistake, every hundredth about nothing."""
    texts = [WRONG, TRUE, TRUE.replace("18", "eighteen")]
    return [
        {
            "id": f"s{n}", "text": "Nothing." if n % 100 == 99 else texts[n % 3], "game": GAME,
            "system": "ours", "step": n, "note": {"ž": [n]},
        }
        for n in range(count)
    ]  # fmt: skip


def write(path: Path, count: int) -> Path:
    text = "".join(json.dumps(row) + "\n" for row in rows(count)).encode()
    opener = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}.get(path.suffix)
    if opener is None:
        path.write_bytes(text)
    else:
        with opener(path, "wb") as stream:
            stream.write(text)
    return path


@pytest.fixture(scope="module")
def stories(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("stories") / "stories.jsonl", STORIES)


@pytest.fixture(scope="module")
def serial(stories: Path, demo_kb: Path) -> subprocess.CompletedProcess[str]:
    return factcheck(
        "check", stories, "--kb", demo_kb, "--jobs", "1", "--claims", "--format", "jsonl"
    )


# Files


@pytest.mark.parametrize(
    "ending", [".gz", *(pytest.param(end, marks=pytest.mark.slow) for end in (".bz2", ".xz"))]
)
def test_compressed_lines_in_and_out(ending: str, demo_kb: Path, tmp_path: Path) -> None:
    path, out = write(tmp_path / f"a.jsonl{ending}", 3), tmp_path / f"out.jsonl{ending}"
    done = factcheck("check", path, "--kb", demo_kb, "-o", out)
    assert (done.returncode, done.stderr) == (1, "")
    opener = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}[ending]
    with opener(out, "rt", encoding="utf-8") as stream:
        items = json_lines(stream.read())
    assert [(item["id"], item["step"], item["note"]) for item in items] == [
        (f"s{n}", n, {"ž": [n]}) for n in range(3)
    ]
    assert [len(item["mistakes"]) for item in items] == [1, 0, 0]  # type: ignore[arg-type]


def test_a_damaged_compressed_file_is_named(demo_kb: Path, tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl.gz", 50)
    path.write_bytes(path.read_bytes()[:-20])
    done = factcheck("check", path, "--kb", demo_kb, "--format", "csv")
    refused(done, f"{path}: is damaged")
    path.write_bytes(b"plain text")
    refused(factcheck("check", path, "--kb", demo_kb), f"{path}: is damaged")


def test_parquet_in_and_out_keeps_other_columns(demo_kb: Path, tmp_path: Path) -> None:
    lines, path, out = (
        write(tmp_path / "a.jsonl", 4),
        tmp_path / "a.parquet",
        tmp_path / "b.parquet",
    )
    duckdb.sql(
        f"COPY (SELECT *, DATE '2014-11-05' AS day FROM read_json('{lines}')) TO '{path}'"  # noqa: S608
    )
    done = factcheck("check", path, "--kb", demo_kb, "-o", out, "--claims")
    assert (done.returncode, done.stderr) == (1, "")
    table = duckdb.sql(f"SELECT * FROM '{out}' ORDER BY step")  # noqa: S608
    types = dict(zip(table.columns, map(str, table.types), strict=True))
    assert (types["step"], types["day"], types["system"]) == ("BIGINT", "DATE", "VARCHAR")
    found = duckdb.sql(
        "SELECT id, mistakes[1].correction, mistakes[1].category, len(claims) > 1, "  # noqa: S608
        f"note->'ž'->>0 FROM '{out}' ORDER BY step"
    ).fetchall()
    assert found == [
        ("s0", "18", "NUMBER", True, "0"), ("s1", None, None, True, "1"),
        ("s2", None, None, True, "2"), ("s3", "18", "NUMBER", True, "3"),
    ]  # fmt: skip
    (row, *_) = duckdb.sql(f"SELECT mistakes[1].evidence FROM '{out}'").fetchall()  # noqa: S608
    assert json.loads(row[0])[0]["player"] == "Marc Gasol"


def test_rows_of_parquet_that_are_no_stories_are_named(demo_kb: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    duckdb.sql(f"COPY (SELECT unnest(['a', NULL, 'c']) AS id, 'The Suns.' AS text) TO '{path}'")
    done = factcheck("check", path, "--kb", demo_kb, "--game", GAME, "--format", "jsonl")
    assert done.stderr == f"error: {path}:2: id: missing; every story needs one\n"
    assert [item["id"] for item in json_lines(done.stdout)] == ["a", "c"]
    duckdb.sql(f"COPY (SELECT 'a' AS name) TO '{path}'")
    refused(factcheck("check", path, "--kb", demo_kb), f"{path}: id, text: no such column")
    path.write_text("no table", encoding="utf-8")
    refused(factcheck("check", path, "--kb", demo_kb), f"{path}: cannot be read as Parquet")


@pytest.mark.parametrize("name", ["out.pdf", "out.xlsx", "out.jsonl.zip"])
def test_an_ending_that_no_format_has_is_refused(name: str, stories: Path, demo_kb: Path) -> None:
    out = stories.with_name(name)
    refused(factcheck("check", stories, "--kb", demo_kb, "-o", out), "no format ends in")
    assert not out.exists()


# Workers


def test_jobs_give_the_same_output_in_the_same_order(
    stories: Path, demo_kb: Path, serial: subprocess.CompletedProcess[str]
) -> None:
    call = ("check", stories, "--kb", demo_kb, "--claims", "--format", "jsonl")
    done = factcheck(*call, "--jobs", "2")
    assert (done.returncode, done.stderr) == (serial.returncode, serial.stderr)
    assert done.stdout == serial.stdout
    assert len(done.stdout.splitlines()) == STORIES


@pytest.mark.slow
def test_workers_that_die_are_replaced(demo_kb: Path) -> None:
    batches = [[Story(f"{a}-{b}", (WRONG, TRUE)[b % 2], GAME) for b in range(5)] for a in range(8)]
    checker = FactChecker(demo_kb)
    expected = [checker.check_each(batch) for batch in batches]

    with Workers(checker, 2) as workers:

        def deadly() -> Iterator[Sequence[Story]]:
            for number, batch in enumerate(batches):
                if number == 5:
                    for process in workers.pids():
                        os.kill(process, signal.SIGKILL)
                yield batch

        assert list(workers.check(deadly())) == expected


def _deadly(stories: Sequence[Story], games_ahead: Sequence[str] = ()) -> list[Outcome]:
    if any(story.text == "die" for story in stories):
        os.kill(os.getpid(), signal.SIGKILL)
    return _CHECK(stories, games_ahead)


_CHECK = module._check


@pytest.mark.slow
def test_a_story_that_kills_its_worker_is_left_out_alone(
    demo_kb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_check", _deadly)
    batch = [Story("a", WRONG, GAME), Story("b", "die", GAME), Story("c", TRUE, GAME)]
    with Workers(FactChecker(demo_kb), 1) as workers:
        (outcomes,) = workers.check([batch])
    assert [isinstance(outcome, Report) for outcome in outcomes] == [True, False, True]
    assert isinstance(outcomes[1], StoryError)
    assert "ended the process" in outcomes[1].message


def test_workers_without_a_knowledge_base_say_so_with_the_first_batch(
    demo_kb: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    checker = FactChecker(shutil.copy(demo_kb, tmp_path / "kb.duckdb"))
    (tmp_path / "kb.duckdb").unlink()
    with Workers(checker, 1) as workers, pytest.raises(KnowledgeBaseError, match=r"kb\.duckdb"):
        list(workers.check([[Story("a", WRONG, GAME)]]))
    assert capfd.readouterr().err == ""


def _end_at_once(checker: bytes, claims: bool) -> None:
    os._exit(1)


@pytest.mark.slow
def test_workers_that_cannot_start_say_so(demo_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_open", _end_at_once)
    with (
        Workers(FactChecker(demo_kb), 1) as workers,
        pytest.raises(FactCheckError, match="use --jobs 1"),
    ):
        list(workers.check([[Story("a", WRONG, GAME)]]))


@pytest.mark.slow
def test_workers_of_long_files_start_before_anything_is_known(
    stories: Path, demo_kb: Path, tmp_path: Path
) -> None:
    rows = [json.loads(line) for line in stories.read_text(encoding="utf-8").splitlines()]
    long = tmp_path / "long.jsonl"
    padding = " " * (LONG // len(rows))
    long.write_text("".join(json.dumps(row | {"note": padding}) + "\n" for row in rows))
    call = ("check", long, "--kb", demo_kb, "--format", "jsonl", "--jobs")
    alone, together = factcheck(*call, "1"), factcheck(*call, "2")
    assert together.stdout == alone.stdout
    assert (together.returncode, together.stderr) == (alone.returncode, alone.stderr)

    broken = tmp_path / "broken.duckdb"
    broken.write_bytes(b"no knowledge")
    told = factcheck("check", long, "--kb", broken, "--jobs", "2")
    assert told.returncode == 2
    assert told.stderr.startswith("error: ")
    assert len(told.stderr.splitlines()) == 1


def test_after_an_error_nothing_of_the_pool_lives(demo_kb: Path) -> None:
    """What lived on would be told of the program's end by a pipe that it closes just then."""
    before = set(threading.enumerate())
    with pytest.raises(KeyError), Workers(FactChecker(demo_kb), jobs=2) as workers:
        workers.get_ready()
        pids = workers.pids()
        raise KeyError
    assert len(pids) == 2
    assert set(threading.enumerate()) <= before


def test_few_stories_start_no_worker(demo_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("factcheck.runs.checking.Workers", None)
    placed = [PlacedStory(Story("a", WRONG, GAME), "a.jsonl", 1)]
    ((_, report),) = check_placed(FactChecker(demo_kb), placed, jobs=8)
    assert isinstance(report, Report)


def test_memory_is_spared_while_files_are_checked_and_no_longer(
    demo_kb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checker = FactChecker(demo_kb)
    told: list[bool] = []
    for part in (checker.facts, checker.verifier):
        monkeypatch.setattr(part, "spare", told.append)
    placed = [PlacedStory(Story("a", WRONG, GAME), "a.jsonl", 1)]
    checked = check_placed(checker, placed)
    next(checked)
    assert told == [True, True]
    checked.close()  # as where the reader has seen enough
    assert told == [True, True, False, False]


def test_games_of_the_next_batches_are_fetched_with_those_of_the_first(
    examples_kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    checker = FactChecker(examples_kb)
    ahead: list[list[str]] = []
    fetch = checker.facts.look_ahead
    monkeypatch.setattr(
        checker.facts, "look_ahead", lambda games: ahead.append(list(games)) or fetch(games)
    )
    texts = [(TRUE, GAME)] * 30 + [("The Celtics beat the Lakers 113-107.", "2017-02-03-LAL-BOS")]
    placed = [PlacedStory(Story(str(n), *text), "a.jsonl", n) for n, text in enumerate(texts)]
    checked = list(check_placed(checker, placed))
    assert [story.story.id for story, _ in checked] == [str(n) for n in range(31)]
    assert all(isinstance(outcome, Report) for _, outcome in checked)
    assert ahead == [[GAME, "2017-02-03-LAL-BOS"], [GAME, "2017-02-03-LAL-BOS"]]


@pytest.mark.parametrize(("jobs", "ahead"), [(1, ["b", "c", "d"]), (2, ["c", "e", "g"])])
def test_a_process_is_told_the_games_of_batches_that_it_is_likely_to_get(
    jobs: int, ahead: list[str]
) -> None:
    batches = [[game, game] for game in "abcdefghi"]
    told = list(with_games_ahead(iter(batches), str, jobs))
    assert [batch for batch, _ in told] == batches
    assert told[0] == (["a", "a"], ahead)
    assert told[-1] == (["i", "i"], [])


def held(kb: KnowledgeBase, *, sparing: bool) -> int:
    """Return the bytes that the facts of sixty games hold, asked for one by one."""
    games = [game.game_id for game in kb.games()][:60]
    store = FactStore(kb.connection)
    store.spare(sparing)
    tracemalloc.start()
    for game in games:
        store.games([game])
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size


def test_facts_of_games_hold_less_where_memory_is_spared(examples_kb: KnowledgeBase) -> None:
    assert held(examples_kb, sparing=True) < 0.6 * held(examples_kb, sparing=False)


# Going on


def run_killed(call: Sequence[str | Path], journal: Path, lines: int) -> int:
    """Run until a journal has some lines, then kill the process and its workers at once."""
    process = subprocess.Popen(
        [sys.executable, "-m", "factcheck", *map(str, call)],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    deadline = time.monotonic() + 120
    while process.poll() is None and time.monotonic() < deadline:
        if journal.exists() and journal.read_bytes().count(b"\n") > lines:
            break
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    return process.returncode


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_killed_run_goes_on_where_it_was(
    jobs: str, stories: Path, demo_kb: Path, tmp_path: Path,
    serial: subprocess.CompletedProcess[str],
) -> None:  # fmt: skip
    out, journal = tmp_path / "out.jsonl", tmp_path / "out.jsonl.resume"
    call = (
        "check", stories, "--kb", demo_kb, "--jobs", jobs, "--claims", "-o", out, "--resume",
    )  # fmt: skip
    assert run_killed(call, journal, 1) == -signal.SIGKILL
    assert not out.exists()
    before = journal.read_bytes()
    assert before.count(b"\n") > 1
    journal.write_bytes(before + b'{"id": "s9')  # a line cut off, as by a crash of the machine
    done = factcheck(*call)
    assert (done.returncode, done.stderr) == (serial.returncode, serial.stderr)
    assert json_lines(out.read_text(encoding="utf-8")) == json_lines(serial.stdout)
    assert not journal.exists()


def test_a_journal_of_another_run_is_refused(stories: Path, demo_kb: Path, tmp_path: Path) -> None:
    out, journal = tmp_path / "out.csv", tmp_path / "out.csv.resume"
    journal.write_text('{"version": "0"}\n', encoding="utf-8")
    call = ("check", stories, "--kb", demo_kb, "-o", out, "--resume")
    refused(factcheck(*call), f"{journal}: is the journal of another run")
    assert journal.read_text(encoding="utf-8") == '{"version": "0"}\n'
    refused(factcheck("check", stories, "--kb", demo_kb, "--resume"), "--resume goes with a file")
    call = ("check", "-", "--kb", demo_kb, "-o", out, "--resume")
    refused(factcheck(*call), "not with standard input")

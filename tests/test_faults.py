"""Faults around a run: full disks, killed programs, files replaced, other clocks and places."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import GAME, WRONG, factcheck, refused

from factcheck import FactChecker
from factcheck.knowledge import KnowledgeBase, build
from factcheck.support.resources import kb_folder

pytestmark = pytest.mark.slow

#: A build that is killed when it says that it does what is named, or before its file is moved.
KILLED_BUILD = """
import os, signal, sys
from pathlib import Path
from factcheck.knowledge import build

moment, output, *sources = sys.argv[1:]

def kill(*_):
    os.kill(os.getpid(), signal.SIGKILL)

def progress(what, done, total):
    if what.split()[0] == moment:
        kill()

if moment == "replacing":
    Path.replace = kill
build(Path(output), [Path(one) for one in sources], progress)
"""


@pytest.fixture
def story(tmp_path: Path) -> Path:
    path = tmp_path / "story.txt"
    path.write_text(WRONG, encoding="utf-8")
    return path


def sources() -> list[Path]:
    return sorted((kb_folder() / "demo").glob("*.csv"))


def call(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "factcheck", *map(str, arguments)]


def _small_files() -> None:
    """Let no file grow beyond 100 bytes, as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv", "out.txt", "out.html", "out.jsonl.gz"])
def test_a_full_disk_leaves_the_older_output(
    name: str, story: Path, demo_kb: Path, tmp_path: Path
) -> None:
    out = tmp_path / name
    out.write_text("older", encoding="utf-8")
    done = subprocess.run(
        call("check", story, "--kb", demo_kb, "--game", GAME, "-o", out),
        preexec_fn=_small_files, capture_output=True, text=True, check=False,
        env={**os.environ, "FACTCHECK_CACHE": "", "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert done.stderr.splitlines()[-1].startswith(f"error: {out}: cannot be written: ")
    assert "Traceback" not in done.stderr
    assert out.read_text(encoding="utf-8") == "older"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, "story.txt"])


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that takes no files")
def test_a_folder_that_takes_no_files(story: Path, demo_kb: Path) -> None:
    done = factcheck("check", story, "--kb", demo_kb, "--game", GAME, "-o", "/proc/out.csv")
    refused(done, "/proc/out.csv: cannot be written: ")


@pytest.mark.parametrize("moment", ["reading", "matching", "done", "replacing"])
def test_a_killed_build_leaves_the_older_knowledge_base(
    moment: str, demo_kb: Path, tmp_path: Path
) -> None:
    kb = tmp_path / "kb.duckdb"
    shutil.copy(demo_kb, kb)
    before = kb.read_bytes()
    command = [sys.executable, "-c", KILLED_BUILD, moment, kb, *sources()]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    assert kb.read_bytes() == before


@pytest.mark.parametrize("delay", [0.3, 1.0, 1.5])
def test_a_build_killed_at_any_time_leaves_a_knowledge_base(
    delay: float, demo_kb: Path, tmp_path: Path
) -> None:
    kb = tmp_path / "kb.duckdb"
    shutil.copy(demo_kb, kb)
    with subprocess.Popen(
        call("kb", "build", kb, *sources()), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        time.sleep(delay)
        process.kill()
    # Old or new: a build may be killed after its file has taken the older one's place.
    with KnowledgeBase.open(kb) as opened:
        assert opened.find_game(GAME) == GAME


def test_a_file_that_is_replaced_amid_a_check_is_read_to_the_end(
    demo_kb: Path, tmp_path: Path
) -> None:
    kb = tmp_path / "kb.duckdb"
    shutil.copy(demo_kb, kb)
    checker = FactChecker(kb)
    first = checker.check(WRONG, GAME)
    (tmp_path / "other").write_bytes(b"no knowledge base")
    (tmp_path / "other").replace(kb)
    assert checker.check(WRONG, GAME) == first


def test_two_builds_of_one_file_leave_one_that_is_whole(tmp_path: Path) -> None:
    kb = tmp_path / "kb.duckdb"
    both = [
        subprocess.Popen(call("kb", "build", kb, *sources()), stdout=subprocess.DEVNULL)
        for _ in range(2)
    ]
    assert [process.wait(300) for process in both] == [0, 0]
    with KnowledgeBase.open(kb) as opened:
        assert opened.find_game(GAME) == GAME
    assert [path.name for path in tmp_path.iterdir()] == ["kb.duckdb"]


@pytest.mark.parametrize(
    "environment",
    [
        {"TZ": "Pacific/Kiritimati", "LC_ALL": "C"},
        {"TZ": "America/Los_Angeles", "LC_ALL": "tr_TR.UTF-8", "LANG": "de_DE.UTF-8"},
    ],
)
def test_clocks_and_locales_change_nothing(
    environment: dict[str, str], story: Path, demo_kb: Path
) -> None:
    arguments = ("check", story, "--kb", demo_kb, "--game", GAME, "--format", "jsonl", "--claims")
    assert factcheck(*arguments, **environment).stdout == factcheck(*arguments, TZ="UTC").stdout


def test_a_build_can_be_made_again_over_its_own_output(tmp_path: Path) -> None:
    kb = tmp_path / "kb.duckdb"
    with KnowledgeBase.open(_built(kb)) as opened:
        _built(kb)
        assert opened.find_game(GAME) == GAME


def _built(kb: Path) -> Path:
    build(kb, sources())
    return kb

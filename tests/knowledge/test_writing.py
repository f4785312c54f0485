"""A knowledge base is written whole or not at all, and nothing is left beside it."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest
from small_sources import season, team_games

from factcheck.knowledge import KnowledgeBase, build

pytestmark = pytest.mark.slow

GAME = team_games("2014-11-05", "MEM", "PHX", (26, 27), (20, 25), (30, 19), (26, 20))
KILLED = """
import os, signal, sys
from pathlib import Path
from factcheck.knowledge import build
def progress(what, done, total):
    if "players" in what:
        os.kill(os.getpid(), signal.SIGKILL)
build(Path(sys.argv[1]), [Path(one) for one in sys.argv[2:]], progress)
"""


def leftovers(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.startswith("."))


def test_the_next_build_removes_what_a_killed_one_left(tmp_path: Path) -> None:
    sources = season(tmp_path / "sources", GAME)
    output = tmp_path / "kb.duckdb"
    command = [sys.executable, "-c", KILLED, str(output), *map(str, sources)]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL
    assert not output.exists()
    assert leftovers(tmp_path) != []
    build(output, sources)
    assert leftovers(tmp_path) == []
    with KnowledgeBase.open(output) as kb:
        assert len(kb.games()) == 1


def test_the_file_of_a_build_that_still_runs_is_left_alone(tmp_path: Path) -> None:
    beside = tmp_path / ".factcheck-busy"
    beside.mkdir()
    code = f"import duckdb, time; c = duckdb.connect({str(beside / 'kb.duckdb')!r}); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code]) as other:
        while not (beside / "kb.duckdb").exists():
            time.sleep(0.01)
        build(tmp_path / "kb.duckdb", season(tmp_path / "sources", GAME))
        assert leftovers(tmp_path) == [beside.name]
        other.kill()


@pytest.mark.parametrize("kilobytes", [64, 1024])
def test_want_of_space_is_one_line_and_leaves_the_old_file(tmp_path: Path, kilobytes: int) -> None:
    sources = season(tmp_path / "sources", GAME)
    output = tmp_path / "kb.duckdb"
    build(output, sources)
    before = output.read_bytes()

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (kilobytes << 10, kilobytes << 10))

    command = [sys.executable, "-m", "factcheck", "kb", "build", output, *sources]
    done = subprocess.run(
        command, capture_output=True, check=False, text=True, preexec_fn=limit, env=os.environ
    )
    assert done.returncode == 2
    assert done.stderr.strip() == f"error: {output}: cannot be written: File too large"
    assert output.read_bytes() == before
    assert leftovers(tmp_path) == []
    duckdb.connect(str(output), read_only=True).close()

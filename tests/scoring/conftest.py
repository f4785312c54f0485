"""The small lists as files, and the real command line."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from command_processes import run_command
from small_lists import GOLD, HEADER, SUBMITTED, RunFactcheck, WriteList, lookup_text


@pytest.fixture
def write_list(tmp_path: Path) -> WriteList:
    """Write rows under the shared task's header and return the path."""

    def write(rows: Sequence[str], name: str = "list.csv", header: str = HEADER) -> Path:
        path = tmp_path / name
        path.write_text("\n".join((header, *rows)) + "\n", encoding="utf-8")
        return path

    return write


@pytest.fixture
def lookup_file(tmp_path: Path) -> Path:
    """The token lookup of the two stories."""
    path = tmp_path / "token_lookup.yaml"
    path.write_text(lookup_text(), encoding="utf-8")
    return path


@pytest.fixture
def gold_file(write_list: WriteList) -> Path:
    """The gold standard of the two stories."""
    return write_list(GOLD, "gold.csv")


@pytest.fixture
def submitted_file(write_list: WriteList) -> Path:
    """The submission for the two stories."""
    return write_list(SUBMITTED, "submitted.csv")


@pytest.fixture
def run_factcheck() -> RunFactcheck:
    """Run the real command line and return what it printed and its status."""

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        done = run_command([str(argument) for argument in arguments])
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
        )

    return run

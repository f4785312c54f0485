"""A small knowledge base of the project's own: the game of the demo."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from command_processes import run_command

from factcheck import FactChecker
from factcheck.knowledge import build
from factcheck.support.resources import kb_folder

RunFactcheck = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def demo_kb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A knowledge base of Memphis at Phoenix, 5 November 2014."""
    path = tmp_path_factory.mktemp("metrics") / "demo.duckdb"
    build(path, sorted((kb_folder() / "demo").glob("*.csv")))
    return path


@pytest.fixture(scope="session")
def checker(demo_kb: Path) -> FactChecker:
    """A checker on the demo's knowledge base."""
    return FactChecker(demo_kb)


@pytest.fixture
def run_factcheck() -> RunFactcheck:
    """Run the real command line and return what it printed and its status."""

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        done = run_command([str(argument) for argument in arguments])
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
        )

    return run

"""A small knowledge base of the project's own: the game of the demo."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

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
        return subprocess.run(
            [sys.executable, "-m", "factcheck", *map(str, arguments)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    return run

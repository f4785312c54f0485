"""A small knowledge base of the project's own: the game of the demo."""

from __future__ import annotations

from pathlib import Path

import pytest

from factcheck.knowledge import build
from factcheck.support.resources import kb_folder


@pytest.fixture(scope="session")
def demo_kb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A knowledge base of Memphis at Phoenix, 5 November 2014."""
    path = tmp_path_factory.mktemp("integrations") / "demo.duckdb"
    build(path, sorted((kb_folder() / "demo").glob("*.csv")))
    return path

"""Data flows one way: what a part of the engine may import, and who may ask the database."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ENGINE = ROOT / "factcheck"
STEPS = ["parser", "matching", "verifying", "rivals", "resolving"]
READERS = ["exchange", "page", "metrics", "hallucinations", "scoring", "commands", "integrations"]


def imports(path: Path) -> Iterator[str]:
    """Modules that a file or all files of a folder import, by their full names."""
    for file in sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert node.module is not None, file
                yield node.module
            elif isinstance(node, ast.Import):
                yield from (name.name for name in node.names)


def belongs(module: str, parts: list[str]) -> bool:
    return any(re.match(rf"factcheck\.{part}\b", module) for part in parts)


@pytest.mark.parametrize("number", range(len(STEPS)), ids=STEPS)
def test_no_step_reaches_back(number: int) -> None:
    found = list(imports(ENGINE / STEPS[number]))
    assert any(module.startswith("factcheck.") for module in found)
    assert [m for m in found if belongs(m, [*STEPS[number + 1 :], *READERS])] == []


@pytest.mark.parametrize("step", ["matching", "rivals", "resolving", "relations", "rulebook"])
def test_only_verifying_asks_the_database(step: str) -> None:
    assert "duckdb" not in set(imports(ENGINE / step))
    assert "duckdb" in set(imports(ENGINE / "verifying"))


def test_the_steps_after_parsing_name_no_statistic_and_no_period() -> None:
    codes = re.compile(r"\"(PTS|REB|AST|STL|BLK|TOV|FGM|FG3M|FTM|Q[1-4]|H[12])\"")
    files = [*ENGINE.glob("rulebook/*.py"), *ENGINE.glob("*.py")]
    assert len(files) > 15
    assert [file.name for file in files if codes.search(file.read_text(encoding="utf-8"))] == []

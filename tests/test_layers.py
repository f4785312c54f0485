"""Data flows one way: what a room of the house may import, and who may ask the database."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ENGINE = Path(__file__).parent.parent / "factcheck"
# Each room imports only rooms before it; ``model`` and ``errors`` are open to all.
ROOMS = [
    "support", "language", "rulebook", "parser", "knowledge", "fetching", "stories",
    "evaluation", "interpretation", "fixing", "checker", "runs", "scoring", "page", "reviews",
    "exchange", "metrics", "hallucinations", "integrations", "server", "commands",
]  # fmt: skip
# The same of the rooms of interpretation; its own modules are open to all of them.
INTERPRETATION = [
    "readings", "quantities", "matching", "course", "verification", "facts", "excuses",
    "explanations", "decision", "reports",
]  # fmt: skip


def files(place: Path) -> list[Path]:
    return sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]


def imports(place: Path) -> Iterator[str]:
    """Modules that a file or all files of a folder import, by their full names."""
    for file in files(place):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert node.module is not None, file
                yield node.module
            elif isinstance(node, ast.Import):
                yield from (name.name for name in node.names)


def rooms_used(place: Path) -> set[str]:
    """Return the rooms that a place imports."""
    found = (module.split(".") for module in imports(place))
    return {parts[1] for parts in found if parts[0] == "factcheck" and len(parts) > 1}


def test_every_folder_is_a_room() -> None:
    folders = {path.parent.name for path in ENGINE.glob("*/__init__.py")}
    assert folders <= set(ROOMS)


@pytest.mark.parametrize(
    "number",
    [n for n, room in enumerate(ROOMS) if (ENGINE / room).is_dir() or room == "checker"],
    ids=lambda n: ROOMS[n],
)
def test_a_room_imports_only_rooms_before_it(number: int) -> None:
    used = rooms_used(ENGINE / ROOMS[number])
    assert sorted(used & set(ROOMS[number + 1 :])) == []


def test_every_folder_of_interpretation_is_a_room() -> None:
    folders = {path.parent.name for path in (ENGINE / "interpretation").glob("*/__init__.py")}
    assert folders == set(INTERPRETATION)


@pytest.mark.parametrize("number", range(len(INTERPRETATION)), ids=INTERPRETATION)
def test_a_room_of_interpretation_imports_only_rooms_before_it(number: int) -> None:
    place = ENGINE / "interpretation" / INTERPRETATION[number]
    later = {f"factcheck.interpretation.{room}" for room in INTERPRETATION[number + 1 :]}
    used = {".".join(module.split(".")[:3]) for module in imports(place)}
    assert sorted(used & later) == []


def test_only_verifying_asks_the_database() -> None:
    asking = [
        path.stem for path in files(ENGINE / "interpretation") if "duckdb" in set(imports(path))
    ]
    assert asking == ["sessions", "verifying"]
    assert "duckdb" not in set(imports(ENGINE / "rulebook"))


def test_the_steps_after_parsing_name_no_statistic_and_no_period() -> None:
    codes = re.compile(r"\"(PTS|REB|AST|STL|BLK|TOV|FGM|FG3M|FTM|Q[1-4]|H[12])\"")
    steps = [*files(ENGINE / "rulebook"), *files(ENGINE / "interpretation")]
    assert len(steps) > 12
    assert [file.name for file in steps if codes.search(file.read_text(encoding="utf-8"))] == []

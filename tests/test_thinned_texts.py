"""Texts with some of their planted mistakes mended: what few mistakes are measured on."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

from thinned import LEFT, Version, versions  # noqa: E402


@pytest.fixture(scope="module")
def taken() -> list[Version]:
    return list(versions(Path(), ["models"], ["look"]))


def test_marks_stand_where_the_mistakes_are_now(taken: list[Version]) -> None:
    path = BENCHMARKS / "texts" / "look" / "models.jsonl"
    items = [json.loads(line) for line in path.open(encoding="utf-8")]
    words = {item["id"]: {mark["text"] for mark in item["mistakes"]} for item in items}
    marked = [
        (version.story.text[start:end], words[version.story.id.split(":")[0]])
        for version in taken
        for start, end, _ in version.gold
    ]
    assert marked
    assert all(text in known for text, known in marked)


def test_a_text_without_its_mistakes_is_the_mended_one(taken: list[Version]) -> None:
    path = BENCHMARKS / "texts" / "look" / "models.jsonl"
    items = {item["id"]: item for item in map(json.loads, path.open(encoding="utf-8"))}
    mended = [version for version in taken if version.left == "none"]
    assert mended
    for version in mended:
        clean = items[version.story.id.split(":")[0] + "-clean"]
        assert version.story.text == clean["text"]
        assert version.gold == ()


def test_versions_of_a_kind_count_as_one_text(taken: list[Version]) -> None:
    texts = {version.story.id.split(":")[0] for version in taken if version.left == "all"}
    for left in LEFT:
        shares = sum(version.share for version in taken if version.left == left)
        assert shares == pytest.approx(len(texts))

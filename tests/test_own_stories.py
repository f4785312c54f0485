"""Our own stories about real games, some true, some with listed mistakes, are well formed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from factcheck.model import Category

FILE = Path(__file__).parent / "data" / "own_stories.jsonl"
STORIES: list[dict[str, Any]] = [
    json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()
]


def test_half_of_the_stories_are_true_and_each_game_has_one_of_both() -> None:
    games_of_true = [story["game"] for story in STORIES if not story["mistakes"]]
    games_of_false = [story["game"] for story in STORIES if story["mistakes"]]
    assert len(STORIES) == 40
    assert len(set(games_of_true)) == 20
    assert sorted(games_of_true) == sorted(games_of_false)


def test_story_ids_are_unique() -> None:
    assert len({story["id"] for story in STORIES}) == len(STORIES)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story["id"])
def test_listed_mistakes_stand_where_they_are_said_to_stand(story: dict[str, Any]) -> None:
    end = 0
    for mistake in story["mistakes"]:
        assert mistake["start"] >= end, mistake
        end = mistake["end"]
        assert story["text"][mistake["start"] : end] == mistake["text"]
        assert mistake["category"] in set(Category)
        assert mistake["correction"] != mistake["text"]


def test_every_category_that_can_be_decided_is_among_the_mistakes() -> None:
    found = {mistake["category"] for story in STORIES for mistake in story["mistakes"]}
    assert found == {"NUMBER", "NAME", "WORD", "CONTEXT", "NOT_CHECKABLE"}

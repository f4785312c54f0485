"""Stories are handed out in batches."""

from __future__ import annotations

import pytest

from factcheck.checker import BATCH
from factcheck.model import Story
from factcheck.runs.checking import _batches
from factcheck.stories.placed import PlacedStory


def sizes(count: int, jobs: int) -> list[int]:
    stories = [PlacedStory(Story(str(n), "The Suns won."), "a", n) for n in range(count)]
    batches = list(_batches(iter(stories), jobs))
    assert [story for batch in batches for story in batch] == stories
    return [len(batch) for batch in batches]


def test_one_process_gets_whole_batches() -> None:
    assert sizes(2 * BATCH + 5, 1) == [BATCH, BATCH, 5]
    assert sizes(0, 1) == []


@pytest.mark.parametrize("jobs", [2, 3, 8])
def test_several_processes_get_smaller_batches_towards_the_end(jobs: int) -> None:
    found = sizes(1000, jobs)
    assert found[0] == BATCH
    assert found[:-1] == sorted(found[:-1], reverse=True)
    assert max(found[-jobs:]) <= BATCH // 4

"""The 60 training stories of the shared task against their human summaries."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from factcheck import FactChecker, FactCheckError, Report, Story
from factcheck.knowledge import build
from factcheck.metrics import StoryScore, score_reports, summarise
from factcheck.stories.reading import Column, read_stories


@pytest.fixture(scope="module")
def shared_task_checker(data: Path, tmp_path_factory: pytest.TempPathFactory) -> FactChecker:
    path = tmp_path_factory.mktemp("shared-task") / "games.duckdb"
    build(path, [data / "accuracy_shared_task" / "shared_task.jsonl"])
    return FactChecker(path)


@pytest.fixture(scope="module")
def summaries(data: Path) -> Mapping[str, tuple[str, str]]:
    """The human summary of each story's game, tokenised and in normal English."""
    path = data / "accuracy_shared_task" / "shared_task.jsonl"
    games = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {
        game["shared_task_text_id"]: (game["cleaned_text"], game["detokenized_text"])
        for game in games
    }


@pytest.fixture(scope="module")
def stories(
    data: Path, shared_task_checker: FactChecker, summaries: Mapping[str, tuple[str, str]]
) -> list[Story]:
    skipped: list[FactCheckError] = []
    placed = read_stories(
        [data / "accuracy_shared_task" / "games.csv"],
        shared_task_checker.kb,
        skipped.append,
        column=Column.TOKENISED,
    )
    found = [replace(item.story, references=summaries[item.story.id][:1]) for item in placed]
    assert not skipped
    return found


@pytest.fixture(scope="module")
def reports(shared_task_checker: FactChecker, stories: list[Story]) -> list[Report]:
    return list(shared_task_checker.check_many(stories))


@pytest.fixture(scope="module")
def scores(shared_task_checker: FactChecker, reports: list[Report]) -> list[StoryScore]:
    return list(score_reports(shared_task_checker, reports))


def test_every_story_is_scored_against_its_summary(scores: list[StoryScore]) -> None:
    assert len(scores) == 60
    for name in ("rg_precision", "coverage", "mistakes_per_100_tokens"):
        assert sum(score.values[name] is None for score in scores) == 0, name
    # A summary may tell of other things than rules have relations for.
    for name in ("cs_precision", "cs_recall", "cs_f1", "co"):
        assert sum(score.values[name] is None for score in scores) < 5, name


def test_people_state_what_the_data_supports(
    shared_task_checker: FactChecker, stories: list[Story], scores: list[StoryScore]
) -> None:
    human = [replace(story, text=story.references[0], references=()) for story in stories]
    people = summarise(
        list(score_reports(shared_task_checker, shared_task_checker.check_many(human)))
    ).estimates
    machines = summarise(scores).estimates

    def value(estimates: Mapping[str, object], name: str) -> float:
        found = estimates[name].value  # type: ignore[attr-defined]
        assert isinstance(found, float)
        return found

    assert value(people, "rg_precision") > 0.9 > value(machines, "rg_precision") > 0.7
    assert value(people, "mistakes") < value(machines, "mistakes") / 2


def test_both_kinds_of_text_give_the_same_relations(
    shared_task_checker: FactChecker,
    stories: list[Story],
    summaries: Mapping[str, tuple[str, str]],
) -> None:
    tokenised = [
        replace(s, text=summaries[s.id][0], references=(summaries[s.id][1],)) for s in stories
    ]
    scores = score_reports(shared_task_checker, shared_task_checker.check_many(tokenised))
    agreement = summarise(list(scores)).estimates
    assert agreement["cs_f1"].value is not None and agreement["cs_f1"].value > 0.98
    assert agreement["co"].value is not None and agreement["co"].value > 0.98


def test_the_summary_of_another_game_is_refused(
    shared_task_checker: FactChecker, reports: list[Report]
) -> None:
    first, second = reports[0].story, reports[1].story
    mixed = replace(reports[0], story=replace(first, references=second.references))
    with pytest.raises(FactCheckError, match=f"story {first.id}: reference 1: .*{second.game}"):
        list(score_reports(shared_task_checker, [mixed]))

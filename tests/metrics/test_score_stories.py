"""Scores of stories that are really checked, on the demo's knowledge base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from factcheck import FactChecker, FactCheckError, Story
from factcheck.metrics import MEASURES, StoryScore, score_reports, summarise, summarise_systems
from factcheck.metrics.corpus import ALL, UNNAMED
from factcheck.scoring.bootstrap import Bootstrap

GAME = "2014-11-05-MEM-PHX"
TEXT = (
    "Courtney Lee scored 22 points and had three assists . "
    "Marc Gasol had 18 points and 9 rebounds ."
)
REFERENCE = "Marc Gasol had 18 points . Courtney Lee had 22 points . Mike Conley had 11 assists ."


def scores_of(checker: FactChecker, stories: Sequence[Story]) -> list[StoryScore]:
    return list(score_reports(checker, checker.check_many(stories)))


@pytest.fixture(scope="session")
def score(checker: FactChecker) -> StoryScore:
    return scores_of(checker, [Story("one", TEXT, GAME, references=(REFERENCE,))])[0]


def test_relations_are_generated(score: StoryScore) -> None:
    # Lee's points and assists and Gasol's points are right, his rebounds are not.
    assert score.values["rg_relations"] == 3
    assert score.values["contradicted_relations"] == 1
    assert score.values["rg_precision"] == pytest.approx(3 / 4)


def test_content_is_selected_and_ordered_against_the_reference(score: StoryScore) -> None:
    assert score.values["cs_precision"] == pytest.approx(2 / 4)
    assert score.values["cs_recall"] == pytest.approx(2 / 3)
    assert score.values["cs_supported_precision"] == pytest.approx(2 / 3)
    # Lee 22, Lee 3, Gasol 18, Gasol 9 against Gasol 18, Lee 22, Conley 11: only Gasol's
    # points can stay in place, so three edits of four.
    assert score.values["co"] == pytest.approx(1 / 4)


def test_coverage_counts_cells_of_the_game(score: StoryScore) -> None:
    assert score.figures["coverage"].part == 3
    assert score.figures["coverage_contradicted"].part == 1
    whole = score.figures["coverage"].whole
    parts = score.figures["box_score_coverage"], score.figures["line_score_coverage"]
    assert whole == sum(part.whole for part in parts) > 200


def test_mistakes_count_per_story_and_per_100_tokens(score: StoryScore) -> None:
    assert score.values["tokens"] == 19
    assert score.values["mistakes"] == score.values["mistakes_NUMBER"] == 1
    assert score.values["mistakes_per_100_tokens"] == pytest.approx(100 / 19)


def test_the_best_of_several_references_counts(checker: FactChecker) -> None:
    worse = "Mike Conley had 11 assists ."
    story = Story("one", TEXT, GAME, references=(worse, REFERENCE))
    assert scores_of(checker, [story])[0].values["cs_recall"] == pytest.approx(2 / 3)


def test_a_text_as_its_own_reference_agrees_fully(checker: FactChecker) -> None:
    values = scores_of(checker, [Story("one", TEXT, GAME, references=(TEXT,))])[0].values
    assert values["cs_f1"] == values["cs_supported_f1"] == values["co"] == 1


def test_without_reference_there_is_no_selection(checker: FactChecker) -> None:
    values = scores_of(checker, [Story("one", TEXT, GAME)])[0].values
    assert [name for name in MEASURES if values[name] is None] == [
        *("cs_precision", "cs_recall", "cs_f1"),
        *("cs_supported_precision", "cs_supported_recall", "cs_supported_f1", "co"),
    ]


def test_an_empty_reference_is_refused_with_its_number(checker: FactChecker) -> None:
    story = Story("one", TEXT, GAME, references=(REFERENCE, " "))
    with pytest.raises(FactCheckError, match="story one: reference 2: the story is empty"):
        scores_of(checker, [story])


def test_a_bad_reference_leaves_only_its_story_out(checker: FactChecker) -> None:
    stories = [Story("one", TEXT, GAME, references=("",)), Story("two", TEXT, GAME)]
    skipped: list[FactCheckError] = []
    scores = list(score_reports(checker, checker.check_many(stories), skipped.append))
    assert [score.id for score in scores] == ["two"]
    assert len(skipped) == 1


def test_a_corpus_pools_shares_and_averages_counts(checker: FactChecker) -> None:
    short = Story("two", "Courtney Lee scored 22 points .", GAME)
    summary = summarise(scores_of(checker, [Story("one", TEXT, GAME), short]))
    assert summary.stories == 2
    assert summary.estimates["rg_relations"].value == 2
    assert summary.estimates["rg_precision"].value == pytest.approx(4 / 5)
    assert summary.estimates["mistakes_per_100_tokens"].value == pytest.approx(100 / 25)
    assert summary.estimates["co"].value is None


def test_intervals_hold_the_figure_and_vanish_for_equal_stories(checker: FactChecker) -> None:
    short = Story("two", "Courtney Lee scored 22 points .", GAME)
    scores = scores_of(checker, [Story("one", TEXT, GAME), short])
    mixed = summarise(scores, Bootstrap(200)).estimates["rg_precision"]
    assert mixed.interval is not None and mixed.value is not None
    assert mixed.interval.low == pytest.approx(3 / 4)
    assert mixed.interval.low < mixed.value < mixed.interval.high == 1
    equal = summarise([scores[0], replace(scores[0], id="again")], Bootstrap(200))
    interval = equal.estimates["rg_precision"].interval
    assert interval is not None
    assert interval.low == interval.high


def test_systems_are_summed_up_apart_and_together(checker: FactChecker) -> None:
    stories = [
        Story("one", TEXT, GAME, system="template"),
        Story("two", TEXT, GAME, system="neural"),
        Story("three", TEXT, GAME, system="template"),
        Story("four", TEXT, GAME),
    ]
    found = summarise_systems(scores_of(checker, stories))
    assert [(summary.name, summary.stories) for summary in found] == [
        ("template", 2), ("neural", 1), (UNNAMED, 1), (ALL, 4),
    ]  # fmt: skip


def test_without_systems_there_is_one_summary(checker: FactChecker) -> None:
    found = summarise_systems(scores_of(checker, [Story("one", TEXT, GAME)]))
    assert [summary.name for summary in found] == [ALL]


def test_no_stories_have_no_figures() -> None:
    summary = summarise([], Bootstrap(10))
    assert {estimate.value for estimate in summary.estimates.values()} == {None}

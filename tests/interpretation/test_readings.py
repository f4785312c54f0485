"""Other meanings of a number, and the confidence that follows from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from factcheck import FactChecker
from factcheck.errors import RuleError
from factcheck.interpretation.confidence import ConfidenceModel, error_prior
from factcheck.interpretation.readings.others import Stated, fits, other_readings
from factcheck.interpretation.readings.vicinity import Vicinity
from factcheck.knowledge import KnowledgeBase
from factcheck.knowledge.fact_store import FactStore
from factcheck.knowledge.facts import GameFacts
from factcheck.support.resources import rules_folder

GAME = "2014-11-05-MEM-PHX"
CONLEY, LEE, GASOL = 201144, 201584, 201188


@pytest.fixture(scope="module")
def facts(demo: KnowledgeBase) -> GameFacts:
    return FactStore(demo.connection).games([GAME])[GAME]


def stated(value: float, **other: object) -> Stated:
    known = {
        "kind": "number", "second": None, "hedge": "exact", "owner": CONLEY, "statistic": "PTS",
        "part": "GAME",
    }  # fmt: skip
    return Stated(value=value, **(known | other))  # type: ignore[arg-type]


def sources(number: Stated, facts: GameFacts, **named: list[object]) -> set[str]:
    here = Vicinity(**named)  # type: ignore[arg-type]
    return {reading.source for reading in other_readings(number, facts, here, Vicinity())}


def test_facts_know_players_teams_groups_quarters_and_scores(facts: GameFacts) -> None:
    assert facts.value(CONLEY, "PTS") == 24
    assert facts.value("MEM", "PTS", "H1") == 46
    assert facts.value("both", "PTS") == 193
    assert facts.value("bench MEM", "PTS") == facts.value("MEM", "BENCH_PTS")
    assert facts.value("both", "MARGIN", "H1") == 6
    assert (52, 46) in facts.scores["H1"]
    assert facts.value(CONLEY, "PTS", "Q9") is None


def test_facts_of_an_unknown_game_are_empty(demo: KnowledgeBase) -> None:
    assert FactStore(demo.connection).games(["nowhere"])["nowhere"].values == {}


@pytest.mark.parametrize(
    ("number", "named", "source"),
    [
        (stated(22), {"owners": [CONLEY, LEE]}, "owner"),
        (stated(11), {"owners": [CONLEY], "statistics": ["AST"]}, "statistic"),
        (stated(46), {"owners": [CONLEY, LEE]}, "sum"),
        (stated(46, owner="MEM"), {"owners": ["MEM"], "parts": ["H1"]}, "part"),
        (stated(52, kind="score", second=46, owner="PHX"), {}, "score"),
        (stated(6, owner="PHX"), {"owners": ["PHX"], "parts": ["H1"]}, "difference"),
        (stated(18, kind="shooting", second=28), {"owners": [CONLEY, LEE]}, "sum"),
        (stated(4, kind="shooting", second=14), {"owners": [CONLEY]}, "statistic"),
    ],
)
def test_a_number_is_tried_in_the_other_ways_at_hand(
    facts: GameFacts, number: Stated, named: dict[str, list[object]], source: str
) -> None:
    assert source in sources(number, facts, **named)


def test_a_number_that_fits_nothing_has_no_other_reading(facts: GameFacts) -> None:
    assert sources(stated(77), facts, owners=[CONLEY, LEE]) == set()


def test_a_rare_number_surprises_more_than_a_common_one(facts: GameFacts) -> None:
    here = Vicinity(owners=[CONLEY, LEE, GASOL], statistics=["PTS"])
    surprise = {
        value: next(
            reading.surprise
            for reading in other_readings(stated(value), facts, here, Vicinity())
            if reading.source == "owner"
        )
        for value in (22.0,)
    }
    few = other_readings(stated(3, statistic="REB"), facts, here, Vicinity())
    assert surprise[22.0] > max(reading.surprise for reading in few if reading.source == "owner")


@pytest.mark.parametrize(
    ("said", "hedge", "truth", "fit"),
    [
        (20, "exact", 20, True), (20, "exact", 21, False), (20, "over", 22, True),
        (20, "under", 19, True), (20, "under", 21, False), (20, "about", 21, True),
        (20, "at least", 31, True), (20, "over", 29, True), (20, "just over", 29, False),
        (20, "under", 9, True), (20, "nearly", 9, False), (20, "at most", 21, False),
    ],
)  # fmt: skip
def test_a_hedge_says_how_exact_a_number_is(
    said: float, hedge: str, truth: float, fit: bool
) -> None:
    assert fits(said, hedge, truth) is fit


def test_a_text_full_of_mistakes_makes_a_further_one_likelier() -> None:
    typical = (1.0, 9.0)
    assert error_prior(10, 20, typical) > error_prior(0, 0, typical) > error_prior(0, 20, typical)


def test_the_prior_of_a_person_counts_instead_of_the_text(demo: KnowledgeBase) -> None:
    text = "Mike Conley had 24 points. Marc Gasol finished with 18 points and seven rebounds."
    trusting = FactChecker(demo, prior=0.01, min_confidence=0).check(text, GAME).mistakes
    doubting = FactChecker(demo, prior=0.6, min_confidence=0).check(text, GAME).mistakes
    assert [m.span.text for m in trusting] == [m.span.text for m in doubting] == ["seven"]
    assert (trusting[0].confidence or 0) < (doubting[0].confidence or 0)


def test_what_is_less_sure_than_asked_for_is_not_reported(demo: KnowledgeBase) -> None:
    text = "Marc Gasol finished with 18 points and seven rebounds."
    assert len(FactChecker(demo, min_confidence=0).check(text, GAME).mistakes) == 1
    assert FactChecker(demo, min_confidence=1).check(text, GAME).mistakes == ()


def test_weights_are_data_that_a_person_can_read() -> None:
    model = ConfidenceModel.load(rules_folder() / "decision")
    assert model.weights["prior"] > 0
    assert "share" in model.doubt["half"]


@pytest.mark.parametrize(
    ("weights", "doubt", "message"),
    [
        ("[weights]\nbias = 'much'", "[unread]\nshare = ['half']", "a weight must be a number"),
        ("[weights", "[unread]\nshare = ['half']", "not valid TOML"),
        ("[other]\nbias = 1", "[unread]\nshare = ['half']", "a table is missing"),
        ("[weights]\nbias = 1", "[unread]\nshare = 'half'", "must be a list of words"),
    ],
)
def test_broken_weights_are_refused(tmp_path: Path, weights: str, doubt: str, message: str) -> None:
    (tmp_path / "confidence.toml").write_text(weights, encoding="utf-8")
    (tmp_path / "doubt.toml").write_text(doubt, encoding="utf-8")
    with pytest.raises(RuleError, match=message):
        ConfidenceModel.load(tmp_path)


def test_missing_weights_are_told(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="no such file"):
        ConfidenceModel.load(tmp_path)

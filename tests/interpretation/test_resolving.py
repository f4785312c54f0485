"""From contradicted claims to mistakes: spans, categories, the form of corrections."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from engine import Engine, rule
from hypothesis import given, settings
from hypothesis import strategies as st

from factcheck import FactChecker, Mistake
from factcheck.interpretation.confidence import ConfidenceModel
from factcheck.interpretation.decision.resolving import Resolver
from factcheck.interpretation.decision.weighing import Weigher
from factcheck.knowledge import KnowledgeBase
from factcheck.knowledge.facts import GameFacts

GAME = "2014-11-05-MEM-PHX"


@pytest.fixture
def engine(demo: KnowledgeBase, tmp_path: Path) -> Engine:
    return Engine(demo, tmp_path)


def mistakes(engine: Engine, text: str, *rules: str) -> list[Mistake]:
    verified = engine.verify(text, *rules)
    resolver = Resolver(engine.index, Weigher(ConfidenceModel()))
    weighed = resolver.weighed(engine.read(text), verified, [], GameFacts())
    return [resolver.mistake(item) for item in weighed]


def wrong(correction: str, more: str = "") -> str:
    """SQL that finds every claim wrong."""
    return f"SELECT id, false AS holds, {correction} AS correction {more} FROM claim"  # noqa: S608


@pytest.mark.parametrize(
    ("text", "pattern", "truth", "mark", "correction"),
    [
        ("He had 24 points.", "{number}", "9", "24", "9"),
        ("He had two steals.", "{number}", "3", "two", "three"),
        ("He had two steals.", "{number}", "14", "two", "14"),
        ("He had a steal.", "{number}", "3", "a", "three"),
        ("It was the second win.", "{ordinal}", "3", "second", "third"),
        ("They won on Friday.", "{day}", "2", "Friday", "Wednesday"),
        ("Mike Conley won.", "{player}", "201188", "Mike Conley", "Marc Gasol"),
        ("The Suns won.", "{team}", "'MEM'", "Suns", "Grizzlies"),
        ("The Phoenix Suns won.", "{team}", "'MEM'", "Phoenix Suns", "Memphis Grizzlies"),
        ("Phoenix won.", "{team}", "'MEM'", "Phoenix", "Memphis"),
        ("They won in Phoenix.", "{place}", "'MEM'", "Phoenix", "Memphis"),
        ("They won in Phoenix.", "{place}", "'Boise'", "Phoenix", "Boise"),
    ],
)
def test_a_correction_has_the_form_of_what_it_replaces(
    engine: Engine, text: str, pattern: str, truth: str, mark: str, correction: str
) -> None:
    source = rule("a", pattern, mark=pattern.strip("{}"), verify=wrong(truth))
    (found,) = mistakes(engine, text, source)
    assert (found.span.text, found.correction) == (mark, correction)


@pytest.mark.parametrize(
    ("text", "pattern"), [("The Suns won.", "{team}"), ("Mike Conley won.", "{player}")]
)
def test_an_id_that_nothing_is_called_by_is_no_correction(
    engine: Engine, text: str, pattern: str
) -> None:
    source = rule("a", pattern, mark=pattern.strip("{}"), verify=wrong("1713000"))
    (mistake,) = mistakes(engine, text, source)
    assert mistake.correction is None


def test_a_part_of_a_pair_is_marked_alone(engine: Engine) -> None:
    source = rule("a", "{score}", mark="score", verify=wrong("90", ", 'score.second' AS mark"))
    (found,) = mistakes(engine, "They won 102-91.", source)
    assert (found.span.text, found.correction) == ("91", "90")


def test_rows_of_one_claim_may_mark_several_spans(engine: Engine) -> None:
    sql = (
        "SELECT id, false AS holds, part.mark FROM claim, "
        "(VALUES ('score.first'), ('score.second')) AS part (mark)"
    )
    found = mistakes(engine, "They won 102-91.", rule("a", "{score}", mark="score", verify=sql))
    assert [mistake.span.text for mistake in found] == ["102", "91"]


def test_a_row_may_give_another_category_and_says_why(engine: Engine) -> None:
    more = ", 'NAME' AS category, 'It was so.' AS explanation, 7 AS seen"
    (found,) = mistakes(engine, "He had 24.", rule("a", "{number}", verify=wrong("9", more)))
    assert (found.rule, found.category, found.explanation) == ("a", "NAME", "It was so.")
    assert found.evidence == ({"seen": 7},)


def test_an_undecided_claim_is_marked_only_if_the_rule_says_so(engine: Engine) -> None:
    nothing = "SELECT id, true AS holds FROM claim WHERE false"
    assert not mistakes(engine, "He had 24.", rule("a", "{number}", verify=nothing))
    source = rule("a", "{number}", verify=nothing, when_unknown="flag", explanation="Nobody knows.")
    (found,) = mistakes(engine, "He had 24.", source)
    assert (found.category, found.correction) == ("NOT_CHECKABLE", None)
    assert found.explanation == "Nobody knows."


def test_the_rule_of_higher_priority_keeps_a_contested_span(engine: Engine) -> None:
    low = rule("low", "{number}", verify=wrong("1"))
    high = rule("high", "{number}", verify=wrong("2"), priority=1)
    (found,) = mistakes(engine, "He had 24.", low, high)
    assert found.rule == "high"


def test_what_fits_one_of_several_men_is_no_mistake(engine: Engine) -> None:
    text = "Mike Conley and Marc Gasol led the team with 24 points."
    sql = "SELECT id, player_id = 201188 AS holds FROM claim"
    assert not mistakes(engine, text, rule("a", "{number}", subject="player", verify=sql))
    sql = "SELECT id, player_id = 0 AS holds FROM claim"
    found = mistakes(engine, text, rule("a", "{number}", subject="player", verify=sql))
    assert [mistake.span.text for mistake in found] == ["24"]


PIECES = st.sampled_from(
    [
        "Mike Conley", "Marc Gasol", "the Suns", "The Grizzlies", "had", "24", "points", "and",
        "11", "assists", "102-91", "led", "scored", "on Friday", ",", ".", "who", "beat", "shot",
        "8-of-15", "percent", "They", "He", "will host", "a double-double", "🏀",
        "in the first quarter",
    ]
)  # fmt: skip


@pytest.fixture(scope="module")
def checker(demo_checker: FactChecker) -> FactChecker:
    return demo_checker


@settings(max_examples=40, deadline=None)
@given(pieces=st.lists(PIECES, min_size=1, max_size=40))
def test_marks_are_in_order_and_never_overlap(checker: FactChecker, pieces: list[str]) -> None:
    text = "The Grizzlies beat the Suns 102-91. " + " ".join(pieces)
    report = checker.check(text, GAME)
    for before, after in pairwise(report.mistakes):
        assert before.span.end <= after.span.start
        assert before.span.token_end < after.span.token_start
    for mistake in report.mistakes:
        assert text[mistake.span.start : mistake.span.end] == mistake.span.text

"""Details: what stands around a match fills slots, up to where another match begins."""

from __future__ import annotations

from pathlib import Path

import pytest
from engine import GAME, Engine, rule

from factcheck.knowledge import KnowledgeBase

DETAILS = """
[rule.details]
before_actor = ["{actor:player}"]
after_score = ["it {score}"]
next_pass = ["from {passer:player}"]
"""


@pytest.fixture
def engine(demo: KnowledgeBase, tmp_path: Path) -> Engine:
    return Engine(demo, tmp_path)


def found(engine: Engine, text: str) -> list[dict[str, object]]:
    claims = engine.claims(text, rule("shot", "kind:<layup | dunk>", mark="kind") + DETAILS)
    claims.sort(key=lambda claim: claim.start)
    names = ("kind", "actor", "passer", "score_first")
    return [{name: claim.row[name] for name in names if name in claim.row} for claim in claims]


GASOL, CONLEY = 201188, 201144


def test_details_before_and_after_a_match_are_its_own(engine: Engine) -> None:
    assert found(engine, "Marc Gasol hit a layup from Mike Conley to make it 52-46.") == [
        {"kind": "layup", "actor": GASOL, "passer": CONLEY, "score_first": 52}
    ]


def test_the_next_match_has_details_of_its_own(engine: Engine) -> None:
    assert found(engine, "Marc Gasol hit a layup, and Mike Conley made it 52-46 with a dunk.") == [
        {"kind": "layup", "actor": GASOL},
        {"kind": "dunk", "actor": CONLEY},
    ]


def test_who_acts_after_a_turn_is_no_detail(engine: Engine) -> None:
    assert found(engine, "A layup by nobody, before Mike Conley made it 52-46.") == [
        {"kind": "layup"}
    ]


def test_a_pass_told_aside_does_not_cut_off_who_shot(engine: Engine) -> None:
    written = rule("shot", "kind:<layup>", mark="kind")
    written += '[rule.details]\nbefore_actor = ["^!<from> {actor:player}"]\n'
    text = "Marc Gasol, on a pass from Mike Conley, made a layup."
    assert [claim.row["actor"] for claim in engine.claims(text, written)] == [GASOL]


def test_the_colon_of_a_clock_time_parts_nothing(engine: Engine) -> None:
    written = rule("shot", "kind:<layup>", mark="kind")
    written += '[rule.details]\nclose_when = ["in the {when:period}"]\n'
    for text, period in (
        ("A layup with 1:58 left in the third quarter won it.", "Q3"),
        ("A layup won it: Gasol was gone in the third quarter.", None),
    ):
        assert [claim.row.get("when") for claim in engine.claims(text, written)] == [period]


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("Gasol hit a layup 20 seconds after Conley's dunk, and that made it 52-46.", 52),
        ("Gasol's layup, which came right after Conley's dunk, made it 52-46.", 52),
        ("Gasol's layup in reply to Conley's dunk made it 52-46.", 52),
        ("Gasol hit a layup after Conley's dunk made it 50-46.", None),
    ],
)
def test_a_play_told_aside_takes_nothing_of_what_follows(
    engine: Engine, text: str, score: int | None
) -> None:
    layup, dunk = found(engine, text)
    assert layup.get("score_first") == score
    assert dunk.get("actor") == CONLEY
    assert ("score_first" in dunk) is (score is None)


def test_what_somebody_had_done_before_is_no_detail(engine: Engine) -> None:
    for text in (
        "Gasol hit a layup after Conley had made it 52-46.",
        "Gasol hit a layup, the first points since Conley made it 52-46.",
    ):
        assert found(engine, text) == [{"kind": "layup", "actor": GASOL}]


def test_what_answers_a_play_is_told_of_another(engine: Engine) -> None:
    text = "Gasol answered Conley's layup with one of his own to make it 52-46."
    assert found(engine, text) == [{"kind": "layup", "actor": CONLEY}]


ROW = """
[rule.details]
beside_score = ["{score}"]
beside_margin = ["by {margin:number}"]
beside_opponent = ["to the? {opponent:team}"]
beside_day = ["on {day}"]
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "They lost on Monday, 98-91, to the Suns.",
            {"day": 0, "score_first": 98, "opponent": "PHX"},
        ),
        ("They lost to the Suns by seven on Monday.", {"day": 0, "margin": 7, "opponent": "PHX"}),
        ("They lost to the Suns and visit Denver on Monday.", {"opponent": "PHX"}),
        ("They lost to the Suns, before the break on Monday.", {"opponent": "PHX"}),
        ("On Monday, they lost by seven.", {"margin": 7}),
    ],
)
def test_details_beside_a_match_form_a_row_in_any_order(
    engine: Engine, text: str, expected: dict[str, object]
) -> None:
    (claim,) = engine.claims(text, rule("loss", "lost:<lost>", mark="lost") + ROW)
    names = ("score_first", "margin", "opponent", "day")
    assert {name: claim.row[name] for name in names if name in claim.row} == expected


STRETCH = """
[rule.details]
begin = ["lead:<coming off | ~come back from>", "<after | following>"]
end = ["with {number}"]
points = ["{points:number} - {statistic}"]
rival = ["<against | in> the? {rival:team}"]
last = ["last:<his last game>"]
"""


def told(engine: Engine, text: str) -> list[dict[str, object]]:
    patterns = ("last:<his last game>", "{points:number} - {statistic} night")
    claims = engine.claims(
        text, rule("told", *patterns, mark="points", scope=["game", "previous"]) + STRETCH
    )
    names = ("lead", "points", "rival", "last")
    return [{name: claim.row[name] for name in names if name in claim.row} for claim in claims]


def test_a_stretch_goes_from_its_beginning_to_its_end(engine: Engine) -> None:
    text = "Marc Gasol came back from an 11-point night against the Suns with 27."
    assert told(engine, text) == [{"lead": "came back from", "points": 11, "rival": "PHX"}]


def test_matches_of_one_stretch_are_one_claim_in_any_order(engine: Engine) -> None:
    text = "Marc Gasol scored 27 after a 12-point night in his last game, against the Suns."
    assert told(engine, text) == [{"points": 12, "rival": "PHX", "last": "his last game"}]
    text = "Marc Gasol scored 27 coming off his last game, a 12-point night against the Suns."
    assert [claim["points"] for claim in told(engine, text)] == [12]


def test_a_stretch_of_the_sentence_goes_across_clauses(engine: Engine) -> None:
    text = "Marc Gasol had a 12-point night, and the Grizzlies won against the Suns."
    words = rule("told", "{points:number} - {statistic} night", mark="points")
    (claim,) = engine.claims(text, words + STRETCH)
    assert claim.row.get("rival") is None
    (claim,) = engine.claims(text, words + STRETCH.replace("begin", "sentence_begin"))
    assert claim.row["rival"] == "PHX"


def test_the_longest_beginning_counts(engine: Engine) -> None:
    words = rule("told", "{points:number} - {statistic} night", mark="points") + STRETCH.replace(
        '"<after | following>"', '"<after | following>", "<from>"'
    )
    (claim,) = engine.claims("Marc Gasol came back from a 12-point night.", words)
    assert claim.row["lead"] == "came back from"


def test_a_detail_of_the_sentence_may_stand_before_another_match(engine: Engine) -> None:
    words = rule("nth", "{ordinal} <of | in>", mark="ordinal") + (
        '[rule.details]\nsentence_kind = ["kind:<dunk>"]\n'
    )
    claims = engine.claims("It was a dunk, his third of the night and his first in weeks.", words)
    assert [claim.row.get("kind") for claim in claims] == ["dunk", "dunk"]


def test_a_detail_may_stand_before_the_match_across_a_turn(engine: Engine) -> None:
    words = rule("reply", "reply:<answered>", mark="reply") + (
        '[rule.details]\nsentence_before_kind = ["kind:<dunk | layup>"]\n'
    )
    claims = engine.claims("It began with a dunk, but then Conley answered with a layup.", words)
    assert [claim.row.get("kind") for claim in claims] == ["dunk"]
    assert not engine.claims("Conley answered with a layup.", words)[0].row.get("kind")


def test_what_details_are_is_said_where_they_are_not_lists(engine: Engine, tmp_path: Path) -> None:
    broken = rule("shot", "kind:<layup>", mark="kind") + "[rule.details]\nactor = 3\n"
    with pytest.raises(Exception, match="the field details must be a table of lists of texts"):
        engine.claims(f"A layup in {GAME}.", broken)

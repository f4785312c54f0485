"""Rules over a parsed story: which of them take which words, and what their claims hold."""

from __future__ import annotations

from pathlib import Path

import pytest
from engine import Engine, rule

from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.matching.columns import column_types
from factcheck.knowledge import KnowledgeBase


@pytest.fixture
def engine(demo: KnowledgeBase, tmp_path: Path) -> Engine:
    return Engine(demo, tmp_path)


def taken(claims: list[RawClaim]) -> list[tuple[str, str]]:
    """Rules and the words they matched."""
    return [(c.rule.id, " ".join(c.document.words[c.start : c.end])) for c in claims]


def test_a_match_becomes_a_claim_with_its_slots(engine: Engine) -> None:
    (claim,) = engine.claims("Mike Conley had 24 points.", rule("a", "{number} {statistic}"))
    assert (claim.row["number"], claim.row["statistic"]) == (24, "PTS")
    assert claim.row["player_id"] == 201144
    assert (claim.row["team_id"], claim.row["opponent_id"]) == ("MEM", "PHX")
    assert (claim.row["subject"], claim.row["scope"]) == ("player", "game")
    assert claim.document.words[slice(*claim.marks["number"])] == ["24"]


def test_the_columns_of_a_claim_have_the_types_that_are_promised(engine: Engine) -> None:
    text = "Marc Gasol of Memphis shot 6-of-12 from the field, 50 percent, on Wednesday."
    for pattern in ("{player} ... {shooting} {shot}", "{team|place}", "{percent}", "{day}"):
        mark = pattern.split("}")[0].strip("{").replace("|", "_")
        (claim, *_) = engine.claims(text, rule("a", pattern, mark=mark))
        assert claim.row.keys() <= column_types(claim.rule).keys()


def test_a_claim_knows_the_team_that_the_text_named_last(engine: Engine) -> None:
    text = "All was scarce. The Suns lost to the Grizzlies. Eric Bledsoe was scarce. Suns scarce"
    claims = engine.claims(text, rule("a", "word:<scarce>", mark="word", subject="any"))
    assert [claim.row["last_team_id"] for claim in claims] == [None, "MEM", "PHX"]


def test_a_label_holds_the_words_that_matched(engine: Engine) -> None:
    (claim,) = engine.claims("He led the Way.", rule("a", "verb:<~lead the way>", mark="verb"))
    assert claim.row["verb"] == "led the way"


@pytest.mark.parametrize(("subject", "count"), [("player", 1), ("team", 1), ("any", 2)])
def test_a_rule_may_want_a_subject(engine: Engine, subject: str, count: int) -> None:
    text = "Mike Conley had 24 points. The Suns had 91 points."
    claims = engine.claims(text, rule("a", "{number} {statistic}", subject=subject))
    assert len(claims) == count


def test_a_named_slot_is_subject_enough(engine: Engine) -> None:
    text = "The Grizzlies beat the Suns behind Mike Conley 's 24 points."
    source = rule("a", "{player} 's {number}", subject="player")
    assert [claim.row["player_id"] for claim in engine.claims(text, source)] == [201144]


def test_what_an_antipattern_touches_is_no_claim(engine: Engine) -> None:
    source = rule("a", "{number} {statistic}", exclude=["of <his | their> {number}"])
    text = "Mike Conley had 24 points. He scored ten of his 24 points late."
    assert taken(engine.claims(text, source)) == [("a", "24 points")]


def test_a_rule_is_for_the_times_it_names(engine: Engine) -> None:
    text = "Mike Conley had 24 points. He is averaging 18 points this season."
    assert [c.row["number"] for c in engine.claims(text, rule("a", "{number}"))] == [24]
    claims = engine.claims(text, rule("a", "{number}", scope=["average"]))
    assert [claim.row["number"] for claim in claims] == [18]


@pytest.mark.parametrize(
    ("text", "how", "words"),
    [
        ("The Suns knocked off the Grizzlies.", "won", "knocked off"),
        ("The Suns fell to the Grizzlies.", "lost", "fell to"),
        ("The Suns saw the Grizzlies.", "saw", "saw"),
    ],
)
def test_an_alternative_gives_its_label_a_value(
    engine: Engine, text: str, how: str, words: str
) -> None:
    pattern = "how:<won: ~knock off | lost: ~fall to | saw> the {team}"
    (claim,) = engine.claims(text, rule("a", pattern, mark="how"))
    assert (claim.row["how"], claim.row["how_words"]) == (how, words)
    start, end = claim.marks["how"]
    assert " ".join(claim.document.words[start:end]) == words


def test_a_value_is_that_of_the_words_that_fill_its_label(engine: Engine) -> None:
    source = rule("a", "the {team} how:<won: ~knock off>", mark="how")
    source += '[rule.details]\nafter_how = ["how:<lost: ~fall to>"]\n'
    (claim,) = engine.claims("The Suns knocked off the Kings and fell to the Grizzlies.", source)
    assert (claim.row["how"], claim.row["how_words"]) == ("won", "knocked off")


def test_the_more_specific_pattern_owns_the_words(engine: Engine) -> None:
    claims = engine.claims(
        "Mike Conley had 24 points all night.",
        rule("short", "{number} {statistic}", consumes=["number"]),
        rule("long", "{number} {statistic} all night", consumes=["number"]),
    )
    assert taken(claims) == [("long", "24 points all night")]


def test_priority_goes_before_specificity(engine: Engine) -> None:
    claims = engine.claims(
        "Mike Conley had 24 points all night.",
        rule("short", "{number} {statistic}", consumes=["number"], priority=1),
        rule("long", "{number} {statistic} all night", consumes=["number"]),
    )
    assert taken(claims) == [("short", "24 points")]


def test_words_that_nobody_owns_serve_several_rules(engine: Engine) -> None:
    claims = engine.claims(
        "Mike Conley had 24 points.",
        rule("a", "{number} {statistic}"), rule("b", "had {number} {statistic}"),
    )  # fmt: skip
    assert sorted(id for id, _ in taken(claims)) == ["a", "b"]


def test_one_rule_marks_the_same_words_once(engine: Engine) -> None:
    claims = engine.claims(
        "Mike Conley had 24 points.", rule("a", "{number}", "{number} {statistic}")
    )
    assert taken(claims) == [("a", "24 points")]


def test_a_slot_may_have_to_name_somebody_else(engine: Engine) -> None:
    source = rule("a", "{team}", mark="team", others=["team"], scope=["game", "next"])
    claims = engine.claims("The Suns will host the Kings on Friday.", source)
    assert [claim.row["team"] for claim in claims] == ["SAC"]


def men(claims: list[RawClaim]) -> list[tuple[float, int, str]]:
    return [(c.row["number"], c.row["player_id"], c.combine) for c in claims]


CONLEY, GASOL = 201144, 201188


def test_each_of_two_men_has_a_claim_of_his_own(engine: Engine) -> None:
    claims = engine.claims(
        "Mike Conley and Marc Gasol each had 12 shots.", rule("a", "{number}", subject="player")
    )
    assert men(claims) == [(12, CONLEY, "all"), (12, GASOL, "all")]
    assert claims[0].group == claims[1].group


def test_what_two_men_did_together_is_one_claim(engine: Engine) -> None:
    claims = engine.claims(
        "Mike Conley and Marc Gasol combined for 42 points.",
        rule("a", "{number}", subject="player"),
    )
    assert men(claims) == [(42, CONLEY, "all")]
    assert claims[0].row["players"] == [CONLEY, GASOL]


def test_respective_numbers_go_to_the_men_in_turn(engine: Engine) -> None:
    claims = engine.claims(
        "Mike Conley and Marc Gasol had 24 and 18 points, respectively.",
        rule("a", "{number}", subject="player"),
    )
    assert men(claims) == [(24, CONLEY, "all"), (18, GASOL, "all")]


def test_of_a_group_it_is_enough_that_one_fits(engine: Engine) -> None:
    claims = engine.claims(
        "Mike Conley and Marc Gasol led the team with 24 points.",
        rule("a", "{number}", subject="player"),
    )
    assert men(claims) == [(24, CONLEY, "any"), (24, GASOL, "any")]


def test_a_rule_may_refuse_shared_numbers(engine: Engine) -> None:
    text = "Mike Conley and Marc Gasol combined for 42 points. Mike Conley had 24."
    source = rule("a", "{number}", subject="player", distribution=["single"])
    assert [claim.row["number"] for claim in engine.claims(text, source)] == [24]


def test_the_period_of_a_clause_comes_with_the_claim(engine: Engine) -> None:
    (claim, other) = engine.claims(
        "The Suns had 27 points in the first quarter, while Memphis had 26 points.",
        rule("a", "{number} {statistic}"),
    )
    assert claim.row["context_period"] == "Q1"
    assert (other.row["context_period"], other.row["sentence_period"]) == (None, "Q1")

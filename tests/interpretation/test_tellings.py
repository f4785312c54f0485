"""Tellings: sentences that tell one thing, in any order, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from engine import Engine

from factcheck import FactChecker, Story
from factcheck.interpretation.matching.claims import Matcher
from factcheck.knowledge import KnowledgeBase

BOARDS = """
[[rule]]
id = "boards"
category = "NUMBER"
summary = "How often somebody got the ball."
alone = "ALONE"
numbers = ["number"]
mark = "number"
verify = "SELECT id, true AS holds FROM claim"
[rule.tells]
"counted REB" = ["<off the glass | caromed>", "{statistic=REB}"]
"counted STL" = ["<picked | pockets>"]
[rule.may_tell]
amid = ["in the {period=Q3}", "without a break"]
"""
SHOTS = """
[[rule]]
id = "shots"
category = "NUMBER"
summary = "Of how many shots so many fell."
alone = "player"
mark = "made"
verify = "SELECT id, true AS holds FROM claim"
[rule.tells]
tried = ["{tried:number} ...1 <looks | tries>"]
made = ["{made:number} <fell | makes>", "made {made:number}"]
"""
GASOL, CONLEY = 201188, 201144


@pytest.fixture
def engine(demo: KnowledgeBase, tmp_path: Path) -> Engine:
    return Engine(demo, tmp_path)


def told(engine: Engine, text: str, rules: str) -> list[dict[str, Any]]:
    matcher = Matcher(engine.rules(rules), engine.vocabulary)
    return [claim.row for claim in matcher.match(engine.read(text))]


def counted(engine: Engine, text: str, alone: str = "player") -> list[tuple[Any, Any, Any]]:
    rows = told(engine, text, BOARDS.replace("ALONE", alone))
    return [(row.get(alone), row["counted"], row["number"]) for row in rows]


@pytest.mark.parametrize(
    "text",
    [
        "Eight times the ball that came off the glass belonged to Marc Gasol.",
        "Off the glass it was eight for Marc Gasol.",
        "Marc Gasol, all arms, took eight off the glass.",
    ],
)
def test_what_a_sentence_tells_may_stand_in_any_order(engine: Engine, text: str) -> None:
    assert counted(engine, text.replace("Eight times the ball", "Eight balls")) == [
        (GASOL, "REB", 8)
    ]


def test_words_of_a_concept_give_its_value(engine: Engine) -> None:
    assert counted(engine, "Four pockets knew the hand of Marc Gasol.") == [(GASOL, "STL", 4)]


def test_two_values_of_one_concept_tell_nothing(engine: Engine) -> None:
    assert counted(engine, "Marc Gasol picked four off the glass.") == []


@pytest.mark.parametrize(
    "text",
    [
        "Marc Gasol could have taken eight off the glass.",
        "Marc Gasol did not take eight off the glass.",
        "Marc Gasol took eight off the glass, one more than in the opener.",
        "Marc Gasol took eight off the glass and scored 12.",
        "Marc Gasol took eight off the glass on 5-of-9 shooting.",
        "Marc Gasol took eight off the glass and Mike Conley watched.",
        "Marc Gasol took eight off the glass in the second quarter.",
        "Marc Gasol took about eight off the glass.",
        "Marc Gasol took eight off the glass against the Suns.",
        "Marc Gasol took eight off the glass on Monday.",
        "Marc Gasol and his teammates took eight off the glass.",
        "Did Marc Gasol take eight off the glass?",
        'Marc Gasol "took eight off the glass".',
        "Marc Gasol is averaging eight off the glass.",
        "In eight games Marc Gasol was off the glass.",
    ],
)
def test_a_sentence_that_tells_more_or_less_is_not_read(engine: Engine, text: str) -> None:
    assert counted(engine, text) == []


def test_what_may_be_told_besides_keeps_nothing_from_being_read(engine: Engine) -> None:
    text = "Marc Gasol took eight off the glass in the third quarter, without a break."
    assert counted(engine, text) == [(GASOL, "REB", 8)]


def test_a_player_may_stand_beside_his_own_team(engine: Engine) -> None:
    assert counted(engine, "For the Grizzlies Marc Gasol took eight off the glass.") == [
        (GASOL, "REB", 8)
    ]


def test_beside_a_team_nobody_without_a_name_may_act(engine: Engine) -> None:
    assert counted(engine, "The Suns took eight off the glass.", "team") == [("PHX", "REB", 8)]
    assert counted(engine, "The center of the Suns took eight off the glass.", "team") == []
    assert counted(engine, "The Suns saw him take eight off the glass.", "team") == []


def test_numbers_are_taken_by_what_stands_beside_them(engine: Engine) -> None:
    for text in (
        "Thirteen looks, seven makes: that was Marc Gasol.",
        "Marc Gasol made seven after thirteen good looks.",
    ):
        rows = told(engine, text, SHOTS)
        assert [(row["player_id"], row["tried"], row["made"]) for row in rows] == [(GASOL, 13, 7)]


def test_two_names_fill_slots_in_their_order(engine: Engine) -> None:
    rules = BOARDS.replace("ALONE", "two players").replace('["number"]', '["number", "second"]')
    rows = told(engine, "Off the glass: Mike Conley four, Marc Gasol nine.", rules)
    found = [(r["first_player"], r["number"], r["second_player"], r["second"]) for r in rows]
    assert found == [(CONLEY, 4, GASOL, 9)]


def test_a_telling_says_nothing_of_numbers_that_other_rules_decide(demo: KnowledgeBase) -> None:
    checker = FactChecker(demo)
    story = Story("one", "The Grizzlies won their fifth in a row.", "2014-11-05-MEM-PHX")
    (report,) = checker.check_many([story])
    assert not [claim for claim in report.claims if claim.rule == "streak-told"]


GLASS = """
[[rule]]
id = "glass"
category = "WORD"
summary = "Who ruled the glass."
alone = "team"
mark = "way"
verify = "SELECT id, true AS holds FROM claim"
[rule.tells]
"better yes" = ["way:<ruled>"]
glass = ["glass"]
"""


@pytest.mark.parametrize(
    ("text", "teams"),
    [
        ("While Conley had 24 points, the Suns moved on; the Suns ruled the glass.", ["PHX"]),
        ("Conley had 24 points for the Grizzlies, but the Suns ruled the glass.", ["PHX"]),
        ("Conley had 24 points for the Grizzlies, and ruled the glass of the Suns.", []),
    ],
)
def test_a_part_of_a_sentence_tells_words_of_whom_it_names(
    engine: Engine, text: str, teams: list[str]
) -> None:
    assert [row["team"] for row in told(engine, text, GLASS)] == teams


def test_a_part_of_a_sentence_tells_no_number(engine: Engine) -> None:
    text = "Conley had 24 points for the Grizzlies, but 35 caromed to the Suns."
    assert not counted(engine, text, "team")


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("Marc Gasol did not care. On five occasions he lost the ball.", ["five"]),
        ("Marc Gasol did not care. On four occasions he lost the ball.", []),
        ("The Suns did not care. They lost the ball 26 times.", ["26"]),
        # Two men are named before: which of them he is, nobody can say.
        ("Marc Gasol and Zach Randolph did not care. On five occasions he lost the ball.", []),
    ],
)
def test_a_pronoun_stands_for_the_one_that_is_named_before(
    eager_checker: FactChecker, text: str, marked: list[str]
) -> None:
    mistakes = eager_checker.check(text, "2014-11-05-MEM-PHX").mistakes
    assert [mistake.span.text for mistake in mistakes] == marked

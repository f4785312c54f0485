"""Which of the namesakes a name means, once the game is known."""

from __future__ import annotations

import pytest
from reading import Reader

from factcheck.knowledge import KnowledgeBase
from factcheck.parser.names import NameIndex
from factcheck.parser.pipeline import Parser
from factcheck.rulebook.book import Rulebook
from factcheck.support.resources import rules_folder


@pytest.fixture(scope="module")
def parser() -> Parser:
    """A parser that knows the games of the rules' examples."""
    index = NameIndex.load(KnowledgeBase.examples().connection)
    return Parser(index, Rulebook.load(rules_folder()).vocabulary)


def man(read: Reader, text: str, word: str, occurrence: int = 1) -> str:
    story = read(text)
    return story.index.player_names[story.mention(word, occurrence).data["value"]]


def test_a_surname_is_of_the_man_named_before(read: Reader) -> None:
    text = "Marcus Morris scored. Morris passed. Markieff Morris shot. Morris ran."
    assert man(read, text, "Morris", 2) == "Marcus Morris"
    assert man(read, text, "Morris", 4) == "Markieff Morris"


def test_of_namesakes_the_one_on_the_side_spoken_of_is_meant(read: Reader) -> None:
    assert man(read, "Mike Conley scored. Randolph added 10.", "Randolph") == "Zach Randolph"
    assert man(read, "Eric Bledsoe scored. Randolph played.", "Randolph") == "Shavlik Randolph"


def test_of_namesakes_of_one_side_the_one_who_scored_more_is_meant(read: Reader) -> None:
    assert man(read, "On Wednesday, Morris added 20.", "Morris") == "Markieff Morris"


@pytest.mark.parametrize("name", ["P.J. Tucker", "PJ Tucker", "Tucker"])
def test_spellings_of_a_name_are_the_same_man(read: Reader, name: str) -> None:
    assert man(read, f"On Wednesday, {name} had 11 rebounds.", "Tucker") == "PJ Tucker"


def test_a_man_comes_with_his_team(read: Reader) -> None:
    assert read("Isaiah Thomas scored.").mention("Thomas").data["team_id"] == "PHX"


def test_a_surname_after_another_first_name_is_nobody_of_the_game(read: Reader) -> None:
    assert "player" not in dict(read("In Boston, Josh Green scored.").labels()).values()


def test_a_first_name_alone_is_enough_if_one_man_has_it(read: Reader) -> None:
    assert man(read, "On Wednesday, Goran scored.", "Goran") == "Goran Dragic"


def test_a_city_is_its_team_unless_a_place_is_meant(read: Reader) -> None:
    assert read("Phoenix won.").mention("Phoenix").label == "team"
    assert read("They won in Phoenix.").mention("Phoenix").label == "place"


def test_a_city_in_a_list_of_places_is_a_place(read: Reader) -> None:
    assert read("They lost in Houston and Memphis before that.").mention("Memphis").label == "place"
    assert read("They led in Houston and Memphis lost.").mention("Memphis").label == "team"


def test_hosts_and_visitors_are_the_teams_of_the_game(read: Reader) -> None:
    story = read("The visitors won, the home team lost.")
    assert story.mention("visitors").data["value"] == "MEM"
    assert story.mention("home").data["value"] == "PHX"


@pytest.mark.parametrize(
    ("game", "text", "word", "name"),
    [
        ("2015-10-28-IND-TOR", "Hill had six. George shot well.", "George", "Paul George"),
        ("2015-10-27-CLE-CHI", "James Jones sat. James scored.", "James", "LeBron James"),
        ("2015-10-28-LAC-SAC", "Pierce sat. Paul scored.", "Paul", "Chris Paul"),
    ],
)
def test_a_surname_is_nobody_s_first_name(
    parser: Parser, game: str, text: str, word: str, name: str
) -> None:
    story = Reader(parser, game)(text)
    last = [m for m in story.document.mentions() if m.label == "player"][-1]
    assert story.document.words[last.start] == word.lower()
    assert story.index.player_names[last.data["value"]] == name


def test_a_town_of_two_teams_is_a_place_where_neither_plays(parser: Parser) -> None:
    elsewhere = Reader(parser, "2014-11-05-MEM-PHX")
    assert elsewhere("They head for Los Angeles.").mention("Los").label == "place"
    at_home = Reader(parser, "2017-02-03-LAL-BOS")
    assert at_home("Then Los Angeles scored.").mention("Los").data["value"] == "LAL"

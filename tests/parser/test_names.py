"""What the knowledge base's names are read as."""

from __future__ import annotations

from datetime import date

import pytest
from reading import Reader

from factcheck.knowledge import KnowledgeBase
from factcheck.parser.names import NameIndex


@pytest.fixture(scope="module")
def index(demo: KnowledgeBase) -> NameIndex:
    return NameIndex.load(demo.connection)


def test_a_game_knows_its_teams_score_and_listed_men(index: NameIndex) -> None:
    game = index.games["2014-11-05-MEM-PHX"]
    assert (game.season, game.date, game.teams) == ("2014-15", date(2014, 11, 5), ("MEM", "PHX"))
    assert (game.away_points, game.home_points) == (102, 91)
    sides = list(game.roster.values())
    assert (sides.count("MEM"), sides.count("PHX")) == (10, 11)


def test_the_opponent_is_the_other_team_of_the_game(index: NameIndex) -> None:
    game = index.games["2014-11-05-MEM-PHX"]
    assert (game.opponent("MEM"), game.opponent("PHX")) == ("PHX", "MEM")
    assert game.opponent("LAL") is None
    assert game.opponent(None) is None


def test_a_team_is_named_as_in_its_season(index: NameIndex) -> None:
    assert index.team_name("CHA", "2013-14", "nickname") == "Bobcats"
    assert index.team_name("CHA", "2014-15", "nickname") == "Hornets"
    assert index.team_name("PHX", "2014-15") == "Phoenix Suns"


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Marc Gasol won", [("Marc Gasol", "player")]),
        ("the Phoenix Suns won", [("Phoenix Suns", "team")]),
        ("the Suns won", [("Suns", "team")]),
        ("the visitors won", [("the visitors", "team")]),
        ("at US Airways Center", [("US Airways Center", "arena")]),
        ("on Friday", [("Friday", "day")]),
        ("coach Jeff Hornacek said", [("Jeff Hornacek", "coach")]),
    ],
)
def test_names_are_found(read: Reader, text: str, kinds: list[tuple[str, str]]) -> None:
    assert read(text).labels() == kinds


def test_a_name_in_lower_case_is_a_word(read: Reader) -> None:
    assert read("He saw two suns and a green lee").labels() == [("two", "number")]


@pytest.mark.parametrize(
    ("text", "teams"),
    [
        ("MEM 102, PHX 91", ["MEM", "PHX"]),
        ("MEM 102, Suns 91", ["PHX"]),
        ("THE GAME WAS LONG, AND PHX LOST.", []),
        ("WAS 98, PHX 91", ["WAS", "PHX"]),
        ("MIN 98, PHX 91", ["MIN", "PHX"]),
        ("#Grizzlies 102, #Suns 91", ["MEM", "PHX"]),
    ],
)
def test_teams_go_by_the_codes_of_scoreboards(read: Reader, text: str, teams: list[str]) -> None:
    mentions = [mention for mention in read(text).document.mentions() if mention.label == "team"]
    assert [mention.data["keys"] for mention in mentions] == [[team] for team in teams]


def test_the_sign_before_a_name_is_no_word(read: Reader) -> None:
    units = [unit.norm for unit in read("Hats off, #Grizzlies!").document.sentences[0].units]
    assert "#" not in units

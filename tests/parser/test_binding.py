"""Which of the namesakes a name means, once the game is known."""

from __future__ import annotations

import pytest
from reading import Reader


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


@pytest.mark.parametrize("name", ["P.J. Tucker", "PJ Tucker", "Tucker"])
def test_spellings_of_a_name_are_the_same_man(read: Reader, name: str) -> None:
    assert man(read, f"On Wednesday, {name} had 11 rebounds.", "Tucker") == "PJ Tucker"


def test_a_man_comes_with_his_team(read: Reader) -> None:
    assert read("Isaiah Thomas scored.").mention("Thomas").data["team_id"] == "PHX"


def test_a_surname_after_another_first_name_is_nobody_of_the_game(read: Reader) -> None:
    assert "player" not in dict(read("In Boston, Josh Green scored.").kinds()).values()


def test_a_first_name_alone_is_enough_if_one_man_has_it(read: Reader) -> None:
    assert man(read, "On Wednesday, Goran scored.", "Goran") == "Goran Dragic"


def test_a_city_is_its_team_unless_a_place_is_meant(read: Reader) -> None:
    assert read("Phoenix won.").mention("Phoenix").kind == "team"
    assert read("They won in Phoenix.").mention("Phoenix").kind == "place"


def test_hosts_and_visitors_are_the_teams_of_the_game(read: Reader) -> None:
    story = read("The visitors won, the home team lost.")
    assert story.mention("visitors").data["value"] == "MEM"
    assert story.mention("home").data["value"] == "PHX"

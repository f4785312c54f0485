"""When a clause speaks of: this game, the next, the last five, a season."""

from __future__ import annotations

import pytest
from reading import Reader


@pytest.mark.parametrize(
    ("text", "word", "scope"),
    [
        ("Mike Conley scored 24 points on Wednesday.", "24", "game"),
        ("The Grizzlies will host the Suns on Friday.", "Friday", "next"),
        ("Next, they travel to Oklahoma City on Friday.", "Friday", "next"),
        ("In their previous game, the Suns scored 112 points.", "112", "previous"),
        ("Mike Conley is averaging 18 points.", "18", "average"),
        ("Over the last five games, Mike Conley has 90 points.", "90", "last_n"),
        ("The Suns have 12 wins this season.", "12", "season"),
        ("The Suns won in four of their last five games.", "four", "other"),
        ("When these teams last met, Mike Conley had 20 points.", "20", "previous"),
        ("When the two met on Dec. 26, the Suns won with 106.", "106", "previous"),
        ("Over the two nights in Los Angeles and Phoenix, Mike Conley scored 41.", "41", "other"),
        ("The Suns beat the Lakers before facing the Grizzlies on Wednesday.", "Lakers", "game"),
        ("The Suns rest before facing the Grizzlies on Friday.", "Friday", "next"),
        ("On Sunday in Utah the Suns trailed by 22 at the half and lost.", "22", "previous"),
        ("In Monday's loss to the Jazz the Suns gave up 118.", "118", "previous"),
        ("The Suns lost by two on Wednesday in Phoenix.", "two", "game"),
        ("Mike Conley made it. They were the last two of his 24 points.", "24", "game"),
        ("The Suns took the season series with a 102-91 win.", "102", "season"),
    ],
)
def test_words_tell_the_time(read: Reader, text: str, word: str, scope: str) -> None:
    assert read(text).when(word) == scope


def test_another_time_does_not_reach_beyond_its_clause(read: Reader) -> None:
    story = read("Mike Conley scored 24 points, while he is averaging 18 points this season.")
    assert (story.when("24"), story.when("18")) == ("game", "average")


def test_the_next_sentence_is_about_this_game_again(read: Reader) -> None:
    story = read("Mike Conley is averaging 18 points. He had 24 points.")
    assert (story.when("18"), story.when("24")) == ("average", "game")


def test_the_next_game_goes_on_after_a_conjunction(read: Reader) -> None:
    story = read("The Suns will visit the Kings on Friday, while the Grizzlies face the Thunder.")
    assert (story.when("Friday"), story.when("Thunder")) == ("next", "next")


def test_how_many_games_is_kept_with_the_time(read: Reader) -> None:
    assert read("Over the last five games, Mike Conley has 90 points.").frame("90").scope_n == 5
    story = read("Mike Conley has averaged 18 points over his last three games.")
    assert story.frame("18").scope_n == 3


def test_all_times_that_a_clause_has_words_for_are_kept(read: Reader) -> None:
    frame = read("Mike Conley has averaged 18 points over his last five games.").frame("18")
    assert {"average", "last_n"} <= frame.cues
    assert frame.scope in frame.cues


@pytest.mark.parametrize("word", ["while", "but", "although", "whereas", "though"])
def test_a_conjunction_begins_a_clause(read: Reader, word: str) -> None:
    story = read(f"The Grizzlies won {word} the Suns lost.")
    assert story.frame("won").clause < story.frame("lost").clause
    assert story.who("lost") == ["Suns"]


def test_and_between_two_subjects_begins_no_clause(read: Reader) -> None:
    story = read("The Grizzlies and the Suns played on Wednesday.")
    assert story.frame("Grizzlies").clause == story.frame("played").clause


def test_and_before_a_subject_with_a_verb_begins_a_clause(read: Reader) -> None:
    story = read("The Grizzlies won 102-91 and the Suns lost again.")
    assert story.frame("won").clause < story.frame("lost").clause


def test_a_clause_about_teams_of_another_game_is_not_about_this_one(read: Reader) -> None:
    story = read("The Grizzlies beat the Suns. The Lakers scored 112 points.")
    assert story.when("112") != "game"


def test_the_first_sentence_may_name_a_wrong_team(read: Reader) -> None:
    assert read("The Lakers beat the Kings 102-91 on Wednesday.").when("102") == "game"

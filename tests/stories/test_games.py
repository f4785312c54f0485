"""Which game a story is about, told by the story alone."""

from __future__ import annotations

import pytest
from engine import Engine

from factcheck.errors import StoryError
from factcheck.knowledge import KnowledgeBase
from factcheck.stories.game import find_game, refuse_other_game


@pytest.fixture(scope="module")
def engine(demo: KnowledgeBase, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(demo, tmp_path_factory.mktemp("rules"))


def found(engine: Engine, text: str) -> str:
    return find_game(engine.parser.recognise(text), engine.index).id


@pytest.mark.parametrize(
    "text",
    [
        "The Memphis Grizzlies defeated the Phoenix Suns 102-91 on Wednesday.",
        "The Phoenix Suns lost to Memphis, 91-102.",
        "MEMPHIS beat Phoenix. Marc Gasol, Mike Conley, Courtney Lee, Zach Randolph, Tony Allen, "
        "Kosta Koufos, Eric Bledsoe, Gerald Green, Goran Dragic and Alex Len played on Wednesday.",
    ],
)
def test_teams_score_and_men_tell_the_game(engine: Engine, text: str) -> None:
    assert found(engine, text) == "2014-11-05-MEM-PHX"


def test_the_score_tells_one_game_of_two_teams_from_another(engine: Engine) -> None:
    text = "The Phoenix Suns beat the Los Angeles Lakers {}."
    assert found(engine, text.format("119-99")) == "2014-10-29-LAL-PHX"
    assert found(engine, text.format("112-106")) == "2014-11-04-PHX-LAL"


@pytest.mark.parametrize(
    "text",
    [
        "On November 4, 2014, the Phoenix Suns beat the Los Angeles Lakers.",
        "The Suns beat the Lakers (11/4/2014).",
        "The Suns beat the Lakers on Tuesday , Nov. 4th , 2014 .",
        "Phoenix defeated the Lakers on Tuesday, 4 Nov., led by Eric Bledsoe and Isaiah Thomas.",
    ],
)
def test_the_date_tells_one_game_of_two_teams_from_another(engine: Engine, text: str) -> None:
    assert found(engine, text) == "2014-11-04-PHX-LAL"


@pytest.mark.parametrize(
    "text",
    [
        "Suns 91, Grizzlies 102: Memphis won.",
        "Memphis beat the Suns. Mike Conley had 24 points, Courtney Lee 22, Marc Gasol 18.",
        "The Suns lost to Memphis, 102 to 91.",
    ],
)
def test_points_of_teams_and_players_tell_the_game(engine: Engine, text: str) -> None:
    assert found(engine, text) == "2014-11-05-MEM-PHX"


def test_the_score_that_a_story_opens_with_goes_before_an_earlier_one(engine: Engine) -> None:
    text = (
        "The Los Angeles Lakers lost to the Phoenix Suns 112-106 on Tuesday. "
        "The Suns had won 119-99 in the first meeting of the Lakers and the Suns."
    )
    assert found(engine, text) == "2014-11-04-PHX-LAL"


def test_a_date_of_no_game_of_the_two_is_no_evidence(engine: Engine) -> None:
    with pytest.raises(StoryError, match="say which with --game"):
        found(engine, "On November 6, 2014, the Phoenix Suns beat the Los Angeles Lakers.")


def test_other_teams_that_are_named_do_not_confuse(engine: Engine) -> None:
    text = (
        "The Grizzlies defeated the Suns 102-91. The Suns visit the Kings next, the Grizzlies "
        "the Thunder. Memphis beat the Pelicans before, Phoenix the Lakers."
    )
    assert found(engine, text) == "2014-11-05-MEM-PHX"


def test_a_game_that_could_be_several_is_refused_with_the_candidates(engine: Engine) -> None:
    with pytest.raises(StoryError) as caught:
        found(engine, "The Phoenix Suns beat the Los Angeles Lakers.")
    message = str(caught.value)
    assert "say which with --game" in message
    assert "2014-10-29-LAL-PHX" in message
    assert "2014-11-04-PHX-LAL" in message


@pytest.mark.parametrize(
    "text", ["It was a good game.", "The Suns won.", "The Heat beat the Bulls."]
)
def test_a_story_that_names_no_game_is_refused(engine: Engine, text: str) -> None:
    with pytest.raises(StoryError, match="no game of the knowledge base"):
        found(engine, text)


def refuses(engine: Engine, text: str, game: str) -> None:
    document = engine.parser.recognise(text)
    refuse_other_game(document, engine.index.games[game], engine.index, engine.parser.bind)


def test_a_story_about_another_game_is_refused_and_the_game_named(engine: Engine) -> None:
    text = "The Memphis Grizzlies defeated the Phoenix Suns 102-91. Marc Gasol scored 18."
    refuses(engine, text, "2014-11-05-MEM-PHX")
    with pytest.raises(StoryError, match="tells of the game 2014-11-05-MEM-PHX, not of"):
        refuses(engine, text, "2014-11-04-PHX-LAL")


@pytest.mark.parametrize(
    "text",
    [
        "The Grizzlies defeated the Suns 112-91.",
        "The Grizzlies defeated the Lakers 102-91.",
        "The Lakers won.",
        "Kobe Bryant scored 30 points.",
        "Phoenix lost again, after falling to the Lakers in its previous game, 112-106.",
        "The Suns, who had lost at the Lakers 112-106 a night earlier, lost again.",
        # An earlier game's score, where this one's is not told.
        "The Grizzlies beat the Suns. Phoenix had won at the Lakers 112-106. Memphis is 5-0.",
    ],
)
def test_a_story_with_wrong_names_or_scores_is_checked_all_the_same(
    engine: Engine, text: str
) -> None:
    refuses(engine, text, "2014-11-05-MEM-PHX")

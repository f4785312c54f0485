"""Numbers that are tied to another number of their sentence, read from noun phrases."""

from __future__ import annotations

from pathlib import Path

import pytest
from engine import Engine

from factcheck import FactChecker
from factcheck.interpretation.quantities.meanings import Quantity
from factcheck.interpretation.quantities.reader import QuantityReader
from factcheck.knowledge import KnowledgeBase

CONLEY, LEE = 201144, 201584


@pytest.fixture
def engine(demo: KnowledgeBase, tmp_path: Path) -> Engine:
    return Engine(demo, tmp_path)


def read(engine: Engine, text: str) -> list[Quantity]:
    document = engine.read(text)
    reader = QuantityReader(engine.vocabulary)
    return [one for index in range(len(document.sentences)) for one in reader.read(document, index)]


def meant(engine: Engine, text: str) -> list[tuple[float, tuple[int | str, ...], str, str]]:
    """Return each number with the likeliest of its meanings: whose, of what, of which part."""
    return [
        (one.phrase.value, first.owners, first.statistic, first.part)
        for one in read(engine, text)
        for first in one.meanings[:1]
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Mike Conley handed out 11 of the team's 25 assists.",
        "Mike Conley handed out 11 of the Grizzlies' 25 assists.",
        "Mike Conley handed out 11 of the 25 assists Memphis had.",
        "The Grizzlies had 25 assists, 11 of them from Mike Conley.",
        "The Grizzlies had 25 assists, with 11 of those coming from point guard Mike Conley.",
    ],
)
def test_a_part_is_that_of_whoever_has_it(engine: Engine, text: str) -> None:
    assert (11, (CONLEY,), "AST", "GAME") in meant(engine, text)


def test_a_part_and_its_whole_are_both_stated(engine: Engine) -> None:
    (share,) = read(engine, "Mike Conley scored 24 of the Grizzlies' 102.")
    assert share.meanings[0].whole == ("MEM", "PTS", "GAME")


@pytest.mark.parametrize(
    ("text", "shot", "end", "part"),
    [
        ("Courtney Lee had 22 points, 12 of them on threes.", "FG3", "", "GAME"),
        ("Courtney Lee had 22 points, 12 from deep.", "FG3", "", "GAME"),
        ("Courtney Lee had 22 points, nine in the third quarter.", "", "", "Q3"),
        ("Courtney Lee had 22 points, just nine at the break.", "", "", "H1"),
        ("Jon Leuer had six rebounds, two of those at the offensive end.", "", "OREB", "GAME"),
        ("Jon Leuer had six rebounds, two offensive.", "", "OREB", "GAME"),
    ],
)
def test_what_stands_behind_a_number_narrows_it(
    engine: Engine, text: str, shot: str, end: str, part: str
) -> None:
    *_, last = read(engine, text)
    first = last.meanings[0]
    assert (first.shot, first.end, first.part) == (shot, end, part)


def test_what_is_counted_is_said_once_in_a_list(engine: Engine) -> None:
    text = "The Grizzlies got 11 assists from Mike Conley and three from guard Courtney Lee."
    assert (3, (LEE,), "AST", "GAME") in meant(engine, text)


def test_two_have_another_so_many_together(engine: Engine) -> None:
    text = "Marc Gasol and Zach Randolph scored 28 points together, Conley and Lee another 46."
    assert (46, (CONLEY, LEE), "PTS", "GAME") in meant(engine, text)


def test_a_number_for_a_team_is_its_players(engine: Engine) -> None:
    assert meant(engine, "Mike Conley scored 24 points, and Courtney Lee had 22 for Memphis.") == []


@pytest.mark.parametrize(
    "text",
    [
        "Mike Conley had 24 points, nine of them inspired by anger.",
        "Mike Conley would have had 25 of the Grizzlies' 102 points.",
        "The Suns allowed 102 points, 24 of them by Mike Conley.",
    ],
)
def test_what_is_not_understood_to_the_last_word_means_nothing(engine: Engine, text: str) -> None:
    assert read(engine, text) == []


def test_two_bare_numbers_are_points_and_rebounds_or_assists(engine: Engine) -> None:
    points, others = read(engine, "Mike Conley went for 24 and 11.")
    assert {meaning.statistic for meaning in points.meanings} == {"PTS"}
    assert [meaning.statistic for meaning in others.meanings] == ["REB", "AST"]


@pytest.mark.parametrize(
    "text",
    [
        "Mike Conley got his 24 the hard way.",
        "Mike Conley gave them 24 and 11 assists.",
        "Mike Conley had 24 in a reserve role.",
        "Mike Conley labored to 24 without a rebound.",
    ],
)
def test_a_number_without_a_noun_is_of_points_where_nothing_was_counted(
    engine: Engine, text: str
) -> None:
    assert (24, (CONLEY,), "PTS", "GAME") in meant(engine, text)


def test_a_number_with_just_before_it_closes_a_clause_too(engine: Engine) -> None:
    told = "Courtney Lee was second on the Grizzlies with just 22 ( 9 - 14 FG )."
    assert (22, (LEE,), "PTS", "GAME") in meant(engine, told)
    assert meant(engine, "Courtney Lee was second on the Grizzlies with another 22.") == []


def test_what_is_told_of_points_with_a_noun_is_not_told_twice(engine: Engine) -> None:
    bare = next(one for one in read(engine, "Mike Conley had seven to go with 24 points."))
    assert "PTS" not in {meaning.statistic for meaning in bare.meanings}


@pytest.mark.parametrize(
    "text",
    [
        "Mike Conley had 20 or more in all of it.",
        "Mike Conley scored at least 20 in it.",
        "Mike Conley had 24, 11 and three.",
    ],
)
def test_a_mark_and_one_of_several_bare_numbers_are_no_bare_number(
    engine: Engine, text: str
) -> None:
    assert [one for one in read(engine, text) if one.construction == "bare"] == []


def test_a_number_beside_another_quarter_speaks_against_nothing(engine: Engine) -> None:
    (bare,) = read(engine, "Mike Conley opened the third quarter, had 20, and Memphis won.")
    assert min(meaning.cost for meaning in bare.meanings) >= 1


def test_a_meaning_is_asked_of_another_with_all_that_is_his(engine: Engine) -> None:
    (share,) = read(engine, "Mike Conley had 24 points, nine of his 24 in the third quarter.")[-1:]
    other = share.meanings[0].asked_of(LEE)
    assert other.owners == (LEE,)
    assert other.whole is not None and other.whole[0] == LEE


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        (
            "Courtney Lee finished with 22, of which nine arrived in the third quarter.",
            (9, (LEE,), "PTS", "Q3"),
        ),
        (
            "Lee and Conley had 22 each, nine of Lee's arriving in the third quarter.",
            (9, (LEE,), "PTS", "Q3"),
        ),
        (
            "Courtney Lee had 22 points, only 13 of them after the first quarter.",
            (13, (LEE,), "PTS", "Q2-Q4"),
        ),
        (
            "Courtney Lee had 22 for Memphis, nine of them in the third quarter.",
            (9, (LEE,), "PTS", "Q3"),
        ),
        (
            "Memphis assisted on 25 of its 42 baskets, Mike Conley handing out 11 of them.",
            (11, (CONLEY,), "AST", "GAME"),
        ),
        (
            "Mike Conley scored a season-high 24 points, 11 of them in the third quarter.",
            (11, (CONLEY,), "PTS", "Q3"),
        ),
        ("Mike Conley needed 18 shots for his 24.", (24, (CONLEY,), "PTS", "GAME")),
        ("Memphis had 21 in the third and 29 in the fourth.", (29, ("MEM",), "PTS", "Q4")),
        ("Assists (25 by the Grizzlies, 22 by the Suns) told it.", (22, ("PHX",), "AST", "GAME")),
        (
            "Memphis made nine threes, while Phoenix took 22 and made six.",
            (22, ("PHX",), "FG3A", "GAME"),
        ),
    ],
)
def test_what_is_left_out_is_taken_from_what_stands_around(
    engine: Engine, text: str, meaning: tuple[float, tuple[int | str, ...], str, str]
) -> None:
    assert meaning in meant(engine, text)


def test_the_other_number_tells_which_shots_were_tried_and_made(engine: Engine) -> None:
    tried, made = read(engine, "Memphis took only 20 and made 15.")
    assert {(one.statistic, one.witnesses) for one in made.meanings} == {
        ("FGM", (("MEM", "FGA", 20),)), ("FG3M", (("MEM", "FG3A", 20),)),
        ("FTM", (("MEM", "FTA", 20),)),
    }  # fmt: skip
    assert {one.statistic for one in tried.meanings} == {"FGA", "FG3A", "FTA"}


def test_a_number_right_after_a_name_in_a_list_is_his(engine: Engine) -> None:
    text = "Mike Conley had 24 points, Courtney Lee 22 without a block."
    assert (22, (LEE,), "PTS", "GAME") in meant(engine, text)


def test_whose_number_it_is_stays_open_where_they_may_be_either_team(engine: Engine) -> None:
    text = "Worse followed for the Suns, and they mustered only 15 in the third quarter."
    (bare,) = [one for one in read(engine, text) if one.construction == "bare"]
    assert {meaning.owners for meaning in bare.meanings} == {("MEM",), ("PHX",)}


def test_two_numbers_of_a_line_tell_what_the_third_one_counts(engine: Engine) -> None:
    first, *_ = read(engine, "Mike Conley went for 24, three and 11.")
    conley = first.meanings[0].owners[0]
    assert {
        (one.statistic, tuple(code for _, code, _ in one.witnesses)) for one in first.meanings
    } == {
        ("PTS", ("REB", "AST")), ("PTS", ("AST", "REB")), ("PTS", ("REB", "BLK")),
        ("PTS", ("REB", "STL")), ("PTS", ("AST", "STL")),
    }  # fmt: skip
    assert {who for one in first.meanings for who, *_ in one.witnesses} == {conley}


@pytest.mark.parametrize(
    "text",
    [
        "Mike Conley had 12 inside the arc.",
        "Mike Conley hit five two - point shots .",
        "The Suns shot 39 percent on two - point shots and five two - point range .",
    ],
)
def test_a_story_with_two_pointers_is_checked_to_its_end(
    demo_checker: FactChecker, text: str
) -> None:
    told = f"{text} Mike Conley scored 25 points."
    report = demo_checker.check(told, "2014-11-05-MEM-PHX")
    assert [mistake.span.text for mistake in report.mistakes if mistake.span.text == "25"]

"""Names as writers misspell them, in capitals, with initials apart, two in a word."""

from __future__ import annotations

import pytest
from reading import Reader

from factcheck.parser.spelling import is_slip


@pytest.mark.parametrize(
    ("written", "name"),
    [("garnet", "garnett"), ("kaminksy", "kaminsky"), ("delladova", "dellavedova")],
)
def test_a_slip_of_the_pen_is_near_the_name(written: str, name: str) -> None:
    assert is_slip(written, name)


@pytest.mark.parametrize(
    ("written", "name"),
    [("lee", "leo"), ("gasol", "gasol"), ("green", "grant"), ("morris", "moore")],
)
def test_other_words_and_short_names_are_no_slip(written: str, name: str) -> None:
    assert not is_slip(written, name)


@pytest.mark.parametrize(
    ("text", "word", "name"),
    [
        ("Mike Conly had 24 points.", "24", "Mike Conley"),
        ("Zach Randolf's night was short. Randolf had 10 points.", "10", "Zach Randolph"),
        ("Late in the game Bledso had 23 points.", "23", "Eric Bledsoe"),
        ("The Grizzles had 102 points.", "102", "Grizzlies"),
        (
            "Mike Conley’s 24 points were not enough , as Zach Randolph’s 10 were .",
            "24",
            "Mike Conley",
        ),
        ("Courtney Lee had 22 points . P.J . Tucker had 5 points .", "5", "PJ Tucker"),
    ],
)
def test_a_misspelt_name_is_whom_it_nearly_names(
    read: Reader, text: str, word: str, name: str
) -> None:
    assert read(text).who(word) == [name]


def test_a_word_that_begins_a_sentence_is_no_misspelt_name(read: Reader) -> None:
    assert read("Grant it to them. Lens cap on.").labels() == []


def test_in_capitals_names_and_hyphens_are_read_as_elsewhere(read: Reader) -> None:
    story = read("MIKE CONLEY HAD A DOUBLE-DOUBLE. LEE ADDED 22 POINTS, THE SUNS HAD 91.")
    assert story.who("22") == ["Courtney Lee"]
    assert story.words(story.mention("22"))[0] == "22"
    assert [token.text for token in story.document.tokens[4:7]] == ["DOUBLE", "-", "DOUBLE"]


def test_in_small_letters_names_are_read_as_elsewhere(read: Reader) -> None:
    story = read("mike conley had 24 points, lee added 22 and the suns had 91.")
    assert story.who("24") == ["Mike Conley"]
    assert story.who("22") == ["Courtney Lee"]
    assert story.who("91") == ["Suns"]


def test_in_small_letters_ordinary_words_are_names_only_after_the_full_name(read: Reader) -> None:
    story = read("in a long night will power won; gerald green had 7 points. green hit 3.")
    assert story.who("7") == ["Gerald Green"]
    assert story.who("3") == ["Gerald Green"]
    named = [mention for mention in story.document.mentions() if mention.label == "player"]
    assert len(named) == 2


def test_where_others_have_capitals_small_letters_are_no_names(read: Reader) -> None:
    assert read("Marc Gasol scored. The green light went to lee.").labels() == [
        ("Marc Gasol", "player")
    ]


def test_two_names_in_a_word_are_two_players(read: Reader) -> None:
    assert read("The Lee-Conley backcourt combined for 46 points.").who("46") == [
        "Courtney Lee",
        "Mike Conley",
    ]


def test_dots_before_a_capital_letter_end_a_sentence(read: Reader) -> None:
    story = read("Mike Conley had 24 points… The Suns had 91 points… and lost.")
    assert len(story.document.sentences) == 2
    assert story.who("91") == ["Suns"]


@pytest.mark.parametrize(
    "text",
    [
        "Mike Conley had 24 points. John Bozo had 12 points.",
        "Mike Conley had 24 points. John Bozo won it. He had 12 points.",
        "Mike Conley had 24 points. John Bozo and Courtney Lee had 12 points.",
    ],
)
def test_numbers_of_somebody_unknown_are_nobody_elses(read: Reader, text: str) -> None:
    assert read(text).who("12") == []


@pytest.mark.parametrize(
    "text",
    [
        "Mike Conley stepped in as Marc Gasol's direct replacement and had 24 points.",
        "Mike Conley won it. In Marc Gasol's absence he had 24 points.",
        "Mike Conley played more minutes than starter Courtney Lee, and had 24 points.",
        "Mike Conley came to spell Courtney Lee. He had 24 points.",
        "Mike Conley passed to John Bozo and had 24 points.",
    ],
)
def test_whose_place_a_player_took_has_no_part_in_his_numbers(read: Reader, text: str) -> None:
    assert read(text).who("24") == ["Mike Conley"]

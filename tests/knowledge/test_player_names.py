"""Spellings of one man's name are one man; men of like names stay apart."""

from __future__ import annotations

import pytest

from factcheck.knowledge.names import Directory, match_names, normalise, own_id

SEASON = "2015-16"


@pytest.fixture
def directory() -> Directory:
    directory = Directory()
    directory.add(1, "CJ McCollum", SEASON, "POR")
    directory.add(2, "Dennis Schröder", SEASON, "ATL")
    directory.add(3, "Tim Hardaway Jr.", SEASON, "ATL")
    directory.add(4, "Jerami Grant", SEASON, "PHI")
    directory.add(5, "Chris Johnson", SEASON, "UTA")
    directory.add(6, "Chris Johnson", "2013-14", "MIN")
    directory.add(7, "Marcus Williams", SEASON, "BOS")
    directory.add(8, "Marcus Williams", SEASON, "BOS")
    directory.add(9, "Ish Smith", SEASON, "NOP")
    directory.add(10, "Nene", SEASON, "WAS")
    return directory


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C.J. McCollum", "CJ McCollum"),
        ("Dennis Schröder", "Dennis Schroder"),
        ("Tim Hardaway", "Tim Hardaway Jr."),
        ("Frank Kaminsky III", "frank kaminsky"),
        ("Karl-Anthony Towns", "Karl Anthony Towns"),
        ("D’Angelo Russell", "D'Angelo Russell"),
    ],
)
def test_spellings_of_one_name_are_equal(one: str, other: str) -> None:
    assert normalise(one) == normalise(other)


def test_a_suffix_is_not_taken_from_within_a_name() -> None:
    assert normalise("Vince Carter") == "vince carter"
    assert normalise("Ivica Zubac") == "ivica zubac"


@pytest.mark.parametrize(
    ("name", "team", "player_id", "how"),
    [
        ("C.J. McCollum", "POR", 1, "exact"),
        ("Dennis Schroder", "ATL", 2, "exact"),
        ("Tim Hardaway", "NYK", 3, "exact"),
        ("Chris Johnson", "UTA", 5, "exact"),
        ("Dennis Shroder", "ATL", 2, "spelling"),
        ("Ishmael Smith", "NOP", 9, "spelling"),
    ],
)
def test_a_name_finds_its_man(
    directory: Directory, name: str, team: str, player_id: int, how: str
) -> None:
    (match,) = match_names([(name, SEASON, team)], directory)
    assert (match.player_id, match.how) == (player_id, how)


def test_a_like_name_of_another_team_is_another_man(directory: Directory) -> None:
    (match,) = match_names([("Jerian Grant", SEASON, "NYK")], directory)
    assert (match.player_id, match.how) == (own_id(match.name), "new")


def test_two_men_of_one_name_and_team_are_not_guessed_between(directory: Directory) -> None:
    (match,) = match_names([("Marcus Williams", SEASON, "BOS")], directory)
    assert (match.how, match.candidates) == ("ambiguous", (7, 8))
    assert match.player_id == own_id(match.name)


def test_a_like_name_beside_the_man_himself_is_another_man(directory: Directory) -> None:
    directory.add(11, "Jalen Wells", SEASON, "MEM")
    names = [("Jalen Wells", SEASON, "MEM"), ("Jaylen Wells", SEASON, "MEM")]
    together = match_names(names, directory, [frozenset({"Jalen Wells", "Jaylen Wells"})])
    assert [one.how for one in together] == ["exact", "ambiguous"]
    assert [one.player_id for one in together] == [11, own_id(together[1].name)]
    with_id = match_names(names[1:], directory, [frozenset({11, "Jaylen Wells"})])
    assert with_id[0].how == "ambiguous"
    alone = match_names(names[1:], directory, [frozenset({"Jaylen Wells"})])
    assert (alone[0].player_id, alone[0].how) == (11, "spelling")


def test_an_alias_finds_its_man_but_never_hides_another(directory: Directory) -> None:
    directory.add(12, "Nene Hilario", "2012-13", "WAS")
    directory.add_aliases({"Nene": ["Nene Hilario", "Maybyner Hilario"]})
    matches = match_names([("Maybyner Hilario", SEASON, "WAS")], directory)
    assert matches[0].player_id == 10
    assert directory.ids[normalise("Nene Hilario")] == {12}


def test_a_man_nobody_knows_is_one_man_in_all_seasons(directory: Directory) -> None:
    names = [("Max Muster", SEASON, "BOS"), ("Max Muster Jr.", "2016-17", "LAL")]
    matches = match_names(names, directory)
    assert {one.player_id for one in matches} == {own_id("Max Muster")}
    assert own_id("Max Muster") < 0

"""Looking up names and wordings: the longest one at a place."""

from __future__ import annotations

import pytest

from factcheck.language.lexicon import Entry, Lexicon, fold, lexicon_words


def found(lexicon: Lexicon, text: str, start: int = 0) -> list[tuple[str, str]]:
    tokens = text.split()
    entries = lexicon.longest([fold(token) for token in tokens], tokens, start)
    return [(entry.label, entry.value) for entry in entries]


def entry(text: str, kind: str, value: str = "", **options: object) -> Entry:
    return Entry(lexicon_words(text), kind, value, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("left", "right"),
    [("C.J.", "CJ"), ("Dončić", "Doncic"), ("D'Angelo", "D’Angelo"), ("O'Neal", "ONEAL"),
     ("José", "JOSE")],
)  # fmt: skip
def test_spellings_of_a_name_fold_alike(left: str, right: str) -> None:
    assert fold(left) == fold(right)


def test_a_period_alone_is_not_folded_away() -> None:
    assert fold(".") == "."


def test_the_longest_entry_wins() -> None:
    lexicon = Lexicon([entry("three", "number"), entry("three point", "shot"), entry("x", "x")])
    assert found(lexicon, "three point shots") == [("shot", "")]
    assert found(lexicon, "three pointers") == [("number", "")]


def test_of_entries_with_the_same_words_the_strongest_comes_first() -> None:
    lexicon = Lexicon(
        [entry("Jackson", "place", strength=1), entry("Jackson", "player", strength=4)]
    )
    assert [kind for kind, _ in found(lexicon, "Jackson")] == ["player", "place"]


def test_a_name_must_be_capitalised() -> None:
    lexicon = Lexicon([entry("Heat", "team", cased=True), entry("76ers", "team", cased=True)])
    assert found(lexicon, "the heat", 1) == []
    assert found(lexicon, "the Heat", 1) == [("team", "")]
    assert found(lexicon, "the 76ers", 1) == [("team", "")]


def test_namesakes_are_one_entry_with_all_their_keys() -> None:
    lexicon = Lexicon([entry("Morris", "player", keys=(1,)), entry("Morris", "player", keys=(2,))])
    (only,) = lexicon.longest(["morris"], ["Morris"], 0)
    assert only.keys == (1, 2)


def test_wordings_are_tokenised_as_stories_are() -> None:
    assert lexicon_words("double-double") == ("double", "-", "double")
    assert lexicon_words("Larry Nance Jr.") == ("larry", "nance", "jr")

"""Numbers, scores, records, shooting lines and percentages."""

from __future__ import annotations

from typing import Any

import pytest
from reading import Reader

QUANTITIES = {"number", "score", "record", "shooting", "percent", "ordinal"}


def quantities(read: Reader, text: str) -> list[tuple[str, str]]:
    """The quantities of a text: their kinds and values."""
    found = read(text).document.mentions()
    return [(mention.label, mention.value) for mention in found if mention.label in QUANTITIES]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("He had 24 points.", [("number", "24")]),
        ("He had twenty-five points.", [("number", "25")]),
        ("He had twenty five points.", [("number", "25")]),
        ("He had a steal and an assist.", [("number", "1"), ("number", "1")]),
        ("He had no turnovers.", [("number", "0")]),
        ("He had a pair of blocks.", [("number", "2")]),
        ("He had a dozen rebounds.", [("number", "12")]),
        ("He had half a dozen rebounds.", [("number", "6")]),
        ("He had a half-dozen rebounds.", [("number", "6")]),
        ("They had two dozen assists.", [("number", "24")]),
        ("He missed three of his dozen shots.", [("shooting", "3-12")]),
        ("He was not among the dozens of men.", []),
        ("They had a hundred points.", [("number", "100")]),
        ("They had a hundred and thirteen points.", [("number", "113")]),
        ("They had one hundred twenty-five points.", [("number", "125")]),
        ("They won one hundred two to ninety-one.", [("score", "102-91")]),
        ("They won 102-to-91.", [("score", "102-91")]),
        ("They used an eight-nothing run.", [("score", "8-0")]),
        ("They had nothing - nothing at all.", []),
        ("The Suns are now three and two, one and one at home.",
         [("record", "3-2"), ("record", "1-1")]),
        ("Phoenix fell to three and two.", [("record", "3-2")]),
        ("Conley and Lee are three and two inches taller.", [("number", "3"), ("number", "2")]),
        ("The Suns had three and two.", [("number", "3"), ("number", "2")]),
        ("It was their thirty-sixth win.", [("ordinal", "36")]),
        ("He called a twenty-second timeout.", [("number", "20"), ("ordinal", "2")]),
        ("They shot 45.5 per cent.", [("percent", "45.5")]),
        ("He had a single rebound and nary a block.", [("number", "1"), ("number", "0")]),
        ("He did not have a single rebound.", []),
        ("He had a quartet of assists.", [("number", "4")]),
        ("He went oh-for-seven. Oh, for two more.", [("shooting", "0-7"), ("number", "2")]),
        ("They won 102-91.", [("score", "102-91")]),
        ("They were quick in this one, and won.", []),
        ("The Suns (3-2) lost.", [("record", "3-2")]),
        ("He shot 8-of-15 from the field.", [("shooting", "8-15")]),
        ("He was three of four from the line.", [("shooting", "3-4")]),
        ("He went 5-for-6 from deep.", [("shooting", "5-6")]),
        ("He made five of his 11 free throws.", [("shooting", "5-11")]),
        ("He had 8 points (3-8 FG, 2-3 3Pt).",
         [("number", "8"), ("shooting", "3-8"), ("shooting", "2-3")]),
        ("They shot 50 percent.", [("percent", "50")]),
        (
            "They shot 6-20 (30 percent) from deep.",
            [("shooting", "6-20"), ("percent", "30")],
        ),
        ("They hit 7 - 10 from the foul - line .", [("shooting", "7-10")]),
        ("They shot 45.5% from the field.", [("percent", "45.5")]),
        ("It was their second straight and 17th win.", [("ordinal", "2"), ("ordinal", "17")]),
    ],
)  # fmt: skip
def test_quantities_are_read(read: Reader, text: str, found: list[tuple[str, str]]) -> None:
    assert quantities(read, text) == found


@pytest.mark.parametrize(
    ("tokenised", "normal"),
    [
        ("He shot 8 - of - 15 from the field .", "He shot 8-of-15 from the field."),
        ("The Suns ( 3 - 2 ) lost , 102 - 91 .", "The Suns (3-2) lost, 102-91."),
        ("He had 8 points ( 3 - 8 FG , 2 - 3 3Pt ) .", "He had 8 points (3-8 FG, 2-3 3Pt)."),
    ],
)
def test_both_forms_of_a_text_hold_the_same(read: Reader, tokenised: str, normal: str) -> None:
    assert quantities(read, tokenised) == quantities(read, normal) != []


def test_more_made_than_attempted_is_a_shooting_line_in_digits_and_hyphens(read: Reader) -> None:
    assert quantities(read, "He shot 15-of-8.") == [("shooting", "15-8")]
    assert quantities(read, "He had 15 for 8 men.") == [("number", "15"), ("number", "8")]
    assert quantities(read, "They had a three-for-two break.") == [("number", "3"), ("number", "2")]


def test_the_second_after_the_first_overtime_is_an_overtime(read: Reader) -> None:
    def periods(text: str) -> list[str]:
        return [m.value for m in read(text).document.mentions() if m.label == "period"]

    assert periods("They tied in the first overtime and won the second, 13-10.") == ["OT1", "OT2"]
    assert periods("They tied in the first quarter and won the second, 33-20.") == ["Q1", "Q2"]
    assert periods("They had 63 in the first half and 30 in the second.") == ["H1", "H2"]
    assert periods("They had 63 at the break after 28 in the second.") == ["Q2"]


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("Gasol scored seven in the fourth for Memphis.", "Q4"),
        ("Memphis had 30 in the third without Allen.", "Q3"),
        ("They won the second of their last three.", None),
        ("It was the third against Phoenix.", None),
    ],
)
def test_a_quarter_may_go_without_the_word(read: Reader, text: str, period: str | None) -> None:
    periods = [m.value for m in read(text).document.mentions() if m.label == "period"]
    assert periods == ([period] if period else [])


def test_a_season_is_no_score(read: Reader) -> None:
    assert quantities(read, "the best since 2016-17") == [("number", "2016"), ("number", "17")]


def test_each_number_of_a_pair_can_be_marked_alone(read: Reader) -> None:
    story = read("He shot 8-of-15 from the field.")
    mention = story.mention("15")
    words = {
        part: [token.text for token in story.document.tokens[start:end]]
        for part, (start, end) in mention.parts.items()
    }
    assert words == {"first": ["8"], "second": ["15"]}


def test_the_number_of_a_percentage_can_be_marked_without_the_word(read: Reader) -> None:
    story = read("They shot 50 percent.")
    start, end = story.mention("50").parts["number"]
    assert [token.text for token in story.document.tokens[start:end]] == ["50"]


@pytest.mark.parametrize(
    ("words", "hedge"),
    [("exactly", "exact"), ("nearly", "nearly"), ("just under", "nearly"), ("more than", "over"),
     ("at least", "at least"), ("about", "about"), ("over", "over"), ("at most", "at most"),
     ("no fewer than", "at least"), ("no more than", "at most"), ("fewer than", "under"),
     ("in excess of", "over"), ("topped", "over"), ("just over", "just over"),
     ("a little more than", "just over"), ("a shade under", "nearly")],
)  # fmt: skip
def test_how_exact_a_number_claims_to_be(read: Reader, words: str, hedge: str) -> None:
    assert read(f"He scored {words} 20 points.").mention("20").data["hedge"] == hedge


@pytest.mark.parametrize(
    ("text", "hedge", "words"),
    [("He scored 20-plus points.", "at least", ["20", "-", "plus"]),
     ("He scored 20+ points.", "at least", ["20", "+"]),
     ("He scored 20 points or more.", "at least", ["20"]),
     ("He scored 20 or so.", "about", ["20"]),
     ("He scored 20 or lost the ball.", "exact", ["20"])],
)  # fmt: skip
def test_what_stands_behind_a_number_tells_how_exact_it_is(
    read: Reader, text: str, hedge: str, words: list[str]
) -> None:
    story = read(text)
    mention = story.mention("20")
    assert (mention.data["hedge"], story.words(mention)) == (hedge, words)


def test_what_is_turned_over_is_no_bound(read: Reader) -> None:
    assert read("They turned the ball over 20 times.").mention("20").data["hedge"] == "exact"


def test_an_article_belongs_to_its_dozen(read: Reader) -> None:
    story = read("He had a dozen rebounds.")
    assert story.words(story.mention("dozen")) == ["a", "dozen"]


@pytest.mark.parametrize(
    ("text", "word", "form"),
    [("He had 20 points.", "20", "digits"), ("He had two blocks.", "two", "word"),
     ("He had a block.", "a", "article"), ("He had no blocks.", "no", "no"),
     ("He had a pair of blocks.", "pair", "noun")],
)  # fmt: skip
def test_the_form_of_a_number_is_kept(read: Reader, text: str, word: str, form: str) -> None:
    data: dict[str, Any] = read(text).mention(word).data
    assert data["form"] == form


@pytest.mark.parametrize(
    ("text", "word"),
    [("They led this one 76-72.", "one"), ("He made every one of his five threes.", "one"),
     ("They did not miss a single one of their 13 free throws.", "one")],
)  # fmt: skip
def test_one_may_stand_for_a_thing(read: Reader, text: str, word: str) -> None:
    sentence, place = read(text).place(word)
    assert sentence.units[place].mention is None


def test_not_one_is_none(read: Reader) -> None:
    mention = read("He had 18 points and not one foul.").mention("one")
    assert (mention.data["value"], mention.data["form"]) == (0, "no")


def test_at_least_holds_for_a_list(read: Reader) -> None:
    story = read("It was his fifth game with at least 15 points, eight assists and five boards.")
    assert [story.mention(word).data["hedge"] for word in ("eight", "five")] == ["at least"] * 2


def test_at_least_ends_with_its_list(read: Reader) -> None:
    story = read("He had at least 15 points and missed five shots.")
    assert story.mention("five").data["hedge"] == "exact"

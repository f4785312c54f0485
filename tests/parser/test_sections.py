"""Headings end sentences and tell what the text under them is about."""

from __future__ import annotations

import pytest
from reading import Reader

from factcheck.parser.sections import Headings


@pytest.mark.parametrize(
    "heading",
    [
        "## Third Quarter",
        "**Third Quarter**",
        "**Third Quarter:**",
        "Third Quarter",
        "3rd Quarter:",
    ],
)
def test_a_line_of_its_own_is_a_heading(heading: str) -> None:
    text = f"{heading}\nMemphis won it 30-19."
    headings = Headings(text)
    assert headings.hold(0)
    assert headings.end_between(len(heading) - 1, len(heading) + 1)
    assert not headings.hold(len(heading) + 1)


@pytest.mark.parametrize(
    "text",
    ["**Third Quarter** was theirs.", "Memphis won the third quarter.\nIt won 102-91.", "Memphis"],
)
def test_other_lines_are_none(text: str) -> None:
    assert not Headings(text).hold(0)


@pytest.mark.parametrize(
    "heading",
    [
        "**Fourth quarter.**",
        "Q4:",
        "- **Fourth quarter:**",
        "Fourth quarter --",
        "🔹 **Fourth quarter:**",
        "• Fourth quarter:",
        "4. **Fourth quarter:**",
        "4) Fourth quarter:",
    ],
)
def test_a_heading_in_the_text_tells_of_its_paragraph(read: Reader, heading: str) -> None:
    text = f"{heading} It was close. Phoenix pulled away.\nMemphis won."
    sentences = read(text).document.sentences
    assert [sentence.section for sentence in sentences[-2:]] == ["Q4", None]


def test_a_title_tells_of_the_whole_game(read: Reader) -> None:
    title, opening = "# Memphis Uses Third-Quarter Surge to Down Phoenix", "Mike Conley scored 24."
    sentences = read(f"{title}\n\n{opening}").document.sentences
    assert [sentence.section for sentence in sentences] == [None, None]


def test_a_first_line_that_is_a_period_is_no_title(read: Reader) -> None:
    sentences = read("## Third Quarter\n\nMemphis won it 30-19.").document.sentences
    assert sentences[-1].section == "Q3"


def test_a_sentence_about_a_quarter_is_no_heading(read: Reader) -> None:
    sentences = read("The fourth quarter was close. Phoenix pulled away.").document.sentences
    assert [sentence.section for sentence in sentences] == [None, None]


@pytest.mark.parametrize(
    ("heading", "moment"),
    [
        ("**Q2, 7:23.**", ("Q2", 443)),
        ("7:23, second quarter --", ("Q2", 443)),
        ("Half.", ("Q2", 0)),
        ("**End Q1.**", ("Q1", 0)),
        ("End of the third:", ("Q3", 0)),
        ("[OT 0:12]:", ("OT1", 12)),
    ],
)
def test_a_note_is_headed_by_a_moment(read: Reader, heading: str, moment: tuple[str, int]) -> None:
    sentences = read(f"{heading} Conley has nine. Lee has six.\nMemphis won.").document.sentences
    assert [sentence.moment for sentence in sentences[-3:]] == [moment, moment, None]


def test_a_heading_with_a_moment_is_that_of_the_paragraph_below(read: Reader) -> None:
    sentences = read("It began.\n**Q2, 7:23.**\nConley has nine.\nLee too.").document.sentences
    assert [sentence.moment for sentence in sentences][-2:] == [("Q2", 443), None]


@pytest.mark.parametrize(
    "text",
    ["After the third quarter, Conley had nine.", "With 7:23 left in the second, it was close."],
)
def test_a_moment_in_a_sentence_heads_no_note(read: Reader, text: str) -> None:
    assert read(text).document.sentences[0].moment is None

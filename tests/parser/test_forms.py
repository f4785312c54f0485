"""Texts that differ in nothing but their form are read alike."""

from __future__ import annotations

import pytest
from reading import Reader

PLAIN = (
    "Marc Gasol had 12 points and six rebounds. He missed four shots.\n\n"
    "Phoenix beat Memphis by 11. The Suns are 3-2."
)


def read_as(read: Reader, text: str) -> list[tuple[list[str], list[str]]]:
    """Return the words and mentions of each sentence, and whom its last unit is about."""
    reading = read(text)
    return [
        (
            [
                unit.norm if unit.mention is None else f"{unit.mention.label} {unit.mention.value}"
                for unit in sentence.units
            ],
            [f"{frame.subject} {frame.scope} {len(frame.players)}" for frame in frames],
        )
        for sentence, frames in zip(
            reading.document.sentences, reading.document.frames, strict=True
        )
    ]


@pytest.mark.parametrize(
    "text",
    [
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace(" and ", " & "),
        PLAIN.replace("rebounds. ", "rebounds! ").replace("by 11.", "by 11!"),
        PLAIN.replace("rebounds. ", "rebounds!!! "),
        PLAIN.replace(" points", "\npoints"),
        "- "
        + PLAIN.replace("\n\n", "\n- ").replace(". He", ".\n- He").replace(". The", ".\n* The"),
        "• " + PLAIN.replace("\n\n", "\n\n• "),
        PLAIN.replace("12", "**12**").replace("Marc Gasol", "**Marc Gasol**"),
        PLAIN.replace(" ", "  "),
    ],
    ids=[
        "windows",
        "ampersand",
        "exclaimed",
        "loud",
        "wrapped",
        "list",
        "bullets",
        "bold",
        "spaced",
    ],
)
def test_texts_that_differ_in_form_are_read_alike(read: Reader, text: str) -> None:
    assert read_as(read, text) == read_as(read, PLAIN)


def test_marks_are_words_of_the_text_as_given(read: Reader) -> None:
    text = PLAIN.replace("\n", "\r\n").replace("12 points", "12\r\npoints")
    document = read(text).document

    mention = next(one for one in document.mentions() if one.value == "12")

    span = document.span(mention.start, mention.end + 1)
    assert (span.text, document.text) == ("12\r\npoints", text)


@pytest.mark.parametrize(
    "text",
    [
        "Marc Gasol had a 12-point night ( 6-of-11 FG ) . Twenty-two seconds were left . "
        "4:30 was .",
        "Marc Gasol had a 12-point night -LRB- 6-of-11 FG -RRB- . Twenty-two seconds were left . "
        "4:30 was .",
    ],
    ids=["hyphens", "brackets"],
)
def test_what_other_tokenisers_leave_is_read_as_normal_text(read: Reader, text: str) -> None:
    normal = "Marc Gasol had a 12-point night (6-of-11 FG). Twenty-two seconds were left. 4:30 was."
    assert read_as(read, text) == read_as(read, normal)

"""Annotated stories of our own, generated ones, and the shared task's gold standard."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from factcheck.exchange.marks import Mark, TokenisedText
from factcheck.model import Category, Report, Story

TOKENISED = (
    "The Memphis Grizzlies defeated the Phoenix Suns , 102 - 91 , on Tuesday . "
    "Mike Conley had a triple - double with 24 points and 12 assists ."
)
ENGLISH = (
    'The "R&B" Suns <i>lost</i> 102-91 🏀 on café night.\r\n'
    "Coach: “we [didn't] * quit” | it's 50% \\now; 3_4 -> 7.\r\n\r\n"
    "P.J. Tucker grabbed\r\n20 rebounds."
)
"""Emoji, accents, CRLF, and the reserved characters of every format."""


def story(id: str, text: str, *marks: tuple[str, Category, str | None], **about: Any) -> Report:
    """Return a story with marks, each given by its words, category and correction."""
    found = [
        Mark(
            start=text.index(words),
            end=text.index(words) + len(words),
            category=category,
            correction=correction,
            explanation=f"Not {words.split()[0]}: see the box score.",
            rule="player-statistic",
            evidence=({"player": "Mike Conley", "points": 24, "note": 'a | "b" \\ c\n[1]'},),
        )
        for words, category, correction in marks
    ]
    return TokenisedText(text).report(Story(id, text, **about), found, "test")


def batch() -> list[Report]:
    """Three stories: pre-tokenised, English full of traps, and one without a mistake."""
    return [
        story(
            "tokenised",
            TOKENISED,
            ("Phoenix Suns", Category.NAME, "Utah Jazz"),
            ("Tuesday", Category.NAME, "Wednesday"),
            ("triple - double", Category.WORD, None),
            ("12", Category.NUMBER, "11"),
            game="2014-11-05-MEM-PHX",
            system="one",
        ),
        story(
            "english/2: é",
            ENGLISH,
            ("<i>lost</i>", Category.WORD, "won"),
            ("91", Category.NUMBER, "103"),
            ("café", Category.OTHER, "*"),
            ("50%", Category.CONTEXT, "40 _|_ %"),
            ("grabbed\r\n20", Category.NOT_CHECKABLE, "4 -> [5]; 6"),
            game="2014-11-05-MEM-PHX",
            system="two",
        ),
        story("right", "The Grizzlies won 102-91."),
    ]


def gold_reports(data: Path) -> list[Report]:
    """Return the 60 training stories with their gold mistakes."""
    folder = data / "accuracy_shared_task"
    rows: dict[str, list[dict[str, str]]] = {}
    with (folder / "gsml.csv").open(newline="") as stream:
        for row in csv.DictReader(stream):
            rows.setdefault(row["TEXT_ID"], []).append(row)
    reports = []
    for file in sorted((folder / "texts").glob("*.txt")):
        tokenised = TokenisedText(file.read_text())
        marks = [_gold_mark(tokenised, row) for row in rows.get(file.name, [])]
        reports.append(tokenised.report(Story(file.stem, tokenised.text), marks, file))
    return reports


def _gold_mark(tokenised: TokenisedText, row: dict[str, str]) -> Mark:
    first = tokenised.tokens[int(row["DOC_TOKEN_START"]) - 1]
    last = tokenised.tokens[int(row["DOC_TOKEN_END"]) - 1]
    return Mark(
        start=first.start,
        end=last.end,
        category=Category[row["TYPE"]],
        correction=row["CORRECTION"] or None,
        explanation=row["COMMENT"] or None,
        rule="gold",
        evidence=({"annotation": int(row["ANNOTATION_ID"])},),
    )


# Control characters and non-characters fit into neither XML nor a line of text.
_CHARACTERS = st.characters(exclude_categories=("Cs", "Cc", "Cn"))
_WORDS = st.one_of(
    st.sampled_from(
        [
            "Suns",
            "107",
            "113-107",
            "double-double",
            "did",
            "n't",
            "n000t",
            "🏀🏀",
            "naïve",
            "e\u0301",
        ]
    ),
    st.sampled_from(
        ["<b>", "&amp;", '"', "'s", "\\n", "\\", "_", "*", "[1]", "|", "->", ";", "#", "("]
    ),
    st.text(_CHARACTERS, min_size=1, max_size=6),
    st.sampled_from([".", "."]),
)
_GAPS = st.sampled_from([" ", " ", " ", "\n", "\r\n", "\r", "\t", "  ", "\r\n\r\n", "\u00a0", ""])
_SAID = st.text(st.one_of(_CHARACTERS, st.sampled_from("\\|\n\r\t_*[];")), min_size=1, max_size=20)
_EVIDENCE = st.dictionaries(
    st.text(_CHARACTERS, max_size=5),
    st.one_of(st.none(), st.integers(-9, 999), st.text(_CHARACTERS, max_size=5), st.booleans()),
    min_size=1,
    max_size=3,
)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Draw a text with at least one token."""
    pairs = draw(st.lists(st.tuples(_WORDS, _GAPS), min_size=1, max_size=25))
    text = draw(_GAPS) + "".join(word + gap for word, gap in pairs)
    return text if text.strip() else text + "x"


@st.composite
def annotated(draw: st.DrawFn, id: str = "story") -> Report:
    """Draw a story with marks on whole tokens that do not overlap."""
    tokenised = TokenisedText(draw(texts()))
    marks: list[Mark] = []
    first = 0
    while first < len(tokenised.tokens):
        token = tokenised.tokens[first]
        longest = sum(t.sentence == token.sentence for t in tokenised.tokens[first : first + 4])
        length = draw(st.integers(0, longest))
        if length:
            marks.append(_draw_mark(draw, token.start, tokenised.tokens[first + length - 1].end))
        first += max(1, length)
    return tokenised.report(Story(id, tokenised.text), marks, "generated")


def _draw_mark(draw: st.DrawFn, start: int, end: int) -> Mark:
    return Mark(
        start=start,
        end=end,
        category=draw(st.sampled_from(Category)),
        correction=draw(st.none() | _SAID),
        explanation=draw(st.none() | _SAID),
        rule=draw(st.sampled_from(["", "bench-leader"])),
        evidence=tuple(draw(st.lists(_EVIDENCE, max_size=2))),
    )


@st.composite
def batches(draw: st.DrawFn) -> list[Report]:
    """Draw one or two stories whose ids no file system would take as they are."""
    ids: Sequence[str] = draw(
        st.lists(
            st.text(_CHARACTERS, min_size=1, max_size=12) | st.sampled_from(["..", "a/b", "x.txt"]),
            min_size=1,
            max_size=2,
            unique=True,
        )
    )
    return [draw(annotated(id)) for id in ids]

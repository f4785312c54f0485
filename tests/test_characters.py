"""A story as other programs write it: other dashes, quotes, spaces and marks, the same mistakes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

import pytest

from factcheck import FactChecker
from factcheck.errors import StoryError
from factcheck.support.resources import kb_folder

GAME = "2014-11-05-MEM-PHX"
STORY = (kb_folder() / "demo" / "story.txt").read_text(encoding="utf-8").strip()
PLAIN = str.maketrans(
    {"‑": "-", "‐": "-", "–": "-", "−": "-", "’": "'"} | dict.fromkeys("\u00ad\u200b", "")
)


@pytest.fixture(scope="module")
def checker(demo_checker: FactChecker) -> FactChecker:
    return demo_checker


def marks(checker: FactChecker, text: str) -> list[tuple[str, str, str | None]]:
    """Category, marked words in plain characters, and correction of a story's mistakes."""
    found = []
    for mistake in checker.check(text, GAME).mistakes:
        assert text[mistake.span.start : mistake.span.end] == mistake.span.text
        words = unicodedata.normalize("NFC", mistake.span.text).translate(PLAIN)
        found.append((str(mistake.category), " ".join(words.split()), mistake.correction))
    return found


VARIANTS: dict[str, Callable[[str], str]] = {
    "non-breaking hyphens": lambda text: text.replace("-", "‑"),
    "true hyphens": lambda text: text.replace("-", "‐"),
    "en dashes between numbers": lambda text: re.sub(r"(\d)-(\d)", r"\1–\2", text),
    "minus signs between numbers": lambda text: re.sub(r"(\d)-(\d)", r"\1−\2", text),
    "curly apostrophes": lambda text: text.replace("'", "’"),
    "no-break spaces": lambda text: text.replace(" ", "\u00a0"),
    "narrow spaces after numbers": lambda text: re.sub(r"(\d) ", "\\1\u202f", text),
    "tabs": lambda text: text.replace(" ", "\t"),
    "lines that end in CRLF": lambda text: text.replace(". ", ".\r\n"),
    "a paragraph a sentence": lambda text: text.replace(". ", ".\n\n"),
    "decomposed accents": lambda text: unicodedata.normalize("NFD", text),
    "byte order mark": lambda text: "\ufeff" + text,
    "zero-width spaces": lambda text: text.replace(" ", " \u200b"),
    "soft hyphens": lambda text: text.replace("points", "poi\u00adnts").replace("Isa", "I\u00adsa"),
    "bold names": lambda text: re.sub(r"([A-Z][a-z]+ [A-Z][a-z]+)", r"**\1**", text),
    "italic numbers": lambda text: re.sub(r"\b(\d+)\b", r"_\1_", text),
    "bullets": lambda text: "* " + text.replace(". ", ".\n* "),
    "a heading": lambda text: "# Game recap\n\n" + text,
    "quotation marks around it": lambda text: f"“{text}”",
    "straight quotation marks around it": lambda text: f'"{text}"',
    "emoji": lambda text: text.replace(". ", ". 🏀🔥 "),
    "HTML paragraphs": lambda text: "<p>" + text.replace(". ", ".</p>\n<p>") + "</p>",
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_same_mistakes_are_marked(checker: FactChecker, variant: str) -> None:
    plain, changed = STORY, VARIANTS[variant](STORY)
    assert changed != plain or variant in {"curly apostrophes", "decomposed accents"}
    assert marks(checker, changed) == marks(checker, plain)
    assert len(marks(checker, plain)) == 10


def test_what_somebody_said_is_no_claim_of_the_story(checker: FactChecker) -> None:
    text = "The Grizzlies beat the Suns 102-91. “Marc Gasol scored 28 points,” a fan said."
    assert marks(checker, text) == []


def test_a_story_of_nothing_that_is_seen_is_empty(checker: FactChecker) -> None:
    with pytest.raises(StoryError, match="empty"):
        checker.check("\u200b\u2060 \ufeff", GAME)

"""Two small corpora about the same games, counted by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from browser import open_page  # noqa: F401  (a fixture)

from factcheck.hallucinations import Corpus
from factcheck.model import Category, Mistake, Report, Span, Story

TEXT = "The Suns won on Monday . Isaiah Thomas led the bench with 20 points . They play Friday ."
KINDS = {
    "Monday": (Category.NAME, "game-day", "Wednesday"),
    "led": (Category.WORD, "bench-leader", None),
    "20": (Category.NUMBER, "player-statistic", "15"),
    "Friday": (Category.NAME, "next-game-day", "Saturday"),
}
EVIDENCE = {
    "led": ({"player": "Isaiah Thomas", "team": "PHX", "statistic": "PTS", "value": 15},),
    "20": ({"player": "Isaiah Thomas", "team": "PHX", "statistic": "PTS", "value": 15},),
}

Wrong = Callable[..., Report]


def checked(story: str, words: Sequence[str], system: str | None, game: str | None) -> Report:
    """A story in which these words are wrong."""
    mistakes = []
    for word in words:
        start = TEXT.index(word)
        token = len(TEXT[:start].split()) + 1
        sentence = TEXT[:start].count(" . ") + 1
        before = TEXT.rfind(" . ", 0, start)
        first = token - len(TEXT[: max(0, before + 2)].split())
        span = Span(start, start + len(word), token, token, sentence, first, first, word)
        category, rule, correction = KINDS[word]
        evidence = EVIDENCE.get(word, ())
        mistakes.append(Mistake(span, category, rule, correction, None, evidence))
    return Report(Story(story, TEXT, game, system), tuple(mistakes), tokens=18, sentences=3)


def corpus(name: str, wrong: Sequence[Sequence[str]]) -> Corpus:
    """A system's stories, one for each list of wrong words."""
    return Corpus(
        name,
        tuple(
            checked(f"{name}-{number}", words, name, f"2014-11-{number:02d}-MEM-PHX")
            for number, words in enumerate(wrong, start=1)
        ),
    )


@pytest.fixture
def older() -> Corpus:
    """Four stories with 4, 3, 1 and 0 mistakes."""
    wrong = [["Monday", "led", "20", "Friday"], ["led", "20", "Friday"], ["Friday"], []]
    return corpus("older", wrong)


@pytest.fixture
def newer() -> Corpus:
    """Four stories about the same games with 2, 1, 1 and 1 mistakes."""
    return corpus("newer", [["Monday", "Friday"], ["Friday"], ["Friday"], ["20"]])


@pytest.fixture
def results(tmp_path: Path) -> Callable[[Corpus], Path]:
    """Write a corpus as ``factcheck check --format jsonl`` does."""

    def write(written: Corpus) -> Path:
        path = tmp_path / f"{written.name}.jsonl"
        lines = [json.dumps(report.to_dict()) + "\n" for report in written.reports]
        path.write_text("".join(lines), encoding="utf-8")
        return path

    return write

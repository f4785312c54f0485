"""What holds for every text whatever."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from itertools import pairwise

from factcheck import FactChecker, Report, Story
from factcheck.errors import StoryError

GAME = "2014-11-05-MEM-PHX"
SECONDS = 20
"""A story may take on a busy machine; one of usual length takes some hundredths."""


def held(texts: Sequence[str], checker: FactChecker) -> list[Report | StoryError]:
    """Check texts together and return what came of them, with every promise tried.

    Raises:
        AssertionError: A promise does not hold; the message has the text.
    """
    stories = [Story(f"s{number}", text, GAME) for number, text in enumerate(texts)]
    started = time.process_time()
    outcomes = checker.check_each(stories)
    assert time.process_time() - started < SECONDS * len(texts)
    for text, outcome in zip(texts, outcomes, strict=True):
        if isinstance(outcome, StoryError):
            # Empty, or about another game: never a fault of ours, nor of a rule's statement.
            assert "factcheck itself fails" not in outcome.message, (outcome, text)
            assert "verify" not in outcome.message, (outcome, text)
        else:
            _spans(outcome, text)
    return outcomes


def _spans(report: Report, text: str) -> None:
    spans = [mistake.span for mistake in report.mistakes]
    for span in [*spans, *(claim.span for claim in report.claims), *report.unclaimed]:
        assert 0 <= span.start < span.end <= len(text), (span, text)
        assert text[span.start : span.end] == span.text, (span, text)
        assert 1 <= span.token_start <= span.token_end <= report.tokens, (span, text)
    for before, after in pairwise(spans):
        assert before.end <= after.start, (before, after, text)


def single_as_batch(
    texts: Iterable[str], outcomes: Iterable[Report | StoryError], checker: FactChecker
) -> None:
    """Check texts one by one, which must come to the same as together.

    Raises:
        AssertionError: It does not; the message has the text.
    """
    for number, (text, outcome) in enumerate(zip(texts, outcomes, strict=True)):
        (alone,) = checker.check_each([Story(f"s{number}", text, GAME)])
        if isinstance(outcome, StoryError):
            assert str(alone) == str(outcome), text
        else:
            assert alone == outcome, text

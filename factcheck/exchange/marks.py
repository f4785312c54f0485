"""Marks in a text: from character ranges, as tools keep them, to mistakes on whole tokens."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from factcheck.errors import FormatError
from factcheck.language.tokenizer import Token, tokenize
from factcheck.model import Category, Evidence, Mistake, Report, Span, Story

BY_HAND = ""
"""The rule id of a mark that a person has added."""


class MarkError(ValueError):
    """A mark that cannot be a mistake; whoever knows the line turns it into a FormatError."""


@contextmanager
def in_line(path: str | Path, line: int | None, field: str | None = None) -> Iterator[None]:
    """Give the errors about a mark their place in the file.

    Raises:
        FormatError: The block raised a :class:`MarkError`.
    """
    try:
        yield
    except MarkError as error:
        raise FormatError(str(error), path=path, line=line, field=field) from error


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark as a tool keeps it, in character offsets (end exclusive) into the text."""

    start: int
    end: int
    category: Category
    correction: str | None = None
    explanation: str | None = None
    rule: str = BY_HAND
    evidence: tuple[Evidence, ...] = ()
    line: int | None = None


def category_of(label: str) -> Category:
    """Return the category that a tool's label names.

    Args:
        label: ``NUMBER``, ``number``, ``1_NAME`` or ``Not checkable``.

    Raises:
        MarkError: It is none of the six.
    """
    name = re.sub(r"^\d+_", "", re.sub(r"[\s-]+", "_", label.strip())).upper()
    if name not in Category.__members__:
        raise MarkError(f"{label!r} is not a category; use one of {', '.join(Category)}")
    return Category[name]


class TokenisedText:
    """A text with its tokens.

    Args:
        text: The text as given.
        tokens: As the file of a tool has them; the shared task's scheme if not given.
    """

    def __init__(self, text: str, tokens: Sequence[Token] | None = None) -> None:
        self.text = text
        self.tokens = tokenize(text) if tokens is None else tokens
        self._starts = [token.start for token in self.tokens]
        self._ends = [token.end for token in self.tokens]

    @property
    def sentences(self) -> int:
        """Number of sentences."""
        return self.tokens[-1].sentence if self.tokens else 0

    def span(self, start: int, end: int) -> Span:
        """Return the span of the tokens that a character range touches.

        Args:
            start: Offset of the first character.
            end: Offset after the last character.

        Raises:
            MarkError: The range leaves the text, holds no token, or leaves its sentence.
        """
        if not 0 <= start < end <= len(self.text):
            raise MarkError(
                f"marks characters {start} to {end} of a text of {len(self.text)}; "
                "export from the project that holds this text"
            )
        first, last = bisect_right(self._ends, start), bisect_left(self._starts, end) - 1
        if last < first:
            raise MarkError(f"marks white space at characters {start} to {end}; mark a word")
        opening, closing = self.tokens[first], self.tokens[last]
        if opening.sentence != closing.sentence:
            raise MarkError(
                f"the mark {self.text[start:end]!r} runs over the end of sentence "
                f"{opening.sentence}; end it there, or make two marks"
            )
        return Span(
            start=opening.start,
            end=closing.end,
            token_start=opening.id,
            token_end=closing.id,
            sentence=opening.sentence,
            sent_token_start=opening.sent_id,
            sent_token_end=closing.sent_id,
            text=self.text[opening.start : closing.end],
        )

    def report(self, story: Story, marks: Iterable[Mark], path: str | Path) -> Report:
        """Return the story with its marks as mistakes, in order of the text.

        Args:
            story: The story; its text is this one.
            marks: In any order.
            path: The file they come from, for error messages.

        Raises:
            FormatError: A mark cannot be a mistake, or two marks share a token.
        """
        mistakes: list[tuple[Mistake, int | None]] = []
        for mark in marks:
            with in_line(path, mark.line):
                span = self.span(mark.start, mark.end)
            found = Mistake(
                span, mark.category, mark.rule, mark.correction, mark.explanation, mark.evidence
            )
            mistakes.append((found, mark.line))
        mistakes.sort(key=lambda item: item[0].span.token_start)
        for (before, _), (after, line) in itertools.pairwise(mistakes):
            if after.span.token_start <= before.span.token_end:
                raise FormatError(
                    f"the marks {before.span.text!r} and {after.span.text!r} of story "
                    f"{story.id} overlap; mark each token once",
                    path=path,
                    line=line,
                )
        return Report(
            story=story,
            mistakes=tuple(mistake for mistake, _ in mistakes),
            tokens=len(self.tokens),
            sentences=self.sentences,
        )


def utf16_offsets(text: str) -> list[int]:
    """Return for each character, and for the end, its offset in UTF-16 code units.

    Java and JavaScript count so: a character outside the Basic Multilingual Plane, such
    as an emoji, takes two.
    """
    offsets = [0]
    for character in text:
        offsets.append(offsets[-1] + (2 if ord(character) > 0xFFFF else 1))
    return offsets

"""A text as factgenie's pages see it.

A page puts an output into an element as HTML and reads the element's text back: entities
are resolved and CRLF becomes one line feed. Offsets of marks count UTF-16 code units of
that text. The page then makes one element of each word, or of each character, again from
HTML. So that ``<`` and ``&`` of a story stay what they are, and are never tags:

- marking words, the text is escaped twice, and offsets count in the text escaped once;
- marking characters, it is escaped once, since a character alone is never a tag.

Words are marked where each mistake begins a word, as in pre-tokenised texts; ``107`` in
``113-107`` needs characters.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from factcheck.exchange.marks import MarkError
from factcheck.model import Report, Span

_NEW_LINE = re.compile(r"\r\n?")


@dataclass(frozen=True, slots=True)
class PageText:
    """A text as a page shows it.

    Args:
        text: The text as given.
        by_words: Whether whole words are marked, else single characters.
        offsets: For each character of the text, and for its end, the offset in the page.
    """

    text: str
    by_words: bool
    offsets: tuple[int, ...]

    @classmethod
    def of(cls, report: Report) -> PageText:
        """Return the text of a report in the way that suits its mistakes."""
        text = report.story.text
        starts = (mistake.span.start for mistake in report.mistakes)
        by_words = all(start == 0 or text[start - 1].isspace() for start in starts)
        return cls(text, by_words, _offsets(text, by_words))

    @classmethod
    def read(cls, text: str, output: str) -> PageText:
        """Return a text in the way in which it was written as an output."""
        by_words = output == _output(text, True) and output != _output(text, False)
        return cls(text, by_words, _offsets(text, by_words))

    @property
    def granularity(self) -> str:
        """factgenie's word for what is marked."""
        return "words" if self.by_words else "chars"

    @property
    def output(self) -> str:
        """The text as factgenie is to store it."""
        return _output(self.text, self.by_words)

    def start(self, span: Span) -> int:
        """Return the offset in the page at which a span begins."""
        return self.offsets[span.start]

    def shown(self, span: Span) -> str:
        """Return a span's text as the page's scripts see it."""
        return _shown(span.text, self.by_words)

    def characters(self, start: int, shown: str) -> tuple[int, int]:
        """Return the characters of the text that a mark of a page covers.

        Args:
            start: Its offset in the page.
            shown: Its text in the page.

        Raises:
            MarkError: It leaves the text.
        """
        end = start + len(shown.encode("utf-16-le", "surrogatepass")) // 2
        if not 0 <= start < end <= self.offsets[-1]:
            raise MarkError(f"marks {start} to {end} of a text of {self.offsets[-1]} in factgenie")
        # A mark may begin or end within an entity: it covers that character.
        return bisect_right(self.offsets, start) - 1, bisect_left(self.offsets, end)


def _escape(text: str) -> str:
    # Words stand in attributes in double quotes as well; apostrophes may stay.
    return html.escape(text, quote=False).replace('"', "&quot;")


def _output(text: str, by_words: bool) -> str:
    once = _escape(text) if by_words else text
    # factgenie makes a line break of a backslash and an n.
    return _escape(once).replace("\\n", "&#92;n")


def _shown(text: str, by_words: bool) -> str:
    text = _NEW_LINE.sub("\n", text)
    return _escape(text) if by_words else text


def _offsets(text: str, by_words: bool) -> tuple[int, ...]:
    offsets = [0]
    for position, character in enumerate(text):
        if text.startswith("\r\n", position):
            width = 0
        elif by_words and (escaped := _escape(character)) != character:
            width = len(escaped)
        else:
            width = 2 if ord(character) > 0xFFFF else 1
        offsets.append(offsets[-1] + width)
    return tuple(offsets)

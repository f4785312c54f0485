"""A text as a client of the LanguageTool protocol sends it: plain, or with markup between."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import Any

from starlette.exceptions import HTTPException

from factcheck.exchange.marks import utf16_offsets
from factcheck.server.requests import parse_json


class AnnotatedText:
    """A text to check, and where its characters stand in what the client holds.

    Args:
        pieces: In order: what is read, and what stands in the client's document for it.
            The two are the same, but for markup, which is read as nothing or as something
            else ("&nbsp;" as a space).
    """

    def __init__(self, pieces: list[tuple[str, str]]) -> None:
        self.plain = "".join(read for read, _ in pieces)
        self._starts: list[int] = []  # of the pieces in the plain text
        self._bases: list[int] = []  # of the pieces in the client's document, UTF-16
        self._pieces: list[tuple[str, str, list[int]]] = []
        start = base = 0
        for read, given in pieces:
            offsets = utf16_offsets(given)
            if read:
                self._starts.append(start)
                self._bases.append(base)
                self._pieces.append((read, given, offsets))
            start += len(read)
            base += offsets[-1]

    @classmethod
    def of_form(cls, form: Mapping[str, str]) -> AnnotatedText:
        """Return the text of a form with ``text`` or ``data``.

        Raises:
            HTTPException: 400 where there is neither, both, or broken ``data``.
        """
        text, data = form.get("text"), form.get("data")
        if (text is None) == (data is None):
            raise HTTPException(400, "give either 'text' or 'data'")
        if text is not None:
            return cls([(text, text)])
        assert data is not None
        item = parse_json(data)
        if isinstance(item, dict) and isinstance(item.get("text"), str):
            return cls([(item["text"], item["text"])])
        annotation = item.get("annotation") if isinstance(item, dict) else None
        if not isinstance(annotation, list):
            raise HTTPException(400, "data: needs 'text' or 'annotation'")
        return cls([_piece(part) for part in annotation])

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return where a span of the plain text stands in the client's document, in UTF-16."""
        return self._place(start, after=False), self._place(end - 1, after=True)

    def _place(self, character: int, *, after: bool) -> int:
        number = bisect_right(self._starts, character) - 1
        read, given, offsets = self._pieces[number]
        base = self._bases[number]
        if read != given:
            # Markup that is read as something cannot be divided.
            return base + (offsets[-1] if after else 0)
        return base + offsets[character - self._starts[number] + after]


def _piece(part: Any) -> tuple[str, str]:
    if isinstance(part, dict):
        text, markup, read = part.get("text"), part.get("markup"), part.get("interpretAs", "")
        if isinstance(text, str) and markup is None:
            return text, text
        if isinstance(markup, str) and text is None and isinstance(read, str):
            return read, markup
    raise HTTPException(400, "data: each part of 'annotation' needs 'text' or 'markup'")

"""A text under correction: its words in a row, each with the place it had."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_PIECE = re.compile(r"\d[\d.,]*\d|\w[\w'’]*|\s+|.", re.DOTALL)


@dataclass(slots=True)
class Piece:
    """A word, a stretch of white space or a sign.

    Args:
        start: Offset of its first character in the text as given.
        end: Offset after its last.
        text: What stands there now.
        owner: Which correction changed it, by its number; None while it is as given.
    """

    start: int
    end: int
    text: str
    owner: int | None = None

    @property
    def is_word(self) -> bool:
        """Whether it is a word or a number."""
        return self.text[:1].isalnum()

    @property
    def is_space(self) -> bool:
        """Whether it separates words: white space, or nothing any more."""
        return not self.text.strip()


class Draft:
    """A text in pieces.

    Args:
        text: The text as given.
        spans: Start and end of each stretch to keep in one piece, in order, not overlapping.
    """

    def __init__(self, text: str, spans: Sequence[tuple[int, int]]) -> None:
        self.pieces: list[Piece] = []
        self.marked: list[int] = []
        """The piece of each span."""
        position = 0
        for start, end in spans:
            self.pieces += _pieces(text, position, start)
            self.marked.append(len(self.pieces))
            self.pieces.append(Piece(start, end, text[start:end]))
            position = end
        self.pieces += _pieces(text, position, len(text))

    @property
    def text(self) -> str:
        """The text as it is now."""
        return "".join(piece.text for piece in self.pieces)

    def change(self, place: int, text: str, owner: int) -> None:
        """Give a piece another text on behalf of a correction."""
        piece = self.pieces[place]
        if piece.text != text:
            piece.text = text
            piece.owner = owner if piece.owner is None else piece.owner

    def remove(self, place: int, owner: int) -> None:
        """Take a word out, with the white space that stood between it and the correction."""
        between = place - 1 if place > self.marked[owner] else place + 1
        self.change(place, "", owner)
        if self.pieces[between].is_space:
            self.change(between, "", owner)

    def before(self, place: int) -> int | None:
        """Return the word right before a piece; None where a sign stands between."""
        return self._next_to(place, -1)

    def after(self, place: int) -> int | None:
        """Return the word right after a piece; None where a sign stands between."""
        return self._next_to(place, 1)

    def is_joined(self, place: int) -> bool:
        """Return whether a hyphen follows: "a 12-point lead", "a 12 - point lead"."""
        rest = "".join(piece.text for piece in self.pieces[place + 1 : place + 3])
        return re.match(r"\s?[-‐‑–]", rest) is not None

    def _next_to(self, place: int, step: int) -> int | None:
        place += step
        while 0 <= place < len(self.pieces):
            if self.pieces[place].is_word:
                return place
            if not self.pieces[place].is_space:
                return None
            place += step
        return None

    def changes(self) -> Iterator[tuple[int, int, str, set[int]]]:
        """Yield what is changed, in order: start, end, the new text and the corrections.

        What one correction changed in several places is one change, with what is between.
        """
        ends: dict[int, int] = {}
        for place, piece in enumerate(self.pieces):
            if piece.owner is not None:
                ends[piece.owner] = place
        place = 0
        while place < len(self.pieces):
            if self.pieces[place].owner is None:
                place += 1
                continue
            first = last = place
            owners: set[int] = set()
            while place <= last:
                owner = self.pieces[place].owner
                if owner is not None:
                    owners.add(owner)
                    last = max(last, ends[owner])
                place += 1
            pieces = self.pieces[first : last + 1]
            yield pieces[0].start, pieces[-1].end, "".join(p.text for p in pieces), owners


def _pieces(text: str, start: int, end: int) -> Iterator[Piece]:
    for found in _PIECE.finditer(text, start, end):
        yield Piece(found.start(), found.end(), found[0])

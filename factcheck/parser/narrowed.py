"""Numbers of a part of what a box score counts: "14 in the paint", "3-for-12 against Conley"."""

from __future__ import annotations

from collections.abc import Iterable

from factcheck.parser.constructions import Construction, SentenceFrames
from factcheck.parser.wordings import NarrowedWords

_COUNTS = frozenset({"number", "shooting", "percent"})
_COUNTED = frozenset({"statistic", "shot"})
_SUBJECTS = frozenset({"player", "team", "coach", "person"})
_UP_TO_COMMA = 3
"""Units from a phrase that begins a clause to the comma behind it."""


class Narrowed(SentenceFrames):
    """Gives numbers that a place, a kind of shot, a defender or a time narrows no game's time.

    No box score counts what a man did at the rim, on jumpers, while another rested or in November,
    so such a number says nothing of his total, and his total nothing of it.
    """

    @property
    def words(self) -> NarrowedWords:
        """The vocabulary's words beside a narrowed number."""
        return self.around.cues.narrowed

    def mark(self, phrases: Iterable[tuple[int, int]]) -> None:
        """Give narrowed numbers the scope ``other``, with what they count.

        Args:
            phrases: The units of phrases that narrow the number before them, or, where a clause
                begins with one, the numbers that it tells.
        """
        for start, end in phrases:
            if start and self._word(start - 1) not in self.words.boundaries:
                self._narrow(start)
            else:
                self._narrow_clause(end)
        for index in range(1, len(self.units)):
            if self._word(index) in self.words.qualities and self._is_count(index - 1):
                self._set(index - 1, self._end_of_noun(index))

    def _narrow_clause(self, end: int) -> None:
        """Mark the numbers of a clause that begins with a phrase: "at the rim, he was 4-for-9"."""
        comma = next(
            (at for at in range(end, end + _UP_TO_COMMA) if self._word(at) == ","), end - 1
        )
        first = comma + 1
        if first >= len(self.units):
            return
        named = self.units[first].mention
        told = named is None or named.label in _SUBJECTS
        if not told or (named is None and self._word(first) not in self.words.subjects):
            return
        for index in range(first, len(self.units)):
            word = self._word(index)
            if word != "," and word in self.words.boundaries:
                break
            if self._is_count(index):
                self._set(index, index + 1)

    def _narrow(self, start: int) -> None:
        """Mark the number that a phrase stands behind, unless it is a part of another one."""
        place = start - 1
        while place > 0 and self._counts_or_joins(place):
            place -= 1
        if self._is_count(place) and self._word(place - 1) not in self.words.whole:
            self._set(place, start)

    def _counts_or_joins(self, index: int) -> bool:
        mention = self.units[index].mention
        if mention is not None:
            return mention.label in _COUNTED
        return self._word(index) in self.words.between

    def _is_count(self, index: int) -> bool:
        mention = self.units[index].mention if index >= 0 else None
        return (
            mention is not None
            and mention.label in _COUNTS
            and mention.data.get("form") not in {"article", "no"}
        )

    def _end_of_noun(self, index: int) -> int:
        """Return one past the noun that a word such as "contested" stands before."""
        while self._word(index) in self.words.qualities:
            index += 1
        return index + 1

    def _word(self, index: int) -> str:
        unit = self.units[index] if 0 <= index < len(self.units) else None
        return unit.norm if unit is not None and unit.mention is None else ""

    def _set(self, start: int, end: int) -> None:
        places = range(start, min(end, len(self.units)))
        # What is told of another game stays so: "after eight points against the Nets".
        here = [place for place in places if self.frames[place].scope == "game"]
        self.revise(here, Construction.NARROWED, scope="other")

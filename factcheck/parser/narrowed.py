"""Numbers of a part of what a box score counts: "14 in the paint", "3-for-12 against Conley"."""

from __future__ import annotations

from factcheck.parser.constructions import Construction, SentenceFrames
from factcheck.parser.wordings import NarrowedWords

_COUNTS = frozenset({"number", "shooting", "percent"})
_LONGEST = 4
"""Units from a preposition to the noun that narrows: "on his pull-up jumpers"."""


class Narrowed(SentenceFrames):
    """Finds numbers that places, kinds of shots or defenders narrow, and gives them no game's time.

    No box score counts what a man did at the rim, in transition, on jumpers or against one
    defender, so such a number says nothing of his total, and his total nothing of it.
    """

    @property
    def words(self) -> NarrowedWords:
        """The vocabulary's words for what narrows a number."""
        return self.around.cues.narrowed

    def mark(self) -> None:
        """Give narrowed numbers the scope ``other``, with what they count."""
        for index in range(1, len(self.units)):
            if self._narrows(index):
                self._set_before(index)
            elif self._word(index) in self.words.qualities and self._is_count(index - 1):
                self._set(index - 1, self._end_of_noun(index))

    def _narrows(self, index: int) -> bool:
        """ "In the paint", "on open threes", "when guarded by Lee", "against Lee": behind a number."""
        words, word = self.words, self._word(index)
        if word in words.when:
            return self._word(index + 1) in words.guarded
        if word in words.against:
            return self._is_defender(index + 1)
        if word in words.sides:
            return self._word(index + 1 + self._articles(index + 1)) in words.spots
        if word not in words.prepositions:
            return False
        for place in range(index + 1, index + 1 + _LONGEST):
            told = self._word(place)
            if told in words.zones or (word == "on" and told in words.on_zones):
                return True
            shot = place < len(self.units) and self.around.is_kind(place, "shot")
            if told in words.qualities and place + 1 < len(self.units):
                return True
            if shot or not (told in words.before_zone or told.endswith("-")):
                return False
        return False

    def _is_defender(self, index: int) -> bool:
        """Return whether a player's name ends the clause: "was 3-for-12 against Lee"."""
        units = self.units
        named = index < len(units) and self.around.is_kind(index, "player")
        return named and self._word(index + 1) in self.words.ends

    def _articles(self, index: int) -> int:
        return int(self._word(index) in self.words.before_zone)

    def _set_before(self, index: int) -> None:
        """Mark the number that a phrase stands behind, unless it is itself part of another one."""
        place = index - 1
        while place > 0 and (
            self.around.is_kind(place, "statistic")
            or self.around.is_kind(place, "shot")
            or self._word(place) in self.words.between
        ):
            place -= 1
        if self._is_count(place) and self._word(place - 1) not in self.words.whole:
            self._set(place, index)

    def _is_count(self, index: int) -> bool:
        mention = self.units[index].mention if index >= 0 else None
        return (
            mention is not None
            and mention.kind in _COUNTS
            and mention.data.get("form") not in {"article", "no"}
        )

    def _end_of_noun(self, index: int) -> int:
        """Return one past the noun that a word such as "contested" stands before."""
        end = index
        while end < len(self.units) and self._word(end) in self.words.qualities:
            end += 1
        return end + 1

    def _word(self, index: int) -> str:
        unit = self.units[index] if 0 <= index < len(self.units) else None
        return unit.norm if unit is not None and unit.mention is None else ""

    def _set(self, start: int, end: int) -> None:
        places = range(start, min(end, len(self.units)))
        self.revise(places, Construction.NARROWED, scope="other")

"""How two numbers are said to compare: so many more, as many, so many times as many."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, Self

from factcheck.interpretation.readings.others import SIDE_OF, fits
from factcheck.rulebook.vocabulary import Vocabulary

_NEAR, _ROUND, _LEAST, _MOST = 0.13, 0.08, 0.75, 1.5


@dataclass(frozen=True, slots=True)
class RelationWords:
    """Words by which numbers compare.

    Args:
        opposites: The word that means the opposite, by word: "more" → "fewer".
        factors: How many times as much a word means: "twice" → 2.
    """

    opposites: Mapping[str, str]
    factors: Mapping[str, float]

    @classmethod
    def of(cls, vocabulary: Vocabulary) -> Self:
        """Return the words of the tables ``opposite`` and ``factor``."""
        factors = {word: float(many) for word, many in vocabulary.by_word("factor").items()}
        return cls(vocabulary.by_word("opposite"), factors)


class Relation(Protocol):
    """How one number is said to compare with another.

    ``words`` are the labels of the words that say so, to mark where they are wrong.
    """

    @property
    def words(self) -> tuple[str, ...]:
        """The labels of the words that say how the numbers compare."""

    def holds(self, own: float, others: float) -> bool:
        """Return whether two numbers compare so."""

    def wanted(self, own: float) -> float | None:
        """Return what the other number would have to be, None where it is open."""

    def correction(self, own: float, others: float) -> str | None:
        """Return the number that would be right."""

    def turned(self, own: float, others: float) -> tuple[str, str | None] | None:
        """Return the label of the word that is wrong where it alone is, with the right one."""


@dataclass(frozen=True, slots=True)
class Difference:
    """So many more or, with a negative sign, fewer; any number more where none is told.

    ``opposite`` is the word that would be right where the one told is wrong, if there is one.
    """

    number: float | None
    hedge: str
    sign: int
    opposite: str | None
    words: tuple[str, ...] = ("more", "fewer")

    def holds(self, own: float, others: float) -> bool:
        """Return whether one has so many more than the other."""
        difference = self.sign * (own - others)
        if self.number is None:
            return difference > 0
        return fits(self.number, self.hedge, difference)

    def wanted(self, own: float) -> float | None:
        """Return what the other number would have to be."""
        return None if self.number is None else own - self.sign * self.number

    def correction(self, own: float, others: float) -> str | None:
        """Return by how much they differ."""
        return None if self.number is None else f"{abs(own - others):.0f}"

    def turned(self, own: float, others: float) -> tuple[str, str | None] | None:
        """Return the word for more or fewer, where the other one would be right."""
        label = "more" if self.sign > 0 else "fewer"
        if self.number is None:
            turned = self.sign * (own - others) < 0
            return (label, self.opposite) if turned else None
        if self.sign * (own - others) != -self.number or not self.number:
            return None
        return label, self.opposite


@dataclass(frozen=True, slots=True)
class Same:
    """As many as another."""

    words: tuple[str, ...] = ("same",)

    def holds(self, own: float, others: float) -> bool:
        """Return whether both are the same."""
        return own == others

    def wanted(self, own: float) -> float | None:
        """Return the number itself."""
        return own

    def correction(self, own: float, others: float) -> str | None:
        """Return nothing: that they are the same has no number to correct."""

    def turned(self, own: float, others: float) -> tuple[str, str | None] | None:
        """Return nothing: the same has no opposite."""


@dataclass(frozen=True, slots=True)
class Times:
    """So many times as many."""

    factor: float
    hedge: str
    words: tuple[str, ...] = ("times",)

    def holds(self, own: float, others: float) -> bool:
        """Return whether one is about so many times the other."""
        if not others:
            return False
        ratio = own / others / self.factor
        if self.hedge == "under":
            return _LEAST <= ratio <= 1
        if self.hedge == "over":
            return 1 <= ratio <= _MOST + 1 / self.factor
        if self.hedge == "about":
            return abs(ratio - 1) <= _NEAR
        return abs(own - self.factor * others) <= _ROUND * own

    def wanted(self, own: float) -> float | None:
        """Return nothing: many numbers would do."""

    def correction(self, own: float, others: float) -> str | None:
        """Return nothing: a factor is not corrected."""

    def turned(self, own: float, others: float) -> tuple[str, str | None] | None:
        """Return the word for nearly or more than, where the other one would be right."""
        if self.hedge not in {"under", "over"} or not others:
            return None
        other = Times(self.factor, "under" if self.hedge == "over" else "over")
        close = abs(own / others / self.factor - 1) <= 2 * _NEAR
        return (self.hedge, None) if close and other.holds(own, others) else None


def relation_of(row: Mapping[str, Any], words: RelationWords) -> Relation | None:
    """Return how a claim says that its sides compare.

    Args:
        row: The claim's columns: ``number`` with a label ``more`` or ``fewer``, the label
            ``same``, or the label ``times`` (perhaps with a slot ``factor`` and a label
            ``under`` or ``over``).
        words: Words by which numbers compare.
    """
    times = row.get("times")
    if times is not None:
        factor = row.get("factor") or words.factors.get(str(times).split()[0])
        if not isinstance(factor, int | float):
            return None
        said = next((name for name in ("under", "over") if row.get(name) is not None), None)
        hedge = str(row.get("factor_hedge") or "exact")
        return Times(factor, said or SIDE_OF.get(hedge, hedge))
    if row.get("same") is not None:
        return Same()
    number = row.get("number")
    less = row.get("fewer")
    word = str(less if less is not None else row.get("more") or "")
    if not word:
        return None
    sign, opposite = 1 if less is None else -1, words.opposites.get(word)
    if not isinstance(number, int | float):
        return Difference(None, "exact", sign, opposite)
    return Difference(number, str(row.get("number_hedge") or "exact"), sign, opposite)

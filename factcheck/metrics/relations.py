"""Content metrics after Wiseman, Shieber and Rush (EMNLP 2017), section 4, on our claims.

Where they extract relations with a trained model, we take the relations of the claims
that rules recognise. docs/score.md states every choice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import DamerauLevenshtein

from factcheck.model import Claim, Relation, Verdict

Relations = Mapping[Relation, Verdict]
"""Distinct relations in the order in which a text first states them, with a verdict each."""

# A relation that is stated twice, once falsely, is contradicted.
_GRAVEST = (Verdict.CONTRADICTED, Verdict.SUPPORTED, Verdict.NOT_CHECKABLE)


@dataclass(frozen=True, slots=True)
class Fraction:
    """A figure as a part of a whole, so that figures of stories add up to a corpus's."""

    part: float
    whole: float

    @property
    def value(self) -> float | None:
        """The figure, None where the whole is nothing."""
        return self.part / self.whole if self.whole else None


def distinct_relations(claims: Sequence[Claim]) -> Relations:
    """Return the distinct relations of a text, in order of their first mention.

    Args:
        claims: The text's claims, in any order; those without a relation are left out.
    """
    ordered = sorted(claims, key=lambda claim: (claim.span.start, claim.span.end))
    found: dict[Relation, Verdict] = {}
    for claim in ordered:
        for relation, verdict in claim.relations.items():
            known = found.get(relation, verdict)
            found[relation] = min(known, verdict, key=_GRAVEST.index)
    return found


def with_verdict(relations: Relations, verdict: Verdict) -> list[Relation]:
    """Return the relations of one verdict, in order."""
    return [relation for relation, found in relations.items() if found is verdict]


@dataclass(frozen=True, slots=True)
class Selection:
    """Content selection (CS): relations of a text against those of a reference."""

    common: int
    stated: int
    reference: int

    @property
    def precision(self) -> Fraction:
        """Share of the text's relations that the reference states too."""
        return Fraction(self.common, self.stated)

    @property
    def recall(self) -> Fraction:
        """Share of the reference's relations that the text states too."""
        return Fraction(self.common, self.reference)

    @property
    def f1(self) -> Fraction:
        """Harmonic mean of the two."""
        return Fraction(2 * self.common, self.stated + self.reference)


def content_selection(stated: Sequence[Relation], reference: Sequence[Relation]) -> Selection:
    """Compare the relations of a text with those of a reference.

    Args:
        stated: The text's distinct relations.
        reference: The reference's distinct relations.
    """
    return Selection(len(set(stated) & set(reference)), len(set(stated)), len(set(reference)))


def content_ordering(stated: Sequence[Relation], reference: Sequence[Relation]) -> Fraction:
    """Return the normalised Damerau-Levenshtein similarity of two orders of relations.

    One minus the distance over the length of the longer sequence; two texts without
    relations have no figure.

    Args:
        stated: The text's distinct relations in order.
        reference: The reference's distinct relations in order.
    """
    if not stated and not reference:
        return Fraction(0, 0)
    return Fraction(DamerauLevenshtein.normalized_similarity(stated, reference), 1)

"""What holds beside a mistake, and so tells that its sentence was read as it is meant."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from factcheck.interpretation.decision.proposals import Proposal
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.model import Category
from factcheck.parser.document import Document

_NUMBERS = frozenset({"number", "score", "shooting", "percent", "record"})
"""Labels of what is a number, or a pair of them."""

_PERCENT = "percent"

_OTHER_OF_PAIR = {"first": "second", "second": "first"}

_BY_CHANCE = 2
"""So many numbers of a sentence may be those of whoever they were taken for by chance."""

_Whose = tuple[int, object, str, object]
"""A sentence, from 0, whose numbers they are, of which games and of which part of them."""


@dataclass(frozen=True, slots=True)
class WhatHolds:
    """Which statements of a document hold, by claim and by owner.

    Args:
        findings: What was found of each claim, by its id.
        numbers: How many numbers hold of each owner in each sentence.
        percentages: How many of them are percentages.
    """

    findings: Mapping[int, Sequence[Finding]]
    numbers: Mapping[_Whose, int]
    percentages: Mapping[_Whose, int]

    @classmethod
    def of(cls, document: Document, verified: Sequence[VerifiedClaim]) -> WhatHolds:
        """Return what holds of a document.

        Args:
            document: A bound document.
            verified: All its claims.
        """
        places: dict[_Whose, dict[int, str]] = {}
        for item in verified:
            whose = _whose(document, item.claim)
            if whose is None or not item.decided or item.contradictions:
                continue
            for mention in item.claim.mentions.values():
                if mention.label in _NUMBERS:
                    places.setdefault(whose, {})[mention.start] = mention.label
        return cls(
            {id(item.claim): item.findings for item in verified},
            {whose: len(labels) for whose, labels in places.items()},
            {whose: list(labels.values()).count(_PERCENT) for whose, labels in places.items()},
        )

    def features(self, document: Document, proposal: Proposal) -> dict[str, float]:
        """Return the features of what holds beside a mistake, each as a logarithm.

        Args:
            document: The document.
            proposal: The mistake.

        Returns:
            ``its numbers hold``: how many numbers hold of the claim in which a word, or a name,
            does not ("The Suns beat the Grizzlies 102-91", who won by this score: it can be of no
            other game); ``its pair holds``: the other number of its pair, where that holds ("7 of
            15" of somebody who took 15); ``numbers of its owner``: how many numbers of its
            sentence, beyond two, hold of whom it is about; ``other percentages``: of a percentage,
            how many others of its sentence do, for these hardly fit by chance.
        """
        claim = proposal.claim
        if claim is None:
            return {}
        whose = _whose(document, claim)
        held = self.numbers.get(whose, 0) if whose is not None else 0
        return {
            "its numbers hold": math.log1p(self._of_claim(claim, proposal.mistake.category)),
            "its pair holds": math.log1p(self._other_of_pair(claim, proposal.finding)),
            "numbers of its owner": math.log1p(max(0, held - _BY_CHANCE)),
            "other percentages": math.log1p(self._percentages(claim, proposal.finding, whose)),
        }

    def _of_claim(self, claim: RawClaim, category: Category) -> int:
        """Return how many numbers of a claim hold; none where a number is what is wrong."""
        if category is Category.NUMBER:
            return 0
        held = {finding.mark for finding in self._held(claim) if finding.mark is not None}
        told = (claim.mentions.get(mark.split(".")[0]) for mark in held)
        return sum(one is not None and one.label in _NUMBERS for one in told)

    def _other_of_pair(self, claim: RawClaim, finding: Finding | None) -> float:
        """Return the other number of the pair that is marked; 0 if it is none, or wrong too."""
        if finding is None or finding.mark is None:
            return 0.0
        slot, _, which = finding.mark.partition(".")
        other, told = _OTHER_OF_PAIR.get(which), claim.mentions.get(slot)
        if other is None or told is None or told.label not in _NUMBERS:
            return 0.0
        if all(held.mark != f"{slot}.{other}" for held in self._held(claim)):
            return 0.0
        number = told.data.get(other)
        return abs(float(number)) if isinstance(number, int | float) else 0.0

    def _percentages(self, claim: RawClaim, finding: Finding | None, whose: _Whose | None) -> int:
        """Return how many percentages beside the one that is marked hold of the same owner."""
        if finding is None or finding.mark is None or whose is None:
            return 0
        told = claim.mentions.get(finding.mark.split(".")[0])
        if told is None or told.label != _PERCENT:
            return 0
        return self.percentages.get(whose, 0)

    def _held(self, claim: RawClaim) -> list[Finding]:
        return [finding for finding in self.findings.get(id(claim), ()) if finding.holds]


def _whose(document: Document, claim: RawClaim) -> _Whose | None:
    """Return in which sentence, of whom, of which games and part a claim tells; None if of none."""
    owner = claim.row.get("player_id") or claim.row.get("team_id")
    if owner is None:
        return None
    sentence = document.sentence_at(claim.start)
    return sentence, owner, claim.frame.scope, claim.row.get("context_period")

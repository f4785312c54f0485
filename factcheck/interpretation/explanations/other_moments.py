"""What is told of a part of the game by its moments, and is true of another part alone.

"Up 35 with seven minutes to go in the second quarter" of a team that was up 23 then, and 35 with
seven minutes to go in the third: the word that says which quarter it was explains it, the more the
farther the number is from the truth. What the plays tell of a part, a score, a lead, a run, cannot
be looked up; each such claim is asked again of the other parts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from factcheck.interpretation.explanations.asking import Verify, ask_again
from factcheck.interpretation.explanations.likeliest import (
    OTHER_MOMENT,
    Chooser,
    Instead,
    with_findings,
)
from factcheck.interpretation.facts.part_reading import which_category
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.knowledge.parts import ALIKE, ORDINALS
from factcheck.language.english import number_value
from factcheck.language.mentions import Mention

_SLOTS = ("part", "when", "period")
"""Slots of the part of the game that a claim tells of."""
_SCORE = "score"
"""The kind of mentions that leave little to chance."""
_OPEN = Finding(holds=None, mark=None, correction=None, explanation=None, category=None)


@dataclass(frozen=True, slots=True)
class _Doubted:
    """A claim about a part of the game that is not true of it.

    Args:
        item: The claim with its findings.
        slot: The slot of the part.
        period: The mention that names it.
        others: The parts that may be meant instead.
    """

    item: VerifiedClaim
    slot: str
    period: Mention
    others: Sequence[str]

    def asked(self) -> Iterator[RawClaim]:
        """Yield what is said, of each other part."""
        claim, told = self.item.claim, self.period.value
        for part in self.others:
            yield claim.with_row(
                {name: part if value == told else value for name, value in claim.row.items()}
            )


def heed_other_moments(
    verified: Sequence[Sequence[VerifiedClaim]], verify: Verify, chooser: Chooser
) -> list[list[VerifiedClaim]]:
    """Return the claims of each story, with the word for a part of the game wrong where it is.

    Args:
        verified: All claims of each story.
        verify: Verifies claims.
        chooser: Chooses between explanations.
    """
    doubted = [[found for item in items if (found := _doubted(item))] for items in verified]
    again = []
    for items, asked in zip(verified, ask_again(doubted, _Doubted.asked, verify), strict=True):
        chosen = chooser.choose(
            instead for one, answers in asked for instead in _instead(one, answers)
        )
        asked_of = {id(one.item.claim): one.item for one, _ in chosen}
        again.append(with_findings([asked_of.get(id(i.claim), i) for i in items], chosen))
    return again


def _doubted(item: VerifiedClaim) -> _Doubted | None:
    """Return a claim that may be true of another part of the game; None where it is not one."""
    claim = item.claim
    if not _is_asked_again(item) or len(item.findings) > 1:
        return None
    item = item if item.findings else VerifiedClaim(claim, [_OPEN])
    # What somebody had in a part is looked up, which needs no asking.
    if item.findings[0].instead or "statistic" in item.findings[0].evidence:
        return None
    for slot in _SLOTS:
        period = claim.mentions.get(slot)
        if period is None or period.label != "period" or "which" not in period.parts:
            continue
        alike = next((parts for parts in ALIKE if period.value in parts), ())
        if claim.row.get(slot) == period.value and alike:
            return _Doubted(item, slot, period, [part for part in alike if part != period.value])
    return None


def _is_asked_again(item: VerifiedClaim) -> bool:
    """Return whether a claim is one of a rule with SQL, of this game, that speaks against it.

    What could not be decided is asked too where it tells a score: a run from 64-58 to 76-58 that is
    none of the second quarter is one of another.
    """
    claim = item.claim
    if claim.rule.fact or claim.rule.course or item.denied:
        return False
    return bool(item.contradictions) or (not item.decided and _tells_score(claim))


def _instead(doubted: _Doubted, answers: Sequence[VerifiedClaim]) -> Iterator[Instead]:
    """Yield the finding on the ordinal, if what is said is true of one other part alone."""
    true_of = [
        part
        for part, answer in zip(doubted.others, answers, strict=True)
        if answer.decided and not answer.contradictions
    ]
    if len(true_of) != 1:
        return
    item, claim, finding = doubted.item, doubted.item.claim, doubted.item.findings[0]
    which = doubted.period.parts["which"]
    by_itself = (finding.mark or claim.rule.mark).split(".")[0] == doubted.slot
    features = {
        "bias": 1.0,
        "off": _off(claim, finding),
        "score": float(_tells_score(claim)),
        "open": float(finding.holds is None),
        # The rule found the part wrong by itself.
        "part": float(by_itself),
    }
    if by_itself and finding.holds is False:
        yield Instead(OTHER_MOMENT, features, item, 0, finding)
        return
    slot = f"{doubted.slot}.which"
    found = replace(
        finding, holds=False, mark=slot, category=which_category(claim.document, which),
        correction=ORDINALS[true_of[0]],
    )  # fmt: skip
    yield Instead(OTHER_MOMENT, features, item, 0, found, {slot: which})


def _off(claim: RawClaim, finding: Finding) -> float:
    """Return how far a number is from the truth, as a logarithm; 0 where that is not known."""
    mention = claim.mentions.get(finding.mark or claim.rule.mark)
    truth = number_value(finding.correction or "")
    if mention is None or mention.label != "number" or truth is None:
        return 0.0
    return math.log1p(abs(float(mention.data["value"]) - truth))


def _tells_score(claim: RawClaim) -> bool:
    return any(mention.label == _SCORE for mention in claim.mentions.values())

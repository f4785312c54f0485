"""Resolve: verified claims become mistakes, by the reading with the fewest of them.

A number that does not fit may be wrong itself, or the name it hangs on is: where
several of a man's numbers are wrong and another man of the game has them all, the
name is one mistake and the numbers are none. Spans of mistakes never overlap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from factcheck.interpretation.decision.corrections import Correction, CorrectionWriter, with_noun
from factcheck.interpretation.decision.proposals import Proposal
from factcheck.interpretation.decision.weighing import (
    WRONG_PLAYER,
    WRONG_TEAM,
    Weighed,
    Weigher,
)
from factcheck.interpretation.explanations.misnaming import Misnamed, is_namesake
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.knowledge.facts import GameFacts
from factcheck.model import Category, Mistake
from factcheck.parser.document import Document
from factcheck.parser.names import NameIndex
from factcheck.rulebook.rule import Rule
from factcheck.support.rows import Row

_UNKNOWN = "The knowledge base has nothing to decide this."


class Resolver:
    """Turns the verified claims of documents into mistakes.

    Args:
        index: Names, to write corrections.
        weigher: Says how sure a mistake is.
    """

    def __init__(self, index: NameIndex, weigher: Weigher) -> None:
        self.corrections = CorrectionWriter(index)
        self.weigher = weigher

    def mistake(self, item: Weighed) -> Mistake:
        """Return a weighed mistake with its confidence."""
        confidence = self.weigher.model.confidence(item.features)
        return replace(item.proposal.mistake, confidence=round(confidence, 3))

    def weighed(
        self,
        document: Document,
        verified: Sequence[VerifiedClaim],
        misnamed: Sequence[Misnamed],
        facts: GameFacts,
        prior: float | None = None,
    ) -> list[Weighed]:
        """Return the mistakes that may be believed, with what speaks for and against them."""
        proposals = _without_overlaps(self._proposed(document, verified, misnamed))
        return self.weigher.weigh(document, verified, proposals, facts, prior)

    def _proposed(
        self, document: Document, verified: Sequence[VerifiedClaim], misnamed: Sequence[Misnamed]
    ) -> list[Proposal]:
        replaced = {id(claim): other for other in misnamed for claim in other.replaced}
        void: dict[int, list[Proposal]] = {}
        proposals: list[Proposal] = []
        for group in _groups(verified):
            found = self._proposals(document, group)
            renamed = {id(replaced[id(i.claim)]) for i in group if id(i.claim) in replaced}
            for name in renamed:
                void.setdefault(name, []).extend(found)
            if not renamed:
                proposals += found
        proposals += [
            Proposal(
                self._wrong_name(document, other),
                (9, 99),
                instead_of=(*void.get(id(other), ()),),
                renamed=other.features,
            )
            for other in misnamed
            if not (other.is_antecedent or is_namesake(other.mention, other.key))
        ]
        for other in misnamed:
            for item in other.claims:
                proposals += self._proposals(document, [item])
        return proposals

    def _wrong_name(self, document: Document, other: Misnamed) -> Mistake:
        """Mark the wrong name, with the rows that fit the right one."""
        span = (other.mention.start, other.mention.end)
        correction = self.corrections.write(document, str(other.key), other.mention, span)
        fits = sum(item.decided and not item.contradictions for item in other.claims)
        return Mistake(
            document.span(*span),
            Category.NAME,
            WRONG_PLAYER if other.mention.label == "player" else WRONG_TEAM,
            correction.text,
            f"{_how_many(fits, len(other.claims))} {correction.text or 'another of this name'}.",
            tuple(
                finding.evidence
                for item in other.claims
                for finding in item.findings
                if finding.evidence
            ),
            correction.replacement,
        )

    def _proposals(self, document: Document, group: list[VerifiedClaim]) -> list[Proposal]:
        claim = group[0].claim
        rule = claim.rule
        weight = (rule.priority, claim.end - claim.start)
        if not any(item.decided for item in group):
            if not _flags_unknown(rule, group):
                return []
            span = claim.marks.get(rule.mark) or (claim.start, claim.end)
            mistake = Mistake(
                document.span(*span), Category.NOT_CHECKABLE, rule.id, None,
                rule.explanation or _UNKNOWN,
            )  # fmt: skip
            return [Proposal(mistake, (rule.priority - 1, weight[1]), claim)]
        if claim.combine == "any" and any(
            item.decided and not item.contradictions for item in group
        ):
            return []
        items = group[:1] if claim.combine == "any" else group
        return [
            Proposal(self._mistake(document, item.claim, finding), weight, item.claim, finding)
            for item in items
            for finding in item.contradictions
        ]

    def _mistake(self, document: Document, claim: RawClaim, finding: Finding) -> Mistake:
        rule = claim.rule
        mark = finding.mark or rule.mark
        span = claim.marks.get(mark) or claim.marks.get(rule.mark) or (claim.start, claim.end)
        mention = claim.mentions.get(mark.split(".")[0])
        correction = Correction()
        if finding.correction is not None:
            span = with_noun(document, mention, span, finding.correction)
            correction = self.corrections.write(document, finding.correction, mention, span)
        return Mistake(
            span=document.span(*span),
            category=Category(finding.category or rule.category),
            rule=rule.id,
            correction=correction.text,
            explanation=finding.explanation,
            evidence=(Row(finding.evidence),) if finding.evidence else (),
            replacement=correction.replacement,
        )


def _flags_unknown(rule: Rule, group: Sequence[VerifiedClaim]) -> bool:
    """Return whether a claim that could not be decided is flagged."""
    if rule.when_unknown == "absent":
        # A row that cannot decide is knowledge, though not enough to say more.
        return not any(item.findings for item in group)
    return rule.when_unknown == "flag"


def _how_many(fits: int, stated: int) -> str:
    """Begin the sentence that tells how much speaks for another name."""
    if stated == 1:
        return "The statement here fits"
    if fits < stated:
        return f"{fits} of the {stated} statements here fit"
    return "Both statements here fit" if stated == 2 else f"All {stated} statements here fit"


def _groups(verified: Sequence[VerifiedClaim]) -> list[list[VerifiedClaim]]:
    groups: dict[int, list[VerifiedClaim]] = {}
    for item in verified:
        groups.setdefault(item.claim.group, []).append(item)
    return list(groups.values())


def _without_overlaps(proposals: list[Proposal]) -> list[Proposal]:
    taken: set[int] = set()
    chosen: list[Proposal] = []
    for proposal in sorted(proposals, key=lambda p: p.rank, reverse=True):
        span = proposal.mistake.span
        tokens = set(range(span.token_start, span.token_end + 1))
        if tokens & taken:
            continue
        taken |= tokens
        chosen.append(proposal)
    return sorted(chosen, key=lambda proposal: proposal.mistake.span.token_start)

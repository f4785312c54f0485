"""What "they" is told of, where the sentences before name both teams: it may be said of either.

"Hill put the Pacers up 15-14. Thirteen points later, seven from Ross, they had gone nearly four
minutes without scoring": whom a pronoun means grammar does not say. What is not true of the team
that the parser takes, and true of the other that is named near before, is no mistake.
"""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.interpretation.explanations.asking import Verify, ask_again
from factcheck.interpretation.explanations.likeliest import TEAM
from factcheck.interpretation.explanations.misnaming import asked_of
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.model import Category
from factcheck.parser.document import Document

_NEAR = 3
"""Sentences before a pronoun in which the team that it means is named, or one of its players."""


def heed_either_team(
    documents: Sequence[Document],
    verified: Sequence[Sequence[VerifiedClaim]],
    verify: Verify,
) -> list[list[VerifiedClaim]]:
    """Return the claims of each document, those decided for the other team that hold for it alone.

    Args:
        documents: Bound documents.
        verified: All claims of each.
        verify: Verifies claims.
    """
    doubted = [
        [item for item in items if _may_be_of_the_other(document, item)]
        for document, items in zip(documents, verified, strict=True)
    ]
    asked = ask_again(
        doubted,
        lambda item: [asked_of(item.claim, str(item.claim.row["opponent_id"]))],
        verify,
    )
    again = []
    for items, story in zip(verified, asked, strict=True):
        true = {
            id(item): answer
            for item, (answer,) in story
            if answer.decided and not answer.contradictions
        }
        again.append([true.get(id(item), item) for item in items])
    return again


def _may_be_of_the_other(document: Document, item: VerifiedClaim) -> bool:
    """Return whether something is wrong of a team meant by a pronoun, and the other is named."""
    claim, frame = item.claim, item.claim.frame
    if (
        not item.contradictions
        or not claim.rule.alternatives
        or claim.rule.fact
        or claim.rule.category is not Category.NUMBER
        or frame.scope != "game"
        or claim.subjects
        or frame.subject != TEAM
        or not frame.anaphoric
        or item.denied
    ):
        return False
    number = document.sentence_at(claim.start)
    own = (u.mention for u in document.sentences[number].units if u.start < claim.start)
    if any(one is not None and one.label == TEAM for one in own):
        # "The Pacers have won five in a row, as they …": a sentence's own team goes first.
        return False
    near = document.sentences[max(0, number - _NEAR) : number]
    other = claim.row.get("opponent_id")
    return other is not None and any(
        unit.mention is not None
        and other in (unit.mention.data.get("value"), unit.mention.data.get("team_id"))
        for sentence in near
        for unit in sentence.units
    )

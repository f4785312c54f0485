"""What explains claims that are wrong: one question after another, to a batch of stories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from factcheck.interpretation.excuses.other_sources import Retell
from factcheck.interpretation.explanations.asking import Verify
from factcheck.interpretation.explanations.either_team import heed_either_team
from factcheck.interpretation.explanations.likeliest import Chooser
from factcheck.interpretation.explanations.misnaming import Misnamed, find_misnamed
from factcheck.interpretation.explanations.other_moments import heed_other_moments
from factcheck.interpretation.explanations.other_roles import heed_other_roles
from factcheck.interpretation.explanations.stand_ins import heed_stand_ins
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.interpretation.wordings import CleftWords
from factcheck.knowledge.facts import GameFacts
from factcheck.parser.document import Document


class Explainer:
    """Asks again what decided claims may mean otherwise.

    Args:
        chooser: Chooses between explanations.
        roles: Words for starters and for the bench, each with the one for the others.
        clefts: Words that single out a name.
        typical: Wrong and right claims that a text of unknown quality counts with beforehand.
    """

    def __init__(
        self,
        chooser: Chooser,
        roles: Mapping[str, str],
        clefts: CleftWords,
        typical: tuple[float, float],
    ) -> None:
        self._chooser = chooser
        self._roles = roles
        self._clefts = clefts
        self._typical = typical

    def explain(
        self,
        documents: Sequence[Document],
        verified: Sequence[Sequence[VerifiedClaim]],
        facts: Mapping[str, GameFacts],
        ask: Verify,
        retell: Retell,
    ) -> tuple[list[list[VerifiedClaim]], list[list[Misnamed]]]:
        """Return the claims of each document as they count now, and the names that are wrong.

        Args:
            documents: Bound documents.
            verified: All claims of each, decided.
            facts: What is known of their games.
            ask: Verifies claims that are asked of others than they name.
            retell: Asks again, of a game as a source tells it.
        """
        known = [facts[document.game.id] for document in documents if document.game is not None]
        items = heed_either_team(documents, verified, ask)
        items = heed_other_roles(items, known, self._roles, ask, self._chooser)
        items = heed_other_moments(items, ask, self._chooser)
        misnamed = find_misnamed(
            documents, items, facts, ask, self._chooser, self._typical, self._clefts, retell
        )
        return heed_stand_ins(documents, items, facts, ask, self._chooser), misnamed

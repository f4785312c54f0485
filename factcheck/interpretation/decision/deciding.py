"""Which claims of a story count: what SQL says of them, then facts, sources, and explanations.

Of rules that read the same words the one that understood more of them goes first.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from factcheck.interpretation.decision.each_name import by_name
from factcheck.interpretation.decision.settling import (
    open_tellings,
    without_denied,
    without_settled,
)
from factcheck.interpretation.excuses.earlier_games import heed_earlier_games
from factcheck.interpretation.excuses.negation import Negation
from factcheck.interpretation.excuses.other_sources import Retell, heed_in_facts, heed_sources
from factcheck.interpretation.explanations.clefts import of_clefts
from factcheck.interpretation.explanations.likeliest import Chooser, with_findings
from factcheck.interpretation.explanations.other_parts import of_other_parts
from factcheck.interpretation.explanations.other_statistics import of_other_statistics
from factcheck.interpretation.explanations.told_parts import of_told_parts
from factcheck.interpretation.explanations.which_game import heed_other_games
from factcheck.interpretation.facts.claims import FactVerifier
from factcheck.interpretation.facts.context import Wordings
from factcheck.interpretation.facts.part_scene import Cues
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.matching.fixtures_told import FixtureWords
from factcheck.interpretation.quantities.meanings import BARE, NAMED
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.interpretation.wordings import CleftWords
from factcheck.knowledge.facts import GameFacts
from factcheck.parser.document import Document
from factcheck.rulebook.rule import CLIP, PAIR, PART, STRAY, WORDED_FACTS


class Decider:
    """Chooses and decides the claims of a story that count.

    Args:
        fact_verifier: Decides claims that state a fact.
        negation: Takes back what speaks against claims that are denied.
        part_cues: The phrases that tell of parts of the game.
        fixtures: The vocabulary of games to come and gone by.
        wordings: Words beside numbers and parts of the game.
        clefts: Words that single out a name.
        chooser: Chooses between explanations.
        typical: Wrong and right claims that a text of unknown quality counts with beforehand.
    """

    def __init__(
        self,
        fact_verifier: FactVerifier,
        negation: Negation,
        part_cues: Cues,
        fixtures: FixtureWords,
        wordings: Wordings,
        clefts: CleftWords,
        chooser: Chooser,
        typical: tuple[float, float],
    ) -> None:
        self._fact_verifier = fact_verifier
        self._negation = negation
        self._part_cues = part_cues
        self._fixtures = fixtures
        self._wordings = wordings
        self._clefts = clefts
        self._chooser = chooser
        self._typical = typical

    def decide(
        self, document: Document, items: list[VerifiedClaim], facts: GameFacts, retell: Retell
    ) -> list[VerifiedClaim]:
        """Return the claims that count, decided by whatever source has their numbers.

        Args:
            document: The story.
            items: Its claims, with what SQL says of those that it decides.
            facts: What is known of its game.
            retell: Asks SQL again, of a game as a source tells it.
        """
        counting = by_name(without_settled(self._with_facts(document, items, facts)))
        heeded = heed_earlier_games(document, heed_sources(counting, facts, retell), facts)
        explained = self._explained(heeded, facts)
        placed = heed_other_games(document, explained, facts, self._fixtures, self._chooser)
        return self._negation.heed(document, placed)

    def _explained(self, items: list[VerifiedClaim], facts: GameFacts) -> list[VerifiedClaim]:
        """Return the claims with what is wrong, or nothing, instead of what their rules found."""
        explanations = (
            *of_told_parts(items, facts, self._part_cues, self._wordings.words),
            *of_other_parts(items, facts, self._wordings.words.part_nouns),
            *of_other_statistics(
                items, facts, self._wordings.statistics, self._wordings.counting, self._typical
            ),
            *of_clefts(items, facts, self._clefts),
        )
        return with_findings(items, self._chooser.choose(explanations))

    def _with_facts(
        self, document: Document, items: list[VerifiedClaim], facts: GameFacts
    ) -> list[VerifiedClaim]:
        """Return the claims with those decided that state a fact and stand where no other does."""
        tellings = [item for item in items if item.claim.rule.telling is not None]
        others = [i for i in items if not i.claim.rule.fact and i.claim.rule.telling is None]
        read = _decided_tokens(others)
        stating = [
            item.claim
            for item in items
            if item.claim.rule.fact and item.claim.marks[item.claim.rule.mark][0] not in read
        ]
        verify = partial(self._fact_verifier.verify, document)
        found: list[VerifiedClaim] = []
        # Statements that are understood as a whole go first, then noun phrases that were read to
        # their end, then rules that leave more open, then numbers beside a sole name.
        for stage in range(4):
            claims = [c for c in stating if c.rule.fact not in _LAST and _stage(c) == stage]
            open_still = [c for c in claims if c.marks[c.rule.mark][0] not in read]
            verified = heed_in_facts(verify(open_still, facts), facts, verify)
            read |= _decided_tokens(verified, owned=stage == 0)
            found += verified
        decided = without_denied(others + found, tellings)
        decided += open_tellings(tellings, decided, read)
        read |= _decided_tokens(decided)
        last = [c for c in stating if c.rule.fact in _LAST and c.marks[c.rule.mark][0] not in read]
        return decided + heed_in_facts(verify(last, facts), facts, verify)


_LAST = {CLIP, STRAY}
"""Percentages and pairs of numbers that not even a sentence as a whole tells of."""


def _stage(claim: RawClaim) -> int:
    """Return when a claim that states a fact has its turn, from 0."""
    if claim.quantity:
        return 3 if claim.quantity.construction in {BARE, NAMED} else 1
    if claim.rule.fact == PAIR:
        return 3
    return 0 if claim.rule.fact in {*WORDED_FACTS, PART} else 2


def _decided_tokens(items: Iterable[VerifiedClaim], *, owned: bool = False) -> set[int]:
    """Return the tokens that decided claims are about, with all that they own if asked for.

    What a rule decided no other reading decides again, whichever of its words it is: the 17 of
    "10 of Atlanta's 17 points" is the team's. Of a play all is decided that was told of it: "two
    free throws by Green with 2:13 to go" are not his of the quarter.
    """
    return {
        token
        for item in items
        if item.decided
        for name in (
            item.claim.rule.mark,
            *(item.claim.rule.consumes if owned or item.claim.rule.course else ()),
            *(one.mark for one in item.findings if one.mark and one.holds is not None),
        )
        for token in range(*item.claim.marks.get(name, (0, 0)))
    }

"""What is told of a man who did not play, asked of the one who was meant.

"Derrick Favors finished with 12 points, eight rebounds and nine assists" of a man who sat: one
alone of his team had 12 points, so the name is a mistake, and the numbers are his. Those that he
had are right, and those that he had not are mistakes of their own, where that explains more than
it leaves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from factcheck.interpretation.explanations.asking import Verify, ask_again
from factcheck.interpretation.explanations.likeliest import ABSENT, Chooser, Tokens
from factcheck.interpretation.explanations.misnaming import asked_of
from factcheck.interpretation.verification.verifying import VerifiedClaim, contradicted
from factcheck.knowledge.facts import GameFacts
from factcheck.parser.document import Document


@dataclass(slots=True)
class _StandIn:
    """Who was meant by the name of a man who did not play.

    Args:
        name: The first token of the name.
        answers: What is told of him, verified for the one meant, by its claim as written.
    """

    name: int
    answers: dict[int, VerifiedClaim] = field(default_factory=dict)

    @property
    def source(self) -> str:
        """Where explanations of this kind come from."""
        return ABSENT

    @property
    def features(self) -> Mapping[str, float]:
        """How much of what is told is true of him, and how much is not."""
        answers = self.answers.values()
        wrong = sum(bool(item.contradictions) for item in answers)
        right = sum(item.decided for item in answers) - wrong
        return {"bias": 1.0, "right": float(right), "wrong": float(wrong)}

    @property
    def explains(self) -> Collection[Hashable]:
        """The name."""
        return (self.name,)

    @property
    def marked(self) -> Collection[Tokens]:
        """The words that are wrong of him as well."""
        return contradicted(self.answers.values())

    @property
    def cleared(self) -> Collection[Tokens]:
        """None: of a man who did not play, rules have nothing against what is said."""
        return ()


def heed_stand_ins(
    documents: Sequence[Document],
    verified: Sequence[Sequence[VerifiedClaim]],
    facts: Mapping[str, GameFacts],
    verify: Verify,
    chooser: Chooser,
) -> list[list[VerifiedClaim]]:
    """Return the claims of each document, those of absent men decided for the men meant.

    Args:
        documents: Bound documents.
        verified: All claims of each.
        facts: What is known of their games.
        verify: Verifies claims.
        chooser: Chooses between explanations.
    """
    found = []
    for document, items in zip(documents, verified, strict=True):
        assert document.game is not None
        found.append(_open_claims(items, facts[document.game.id]))
    asked = ask_again(found, lambda doubt: [asked_of(doubt[0].claim, doubt[1])], verify)
    again = []
    for items, story in zip(verified, asked, strict=True):
        told: dict[int, _StandIn] = {}
        for (item, _), (answer,) in story:
            name = item.claim.subjects[0].start
            told.setdefault(name, _StandIn(name)).answers[id(item)] = answer
        decided: dict[int, VerifiedClaim] = {}
        for stand_in, _ in chooser.choose(told.values()):
            decided |= stand_in.answers
        again.append([decided.get(id(item), item) for item in items])
    return again


def _open_claims(
    items: Sequence[VerifiedClaim], facts: GameFacts
) -> list[tuple[VerifiedClaim, int]]:
    """Return what is told of absent men and not decided, with the player who was meant."""
    meant = _meant(items, facts)
    if not meant:
        return []
    return [
        (item, meant[item.claim.subjects[0].start])
        for item in items
        if item.claim.rule.alternatives
        and not item.decided
        and len(item.claim.subjects) == 1
        and item.claim.subjects[0].start in meant
    ]


def _meant(items: Sequence[VerifiedClaim], facts: GameFacts) -> dict[int, int]:
    """Return who was meant by each name of a man who did not play, by its first token."""
    named: dict[int, Counter[int]] = {}
    for item in items:
        if item.claim.row.get("player_id") in facts.team_of:
            continue
        for finding in item.contradictions:
            mark = item.claim.marks.get(finding.mark or item.claim.rule.mark)
            who = finding.correction
            if mark and who and who.isdecimal() and int(who) in facts.team_of:
                named.setdefault(mark[0], Counter())[int(who)] += 1
    return {start: votes.most_common(1)[0][0] for start, votes in named.items()}

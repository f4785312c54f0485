"""What a rule that knows more settles: claims of others about its words do not count."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from factcheck.interpretation.matching import RawClaim
from factcheck.interpretation.verifying import VerifiedClaim
from factcheck.rulebook.rule import Rule


def without_settled(verified: Sequence[VerifiedClaim]) -> list[VerifiedClaim]:
    """Leave out claims whose words another rule settled, or what it silences has against them.

    "A 112-106 win on Tuesday" says nothing of Wednesday's game, once a rule knows the game meant.
    """
    settled = [
        _Settled(item.claim.rule, _told_in(item.claim), _filled(item.claim), _contradicted(item))
        for item in verified
        if (item.claim.rule.settles or item.claim.rule.silences) and item.decided
    ]
    if not settled:
        return list(verified)
    return [item for item in verified if not any(one.rules_out(item) for one in settled)]


@dataclass(frozen=True, slots=True)
class _Settled:
    """What a rule decided: its tokens, those of its slots, and what it has something against."""

    rule: Rule
    tokens: frozenset[int]
    slots: frozenset[int]
    marked: frozenset[tuple[int, int]]

    def rules_out(self, item: VerifiedClaim) -> bool:
        """Return whether a claim is about these words, and not by right of a higher priority."""
        claim = item.claim
        start, end = claim.marks.get(claim.rule.mark, (claim.start, claim.end))
        if self.rule.settles and self.rule.priority > claim.rule.priority:
            return start in self.tokens and end - 1 in self.tokens
        if claim.rule.id not in self.rule.silences:
            return False
        against = _contradicted(item)
        if claim.rule.priority > self.rule.priority:
            against -= self.marked
        return any(first in self.slots and last - 1 in self.slots for first, last in against)


def _contradicted(item: VerifiedClaim) -> frozenset[tuple[int, int]]:
    """Return the tokens that the findings of a claim speak against."""
    claim = item.claim
    whole = (claim.start, claim.end)
    return frozenset(
        claim.marks.get(finding.mark or claim.rule.mark, whole) for finding in item.contradictions
    )


def _told_in(claim: RawClaim) -> frozenset[int]:
    """Return the tokens of a match and of the details that stand around it."""
    told = _filled(claim) if claim.rule.details else frozenset()
    return told | set(range(claim.start, claim.end))


def _filled(claim: RawClaim) -> frozenset[int]:
    """Return the tokens that fill the slots and labels of a match and of its details."""
    return frozenset(
        token
        for name in (*claim.rule.slots, *claim.rule.labels)
        for token in range(*claim.marks.get(name, (0, 0)))
    )


def open_tellings(items: Iterable[VerifiedClaim], read: Collection[int]) -> list[VerifiedClaim]:
    """Return what whole sentences tell, where no rule that knows the order of words decided.

    Of several tellings of the same words one that holds counts, else that of higher priority, or
    of more words.

    Args:
        items: Verified claims of rules on what a sentence tells.
        read: The tokens that other rules decided.
    """
    taken: set[int] = set()
    found: list[VerifiedClaim] = []
    for item in sorted(items, key=_rank):
        tokens = _counted(item.claim)
        if item.decided and tokens.isdisjoint(taken) and tokens.isdisjoint(read):
            taken |= tokens
            found.append(item)
    return found


def _rank(item: VerifiedClaim) -> tuple[bool, int, int]:
    claim = item.claim
    return bool(item.contradictions), -claim.rule.priority, claim.start - claim.end


def _counted(claim: RawClaim) -> set[int]:
    """Return the tokens of what a claim counts and of what it marks."""
    return {
        token
        for name in (claim.rule.mark, *claim.rule.owns)
        for token in range(*claim.marks.get(name, (0, 0)))
    }

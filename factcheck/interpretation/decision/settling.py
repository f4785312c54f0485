"""What a rule that knows more settles: claims of others about its words do not count."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.model import Category
from factcheck.rulebook.rule import Rule


def without_settled(verified: Sequence[VerifiedClaim]) -> list[VerifiedClaim]:
    """Leave out claims whose words another rule settled, or what it silences has against them.

    "A 112-106 win on Tuesday" says nothing of Wednesday's game, once a rule knows the game meant.
    """
    settled = [
        _Settled(item.claim.rule, _told_in(item.claim), _filled(item.claim), item.contradicted())
        for item in verified
        if (item.claim.rule.suppresses or item.claim.rule.silences)
        and item.decided
        and item.claim.rule.telling is None
    ]
    if not settled:
        return list(verified)
    at: dict[int, list[_Settled]] = {}
    for one in settled:
        for token in one.tokens | one.slots:
            at.setdefault(token, []).append(one)
    return [item for item in verified if not _is_ruled_out(item, at)]


def _is_ruled_out(item: VerifiedClaim, at: Mapping[int, Sequence[_Settled]]) -> bool:
    """Return whether one of those that settled its words, by token, rules a claim out."""
    claim = item.claim
    start, _ = claim.marks.get(claim.rule.mark, (claim.start, claim.end))
    places = {start, *(first for first, _ in item.contradicted())}
    return any(one.rules_out(item) for place in places for one in at.get(place, ()))


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
        if self.rule.suppresses and self.rule.priority > claim.rule.priority:
            return start in self.tokens and end - 1 in self.tokens
        if claim.rule.id not in self.rule.silences:
            return False
        against = item.contradicted()
        if claim.rule.priority > self.rule.priority:
            against -= self.marked
        return any(first in self.slots and last - 1 in self.slots for first, last in against)


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


def open_tellings(
    items: Iterable[VerifiedClaim], others: Sequence[VerifiedClaim], read: Collection[int]
) -> list[VerifiedClaim]:
    """Return what whole sentences tell of words that no rule decided which knows their order.

    Where such a rule has something against the sentence, that is its mistake. Of several tellings
    of the same words one that holds counts, else that of higher priority, or of more words.

    Args:
        items: Verified claims of rules on what a sentence tells.
        others: Those of all other rules.
        read: The tokens that these decided.
    """
    denied = {token for item in others for one in item.contradicted() for token in range(*one)}
    taken: set[int] = set()
    found: list[VerifiedClaim] = []
    for item in sorted(items, key=_rank):
        claim = item.claim
        if item.contradictions and not denied.isdisjoint(range(claim.start, claim.end)):
            continue
        # That a name is of this game does not decide what is told of it.
        findings = [
            one
            for one in item.findings
            if taken.isdisjoint(marked := set(range(*item.tokens(one))))
            and (_category(claim, one) is Category.NAME or marked.isdisjoint(read))
        ]
        if any(finding.holds is not None for finding in findings):
            for finding in findings:
                taken |= set(range(*item.tokens(finding)))
            found.append(VerifiedClaim(claim, findings))
    return found


def _rank(item: VerifiedClaim) -> tuple[bool, int, int]:
    claim = item.claim
    return bool(item.contradictions), -claim.rule.priority, claim.start - claim.end


def _category(claim: RawClaim, finding: Finding) -> Category:
    return Category(finding.category or claim.rule.category)


def without_denied(
    items: Iterable[VerifiedClaim], tellings: Iterable[VerifiedClaim]
) -> list[VerifiedClaim]:
    """Return claims without what they have against numbers that a whole sentence tells truly.

    "The Spurs got 38 points from their bench" is not wrong because they scored 103. Only rules that
    settle have this say.

    Args:
        items: Verified claims of other rules.
        tellings: Those of rules on what a sentence tells.
    """
    held = {
        token
        for item in tellings
        if item.claim.rule.suppresses and item.decided and not item.contradictions
        for finding in item.findings
        for token in range(*item.tokens(finding))
    }
    if not held:
        return list(items)
    return [_without_denied(item, held) if item.contradictions else item for item in items]


def _without_denied(item: VerifiedClaim, held: set[int]) -> VerifiedClaim:
    left = [
        finding
        for finding in item.findings
        if finding.holds is not False
        or _category(item.claim, finding) is not Category.NUMBER
        or not held.issuperset(range(*item.tokens(finding)))
    ]
    return VerifiedClaim(item.claim, left)

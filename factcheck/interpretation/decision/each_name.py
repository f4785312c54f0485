"""Take claims apart that tell several names a number each, so that each hangs on its own name.

"Conley and Lee scored 24 and 22, respectively" is read by one match; if the second number is wrong,
so is it, or the second name, whatever is said of the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.verification.verifying import VerifiedClaim


def by_name(items: Iterable[VerifiedClaim]) -> list[VerifiedClaim]:
    """Return the claims, one for each name of those whose rule says which number is whose."""
    apart: list[VerifiedClaim] = []
    done: set[int] = set()
    for item in items:
        if not item.claim.rule.each:
            apart.append(item)
        elif item.claim.group not in done:
            # The rows of one match differ in whom its clause is about, which is not asked here.
            done.add(item.claim.group)
            apart += _parts(item)
    return apart


def _parts(item: VerifiedClaim) -> Iterator[VerifiedClaim]:
    claim = item.claim
    told = {name: number for name, number in claim.rule.each.items() if name in claim.mentions}
    if not item.decided or len(told) == 1:
        yield item
        return
    for name, number in told.items():
        others = {other: of for other, of in told.items() if other != name}
        findings = [one for one in item.findings if (one.mark or claim.rule.mark) == number]
        yield VerifiedClaim(_without(claim, name, others), findings, item.denied)


def _without(claim: RawClaim, name: str, others: Mapping[str, str]) -> RawClaim:
    """Return a claim about one of its names, without the others and their numbers."""
    left_out = {*others, *(number.replace(".", "_") for number in others.values())}
    row = {column: value for column, value in claim.row.items() if column not in left_out}
    subject = claim.mentions[name]
    row |= {"player_id": subject.data["value"], "team_id": subject.data.get("team_id")}
    return replace(claim, row=row, subjects=(subject,), combine="all")

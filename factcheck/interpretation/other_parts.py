"""A number of one part of the game that is its owner's in another: which of the two words is wrong?

"Kemba Walker had 11 of his 18 in the fourth" of a man who had none there and 11 in the third. The
number is right, and the word that says when is not, where it is far from the truth there, too
large to be his in the other part by chance, and his in one other part alone. "Ten in the first
half" of a man who had ten in the first quarter: then "half" is what is wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching import RawClaim
from factcheck.interpretation.part_reading import part_value, which_category
from factcheck.interpretation.verifying import VerifiedClaim
from factcheck.knowledge.facts import GAME, POINTS, GameFacts, Owner
from factcheck.knowledge.parts import ALIKE, ORDINALS, OTHER_KIND
from factcheck.language.english import number_value
from factcheck.language.mentions import Mention
from factcheck.model import Category

_TELLING = 5
"""A smaller number is too often somebody's in another part by chance."""
_TELLING_OF_KIND = 8
"""The same where "half" would be wrong: that is rarer than a wrong ordinal."""
_FAR, _TEAM_FAR = 2, 5
"""A number that is less far off is miscounted; teams have much the same in all quarters."""
_OWNERS = ("player_id", "owner", "victim", "team_id", "opponent_id")


def heed_other_parts(
    items: Sequence[VerifiedClaim], facts: GameFacts, nouns: Collection[str]
) -> list[VerifiedClaim]:
    """Return the claims; where a number is right of another part, the part is what is wrong.

    Args:
        items: The verified claims of a story.
        facts: What is known of its game.
        nouns: What a part of the game is called after its ordinal: "half".
    """
    return [
        VerifiedClaim(
            item.claim,
            [_of_other_part(item.claim, one, facts, nouns) for one in item.findings],
            item.denied,
        )
        if item.contradictions
        else item
        for item in items
    ]


def _of_other_part(
    claim: RawClaim, finding: Finding, facts: GameFacts, nouns: Collection[str]
) -> Finding:
    slot = finding.mark or claim.rule.mark
    if finding.holds is False and slot == "period.which":
        return _of_all(claim, finding, facts, nouns)
    period = claim.mentions.get("period") or claim.mentions.get("part")
    number = claim.mentions.get(slot)
    if finding.holds is not False or number is None or period is None:
        return finding
    alike = next((parts for parts in ALIKE if period.value in parts), ())
    said, truth = number.data.get("value"), number_value(finding.correction or "")
    if not alike or "which" not in period.parts or number.kind != "number" or truth is None:
        return finding
    name = "period" if period is claim.mentions.get("period") else "part"
    if not isinstance(said, int | float) or said < _TELLING:
        return finding
    counted = claim.row.get("statistic") or finding.evidence.get("statistic") or POINTS
    # Whose number the rule read is told by the truth that it gives.
    owners: list[Owner] = [
        who
        for name in _OWNERS
        if isinstance(who := claim.row.get(name), int | str)
        and part_value(facts, who, counted, (period.value,)) == truth
        and abs(said - truth) >= (_FAR if isinstance(who, int) else _TEAM_FAR)
    ]
    others = {
        part
        for who in owners
        for part in alike
        if part != period.value and part_value(facts, who, counted, (part,)) == said
    }
    if len(others) == 1:
        which = claim.marks[f"{name}.which"] = period.parts["which"]
        return replace(
            finding, mark=f"{name}.which", category=which_category(claim.document, which),
            correction=ORDINALS[others.pop()],
        )  # fmt: skip
    if not _ends_with(claim, period, nouns):
        return finding
    return _of_other_kind(claim, finding, period, owners, counted, said, facts) or finding


def _of_all(claim: RawClaim, finding: Finding, facts: GameFacts, nouns: Collection[str]) -> Finding:
    """Return the finding on the word that is wrong where all came in another part.

    "Scored 16 points, all in the first half" of a man with 16 in the first quarter: "half".
    """
    period, player = claim.mentions["period"], claim.row.get("player_id")
    slot = "number" if "number" in claim.mentions else "total"
    number = claim.mentions.get(slot)
    if number is None or number.kind != "number" or not isinstance(player, int):
        return finding
    said, counted = number.data["value"], finding.evidence.get("statistic") or POINTS
    total = facts.value(player, counted, GAME)
    if said != total == part_value(facts, player, counted, (period.value,)):
        # "Had 24, all in the first three quarters" of a man with 21, all of them there.
        right = f"{total:.0f}" if total is not None else None
        return replace(finding, mark=slot, category=Category.NUMBER, correction=right)
    alike = next((parts for parts in ALIKE if period.value in parts), ())
    others = [part for part in alike if part_value(facts, player, counted, (part,)) == said]
    if len(others) == 1:
        return replace(finding, correction=ORDINALS[others[0]])
    if not _ends_with(claim, period, nouns):
        return finding
    return _of_other_kind(claim, finding, period, [player], counted, said, facts) or finding


def _ends_with(claim: RawClaim, period: Mention, nouns: Collection[str]) -> bool:
    """Return whether a noun says of which kind a part is; "in the second" leaves it out."""
    return claim.document.words[period.end - 1].lower() in nouns


def _of_other_kind(
    claim: RawClaim, finding: Finding, period: Mention, owners: Sequence[Owner], counted: str,
    said: float, facts: GameFacts,
) -> Finding | None:  # fmt: skip
    """Return the finding on "half" where the number is that of the quarter, or the other way."""
    part, noun = OTHER_KIND.get(period.value, ("", ""))
    if not part or said < _TELLING_OF_KIND:
        return None
    if not any(part_value(facts, who, counted, (part,)) == said for who in owners):
        return None
    claim.marks["kind"] = (period.end - 1, period.end)
    return replace(finding, mark="kind", category=Category.WORD, correction=noun)

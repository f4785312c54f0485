"""A number of one part of the game that is its owner's in another: which of the words is wrong?

"Kemba Walker had 11 of his 18 in the fourth" of a man who had none there and 11 in the third: the
word that says when explains it, the more the farther the number is from the truth there and the
larger it is, for small ones are somebody's in another part by chance. "Ten in the first half" of a
man who had ten in the first quarter: then "half" is what is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from factcheck.interpretation.explanations.likeliest import OTHER_KIND, OTHER_PART, WHOLE, Instead
from factcheck.interpretation.facts.part_reading import part_value, which_category
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.knowledge.facts import GAME, POINTS, GameFacts, Owner
from factcheck.knowledge.parts import ALIKE, OF_OTHER_KIND, ORDINALS
from factcheck.language.english import number_value
from factcheck.language.mentions import Mention
from factcheck.model import Category

_OWNERS = ("player_id", "owner", "victim", "team_id", "opponent_id")


def of_other_parts(
    items: Sequence[VerifiedClaim], facts: GameFacts, nouns: Collection[str]
) -> Iterator[Instead]:
    """Yield what is wrong instead of numbers that are right of another part of the game.

    Args:
        items: The verified claims of a story.
        facts: What is known of its game.
        nouns: What a part of the game is called after its ordinal: "half".
    """
    for item in items:
        for place, finding in enumerate(item.findings):
            if finding.holds is not False:
                continue
            if (finding.mark or item.claim.rule.mark) == "period.which":
                yield from _of_all(item, place, facts, nouns)
            else:
                said = _said(item.claim, finding, facts)
                if said is not None:
                    yield from _of_word(item, place, said, facts, nouns)


@dataclass(frozen=True, slots=True)
class _Said:
    """A number that is said to be of a part of the game.

    Args:
        number: The number.
        statistic: What it counts.
        owners: Whose it may be.
        slot: The slot of the part.
        period: The mention of the part.
        off: How far it is from the truth.
    """

    number: float
    statistic: str
    owners: Sequence[Owner]
    slot: str
    period: Mention
    off: float

    def features(self) -> dict[str, float]:
        """Return what speaks for the part rather than the number being wrong."""
        team = isinstance(self.owners[0], str)
        off = math.log(self.off)
        return {
            "bias": 1.0,
            "size": math.log(self.number),
            "off": off,
            # Teams have much the same in all quarters.
            "team": float(team),
            "off, team": off * team,
        }

    def is_of(self, part: str, facts: GameFacts) -> bool:
        """Return whether it is one of its owners' in a part."""
        return any(
            part_value(facts, who, self.statistic, (part,)) == self.number for who in self.owners
        )


def _said(claim: RawClaim, finding: Finding, facts: GameFacts) -> _Said | None:
    """Return the number of a part that a finding has something against, and the truth for it."""
    slot = "period" if "period" in claim.mentions else "part"
    period = claim.mentions.get(slot)
    mention = claim.mentions.get(finding.mark or claim.rule.mark)
    truth = number_value(finding.correction or "")
    if period is None or mention is None or mention.label != "number" or truth is None:
        return None
    number = mention.data.get("value")
    if not isinstance(number, int | float) or number < 1 or number == truth:
        return None
    counted = claim.row.get("statistic") or finding.evidence.get("statistic") or POINTS
    # Whose number the rule read is told by the truth that it gives.
    owners = [
        who
        for name in _OWNERS
        if isinstance(who := claim.row.get(name), int | str)
        and part_value(facts, who, counted, (period.value,)) == truth
    ]
    return _Said(number, counted, owners, slot, period, abs(number - truth)) if owners else None


def _of_word(
    item: VerifiedClaim, place: int, said: _Said, facts: GameFacts, nouns: Collection[str]
) -> Iterator[Instead]:
    """Yield the findings on the words that say which part it was, and of which kind."""
    claim, finding, period = item.claim, item.findings[place], said.period
    alike = next((parts for parts in ALIKE if period.value in parts), ())
    besides = _named_besides(claim, period).intersection(alike)
    others = [
        part for part in alike if part not in {period.value, *besides} and said.is_of(part, facts)
    ]
    if others and "which" in period.parts:
        which = period.parts["which"]
        slot = f"{said.slot}.which"
        found = replace(
            finding, mark=slot, category=which_category(claim.document, which),
            correction=ORDINALS[others[0]] if len(others) == 1 else None,
        )  # fmt: skip
        yield Instead(OTHER_PART, said.features(), item, place, found, {slot: which})
    elif not besides:
        yield from _of_kind(item, place, said, facts, nouns)


def _named_besides(claim: RawClaim, period: Mention) -> frozenset[str]:
    """Return the parts that a sentence tells of besides: "11 in the first, 11 in the second".

    What is said to be of one of them is hardly meant to be of another, nor are they halves. What
    is told of somebody else there says nothing of that.
    """
    document = claim.document
    place = document.sentence_at(claim.start)
    about = claim.frame.players, claim.frame.team_id
    return frozenset(
        unit.mention.value
        for unit, frame in zip(document.sentences[place].units, document.frames[place], strict=True)
        if unit.mention is not None
        and unit.mention.label == "period"
        and unit.mention.start != period.start
        and not (frame.subject and (frame.players, frame.team_id) != about)
    )


def _of_all(
    item: VerifiedClaim, place: int, facts: GameFacts, nouns: Collection[str]
) -> Iterator[Instead]:
    """Yield the findings on the word that is wrong where all came in another part.

    "Scored 16 points, all in the first half" of a man with 16 in the first quarter: "half".
    """
    claim, finding = item.claim, item.findings[place]
    period, player = claim.mentions["period"], claim.row.get("player_id")
    slot = "number" if "number" in claim.mentions else "total"
    mention = claim.mentions.get(slot)
    if mention is None or mention.label != "number" or not isinstance(player, int):
        return
    value, counted = mention.data["value"], finding.evidence.get("statistic") or POINTS
    total = facts.value(player, counted, GAME)
    there = part_value(facts, player, counted, (period.value,))
    if value != total == there:
        # "Had 24, all in the first three quarters" of a man with 21, all of them there.
        right = f"{total:.0f}" if total is not None else None
        found = replace(finding, mark=slot, category=Category.NUMBER, correction=right)
        yield Instead(WHOLE, {"bias": 1.0}, item, place, found)
        return
    off = abs(value - (there or 0.0))
    if value < 1 or off == 0:
        return
    said = _Said(value, counted, (player,), "period", period, off)
    alike = next((parts for parts in ALIKE if period.value in parts), ())
    others = [part for part in alike if said.is_of(part, facts)]
    if len(others) == 1:
        found = replace(finding, correction=ORDINALS[others[0]])
        yield Instead(OTHER_PART, said.features() | {"all": 1.0}, item, place, found)
    else:
        yield from _of_kind(item, place, said, facts, nouns)


def _of_kind(
    item: VerifiedClaim, place: int, said: _Said, facts: GameFacts, nouns: Collection[str]
) -> Iterator[Instead]:
    """Yield the finding on the noun of a part, if it has one; "in the second" leaves it out."""
    claim, period = item.claim, said.period
    part, noun = OF_OTHER_KIND.get(period.value, ("", ""))
    if part and claim.document.words[period.end - 1].lower() in nouns and said.is_of(part, facts):
        found = replace(item.findings[place], mark="kind", category=Category.WORD, correction=noun)
        mark = {"kind": (period.end - 1, period.end)}
        yield Instead(OTHER_KIND, said.features(), item, place, found, mark)

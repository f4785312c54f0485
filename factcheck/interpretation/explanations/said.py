"""What a claim says of its subject as a number, so that it can be asked of another in memory."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from factcheck.interpretation.readings.others import fits
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.knowledge.facts import BENCH_POINTS, GAME, POINTS, SHOTS, GameFacts, Owner

_UNKNOWN_OFF = 5.0
"""How far off a number counts as whose truth is not known."""
_MOST_OFF = 40.0
_NUMBERS = frozenset({"number", "percent", "total"})
"""Slots with a number about the subject of a claim, of which one may be wrong."""
_COUNTS = frozenset({"number", "percent", "shooting", "score", "statistic"})
"""Kinds of mentions of which a wrong one makes a number wrong."""
_LINE = re.compile(r"(\d+)-(\d+)")


@dataclass(frozen=True, slots=True)
class Statement:
    """What a claim says of its subject, so that it can be asked of another.

    Args:
        item: The claim with its findings.
        statistic: What it counts.
        value: How many, made shots of a shooting line, or a percentage.
        second: The attempts of a shooting line.
        part: The part of the game.
        hedge: How exact the number claims to be.
        first_place: Whether it makes its subject the leader instead of giving a number.
    """

    item: VerifiedClaim
    statistic: str
    value: float
    second: float | None
    part: str
    hedge: str
    first_place: bool = False

    @property
    def wrong(self) -> bool:
        """Whether the knowledge base speaks against it as written."""
        return bool(self.item.contradictions)

    @property
    def in_words(self) -> bool:
        """Whether a word of it is wrong, and no number: "nine more" of who had nine fewer."""
        claim = self.item.claim
        marks = [finding.mark or claim.rule.mark for finding in self.item.contradictions]
        filled = [claim.mentions.get(mark.split(".")[0]) for mark in marks]
        return bool(marks) and all(one is None or one.label not in _COUNTS for one in filled)

    def fits(self, facts: GameFacts, owner: Owner) -> bool:
        """Return whether it would be true of somebody."""
        if self.second is not None:
            return (self.value, self.second) in _shooting_lines(facts, owner)
        truth = facts.value(owner, self.statistic, self.part)
        if truth is None:
            return False
        if self.first_place:
            mates = mates_of(facts, owner)
            return all(truth >= (facts.value(x, self.statistic, self.part) or 0) for x in mates)
        return fits(self.value, self.hedge, truth, self.statistic.endswith("_PCT"))

    def wrong_twice(self, facts: GameFacts, owner: Owner) -> bool:
        """Return whether it is a shooting line neither of whose numbers is somebody's."""
        if self.second is None:
            return False
        lines = _shooting_lines(facts, owner)
        return bool(lines) and all(
            self.value != made and self.second != tried for made, tried in lines
        )

    def off(self, facts: GameFacts, owner: Owner) -> float:
        """Return how far it is from the truth about somebody."""
        if self.second is not None:
            away = [
                abs(self.value - made) + abs(self.second - tried)
                for made, tried in _shooting_lines(facts, owner)
            ]
            return min(away, default=_UNKNOWN_OFF)
        truth = facts.value(owner, self.statistic, self.part)
        return _UNKNOWN_OFF if truth is None else min(_MOST_OFF, abs(self.value - truth))


def _shooting_lines(facts: GameFacts, owner: Owner) -> set[tuple[float, float]]:
    lines = set()
    for made, tried in SHOTS.values():
        x, y = facts.value(owner, made), facts.value(owner, tried)
        if x is not None and y is not None:
            lines.add((x, y))
    return lines


def mates_of(facts: GameFacts, owner: Owner) -> list[Owner]:
    """Return the other players of a player's team, or the other team."""
    if isinstance(owner, int):
        return [x for x, team in facts.team_of.items() if team == facts.team_of[owner]]
    return list(facts.teams)


def statement_of(item: VerifiedClaim) -> Statement | None:
    """Return what a decided claim about this game says as a number, or None."""
    claim = item.claim
    row = claim.row
    if item.denied or not item.decided or claim.frame.scope != "game" or claim.combine != "all":
        return None
    evidence: dict[str, Any] = next((f.evidence for f in item.findings if f.evidence), {})
    statistic = row.get("statistic") or evidence.get("statistic")
    if statistic == BENCH_POINTS and row.get("player_id") is not None:
        # "Had 17 points off the bench": his points.
        statistic = POINTS
    part = evidence.get("period") or row.get("context_period") or GAME
    line = _shooting_line(item)
    if line is not None:
        return Statement(item, "", *line, part, "exact")
    if "leader" in evidence and isinstance(statistic, str):
        return Statement(item, statistic, 0.0, None, part, "exact", first_place=True)
    numbers = (*claim.rule.each.values(), *_NUMBERS)
    against = next((f.mark for f in item.contradictions if f.mark in numbers), None)
    for slot in (against,) if against else (*claim.rule.each.values(), "number", "percent"):
        value = row.get(slot.replace(".", "_"))
        if isinstance(value, int | float) and (isinstance(statistic, str) or slot != "percent"):
            hedge = str(row.get(f"{slot}_hedge") or "exact")
            counted = statistic if isinstance(statistic, str) else POINTS
            return Statement(item, counted, float(value), None, part, hedge)
    return None


def _shooting_line(item: VerifiedClaim) -> tuple[float, float] | None:
    """Return the made shots and attempts that a claim comes to, None where it tells no such line.

    "Missed six of his seven shots" comes to 1-7.
    """
    for finding in item.findings:
        if isinstance(finding.stated, str) and (found := _LINE.fullmatch(finding.stated)):
            return float(found[1]), float(found[2])
    made, tried = (item.claim.row.get(f"shooting_{place}") for place in ("first", "second"))
    if isinstance(made, int | float) and isinstance(tried, int | float):
        return float(made), tried
    return None

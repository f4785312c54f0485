"""Verify the claims of rules that say which fact a number states, instead of SQL of their own.

Such a rule names a *fact*: a value, a difference, a sum, a percentage of a shooting line. Whose
it is, of what and of which part of the game is open; each reading that the words at hand allow
is tried, the likeliest first. A claim holds if one of them fits, and is contradicted by the
likeliest if none does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from factcheck.interpretation.facts.both_teams import both_findings
from factcheck.interpretation.facts.comparisons import compared_findings
from factcheck.interpretation.facts.context import Context, FactReading, Wordings
from factcheck.interpretation.facts.leaders import leader_findings
from factcheck.interpretation.facts.pairs import pair_findings
from factcheck.interpretation.facts.parallels import parallel_findings
from factcheck.interpretation.facts.parts import part_findings
from factcheck.interpretation.facts.percentages import percent_findings
from factcheck.interpretation.facts.quantities import quantity_findings
from factcheck.interpretation.facts.stated import FACTS
from factcheck.interpretation.facts.stray_pairs import stray_findings
from factcheck.interpretation.facts.thresholds import threshold_findings
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.readings.costs import most
from factcheck.interpretation.readings.others import fits
from factcheck.interpretation.readings.vicinity import vicinities
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.knowledge.facts import GAME, UNWANTED, GameFacts, Owner
from factcheck.model import Category
from factcheck.parser.document import Document
from factcheck.rulebook.rule import CLIP, PAIR, PART, QUANTITY, STRAY

_SLIP = 3
"""A player's number that is off by less is a slip rather than somebody else's."""
_TWO = 2

FINDERS: Mapping[str, Callable[[RawClaim, GameFacts, Wordings], list[Finding]]] = {
    "leader": leader_findings,
    "parallel": parallel_findings,
    "than": compared_findings,
    QUANTITY: quantity_findings,
    "beyond": threshold_findings,
    "both": both_findings,
    PART: part_findings,
    PAIR: pair_findings,
    STRAY: stray_findings,
    CLIP: percent_findings,
}
"""Facts that speak of several words of a claim, each with a verdict of its own."""


def _directed(context: Context, fitting: list[FactReading], finding: Finding) -> Finding:
    """Return the finding, or one on the word where who has more is told the wrong way round."""
    row, words = context.claim.row, context.wordings.words
    word = str(row.get("word"))
    own = row.get("player_id") or row.get("team_id")
    owner = f"{context.group} {own}" if context.group is not None else own
    likeliest = fitting[0]
    if word not in words.more | words.less or likeliest.truth == 0:
        return finding
    if len(likeliest.owners) < _TWO:
        # Of one in two parts of the game: which of them is meant first is open.
        return finding
    if owner not in likeliest.owners or own == context.compared_team():
        # "The bench added 11, five fewer than Toronto's": whose bench it was, was misread.
        owner = _witnessed(context, likeliest)
        if owner is None:
            return finding
    sign = 1 if word in words.more else -1
    if word in words.judging and likeliest.statistic in UNWANTED:
        sign = -sign
    if any(_ahead(context, owner, reading) * sign > 0 for reading in fitting):
        return finding
    opposite = context.wordings.relations.opposites[word]
    return replace(finding, holds=False, mark="word", category=Category.WORD, correction=opposite)


def _witnessed(context: Context, reading: FactReading) -> Owner | None:
    """Return the one of two whose number is told before: "offset 16 turnovers, two fewer than"."""
    told, facts = context.number_before(), context.facts
    having = [
        who
        for who in reading.owners
        if told is not None and facts.value(who, reading.statistic, reading.part) == told
    ]
    return having[0] if len(having) == 1 else None


def _ahead(context: Context, owner: Owner, reading: FactReading) -> float:
    """Return how much more one has than the other of a reading; 0 if he is none of its two."""
    values = {
        who: context.facts.value(who, reading.statistic, reading.part) or 0.0
        for who in reading.owners
    }
    own = values.pop(owner, None)
    return 0.0 if own is None else own - sum(values.values())


@dataclass(frozen=True, slots=True)
class _Said:
    """A number as the words give it."""

    value: float
    hedge: str
    percent: bool

    def fits(self, truth: float) -> bool:
        return fits(self.value, self.hedge, truth, self.percent)

    def corrected(self, truth: float) -> str:
        return f"{truth:.1f}" if self.percent else f"{truth:.0f}"


def _said(claim: RawClaim) -> _Said | None:
    for slot in ("number", "percent"):
        value = claim.row.get(slot)
        if isinstance(value, int | float):
            hedge = str(claim.row.get(f"{slot}_hedge") or "exact")
            return _Said(value, hedge, claim.rule.fact == "percent")
    return None


class FactVerifier:
    """Decides the claims of rules with a ``fact``.

    Args:
        wordings: The words that findings are written in and that tell what is counted.
    """

    def __init__(self, wordings: Wordings) -> None:
        self._wordings = wordings
        self._names, self._statistics = wordings.names, wordings.statistics

    def verify(
        self, document: Document, claims: Sequence[RawClaim], facts: GameFacts
    ) -> list[VerifiedClaim]:
        """Return the claims, in the same order, with a finding where one could be decided."""
        if not claims:
            return []
        near = vicinities(document)
        verified = []
        for claim in claims:
            findings: list[Finding] = []
            finder = FINDERS.get(claim.rule.fact)
            if finder is not None:
                findings = finder(claim, facts, self._wordings)
            elif len(facts.teams) == 2:
                context = Context(claim, facts, near, self._wordings)
                finding = self._finding(context, list(FACTS[claim.rule.fact](context)))
                findings = [] if finding is None else [finding]
            verified.append(VerifiedClaim(claim, findings))
        return verified

    def _finding(self, context: Context, readings: list[FactReading]) -> Finding | None:
        """Return what the likeliest reading that fits says, or else the likeliest."""
        said = _said(context.claim)
        if said is None or not readings:
            return None
        readings.sort(key=lambda reading: reading.cost)
        # So many sums and differences can be taken that a far-fetched one nearly always fits.
        readings = [r for r in readings if r.cost <= readings[0].cost + most().fact]
        fitting = next((reading for reading in readings if said.fits(reading.truth)), None)
        chosen = fitting or readings[0]
        if fitting is None and chosen.cost > most().fact:
            return None
        finding = Finding(
            holds=fitting is not None,
            mark=None,
            correction=said.corrected(chosen.truth),
            explanation=self._explain(context, chosen),
            category=None,
            evidence={
                "fact": context.claim.rule.fact, "statistic": chosen.statistic,
                "part": chosen.part, "value": round(chosen.truth, 1),
            },
        )  # fmt: skip
        if fitting is None and context.claim.rule.fact == "own":
            return self._of_another(context, chosen, said, finding)
        if fitting is not None and context.claim.rule.fact == "difference":
            return _directed(context, [r for r in readings if said.fits(r.truth)], finding)
        return finding

    def _of_another(
        self, context: Context, reading: FactReading, said: _Said, finding: Finding
    ) -> Finding:
        """Return the finding on the name, where the number is that of somebody else."""
        (owner,), facts = reading.owners, context.facts
        others: list[Owner] = [team for team in facts.teams if team != owner]
        slot = "team"
        if isinstance(owner, int):
            slot = "player"
            # Of who came next the number is told for its place, and is rarely what is wrong.
            ranked = context.claim.row.get("rank") is not None
            if abs(said.value - reading.truth) < _SLIP and not ranked:
                return finding
            team = facts.team_of.get(owner)
            others = [p for p, t in facts.team_of.items() if p != owner and (ranked or t == team)]
            others = [other for other in others if other not in context.here.owners]
        fitting = [
            other
            for other in others
            if facts.value(other, reading.statistic, reading.part) == said.value
        ]
        if len(fitting) != 1 or slot not in context.claim.marks:
            return finding
        name = self._names(fitting[0], context.season)
        return replace(
            finding, mark=slot, category=Category.NAME, correction=str(fitting[0]),
            explanation=f"{finding.explanation} {name[0].upper()}{name[1:]} had {said.value:.0f}.",
        )  # fmt: skip

    def _explain(self, context: Context, reading: FactReading) -> str:
        counted = self._statistics.get(reading.statistic, reading.statistic)
        told = [
            f"{self._names(owner, context.season)} had {value:.0f}"
            for owner in reading.owners
            if (value := context.facts.value(owner, reading.statistic, reading.part)) is not None
        ]
        if not told and context.claim.rule.fact == "difference":
            return f"The numbers beside it are {reading.truth:.0f} apart."
        if not told:
            return f"The shooting line before it comes to {reading.truth:.1f} percent."
        of = "" if reading.part == GAME else f" ({reading.part})"
        owned = " and ".join(told)
        outcome = f": {reading.truth:.0f}" if len(told) > 1 else ""
        return f"{owned[0].upper()}{owned[1:]} {counted}{of}{outcome}."

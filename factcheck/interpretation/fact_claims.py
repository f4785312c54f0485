"""Verify the claims of rules that say which fact a number states, instead of SQL of their own.

Such a rule names a *fact*: a value, a difference, a sum, a percentage of a shooting line. Whose
it is, of what and of which part of the game is open; each reading that the words at hand allow
is tried, the likeliest first. A claim holds if one of them fits, and is contradicted by the
likeliest if none does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from factcheck.interpretation.both_teams import both_findings
from factcheck.interpretation.comparisons import compared_findings
from factcheck.interpretation.fact_context import Context, FactReading, Wordings
from factcheck.interpretation.leaders import leader_findings
from factcheck.interpretation.matching import RawClaim
from factcheck.interpretation.parallels import parallel_findings
from factcheck.interpretation.part_claims import part_findings
from factcheck.interpretation.quantity_findings import quantity_findings
from factcheck.interpretation.readings import fits
from factcheck.interpretation.thresholds import threshold_findings
from factcheck.interpretation.verifying import Finding, VerifiedClaim
from factcheck.interpretation.vicinity import vicinities
from factcheck.knowledge.facts import GAME, POINTS, SHOTS, UNWANTED, GameFacts, Owner
from factcheck.model import Category
from factcheck.parser.document import Document
from factcheck.rulebook.rule import QUANTITY

_MOST_SUMMED = 5
_SLIP = 3
"""A player's number that is off by less is a slip rather than somebody else's."""
_TOLD = 1.2
"""What it costs a difference to be that of two numbers told, not of what is known."""
_STARTERS = 0.6
"""What it costs those left of a team to be its other starters."""
_WITNESSED = 1.2
"""How much likelier a difference is where the number told right before it is that of one side."""
_MOST_COST = 1.5
"""A reading that is farther fetched contradicts nothing."""


def differences(context: Context) -> Iterator[FactReading]:
    """Yield what two have in difference: the teams, their benches, two players named."""
    facts, (first, second) = context.facts, context.facts.teams
    pairs: list[tuple[Owner, Owner, float]] = []
    if context.group is not None:
        kind = context.group
        pairs.append((f"{kind} {first}", f"{kind} {second}", 0.0))
    players = context.players()
    subject = context.claim.row.get("player_id")
    teams_cost = 1.0 if len(players) >= 2 or context.group else 0.0
    pairs.append((first, second, teams_cost))
    for one, other in combinations(dict.fromkeys(players), 2):
        pairs.append((one, other, 0.2 if len(players) == 2 else 0.8))
    for player in dict.fromkeys([*players, *([subject] if isinstance(subject, int) else [])]):
        for team in facts.teams:
            for owner in (team, f"bench {team}", f"starters {team}"):
                pairs.append((player, owner, 1.5))
    for team in facts.teams:
        # "The second unit had 59 points, 30 more than the first."
        own_cost = 2.0 if context.group is None else 0.8
        pairs.append((f"bench {team}", f"starters {team}", own_cost))
    beside = context.score_beside()
    if beside is not None:
        # "Outscored the Grizzlies' by 17, 36-19": of these two, whatever else comes to 17.
        yield FactReading(abs(beside[0] - beside[1]), (), POINTS, GAME, 0.0)
    if told := context.numbers():
        # "They combined for 11 threes, three more than the Clippers' eight."
        yield FactReading(abs(told[0] - told[1]), (), POINTS, GAME, _TOLD)
    witness = context.number_before()
    for statistic, much in context.compared():
        for part, late in context.parts():
            for a, b, cost in pairs:
                x, y = facts.value(a, statistic, part), facts.value(b, statistic, part)
                if x is None or y is None or (beside is not None and not {x, y} & set(beside)):
                    continue
                far = cost + much + late
                if witness is not None and witness in {x, y}:
                    # "Their bench scored 51, 28 more than Washington's": it did score 51.
                    far = max(0.0, far - _WITNESSED)
                yield FactReading(abs(x - y), (a, b), statistic, part, far)


def sums(context: Context) -> Iterator[FactReading]:
    """Yield what several players named have together."""
    shared = [player.data["value"] for player in context.claim.frame.players]
    named = list(dict.fromkeys([*shared, *context.players()]))
    earlier = [owner for owner in context.around.owners if isinstance(owner, int)]
    choices: list[tuple[tuple[int, ...], float]] = []
    if len(shared) > 1:
        choices.append((tuple(shared), 0.0))
    elif len(named) in {2, 3}:
        choices.append((tuple(named), 0.3))
    everybody = list(dict.fromkeys([*named, *reversed(earlier)]))[:_MOST_SUMMED]
    for size in range(2, len(everybody) + 1):
        choices += [(chosen, 2.0) for chosen in combinations(everybody, size)]
    for statistic, much in context.statistics():
        for part, late in context.parts():
            for chosen, cost in choices:
                values = [context.facts.value(player, statistic, part) for player in chosen]
                known = [value for value in values if value is not None]
                if len(known) == len(values):
                    total = sum(known)
                    yield FactReading(total, chosen, statistic, part, cost + much + late)


def rest_of_team(context: Context) -> Iterator[FactReading]:
    """Yield what a team has without the players named: "everybody else had 78"."""
    row, facts = context.claim.row, context.facts
    named = list(dict.fromkeys(context.players()))
    subject = row.get("player_id")
    choices: list[tuple[tuple[int, ...], float]] = [((player,), 0.4) for player in named]
    if len(named) > 1:
        choices.append((tuple(named), 0.0))
    elif isinstance(subject, int):
        choices.append(((subject,), 0.0))
    if not choices:
        # "Thomas had 38 points. His teammates scored 75."
        earlier = [owner for owner in context.around.owners if isinstance(owner, int)]
        choices = [((player,), 0.0) for player in earlier[-1:]]
    for statistic, much in context.statistics():
        for part, late in context.parts():
            for chosen, cost in choices:
                teams = {facts.team_of.get(player) for player in chosen}
                team = teams.pop()
                values = [facts.value(player, statistic, part) for player in chosen]
                total = facts.value(team, statistic, part) if team is not None else None
                known = [value for value in values if value is not None]
                if teams or total is None or len(known) < len(values):
                    continue
                far = cost + much + late
                yield FactReading(total - sum(known), chosen, statistic, part, far)
                others = facts.value(f"starters {team}", statistic, part)
                if others is not None and {facts.group_of.get(p) for p in chosen} == {"starters"}:
                    yield FactReading(others - sum(known), chosen, statistic, part, far + _STARTERS)


def values(context: Context) -> Iterator[FactReading]:
    """Yield what the one that a claim is about has, and others at hand."""
    row, facts = context.claim.row, context.facts
    own = row.get("player_id") or row.get("team_id")
    owners: list[tuple[Owner, float]] = [] if own is None else [(own, 0.0)]
    owners += [(owner, 1.0) for owner in context.here.owners if owner != own]
    for statistic, much in context.statistics():
        for part, late in context.parts():
            for owner, cost in owners:
                value = facts.value(owner, statistic, part)
                if value is not None:
                    yield FactReading(value, (owner,), statistic, part, cost + much + late)


def own_values(context: Context) -> Iterator[FactReading]:
    """Yield what the one has who is named as the owner of the number."""
    row = context.claim.row
    own = row.get("player_id") or row.get("team_id")
    if own is None or (isinstance(own, str) and context.players()):
        # "Beverley had five steals for Houston": his, not his team's.
        return
    for statistic, much in context.statistics():
        for part, late in context.parts():
            value = context.facts.value(own, statistic, part)
            if value is not None:
                yield FactReading(value, (own,), statistic, part, much + late)


def percentages(context: Context) -> Iterator[FactReading]:
    """Yield the percentages of those at hand, and of the shooting line that stands before."""
    row, facts = context.claim.row, context.facts
    for made, attempts in context.lines():
        if attempts:
            yield FactReading(100 * made / attempts, (), "FG_PCT", GAME, 0.0)
    own = row.get("player_id") or row.get("team_id")
    owners: list[tuple[Owner, float]] = [] if own is None else [(own, 0.5)]
    owners += [(owner, 1.0) for owner in (*context.here.owners, *facts.teams) if owner != own]
    for owner, cost in owners:
        for rank, shot in enumerate(SHOTS):
            value = facts.value(owner, f"{shot}_PCT")
            if value is not None:
                said = any(code in context.here.statistics for code in SHOTS[shot])
                yield FactReading(
                    value, (owner,), f"{shot}_PCT", GAME, cost + (0 if said else rank)
                )


def missed(context: Context) -> Iterator[FactReading]:
    """Yield how many shots those at hand missed."""
    row, facts = context.claim.row, context.facts
    own = row.get("player_id") or row.get("team_id")
    owners: list[tuple[Owner, float]] = [] if own is None else [(own, 0.0)]
    owners += [(owner, 1.0) for owner in context.here.owners if owner != own]
    for owner, cost in owners:
        for rank, (made, attempts) in enumerate(SHOTS.values()):
            x, y = facts.value(owner, made), facts.value(owner, attempts)
            if x is not None and y is not None:
                named = {made, attempts} & set(context.here.statistics)
                yield FactReading(y - x, (owner,), attempts, GAME, cost + (0 if named else rank))


FACTS: Mapping[str, Callable[[Context], Iterator[FactReading]]] = {
    "difference": differences,
    "sum": sums,
    "rest": rest_of_team,
    "value": values,
    "missed": missed,
    "own": own_values,
    "percent": percentages,
}
"""What a rule may say that its number states."""


FINDERS: Mapping[str, Callable[[RawClaim, GameFacts, Wordings], list[Finding]]] = {
    "leader": leader_findings,
    "parallel": parallel_findings,
    "than": compared_findings,
    QUANTITY: quantity_findings,
    "beyond": threshold_findings,
    "both": both_findings,
    "part": part_findings,
}
"""Facts that speak of several words of a claim, each with a verdict of its own."""


_MORE = {"more": 1, "better": 1, "fewer": -1, "less": -1, "worse": -1}
_OPPOSITE = {
    "more": "fewer", "fewer": "more", "less": "more", "better": "worse", "worse": "better",
}  # fmt: skip


def _directed(context: Context, fitting: list[FactReading], finding: Finding) -> Finding:
    """Return the finding, or one on the word where who has more is told the wrong way round."""
    row = context.claim.row
    word = str(row.get("word"))
    own = row.get("player_id") or row.get("team_id")
    owner = f"{context.group} {own}" if context.group is not None else own
    likeliest = fitting[0]
    if word not in _MORE or owner not in likeliest.owners or likeliest.truth == 0:
        return finding
    sign = _MORE[word]
    if word in {"better", "worse"} and likeliest.statistic in UNWANTED:
        sign = -sign
    if any(_ahead(context, owner, reading) * sign > 0 for reading in fitting):
        return finding
    return replace(
        finding, holds=False, mark="word", category=Category.WORD, correction=_OPPOSITE[word]
    )


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
        names: Writes an owner for a reader.
        statistics: The words of each statistic, in the plural.
        groups: Words that speak of a part of a team ("bench"), with the group they mean.
        implied: Words that tell what is counted without naming it ("fouled"), with its code.
        fields: Words for what players lead in ("scorers"), with its code.
    """

    def __init__(
        self,
        names: Callable[[Owner, str], str],
        statistics: Mapping[str, str],
        groups: Mapping[str, str],
        implied: Mapping[str, str],
        fields: Mapping[str, str],
    ) -> None:
        self._names = names
        self._statistics = statistics
        phrases = {tuple(words.split()): code for words, code in implied.items()}
        self._wordings = Wordings(names, statistics, groups, phrases, fields)

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
        readings = [r for r in readings if r.cost <= readings[0].cost + _MOST_COST]
        fitting = next((reading for reading in readings if said.fits(reading.truth)), None)
        chosen = fitting or readings[0]
        if fitting is None and chosen.cost > _MOST_COST:
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

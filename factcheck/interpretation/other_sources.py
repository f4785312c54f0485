"""Numbers that one of the sources has, though another one is believed.

Box scores get corrected after stories are written. A number that fits what any source says is no
mistake of the writer, nor is the team that "outrebounded" the other by what a source says; the
evidence tells who says it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import PurePath

from factcheck.interpretation.matching import RawClaim
from factcheck.interpretation.readings import Stated, fits, stated_number
from factcheck.interpretation.verifying import Finding, VerifiedClaim
from factcheck.knowledge.facts import GAME, POINTS, SHOTS, GameFacts, Owner

_Value = tuple[float, str | None]
"""A number and the source that says it, None of the one that is believed."""


def heed_sources(items: Sequence[VerifiedClaim], facts: GameFacts) -> list[VerifiedClaim]:
    """Return the claims; what contradicts a number that some source has supports it instead.

    Args:
        items: The verified claims of a story.
        facts: What is known of its game.
    """
    if not facts.said:
        return list(items)
    return [
        VerifiedClaim(item.claim, [_heeded(item.claim, one, facts) for one in item.findings])
        if item.contradictions
        else item
        for item in items
    ]


def _heeded(claim: RawClaim, finding: Finding, facts: GameFacts) -> Finding:
    if finding.holds is not False:
        return finding
    stated = _stated(claim, finding)
    source = None if stated is None else _who_says(stated, facts)
    if source is None and stated is not None:
        source = _who_compares(stated, finding, facts)
    if source is None and _is_in_words(claim, finding):
        source = _who_turns(finding, facts)
    if source is None:
        return finding
    name = PurePath(source).name
    told = f"{finding.explanation or ''} {name} says otherwise.".strip()
    evidence = {**finding.evidence, "said_by": name}
    return replace(finding, holds=True, explanation=told, evidence=evidence)


def _stated(claim: RawClaim, finding: Finding) -> Stated | None:
    """Return the number that a finding speaks against, whose and of what part it is said to be.

    Evidence with a ``team_id`` tells of which team's statistic a number is, such as BENCH_PTS.
    """
    evidence = finding.evidence
    owner = evidence.get("team_id")
    statistic = claim.row.get("statistic") or evidence.get("statistic")
    if owner is not None:
        statistic = evidence.get("statistic")
    for slot in dict.fromkeys((finding.mark or claim.rule.mark, claim.rule.mark)):
        stated = stated_number(
            claim.mentions.get(slot.split(".")[0]),
            claim.row,
            statistic if isinstance(statistic, str) else None,
        )
        if stated is not None:
            parts = (evidence.get("part"), evidence.get("period"), claim.row.get("period"))
            part = next((one for one in parts if isinstance(one, str)), stated.part)
            return replace(stated, part=part, owner=owner or stated.owner)
    return None


def _who_says(stated: Stated, facts: GameFacts) -> str | None:
    """Return a source under which a number is true."""
    if stated.second is not None:
        return next(_who_says_pair(stated, stated.second, facts), None)
    if stated.owner is None or stated.statistic is None:
        return None
    percent = stated.kind == "percent"
    for value, source in facts.said.get((stated.owner, stated.statistic, stated.part), ()):
        if fits(stated.value, stated.hedge, value, percent):
            return source
    return None


def _who_says_pair(stated: Stated, second: float, facts: GameFacts) -> Iterator[str]:
    """Yield sources under which a shooting line or a score is true."""
    wanted = (stated.value, second)
    pairs: list[tuple[list[_Value], list[_Value]]] = []
    if stated.owner is not None:
        for made, attempts in SHOTS.values():
            pairs.append(
                (
                    _values(stated.owner, made, stated.part, facts),
                    _values(stated.owner, attempts, stated.part, facts),
                )
            )
    if len(facts.teams) == 2:
        home, away = (_values(team, POINTS, stated.part, facts) for team in facts.teams)
        if stated.kind == "score":
            pairs += [(home, away), (away, home)]
    for firsts, others in pairs:
        for (one, by), (other, also_by) in product(firsts, others):
            sources = {source for source in (by, also_by) if source is not None}
            if (one, other) == wanted and len(sources) == 1:
                yield sources.pop()


def _who_compares(stated: Stated, finding: Finding, facts: GameFacts) -> str | None:
    """Return a source by which both teams' numbers, or the difference of them, are as told.

    "Outrebounded the Suns 43-41", "by two": evidence that compares teams has the numbers of both.
    """
    evidence = finding.evidence
    statistic = evidence.get("statistic")
    if "opponent_value" not in evidence or statistic is None or len(facts.teams) != 2:
        return None
    one_team, other_team = (_values(team, statistic, stated.part, facts) for team in facts.teams)
    for (one, by), (other, also_by) in product(one_team, other_team):
        if stated.second is None:
            as_told = fits(stated.value, stated.hedge, abs(one - other))
        else:
            as_told = sorted((one, other)) == sorted((stated.value, stated.second))
        sources = {source for source in (by, also_by) if source is not None}
        if as_told and len(sources) == 1:
            return sources.pop()
    return None


def _is_in_words(claim: RawClaim, finding: Finding) -> bool:
    """Tell whether what is wrong is no number: the word "outrebounded", or the team's name."""
    slot = (finding.mark or claim.rule.mark).split(".")[0]
    return stated_number(claim.mentions.get(slot), claim.row, None) is None


def _who_turns(finding: Finding, facts: GameFacts) -> str | None:
    """Return a source under which the other team has more of what a finding compares.

    Its evidence has the team's number as ``value`` and the other's as ``opponent_value``.
    """
    evidence = finding.evidence
    statistic, part = evidence.get("statistic"), evidence.get("part") or GAME
    if "opponent_value" not in evidence or statistic is None or len(facts.teams) != 2:
        return None
    believed = [facts.value(team, statistic, part) for team in facts.teams]
    saying: dict[str, list[float | None]] = {}
    for place, team in enumerate(facts.teams):
        for value, source in facts.said.get((team, statistic, part), ()):
            saying.setdefault(source, list(believed))[place] = value
    lead = _lead(believed)
    for source, values in saying.items():
        turned = _lead(values)
        if lead is not None and turned and turned * lead <= 0:
            return source
    return None


def _lead(values: Sequence[float | None]) -> float | None:
    first, other = values
    return None if first is None or other is None else first - other


def _values(owner: Owner, statistic: str, part: str, facts: GameFacts) -> list[_Value]:
    known = facts.value(owner, statistic, part or GAME)
    said = facts.said.get((owner, statistic, part), [])
    return [*([] if known is None else [(known, None)]), *said]

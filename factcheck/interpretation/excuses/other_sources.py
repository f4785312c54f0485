"""Numbers that one of the sources has, though another one is believed.

Box scores get corrected after stories are written. What holds in a game as any one source tells it
is no mistake of the writer, be it a number, a share, a difference or the team that "outrebounded"
the other; the evidence tells who says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import PurePath

from factcheck.evaluation.retold import Retelling, retelling
from factcheck.interpretation.findings import Finding, verdict_of
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.readings.others import Stated, fits, stated_number
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.knowledge.facts import GAME, MINUTES, POINTS, SHOTS, GameFacts, Owner
from factcheck.model import Verdict

Retell = Callable[[Sequence[RawClaim], Retelling], list[VerifiedClaim]]
"""Asks SQL again what it makes of claims, where a game is as a source tells it."""

_MOMENT = "after "
"""What stands before the part of the game that a lead is told at the end of."""

_ROUNDED = 0.051
"""A number of evidence may be rounded to one decimal."""


def heed_sources(
    items: Sequence[VerifiedClaim],
    facts: GameFacts,
    verify: Retell | None,
) -> list[VerifiedClaim]:
    """Return the claims; what contradicts what some source has supports it instead.

    Args:
        items: The verified claims of a story, those that SQL decided; the others pass.
        facts: What is known of its game.
        verify: Asks SQL again, of a game as a source tells it.
    """
    if not facts.views:
        return list(items)
    found = [
        VerifiedClaim(item.claim, [_heeded(item.claim, one, facts) for one in item.findings])
        if item.contradictions and not item.claim.rule.fact
        else item
        for item in items
    ]
    return found if verify is None else _asked_again(found, facts, verify)


def _asked_again(
    items: Sequence[VerifiedClaim],
    facts: GameFacts,
    verify: Retell,
) -> list[VerifiedClaim]:
    """Return the claims; those contradicted that hold by all that SQL makes of a source's game."""
    found = list(items)
    open_still = [place for place, item in enumerate(found) if item.contradictions]
    for source, view in facts.tellings.items():
        if not open_still:
            break
        claims = [found[place].claim for place in open_still]
        again = verify(claims, retelling(claims[0].row["game_id"], facts, view))
        for place, item in zip(tuple(open_still), again, strict=True):
            if verdict_of(item.findings) is Verdict.SUPPORTED:
                findings = [_told_by(finding, source) for finding in item.findings]
                found[place] = VerifiedClaim(item.claim, findings)
                open_still.remove(place)
    return found


def heed_in_facts(
    items: Sequence[VerifiedClaim],
    facts: GameFacts,
    verify: Callable[[Sequence[RawClaim], GameFacts], list[VerifiedClaim]],
) -> list[VerifiedClaim]:
    """Return claims that state facts; those contradicted that hold as a source tells the game.

    Args:
        items: The verified claims of a story.
        facts: What is known of its game.
        verify: Decides such claims.
    """
    found = list(items)
    for source, view in facts.views.items():
        places = [place for place, item in enumerate(found) if item.contradictions]
        again = verify([found[place].claim for place in places], view)
        for place, item in zip(places, again, strict=True):
            if verdict_of(item.findings) is Verdict.SUPPORTED and not _tells_what_is_believed(
                item.claim, facts, view
            ):
                findings = [_told_by(finding, source) for finding in item.findings]
                found[place] = VerifiedClaim(item.claim, findings)
    return found


def _tells_what_is_believed(claim: RawClaim, facts: GameFacts, view: GameFacts) -> bool:
    """Tell whether a sentence has a number of whom a claim is about that the source has not.

    "Only seven turnovers, six fewer than Chicago": that they had six is not what the writer read.
    """
    document = claim.document
    units = document.sentences[document.sentence_at(claim.start)].units
    told = {
        (unit.mention.data.get("value"), after.mention.value)
        for unit, after in pairwise(units)
        if unit.mention is not None and unit.mention.label == "number"
        if after.mention is not None and after.mention.label == "statistic"
    }
    return any(
        part == GAME and (believed, statistic) in told and (said, statistic) not in told
        for owner in _owners(claim)
        for (statistic, part), (believed, said) in facts.differing_of(view, owner).items()
    )


def _heeded(claim: RawClaim, finding: Finding, facts: GameFacts) -> Finding:
    if finding.holds is not False:
        return finding
    views = _views_of(claim, finding, facts)
    if not views:
        return finding
    stated = stated_in(claim, finding)
    in_words = _is_in_words(claim, finding)
    for source, view in views:
        if stated is not None and (
            _holds(stated, finding, facts, view)
            or _was_compared(claim, stated, finding, facts, view)
        ):
            return _told_by(finding, source)
        if in_words and _turns(finding, facts, view):
            return _told_by(finding, source)
    return finding


def _views_of(claim: RawClaim, finding: Finding, facts: GameFacts) -> list[tuple[str, GameFacts]]:
    """Return the sources that differ in a number of somebody whom a claim is about."""
    statistic = claim.row.get("statistic") or finding.evidence.get("statistic")
    minutes = not isinstance(statistic, str) or statistic == MINUTES
    views = facts.views if minutes else facts.tellings
    if not views:
        return []
    about = {*_owners(claim), *(claim.row.get("players") or ()), finding.evidence.get("team_id")}
    if not isinstance(claim.row.get("player_id"), int):
        # What is said of no man may be said of both teams.
        about.add("both")
    return [
        (source, view)
        for source, view in views.items()
        if not about.isdisjoint(facts.disputed_by(view))
        or (minutes and any(facts.differing_of(view, one) for one in about if one is not None))
    ]


def _told_by(finding: Finding, source: str) -> Finding:
    """Return a finding that supports its claim, and tells whose numbers those are."""
    name = PurePath(source).name
    told = f"{finding.explanation or ''} {name} says otherwise.".strip()
    if finding.holds:
        told = f"{finding.explanation or ''} So says {name}; other sources differ.".strip()
    evidence = {**finding.evidence, "said_by": name}
    return replace(finding, holds=True, explanation=told, evidence=evidence)


def stated_in(claim: RawClaim, finding: Finding) -> Stated | None:
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


def _holds(stated: Stated, finding: Finding, facts: GameFacts, view: GameFacts) -> bool:
    """Return whether a number is true as a source tells the game, and is not as it is believed."""
    if stated.second is not None:
        pair = (stated.value, stated.second)
        told = set(_pairs(stated, view)) - set(_pairs(stated, facts))
        both = _scores(finding, stated, view) - _scores(finding, stated, facts)
        return pair in told or tuple(sorted(pair)) in both
    return _is_told(stated, finding, view) and not _is_told(stated, finding, facts)


def _is_told(stated: Stated, finding: Finding, view: GameFacts) -> bool:
    """Return whether a number is somebody's in a view, or what two teams differ by there."""
    differences = (second - first for first, second in _scores(finding, stated, view))
    percent = stated.kind == "percent"
    return any(
        fits(stated.value, stated.hedge, number, percent)
        for number in (*_singles(stated, view), *differences)
    )


def _was_compared(
    claim: RawClaim, stated: Stated, finding: Finding, facts: GameFacts, view: GameFacts
) -> bool:
    """Return whether a source has the number that is told where evidence has another one.

    Evidence has the numbers that a claim was held against, whatever their columns are called: a
    source that differs in one of them, of somebody whom the claim is about, may have the other.
    """
    if stated.second is not None:
        return False
    known = {value for value in finding.evidence.values() if isinstance(value, int | float)}
    if claim.frame.distribution == "collective":
        statistic = finding.evidence.get("statistic")
        believed, told = (_sum(claim, statistic, one) for one in (facts, view))
        return believed in known and told is not None and fits(stated.value, stated.hedge, told)
    percent = stated.kind == "percent"
    # Of a man's 12 points it says nothing that a source has 11 for the 12 turnovers of his team.
    men = {stated.owner} if isinstance(stated.owner, int) else _owners(claim)
    return any(
        statistic.endswith("_PCT") is percent
        and stated.statistic in {None, statistic}
        and any(abs(believed - number) < _ROUNDED for number in known)
        and fits(stated.value, stated.hedge, told, percent)
        for owner in men
        for (statistic, _), (believed, told) in facts.differing_of(view, owner).items()
    )


def _owners(claim: RawClaim) -> set[Owner]:
    """Return whom a claim is about or names."""
    row = claim.row
    named = [mention.data.get("value") for mention in claim.mentions.values()]
    about = [row.get("player_id"), row.get("team_id"), row.get("opponent_id"), *named]
    return {one for one in about if isinstance(one, int | str)}


def _sum(claim: RawClaim, statistic: object, facts: GameFacts) -> float | None:
    players = claim.row.get("players") or ()
    values = [facts.value(player, str(statistic)) for player in players]
    known = [value for value in values if value is not None]
    return sum(known) if known and len(known) == len(values) else None


def _singles(stated: Stated, view: GameFacts) -> Iterator[float]:
    """Yield what a number would have to be; of a lead or margin the difference of the points."""
    if stated.owner is None or stated.statistic is None:
        return
    part = stated.part.removeprefix(_MOMENT)
    known = view.value(stated.owner, stated.statistic, part)
    if known is not None:
        yield known
    elif stated.statistic in {"LEAD", "MARGIN"}:
        margin = view.value("both", "MARGIN", part)
        if margin is not None:
            yield margin


def _pairs(stated: Stated, view: GameFacts) -> Iterator[tuple[float, float]]:
    """Yield what a shooting line or a score would have to be, either way round."""
    part = stated.part.removeprefix(_MOMENT) or GAME
    if stated.owner is not None:
        for made, attempts in SHOTS.values():
            hit, tried = (view.value(stated.owner, code, part) for code in (made, attempts))
            if hit is not None and tried is not None:
                yield hit, tried
    if stated.kind == "score" and len(view.teams) == 2:
        one, other = (view.value(team, POINTS, part) for team in view.teams)
        if one is not None and other is not None:
            yield one, other
            yield other, one


def _scores(finding: Finding, stated: Stated, view: GameFacts) -> set[tuple[float, float]]:
    """Return the numbers of both teams, the smaller one first, where a finding compares them.

    "Outrebounded the Suns 43-41", "by two": its evidence has the numbers of both.
    """
    evidence = finding.evidence
    statistic = evidence.get("statistic")
    if "opponent_value" not in evidence or statistic is None or len(view.teams) != 2:
        return set()
    one, other = (view.value(team, statistic, stated.part) for team in view.teams)
    return set() if one is None or other is None else {(min(one, other), max(one, other))}


def _is_in_words(claim: RawClaim, finding: Finding) -> bool:
    """Tell whether what is wrong is no number: the word "outrebounded", or the team's name."""
    slot = (finding.mark or claim.rule.mark).split(".")[0]
    return stated_number(claim.mentions.get(slot), claim.row, None) is None


def _turns(finding: Finding, facts: GameFacts, view: GameFacts) -> bool:
    """Return whether, as a source tells it, the other team has more of what a finding compares.

    Its evidence has the team's number as ``value`` and the other's as ``opponent_value``.
    """
    evidence = finding.evidence
    statistic, part = evidence.get("statistic"), evidence.get("part") or GAME
    if "opponent_value" not in evidence or statistic is None or len(facts.teams) != 2:
        return False
    believed, told = (_lead(statistic, part, known) for known in (facts, view))
    # A source by which both have the same turns nothing.
    return believed is not None and told is not None and told != 0 and told * believed <= 0


def _lead(statistic: str, part: str, facts: GameFacts) -> float | None:
    one, other = (facts.value(team, statistic, part) for team in facts.teams)
    return None if one is None or other is None else one - other

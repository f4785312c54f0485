"""Decide who is said to be the only one, or that nobody is, beyond a number.

"No one else took more than 14", "the only other Celtic to reach 15 points was Crowder", "besides
Thomas, only Crowder got to 15": among whom, who is left out, what is counted and how many stand
in any order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace

from factcheck.interpretation.facts.context import Wordings
from factcheck.interpretation.facts.counted import counted_statistics
from factcheck.interpretation.facts.leaders import members
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.knowledge.facts import GAME, GameFacts
from factcheck.model import Category

_NEAREST = 2
"""How many of the statistics named before may be what is counted."""
_LEFT_OUT = ("but", "second_but", "third_but")
"""The slots of a rule for the players of whom nothing is denied."""


def threshold_findings(claim: RawClaim, facts: GameFacts, wordings: Wordings) -> list[Finding]:
    """Return whether only those named are beyond a number, or nothing where that is unknown.

    Args:
        claim: Its ``number`` is to be reached or, with a label ``beyond``, exceeded; ``one`` (or
            its ``player_id``, with a label ``only``) alone does; the slots of :data:`_LEFT_OUT`
            and, with a label ``other``, those named before are left out. ``owner``, ``bench``,
            ``starters`` and ``everybody`` say among whom, ``statistic`` of what.
        facts: What is known of the game.
        wordings: The words for owners and statistics.
    """
    row = claim.row
    number = row.get("number")
    if not isinstance(number, int | float) or row.get("context_period") not in (None, GAME):
        return []
    bar = number + 1 if row.get("beyond") is not None else number
    codes = list(dict.fromkeys(counted_statistics(claim, wordings)))[:_NEAREST]
    one = row.get("one")
    if one is None and row.get("only") is not None:
        one = row.get("player_id")
    out = _left_out(claim) | ({one} if isinstance(one, int) else set())
    found: list[Finding] = []
    for code in codes:
        trials = [
            values
            for circle in _circles(claim, facts, one)
            if (values := _values(facts, circle, code, out))
        ]
        finding = _finding(claim, facts, wordings, code, bar, one, trials)
        if finding is not None and finding.holds:
            return [finding]
        if finding is not None:
            found.append(_blamed(claim, finding, trials, bar, facts))
    if row.get("other") is not None and not out:
        # "The Splash Brothers combined for 60. No other player scored more than 13": who the others
        # are not is told in words that name nobody.
        return []
    # Of what may be counted, that is meant of which the number is nearest to the truth.
    return sorted(found, key=lambda finding: abs(finding.evidence["value"] - number))[:1]


def _values(facts: GameFacts, circle: str, code: str, out: Set[int]) -> dict[int, float]:
    """Return what each of some players has, but for those left out."""
    return {
        player: value
        for player in members(facts, circle)
        if player not in out and (value := facts.value(player, code)) is not None
    }


def _finding(
    claim: RawClaim,
    facts: GameFacts,
    wordings: Wordings,
    code: str,
    bar: float,
    one: object,
    trials: Sequence[Mapping[int, float]],
) -> Finding | None:
    """Return whether nobody else has so many of a statistic; None where that is unknown.

    Args:
        claim: What is said.
        facts: What is known of the game.
        wordings: The words for owners and statistics.
        code: What is counted.
        bar: The number that only one has, or nobody.
        one: Who has it, where somebody does.
        trials: What the others have, by among whom they may be counted.
    """
    row = claim.row
    own = facts.value(one, code) if isinstance(one, int) else None
    if not trials or (isinstance(one, int) and own is None):
        return None
    reached = own is None or own >= bar
    values = trials[0]
    best = max(values, key=lambda player: values[player])
    season = claim.document.game.season if claim.document.game is not None else ""
    told = [wordings.told(best, season, values[best], code)]
    if isinstance(one, int) and own is not None:
        told.append(wordings.told(one, season, own, code))
    return Finding(
        holds=reached and any(max(values.values()) < bar for values in trials),
        mark=None,
        correction=f"{values[best]:.0f}" if row.get("beyond") is not None else None,
        explanation=" ".join(told),
        category=None,
        evidence={"statistic": code, "part": GAME, "value": values[best]},
    )


def _blamed(
    claim: RawClaim,
    finding: Finding,
    trials: Sequence[Mapping[int, float]],
    bar: float,
    facts: GameFacts,
) -> Finding:
    """Return the finding on the name that does not reach the number, if one other does."""
    code = finding.evidence["statistic"]
    for slot in ("one", "player", *_LEFT_OUT):
        player = claim.row.get(slot)
        if slot not in claim.marks or not isinstance(player, int):
            continue
        if (facts.value(player, code) or 0) >= bar:
            continue
        for values in trials:
            beyond = [other for other, value in values.items() if value >= bar]
            if len(beyond) == 1:
                name = str(beyond[0])
                return replace(finding, mark=slot, correction=name, category=Category.NAME)
    return replace(finding, correction=None) if claim.row.get("one") is not None else finding


def _left_out(claim: RawClaim) -> set[int]:
    """Return the players of whom nothing is denied."""
    row = claim.row
    out: set[int] = {row[slot] for slot in _LEFT_OUT if isinstance(row.get(slot), int)}
    if row.get("other") is None:
        return out
    document = claim.document
    units = document.sentences[document.sentence_at(claim.start)].units
    before: set[int] = {
        unit.mention.data["value"]
        for unit in units
        if unit.mention is not None and unit.mention.label == "player" and unit.end <= claim.start
        and isinstance(unit.mention.data.get("value"), int)
    }  # fmt: skip
    return out | before | set(row.get("named") or ()) | set(row.get("players") or ())


def _circles(claim: RawClaim, facts: GameFacts, one: object) -> Iterator[str]:
    """Yield among whom nobody else is, the likeliest first."""
    row = claim.row
    team = row.get("owner")
    if not isinstance(team, str) or team not in facts.teams:
        team = facts.team_of.get(one) if isinstance(one, int) else row.get("team_id")
    for group in ("bench", "starters"):
        if row.get(group) is not None:
            if team in facts.teams:
                yield f"{group} {team}"
            return
    named = row.get("owner") is not None
    if not named:
        yield "game"
    if isinstance(team, str) and team in facts.teams and row.get("everybody") is None:
        yield team

"""Decide what is said of both teams at once: each of them, neither, or the two together.

"Both teams shot under 40 percent", "neither side made ten threes", "the clubs combined for 41
turnovers", "between them they missed 98 shots": what each has, with a bound, or the sum.
"""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.interpretation.facts.context import ATTEMPTED, MADE, Wordings
from factcheck.interpretation.facts.counted import counted_statistics
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.readings.others import SIDE_OF, fits
from factcheck.knowledge.facts import BASKETS, GAME, POINTS, TURNOVERS, GameFacts

_ROUNDED = 0.5
"""A percentage is over a bound, or under it, as writers round it."""
_SOURCES = 2
"""By so many turnovers of a team box scores differ."""
_FEW = 4
"""So few of both teams together are those of a stretch rather than of the game."""


def both_findings(claim: RawClaim, facts: GameFacts, wordings: Wordings) -> list[Finding]:
    """Return whether a number is that of both teams, or nothing where that is unknown.

    Args:
        claim: Its ``number`` or ``percent`` is had by each team, with a label ``each``, reached
            by none, with a label ``neither``, or that of both together, with a label
            ``together``. ``statistic`` or ``shot`` say of what; with a label ``tried`` shots are
            attempts, with a label ``missed`` those that did not go in; ``kind`` is a statistic
            that needs no word.
        facts: What is known of the game.
        wordings: The words for owners and statistics.
    """
    row = claim.row
    if len(facts.teams) != 2 or row.get("context_period") not in (None, GAME):
        return []
    slot = "percent" if isinstance(row.get("percent"), int | float) else "number"
    said = row.get(slot)
    code = _counted(claim, slot, wordings)
    if not isinstance(said, int | float) or code is None:
        return []
    values = [_value(claim, facts, team, code) for team in facts.teams]
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return []
    hedge = str(row.get(f"{slot}_hedge") or "exact")
    together = row.get("together") is not None
    slack = _SOURCES if code == TURNOVERS else 0
    if together:
        if said <= _FEW:
            return []
        holds = fits(said, hedge, sum(known)) or abs(sum(known) - said) <= 2 * slack
        if not holds and row.get("open") is not None and code in ATTEMPTED:
            # "There were 46 free throws between them": those made, or those tried.
            tried = [facts.value(team, ATTEMPTED[code]) for team in facts.teams]
            holds = fits(said, hedge, sum(value for value in tried if value is not None))
    elif row.get("neither") is not None:
        holds = not any(_reaches(said, hedge, value, slot, slack) for value in known)
    else:
        holds = all(_is(said, hedge, value, slot, slack) for value in known)
    return [_finding(claim, facts, code, known, holds, together, wordings)]


def _counted(claim: RawClaim, slot: str, wordings: Wordings) -> str | None:
    """Return what is counted; None where no word says it."""
    row = claim.row
    shot = row.get("shot")
    if slot == "percent":
        return f"{shot or row.get('sentence_shot') or 'FG'}_PCT"
    if row.get("turned_over") is not None:
        return TURNOVERS
    said = row.get("statistic")
    if isinstance(said, str):
        code = said
    elif shot:
        code = f"{shot}M"
    elif row.get("missed") is not None:
        code = BASKETS
    else:
        code = next(counted_statistics(claim, wordings), POINTS)
    if code == POINTS:
        # Of points much else is told: of a quarter, of a run.
        return None
    return ATTEMPTED.get(code, code) if row.get("tried") is not None else code


def _value(claim: RawClaim, facts: GameFacts, team: str, code: str) -> float | None:
    if claim.row.get("missed") is None:
        return facts.value(team, code)
    made = MADE.get(code, code)
    sunk, tried = facts.value(team, made), facts.value(team, ATTEMPTED.get(made, made))
    return None if sunk is None or tried is None else tried - sunk


def _is(said: float, hedge: str, value: float, slot: str, slack: int) -> bool:
    """Return whether a team has what each is said to have."""
    if slot == "percent" and hedge == "exact":
        return fits(said, hedge, value, percent=True)
    room = _ROUNDED if slot == "percent" else slack
    match hedge:
        case "over" | "at least":
            return value >= said - room
        case "under" | "at most":
            return value <= said + room
    return fits(said, hedge, value) or abs(value - said) <= room


def _reaches(said: float, hedge: str, value: float, slot: str, slack: int) -> bool:
    """Return whether a team clearly does what neither is said to do."""
    room = _ROUNDED if slot == "percent" else slack
    if SIDE_OF.get(hedge) == "under":
        return value < said - room
    return value > said + room or (hedge not in {"just over", "over"} and value == said)


def _finding(
    claim: RawClaim, facts: GameFacts, code: str, known: Sequence[float], holds: bool,
    together: bool, wordings: Wordings,
) -> Finding:  # fmt: skip
    game = claim.document.game
    season = game.season if game is not None else ""
    names = [wordings.names(team, season) for team in facts.teams]
    told = [
        f"{name[0].upper()}{name[1:]} had {value:.4g}"
        for name, value in zip(names, known, strict=True)
    ]
    alike = known[0] if len(set(known)) == 1 and claim.row.get("each") is not None else None
    correction = sum(known) if together else alike
    return Finding(
        holds=holds,
        mark="percent.number" if code.endswith("_PCT") else "number",
        correction=None if correction is None else f"{correction:.0f}",
        explanation=f"{told[0]} and {told[1]} ({wordings.statistics.get(code, code)}).",
        category=None,
        evidence={"statistic": code, "part": GAME, "value": sum(known)},
    )

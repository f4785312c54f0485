"""Decide percentages of shots that no rule with words of its own read: "a 39 percent mark".

Two teams have four percentages each. Which one is meant the names and shots nearest to it say,
wherever they stand; where these leave it open, a percentage that one of the teams has is true.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from factcheck.interpretation.facts.context import Wordings
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.knowledge.facts import GAME, SHOTS, GameFacts
from factcheck.language.english import GENITIVE
from factcheck.language.mentions import Unit

_ROUNDED, _EXACT = 1.0, 0.11
"""By how much a percentage may be off, in whole numbers and with a decimal."""
_BEFORE_NAME = 3
"""How many units before a percentage a name that it is set against may stand."""
_KINDS = SHOTS | {"FG2": ("FG2M", "FG2A")}
"""Made and attempted, by what a percentage may be of."""
_KIND_OF = {code: kind for kind, codes in _KINDS.items() for code in (kind, *codes)}


def percent_findings(claim: RawClaim, facts: GameFacts, wordings: Wordings) -> list[Finding]:
    """Return whether a team shot so, or nothing where it is open which one or how it was.

    Example: "Shooting was key, with Boston hitting 48 percent to the Lakers' 42" → 39, not 42.

    Args:
        claim: Its slot ``percent`` holds a percentage, or a number with a decimal; labels
            ``bound`` and ``denied`` say that it is not reached.
        facts: What is known of the game.
        wordings: The words for owners and statistics.
    """
    row, document = claim.row, claim.document
    said, bare = row["percent"], claim.mentions["percent"].label == "number"
    if bare and said % 1 == 0:
        return []
    sentence = document.sentences[document.sentence_at(claim.start)]
    units = sentence.units
    if len(facts.teams) != 2 or row.get("context_period") not in (None, GAME):
        return []
    if any(unit.norm in wordings.groups or _kind(unit) == "period" for unit in units):
        # "The bench shot 20 percent", "38 percent in the second half".
        return []
    start, end = claim.marks[claim.rule.mark]
    at = next(i for i, unit in enumerate(units) if unit.end > start)
    behind = next((i for i, unit in enumerate(units) if unit.start >= end), len(units))
    beside = _named_beside(units, at, behind, facts.teams)
    named = list(dict.fromkeys(_teams(units, facts.teams)))
    if beside is None and row.get("subject") == "player":
        return []
    own = row.get("team_id")
    owners = list(facts.teams)
    if beside is not None:
        owners = [beside]
    elif row.get("subject") == "team" and own in facts.teams:
        near = list(_teams(units[max(0, at - _BEFORE_NAME) : at], facts.teams))
        if len(named) < len(owners) or near[-1:] == [own]:
            owners = [str(own)]
    elif len(named) == 1:
        owners = named
    kinds = list(dict.fromkeys(_kinds(units, at))) or ["FG"]
    hedge = str(row.get("percent_hedge") or "exact")
    if row.get("bound") is not None:
        hedge = "under" if row.get("denied") is not None else "over"
    for owner in owners:
        for kind in _KINDS if bare else kinds:
            truth = _percent(facts, owner, kind)
            if truth is not None and _fits(said, hedge, truth):
                return [_finding(claim, wordings, owner, kind, truth, holds=True)]
    if len(owners) != 1 or len(kinds) != 1 or hedge != "exact":
        return []
    true = [_percent(facts, team, kind) for team in facts.teams for kind in _KINDS]
    truth = _percent(facts, owners[0], kinds[0])
    if truth is None or any(one is not None and _fits(said, hedge, one) for one in true):
        return []
    return [_finding(claim, wordings, owners[0], kinds[0], truth, holds=False)]


def _finding(
    claim: RawClaim, wordings: Wordings, owner: str, kind: str, truth: float, *, holds: bool
) -> Finding:
    game = claim.document.game
    name = wordings.names(owner, game.season if game is not None else "")
    counted = wordings.statistics.get(_KINDS[kind][0], kind)
    return Finding(
        holds=holds,
        mark="percent.number" if claim.mentions["percent"].label == "percent" else None,
        correction=None if holds else f"{truth:.0f}",
        explanation=f"{name[0].upper()}{name[1:]} made {truth:.1f} percent of their {counted}.",
        category=None,
        evidence={"fact": "clip", "statistic": f"{kind}_PCT", "part": GAME},
    )


def _percent(facts: GameFacts, team: str, kind: str) -> float | None:
    """Return what percentage of a kind of shots a team made."""
    made, tried = (facts.value(team, code) for code in _KINDS[kind])
    return None if made is None or not tried else 100 * made / tried


def _fits(said: float, hedge: str, truth: float) -> bool:
    """Return whether a percentage fits: "just 39 percent", "over 45 percent", "not even 40"."""
    off = _ROUNDED if said == round(said) else _EXACT
    if hedge in {"over", "at least", "just over"}:
        return truth > said - off
    if hedge in {"under", "at most"}:
        return truth < said + off
    return abs(truth - said) < (2 * off if hedge in {"about", "nearly"} else off)


def _named_beside(units: Sequence[Unit], at: int, behind: int, teams: Sequence[str]) -> str | None:
    """Return the team that a name right beside the percentage gives it to.

    Examples: "to the Sixers 43 percent", "Boston's 48 percent", "the 42 percent of Houston".
    """
    # What was shot stands between: "48 percent from the field for the Grizzlies".
    after = [unit for unit in units[behind : behind + 4] if unit.norm != "the"]
    if after and _kind(after[0]) == "shot":
        after = after[1:]
    if after and after[0].norm in {"of", "for", "by", "from"}:
        found = list(_teams(after[1:2], teams))
        if found:
            return found[0]
    before = units[max(0, at - _BEFORE_NAME) : at]
    if before and (before[-1].norm in GENITIVE or _kind(before[-1]) == "team"):
        found = list(_teams(before[-2:], teams))
        return found[-1] if found else None
    return None


def _teams(units: Sequence[Unit], teams: Sequence[str]) -> Iterator[str]:
    """Yield the teams of the game that units name, by name or place."""
    for unit in units:
        mention = unit.mention
        if mention is not None and mention.label in {"team", "place"}:
            named = {mention.data.get("value"), *(mention.data.get("teams") or ())}
            yield from (team for team in teams if team in named)


def _kinds(units: Sequence[Unit], at: int) -> Iterator[str]:
    """Yield the kinds of shots that units name: what stands right behind it, or else all."""
    places = [
        (i, _KIND_OF[str(unit.mention.value)])
        for i, unit in enumerate(units)
        if unit.mention is not None and str(unit.mention.value) in _KIND_OF
    ]
    near = [kind for i, kind in places if at < i <= at + _BEFORE_NAME]
    yield from near[:1] or [kind for _, kind in places]


def _kind(unit: Unit) -> str:
    return unit.mention.label if unit.mention is not None else ""

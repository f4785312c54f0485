"""Decide what a number says of how much more one player has than another whom it names.

"Conley's 24 points were two more than Lee had": the number, the direction or the second name
may be what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from factcheck.interpretation.matching import RawClaim
from factcheck.interpretation.readings import fits
from factcheck.interpretation.verifying import Finding
from factcheck.knowledge.facts import BENCH_POINTS, GAME, POINTS, SHOTS, GameFacts, Owner
from factcheck.model import Category

Names = Callable[[Owner, str], str]
"""Writes an owner for a reader, given the season."""


def compared_findings(claim: RawClaim, facts: GameFacts, names: Names) -> list[Finding]:
    """Return whether one player has so many more than the other, or nothing where unknown.

    Example: "Conley, whose 24 points were two more than Lee had" → 24 and 22: true.

    Args:
        claim: Its ``player_id`` is who has more, its slot ``other`` who has less and ``number``
            how much; a label ``fewer`` turns that round, a label ``more`` is marked where the
            direction alone is wrong.
        facts: What is known of the game.
        names: Writes owners for a reader.
    """
    row = claim.row
    one, other, said = row.get("player_id"), row.get("other"), row.get("number")
    if not isinstance(one, int) or not isinstance(other, int) or not isinstance(said, int | float):
        return []
    if one == other or other not in facts.team_of:
        return []
    hedge = str(row.get("number_hedge") or "exact")
    sign = -1 if row.get("fewer") is not None else 1
    differences = [
        (code, x - y)
        for code in dict.fromkeys(_statistics(claim))
        if (x := facts.value(one, code)) is not None and (y := facts.value(other, code)) is not None
    ]
    if not differences or row.get("context_period") not in (None, GAME):
        return []
    code, difference = differences[0]
    season = claim.document.game.season if claim.document.game is not None else ""
    told = [f"{names(who, season)} had {facts.value(who, code):.0f}" for who in (one, other)]
    finding = Finding(
        holds=any(fits(said, hedge, sign * truth) for _, truth in differences),
        mark=None,
        correction=f"{abs(difference):.0f}",
        explanation=f"{told[0]}, {told[1]}.",
        category=None,
        evidence={"statistic": code, "part": GAME, "value": abs(difference)},
    )
    return [finding if finding.holds else _blamed(claim, finding, sign * difference, facts)]


def _blamed(claim: RawClaim, finding: Finding, difference: float, facts: GameFacts) -> Finding:
    """Return the finding on the word or on the name, where that alone explains it."""
    row, marks = claim.row, claim.marks
    word = "more" if "more" in marks else "fewer" if "fewer" in marks else None
    if word is not None and difference == -row["number"]:
        turned = {"more": "fewer", "fewer": "more", "less": "more"}.get(row[word])
        return replace(finding, mark=word, category=Category.WORD, correction=turned)
    code, one = finding.evidence["statistic"], row["player_id"]
    sign = -1 if row.get("fewer") is not None else 1
    wanted = (facts.value(one, code) or 0) - sign * row["number"]
    named = {m.data.get("value") for m in claim.document.mentions() if m.kind == "player"}
    others = {
        player: value
        for player in facts.team_of
        if player not in named and (value := facts.value(player, code)) is not None
    }
    fitting = [player for player, value in others.items() if value == wanted]
    # Who is set beside the leader comes next to him; a man in the crowd fits by accident.
    if len(fitting) == 1 and wanted == max(others.values()):
        return replace(
            finding, mark="other", category=Category.NAME, correction=str(fitting[0])
        )  # fmt: skip
    # Who has less cannot have so many more, whatever the number.
    return replace(finding, holds=None) if difference <= 0 else finding


def _statistics(claim: RawClaim) -> Iterator[str]:
    """Yield what may be compared: what is said, what the sentence named last, points."""
    said = claim.row.get("statistic")
    if isinstance(said, str):
        yield said
        return
    document = claim.document
    units = document.sentences[document.tokens[claim.start].sentence - 1].units
    named = False
    for unit in reversed([unit for unit in units if unit.start < claim.end]):
        mention = unit.mention
        if mention is None:
            continue
        # "Nine rebounds in 24 minutes" are set beside rebounds.
        if mention.kind == "statistic" and not mention.value.endswith(("_PCT", "MIN")):
            named = True
            yield POINTS if mention.value == BENCH_POINTS else mention.value
        elif mention.kind == "shot" and mention.value in SHOTS:
            named = True
            yield from reversed(SHOTS[mention.value])
    if not named:
        yield POINTS

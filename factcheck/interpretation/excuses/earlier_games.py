"""Numbers and places of an earlier game that something else beside them tells of.

"After 17 points and nine boards in Portland" reads like this game's numbers, and no list of words
for other times is ever complete. But a sentence that names another place, day or opponent, and has
the very number of that game, speaks of that game: that both should agree by accident is far less
likely than that a reader took it for tonight. So does one with two of an earlier game's final
score, place and date: "following a 105-100 success in Los Angeles on Dec. 1".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from factcheck.interpretation.excuses.other_sources import stated_in
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.readings.others import Stated, fits
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.knowledge.facts import GAME, POINTS, SHOTS, GameFacts
from factcheck.knowledge.schedule import Fixture
from factcheck.language.english import month_number
from factcheck.language.mentions import Mention
from factcheck.parser.document import Document

_FAR = 16
"""Tokens up to which the name of another game belongs to a number."""
_WEEK = 7
"""Days within which a weekday names a game."""
_NAMES = frozenset({"day", "place", "team"})


def heed_earlier_games(
    document: Document, items: Sequence[VerifiedClaim], facts: GameFacts
) -> list[VerifiedClaim]:
    """Return the claims; a number that an earlier game named beside it has is that game's.

    Args:
        document: The story.
        items: Its verified claims.
        facts: What is known of its game, and of the games before it.
    """
    return [
        VerifiedClaim(
            item.claim, [_heeded(document, item.claim, one, facts) for one in item.findings]
        )
        if item.contradictions
        else item
        for item in items
    ]


def _heeded(document: Document, claim: RawClaim, finding: Finding, facts: GameFacts) -> Finding:
    if finding.holds is not False:
        return finding
    fixture = next(_with_the_number(document, claim, finding, facts), None)
    if fixture is None:
        fixture = next(_with_two_of_it(document, claim, finding, facts), None)
    if fixture is None:
        return finding
    return replace(
        finding,
        holds=True,
        correction=None,
        explanation=f"So it was in the game of {fixture.date}.",
        evidence={**finding.evidence, "date": fixture.date},
    )


def _with_the_number(
    document: Document, claim: RawClaim, finding: Finding, facts: GameFacts
) -> Iterator[Fixture]:
    """Yield the earlier games named beside a number in which its owner had it."""
    stated = stated_in(claim, finding)
    if stated is None or stated.owner is None or stated.part != GAME:
        return
    team = facts.team_of.get(stated.owner) if isinstance(stated.owner, int) else stated.owner
    for fixture in _named_near(document, claim, finding, str(team), facts):
        if _is_of(stated, fixture, facts):
            yield fixture


def _with_two_of_it(
    document: Document, claim: RawClaim, finding: Finding, facts: GameFacts
) -> Iterator[Fixture]:
    """Yield the earlier games of which what is wrong here is right, and something beside it."""
    marked = claim.mentions.get((finding.mark or claim.rule.mark).split(".")[0])
    if marked is None or marked.label not in {"score", "place"}:
        return
    sentence = document.sentences[document.sentence_at(marked.start)]
    beside = [
        unit.mention
        for unit in sentence.units
        if unit.mention is not None
        and unit.mention is not marked
        and abs(unit.start - marked.start) <= _FAR
    ]
    for fixture in facts.schedule.before:
        if _tells_of(marked, fixture, document) and any(
            _tells_of(mention, fixture, document) for mention in beside
        ):
            yield fixture


def _tells_of(mention: Mention, fixture: Fixture, document: Document) -> bool:
    """Return whether it is the score, the place or the date of a game, and not of this one."""
    if mention.label == "score":
        return {mention.data["first"], mention.data["second"]} == {*fixture.points}
    if mention.label == "place":
        teams = mention.data.get("place_teams") or ()
        game = document.game
        return fixture.host in teams and game is not None and game.home_id not in teams
    if mention.label == "number":
        before = document.words[max(0, mention.start - 2) : mention.start]
        month = next((word for word in reversed(before) if word != "."), "")
        told = month_number(month), mention.data.get("value")
        return told == (fixture.date.month, fixture.date.day)
    return False


def _named_near(
    document: Document, claim: RawClaim, finding: Finding, team: str, facts: GameFacts
) -> Iterator[Fixture]:
    """Yield the earlier games of a team that the name nearest to a number is of."""
    slot = (finding.mark or claim.rule.mark).split(".")[0]
    place, end = claim.marks.get(slot, (claim.start, claim.end))
    sentence = document.sentences[document.sentence_at(place)]
    names = [
        unit.mention
        for unit in sentence.units
        if unit.mention is not None
        and unit.mention.label in _NAMES
        and abs(unit.start - place) <= _FAR
        and _is_elsewhere(unit.mention, facts)
    ]
    if not names:
        return
    # As near on both sides it is the one behind: "on Tuesday and a 4-for-13 night on Thursday".
    nearest = min(
        names,
        key=lambda name: (max(name.start - end, place - name.end), name.start < place),
    )
    for fixture in facts.schedule.earlier.get(team, ()):
        if _names(nearest, fixture, facts):
            yield fixture


def _is_elsewhere(mention: Mention, facts: GameFacts) -> bool:
    """Return whether a name is of no day, place or team of this game."""
    today, value = facts.schedule.today, mention.data.get("value")
    if mention.label == "day":
        return today is not None and value != today.weekday()
    if mention.label == "team":
        return value not in facts.teams
    return bool(mention.data.get("place_teams"))


def _names(mention: Mention, fixture: Fixture, facts: GameFacts) -> bool:
    """Return whether a name is that of a game's day, place or opponent."""
    today = facts.schedule.today
    if mention.label == "day":
        soon = today is not None and (today - fixture.date).days < _WEEK
        return soon and mention.data.get("value") == fixture.date.weekday()
    if mention.label == "team":
        return mention.data.get("value") == fixture.opponent
    # "In Portland", and of an opponent "against Portland".
    return not {fixture.host, fixture.opponent}.isdisjoint(mention.data.get("place_teams") or ())


def _is_of(stated: Stated, fixture: Fixture, facts: GameFacts) -> bool:
    """Return whether somebody had a number, or made so many of so many, in a game."""
    assert stated.owner is not None
    numbers = facts.in_games.get((fixture.game_id, stated.owner), {})
    if stated.second is not None:
        return any(
            (numbers.get(made), numbers.get(tried)) == (stated.value, stated.second)
            for made, tried in SHOTS.values()
        )
    value = numbers.get(stated.statistic or POINTS)
    percent = stated.kind == "percent"
    return value is not None and fits(stated.value, stated.hedge, value, percent)

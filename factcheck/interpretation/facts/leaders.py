"""Decide who is said to have the most of something, of whom, and how much.

"In assists their leader was Conley, with 11", "the rebounding was headed by Tucker with 11",
"nobody had more steals than Gasol": who leads, in what, among whom and with how many stand in
any order. All that may be meant is tried; what is wrong is the part that would make it true.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.interpretation.facts.context import Wordings
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.readings.others import fits
from factcheck.knowledge.facts import GAME, LED_IN, POINTS, SHOTS, UNWANTED, GameFacts
from factcheck.model import Category


@dataclass(frozen=True, slots=True)
class _Place:
    """Who has the most of something among some players.

    Args:
        statistic: What is counted.
        circle: Among whom: ``game``, a team's id, ``bench MEM``, ``starters MEM``.
        best: The most.
        leaders: Who has it.
    """

    statistic: str
    circle: str
    best: float
    leaders: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Said:
    """What the words say: who leads, and the number told of it."""

    players: tuple[int, ...]
    value: float | None
    hedge: str
    ranked: int

    def holds(self, place: _Place) -> bool:
        return set(self.players) <= set(place.leaders) and self.counts(place.best)

    def counts(self, truth: float | None) -> bool:
        return self.value is None or (truth is not None and fits(self.value, self.hedge, truth))


def leader_findings(claim: RawClaim, facts: GameFacts, wordings: Wordings) -> list[Finding]:
    """Return whether a player leads as is said, or nothing where that cannot be told.

    Args:
        claim: Its slot ``leader``, or else its ``player_id``, says who leads, ``partner`` with
            whom; ``number`` with how many; ``statistic`` or the label ``field`` in what; the
            labels ``whole`` (everybody), ``bench``, ``starters`` and ``side`` or the slot
            ``led_team`` among whom. ``lead`` holds the words that say so.
        facts: What is known of the game.
        wordings: The words for owners and statistics.
    """
    said = _said(claim, facts, wordings.field(_words(claim)))
    if said is None or claim.row.get("context_period") not in (None, GAME):
        return []
    circles = _circles(claim, facts, said.players[0])
    fields = _fields(claim, wordings)
    places = [
        place
        for code in fields
        for circle in circles
        if (place := _place(facts, code, circle)) is not None
    ]
    if not places:
        return []
    true = next((place for place in places if said.holds(place)), None)
    place = true or places[0]
    season = claim.document.game.season if claim.document.game is not None else ""
    mark, category, correction = (None, None, None)
    if true is None:
        blamed = _blamed(claim, said, place, facts, wordings)
        if blamed is None:
            return []
        mark, category, correction = blamed
    told = [wordings.told(place.leaders[0], season, place.best, place.statistic)]
    own = facts.value(said.players[0], place.statistic)
    if own is not None and said.players[0] not in place.leaders:
        told.append(wordings.told(said.players[0], season, own, place.statistic))
    return [
        Finding(
            holds=true is not None,
            mark=mark,
            correction=correction,
            explanation=" ".join(told),
            category=category,
            evidence={"statistic": place.statistic, "part": GAME, "value": place.best},
        )
    ]


def _said(claim: RawClaim, facts: GameFacts, field: str | None) -> _Said | None:
    row = claim.row
    leader = row.get("leader") if row.get("leader") is not None else row.get("player_id")
    players = [leader, row.get("partner") if row.get("shared") is not None else None]
    known = [player for player in players if isinstance(player, int)]
    if not known or any(player not in facts.team_of for player in known):
        return None
    value = None if _counts_another(claim, field) else row.get("number")
    hedge = str(row.get("number_hedge") or "exact")
    return _Said(tuple(known), value if isinstance(value, int | float) else None, hedge, 1)


def _counts_another(claim: RawClaim, field: str | None) -> bool:
    """ "Led all scorers, to go with nine rebounds": whether the number is of something else."""
    number = claim.mentions.get("number")
    if number is None or field is None:
        return False
    document = claim.document
    sentence = document.sentences[document.sentence_at(claim.start)]
    after = [unit for unit in sentence.units if unit.start >= number.end][:2]
    if after and after[0].norm == "-":
        after = after[1:]
    counted = after[0].mention if after else None
    return counted is not None and counted.label == "statistic" and counted.value != field


def _circles(claim: RawClaim, facts: GameFacts, player: int) -> list[str]:
    """Return among whom a player may be said to lead, the likeliest first."""
    row = claim.row
    own = facts.team_of[player]
    team = row.get("led_team")
    # A team that is not his may be named for another reason.
    teams = list(dict.fromkeys([team, own])) if team in facts.teams else [own]
    for group in ("bench", "starters"):
        if row.get(group) is not None:
            return [f"{group} {one}" for one in teams]
    if row.get("whole") is not None:
        return ["game"] if team is None else ["game", *teams]
    if team is not None:
        return teams
    if row.get("side") is not None:
        return [own, *(other for other in facts.teams if other != own)]
    return ["game", own]


def _fields(claim: RawClaim, wordings: Wordings) -> list[str]:
    """Return what a player may be said to lead in."""
    row = claim.row
    said, field = row.get("statistic"), wordings.field(_words(claim))
    if isinstance(said, str) and not _counts_another(claim, field):
        return [said]
    shot = row.get("shot")
    if isinstance(shot, str) and shot in SHOTS:
        return list(SHOTS[shot])
    if field is not None:
        return [field]
    # "The 12 boards that Hibbert collected led all players".
    told = [code for code in reversed(row.get("sentence_statistics") or ()) if code in LED_IN]
    return list(dict.fromkeys([*told, POINTS]))


def _words(claim: RawClaim) -> str:
    """Return the words that may tell what a player leads in without naming it."""
    row = claim.row
    return " ".join(str(row[name]) for name in ("field", "lead", "whole") if row.get(name))


def members(facts: GameFacts, circle: str) -> Iterator[int]:
    """Yield the players of a circle: ``game``, a team's id, ``bench MEM`` or ``starters MEM``.

    There are none where it is not known who started.
    """
    group, _, team = circle.rpartition(" ")
    for player, theirs in facts.team_of.items():
        if circle == "game" or (theirs == team and group in {"", facts.group_of.get(player)}):
            yield player


def _place(facts: GameFacts, code: str, circle: str) -> _Place | None:
    values = {
        player: value
        for player in members(facts, circle)
        if (value := facts.value(player, code)) is not None
    }
    if not values or code in UNWANTED or max(values.values()) <= 0:
        return None
    best = max(values.values())
    leaders = tuple(player for player, value in values.items() if value == best)
    return _Place(code, circle, best, leaders)


Blame = tuple[str | None, Category, str | None]
"""What to mark, as what, and what would be right."""


def _blamed(
    claim: RawClaim, said: _Said, place: _Place, facts: GameFacts, wordings: Wordings
) -> Blame | None:
    """Return which part alone would make a false statement true."""
    wrong = [player for player in said.players if player not in place.leaders]
    elsewhere = _elsewhere(claim, said, place, facts, wordings)
    if elsewhere is not None:
        return elsewhere
    if not wrong:
        return "number", Category.NUMBER, f"{place.best:.0f}"
    slot = _slot(claim, said, wrong[0])
    own = facts.value(wrong[0], place.statistic)
    if said.value is not None and said.counts(place.best) and not said.counts(own):
        if slot is None or (len(said.players) > 1 and len(wrong) > 1):
            return "lead", Category.WORD, None
        others = [player for player in place.leaders if player not in said.players]
        return slot, Category.NAME, str(others[0]) if len(others) == 1 else None
    if len(said.players) > 1 and len(wrong) == 1 and slot is not None:
        # One of two who are said to share the lead does lead.
        others = [player for player in place.leaders if player not in said.players]
        return slot, Category.NAME, str(others[0]) if len(others) == 1 else None
    if said.value is not None and not said.counts(own):
        # Neither the name nor the number would do: which is wrong, is open.
        return None
    if slot == "leader" and said.value is None and len(place.leaders) == 1:
        return slot, Category.NAME, str(place.leaders[0])
    return "lead", Category.WORD, None


def _slot(claim: RawClaim, said: _Said, player: int) -> str | None:
    """Return the slot of a player's name, if the match has it."""
    for slot in ("leader", "partner", "player"):
        if claim.row.get(slot) == player and slot in claim.marks:
            return slot
    # The subject of its clause, where that is no pronoun.
    is_named = claim.row.get("player_id") == player and not claim.frame.anaphoric
    return "player" if is_named and "player" in claim.marks else None


def _elsewhere(
    claim: RawClaim, said: _Said, place: _Place, facts: GameFacts, wordings: Wordings
) -> Blame | None:
    """Return the word for what is counted, if its player leads in another field with so many."""
    name: str | None = next((slot for slot in ("statistic", "field") if slot in claim.marks), None)
    if name is None and wordings.field(str(claim.row.get("whole") or "")) is not None:
        # "Led all rebounders with 26" points.
        name = "whole"
    if name is None or said.value is None:
        return None
    others = [
        code
        for code in LED_IN
        if code != place.statistic
        and (other := _place(facts, code, place.circle)) is not None
        and said.holds(other)
    ]
    return (name, Category.WORD, None) if len(others) == 1 else None

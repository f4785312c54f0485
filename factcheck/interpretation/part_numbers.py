"""Decide what a player or a team had in a part of the game: numbers, shots, nothing at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from factcheck.interpretation.part_reading import LIKELY, PartReading, part_value
from factcheck.interpretation.part_scene import Place, distance
from factcheck.interpretation.readings import fits
from factcheck.interpretation.verifying import Finding
from factcheck.knowledge.facts import GAME, MINUTES, POINTS, SHOTS, VERBS, GameFacts, Owner
from factcheck.knowledge.parts import ALIKE, ENDS, UNTIL

_NEAR = 6
"""How many units may stand between a number and the part that it is of."""
_SLIP, _SLIP_SHARE = 3, 0.35
"""By how much, or by what share of itself, a number may be off and still be a slip."""
_RARE = 8
"""A smaller number fits the same player's other quarters too often to blame the quarter."""


def shooting_findings(reading: PartReading) -> list[Finding]:
    """Return whether somebody shot so in a part of the game."""
    claim, facts = reading.claim, reading.facts
    found, owner = reading.scene.place(reading.index), _owner(reading)
    if found is None or owner is None or (found[1] > LIKELY and not reading.scene.has_one_place):
        return []
    place = found[0]
    reading.widened(place)
    made, tried = int(claim.row["shooting_first"]), int(claim.row["shooting_second"])
    shot = claim.row.get("shot")
    kinds = [SHOTS[shot]] if shot in SHOTS else list(SHOTS.values())
    lines: dict[str, list[tuple[float | None, float | None]]] = {
        code: [
            (part_value(facts, owner, hit, (code,)), part_value(facts, owner, shots, (code,)))
            for hit, shots in kinds
        ]
        for code in (*place.codes, GAME, *(c for alike in ALIKE for c in alike))
    }
    if (made, tried) in lines[place.codes[0]]:
        return [reading.finding(True, place.codes, explanation=_shot(reading, owner, lines, place))]
    if len(place.codes) > 1 or None in lines[place.codes[0]][0] or (made, tried) in lines[GAME]:
        return []
    elsewhere = [
        code for alike in ALIKE if place.codes[0] in alike for code in alike
        if (made, tried) in lines[code]
    ]  # fmt: skip
    explanation = _shot(reading, owner, lines, place)
    if len(elsewhere) == 1 and tried >= 3:
        return [reading.on_part(place, elsewhere[0], explanation)]
    near = [(h, s) for h, s in lines[place.codes[0]] if (h == made) != (s == tried)]
    if len(near) != 1:
        return []
    hit, shots = near[0]
    wrong, truth = ("second", shots) if hit == made else ("first", hit)
    return [
        reading.finding(
            False, place.codes, mark=f"shooting.{wrong}", correction=f"{truth:.0f}",
            explanation=explanation,
        )
    ]  # fmt: skip


def _shot(
    reading: PartReading,
    owner: Owner,
    lines: Mapping[str, Sequence[tuple[float | None, float | None]]],
    place: Place,
) -> str:
    hit, shots = lines[place.codes[0]][0]
    name = reading.names(owner, reading.season)
    return (
        f"{name[0].upper()}{name[1:]} made {hit or 0:.0f} of {shots or 0:.0f} ({place.codes[0]})."
    )


@dataclass(frozen=True, slots=True)
class _Amount:
    """How many somebody is said to have in a part, of what."""

    place: Place
    owner: Owner
    statistic: str
    value: float
    hedge: str

    def known(self, facts: GameFacts, code: str) -> bool:
        """Return whether it is what its owner has in a part of the game."""
        value = part_value(facts, self.owner, self.statistic, (code,))
        return value is not None and fits(self.value, self.hedge, value)

    def elsewhere(self, facts: GameFacts) -> str:
        """Return the one part of its kind that it is true of, or "" where none or several are."""
        kinds = ENDS if self.place.ended else ALIKE
        alike = next((kind for kind in kinds if self.place.codes[0] in kind), ())
        found = [
            code
            for code in alike
            if part_value(facts, self.owner, self.statistic, (code,)) == self.value
        ]
        return found[0] if len(found) == 1 and len(self.place.codes) == 1 else ""


def number_findings(reading: PartReading) -> list[Finding]:
    """Return whether a player or a team had so many in a part of the game, or none at all."""
    said, row, facts = _said(reading), reading.claim.row, reading.facts
    truth = (
        None if said is None else part_value(facts, said.owner, said.statistic, said.place.codes)
    )
    if said is None or truth is None:
        return []
    place = said.place
    reading.widened(place)
    name = reading.names(said.owner, reading.season)
    explanation = f"{name[0].upper()}{name[1:]} had {truth:.0f} ({' and '.join(place.codes)})."
    right = reading.finding(True, place.codes, explanation=explanation)
    if fits(said.value, said.hedge, truth):
        return [right]
    if row.get("zero") is not None:
        # Of several parts it is open which one is wrong.
        code = said.elsewhere(facts)
        return [reading.on_part(place, code, explanation)] if len(place.codes) == 1 else []
    if row.get("whole") is not None and isinstance(said.owner, int):
        # "Got eight from him in a 32-point second quarter": his team's.
        team = part_value(facts, facts.team_of[said.owner], said.statistic, place.codes)
        return [right] if team is not None and fits(said.value, said.hedge, team) else []
    half = row.get("half") is not None
    so_far = [] if place.ended else [UNTIL.get(place.codes[0], GAME)]
    if not half and any(said.known(facts, code) for code in (GAME, *so_far)):
        return [right]
    guessed = reading.claim.frame.pronoun and row.get("who") is None and row.get("owner") is None
    if guessed or _is_of_another(reading, said):
        return []
    code = said.elsewhere(facts)
    if code and said.value >= _RARE and abs(truth - said.value) > 1 and row.get("share") is None:
        return [reading.on_part(place, code, explanation)]
    if half:
        return []
    return [reading.finding(False, place.codes, correction=f"{truth:.0f}", explanation=explanation)]


def _said(reading: PartReading) -> _Amount | None:
    """Return what a claim says, or None where it is open of which part or of whom."""
    row, scene = reading.claim.row, reading.scene
    found, owner = scene.place(reading.index), _owner(reading)
    near = found is not None and found[1] == 0 and distance(found[0], reading.index) <= _NEAR
    named = found[0] if found is not None and near else None
    place = scene.linked(reading.index) or named
    if owner is None or place is None:
        return None
    zero, half = row.get("zero") is not None, row.get("half") is not None
    number = 0.0 if zero else float(row["number"]) / (2 if half else 1)
    verbs = (code for code in VERBS if row.get(code) is not None)
    statistic = str(row.get("statistic") or next(verbs, POINTS))
    return _Amount(place, owner, statistic, number, str(row.get("number_hedge") or "exact"))


def _is_of_another(reading: PartReading, said: _Amount) -> bool:
    """Return whether a number is that of somebody else in view, or may count something else."""
    row, facts = reading.claim.row, reading.facts
    named = row.get("sentence_statistics") or []
    others = [code for code in named if code not in {POINTS, MINUTES}]
    if others and row.get("statistic") is None:
        return True
    units = reading.scene.sentence.units
    owners: list[Owner] = [
        unit.mention.data["value"] for unit in units
        if unit.mention is not None and unit.mention.kind in {"player", "team"}
        and unit.mention.data.get("value") is not None
    ]  # fmt: skip
    owners += facts.teams
    values = [part_value(facts, owner, said.statistic, said.place.codes) for owner in owners]
    return any(value is not None and fits(said.value, said.hedge, value) for value in values)


def _owner(reading: PartReading) -> Owner | None:
    """Return whose number it is: who is named for it, else who its clause is about."""
    row = reading.claim.row
    for slot in ("who", "owner"):
        if row.get(slot) is not None:
            owner = row[slot]
            return owner if isinstance(owner, int) or owner in reading.facts.teams else None
    if len(reading.claim.frame.players) > 1 or row.get("subject") == "":
        return None
    player, team = row.get("player_id"), row.get("team_id")
    if row.get("subject") == "player":
        if row.get("theirs") is not None:
            return None
        return player if isinstance(player, int) and player in reading.facts.team_of else None
    if team not in reading.facts.teams:
        return None
    if row.get("against") is not None:
        return next(other for other in reading.facts.teams if other != team)
    return str(team)

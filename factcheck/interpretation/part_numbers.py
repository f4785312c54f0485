"""Decide how a player or a team shot in a part of the game, and whether he or it did not score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from factcheck.interpretation.findings import Finding
from factcheck.interpretation.part_reading import LIKELY, PartReading, part_value
from factcheck.interpretation.part_scene import Place, distance
from factcheck.knowledge.facts import GAME, POINTS, SHOTS, Owner
from factcheck.knowledge.parts import ALIKE, ENDS, REST

_NEAR = 6
"""How many units may stand between what is said and the part that it is said of."""


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


def scoreless_findings(reading: PartReading) -> list[Finding]:
    """Return whether a player or a team did not score in a part of the game."""
    facts = reading.facts
    place, owner = _place(reading), _owner(reading)
    if place is None or owner is None:
        return []
    truth = part_value(facts, owner, POINTS, place.codes)
    if truth is None:
        return []
    reading.widened(place)
    name = reading.names(owner, reading.season)
    explanation = f"{name[0].upper()}{name[1:]} had {truth:.0f} ({' and '.join(place.codes)})."
    if truth == 0:
        return [reading.finding(True, place.codes, explanation=explanation)]
    if len(place.codes) > 1:
        # Of several parts it is open which one is wrong.
        return []
    rest = REST.get(place.codes[0]) if place.ended else None
    if rest is not None and part_value(facts, owner, POINTS, (rest,)) == 0:
        # "Scoreless after the first quarter", in which he scored: from then on.
        return [reading.finding(True, (rest,))]
    kinds = ENDS if place.ended else ALIKE
    alike = next((kind for kind in kinds if place.codes[0] in kind), ())
    found = [code for code in alike if part_value(facts, owner, POINTS, (code,)) == 0]
    return [reading.on_part(place, found[0] if len(found) == 1 else "", explanation)]


def _place(reading: PartReading) -> Place | None:
    """Return the part that is spoken of, None where it is not named close by."""
    linked = reading.scene.linked(reading.index)
    found = reading.scene.place(reading.index)
    if linked is not None or found is None:
        return linked
    place, cost = found
    return place if cost == 0 and distance(place, reading.index) <= _NEAR else None


def _owner(reading: PartReading) -> Owner | None:
    """Return whom the clause is about, None where that is open."""
    row, facts = reading.claim.row, reading.facts
    if len(reading.claim.frame.players) > 1 or row.get("subject") == "":
        return None
    if row.get("subject") == "player":
        player = row.get("player_id")
        return player if isinstance(player, int) and player in facts.team_of else None
    team = row.get("team_id")
    return str(team) if team in facts.teams else None

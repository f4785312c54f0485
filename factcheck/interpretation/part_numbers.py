"""Decide what somebody did in a part of the game: how he shot, what he had, or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from factcheck.interpretation.fact_context import owner_of
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.part_reading import PartReading, part_value
from factcheck.interpretation.part_scene import Place, distance
from factcheck.interpretation.reading_costs import most
from factcheck.interpretation.readings import fits
from factcheck.knowledge.facts import GAME, OF_TEAMS, POINTS, SHOTS, Owner
from factcheck.knowledge.parts import ALIKE, ENDS, REST
from factcheck.parser.periods import earlier_period

_NEAR = 6
"""How many units may stand between what is said and the part that it is said of."""
_TEAM = 65
"""So many points and more a team has in no part of a game."""
_TELLING = 4
"""A smaller number fits another part too easily to tell that the part is wrong."""


def shooting_findings(reading: PartReading) -> list[Finding]:
    """Return whether somebody shot so in a part of the game."""
    claim, facts = reading.claim, reading.facts
    found, owner = reading.scene.place(reading.index), owner_of(reading.claim, reading.facts)
    if found is None or owner is None:
        return []
    if found[1] > most().part and not reading.scene.has_one_place:
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


def number_findings(reading: PartReading) -> list[Finding]:
    """Return whether somebody has so many points, rebounds and so on in a part of the game.

    Example: "a second half in which the Hawks scored 60" → they had 70 of their points in it.
    """
    claim, facts, owner = reading.claim, reading.facts, owner_of(reading.claim, reading.facts)
    statistic = str(claim.row.get("counted") or POINTS)
    if owner is None or (isinstance(owner, str) and statistic in OF_TEAMS):
        return []
    place = None
    if claim.row.get("victim") is not None:
        # "Held the Suns to 20 points the rest of the way".
        owner, place = str(claim.row["victim"]), _place(reading)
    elif claim.row.get("within") is None:
        place = reading.scene.linked(reading.index) or _leading(reading, owner)
    codes = place.codes if place is not None else _section(reading, owner, statistic)
    truth = part_value(facts, owner, statistic, codes) if codes else None
    if truth is None:
        return []
    if place is not None:
        reading.widened(place)
    number, hedge = claim.row["number"], str(claim.row.get("number_hedge") or "exact")
    name = reading.names(owner, reading.season)
    explanation = f"{name[0].upper()}{name[1:]} had {truth:.0f} ({' and '.join(codes)})."
    if fits(number, hedge, truth):
        return [reading.finding(True, codes, explanation=explanation)]
    if fits(number, hedge, part_value(facts, owner, statistic, (GAME,)) or 0):
        # "In the fourth, Wall, who had 13 points, sat": of the whole game.
        return []
    alike = next((kind for kind in ALIKE if codes[0] in kind), ()) if len(codes) == 1 else ()
    elsewhere = [
        code for code in alike if part_value(facts, owner, statistic, (code,)) == number
    ]  # fmt: skip
    if place is not None and len(elsewhere) == 1 and number >= _TELLING:
        return [reading.on_part(place, elsewhere[0], explanation)]
    return [reading.finding(False, codes, correction=f"{truth:.0f}", explanation=explanation)]


def scoreless_findings(reading: PartReading) -> list[Finding]:
    """Return whether a player or a team did not score in a part of the game."""
    facts = reading.facts
    place, owner = _place(reading), owner_of(reading.claim, reading.facts)
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


def _leading(reading: PartReading, owner: Owner) -> Place | None:
    """Return the part that a sentence about a team begins with; other rules read it of players."""
    return reading.scene.leading if isinstance(owner, str) else None


def _section(reading: PartReading, owner: Owner, statistic: str) -> tuple[str, ...]:
    """Return the part that the heading above names, for a number too small for a whole game.

    "With a 36-point quarter": the part that the story has come to.
    """
    row, sentence = reading.claim.row, reading.scene.sentence
    if row.get("within") is not None:
        told = earlier_period(sentence, reading.index) or row.get("story_period")
        return (told,) if told is not None else ()
    small = isinstance(owner, str) and statistic == POINTS and row["number"] < _TEAM
    return (sentence.section,) if sentence.section and small and not reading.scene.places else ()

"""Decide what somebody did in a part of the game: how he shot, what he had, or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from factcheck.interpretation.facts.context import owner_of
from factcheck.interpretation.facts.part_reading import PartReading, part_value
from factcheck.interpretation.facts.part_scene import Place, distance
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.readings.costs import most
from factcheck.interpretation.readings.others import fits
from factcheck.knowledge.facts import GAME, OF_TEAMS, POINTS, SHOTS, Owner
from factcheck.knowledge.parts import ALIKE, ENDS, REST, UNTIL
from factcheck.parser.story_periods import earlier_period

_NEAR = 6
"""How many units may stand between what is said and the part that it is said of."""
_FEW, _MANY = 12, 45
"""So few shots may be threes or free throws of a game, so many are those of a team's game."""
_TEAM = 65
"""So many points and more a team has in no part of a game."""
_TELLING = 4
"""A smaller number fits another part too easily to tell that the part is wrong."""


def shooting_findings(reading: PartReading) -> list[Finding]:
    """Return whether somebody shot so in a part of the game."""
    claim, facts = reading.claim, reading.facts
    found, owner = reading.scene.place(reading.index), owner_of(reading.claim, reading.facts)
    if owner is None:
        return []
    if found is None:
        return _shooting_come_to(reading, owner)
    if found[1] > most().part and not reading.scene.has_one_place:
        return []
    place = found[0]
    reading.widened(place)
    made, tried = _shooting(claim.row)
    kinds = _kinds(claim.row)
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
            False, place.codes, mark=f"shooting.{wrong}",
            correction=_told_as(claim.row, wrong, truth, tried),
            explanation=explanation,
        )
    ]  # fmt: skip


def _shooting(row: Mapping[str, Any]) -> tuple[int, int]:
    """Return shots made and tried; "missed 21 of their 27" tells the others."""
    first, tried = int(row["shooting_first"]), int(row["shooting_second"])
    return (first if row.get("missed") is None else tried - first), tried


def _kinds(row: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what may be told of: shots of one kind, where a word says of which."""
    shot = row.get("shot")
    return [SHOTS[shot]] if shot in SHOTS else list(SHOTS.values())


def _shooting_come_to(reading: PartReading, owner: Owner) -> list[Finding]:
    """Return whether somebody shot so in the part that the story has come to.

    Example: "But the fourth! The Bulls shot 12 of 18" → of the fourth, a team's whole game has more
    """
    row, sentence = reading.claim.row, reading.scene.sentence
    made, tried = _shooting(row)
    code = sentence.section
    if code is None and isinstance(owner, str) and _FEW <= tried < _MANY:
        code = row.get("story_period")
    if code is None or reading.scene.places:
        return []
    near = []
    kinds = _kinds(row)
    for hit, shots in kinds:
        whole = _line(reading, owner, hit, shots, GAME)
        line = _line(reading, owner, hit, shots, code)
        if None in line or made == whole[0] or tried == whole[1]:
            # It may be told of the whole game.
            return []
        if line == (made, tried):
            return [reading.finding(True, (code,))]
        # Shots of no kind are those from the field.
        if (hit, shots) == kinds[0] and (line[0] == made) != (line[1] == tried):
            near.append(line)
    if not near:
        return []
    hits, shots_taken = near[0]
    name = reading.names(owner, reading.season)
    explanation = f"{name[0].upper()}{name[1:]} made {hits:.0f} of {shots_taken:.0f} ({code})."
    wrong, truth = ("second", shots_taken) if hits == made else ("first", hits)
    return [
        reading.finding(
            False, (code,), mark=f"shooting.{wrong}", correction=_told_as(row, wrong, truth, tried),
            explanation=explanation,
        )
    ]  # fmt: skip


def _told_as(row: Mapping[str, Any], wrong: str, truth: float | None, tried: int) -> str:
    """Return a number as it is told: of those missed, where these are."""
    told = truth or 0.0
    missed = row.get("missed") is not None and wrong == "first"
    return f"{tried - told if missed else told:.0f}"


def _line(
    reading: PartReading, owner: Owner, hit: str, shots: str, code: str
) -> tuple[float | None, float | None]:
    """Return what somebody made and tried of a kind of shot in a part of the game."""
    made, tried = (part_value(reading.facts, owner, one, (code,)) for one in (hit, shots))
    return made, tried


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
    claim, facts = reading.claim, reading.facts
    statistic = str(claim.row.get("counted") or POINTS)
    owner, place, codes = _told_of(reading, statistic)
    if owner is None or (isinstance(owner, str) and statistic in OF_TEAMS):
        return []
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
    so_far = [GAME, *(UNTIL[code] for code in codes if place is None and code in UNTIL)]
    if any(
        fits(number, hedge, part_value(facts, owner, statistic, (code,)) or 0) for code in so_far
    ):
        # "In the fourth, Wall, who had 13 points, sat": of the whole game, or until then.
        return []
    kinds = ENDS if place is not None and place.ended else ALIKE
    alike = next((kind for kind in kinds if codes[0] in kind), ()) if len(codes) == 1 else ()
    elsewhere = [
        code for code in alike if part_value(facts, owner, statistic, (code,)) == number
    ]  # fmt: skip
    if place is not None and len(elsewhere) == 1 and number >= _TELLING:
        return [reading.on_part(place, elsewhere[0], explanation)]
    return [reading.finding(False, codes, correction=f"{truth:.0f}", explanation=explanation)]


def _told_of(
    reading: PartReading, statistic: str
) -> tuple[Owner | None, Place | None, tuple[str, ...]]:
    """Return whose a number is, the words that name the part it is of, and that part."""
    row, owner, place = reading.claim.row, owner_of(reading.claim, reading.facts), None
    if row.get("flows") is not None:
        # "Boston had 20 in the third. The Lakers answered with 23": of the part told of before.
        told = earlier_period(reading.scene.sentence, reading.index) or row.get("topic_period")
        return owner, None, (str(told),) if told is not None and isinstance(owner, str) else ()
    if row.get("compared") is not None:
        owner, place = _compared(reading, owner), _place(reading, alone=True)
    elif row.get("carried") is not None:
        place = _place(reading)
    elif row.get("victim") is not None:
        # "Held the Suns to 20 points the rest of the way".
        owner, place = str(row["victim"]), _place(reading)
    elif owner is not None and row.get("within") is None:
        place = reading.scene.linked(reading.index) or reading.scene.leading
    if place is not None or owner is None:
        return owner, place, place.codes if place is not None else ()
    return owner, None, _section(reading, owner, statistic)


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


def _compared(reading: PartReading, owner: Owner | None) -> Owner | None:
    """Return whose a number is that is set against a team's: "62 by the half to the Lakers' 51"."""
    row, teams = reading.claim.row, reading.facts.teams
    own = _team(row, "victim", "city", teams)
    other = _team(row, "away", "away_city", teams)
    if own is not None:
        return own
    if isinstance(owner, int) or other is None:
        return owner
    return next(team for team in teams if team != other)


def _team(row: Mapping[str, Any], team: str, city: str, teams: Sequence[str]) -> str | None:
    """Return which team of the game fills one of two slots, one for its name, one for its city."""
    named = [row.get(team), *(row.get(f"{city}_teams") or ())]
    found = [str(one) for one in named if one in teams]
    return found[0] if len(found) == 1 else None


def _place(reading: PartReading, *, alone: bool = False) -> Place | None:
    """Return the part that is spoken of, None where it is not named close by.

    Args:
        reading: The claim.
        alone: Whether the only one of the sentence will do, wherever it stands.
    """
    if alone and reading.scene.has_one_place:
        return reading.scene.places[0]
    linked = reading.scene.linked(reading.index)
    found = reading.scene.place(reading.index)
    if linked is not None or found is None:
        return linked
    place, cost = found
    return place if cost == 0 and distance(place, reading.index) <= _NEAR else None


def _section(reading: PartReading, owner: Owner, statistic: str) -> tuple[str, ...]:
    """Return the part that the heading above names, for a number too small for a whole game.

    "With a 36-point quarter": the part that the story has come to.
    """
    row, sentence = reading.claim.row, reading.scene.sentence
    if row.get("within") is not None:
        told = earlier_period(sentence, reading.index) or row.get("story_period")
        return (told,) if told is not None else ()
    small = statistic != POINTS or isinstance(owner, int) or row["number"] < _TEAM
    return (sentence.section,) if sentence.section and small and not reading.scene.places else ()

"""Decide what is said of a part of the game: its score, by how much it was won, who did what in it.

What belongs together is gathered in any order (``part_scene.py``). If all of it fits, the claim
holds. If one thing does not fit while the rest is understood, that is the mistake: the number,
the part, who was ahead. If two things do not fit, the sentence was misread.
"""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.interpretation.facts.context import Wordings
from factcheck.interpretation.facts.part_numbers import (
    number_findings,
    scoreless_findings,
    shooting_findings,
)
from factcheck.interpretation.facts.part_reading import PartReading, which_category
from factcheck.interpretation.facts.part_scene import OUTCOMES, Place, Scene, Side, Whose
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.readings.costs import most
from factcheck.interpretation.readings.others import fits
from factcheck.knowledge.facts import GameFacts
from factcheck.knowledge.parts import ALIKE, ENDS, START, UNTIL
from factcheck.language.english import GENITIVE
from factcheck.model import Category

_CUMULATIVE = 80
"""A score of so many points together is none of a quarter alone."""
_CUMULATIVE_OF_HALF = 145
_TELLING, _FAR = 4, 3
"""So large a margin, so far from the true one, tells of which end of a quarter it is told."""


def part_findings(claim: RawClaim, facts: GameFacts, wordings: Wordings) -> list[Finding]:
    """Return whether what is said of a part of the game is so, or nothing where it is not clear.

    Example: "took the third 30-22 and the fourth by two" → the fourth, won by three: two is wrong.

    Args:
        claim: Its slots ``score``, ``shooting`` or ``number``, or its label ``zero``, hold what
            is said; a label ``margin`` says that a number is a difference of points.
        facts: What is known of the game.
        wordings: The words for owners and statistics.
    """
    if len(facts.teams) != 2:
        return []
    document = claim.document
    sentence = document.sentences[document.sentence_at(claim.start)]
    told = claim.row.get("story_period")
    scene = Scene(sentence, claim.rule.cues, wordings.words, told)
    if not scene.places and told is None:
        return []
    start = claim.marks[claim.rule.mark][0]
    index = next(i for i, unit in enumerate(sentence.units) if unit.end > start)
    row = claim.row
    if row.get("zero") is None and scene.is_void(index):
        return []
    reading = PartReading(claim, scene, index, facts, wordings.names)
    if row.get("score_first") is not None:
        return _score(reading)
    if row.get("shooting_first") is not None:
        return shooting_findings(reading)
    if "margin" in claim.rule.labels:
        return _margin(reading)
    return scoreless_findings(reading) if row.get("number") is None else number_findings(reading)


def _margin(reading: PartReading) -> list[Finding]:
    """Return whether a part was won, or a lead at its end was, by so much."""
    claim, scene = reading.claim, reading.scene
    found = scene.place(reading.index)
    if found is None or found[1] > (0 if scene.has_void else most().part):
        return []
    place = found[0]
    # "Led by six in the third" is said of some moment of it: nobody won or lost it there.
    told = scene.side(reading.index, place)
    if told is None:
        return []
    side, own = told
    score = reading.score(place.codes)
    if score is None:
        return []
    reading.widened(place, *([side] if own else []))
    number, hedge = claim.row["number"], str(claim.row.get("number_hedge") or "exact")
    if side.kind == "level":
        if score[0] != score[1]:
            return []
        holds = fits(number, hedge, score[0])
        return [reading.finding(holds, place.codes, correction=str(score[0]))]
    margin = score[0] - score[1]
    whose = scene.whose(reading.index, side, own, reading.facts.teams)
    right_side = _right_side(reading, side, whose, score, own)
    holds = fits(number, hedge, abs(margin))
    if holds and right_side is False and whose is not None:
        return [reading.on_side(side, whose, place.codes, own)]
    if not holds and place.ended and hedge == "exact" and right_side is not False:
        ends = [end for end in ENDS[0] if _margin_at(reading, end, side, whose) == number]
        if len(ends) == 1 and (_tells(number, margin) or place.codes == (START,)):
            return [reading.on_part(place, ends[0], reading.told(place.codes))]
    if place.codes == (START,):
        return [reading.on_part(place, "", reading.told(place.codes))] if not holds else []
    if not holds and right_side is False:
        return []
    return [reading.finding(holds, place.codes, correction=str(abs(margin)))]


def _tells(number: float, margin: int) -> bool:
    return number >= _TELLING and abs(number - abs(margin)) >= _FAR


def _margin_at(reading: PartReading, end: str, side: Side, whose: Whose | None) -> int | None:
    """Return by how much a team was ahead, or behind, at the end of a quarter, if it was."""
    score = reading.score((end,))
    if score is None:
        return None
    margin = score[0] - score[1]
    if whose is None or side.kind not in {"ahead", "behind"}:
        return abs(margin)
    ahead = margin if whose.team == reading.facts.teams[0] else -margin
    return ahead if side.kind == "ahead" else -ahead


def _right_side(
    reading: PartReading, side: Side, whose: Whose | None, score: tuple[int, int], own: bool
) -> bool | None:
    """Return whether the team named was as far ahead or behind as told; None where none is."""
    if whose is None or side.kind not in {"ahead", "behind", "won", "lost"}:
        return None
    if not own and not whose.here:
        # "Lost the second by two, then broke away with a 28-19 third": another verb has come.
        return None
    margin = score[0] - score[1]
    if whose.team != reading.facts.teams[0]:
        margin = -margin
    return margin == 0 or (margin > 0) == (side.kind in {"ahead", "won"})


def _score(reading: PartReading) -> list[Finding]:
    """Return whether a part had such a score, or the game had it at its end."""
    claim, scene = reading.claim, reading.scene
    found = scene.place(reading.index)
    if found is None:
        return _score_come_to(reading)
    if found[1] > most().part:
        return []
    place = found[0]
    first, second = int(claim.row["score_first"]), int(claim.row["score_second"])
    codes = place.codes
    least = _CUMULATIVE_OF_HALF if codes[0] in ALIKE[-1] else _CUMULATIVE
    if not place.ended and first + second >= least and codes[0] in UNTIL:
        codes = (UNTIL[codes[0]],)
    score = reading.score(codes)
    if score is None:
        return []
    reading.widened(place)
    said, truth = sorted((first, second)), sorted(score)
    if said == truth:
        return [_leader(reading, place, codes, score)]
    right = [number for number in said if number in truth]
    elsewhere = [
        code for alike in ALIKE if codes[0] in alike for code in alike
        if code != codes[0] and sorted(reading.score((code,)) or ()) == said
    ]  # fmt: skip
    if place.ended:
        # "Led 28-21 and by the half trailed": nobody writes "the half" for the end of a quarter.
        named = which_category(claim.document, place.which) == Category.NUMBER
        ends = ENDS[0] if named and (found[1] == 0 or scene.has_one_place) else ()
        elsewhere = [end for end in ends if sorted(reading.score((end,)) or ()) == said]
    if len(elsewhere) == 1 and len(codes) == 1:
        return [reading.on_part(place, elsewhere[0], reading.told(codes))]
    if len(right) != 1 or (
        not place.ended
        and (first, second) in reading.facts.scores["moment"]
        and not _is_of_part(reading, place)
    ):
        return []
    wrong = "second" if first == right[0] else "first"
    correction = next((n for n in truth if n != right[0]), right[0])
    return [reading.finding(False, codes, mark=f"score.{wrong}", correction=str(correction))]


def _score_come_to(reading: PartReading) -> list[Finding]:
    """Return whether the part that the story has come to was won, or lost, by such a score.

    Example: "But the fourth! The Bulls outscored Utah 34-22" → of the fourth
    """
    row, scene = reading.claim.row, reading.scene
    code = scene.sentence.section or row.get("story_period")
    first, second = int(row["score_first"]), int(row["score_second"])
    if code is None or scene.places or code not in ALIKE[0] or first + second >= _CUMULATIVE:
        return []
    told = scene.side(reading.index, Place(0, 0, (code,), False, (0, 0)))
    score = reading.score((code,))
    # "That third quarter? 36-20."
    asked = reading.index == 0 and code == row.get("topic_period")
    asked = asked and reading.claim.document.question_before(scene.sentence) is not None
    if (not asked and (told is None or not told[1])) or score is None:
        return []
    said, truth = sorted((first, second)), sorted(score)
    if said == truth:
        return [reading.finding(True, (code,))]
    right = [number for number in said if number in truth]
    if len(right) != 1 or any(
        sorted(reading.score((other,)) or ()) == said for alike in ALIKE for other in alike
    ):
        return []
    wrong = "second" if first == right[0] else "first"
    correction = next((number for number in truth if number != right[0]), right[0])
    return [reading.finding(False, (code,), mark=f"score.{wrong}", correction=str(correction))]


def _is_of_part(reading: PartReading, place: Place) -> bool:
    """Return whether the words tell of winning or losing a part, not of leading at a moment."""
    told = reading.scene.side(reading.index, place)
    return told is not None and told[0].kind in OUTCOMES


def _leader(
    reading: PartReading, place: Place, codes: Sequence[str], score: tuple[int, int]
) -> Finding:
    """Return whether the team that a true score is given to was the one ahead."""
    teams = reading.facts.teams
    best = teams[0] if score[0] > score[1] else teams[1]
    units = reading.scene.sentence.units
    after = units[reading.index + 1].mention if reading.index + 1 < len(units) else None
    if after is not None and after.label == "team" and after.data.get("value") in teams:
        following = units[reading.index + 2].norm if reading.index + 2 < len(units) else ""
        # "It was 53-47 Cavaliers at the half."
        if following in GENITIVE or after.data["value"] == best or score[0] == score[1]:
            return reading.finding(True, codes)
        side = Side("ahead", reading.index + 1, reading.index + 2)
        return reading.on_side(side, Whose(after.data["value"], after, True), codes, own=False)
    told = reading.scene.side(reading.index, place)
    if told is None:
        return reading.finding(True, codes)
    side, own = told
    whose = reading.scene.whose(reading.index, side, own, teams)
    if _right_side(reading, side, whose, score, own) is False and whose is not None:
        return reading.on_side(side, whose, codes, own)
    return reading.finding(True, codes)

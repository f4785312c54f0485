"""How what is found about a shot is put: what is marked, what is right, the play for a reader."""

from __future__ import annotations

from factcheck.interpretation.course.told_shots import ToldShot
from factcheck.knowledge.parts import QUARTER
from factcheck.knowledge.shots import Shot
from factcheck.language.english import ordinal_word
from factcheck.model import Category

_OF_NAMES = frozenset({"actor", "assister", "missed_by", "victim"})
_OF_WORDS = frozenset({"kind", "when", "nth_missed", "splits"})
_REGULATION, _THREE = 4, 3


def mark_of(told: ToldShot, slot: str) -> str:
    """Return the slot or label of the claim that is wrong."""
    if slot == "kind" and told.kind is None:
        return "distance"
    if slot == "broken" and told.broken_as_score:
        return "broken_score"
    if slot == "count" and told.of_tries:
        return "line.first"
    if (slot == "actor" and told.given) or (slot == "assister" and told.taken):
        return "giver"
    if slot == "clock" and told.late:
        return "late"
    return slot


def category_of(slot: str) -> Category:
    """Return the category of a mistake in one thing that is told of a play."""
    if slot in _OF_NAMES:
        return Category.NAME
    return Category.WORD if slot in _OF_WORDS else Category.NUMBER


def correction_of(told: ToldShot, shot: Shot, slot: str) -> str | None:
    """Return what would be right, None where words cannot tell it."""
    match slot:
        case "actor" | "assister" | "missed_by":
            who = {"actor": shot.player, "assister": shot.passer, "missed_by": shot.missed_before}
            return None if who[slot] is None else str(who[slot])
        case "nth_missed":
            return "second" if told.nth_missed == 1 else "first"
        case "kind":
            return "three" if shot.value == _THREE else shot.detail
        case "distance":
            return None if shot.distance is None else str(shot.distance)
        case "clock":
            return None if told.into_it or told.late else clock_text(shot.clock)
        case "when":
            in_quarters = told.when in QUARTER.values() and shot.period <= _REGULATION
            return f"{ordinal_word(shot.period)} quarter" if in_quarters else None
        case "assist_number":
            return str(shot.nth_pass)
        case "nth":
            return ordinal_word(shot.nth)
        case "count":
            made = sum(shot.falls)
            return str(len(shot.falls) - made if told.missed_throws else made)
        case "margin":
            return str(abs(shot.after[0] - shot.after[1]))
    return _score(told, shot, slot)


def _score(told: ToldShot, shot: Shot, slot: str) -> str | None:
    high, low = max(shot.after), min(shot.after)
    if slot == "score":
        return f"{high}-{low}" if told.high_first else f"{low}-{high}"
    if slot == "tied":
        return str(high) if high == low else None
    tied_before = shot.before[0] == shot.before[1] and not told.broken_as_score
    return str(shot.before[0]) if slot == "broken" and tied_before else None


def explanation_of(shot: Shot, player: str) -> str:
    """Say who shot what, when, and to what score."""
    three = "three, " if shot.value == _THREE else ""
    feet = "" if shot.distance is None else f", {shot.distance} feet"
    home, away = shot.after
    detail = shot.detail or "shot"
    return f"{when_of(shot.period, shot.clock)}: {player} {three}{detail}{feet}, {away}-{home}."


def clock_text(clock: int) -> str:
    """Write seconds to play as a clock shows them."""
    return f"{clock // 60}:{clock % 60:02d}"


def when_of(period: int, clock: int) -> str:
    """Write when a play was: "2:09 left in Q4"."""
    return f"{clock_text(clock)} left in {QUARTER.get(period, f'OT{period - _REGULATION}')}"

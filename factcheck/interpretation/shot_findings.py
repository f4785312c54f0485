"""Decide what a story tells of shots: claims of rules with ``course = "shot"``.

The SQL of such a rule writes down what is told (``told_shots.py``); the likeliest sequence of shots
of the game is found for all that a story tells of them (``shot_order.py``). A claim holds if the
shot that is meant fits it; if the likeliest one differs in one thing, and no other one differs as
likely in another thing, then that thing is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching import RawClaim
from factcheck.interpretation.shot_order import Choice, Place, place_all
from factcheck.interpretation.told_shots import Told
from factcheck.knowledge.parts import QUARTER
from factcheck.knowledge.shot_store import ShotStore
from factcheck.knowledge.shots import Shot, Shots
from factcheck.language.english import ordinal_word
from factcheck.model import Category

_OF_NAMES = frozenset({"actor", "assister", "missed_by"})
_OF_WORDS = frozenset({"kind", "when", "nth_missed"})
_REGULATION, _THREE = 4, 3

_LEAST, _LEAST_OF_KIND = 1.0, 2.0
"""How likely, in log odds, a shot must be that something told, or its kind, does not fit."""
_LEAST_AGAINST_SCORE = 4.5
"""The same where the score is what is wrong, and the game did stand so at some moment."""
_CLEAR = 0.45
"""By how much it must be likelier than one that something else does not fit."""
_OUT_OF_ORDER = 4.0
"""By how much it must be likelier than one that fits, but is of another time than those told."""


class ShotVerifier:
    """Decides claims that tell of shots.

    Args:
        store: Reads the shots of games.
    """

    def __init__(self, store: ShotStore) -> None:
        self._store = store

    def decide(self, described: Sequence[tuple[RawClaim, Finding]]) -> list[list[Finding]]:
        """Return what is found about the shots that claims tell of, in the order of the claims.

        Args:
            described: Claims of such rules, each with what its SQL writes down as evidence.
        """
        stories: dict[int, list[int]] = {}
        for number, (claim, _) in enumerate(described):
            stories.setdefault(id(claim.document), []).append(number)
        tolds = [_told(finding.evidence) for _, finding in described]
        found: dict[int, list[Finding]] = {}
        for numbers in stories.values():
            shots = self._store.shots(described[numbers[0]][0].row["game_id"])
            # Phrases that read the same of a shot tell of one.
            once: dict[Told, list[int]] = {}
            for number in sorted(numbers, key=lambda number: tolds[number].place):
                once.setdefault(tolds[number], []).append(number)
            places = place_all(list(once), shots, self._store.names())
            for place, same in zip(places, once.values(), strict=True):
                found |= {number: list(self._findings(place, shots)) for number in same}
        return [found[number] for number in range(len(described))]

    def _findings(self, place: Place, shots: Shots) -> Iterator[Finding]:
        fitting, wrong = place.fitting, place.wrong
        if fitting is not None and (
            wrong is None or fitting.all_odds + _OUT_OF_ORDER >= wrong.all_odds
        ):
            yield self._finding(place.told, fitting.shot, None)
        elif wrong is not None and _is_clear(place, wrong, shots):
            for slot in dict.fromkeys(wrong.off):
                # Whom "he" stands for tells the context: a name that is not there is no mistake.
                if slot != "role" and (slot != "actor" or place.told.actor is not None):
                    yield self._finding(place.told, wrong.shot, slot)

    def _finding(self, told: Told, shot: Shot, slot: str | None) -> Finding:
        names = self._store.names().full
        player = "" if shot.player is None else names.get(shot.player, "")
        return Finding(
            holds=slot is None,
            mark=None if slot is None else _mark(told, slot),
            correction=None if slot is None else _correction(told, shot, slot),
            explanation=_explanation(shot, player),
            category=None if slot is None else _category(slot),
            evidence={"player": player, "shot": shot.detail, "seconds_to_play": shot.clock},
        )


def _told(evidence: Mapping[str, Any]) -> Told:
    return Told(**{**evidence, "others": tuple(evidence.get("others", ()))})


def _is_clear(place: Place, wrong: Choice, shots: Shots) -> bool:
    """Return whether nothing else is as likely to be wrong, and this is likely enough."""
    least = _LEAST_OF_KIND if "kind" in wrong.off else _LEAST
    if "score" in wrong.off and _stood(place.told, shots):
        least = _LEAST_AGAINST_SCORE
    # Another shot that the same does not fit: that is wrong either way.
    rivals = [c.all_odds for c in place.choices if c.off and sorted(c.off) != sorted(wrong.off)]
    return wrong.firm_odds >= least and wrong.all_odds - max(rivals, default=-9.0) > _CLEAR


def _stood(told: Told, shots: Shots) -> bool:
    """Return whether the game stood so at some moment."""
    return any((max(shot.score), min(shot.score)) == (told.high, told.low) for shot in shots.all)


def _mark(told: Told, slot: str) -> str:
    """Return the slot or label of the claim that is wrong."""
    if slot == "kind" and told.kind is None:
        return "distance"
    if slot == "broken" and told.broken_as_score:
        return "broken_score"
    if slot == "count" and told.of_tries:
        return "line.first"
    if (slot == "actor" and told.given) or (slot == "assister" and told.taken):
        return "giver"
    return slot


def _category(slot: str) -> Category:
    if slot in _OF_NAMES:
        return Category.NAME
    return Category.WORD if slot in _OF_WORDS else Category.NUMBER


def _correction(told: Told, shot: Shot, slot: str) -> str | None:
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
            return None if told.into_it else _clock(shot)
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


def _score(told: Told, shot: Shot, slot: str) -> str | None:
    high, low = max(shot.after), min(shot.after)
    if slot == "score":
        return f"{high}-{low}" if told.high_first else f"{low}-{high}"
    if slot == "tied":
        return str(high) if high == low else None
    tied_before = shot.before[0] == shot.before[1] and not told.broken_as_score
    return str(shot.before[0]) if slot == "broken" and tied_before else None


def _explanation(shot: Shot, player: str) -> str:
    period = shot.period
    code = QUARTER.get(period, f"OT{period - _REGULATION}")
    three = "three, " if shot.value == _THREE else ""
    feet = "" if shot.distance is None else f", {shot.distance} feet"
    home, away = shot.after
    detail = shot.detail or "shot"
    return f"{_clock(shot)} left in {code}: {player} {three}{detail}{feet}, {away}-{home}."


def _clock(shot: Shot) -> str:
    return f"{shot.clock // 60}:{shot.clock % 60:02d}"

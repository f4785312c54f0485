"""Decide what a story tells of plays: claims of rules with a ``course``.

The SQL of such a rule writes down what is told of a shot (``told_shots.py``) or of another deed
(``told_deeds.py``); the likeliest sequence of plays of the game is found for all that a story tells
of them (``order.py``). A claim holds if the play that is meant fits it; if the likeliest one
differs in one thing, and no other one differs as likely in another thing, then that thing is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from factcheck.interpretation.course.deed_words import explanation_of_deed
from factcheck.interpretation.course.order import Choice, Place, Play, Told, place_all
from factcheck.interpretation.course.shot_words import (
    category_of,
    clock_text,
    correction_of,
    explanation_of,
    mark_of,
)
from factcheck.interpretation.course.told_deeds import ToldDeed
from factcheck.interpretation.course.told_shots import ToldShot
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.knowledge.deeds import Deed
from factcheck.knowledge.play_store import PlayStore
from factcheck.knowledge.shots import Shot, Shots
from factcheck.rulebook.rule import SHOT

_LEAST, _LEAST_OF_KIND, _LEAST_OF_DEED = 1.0, 2.0, -1.5
"""How likely, in log odds, a play must be that something told, or a shot's kind, does not fit."""
_LEAST_AGAINST_SCORE = 4.5
"""The same where the score is what is wrong, and the game did stand so at some moment."""
_CLEAR = 0.45
"""By how much it must be likelier than one that something else does not fit."""
_OUT_OF_ORDER = 4.0
"""By how much it must be likelier than one that fits, but is of another time than those told."""


class CourseVerifier:
    """Decides claims that tell of plays.

    Args:
        store: Reads the plays of games.
    """

    def __init__(self, store: PlayStore) -> None:
        self._store = store

    def decide(self, described: Sequence[tuple[RawClaim, Finding]]) -> list[list[Finding]]:
        """Return what is found about the plays that claims tell of, in the order of the claims.

        Args:
            described: Claims of such rules, each with what its SQL writes down as evidence.
        """
        stories: dict[int, list[int]] = {}
        for number, (claim, _) in enumerate(described):
            stories.setdefault(id(claim.document), []).append(number)
        tolds = [_told(claim.rule.course, finding.evidence) for claim, finding in described]
        found: dict[int, list[Finding]] = {}
        for numbers in stories.values():
            plays = self._store.plays(described[numbers[0]][0].row["game_id"])
            # Phrases that read the same of a play tell of one.
            once: dict[Told, list[int]] = {}
            for number in sorted(numbers, key=lambda number: tolds[number].place):
                once.setdefault(tolds[number], []).append(number)
            places = place_all(list(once), plays, self._store.names())
            beside: dict[int, list[Place]] = {}
            for place in places:
                beside.setdefault(place.told.sentence, []).append(place)
            for place, same in zip(places, once.values(), strict=True):
                findings = list(self._findings(place, beside[place.told.sentence], plays.shots))
                found |= dict.fromkeys(same, findings)
        return [found[number] for number in range(len(described))]

    def _findings(self, place: Place, beside: Sequence[Place], shots: Shots) -> Iterator[Finding]:
        told, fitting, wrong = place.told, place.fitting, place.wrong
        if isinstance(told, ToldDeed) and told.has_fouled_out:
            yield Finding(True, None, None, None, None)
        elif fitting is not None and (
            wrong is None or fitting.all_odds + _OUT_OF_ORDER >= wrong.all_odds
        ):
            yield self._finding(told, fitting.play, None)
        elif wrong is not None and _is_clear(place, wrong, shots):
            for slot in dict.fromkeys(wrong.off):
                if _fits_another(told, slot, beside):
                    continue
                # Whom "he" stands for tells the context: a name that is not there is no mistake.
                if slot != "role" and (slot != "actor" or told.actor is not None):
                    yield self._finding(told, wrong.play, slot)

    def _finding(self, told: Told, play: Play, slot: str | None) -> Finding:
        names = self._store.names().full
        if isinstance(play, Deed):
            mark, correction = slot, None if slot is None else _correction_of_deed(play, slot)
            explanation = explanation_of_deed(play, names)
            evidence = {"deed": play.kind, "seconds_to_play": play.clock}
        else:
            assert isinstance(told, ToldShot)
            mark = None if slot is None else mark_of(told, slot)
            correction = None if slot is None else correction_of(told, play, slot)
            player = "" if play.player is None else names.get(play.player, "")
            explanation = explanation_of(play, player)
            evidence = {"player": player, "shot": play.detail, "seconds_to_play": play.clock}
        return Finding(
            holds=slot is None,
            mark=mark,
            correction=correction,
            explanation=explanation,
            category=None if slot is None else category_of(slot),
            evidence=evidence,
        )


def _fits_another(told: Told, slot: str, beside: Sequence[Place]) -> bool:
    """Return whether what is told of a shot is so of another one that its sentence tells of.

    "Within four after two free throws and a layup": the layup made it four, the throws did not.
    """
    if not isinstance(told, ToldShot):
        return False
    others = [place.fitting for place in beside if place.told != told]
    return any(
        other is not None
        and isinstance(other.play, Shot)
        and any(fit.name == slot and fit.fits for fit in told.standing(other.play))
        for other in others
    )


def _told(course: str, evidence: Mapping[str, Any]) -> Told:
    if course == SHOT:
        return ToldShot(**{**evidence, "others": tuple(evidence.get("others", ()))})
    return ToldDeed(**evidence)


def _is_clear(place: Place, wrong: Choice, shots: Shots) -> bool:
    """Return whether nothing else is as likely to be wrong, and this is likely enough."""
    told = place.told
    if isinstance(told, ToldDeed):
        least = _LEAST_OF_DEED
    elif "score" in wrong.off and _stood(told, shots) and not told.is_at_odds:
        least = _LEAST_AGAINST_SCORE
    else:
        least = _LEAST_OF_KIND if "kind" in wrong.off else _LEAST
    # Another play that the same does not fit: that is wrong either way.
    rivals = [c.all_odds for c in place.choices if c.off and sorted(c.off) != sorted(wrong.off)]
    return wrong.firm_odds >= least and wrong.all_odds - max(rivals, default=-9.0) > _CLEAR


def _stood(told: ToldShot, shots: Shots) -> bool:
    """Return whether the game stood so at some moment."""
    return any((max(shot.score), min(shot.score)) == (told.high, told.low) for shot in shots.all)


def _correction_of_deed(deed: Deed, slot: str) -> str | None:
    truth = {
        "actor": deed.actor, "victim": deed.victim, "nth": deed.nth,
        "clock": clock_text(deed.clock),
    }[slot]  # fmt: skip
    return None if truth is None else str(truth)

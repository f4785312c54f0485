"""Which shots are of the run that a story tells of beside a shot."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import NamedTuple

from factcheck.interpretation.course.told_shots import ToldShot
from factcheck.knowledge.parts import in_stretch
from factcheck.knowledge.shots import Shot, Shots

_PAIR_OF_SCORES = 600
"""Between two scores that a story tells one after the other lie no more seconds."""


def shots_of_run(told: ToldShot, shots: Shots) -> frozenset[int] | None:
    """Return the numbers of the shots in the runs that are told of; None where none is found."""
    spans = list(_spans(told, shots))
    if not spans:
        return None
    found = set()
    for span in spans:
        # What began a run, or ended it, may be a basket and the free throw with it.
        edge = None
        if span.is_told and (told.opens_run or told.closes_run):
            edge = span.first if told.opens_run else span.last
        found |= {
            shot.number
            for shot in shots.all
            if span.first.number <= shot.number <= span.last.number
            and (edge is None or (shot.period, shot.clock) == (edge.period, edge.clock))
        }
    # "Six straight points ending with a layup that made it 44-40": no run of the game ends so.
    if told.high is not None and not any(
        _led_to(told, shot) for shot in shots.all if shot.number in found
    ):
        return None
    return frozenset(found)


def _led_to(told: ToldShot, shot: Shot) -> bool:
    """Return whether the score that is told stood after a shot."""
    return (told.high, told.low) == (max(shot.after), min(shot.after))


class _Span(NamedTuple):
    """A run, by its first and last basket.

    Args:
        first: The first.
        last: The last.
        is_told: Whether the run itself is told, not just the scores before and after.
    """

    first: Shot
    last: Shot
    is_told: bool = True


def _spans(told: ToldShot, shots: Shots) -> Iterator[_Span]:
    if told.run_points is not None:
        for run in shots.runs:
            span = _Span(run.shots[0], run.shots[-1])
            # "His layup came after they had scored 16 in a row": they are not his team.
            if (
                run.points == told.run_points
                and told.his_team in {None, run.team}
                and any(in_stretch(shot.period, told.stretch) for shot in span[:2])
            ):
                yield span
    elif told.run_high is not None:
        yield from _runs_of_score(told, shots)
    elif told.last_high is not None:
        yield from _between_scores(told, shots)


def _between_scores(told: ToldShot, shots: Shots) -> Iterator[_Span]:
    """Yield what came between the score told before and the one told after."""
    firsts, lasts = (
        [shot for shot in shots.baskets if (max(shot.after), min(shot.after)) == score]
        for score in ((told.last_high, told.last_low), (told.next_high, told.next_low))
    )
    pairs = [
        (one, other)
        for one in firsts
        for other in lasts
        if other.number > one.number and other.played - one.played <= _PAIR_OF_SCORES
    ]
    if pairs:
        first = min((one for one, _ in pairs), key=attrgetter("number"))
        yield _Span(first, max((last for _, last in pairs), key=attrgetter("number")), False)


def _runs_of_score(told: ToldShot, shots: Shots) -> Iterator[_Span]:
    """Yield what may be a run told as a score, such as 14-2, from basket to basket."""
    for place, first in enumerate(shots.baskets):
        if told.his_team not in {None, first.team} or not in_stretch(first.period, told.stretch):
            continue
        for last in shots.baskets[place:]:
            scored = last.after[0] - first.before[0], last.after[1] - first.before[1]
            own, other = scored if first.team == shots.home else scored[::-1]
            if own > (told.run_high or 0) or other > (told.run_low or 0):
                break
            if (
                (own, other) == (told.run_high, told.run_low)
                and last.team == first.team
                and in_stretch(last.period, told.stretch)
            ):
                yield _Span(first, last)

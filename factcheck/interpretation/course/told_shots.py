"""What a story tells of a shot, and how far a shot of the game fits that.

A rule with ``course = "shot"`` has SQL that writes down, for each claim, what is told: by whom,
what kind of shot, from how far, when, on whose pass, to what score. Here each shot of the game is
held against it, slot by slot: a slot that fits tells so much (``info``, in log odds) of which shot
is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from factcheck.knowledge.parts import in_stretch
from factcheck.knowledge.shots import Names, Shot, Turn, seconds_played

_NEAR_RIM = 3
_THREE = 3
_AT_HORN = 2
_BY_NOTE = 8
"""Seconds by which the clock of a note's heading may differ from that of its play."""
_LAST_SECONDS = 30
_REGULATION = 4


@dataclass(frozen=True, slots=True)
class ToldShot:
    """What a claim tells of a shot; what it does not tell is None or False.

    The fields are the columns that the SQL of the rule ``play`` gives; its comments explain them.
    Scores are split into the higher and the lower number.
    """

    place: int
    sentence: int
    family: str
    kind: str | None = None
    in_list: bool = False
    completed: bool = False
    effect: bool = False
    missed: bool = False
    actor: int | None = None
    meant: int | None = None
    given: bool = False
    his_team: str | None = None
    others: tuple[int, ...] = ()
    assister: int | None = None
    taken: bool = False
    assist_number: int | None = None
    missed_by: int | None = None
    distance: float | None = None
    nth: int | None = None
    stretch: str | None = None
    when: str | None = None
    clock_least: float | None = None
    clock_most: float | None = None
    sharp: bool = False
    late: bool = False
    note_clock: float | None = None
    note_period: str | None = None
    into_it: bool = False
    high: int | None = None
    low: int | None = None
    high_first: bool | None = None
    shared_high: int | None = None
    shared_low: int | None = None
    start_high: int | None = None
    start_low: int | None = None
    tied: float | None = None
    broken: float | None = None
    broken_as_score: bool = False
    margin: float | None = None
    number_made: float | None = None
    of_tries: bool = False
    splits: bool = False
    all_of: str | None = None
    missed_throws: bool = False
    nth_missed: int | None = None
    opens: bool = False
    ends: bool = False
    settles: bool = False
    forces: bool = False
    imagined: bool = False
    takes: bool = False
    levels: bool = False
    breaks: bool = False
    peak: bool = False
    rests: bool = False
    starts: bool = False
    tied_by: bool = False
    ahead_by: bool = False
    broken_by: bool = False
    horn: bool = False
    half_horn: bool = False
    final_horn: bool = False
    ended_period: int | None = None
    run_points: float | None = None
    run_high: int | None = None
    run_low: int | None = None
    opens_run: bool = False
    closes_run: bool = False
    last_high: int | None = None
    last_low: int | None = None
    next_high: int | None = None
    next_low: int | None = None
    bare: bool = False
    later: float | None = None
    follows: bool = False
    next_basket: bool = False
    next_of: str | None = None

    @property
    def is_timed(self) -> bool:
        """Whether a time of the clock is told, to play."""
        return self.clock_least is not None and not self.into_it

    @property
    def is_at_odds(self) -> bool:
        """Whether the score that is told is no margin of what is told: one of them is wrong."""
        if self.high is None or self.low is None or self.margin is None:
            return False
        return self.high - self.low != self.margin

    @property
    def is_tied(self) -> bool:
        """Whether it is told how it came after the shot told before."""
        return self.later is not None or self.follows or self.next_basket

    def may_be(self, shot: Shot) -> bool:
        """Return whether a shot is one of those that are told of at all."""
        if shot.made == self.missed:
            return False
        return self.effect or (self.family == "free throws") == shot.is_free

    def slots(self, shot: Shot, names: Names, within: bool | None) -> list[Slot]:
        """Return what is told that a shot fits or does not; of the rest it says nothing.

        Args:
            shot: A shot of the game.
            names: The players.
            within: Whether it is of the run that is told of; None where none is.
        """
        return [
            Slot(name, info, fits)
            for name, info, fits in (
                *_who(self, shot, names),
                *_how(self, shot),
                *_when(self, shot),
                *_score(self, shot),
                *_throws(self, shot),
                *_role(self, shot, within),
            )
            if fits is not None
        ]

    def standing(self, shot: Shot) -> list[Slot]:
        """Return how the game is told to have stood, as a shot fits it or does not."""
        return [Slot(name, info, bool(fits)) for name, info, fits in _score(self, shot)]


class Slot(NamedTuple):
    """One thing that is told of a shot.

    Args:
        name: What it is; what is marked if it is wrong.
        info: How much it tells of which shot is meant, where it fits.
        fits: Whether the shot is so.
    """

    name: str
    info: float
    fits: bool


_INFO = {"any": 0.0, "jumper": 0.7, "layup": 1.2, "three": 1.4, "alley-oop": 3.0}
_RARE = 2.0


def is_of_family(family: str, shot: Shot) -> bool:
    """Return whether a shot may be called one of a family; at the rim writers differ."""
    detail, two = shot.detail or "", shot.value == 2
    if family == "free throws" or shot.is_free:
        return shot.is_free and family == "free throws"
    if family == "any":
        return True
    if family == "three":
        return shot.value == _THREE
    if shot.detail is None:
        return two
    at_rim = two and shot.distance is not None and shot.distance <= _NEAR_RIM
    match family:
        case "alley-oop":
            return "alley" in detail
        case "tip":
            return (
                "tip" in detail or "putback" in detail or (two and shot.distance is None) or at_rim
            )
        case "layup":
            return "layup" in detail or "tip" in detail or (at_rim and "dunk" not in detail)
        case "floater":
            return two and "dunk" not in detail and "tip" not in detail
        case "jumper":
            return shot.value == _THREE or not any(w in detail for w in ("layup", "dunk", "tip"))
    return family in detail


_Slots = Iterator[tuple[str, float, bool | None]]


def _who(told: ToldShot, shot: Shot, names: Names) -> _Slots:
    actor = told.meant if told.actor is None else told.actor
    if actor is not None:
        yield "actor", 2.5, names.are_alike(actor, shot.player)
    if told.assister is not None:
        yield "assister", 2.5, told.assister == shot.passer
    if told.assist_number is not None:
        yield "assist_number", 1.0, told.assist_number == shot.nth_pass
    if told.missed_by is not None:
        yield "missed_by", 2.5, told.missed_by == shot.missed_before


def _how(told: ToldShot, shot: Shot) -> _Slots:
    if not told.effect:
        yield "kind", _INFO.get(told.family, _RARE), is_of_family(told.family, shot)
    if told.completed:
        # A three-point play is a basket and the free throw with it, if often a second later.
        yield "kind", 1.3, sum(shot.after) == sum(shot.score) + 1 or None
    if told.distance is not None and shot.distance is not None:
        yield "distance", 3.0, abs(told.distance - shot.distance) <= 1
    if told.nth is not None and shot.value == _THREE:
        yield "nth", 1.5, told.nth == shot.nth


def _when(told: ToldShot, shot: Shot) -> _Slots:
    if told.clock_least is not None and told.clock_most is not None:
        # "Two minutes into the third" is told from its start.
        length = seconds_played(shot.period, 0) - seconds_played(shot.period - 1, 0)
        clock = length - shot.clock if told.into_it else shot.clock
        least, most = told.clock_least, told.clock_most
        if told.sharp:
            yield "clock", 5.0, abs((least + most) / 2 - clock) <= 1
        else:
            yield "clock", 2.0, least <= clock <= most
    if told.note_clock is not None and in_stretch(shot.period, told.note_period):
        # A note may tell of more than the play that its heading times.
        yield "role", 3.0, abs(shot.clock - told.note_clock) <= _BY_NOTE or None
    if told.when is not None:
        yield "when", 1.0, in_stretch(shot.period, told.when)


def _score(told: ToldShot, shot: Shot) -> _Slots:
    scores = (shot.score, shot.after)
    if told.high is not None:
        said = told.high, told.low
        yield "score", 5.0, any(said == (max(score), min(score)) for score in scores)
    if told.shared_high is not None:
        # A score that several shots led to is that of one of them: it speaks for a shot alone.
        said = told.shared_high, told.shared_low
        yield "score", 5.0, said == (max(shot.after), min(shot.after)) or None
    if told.tied is not None:
        yield "tied", 4.0, any(score == (told.tied, told.tied) for score in scores)
    if told.broken is not None:
        # "It was even at 51 when he scored": before it, or by it.
        told_of = (shot.before,) if told.breaks or told.broken_by else (shot.before, *scores)
        yield "broken", 4.0, (told.broken, told.broken) in told_of
    if told.start_high is not None:
        # What stood some time before it speaks for a shot, not against it.
        said = told.start_high, told.start_low
        yield "start", 2.0, said == (max(shot.before), min(shot.before)) or None
    if told.margin is not None:
        yield "margin", 1.5, told.margin in {abs(home - away) for home, away in scores}


def _throws(told: ToldShot, shot: Shot) -> _Slots:
    made = sum(shot.falls)
    counted = len(shot.falls) - made if told.missed_throws else made
    if told.number_made is None:
        if shot.is_free:
            yield "role", 0.0, counted > 0
    elif shot.is_free:
        name = "splits" if told.splits else told.all_of or "count"
        yield name, 1.0, told.number_made == counted
    if told.nth_missed is not None and told.nth_missed <= len(shot.falls):
        yield "nth_missed", 1.0, not shot.falls[told.nth_missed - 1]


_NOTHING = Turn(
    opens=False, ends=False, levels=False, takes=False, settles=False, forces=False,
    breaks=False, peaks=False, starts=False, rests=False, closes=False, rank=0, own_before=0,
)  # fmt: skip


def _role(told: ToldShot, shot: Shot, within: bool | None) -> _Slots:
    """Yield what a basket did to the game: that tells which one is meant, and is never marked."""
    turn = shot.turn or _NOTHING
    if told.stretch is None and (told.opens or told.ends):
        # The first and the last basket of all are one each.
        yield "role", 0.0, turn.opens if told.opens else turn.ends
    claimed = [
        done
        for said, done in (
            (told.opens, turn.opens), (told.ends, turn.ends), (told.settles, turn.settles),
            (told.forces, turn.forces), (told.levels, turn.levels), (told.takes, turn.takes),
            (told.peak, turn.peaks), (told.rests, turn.rests), (told.starts, turn.starts),
            (told.breaks, turn.breaks),
        )
        if said
    ]  # fmt: skip
    if claimed:
        # It speaks for a shot, not against it.
        yield "role", _telling(told), all(claimed) or None
    if not told.missed:
        # "Tied it with a layup": no other layup than one that did.
        if told.tied_by:
            yield "role", 0.0, turn.levels
        elif told.ahead_by:
            yield "role", 0.0, turn.takes
        elif told.broken_by:
            yield "role", 0.0, turn.breaks
        if "winning" in (told.kind or ""):
            yield "role", 0.0, turn.settles
    elif told.settles or told.forces or told.imagined:
        # "His heave for the win was no good": nothing was left to win but the game.
        late = shot.period >= _REGULATION and shot.clock <= _LAST_SECONDS
        yield "role", 4.0, late
    if told.horn:
        # Of no period that is told the horn is the last one.
        elsewhere = told.stretch is None and not told.half_horn and not shot.is_in_last
        at_horn = shot.clock <= _AT_HORN and (shot.is_in_last or not told.final_horn)
        yield (
            "role",
            3.0 if elsewhere else 5.0,
            at_horn and (shot.period == 2 or not told.half_horn),
        )
    if told.ended_period is not None:
        yield "role", 5.0, turn.closes and shot.period == told.ended_period
    if within is not None and not told.missed:
        # "Jumped out 14-6 behind threes from Tucker and Goodwin": a list may tell how it came so.
        is_told = not told.in_list or told.run_points is not None or told.run_high is not None
        edge = told.opens_run or told.closes_run
        yield "role", 4.5 if edge else 3.0, within or (False if is_told else None)


def _telling(told: ToldShot) -> float:
    if told.opens or told.ends or told.settles or told.forces:
        return 5.0
    if told.peak or told.breaks or told.rests or told.starts:
        return 3.0
    return 2.5 if told.levels else 1.5

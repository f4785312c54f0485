"""Which plays of the game a story tells of: the likeliest sequence of all of them together.

A story tells its plays mostly in their order, one soon after the other. What it tells of each
speaks for some plays of the game; so does what it tells before and after. The sequence of plays
that fits best is found as in a hidden Markov model (Viterbi 1967); of each play told, the likeliest
that fits all that is told of it, and the likeliest that something told of it does not fit, are
compared with all others as they were chosen best (max-marginals).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from factcheck.interpretation.course.shot_runs import shots_of_run
from factcheck.interpretation.course.told_deeds import ToldDeed
from factcheck.interpretation.course.told_shots import Slot, ToldShot
from factcheck.knowledge.deeds import Deed, Plays
from factcheck.knowledge.parts import in_stretch
from factcheck.knowledge.shots import Names, Shot, Shots

Told = ToldShot | ToldDeed
Play = Shot | Deed

_WRONG, _WRONG_AGAIN = 4.0, 2.5
"""What it costs, in log odds, that something told of a play is wrong, and each further thing."""
_MOST_WRONG = 3
_SEVERAL = 2
_UNKNOWN = 1.0
"""What a sequence gains that leaves open which play is meant."""
_MOST_LINKED = 2.5
"""What a play told right before speaks for one that soon followed."""
_NEAR = 45
"""Within so many tokens one is told after the other."""
_STEPS = {step: _MOST_LINKED if step <= 6 else 1.5 for step in range(1, 16)}
_APART = -0.5
"""What it speaks for two plays told one after the other that so many plays lie between; apart."""
_MOST_CHOICES = 30
"""So many plays are weighed for each one told, the likeliest by themselves."""
_SOLE = 2.0
"""What it adds that a shot is the one of its kind in the quarter told of."""
_LAST_QUARTER = 4


@dataclass(slots=True)
class Choice:
    """A play of the game that may be meant by what is told.

    Args:
        play: The play.
        off: What is told of it that does not fit.
        odds: How much what is told speaks for it.
        tied: How much what ties it to the play told before does.
        all_odds: The same together with all else that the story tells of plays.
    """

    play: Play
    off: tuple[str, ...]
    odds: float
    tied: float = 0.0
    all_odds: float = -math.inf

    @property
    def firm_odds(self) -> float:
        """The odds with no more than what one play told before may add; nothing if much is off."""
        linked = _MOST_LINKED if len(self.off) < _SEVERAL else 0.0
        return min(self.all_odds, self.odds + self.tied + linked)


@dataclass(slots=True)
class Place:
    """A play that is told of, and those of the game that may be meant."""

    told: Told
    choices: list[Choice] = field(default_factory=list)

    @property
    def fitting(self) -> Choice | None:
        """The likeliest play that fits all that is told; of equal ones the first."""
        return max((c for c in self.choices if not c.off), key=_likelihood, default=None)

    @property
    def wrong(self) -> Choice | None:
        """The likeliest play that something told does not fit; of equal ones the last."""
        wrong = [choice for choice in self.choices if choice.off]
        return max(
            wrong, key=lambda choice: (_likelihood(choice), choice.play.number), default=None
        )


def _likelihood(choice: Choice) -> float:
    return round(choice.all_odds, 6)


def place_all(tolds: Sequence[Told], plays: Plays, names: Names) -> list[Place]:
    """Return, for each play told, the plays of the game that may be meant, weighed all together.

    Args:
        tolds: What a story tells of plays, in the order of its text.
        plays: The plays of its game.
        names: The players.
    """
    places = [
        Place(
            told,
            _shots_meant(told, plays.shots, names)
            if isinstance(told, ToldShot)
            else _deeds_meant(told, plays.deeds, names),
        )
        for told in tolds
    ]
    forward = _forward(places)
    backward = _backward(places)
    for place, ahead, behind in zip(places, forward, backward, strict=True):
        unknown = ahead.unknown + behind.unknown
        for choice, before, after in zip(place.choices, ahead.odds, behind.odds, strict=True):
            choice.all_odds = before + after - unknown + _UNKNOWN
        for choice, prior in zip(place.choices, ahead.priors, strict=True):
            ties = () if prior is None else _ties(*prior, place.told, choice)
            choice.off += tuple(slot.name for slot in ties if not slot.fits)
            choice.tied = sum(slot.info for slot in ties if slot.fits)
    return places


def _shots_meant(told: ToldShot, shots: Shots, names: Names) -> list[Choice]:
    """Return the shots that may be meant by what is told of one, the likeliest first."""
    run = shots_of_run(told, shots)
    choices = []
    for shot in shots.all:
        if not told.may_be(shot):
            continue
        slots = told.slots(shot, names, None if run is None else shot.number in run)
        off = tuple(slot.name for slot in slots if not slot.fits)
        if len(off) > _MOST_WRONG:
            continue
        # Among the shots of a run, who made it is what a story gets wrong.
        if run is not None and told.bare and "kind" in off:
            continue
        choices.append(Choice(shot, off, _odds(told, shot, slots)))
    _prefer_sole(told, choices)
    return _likeliest(choices)


def _deeds_meant(told: ToldDeed, deeds: Sequence[Deed], names: Names) -> list[Choice]:
    """Return the deeds that may be meant by what is told of one, the likeliest first."""
    choices = []
    for deed in deeds:
        if told.may_be(deed):
            slots = told.slots(deed, names)
            off = tuple(slot.name for slot in slots if not slot.fits)
            odds = _fitting(slots) + (told.stretch is not None) * in_stretch(
                deed.period, told.stretch
            )
            choices.append(Choice(deed, off, odds))
    return _likeliest([choice for choice in choices if len(choice.off) <= _MOST_WRONG])


def _likeliest(choices: list[Choice]) -> list[Choice]:
    return sorted(choices, key=lambda choice: (-choice.odds, choice.play.number))[:_MOST_CHOICES]


def _fitting(slots: Sequence[Slot]) -> float:
    """Return how much what fits speaks for a play, less what it costs that some does not."""
    odds = sum(slot.info for slot in slots if slot.fits)
    wrong = sum(not slot.fits for slot in slots)
    return odds - (_WRONG + _WRONG_AGAIN * (wrong - 1) if wrong else 0.0)


def _prefer_sole(told: ToldShot, choices: Sequence[Choice]) -> None:
    """A man's one three of the quarter is the one meant, whatever is said that it left between."""
    sole = [c for c in choices if c.off == ("margin",) and in_stretch(c.play.period, told.stretch)]
    if len(sole) == 1:
        sole[0].odds += _SOLE


def _odds(told: ToldShot, shot: Shot, slots: Sequence[Slot]) -> float:
    """Return how much what is told of a shot speaks for one of the game, in log odds."""
    odds = _fitting(slots)
    if told.stretch is not None:
        odds += 1.0
    if told.next_basket:
        return odds
    if not in_stretch(shot.period, told.stretch):
        # A time of the clock is of the quarter that the story has come to, but a score tells the
        # quarter better than what was told last.
        stood = any(slot.name == "score" and slot.fits for slot in slots)
        timed = told.is_timed and (told.when is not None or not stood)
        return odds - (4.0 if timed else 2.0)
    if told.stretch is None and told.is_timed and shot.period < _LAST_QUARTER:
        # "With 1:15 to play": of the game, where no quarter is told.
        return odds - 1.5
    return odds


@dataclass(slots=True)
class _Messages:
    """What the plays told before a place, or after it, say of its choices.

    Args:
        odds: Of each choice.
        unknown: Where it is left open.
        priors: The play told before and the one that is meant by it, by choice; only forward.
    """

    odds: list[float]
    unknown: float
    priors: list[tuple[Told, Choice] | None]


def _forward(places: Sequence[Place]) -> Iterator[_Messages]:
    before: _Messages | None = None
    last: Place | None = None
    for place in places:
        odds: list[float] = []
        priors: list[tuple[Told, Choice] | None] = []
        unknown = _UNKNOWN
        if before is not None:
            unknown += max([before.unknown, *before.odds])
        for choice in place.choices:
            best, prior = (0.0 if before is None else before.unknown), None
            if before is not None and last is not None and last.choices:
                links = _links(last, place.told, choice)
                linked = [so_far + link for so_far, link in zip(before.odds, links, strict=True)]
                likeliest = max(linked)
                if likeliest > best:
                    best, prior = likeliest, (last.told, last.choices[linked.index(likeliest)])
            odds.append(choice.odds + best)
            priors.append(prior)
        before, last = _Messages(odds, unknown, priors), place
        yield before


def _backward(places: Sequence[Place]) -> list[_Messages]:
    found: list[_Messages] = []
    for number in reversed(range(len(places))):
        place = places[number]
        if not found:
            found.append(_Messages([0.0] * len(place.choices), 0.0, []))
            continue
        after, then = places[number + 1], found[-1]
        gains = [c.odds + odds for c, odds in zip(after.choices, then.odds, strict=True)]
        unknown = then.unknown + _UNKNOWN
        odds = [unknown] * len(place.choices)
        for other, gain in zip(after.choices, gains, strict=True):
            links = _links(place, after.told, other)
            odds = [max(most, gain + link) for most, link in zip(odds, links, strict=True)]
        found.append(_Messages(odds, max([unknown, *gains]), []))
    return found[::-1]


def _links(before: Place, told: Told, choice: Choice) -> list[float]:
    """Return how much each choice of the play told before speaks for one, in log odds."""
    if told.place - before.told.place > _NEAR:
        return [0.0] * len(before.choices)
    if _in_list(told) and _in_list(before.told):
        # "Threes from Tucker and Goodwin": the likelier one first.
        links = [0.0] * len(before.choices)
    else:
        number, of = choice.play.number, _STEPS.get
        links = [of(number - earlier.play.number, _APART) for earlier in before.choices]
    if not (isinstance(told, ToldShot) and told.is_tied):
        return links
    return [
        link
        + sum(
            slot.info if slot.fits else -slot.info
            for slot in _ties(before.told, earlier, told, choice)
        )
        for link, earlier in zip(links, before.choices, strict=True)
    ]


def _in_list(told: Told) -> bool:
    return isinstance(told, ToldShot) and told.in_list


def _ties(before: Told, earlier: Choice, told: Told, choice: Choice) -> list[Slot]:
    """Return what ties a shot to the one told right before: how much later, and what followed."""
    first, shot = earlier.play, choice.play
    if not (isinstance(told, ToldShot) and isinstance(first, Shot) and isinstance(shot, Shot)):
        return []
    if earlier.off or told.sentence - before.sentence > (3 if told.next_basket else 1):
        return []
    # "Lee's jumper … after Wall had missed, 17 seconds later": after whom is not clear.
    if told.others and told.others[-1] != first.player:
        return []
    ties = []
    if told.later is not None:
        ties.append(Slot("later", 4.0, abs(shot.played - first.played - told.later) <= 1))
    if told.follows and not told.missed and not _score_between(before, told):
        turns = shot.turn, first.turn
        if turns[0] is not None and turns[1] is not None:
            ties.append(Slot("role", 3.0, 1 <= turns[0].rank - turns[1].rank <= 2))
    if told.next_basket:
        own_before = 0 if shot.turn is None else shot.turn.own_before
        is_next = shot.team == told.next_of and shot.number > first.number >= own_before
        ties.append(Slot("role", 5.0, is_next))
    return ties


def _score_between(before: Told, told: ToldShot) -> bool:
    """Return whether a score is told between two shots that is not that of the first one."""
    if not isinstance(before, ToldShot):
        return False
    between = told.last_high, told.last_low
    return (
        told.last_high is not None
        and between == (before.next_high, before.next_low)
        and between != (before.high, before.low)
    )

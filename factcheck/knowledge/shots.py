"""The shots of a game in their order, with what each did to it: tied it, put a team ahead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import attrgetter
from typing import Any

_REGULATION = 4
_QUARTER, _OVERTIME = 720, 300


def seconds_played(period: int, clock: int) -> int:
    """Return how many seconds were played when the clock of a period stood so."""
    if period <= _REGULATION:
        return _QUARTER * period - clock
    return _QUARTER * _REGULATION + _OVERTIME * (period - _REGULATION) - clock


@dataclass(frozen=True, slots=True)
class Turn:
    """What a basket did to the game.

    Args:
        opens: Whether it is the first one of the game.
        ends: Whether it is the last one.
        levels: Whether the score was tied after it.
        takes: Whether it put a team ahead that was not.
        settles: Whether it did so for good.
        forces: Whether nothing tied its period after it, and that was the last of regulation or
            an overtime.
        breaks: Whether it put a team ahead of a score that was tied.
        peaks: Whether nobody was further ahead in the game, or in its period.
        starts: Whether it is the first one of its team in its period.
        rests: Whether it is the last one of its team.
        closes: Whether it is the last one of its kind, from the floor or the line, in its period.
        rank: Which basket of the game it is, from 1.
        own_before: The number of the play in which its team scored before, or 0.
    """

    opens: bool
    ends: bool
    levels: bool
    takes: bool
    settles: bool
    forces: bool
    breaks: bool
    peaks: bool
    starts: bool
    rests: bool
    closes: bool
    rank: int
    own_before: int


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot from the floor, or all free throws that a player took at once.

    Args:
        number: The number of its play.
        period: The period, from 1; 5 is the first overtime.
        clock: Seconds to play in it.
        team: Its team.
        player: Who took it.
        passer: Who passed to him, where it went in.
        detail: What kind of shot the play-by-play calls it.
        value: What it is worth: 3, 2, or 1 at the line.
        distance: From how many feet.
        made: Whether it went in; of free throws always.
        score: The hosts' and the visitors' points after it.
        before: The same before it.
        after: The same after all that happened when it did: a free throw may have come with it.
        falls: Which of his free throws went in.
        nth: Which of his shots of this value that went in, or did not, it is.
        nth_pass: Which of those that its passer passed it is.
        missed_before: Whose miss of the same team was the shot before it.
        is_in_last: Whether it is of the last period.
        turn: What it did to the game, if it went in.
    """

    number: int
    period: int
    clock: int
    team: str
    player: int | None
    passer: int | None
    detail: str | None
    value: int
    distance: int | None
    made: bool
    score: tuple[int, int]
    before: tuple[int, int]
    after: tuple[int, int]
    falls: tuple[bool, ...] = ()
    nth: int = 0
    nth_pass: int = 0
    missed_before: int | None = None
    is_in_last: bool = False
    turn: Turn | None = None

    @property
    def is_free(self) -> bool:
        """Whether it is free throws."""
        return self.value == 1

    @property
    def points(self) -> int:
        """What came of it."""
        return sum(self.falls) if self.is_free else self.value * self.made

    @property
    def played(self) -> int:
        """How many seconds of the game were played by then."""
        return seconds_played(self.period, self.clock)


@dataclass(frozen=True, slots=True)
class Run:
    """What a team scored without an answer.

    Args:
        team: The team.
        points: How many.
        shots: With which shots.
    """

    team: str
    points: int
    shots: tuple[Shot, ...]


@dataclass(frozen=True, slots=True)
class Shots:
    """The shots of a game.

    Args:
        all: In their order.
        home: The hosts.
    """

    all: tuple[Shot, ...] = ()
    home: str = ""
    baskets: tuple[Shot, ...] = field(init=False)
    runs: tuple[Run, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Gather what went in, and what a team scored in a row."""
        baskets = tuple(shot for shot in self.all if shot.turn is not None)
        runs = []
        for team, group in groupby(baskets, key=attrgetter("team")):
            shots = tuple(group)
            runs.append(Run(team, sum(shot.points for shot in shots), shots))
        object.__setattr__(self, "baskets", baskets)
        object.__setattr__(self, "runs", tuple(runs))


@dataclass(frozen=True, slots=True)
class Names:
    """Players by id: their names, and their surnames.

    Of two men with one surname the words seldom tell which.
    """

    full: Mapping[int, str]
    surnames: Mapping[int, str]

    def are_alike(self, one: int | None, other: int | None) -> bool:
        """Return whether two players are one, or have one surname."""
        if one is None or other is None:
            return False
        surname = self.surnames.get(one)
        return one == other or (surname is not None and surname == self.surnames.get(other))


def shots_of(plays: Iterable[Mapping[str, Any]], home: str) -> Shots:
    """Return the shots of a game from the rows of its plays."""
    settled = _settled(sorted(plays, key=lambda play: play["number"]))
    shots = sorted([*_from_floor(settled), *_from_line(settled)], key=attrgetter("number"))
    last = max((shot.period for shot in shots), default=0)
    turns = _turns([shot for shot in shots if shot.points])
    out = []
    for shot, missed in zip(shots, _missed_before(shots), strict=True):
        of_last = shot.period == last
        turn = turns.get(shot.number)
        out.append(replace(shot, missed_before=missed, is_in_last=of_last, turn=turn))
    return Shots(tuple(out), home)


@dataclass(frozen=True, slots=True)
class _Settled:
    """A play with the score before it and after its moment."""

    play: Mapping[str, Any]
    before: tuple[int, int]
    after: tuple[int, int]

    @property
    def score(self) -> tuple[int, int]:
        return self.play["home_points"], self.play["away_points"]


def _settled(plays: Sequence[Mapping[str, Any]]) -> list[_Settled]:
    """Return the plays with the scores around them: free throws count with their basket."""
    after = {
        (play["period"], play["clock"]): (play["home_points"], play["away_points"])
        for play in plays
    }
    before = (0, 0)
    out = []
    for play in plays:
        out.append(_Settled(play, before, after[play["period"], play["clock"]]))
        before = out[-1].score
    return out


def _from_floor(plays: Sequence[_Settled]) -> Iterator[Shot]:
    count: Counter[tuple[Any, ...]] = Counter()
    for one in plays:
        play = one.play
        if play["kind"] != "shot":
            continue
        made = play["made"] is True
        passed, taken = (made, play["other_id"]), (made, play["player_id"], play["value"])
        count.update(((0, *passed), (1, *taken)))
        yield Shot(
            play["number"], play["period"], play["clock"], play["team_id"], play["player_id"],
            play["other_id"], play["detail"], play["value"], play["distance"], made,
            one.score, one.before, one.after,
            nth=count[1, *taken], nth_pass=count[0, *passed],
        )  # fmt: skip


def _from_line(plays: Sequence[_Settled]) -> Iterator[Shot]:
    trips: dict[tuple[Any, ...], list[_Settled]] = {}
    # Two trips of a man in one second lie around one of the other team.
    turns, team = 0, None
    for one in plays:
        play = one.play
        if play["kind"] == "free throw":
            turns, team = turns + (play["team_id"] != team), play["team_id"]
            trip = play["period"], play["clock"], play["player_id"], turns
            trips.setdefault(trip, []).append(one)
    for (period, clock, player, _), throws in trips.items():
        last = throws[-1]
        yield Shot(
            last.play["number"], period, clock, last.play["team_id"], player, None,
            "free throws", 1, None, True, last.score, throws[0].before, last.after,
            falls=tuple(one.play["made"] is True for one in throws),
        )  # fmt: skip


def _missed_before(shots: Sequence[Shot]) -> Iterator[int | None]:
    """Yield, for each shot, whose miss it may have followed up."""
    before: Shot | None = None
    for shot in shots:
        if (
            before is not None
            and before.period == shot.period
            and before.team == shot.team
            and (not before.made or before.is_free)
        ):
            yield before.player
        else:
            yield None
        before = shot


def _turns(baskets: Sequence[Shot]) -> dict[int, Turn]:
    """Return what each basket did to the game, by its number."""
    leads = [shot.after[0] - shot.after[1] for shot in baskets]
    takes = [
        lead != 0 and _sign(lead) != _sign(leads[place - 1] if place else 0)
        for place, lead in enumerate(leads)
    ]
    levels = [
        lead == 0 or shot.score[0] == shot.score[1]
        for lead, shot in zip(leads, baskets, strict=True)
    ]
    settling = max((place for place, took in enumerate(takes) if took), default=-1)
    last_tie = {baskets[place].period: place for place, level in enumerate(levels) if level}
    last_own = {shot.team: place for place, shot in enumerate(baskets)}
    last_of_kind = {(shot.period, shot.is_free): place for place, shot in enumerate(baskets)}
    widest = _widest(baskets, leads)
    started: set[tuple[int, str]] = set()
    scored: dict[str, int] = {}
    turns = {}
    for place, (shot, lead) in enumerate(zip(baskets, leads, strict=True)):
        turns[shot.number] = Turn(
            opens=place == 0,
            ends=place == len(baskets) - 1,
            levels=levels[place],
            takes=takes[place],
            settles=place == settling,
            forces=shot.period >= _REGULATION and last_tie.get(shot.period) == place,
            breaks=shot.before[0] == shot.before[1] and lead != 0,
            peaks=lead != 0 and lead in widest[0] | widest[shot.period],
            starts=(shot.period, shot.team) not in started,
            rests=last_own[shot.team] == place,
            closes=last_of_kind[shot.period, shot.is_free] == place,
            rank=place + 1,
            own_before=scored.get(shot.team, 0),
        )
        started.add((shot.period, shot.team))
        scored[shot.team] = shot.number
    return turns


def _widest(baskets: Sequence[Shot], leads: Sequence[int]) -> dict[int, set[int]]:
    """Return the hosts' widest lead, and the visitors', of each period and of all (0)."""
    of_period: dict[int, list[int]] = {0: list(leads)}
    for shot, lead in zip(baskets, leads, strict=True):
        of_period.setdefault(shot.period, []).append(lead)
    return {period: {max(told), min(told)} for period, told in of_period.items() if told}


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)

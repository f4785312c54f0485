"""What else a number may mean: other owners, parts, statistics, sums, differences, other games.

A rule reads a number in one way. Where that reading makes it wrong, the number is tried in the
other ways that the words at hand offer. Each that fits speaks against the mistake, the more
the rarer it is that a number fits by chance (interpretation as abduction: Hobbs, Stickel,
Appelt and Martin 1993).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from factcheck.interpretation.readings.vicinity import Vicinity
from factcheck.knowledge.facts import GAME, POINTS, SHOTS, GameFacts, Owner
from factcheck.language.mentions import Mention

SOURCES = (
    "owner", "part", "statistic", "two", "far owner", "sum", "difference", "miss", "earlier",
    "count", "score",
)  # fmt: skip
"""Where other readings come from, in words of the features they make."""

_MOST_SURPRISE = 6.0
_FLOOR = 0.004
_PAIR = 0.002
_LARGEST_SUM = 5

_Meaning = tuple[tuple[Owner, ...], str, str]
"""Owners, statistic and part, of which a :class:`What` is made where a number fits."""

_Trial = tuple[bool, float, _Meaning]
"""Whether a number fits, how often one does by accident, and what it would mean."""


@dataclass(frozen=True, slots=True)
class What:
    """What a number would mean: whose it is, of what, of which part of the game."""

    owners: tuple[Owner, ...] = ()
    statistic: str = ""
    part: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """Another meaning of a number that is true.

    Args:
        source: One of :data:`SOURCES`.
        surprise: Minus the logarithm of the chance that a number fits so by accident.
        what: Whose number it would be (two for a difference), of what, of which part of the
            game; ``words.py`` puts it in words for a reader.
    """

    source: str
    surprise: float
    what: What


@dataclass(frozen=True, slots=True)
class Stated:
    """A number as a claim states it: what it is said to be of, and how exactly.

    ``second`` is the other number of a pair, such as attempts or the opponent's points.
    """

    kind: str
    value: float
    second: float | None
    hedge: str
    owner: Owner | None
    statistic: str | None
    part: str


SIDE_OF = {
    "nearly": "under", "under": "under", "at most": "under",
    "just over": "over", "over": "over", "at least": "over",
}  # fmt: skip
"""On which side of a number the truth is said to be, by its hedge."""


def fits(stated: float, hedge: str, value: float, percent: bool = False) -> bool:
    """Return whether a number fits the truth, given how exact it claims to be."""
    if percent:
        return abs(value - stated) < 1 if stated == round(stated) else abs(value - stated) < 0.11
    if hedge == "exact":
        return value == stated
    match hedge:
        case "nearly":
            return stated * 0.8 - 1 <= value <= stated
        case "just over":
            return stated <= value <= stated * 1.25 + 2
        case "under" | "at most":
            return value <= stated
        case "over" | "at least":
            # "More than 20" is true of 29.
            return value >= stated
        case "about":
            return abs(value - stated) <= max(1, stated * 0.1)
    return value == stated


def other_readings(
    stated: Stated, facts: GameFacts, here: Vicinity, around: Vicinity
) -> list[Reading]:
    """Return the readings under which a number is true, one of each source at most.

    Args:
        stated: The number as a rule reads it.
        facts: What is known of the game.
        here: What the number's sentence names.
        around: What the sentences before it name.
    """
    if not facts.teams:
        return []
    found = (
        _pairs(stated, facts, here)
        if stated.second is not None
        else _singles(stated, facts, here, around)
    )
    best: dict[str, Reading] = {}
    for reading in found:
        if reading.source not in best or best[reading.source].surprise < reading.surprise:
            best[reading.source] = reading
    return list(best.values())


def _singles(
    stated: Stated, facts: GameFacts, here: Vicinity, around: Vicinity
) -> Iterator[Reading]:
    percent = stated.kind == "percent"
    value, hedge = stated.value, stated.hedge
    statistics = _statistics(stated, here, percent)
    parts = list(dict.fromkeys([stated.part, GAME, *here.parts]))
    groups = [f"{kind} {team}" for team in facts.teams for kind in ("bench", "starters")]
    named = list(dict.fromkeys([*_own(stated), *here.owners]))
    far = [
        o for o in dict.fromkeys([*around.owners, *facts.teams, *groups, "both"]) if o not in named
    ]

    tried: dict[str, list[tuple[bool, Owner, str, str]]] = {source: [] for source in SOURCES}
    known, is_far = facts.values, frozenset(far)
    for owner in [*named, *far]:
        for statistic in statistics:
            for part in parts:
                truth = known.get((owner, statistic, part))
                if truth is None:
                    continue
                departures = (
                    (owner != stated.owner)
                    + (statistic != stated.statistic)
                    + (part != stated.part)
                )
                if not departures:
                    continue
                if owner in is_far:
                    source = "far owner" if departures == 1 else "two"
                elif departures > 1:
                    source = "two"
                elif owner != stated.owner:
                    source = "owner"
                else:
                    source = "part" if part != stated.part else "statistic"
                tried[source].append((fits(value, hedge, truth, percent), owner, statistic, part))
    for source, attempts in tried.items():
        # Most sources have nothing that fits, and then no chance need be known.
        if any(fit for fit, *_ in attempts):
            trials = [
                (fit, _chance(value, hedge, facts, what, part, percent), ((owner,), what, part))
                for fit, owner, what, part in attempts
            ]
            yield from _fitting({source: trials})
    if percent:
        return
    main = [s for s in statistics if not s.endswith("_PCT")]
    yield from _derived(stated, facts, [*named, *facts.teams], main, parts)
    yield from _from_earlier(stated, facts, named, main)


def _own(stated: Stated) -> list[Owner]:
    return [] if stated.owner is None else [stated.owner]


def _statistics(stated: Stated, here: Vicinity, percent: bool) -> list[str]:
    """Return what a number may count: what is said, what else the sentence names, points."""
    own = [] if stated.statistic is None else [stated.statistic]
    if percent:
        return list(dict.fromkeys([*own, "FG_PCT", "FG3_PCT", "FT_PCT"]))
    named = [code for code in here.statistics if not code.endswith("_PCT")]
    return list(dict.fromkeys([*own, *named, POINTS]))


def _chance(
    value: float, hedge: str, facts: GameFacts, statistic: str, part: str, percent: bool
) -> float:
    """Return how often a number of this kind fits by accident, from the game's own numbers."""
    key = (value, hedge, statistic, part, percent)
    known = facts.chances.get(key)
    if known is None:
        known = facts.chances[key] = _counted_chance(value, hedge, facts, statistic, part, percent)
    return known


def _counted_chance(
    value: float, hedge: str, facts: GameFacts, statistic: str, part: str, percent: bool
) -> float:
    others = facts.of_statistic(statistic, part) or facts.of_statistic(statistic)
    if not others:
        return _FLOOR
    hits = sum(fits(value, hedge, other, percent) for other in others)
    return max(_FLOOR, min(0.9, (hits + 0.5) / (len(others) + 10)))


def _fitting(tried: Mapping[str, Sequence[_Trial]]) -> Iterator[Reading]:
    for source, trials in tried.items():
        hit = next((meaning for fit, _, meaning in trials if fit), None)
        if hit is not None:
            missed = math.prod([1 - chance for _, chance, _ in trials])
            yield Reading(source, _surprise(1 - missed), What(*hit))


def _surprise(chance: float) -> float:
    return min(_MOST_SURPRISE, -math.log(max(chance, 1e-4)))


def _derived(
    stated: Stated,
    facts: GameFacts,
    owners: Sequence[Owner],
    statistics: Sequence[str],
    parts: Sequence[str],
) -> Iterator[Reading]:
    """Sums of what several have, differences between two, what was missed, how many there were."""
    value, hedge = stated.value, stated.hedge
    tried: dict[str, list[_Trial]] = {source: [] for source in SOURCES}
    distinct = list(dict.fromkeys(owners))

    def attempt(source: str, truth: float, what: _Meaning, spread: float) -> None:
        tried[source].append((fits(value, hedge, truth), min(0.5, 1 / spread), what))

    for statistic in statistics:
        for part in parts:
            known = [
                (owner, truth)
                for owner in distinct
                if (truth := facts.value(owner, statistic, part)) is not None
            ]
            players = [(o, v) for o, v in known if isinstance(o, int)]
            spread = 12 if statistic != POINTS else 30
            for size in range(2, min(len(players), _LARGEST_SUM) + 1):
                for chosen in combinations(players[:_LARGEST_SUM], size):
                    what = (tuple([o for o, _ in chosen]), statistic, part)
                    attempt("sum", sum([v for _, v in chosen]), what, spread)
            for (a, x), (b, y) in combinations(known, 2):
                if isinstance(a, int) == isinstance(b, int):
                    attempt("difference", abs(x - y), ((a, b), statistic, part), spread / 2)
    for part in dict.fromkeys([*parts, *facts.pairs.margins]):
        margin = facts.value("both", "MARGIN", part)
        if margin is not None:
            attempt("difference", margin, (("both",), "MARGIN", part), 15)
    for owner in distinct:
        for made, attempts in SHOTS.values():
            hit, tried_shots = facts.value(owner, made), facts.value(owner, attempts)
            if hit is not None and tried_shots is not None:
                attempt("miss", tried_shots - hit, ((owner,), attempts, ""), 15)
        count = facts.value(owner, "DOUBLE_FIGURES")
        if count is not None and value <= 9:
            attempt("count", count, ((owner,), "DOUBLE_FIGURES", ""), 6)
            attempt("count", count - 1, ((owner,), "DOUBLE_FIGURES", ""), 6)
    yield from _fitting(tried)


def _from_earlier(
    stated: Stated, facts: GameFacts, owners: Sequence[Owner], statistics: Sequence[str]
) -> Iterator[Reading]:
    tried: list[tuple[bool, _Meaning]] = []
    for owner in owners:
        for statistic in statistics[:2]:
            what = ((owner,), statistic, "")
            for truth in facts.earlier.get((owner, statistic), ()):
                tried.append((fits(stated.value, stated.hedge, truth), what))
    # Mostly nothing fits, and then no chance need be known.
    if not any(fit for fit, _ in tried):
        return
    value, hedge = stated.value, stated.hedge
    trials = [
        (fit, _chance(value, hedge, facts, what[1], GAME, False), what) for fit, what in tried
    ]
    yield from _fitting({"earlier": trials})


def _pairs(stated: Stated, facts: GameFacts, here: Vicinity) -> Iterator[Reading]:
    """Scores of other parts or games, shooting lines of others, two teams' numbers."""
    assert stated.second is not None
    pair = (stated.value, stated.second)
    for what, scores in facts.scores.items():
        if what != stated.part and pair in scores:
            source = "earlier" if what == "earlier" else "score"
            yield Reading(source, _surprise(_PAIR * max(8, len(scores))), What((), "", what))
    known = facts.pairs
    for team in known.records.get(pair, ()):
        yield Reading("earlier", _surprise(_PAIR * 20), What((team,), "WINS"))
    for owner, made, attempts, is_missed in known.shots.get(pair, ()):
        if is_missed:
            if owner == stated.owner:
                yield Reading("miss", _surprise(_PAIR * 10), What((owner,), attempts))
        elif (owner, made) != (stated.owner, stated.statistic):
            source = "owner" if owner in here.owners else "far owner"
            rare = _PAIR * (3 if pair[1] >= 6 else 30)
            yield Reading(source, _surprise(rare), What((owner,), attempts))
    yield from _joint_lines(pair, facts, here)
    yield from _shots_among_shots(pair, facts, stated)
    for statistic in known.of_both.get(pair, ()):
        yield Reading("statistic", _surprise(_PAIR * 20), What(("both",), statistic))
    for groups in known.of_groups.get(pair, ()):
        yield Reading("far owner", _surprise(_PAIR * 4), What(groups, POINTS))


def _joint_lines(pair: tuple[float, float], facts: GameFacts, here: Vicinity) -> Iterator[Reading]:
    """Shooting lines that two have together: "they combined for 67 points on 24-of-44"."""
    players = [owner for owner in here.owners if isinstance(owner, int)]
    chosen: list[tuple[Owner, ...]] = [*combinations(players, 2), tuple(facts.teams)]
    for owners in chosen:
        for made, attempts in SHOTS.values():
            hit = [facts.value(owner, made) for owner in owners]
            tried = [facts.value(owner, attempts) for owner in owners]
            known = [value for value in (*hit, *tried) if value is not None]
            if len(known) == 2 * len(owners) and pair == (
                sum(known[: len(owners)]), sum(known[len(owners) :])
            ):  # fmt: skip
                yield Reading("sum", _surprise(_PAIR * 3 * len(chosen)), What(owners, attempts))


def _shots_among_shots(
    pair: tuple[float, float], facts: GameFacts, stated: Stated
) -> Iterator[Reading]:
    """Shots of one kind among all: "ten of his 13 shots came from behind the arc"."""
    for owner in _own(stated):
        for part, whole in zip(SHOTS["FG3"][::-1], SHOTS["FG"][::-1], strict=True):
            if pair == (facts.value(owner, part), facts.value(owner, whole)):
                yield Reading("statistic", _surprise(_PAIR * 6), What((owner,), part))


def stated_number(
    mention: Mention | None, row: dict[str, object], statistic: str | None
) -> Stated | None:
    """Return the number that a mention states under a claim's row, or None if it is none."""
    if mention is None or mention.label not in {"number", "percent", "score", "record", "shooting"}:
        return None
    player, team = row.get("player_id"), row.get("team_id")
    owner = player if isinstance(player, int) else team if isinstance(team, str) else None
    part = row.get("context_period")
    data = mention.data
    if "first" in data:
        value, second = data["first"], data["second"]
    else:
        value, second = data.get("value"), None
    if not isinstance(value, int | float):
        return None
    return Stated(
        mention.label, float(value), second, str(data.get("hedge", "exact")), owner, statistic,
        part if isinstance(part, str) else GAME,
    )  # fmt: skip

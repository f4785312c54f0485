"""Facts of a game that two numbers together state: records, shooting lines, numbers of both teams.

A story full of numbers asks for them again and again: they are found once for a game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

Owner = int | str
"""A player's id, a team's, or a group: ``bench MEM``, ``starters MEM``, ``both``."""

GAME = "GAME"
"""The part of a game that is the whole of it."""

POINTS = "PTS"
"""What a number counts where the words do not say."""

_What = TypeVar("_What")
Pair = tuple[float, float]
Values = Mapping[tuple[Owner, str, str], float]


@dataclass(slots=True)
class Pairs:
    """What two numbers of a game may be.

    Args:
        records: Teams by wins and losses before or after a game.
        shots: Owner and the names of shots made and attempted, by their numbers; and, with a
            True, by those of the shots missed and attempted.
        of_both: Statistics by the numbers of the two teams, either first; points are none.
        of_groups: The two teams' benches or starters by their points, either first.
        margins: The parts of the game of which a margin is known.
    """

    records: dict[Pair, list[Owner]] = field(default_factory=lambda: defaultdict(list))
    shots: dict[Pair, list[tuple[Owner, str, str, bool]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    of_both: dict[Pair, list[str]] = field(default_factory=lambda: defaultdict(list))
    of_groups: dict[Pair, list[tuple[Owner, Owner]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    margins: list[str] = field(default_factory=list)


def pairs_of(
    values: Values,
    teams: Sequence[str],
    owners: Sequence[Owner],
    shots: Mapping[str, tuple[str, str]],
) -> Pairs:
    """Return what two numbers of a game may be.

    Args:
        values: The game's numbers by owner, statistic and part of the game.
        teams: Its two teams, or none where nothing is known of it.
        owners: Whose shots count.
        shots: The names of shots made and attempted, by where they are taken from.
    """
    found = Pairs()
    if not teams:
        return found
    for team in teams:
        for (owner, statistic, game), wins in values.items():
            losses = values.get((team, "LOSSES", game))
            if statistic == "WINS" and owner == team and losses is not None:
                found.records[wins, losses].append(team)
    for owner in owners:
        for made, attempts in shots.values():
            hit, tried = values.get((owner, made, GAME)), values.get((owner, attempts, GAME))
            if hit is not None and tried is not None:
                found.shots[hit, tried].append((owner, made, attempts, False))
                found.shots[tried - hit, tried].append((owner, made, attempts, True))
    home, away = teams[0], teams[-1]
    for statistic in sorted({s for o, s, part in values if o == home and part == GAME}):
        if statistic != POINTS:
            both = (values.get((home, statistic, GAME)), values.get((away, statistic, GAME)))
            _add_both(found.of_both, both, statistic)
    for group in ("bench", "starters"):
        names: tuple[Owner, Owner] = (f"{group} {home}", f"{group} {away}")
        points = (values.get((names[0], POINTS, GAME)), values.get((names[1], POINTS, GAME)))
        _add_both(found.of_groups, points, names)
    found.margins = list(dict.fromkeys(p for _, s, p in values if s == "MARGIN"))
    return found


def _add_both(
    to: dict[Pair, list[_What]], both: tuple[float | None, float | None], what: _What
) -> None:
    """Add what the numbers of two teams are, whichever of them is named first."""
    home, away = both
    if home is not None and away is not None:
        for pair in dict.fromkeys([(home, away), (away, home)]):
            to[pair].append(what)

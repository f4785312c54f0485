"""What players did in a game besides shooting: blocks, steals, turnovers, rebounds and fouls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from factcheck.knowledge.shots import Shots

_IMPERSONAL = frozenset({"t", "defensive 3 second"})
"""Fouls that count as none of a player's."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody did, or had done to him.

    Args:
        number: The number of its play.
        period: The period, from 1; 5 is the first overtime.
        clock: Seconds to play in it.
        kind: ``block``, ``steal``, ``turnover``, ``rebound`` or ``foul``.
        actor: Who did it; nobody turns the ball over for another.
        victim: Whose shot, ball or miss it was, or who was fouled.
        nth: Which of his fouls it was.
    """

    number: int
    period: int
    clock: int
    kind: str
    actor: int | None
    victim: int | None
    nth: int | None = None


@dataclass(frozen=True, slots=True)
class Plays:
    """The shots of a game, and what else was done in it."""

    shots: Shots = field(default_factory=Shots)
    deeds: tuple[Deed, ...] = ()


def deeds_of(plays: Iterable[Mapping[str, Any]]) -> tuple[Deed, ...]:
    """Return the deeds of a game from the rows of its plays, in their order."""
    ordered = sorted(plays, key=lambda play: play["number"])
    found = [*_against_others(ordered), *_fouls(ordered), *_rebounds(ordered)]
    return tuple(sorted(found, key=lambda deed: deed.number))


def _deed(play: Mapping[str, Any], kind: str, actor: int | None, victim: int | None) -> Deed:
    return Deed(play["number"], play["period"], play["clock"], kind, actor, victim)


def _against_others(plays: Sequence[Mapping[str, Any]]) -> Iterator[Deed]:
    for play in plays:
        player, other = play["player_id"], play["other_id"]
        if play["kind"] == "shot" and not play["made"] and other is not None:
            yield _deed(play, "block", other, player)
        elif play["kind"] == "turnover":
            if other is not None:
                yield _deed(play, "steal", other, player)
            if player is not None:
                yield _deed(play, "turnover", None, player)


def _fouls(plays: Sequence[Mapping[str, Any]]) -> Iterator[Deed]:
    count: Counter[int] = Counter()
    for play in plays:
        player = play["player_id"]
        if play["kind"] == "foul" and player is not None and play["detail"] not in _IMPERSONAL:
            count[player] += 1
            at = play["number"], play["period"], play["clock"]
            yield Deed(*at, "foul", player, play["other_id"], count[player])


def _rebounds(plays: Sequence[Mapping[str, Any]]) -> Iterator[Deed]:
    """Yield the rebounds: each is that of the shot missed before it."""
    missed: tuple[int, int | None] | None = None
    for play in plays:
        if play["kind"] in {"shot", "free throw"} and not play["made"]:
            missed = play["period"], play["player_id"]
        elif play["kind"] == "rebound":
            of = missed[1] if missed is not None and missed[0] == play["period"] else None
            if play["player_id"] is not None:
                yield _deed(play, "rebound", play["player_id"], of)
            missed = None

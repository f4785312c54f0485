"""The course of a game: the lead at every moment, how far who led, quarters of the leading."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from factcheck.knowledge.store import KnowledgeBase

_QUARTER, _OVERTIME = 720, 300
_LEADING = 3
"""How many players of each team are shown by quarter."""

_BASKETS = """
    SELECT period, clock, home_points - away_points AS lead
    FROM play WHERE game_id = ? AND made ORDER BY number
"""
_FLOW = "SELECT lead_changes, ties FROM game_flow WHERE game_id = ? AND period = 'GAME'"
_QUARTERS = """
    SELECT
        team_id, player.name, sum(pts) AS points,
        map_from_entries(list((period::INTEGER, pts::INTEGER) ORDER BY period)) AS periods
    FROM period_line JOIN player USING (player_id)
    WHERE game_id = ?
    GROUP BY team_id, player_id, player.name
    QUALIFY row_number() OVER (PARTITION BY team_id ORDER BY points DESC, player.name) <= ?
    ORDER BY points DESC, player.name
"""


@dataclass(frozen=True, slots=True)
class LargestLead:
    """How far a team was ahead at most, and when first.

    Args:
        points: The lead; 0 where it never led.
        moment: Such as ``7:24 left in Q3``, or None where it never led.
    """

    points: int
    moment: str | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """The course of a game whose plays are known.

    Args:
        leads: The hosts' lead (negative: the visitors') with the seconds played when it began.
        length: Seconds the game took, overtimes included.
        lead_changes: How often the lead changed hands.
        ties: How often the score was tied, 0-0 left out.
        visitors: The visitors' largest lead.
        hosts: The hosts' largest lead.
    """

    leads: tuple[tuple[int, int], ...]
    length: int
    lead_changes: int
    ties: int
    visitors: LargestLead
    hosts: LargestLead

    @property
    def changes(self) -> str:
        """How often the lead changed and the score was tied, in words."""
        changes = f"{self.lead_changes} lead change{'' if self.lead_changes == 1 else 's'}"
        return f"{changes}, {self.ties} tie{'' if self.ties == 1 else 's'}"

    def lead_at(self, seconds: float) -> int:
        """Return the hosts' lead after so many seconds of play."""
        index = bisect_right(self.leads, (int(seconds), 10_000)) - 1
        return self.leads[index][1] if index >= 0 else 0

    def ends_of_periods(self) -> list[int]:
        """Return after how many seconds each period but the last ended."""
        ends = [_QUARTER * number for number in range(1, 5)]
        while ends[-1] < self.length:
            ends.append(ends[-1] + _OVERTIME)
        return ends[:-1]

    def to_dict(self) -> dict[str, Any]:
        """Return the course as a JSON-ready object."""
        return {
            "lead_changes": self.lead_changes,
            "ties": self.ties,
            "visitors": {"points": self.visitors.points, "moment": self.visitors.moment},
            "hosts": {"points": self.hosts.points, "moment": self.hosts.moment},
            "leads": [list(one) for one in self.leads],
        }


def course_of(kb: KnowledgeBase, game_id: str) -> Course | None:
    """Return the course of a game, or None where its plays are not known."""
    baskets = kb.rows(_BASKETS, [game_id])
    flow = kb.rows(_FLOW, [game_id])
    if not baskets or not flow:
        return None
    leads = tuple((_played(one["period"], one["clock"]), int(one["lead"])) for one in baskets)
    last = int(baskets[-1]["period"])
    return Course(
        leads=leads,
        length=4 * _QUARTER + max(0, last - 4) * _OVERTIME,
        lead_changes=int(flow[0]["lead_changes"]),
        ties=int(flow[0]["ties"]),
        visitors=_largest(baskets, -1),
        hosts=_largest(baskets, 1),
    )


def quarters_of_leaders(kb: KnowledgeBase, game_id: str) -> tuple[Mapping[str, Any], ...]:
    """Return the players with the most points of each team, with their points by period."""
    return tuple(kb.rows(_QUARTERS, [game_id, _LEADING]))


def _played(period: int, clock: int) -> int:
    if period <= 4:
        return period * _QUARTER - clock
    return 4 * _QUARTER + (period - 4) * _OVERTIME - clock


def _largest(baskets: list[dict[str, Any]], side: int) -> LargestLead:
    best = max(baskets, key=lambda one: side * one["lead"])
    points = side * int(best["lead"])
    if points <= 0:
        return LargestLead(0)
    period = f"Q{best['period']}" if best["period"] <= 4 else f"OT{best['period'] - 4}"
    return LargestLead(points, f"{best['clock'] // 60}:{best['clock'] % 60:02d} left in {period}")

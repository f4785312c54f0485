"""The rows of a game as a source tells it that is not believed in all.

Rules' SQL is asked once more what it makes of such rows: then whatever follows from a number, such
as a double-double, how many reached double figures or who led whom, is held against every source.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from factcheck.evaluation.sources import Index, Stored, index_of
from factcheck.knowledge.facts import GAME, LINE, MINUTES, POINTS, QUARTERS, GameFacts, Owner

Rows = list[dict[str, Any]]

_DOUBLES = ("pts", "reb", "ast", "stl", "blk")
"""What ten of are one of a double-double."""

_LED_AFTER = {"Q3": "Q1-Q3"}
"""The part of the game whose score a lead is told of, where it is called otherwise."""

_PERIODS = dict(enumerate(QUARTERS, start=1))

LEADER = "leader"
"""Who had the most: told anew from the statistics of players."""

_OF_PLAYERS = ("player_line", "player_stat", LEADER)
_OF_TEAMS = ("team_stat", "team_game")
_OF_PERIODS = ("period_score", "lead_after")
_RANKS = {
    "game": "game_rank", "team": "team_rank", "bench": "bench_rank", "starters": "starter_rank",
}  # fmt: skip
"""The rank by which somebody leads a group."""

_COUNTED_OF_TEAMS = frozenset({"DOUBLE_FIGURES", "BENCH_PTS"})
"""What a row of ``team_game`` has that sources may differ in."""


@dataclass(frozen=True, slots=True)
class Retelling:
    """A game as a source tells it.

    Args:
        game: The game.
        view: Its facts.
        changed: The statistics that differ from what is believed, by relation.
    """

    game: str
    view: GameFacts
    changed: Mapping[str, frozenset[str]]

    def may_change(self, relations: Iterable[str], statistic: object) -> bool:
        """Return whether what SQL makes of some relations may be another thing by the source.

        Args:
            relations: Those that it reads.
            statistic: What it is asked about, where that is one statistic.
        """
        changed = [self.changed[name] for name in relations if name in self.changed]
        return bool(changed) and (
            not isinstance(statistic, str) or any(statistic in codes for codes in changed)
        )


def retelling(game: str, facts: GameFacts, view: GameFacts) -> Retelling:
    """Return how a source tells a game; minutes alone, which all round as they like, are nothing.

    Args:
        game: The game.
        facts: What is believed of it.
        view: What the source says.
    """
    changed: dict[str, set[str]] = {}
    for owner, statistic, part in facts.differing(view):
        if statistic != MINUTES:
            for relation in _relations_of(owner, statistic, part):
                changed.setdefault(relation, set()).add(statistic)
    return Retelling(game, view, {name: frozenset(codes) for name, codes in changed.items()})


def _relations_of(owner: Owner, statistic: str, part: str) -> tuple[str, ...]:
    """Return the relations that have a number."""
    if isinstance(owner, int):
        return _OF_PLAYERS if part == GAME else ("period_line",)
    if part != GAME:
        return _OF_PERIODS if statistic == POINTS else ()
    return _OF_TEAMS if statistic in _COUNTED_OF_TEAMS else ("team_stat",)


class RetoldRows:
    """Rows of the knowledge base, those of a game as another source has them.

    Args:
        stored: The rows as they are believed.
        retelling: The game as the source tells it.
    """

    def __init__(self, stored: Stored, retelling: Retelling) -> None:
        self._stored = stored
        # What names no game is the same whoever tells of it.
        self.lasting = stored.lasting
        self._retelling = retelling
        self._rows: dict[str, list[tuple[Any, ...]]] = {}
        self._indexes: dict[tuple[str, tuple[int, ...]], Index] = {}

    def columns(self, relation: str) -> tuple[str, ...]:
        """Return the names of a relation's columns."""
        return self._stored.columns(relation)

    def whole(self, relation: str, key: tuple[int, ...]) -> Index:
        """Return all rows of a relation, as they are believed, by some of their columns."""
        return self._stored.whole(relation, key)

    def of_other_game(self, relation: str, game: str, key: tuple[int, ...]) -> Index:
        """Return the rows of a game that is not at hand, as they are believed."""
        return self._stored.of_other_game(relation, game, key)

    def of_anywhere(self, relation: str, player: object, key: tuple[int, ...]) -> Index:
        """Return the rows of one player, of all games, as they are believed."""
        return self._stored.of_anywhere(relation, player, key)

    def of_game(self, relation: str, game: str, key: tuple[int, ...]) -> Index:
        """Return the rows of one game by some of their columns, as the source has them."""
        if game != self._retelling.game or relation not in self._retelling.changed:
            return self._stored.of_game(relation, game, key)
        if (relation, key) not in self._indexes:
            if relation not in self._rows:
                self._rows[relation] = self._told(relation)
            self._indexes[relation, key] = index_of(self._rows[relation], key)
        return self._indexes[relation, key]

    def _told(self, relation: str) -> list[tuple[Any, ...]]:
        names = self._stored.columns(relation)
        believed = self._stored.of_game(relation, self._retelling.game, ()).get((), [])
        place = names.index("statistic") if "statistic" in names else None
        changed = self._retelling.changed[relation]
        same = [] if place is None else [row for row in believed if row[place] not in changed]
        rows = [
            dict(zip(names, row, strict=True))
            for row in believed
            if place is None or row[place] in changed
        ]
        if relation == LEADER:
            self._lead_anew(rows)
        else:
            _RETELL[relation](rows, self._retelling.view)
        return same + [tuple(row[name] for name in names) for row in rows]

    def _lead_anew(self, rows: Rows) -> None:
        """Tell who leads by the statistics of players as the source has them."""
        names = self._stored.columns("player_stat")
        told = self.of_game("player_stat", self._retelling.game, ()).get((), [])
        men = [dict(zip(names, row, strict=True)) for row in told]
        for row in rows:
            rank, team = _RANKS[row["grouping"]], row["team_id"]
            first = [
                (self._name(man["player_id"]), man["player_id"], man["value"])
                for man in men
                if man["statistic"] == row["statistic"]
                and man[rank] == 1
                and team in {None, man["team_id"]}
            ]
            ahead = sorted(one for one in first if one[2] > 0)
            row["value"] = max((value for *_, value in first), default=row["value"])
            row["player_ids"] = [player for _, player, _ in ahead]
            row["names"] = " and ".join(name for name, *_ in ahead) or None

    def _name(self, player: int) -> str:
        names = self._stored.columns("player")
        (row,) = self._stored.whole("player", (names.index("player_id"),))[player]
        return str(row[names.index("name")])


def _told(view: GameFacts, owner: Owner, statistic: str, part: str, believed: Any) -> Any:
    """Return a number as a source has it; what is not known stays so."""
    value = view.value(owner, statistic, part)
    if believed is None or value is None:
        return believed
    return int(value) if isinstance(believed, int) and value == int(value) else value


def _player_lines(rows: Rows, view: GameFacts) -> None:
    twos = {"fg2m": "FG2M", "fg2a": "FG2A"}
    for row in rows:
        for column, statistic in (LINE | twos).items():
            row[column] = _told(view, row["player_id"], statistic, GAME, row[column])
        if row["double_count"] is None:
            continue
        row["double_count"] = sum((row[name] or 0) >= 10 for name in _DOUBLES)
        for most, column in enumerate(("double_double", "triple_double", "quadruple_double"), 2):
            row[column] = row["double_count"] >= most


def _player_stats(rows: Rows, view: GameFacts) -> None:
    """Tell the values anew, and who has more: of the game, the team, its bench or starters."""
    others: dict[tuple[str, ...], list[float]] = {}
    for row in rows:
        row["value"] = _told(view, row["player_id"], row["statistic"], GAME, row["value"])
        for place in _places(row).values():
            others.setdefault(place, []).append(row["value"])
    for values in others.values():
        values.sort()
    for row in rows:
        for rank, place in _places(row).items():
            row[rank] = 1 + len(others[place]) - bisect_right(others[place], row["value"])


def _places(row: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Return among whom a player is ranked, by the columns of his ranks that are known."""
    team, statistic = row["team_id"], row["statistic"]
    places = {
        "game_rank": (statistic,),
        "team_rank": (statistic, team),
        "bench_rank": (statistic, team, "bench"),
        "starter_rank": (statistic, team, "starters"),
    }
    return {rank: place for rank, place in places.items() if row[rank] is not None}


def _team_stats(rows: Rows, view: GameFacts) -> None:
    for row in rows:
        for column, team in (("value", row["team_id"]), ("opponent_value", row["opponent_id"])):
            row[column] = _told(view, team, row["statistic"], GAME, row[column])


def _team_games(rows: Rows, view: GameFacts) -> None:
    reached: dict[tuple[str, str | None], int] = {}
    for player, team in view.team_of.items():
        if (view.value(player, POINTS) or 0) >= 10:
            for group in (None, view.group_of.get(player, "")):
                reached[team, group] = reached.get((team, group), 0) + 1
    for row in rows:
        team = row["team_id"]
        for column, group in (
            ("double_figures", None), ("starters_double_figures", "starters"),
            ("bench_double_figures", "bench"),
        ):  # fmt: skip
            if row[column] is not None:
                row[column] = reached.get((team, group), 0)
        row["bench_points"] = _told(view, team, "BENCH_PTS", GAME, row["bench_points"])


def _period_scores(rows: Rows, view: GameFacts) -> None:
    for row in rows:
        for column, team in (("points", "team_id"), ("opponent_points", "opponent_id")):
            row[column] = _told(view, row[team], POINTS, row["period"], row[column])


def _leads(rows: Rows, view: GameFacts) -> None:
    for row in rows:
        period = str(row["period"])
        part = _LED_AFTER.get(period, period)
        team, other = (view.value(one, POINTS, part) for one in _sides(row["team_id"], view.teams))
        if team is not None and other is not None:
            row["lead"] = int(team - other)


def _sides(team: str, teams: Sequence[str]) -> Iterable[str]:
    """Return a team and the other one."""
    return sorted(teams, key=lambda one: one != team)


def _period_lines(rows: Rows, view: GameFacts) -> None:
    for row in rows:
        part = _PERIODS.get(row["period"], f"OT{row['period'] - 4}")
        for column, statistic in LINE.items():
            if column in row:
                row[column] = _told(view, row["player_id"], statistic, part, row[column])


_RETELL: Mapping[str, Callable[[Rows, GameFacts], None]] = {
    "player_line": _player_lines,
    "player_stat": _player_stats,
    "team_stat": _team_stats,
    "team_game": _team_games,
    "period_score": _period_scores,
    "lead_after": _leads,
    "period_line": _period_lines,
}
"""What tells the rows of a relation as a source has them."""

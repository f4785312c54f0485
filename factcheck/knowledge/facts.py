"""What is known of games as numbers, in memory: whose, of what, of which part, of which game.

A batch of stories asks for the facts of its games once; whoever weighs what a number may
mean then looks them up here and needs no further statement.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import duckdb

from factcheck.knowledge.pairs import GAME as GAME
from factcheck.knowledge.pairs import POINTS as POINTS
from factcheck.knowledge.pairs import Owner as Owner
from factcheck.knowledge.pairs import Pairs, pairs_of

BENCH_POINTS = "BENCH_PTS"
"""What "points off the bench" count: of a player, his own."""

ASSISTS, STEALS, BLOCKS = "AST", "STL", "BLK"
"""What counts what a verb tells: "handing out six of those", "blocked two more shots"."""

BASKETS, TRIES = "FGM", "FGA"
THREES, THREE_TRIES, FREE_THROWS = "FG3M", "FG3A", "FTM"
REBOUNDS, ASSISTS, MINUTES, TURNOVERS = "REB", "AST", "MIN", "TOV"

ENDS_OF_FLOOR = {"offensive": "OREB", "defensive": "DREB"}
"""Rebounds by the end of the floor."""

QUARTERS = {"Q1": "first", "Q2": "second", "Q3": "third", "Q4": "fourth"}
"""The quarters, and what they are called."""

STRETCHES = {"Q1-Q3": ("H1", "Q3"), "Q2-Q3": ("Q2", "Q3"), "Q2-Q4": ("Q2", "H2")}
"""Parts of the game that are two others."""

OF_TEAMS = frozenset({REBOUNDS, *ENDS_OF_FLOOR.values(), "TOV", "PF"})
"""Of these some are no player's: of parts of a game a team's are not known from its players'."""
OFFENSIVE_REBOUNDS = ENDS_OF_FLOOR["offensive"]
"""What "rebounds" count on the offensive end."""

LED_IN = ("PTS", "REB", "AST", "STL", "BLK")
"""What a player may be said to lead in by mistake for another of them."""
UNWANTED = frozenset({"TOV", "PF"})
"""What a team is better in that has less of it."""

LINE = {
    "pts": "PTS", "reb": "REB", "oreb": "OREB", "dreb": "DREB", "ast": "AST", "stl": "STL",
    "blk": "BLK", "tov": "TOV", "pf": "PF", "minutes": "MIN", "fgm": "FGM", "fga": "FGA",
    "fg3m": "FG3M", "fg3a": "FG3A", "ftm": "FTM", "fta": "FTA", "fg_pct": "FG_PCT",
    "fg3_pct": "FG3_PCT", "ft_pct": "FT_PCT", "plus_minus": "PLUS_MINUS",
}  # fmt: skip
"""The statistics of a player's line, by their columns."""

_COUNTED = (
    "pts", "oreb", "dreb", "ast", "stl", "blk", "tov", "pf", "fgm", "fga", "fg3m", "fg3a", "ftm",
    "fta",
)  # fmt: skip
_HALVES = {1: ("Q1", "H1"), 2: ("Q2", "H1"), 3: ("Q3", "H2"), 4: ("Q4", "H2")}
SHOTS = {"FG": (BASKETS, TRIES), "FG3": (THREES, THREE_TRIES), "FT": (FREE_THROWS, "FTA")}
"""Made and attempted, by where a shot is taken from."""

WORTH = {"FG3": 3, "FT": 1}
"""The points of a shot, where it has always as many."""

_GROUP_POINTS = {"bench": BENCH_POINTS, "starters": "STARTER_PTS"}
"""What counts the points of a team's bench and of its starters."""

_OTHER_SCORES = {"moment", "earlier"}
"""Scores that are of no part of the game."""

_EARLIER_GAMES = 8
"""How many games before this one a story may speak of besides meetings of its teams."""

_PLAYER_LINES = f"""
  SELECT game_id, player_id, team_id, is_starter, {", ".join(LINE)}
  FROM player_line
  WHERE played AND game_id IN (SELECT unnest($games::VARCHAR[]))
"""  # noqa: S608 - columns of our own schema
_TEAM_STATS = """
  SELECT game_id, team_id, statistic, value
  FROM team_stat
  WHERE game_id IN (SELECT unnest($games::VARCHAR[]))
"""
_PERIODS = """
  SELECT game_id, team_id, period, points
  FROM period_score
  WHERE game_id IN (SELECT unnest($games::VARCHAR[]))
"""
_PERIOD_LINES = f"""
  SELECT game_id, player_id, team_id, period, {", ".join(_COUNTED)}, oreb + dreb AS reb
  FROM period_line
  WHERE game_id IN (SELECT unnest($games::VARCHAR[]))
"""  # noqa: S608 - columns of our own schema
_SAID = """
  SELECT game_id, team_id, player_id, statistic, part, value, source
  FROM said
  WHERE game_id IN (SELECT unnest($games::VARCHAR[]))
"""
_MOMENTS = """
  SELECT DISTINCT game_id, home_points, away_points
  FROM play
  WHERE made AND game_id IN (SELECT unnest($games::VARCHAR[]))
"""
_TEAM_GAMES = """
  SELECT this.game_id, other.game_id, other.team_id, other.points, other.opponent_points,
    other.wins, other.losses
  FROM team_game AS this
  JOIN team_game AS other
    ON other.team_id = this.team_id AND other.season = this.season AND other.date <= this.date
  WHERE this.game_id IN (SELECT unnest($games::VARCHAR[]))
    AND (other.opponent_id = this.opponent_id OR other.date > this.date - INTERVAL 16 DAY)
  ORDER BY other.date DESC
"""


@dataclass(slots=True)
class GameFacts:
    """The numbers of one game, and of the games before it that a story may speak of.

    Args:
        values: By owner, statistic and part of the game; percentages from 0 to 100.
        teams: The two teams.
        team_of: The team of each player with a line.
        group_of: Whether he is one of the ``starters`` or of the ``bench``, where that is known.
        said: What sources say that are not believed, with the source, keyed as ``values``.
        scores: Points of both sides, by what they are the score of: a part of the game, the
            time after it, or another game.
        earlier: Numbers of players and teams in earlier games, by owner and statistic.
        chances: How often a number fits by accident: value, hedge, statistic, part, whether it
            is a percentage. Counted once for all stories of the game.
    """

    values: dict[tuple[Owner, str, str], float] = field(default_factory=dict)
    said: dict[tuple[Owner, str, str], list[tuple[float, str]]] = field(default_factory=dict)
    teams: list[str] = field(default_factory=list)
    team_of: dict[int, str] = field(default_factory=dict)
    group_of: dict[int, str] = field(default_factory=dict)
    scores: dict[str, set[tuple[int, int]]] = field(default_factory=lambda: defaultdict(set))
    earlier: dict[tuple[Owner, str], list[float]] = field(default_factory=lambda: defaultdict(list))
    chances: dict[tuple[float, str, str, str, bool], float] = field(default_factory=dict)
    _by_statistic: dict[tuple[str, str], list[float]] = field(default_factory=dict)
    _pairs: Pairs | None = None
    _views: dict[str, GameFacts] | None = None
    _differing: dict[tuple[Owner, str, str], tuple[float, float]] | None = None
    _tellings: dict[str, GameFacts] | None = None
    _disputed: frozenset[Owner] | None = None
    _differing_of: dict[Owner, dict[tuple[str, str], tuple[float, float]]] | None = None

    @property
    def pairs(self) -> Pairs:
        """The facts that two numbers together may state, by the two numbers."""
        if self._pairs is None:
            self._pairs = pairs_of(self.values, self.teams, list(self.owners()), SHOTS)
        return self._pairs

    @property
    def views(self) -> Mapping[str, GameFacts]:
        """The game as each source tells it that is not believed in all, by source."""
        if self._views is None:
            sources = {source for told in self.said.values() for _, source in told}
            self._views = {source: self._as_said_by(source) for source in sorted(sources)}
        return self._views

    @property
    def tellings(self) -> Mapping[str, GameFacts]:
        """The views that differ in more than minutes, which all sources round as they like.

        Of sources that say the same, as files made from one another do, the first one speaks.
        """
        if self._tellings is None:
            self._tellings = {}
            known: set[frozenset[Any]] = set()
            for source, view in self.views.items():
                told = frozenset(
                    (key, value)
                    for key, (_, value) in self.differing(view).items()
                    if key[1] != MINUTES
                )
                if told and told not in known:
                    self._tellings[source] = view
                known.add(told)
        return self._tellings

    def _as_said_by(self, source: str) -> GameFacts:
        """Return the facts with a source's numbers, and what is counted from them."""
        told = {key: value for key, said in self.said.items() for value, by in said if by == source}
        others = {of: set(pairs) for of, pairs in self.scores.items() if of in _OTHER_SCORES}
        view = replace(
            self, values=self.values | told, said={}, scores=defaultdict(set, others), chances={},
            _by_statistic={}, _pairs=None,
        )  # fmt: skip
        for (owner, statistic, part), value in told.items():
            known = self.value(owner, statistic, part)
            if isinstance(owner, int) and owner in self.group_of and known is not None:
                kind, team = self.group_of[owner], self.team_of[owner]
                view._add((f"{kind} {team}", statistic, part), value - known)
                total = (team, _GROUP_POINTS[kind], GAME)
                if (statistic, part) == (POINTS, GAME) and total not in told:
                    view._add(total, value - known)
        _add_groups(view)
        _add_scores(view)
        return view

    def differing(self, view: GameFacts) -> dict[tuple[Owner, str, str], tuple[float, float]]:
        """Return the numbers in which a source's view differs: what is believed, what it says."""
        if view._differing is None:
            view._differing = {
                key: (self.values[key], value)
                for key, value in view.values.items()
                if key in self.values and self.values[key] != value
            }
        return view._differing

    def differing_of(
        self, view: GameFacts, owner: Owner
    ) -> Mapping[tuple[str, str], tuple[float, float]]:
        """Return the numbers of somebody in which a view differs, by statistic and part."""
        if view._differing_of is None:
            view._differing_of = {}
            for (who, statistic, part), numbers in self.differing(view).items():
                view._differing_of.setdefault(who, {})[statistic, part] = numbers
        return view._differing_of.get(owner, {})

    def disputed_by(self, view: GameFacts) -> frozenset[Owner]:
        """Return those of whom a view has another number; a group's team is one of them.

        Minutes, which all sources round as they like, are no other number.
        """
        if view._disputed is None:
            owners = {owner for owner, statistic, _ in self.differing(view) if statistic != MINUTES}
            teams = {one.split()[-1] for one in owners if isinstance(one, str)}
            view._disputed = frozenset(owners | teams)
        return view._disputed

    def _add(self, key: tuple[Owner, str, str], more: float) -> None:
        """Add to a number that is known."""
        if key in self.values:
            self.values[key] += more

    def value(self, owner: Owner, statistic: str, part: str = GAME) -> float | None:
        """Return a number, or None where it is not known."""
        return self.values.get((owner, statistic, part))

    def owners(self) -> Iterator[Owner]:
        """Yield teams, their groups and players."""
        for team in self.teams:
            yield from (team, f"bench {team}", f"starters {team}")
        yield "both"
        yield from self.team_of

    def parts(self, owner: Owner) -> list[str]:
        """Return the parts of the game that are known of an owner."""
        return [part for who, statistic, part in self.values if (who, statistic) == (owner, "PTS")]

    def of_statistic(self, statistic: str, part: str = GAME) -> list[float]:
        """Return everybody's numbers of a statistic."""
        if not self._by_statistic:
            # All at once: a story asks for many of them.
            for (_, code, where), value in self.values.items():
                self._by_statistic.setdefault((code, where), []).append(value)
        return self._by_statistic.get((statistic, part), [])


class FactStore:
    """Fetches the facts of games and keeps those of the games asked for last.

    Args:
        connection: An open knowledge base.
        most: How many games to keep.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, most: int = 128) -> None:
        self._cursor = connection.cursor()
        self._most = most
        self._known: dict[str, GameFacts] = {}
        self._earlier_lines: dict[str, list[dict[str, Any]]] = {}

    def games(self, game_ids: Iterable[str]) -> Mapping[str, GameFacts]:
        """Return the facts of games; a game without any has empty ones."""
        wanted = sorted(set(game_ids))
        missing = [game for game in wanted if game not in self._known]
        if missing and len(self._known) + len(missing) > self._most:
            self._known.clear()
            missing = wanted
        for game in missing:
            self._known[game] = GameFacts()
        if missing:
            self._fetch(missing)
        return {game: self._known[game] for game in wanted}

    def _rows(self, query: str, games: Sequence[str]) -> Iterator[dict[str, Any]]:
        cursor = self._cursor.execute(query, {"games": list(games)})
        names = [column[0] for column in cursor.description or ()]
        return (dict(zip(names, row, strict=True)) for row in cursor.fetchall())

    def _fetch(self, games: Sequence[str]) -> None:
        for row in self._rows(_TEAM_STATS, games):
            facts = self._known[row["game_id"]]
            if row["team_id"] not in facts.teams:
                facts.teams.append(row["team_id"])
            if row["value"] is not None:
                owner, statistic = row["team_id"], row["statistic"]
                facts.values[owner, statistic, GAME] = row["value"]
        for row in self._rows(_PLAYER_LINES, games):
            _add_line(self._known[row["game_id"]], row)
        for row in self._rows(_PERIOD_LINES, games):
            _add_period_line(self._known[row["game_id"]], row)
        for row in self._rows(_SAID, games):
            said_by = row["team_id"] if row["player_id"] is None else row["player_id"]
            self._known[row["game_id"]].said.setdefault(
                (said_by, row["statistic"], row["part"]), []
            ).append((row["value"], row["source"]))
        for row in self._rows(_MOMENTS, games):
            home, away = row["home_points"], row["away_points"]
            self._known[row["game_id"]].scores["moment"] |= {(home, away), (away, home)}
        for row in self._rows(_PERIODS, games):
            facts = self._known[row["game_id"]]
            if row["points"] is not None:
                facts.values[row["team_id"], "PTS", row["period"]] = row["points"]
        for game in games:
            _add_groups(self._known[game])
            _add_scores(self._known[game])
        self._fetch_earlier(games)

    def _fetch_earlier(self, games: Sequence[str]) -> None:
        cursor = self._cursor.execute(_TEAM_GAMES, {"games": list(games)})
        seen: dict[tuple[str, str], int] = defaultdict(int)
        others: dict[str, set[str]] = defaultdict(set)
        for game, other, team, points, against, wins, losses in cursor.fetchall():
            facts = self._known[game]
            if wins is not None:
                facts.values[team, "WINS", other] = wins
                facts.values[team, "LOSSES", other] = losses
            if other == game or points is None:
                continue
            seen[game, team] += 1
            if seen[game, team] <= _EARLIER_GAMES:
                others[other].add(game)
            facts.scores["earlier"] |= {(points, against), (against, points)}
            facts.earlier[team, "PTS"].append(points)
            facts.earlier[team, "MARGIN"].append(abs(points - against))
        for row in self._rows(_PLAYER_LINES, sorted(others)):
            for game in others[row["game_id"]]:
                facts = self._known[game]
                if row["player_id"] in facts.team_of:
                    for column, statistic in LINE.items():
                        if row[column] is not None:
                            facts.earlier[row["player_id"], statistic].append(row[column])


def _add_line(facts: GameFacts, row: Mapping[str, Any]) -> None:
    player, team = row["player_id"], row["team_id"]
    facts.team_of[player] = team
    group = f"{'starters' if row['is_starter'] else 'bench'} {team}"
    if row["is_starter"] is not None:
        facts.group_of[player] = group.split()[0]
    for column, statistic in LINE.items():
        value = row[column]
        if value is None:
            continue
        facts.values[player, statistic, GAME] = value
        if row["is_starter"] is not None and not statistic.endswith(("_PCT", "MINUS")):
            key = (group, statistic, GAME)
            facts.values[key] = facts.values.get(key, 0) + value


def _add_period_line(facts: GameFacts, row: Mapping[str, Any]) -> None:
    """Add a player's quarter to his and his team's numbers of it and of its half."""
    for part in _HALVES.get(row["period"], ("OT", f"OT{row['period'] - 4}")):
        for column in (*_COUNTED, "reb"):
            value = row[column]
            if value is None:
                continue
            for owner in (row["player_id"], row["team_id"]):
                key = (owner, LINE[column], part)
                facts.values[key] = facts.values.get(key, 0) + value


def _add_groups(facts: GameFacts) -> None:
    """Add what both teams have together and how many players reached double figures."""
    if len(facts.teams) != 2:
        return
    home, away = facts.teams
    for (owner, statistic, part), value in list(facts.values.items()):
        other = facts.values.get((away, statistic, part))
        if owner == home and other is not None and not statistic.endswith("_PCT"):
            facts.values["both", statistic, part] = value + other
    for team in facts.teams:
        bench = facts.value(team, "BENCH_PTS")
        if bench is not None:
            facts.values[f"bench {team}", POINTS, GAME] = bench
    counts: dict[str, int] = defaultdict(int)
    for player, team in facts.team_of.items():
        counts[team] += (facts.value(player, "PTS") or 0) >= 10
    for team, count in counts.items():
        facts.values[team, "DOUBLE_FIGURES", GAME] = count


def _add_scores(facts: GameFacts) -> None:
    if len(facts.teams) != 2:
        return
    home, away = facts.teams
    for (owner, statistic, part), value in list(facts.values.items()):
        if owner != home or statistic != "PTS":
            continue
        other = facts.values.get((away, "PTS", part))
        if other is None:
            continue
        pair = (int(value), int(other))
        facts.scores[part] |= {pair, pair[::-1]}
        margin = abs(pair[0] - pair[1])
        facts.values["both", "MARGIN", part] = margin

"""Fetches the facts of games from a knowledge base, and keeps those asked for last."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import duckdb

from factcheck.knowledge.facts import GAME, LINE, GameFacts, add_groups, add_scores
from factcheck.knowledge.schedule import Fixture
from factcheck.support.recent import MOST, RecentGames

_EARLIER_GAMES = 8
"""How many games before this one a story may speak of besides meetings of its teams."""
_COUNTED = (
    "pts", "oreb", "dreb", "ast", "stl", "blk", "tov", "pf", "fgm", "fga", "fg3m", "fg3a", "ftm",
    "fta",
)  # fmt: skip
_HALVES = {1: ("Q1", "H1"), 2: ("Q2", "H1"), 3: ("Q3", "H2"), 4: ("Q4", "H2")}
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
  SELECT this.game_id, other.game_id, other.team_id, other.opponent_id, other.date, other.is_home,
    other.points, other.opponent_points, other.wins, other.losses,
    other.home_wins, other.home_losses, other.away_wins, other.away_losses
  FROM team_game AS this
  JOIN team_game AS other
    ON other.team_id = this.team_id AND other.season = this.season AND other.date <= this.date
  WHERE this.game_id IN (SELECT unnest($games::VARCHAR[]))
    AND (other.opponent_id = this.opponent_id OR other.date > this.date - INTERVAL 16 DAY)
  ORDER BY other.date DESC
"""
_AROUND = """
  SELECT this.game_id, this.date, other.team_id, other.opponent_id, other.date, other.is_home,
    other.game_id, coalesce(other.game_id IN (following.other_game_id, last.other_game_id), false)
  FROM team_game AS this
  JOIN team_game AS other ON other.team_id = this.team_id AND other.season = this.season
    AND other.date BETWEEN this.date - 10 AND this.date + 10 AND other.game_id <> this.game_id
  LEFT JOIN next_game AS following
    ON following.game_id = this.game_id AND following.team_id = this.team_id
  LEFT JOIN previous_game AS last
    ON last.game_id = this.game_id AND last.team_id = this.team_id
  WHERE this.game_id IN (SELECT unnest($games::VARCHAR[]))
  ORDER BY abs(other.date - this.date)
"""


class FactStore:
    """Fetches the facts of games and keeps those of the games asked for last.

    Args:
        connection: An open knowledge base.
        most: How many games to keep.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, most: int = MOST) -> None:
        self._cursor = connection.cursor()
        self._recent = RecentGames(most)
        self._known: dict[str, GameFacts] = {}
        self._ahead: tuple[str, ...] = ()

    def games(self, game_ids: Iterable[str]) -> Mapping[str, GameFacts]:
        """Return the facts of games; a game without any has empty ones."""
        wanted = sorted(set(game_ids))
        missing = [game for game in wanted if game not in self._known]
        if missing and self._recent.are_too_many(self._known, frozenset(wanted), self._ahead):
            kept = {*wanted, *self._ahead}
            self._known = {game: facts for game, facts in self._known.items() if game in kept}
        if not set(missing).isdisjoint(self._ahead):
            missing += [
                game for game in self._ahead if game not in self._known and game not in missing
            ]
        for game in missing:
            self._known[game] = GameFacts()
        if missing:
            self._fetch(missing)
        return {game: self._known[game] for game in wanted}

    def look_ahead(self, games: Iterable[str]) -> None:
        """Fetch the facts of games with the others: stories to come are about them."""
        self._ahead = tuple(games)

    def spare(self, sparing: bool) -> None:
        """Keep the facts of few games, unless they are asked for again; or of many."""
        self._recent.spare(sparing)

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
            add_groups(self._known[game])
            add_scores(self._known[game])
        self._fetch_earlier(games)
        self._fetch_schedule(games)

    def _fetch_schedule(self, games: Sequence[str]) -> None:
        cursor = self._cursor.execute(_AROUND, {"games": list(games)})
        for game, today, *fixture, is_nearest in cursor.fetchall():
            schedule = self._known[game].schedule
            schedule.today = today
            schedule.add(Fixture(*fixture), is_nearest=is_nearest)

    def _fetch_earlier(self, games: Sequence[str]) -> None:
        cursor = self._cursor.execute(_TEAM_GAMES, {"games": list(games)})
        seen: dict[tuple[str, str], int] = defaultdict(int)
        others: dict[str, set[str]] = defaultdict(set)
        for game, other, *told in cursor.fetchall():
            (team, opponent, date, is_home), (points, against, wins, losses) = told[:4], told[4:8]
            facts, by_place = self._known[game], told[8:]
            if other == game and None not in by_place:
                facts.place_records |= {(by_place[0], by_place[1]), (by_place[2], by_place[3])}
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
            before = Fixture(team, opponent, date, is_home, other, (points, against))
            facts.schedule.before.append(before)
            facts.in_games[other, team] = {"PTS": points, "MARGIN": abs(points - against)}
        for row in self._rows(_PLAYER_LINES, sorted(others)):
            for game in others[row["game_id"]]:
                facts = self._known[game]
                if row["player_id"] in facts.team_of:
                    had = {
                        statistic: row[column]
                        for column, statistic in LINE.items()
                        if row[column] is not None
                    }
                    facts.in_games[row["game_id"], row["player_id"]] = had
                    for statistic, value in had.items():
                        facts.earlier[row["player_id"], statistic].append(value)


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

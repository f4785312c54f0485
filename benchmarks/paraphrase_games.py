"""Facts of games drawn from a knowledge base, for the templates of paraphrases.py.

Each function of :data:`KINDS` returns what a template of its kind may tell of a game, computed here
from plain rows (box scores, quarters, plays) and not by the rules' SQL, or None where the game has
nothing of the kind.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

from factcheck.knowledge import KnowledgeBase

QUARTERS = {1: "first quarter", 2: "second quarter", 3: "third quarter", 4: "fourth quarter"}
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
Slots = dict[str, str | int]
Row = Mapping[str, Any]


@dataclass(frozen=True)
class Telling:
    """What a template may tell of a game.

    Args:
        slots: What is so.
        false: What may be put in instead; of several slots at once where they belong together.
        holds: False where what the template says by itself is not so.
    """

    slots: Slots
    false: Sequence[Slots] = ()
    holds: bool = True


@dataclass(frozen=True)
class Game:
    """The rows of one game.

    Args:
        id: Its ``game_id``.
        row: Of the relation ``game``.
        lines: Players who played, the most points first.
        teams: Rows of ``team_game`` by team.
        nicknames: Of all teams of the season.
        statistics: Value by team and statistic.
        periods: Own and other points by team and period.
        quarters: A player's points by player and number of the period.
        nexts: Rows of ``next_game`` by team.
        plays: All plays, in order.
        averages: A player's points in the season to date: average, games, best before.
        cities: Of all teams of the season.
        conferences: Of all teams of the season, "East" or "West".
        schedules: All games of the regular season by team, in order.
        careers: All lines of the season to date by player, in order.
        absent: Players of both teams who did not play.
    """

    id: str
    row: Row
    lines: Sequence[Row]
    teams: Mapping[str, Row]
    nicknames: Mapping[str, str]
    statistics: Mapping[tuple[str, str], float]
    periods: Mapping[tuple[str, str], tuple[int, int]]
    quarters: Mapping[tuple[int, int], int]
    nexts: Mapping[str, Row]
    plays: Sequence[Row]
    averages: Mapping[int, Row]
    cities: Mapping[str, str]
    conferences: Mapping[str, str]
    schedules: Mapping[str, Sequence[Row]]
    careers: Mapping[int, Sequence[Row]]
    absent: Sequence[Row]

    @property
    def winner(self) -> str:
        return str(self.row["winner_id"])

    @property
    def loser(self) -> str:
        return str(self.row["loser_id"])

    @property
    def day(self) -> date:
        day = self.row["date"]
        assert isinstance(day, date)
        return day

    @property
    def month(self) -> str:
        return self.day.strftime("%B")

    def until(self, team: str) -> list[Row]:
        """Return a team's games up to this one."""
        return [row for row in self.schedules[team] if row["date"] <= self.day]

    def after(self, team: str) -> list[Row]:
        """Return a team's games after this one."""
        return [row for row in self.schedules[team] if row["date"] > self.day]

    def career(self, line: Row) -> Sequence[Row]:
        """Return a player's lines of the season, up to this game's."""
        return self.careers[line["player_id"]]

    def other(self, team: str) -> str:
        """Return the team that plays against a team."""
        return self.loser if team == self.winner else self.winner

    def names(self, team: str) -> Slots:
        """Return the slots of a team and of the other one."""
        return {"T": self.nicknames[team], "O": self.nicknames[self.other(team)]}

    def swapped(self, team: str) -> Slots:
        """Return the slots with the teams in each other's place."""
        return self.names(self.other(team))

    def mate(self, line: Row, chance: random.Random, fits: Callable[[Row], bool]) -> list[Slots]:
        """Return another player of the same team as the slot P, if there is one that fits."""
        mates = [
            one
            for one in self.lines
            if one["team_id"] == line["team_id"] and one is not line and fits(one)
        ]
        return [{"P": chance.choice(mates)["name"]}] if mates else []


class Games:
    """Draws games with players' quarters and plays.

    Args:
        knowledge: The knowledge base.

    Raises:
        SystemExit: It has no such game.
    """

    def __init__(self, knowledge: KnowledgeBase) -> None:
        self._knowledge = knowledge
        self._ids = [
            row["game_id"]
            for row in knowledge.rows(
                """
                SELECT game_id FROM game
                WHERE regular_season AND has_player_lines AND game_id IN (SELECT game_id FROM play)
                ORDER BY game_id
                """
            )
        ]
        if not self._ids:
            raise SystemExit("no game of the knowledge base has player lines and plays")
        self.game = cache(self._game)

    def draw(self, chance: random.Random) -> Game:
        """Return a game at random, of few hundred, so that most are known already."""
        return self.game(self._ids[chance.randrange(250) * 7919 % len(self._ids)])

    def _game(self, game: str) -> Game:
        def rows(sql: str) -> list[dict[str, Any]]:
            return self._knowledge.rows(sql, [game])

        (row,) = rows("SELECT * FROM game WHERE game_id = ?")
        clubs = self._knowledge.rows("SELECT * FROM team WHERE season = ?", [row["season"]])

        def of_clubs(column: str) -> dict[str, str]:
            return {str(one["team_id"]): str(one[column]) for one in clubs}

        return Game(
            game,
            row,
            rows(
                """
                SELECT player_line.*, player.name
                FROM player_line JOIN player USING (player_id)
                WHERE game_id = ? AND played AND pts IS NOT NULL
                ORDER BY pts DESC, name
                """
            ),
            {one["team_id"]: one for one in rows("SELECT * FROM team_game WHERE game_id = ?")},
            of_clubs("nickname"),
            {
                (one["team_id"], one["statistic"]): one["value"]
                for one in rows("SELECT * FROM team_stat WHERE game_id = ?")
            },
            {
                (one["team_id"], one["period"]): (one["points"], one["opponent_points"])
                for one in rows("SELECT * FROM period_score WHERE game_id = ?")
            },
            {
                (one["player_id"], one["period"]): one["pts"]
                for one in rows("SELECT * FROM period_line WHERE game_id = ?")
            },
            {one["team_id"]: one for one in rows("SELECT * FROM next_game WHERE game_id = ?")},
            rows(
                """
                SELECT
                    play.*, player.name, other.name AS other_name
                FROM play
                LEFT JOIN player USING (player_id)
                LEFT JOIN player AS other ON other.player_id = play.other_id
                WHERE game_id = ?
                ORDER BY number
                """
            ),
            {
                one["player_id"]: one
                for one in rows(
                    """
                    SELECT
                        line.player_id, avg(line.pts) AS average, count(*) AS games,
                        max(line.pts) FILTER (line.date < this.date) AS best_before
                    FROM player_line AS line
                    JOIN game AS this ON this.game_id = ? AND this.season = line.season
                    WHERE line.played AND line.date <= this.date
                    GROUP BY line.player_id
                    """
                )
            },
            of_clubs("city"),
            of_clubs("conference"),
            _by(
                "team_id",
                rows(
                    """
                    SELECT one.*, game.weekday_name
                    FROM team_game AS one
                    JOIN game USING (game_id)
                    JOIN game AS this ON this.game_id = ? AND this.season = game.season
                    WHERE game.regular_season AND one.team_id IN (this.home_id, this.away_id)
                    ORDER BY one.date
                    """
                ),
            ),
            _by(
                "player_id",
                rows(
                    """
                    SELECT line.*
                    FROM player_line AS line
                    JOIN game USING (game_id)
                    JOIN game AS this ON this.game_id = ? AND this.season = line.season
                    WHERE line.played AND line.date <= this.date AND game.regular_season
                        AND line.pts IS NOT NULL
                    ORDER BY line.date
                    """
                ),
            ),
            rows(
                """
                SELECT player_line.*, player.name
                FROM player_line JOIN player USING (player_id)
                WHERE game_id = ? AND NOT played
                ORDER BY name
                """
            ),
        )


def _by(column: str, rows: Sequence[Row]) -> dict[Any, list[Row]]:
    """Return rows by the value of a column."""
    found: dict[Any, list[Row]] = {}
    for row in rows:
        found.setdefault(row[column], []).append(row)
    return found


Kind = Callable[[Game, random.Random], Telling | None]
KINDS: dict[str, Kind] = {}


def kind(function: Kind) -> Kind:
    """Add a kind under the name of its function."""
    KINDS[function.__name__] = function
    return function


def near(number: float, chance: random.Random, most: int = 4) -> int:
    """Return another number not far from one, never below zero."""
    return chance.choice(
        [n for n in range(max(0, int(number) - most), int(number) + most + 1) if n != number]
    )


def somebody(game: Game, chance: random.Random, fits: Callable[[Row], bool]) -> Row | None:
    """Return one of the first six players, by points, whose line fits."""
    fitting = [line for line in game.lines if fits(line)][:6]
    return chance.choice(fitting) if fitting else None


def another_day(day: str, chance: random.Random) -> str:
    return chance.choice([one for one in DAYS if one != day])

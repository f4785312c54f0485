"""Facts of games drawn from a knowledge base, for the templates of paraphrases.py.

Each function of :data:`KINDS` returns what a template of its kind may tell of a game, computed here
from plain rows (box scores, quarters, plays) and not by the rules' SQL, or None where the game has
nothing of the kind.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
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

    @property
    def winner(self) -> str:
        return str(self.row["winner_id"])

    @property
    def loser(self) -> str:
        return str(self.row["loser_id"])

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
        teams = {
            str(one["team_id"]): str(one["nickname"])
            for one in self._knowledge.rows(
                "SELECT team_id, nickname FROM team WHERE season = ?", [row["season"]]
            )
        }
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
            teams,
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
        )


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


def _somebody(game: Game, chance: random.Random, fits: Callable[[Row], bool]) -> Row | None:
    fitting = [line for line in game.lines if fits(line)][:6]
    return chance.choice(fitting) if fitting else None


def _numbers(least: Callable[[Row], bool], **columns: str) -> Kind:
    """Return a kind that tells numbers of a player: slots by column of his line."""

    def tell(game: Game, chance: random.Random) -> Telling | None:
        line = _somebody(game, chance, least)
        if line is None:
            return None
        told: Slots = {slot: int(line[column]) for slot, column in columns.items()}
        false: list[Slots] = [
            {slot: near(int(line[column]), chance, 4 if column == "pts" else 2)}
            for slot, column in columns.items()
        ]
        false += game.mate(
            line, chance, lambda one: all(one[c] != line[c] for c in columns.values())
        )
        return Telling({"P": line["name"], **game.names(line["team_id"]), **told}, false)

    return tell


def _made(least: Callable[[Row], bool], made: str, tried: str, **columns: str) -> Kind:
    """Return a kind that tells shots made and tried: fewer made, more tried are false.

    Args:
        least: Whether a player's line will do.
        made: The slot of shots made.
        tried: The slot of shots tried.
        columns: The columns of these slots, and of others.
    """
    numbers = _numbers(least, **columns)

    def tell(game: Game, chance: random.Random) -> Telling | None:
        told = numbers(game, chance)
        if told is None:
            return None
        hit = int(told.slots[made])
        false = [one for one in told.false if not {made, tried} & one.keys()]
        false += [{tried: int(told.slots[tried]) + 2}, {made: hit - 1 if hit else hit + 1}]
        return Telling(told.slots, false)

    return tell


KINDS |= {
    "player_points": _numbers(lambda line: line["pts"] >= 8, pts="pts"),
    "player_rebounds": _numbers(lambda line: line["reb"] >= 5, reb="reb"),
    "player_assists": _numbers(lambda line: line["ast"] >= 4, ast="ast"),
    "player_steals_blocks": _numbers(
        lambda line: line["stl"] >= 2 and line["blk"] >= 2, stl="stl", blk="blk"
    ),
    "player_line": _numbers(
        lambda line: line["pts"] > 8 and line["reb"] > 2 and line["ast"] > 1,
        pts="pts", reb="reb", ast="ast",
    ),
    "double_double": _numbers(
        lambda line: line["pts"] >= 14 and line["reb"] >= 12 and line["ast"] < 10,
        pts="pts", reb="reb",
    ),
    "bench_player": _numbers(
        lambda line: line["is_starter"] is False and line["pts"] >= 6, pts="pts"
    ),
    "player_shooting": _made(
        lambda line: line["fga"] >= 8, "fgm", "fga", fgm="fgm", fga="fga"
    ),
    "player_threes": _made(
        lambda line: line["fg3a"] >= 4, "tpm", "tpa", tpm="fg3m", tpa="fg3a"
    ),
    "player_free_throws": _made(
        lambda line: line["fta"] >= 4, "ftm", "fta", ftm="ftm", fta="fta"
    ),
    "player_points_shooting": _made(
        lambda line: line["pts"] >= 12, "fgm", "fga", fgm="fgm", fga="fga", pts="pts"
    ),
}  # fmt: skip


@kind
def team_leader(game: Game, chance: random.Random) -> Telling | None:
    team = chance.choice([game.winner, game.loser])
    first, second = [line for line in game.lines if line["team_id"] == team][:2]
    if first["pts"] == second["pts"]:
        return None
    slots = {"P": first["name"], "pts": first["pts"], **game.names(team)}
    return Telling(slots, [{"pts": near(first["pts"], chance)}, {"P": second["name"]}])


@kind
def game_leader_rebounds(game: Game, chance: random.Random) -> Telling | None:
    first, second = sorted(game.lines, key=lambda line: -line["reb"])[:2]
    if first["reb"] == second["reb"]:
        return None
    slots = {"P": first["name"], "reb": first["reb"]}
    return Telling(slots, [{"reb": first["reb"] + 2}, {"P": second["name"]}])


def _several(game: Game, chance: random.Random) -> tuple[Slots, list[Slots]] | None:
    team = chance.choice([game.winner, game.loser])
    lines = [line for line in game.lines if line["team_id"] == team and line["pts"] >= 6][:5]
    if len(lines) < 4:
        return None
    chance.shuffle(lines)
    slots: Slots = {}
    false: list[Slots] = []
    for number, line in zip(("", "2", "3"), lines, strict=False):
        slots |= {f"P{number}": line["name"], f"pts{number}": line["pts"]}
        false.append({f"pts{number}": near(line["pts"], chance)})
    if lines[3]["pts"] != lines[1]["pts"]:
        false.append({"P2": lines[3]["name"]})
    return slots, false


@kind
def two_players(game: Game, chance: random.Random) -> Telling | None:
    told = _several(game, chance)
    return None if told is None else Telling(*told)


KINDS["three_players"] = two_players


@kind
def combined(game: Game, chance: random.Random) -> Telling | None:
    told = _several(game, chance)
    if told is None:
        return None
    total = int(told[0]["pts"]) + int(told[0]["pts2"])
    false: list[Slots] = [{"sum": near(total, chance)}, *(one for one in told[1] if "P2" in one)]
    return Telling(told[0] | {"sum": total}, false)


@kind
def final_score(game: Game, chance: random.Random) -> Telling:
    own, other = game.teams[game.winner]["points"], game.teams[game.loser]["points"]
    return Telling(
        game.names(game.winner) | {"tp": own, "op": other},
        [{"tp": own + 3}, {"op": other - 4}, game.swapped(game.winner)],
    )


@kind
def opponent_holder(game: Game, chance: random.Random) -> Telling:
    other = game.teams[game.loser]["points"]
    return Telling(game.names(game.winner) | {"op": other}, [{"op": other - 5}])


@kind
def margin(game: Game, chance: random.Random) -> Telling:
    by = game.row["margin"]
    return Telling(
        game.names(game.winner) | {"margin": by}, [{"margin": by + 4}, game.swapped(game.winner)]
    )


def _ahead(game: Game, period: str) -> tuple[str, int, int] | None:
    """Return who had more in a part of the game, and the points of both."""
    for team in (game.winner, game.loser):
        own, other = game.periods.get((team, period), (0, 0))
        if own > other:
            return team, own, other
    return None


@kind
def quarter_score(game: Game, chance: random.Random) -> Telling | None:
    quarter = chance.choice(list(QUARTERS))
    found = _ahead(game, f"Q{quarter}")
    if found is None:
        return None
    team, own, other = found
    slots = game.names(team) | {"Q": QUARTERS[quarter], "qt": own, "qo": other}
    return Telling(slots, [{"qt": own + 3}, {"qo": other - 3}])


@kind
def halftime_score(game: Game, chance: random.Random) -> Telling | None:
    found = _ahead(game, "H1")
    if found is None:
        return None
    team, own, other = found
    false: list[Slots] = [{"ht": own + 3}, {"ho": other - 2}, game.swapped(team)]
    return Telling(game.names(team) | {"ht": own, "ho": other}, false)


@kind
def lead_after_three(game: Game, chance: random.Random) -> Telling | None:
    found = _ahead(game, "Q1-Q3")
    if found is None or found[1] - found[2] < 2:
        return None
    team, lead = found[0], found[1] - found[2]
    return Telling(game.names(team) | {"lead": lead}, [{"lead": lead + 5}, game.swapped(team)])


def _of_teams(statistic: str, own: str, other: str, off: int) -> Kind:
    """Return a kind that tells a statistic of both teams, the winner having more."""

    def tell(game: Game, chance: random.Random) -> Telling | None:
        values = [game.statistics.get((team, statistic)) for team in (game.winner, game.loser)]
        if values[0] is None or values[1] is None or values[0] <= values[1]:
            return None
        first, second = int(values[0]), int(values[1])
        return Telling(
            game.names(game.winner) | {own: first, other: second},
            [{own: first + off}, {other: second - off + 1}],
        )

    return tell


def _of_team(off: int, **statistics: str) -> Kind:
    """Return a kind that tells statistics of the winner."""

    def tell(game: Game, chance: random.Random) -> Telling | None:
        told: Slots = {}
        for slot, statistic in statistics.items():
            value = game.statistics.get((game.winner, statistic))
            if value is None:
                return None
            told[slot] = round(value)
        false: list[Slots] = [{slot: int(value) + off} for slot, value in told.items()]
        return Telling(game.names(game.winner) | told, false)

    return tell


KINDS |= {
    "team_rebounds": _of_teams("REB", "tr", "or", 4),
    "bench_points": _of_teams("BENCH_PTS", "tb", "ob", 5),
    "team_shooting": _of_team(5, pct="FG_PCT"),
    "team_threes": _of_team(2, tm="FG3M", ta="FG3A"),
    "team_turnovers": _of_team(4, to="TOV"),
}


@kind
def double_figures(game: Game, chance: random.Random) -> Telling | None:
    number = game.teams[game.winner]["double_figures"]
    if number is None or number < 3:
        return None
    return Telling(game.names(game.winner) | {"n": number}, [{"n": number + 1}])


@kind
def record(game: Game, chance: random.Random) -> Telling:
    row = game.teams[game.winner]
    return Telling(
        game.names(game.winner) | {"w": row["wins"], "l": row["losses"]},
        [{"w": row["wins"] + 2}, {"l": row["losses"] + 2}],
    )


def _streak(*, won: bool) -> Kind:
    def tell(game: Game, chance: random.Random) -> Telling | None:
        team = game.winner if won else game.loser
        number = game.teams[team]["streak"]
        if number is None or number < 3:
            return None
        return Telling(game.names(team) | {"n": number}, [{"n": number + 2}])

    return tell


KINDS |= {"streak": _streak(won=True), "loss_streak": _streak(won=False)}


def _another_day(day: str, chance: random.Random) -> str:
    return chance.choice([one for one in DAYS if one != day])


@kind
def next_opponent(game: Game, chance: random.Random) -> Telling | None:
    following = game.nexts.get(game.winner)
    if following is None or following["opponent_id"] == game.loser:
        return None
    day, opponent = following["weekday_name"], following["opponent_id"]
    playing = {game.winner, game.loser, opponent}
    rival = chance.choice(sorted(set(game.nicknames) - playing))
    slots = game.names(game.winner) | {"NO": game.nicknames[opponent], "DAY": day}
    return Telling(slots, [{"DAY": _another_day(day, chance)}, {"NO": game.nicknames[rival]}])


@kind
def venue(game: Game, chance: random.Random) -> Telling | None:
    arena = game.row["arena"]
    if arena is None or game.row["neutral"]:
        return None
    other = "United Center" if arena == "Staples Center" else "Staples Center"
    return Telling(game.names(game.row["home_id"]) | {"ARENA": arena}, [{"ARENA": other}])


@kind
def weekday(game: Game, chance: random.Random) -> Telling:
    day = game.row["weekday_name"]
    return Telling(game.names(game.winner) | {"DAY": day}, [{"DAY": _another_day(day, chance)}])


@kind
def season_average(game: Game, chance: random.Random) -> Telling | None:
    line = _somebody(game, chance, lambda one: game.averages[one["player_id"]]["games"] >= 10)
    if line is None:
        return None
    average = game.averages[line["player_id"]]["average"]
    return Telling({"P": line["name"], "avg": f"{average:.1f}"}, [{"avg": f"{average + 3.4:.1f}"}])


@kind
def season_high(game: Game, chance: random.Random) -> Telling | None:
    line = _somebody(
        game,
        chance,
        lambda one: one["pts"] > (game.averages[one["player_id"]]["best_before"] or 99),
    )
    if line is None:
        return None
    return Telling({"P": line["name"], "pts": line["pts"]}, [{"pts": line["pts"] + 3}])


def _in_quarter(game: Game, chance: random.Random) -> tuple[Row, int, int] | None:
    line = _somebody(game, chance, lambda one: one["pts"] >= 10)
    if line is None:
        return None
    quarter = chance.choice(list(QUARTERS))
    points = game.quarters.get((line["player_id"], quarter), 0)
    return (line, quarter, points) if points >= 4 else None


@kind
def player_quarter(game: Game, chance: random.Random) -> Telling | None:
    found = _in_quarter(game, chance)
    if found is None:
        return None
    line, quarter, points = found
    slots = {"P": line["name"], "pts": line["pts"], "qpts": points, "Q": QUARTERS[quarter]}
    wrong = points + 2 if points + 2 <= line["pts"] else points - 2
    return Telling(slots, [{"qpts": wrong}])


KINDS["share_of_quarter"] = player_quarter


@kind
def player_half(game: Game, chance: random.Random) -> Telling | None:
    line = _somebody(game, chance, lambda one: one["pts"] >= 10)
    if line is None or game.row["overtimes"]:
        return None
    points = sum(game.quarters.get((line["player_id"], quarter), 0) for quarter in (3, 4))
    return Telling({"P": line["name"], "hpts": points}, [{"hpts": points + 3}]) if points else None


@kind
def starters_none(game: Game, chance: random.Random) -> Telling | None:
    line = _somebody(game, chance, lambda one: one["pts"] == 0 and (one["minutes"] or 0) > 5)
    if line is None:
        return None
    return Telling({"P": line["name"]}, game.mate(line, chance, lambda one: one["pts"] > 4))


@kind
def foul_trouble(game: Game, chance: random.Random) -> Telling | None:
    line = _somebody(game, chance, lambda one: one["pf"] == 6)
    if line is None:
        return None
    return Telling({"P": line["name"]}, game.mate(line, chance, lambda one: (one["pf"] or 0) < 5))


@kind
def minutes(game: Game, chance: random.Random) -> Telling | None:
    line = _somebody(game, chance, lambda one: (one["minutes"] or 0) > 20)
    if line is None:
        return None
    played = round(line["minutes"])
    return Telling({"P": line["name"], "min": played}, [{"min": played + 5}])

"""Facts of box scores and results, for the templates of paraphrases.py; see paraphrase_games.py."""

from __future__ import annotations

import random
from collections.abc import Callable

from paraphrase_games import (
    KINDS,
    QUARTERS,
    Game,
    Kind,
    Row,
    Slots,
    Telling,
    another_day,
    kind,
    near,
    somebody,
)


def _numbers(least: Callable[[Row], bool], **columns: str) -> Kind:
    """Return a kind that tells numbers of a player: slots by column of his line."""

    def tell(game: Game, chance: random.Random) -> Telling | None:
        line = somebody(game, chance, least)
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
    "player_turnovers": _numbers(lambda line: (line["tov"] or 0) >= 3, to="tov"),
    "player_boards_kinds": _numbers(
        lambda line: (line["oreb"] or 0) >= 2 and (line["dreb"] or 0) >= 2,
        oreb="oreb", dreb="dreb",
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
def player_misses(game: Game, chance: random.Random) -> Telling | None:
    line = somebody(game, chance, lambda one: one["fga"] - one["fgm"] >= 4)
    if line is None:
        return None
    missed = line["fga"] - line["fgm"]
    slots = {"P": line["name"], "miss": missed, "fga": line["fga"]}
    return Telling(slots, [{"miss": missed - 2}, {"fga": line["fga"] + 2}])


@kind
def player_duel(game: Game, chance: random.Random) -> Telling | None:
    line = somebody(game, chance, lambda one: one["pts"] >= 18)
    rivals = [one for one in game.lines if line and one["team_id"] != line["team_id"]]
    less = [one for one in rivals if line and one["pts"] < line["pts"] - 3][:4]
    if line is None or not less:
        return None
    other = chance.choice(less)
    slots = game.names(line["team_id"]) | {
        "P": line["name"], "P2": other["name"], "pts": line["pts"], "pts2": other["pts"],
    }  # fmt: skip
    return Telling(slots, [{"pts": line["pts"] + 3}, {"pts2": near(other["pts"], chance, 2)}])


@kind
def three_combined(game: Game, chance: random.Random) -> Telling | None:
    told = _several(game, chance)
    if told is None:
        return None
    total = sum(int(told[0][slot]) for slot in ("pts", "pts2", "pts3"))
    return Telling(told[0] | {"sum": total}, [{"sum": near(total, chance)}])


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
    "team_free_throws": _of_team(2, fm="FTM", fa="FTA"),
    "team_assists": _of_team(3, ta="AST", fg="FGM"),
    "team_steals_blocks": _of_team(3, st="STL", bk="BLK"),
    "team_offensive_boards": _of_team(4, oreb="OREB"),
}


@kind
def double_figures(game: Game, chance: random.Random) -> Telling | None:
    number = game.teams[game.winner]["double_figures"]
    if number is None or number < 3:
        return None
    return Telling(game.names(game.winner) | {"n": number}, [{"n": number + 1}])


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
    return Telling(game.names(game.winner) | {"DAY": day}, [{"DAY": another_day(day, chance)}])


def _in_quarter(game: Game, chance: random.Random) -> tuple[Row, int, int] | None:
    line = somebody(game, chance, lambda one: one["pts"] >= 10)
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
    line = somebody(game, chance, lambda one: one["pts"] >= 10)
    if line is None or game.row["overtimes"]:
        return None
    points = sum(game.quarters.get((line["player_id"], quarter), 0) for quarter in (3, 4))
    return Telling({"P": line["name"], "hpts": points}, [{"hpts": points + 3}]) if points else None


@kind
def starters_none(game: Game, chance: random.Random) -> Telling | None:
    line = somebody(game, chance, lambda one: one["pts"] == 0 and (one["minutes"] or 0) > 5)
    if line is None:
        return None
    return Telling({"P": line["name"]}, game.mate(line, chance, lambda one: one["pts"] > 4))


@kind
def foul_trouble(game: Game, chance: random.Random) -> Telling | None:
    line = somebody(game, chance, lambda one: one["pf"] == 6)
    if line is None:
        return None
    return Telling({"P": line["name"]}, game.mate(line, chance, lambda one: (one["pf"] or 0) < 5))


@kind
def minutes(game: Game, chance: random.Random) -> Telling | None:
    line = somebody(game, chance, lambda one: (one["minutes"] or 0) > 20)
    if line is None:
        return None
    played = round(line["minutes"])
    return Telling({"P": line["name"], "min": played}, [{"min": played + 5}])


@kind
def starters_double(game: Game, chance: random.Random) -> Telling | None:
    number = game.teams[game.winner]["starters_double_figures"]
    if number is None or number == 4:
        # One man short is what a reader would call nearly right.
        return None
    return Telling(game.names(game.winner), holds=number == 5)


@kind
def half_deficit(game: Game, chance: random.Random) -> Telling | None:
    own, other = game.periods.get((game.winner, "H1"), (0, 0))
    if other - own < 2:
        return None
    slots = game.names(game.winner) | {"n": other - own, "margin": game.row["margin"]}
    return Telling(slots, [{"n": other - own + 4}])


@kind
def second_half_score(game: Game, chance: random.Random) -> Telling | None:
    found = _ahead(game, "H2")
    if found is None or game.row["overtimes"]:
        return None
    team, own, other = found
    return Telling(game.names(team) | {"a": own, "b": other}, [{"a": own + 3}, {"b": other - 3}])


@kind
def overtimes(game: Game, chance: random.Random) -> Telling | None:
    number = game.row["overtimes"]
    if number is None or number < 2:
        return None
    return Telling(game.names(game.winner) | {"n": number}, [{"n": number + 1}])

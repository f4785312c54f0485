"""Facts of the season so far and to come, for the templates of paraphrases.py.

See paraphrase_games.py. All are counted here from the plain list of a team's or a player's games.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import takewhile

from paraphrase_games import (
    KINDS,
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

ORDINALS = (
    "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth",
)  # fmt: skip


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


@kind
def next_opponent(game: Game, chance: random.Random) -> Telling | None:
    following = game.nexts.get(game.winner)
    if following is None or following["opponent_id"] == game.loser:
        return None
    day, opponent = following["weekday_name"], following["opponent_id"]
    playing = {game.winner, game.loser, opponent}
    rival = chance.choice(sorted(set(game.nicknames) - playing))
    slots = game.names(game.winner) | {"NO": game.nicknames[opponent], "DAY": day}
    return Telling(slots, [{"DAY": another_day(day, chance)}, {"NO": game.nicknames[rival]}])


@kind
def season_average(game: Game, chance: random.Random) -> Telling | None:
    line = somebody(game, chance, lambda one: game.averages[one["player_id"]]["games"] >= 10)
    if line is None:
        return None
    average = game.averages[line["player_id"]]["average"]
    return Telling({"P": line["name"], "avg": f"{average:.1f}"}, [{"avg": f"{average + 3.4:.1f}"}])


@kind
def season_high(game: Game, chance: random.Random) -> Telling | None:
    line = somebody(
        game,
        chance,
        lambda one: one["pts"] > (game.averages[one["player_id"]]["best_before"] or 99),
    )
    if line is None:
        return None
    return Telling({"P": line["name"], "pts": line["pts"]}, [{"pts": line["pts"] + 3}])


def _other_ordinal(number: int, chance: random.Random, most: int = 15) -> str:
    return ORDINALS[chance.choice([n for n in range(2, most + 1) if n != number])]


def _sides(game: Game, chance: random.Random) -> list[str]:
    """Return both teams, in an order by chance."""
    sides = [game.winner, game.loser]
    chance.shuffle(sides)
    return sides


def _side(
    game: Game, chance: random.Random, fits: Callable[[str], bool]
) -> tuple[str, list[Row], list[Row]] | None:
    """Return a team that fits, with its games up to this one, and those after it."""
    for team in _sides(game, chance):
        if fits(team):
            return team, game.until(team), game.after(team)
    return None


def _wins_and_losses(rows: list[Row]) -> tuple[int, int]:
    won = sum(bool(row["won"]) for row in rows)
    return won, len(rows) - won


def _record(games: Callable[[Game, str], list[Row]], least: int) -> Kind:
    """Return a kind that tells wins and losses of a team in some of its games."""

    def tell(game: Game, chance: random.Random) -> Telling | None:
        for team in _sides(game, chance):
            some = games(game, team)
            won, lost = _wins_and_losses(some)
            if len(some) >= least:
                slots = game.names(team) | {"w": won, "l": lost, "MON": game.month}
                return Telling(slots, [{"w": won + 2}, {"l": lost + 2}])
        return None

    return tell


def _on_trip(game: Game, team: str, *, is_home: bool) -> list[Row]:
    """Return the games of a trip, or of a stay at home, up to this one."""
    rows = game.until(team)[::-1]
    return list(takewhile(lambda row: row["is_home"] == is_home, rows))[::-1]


def _ended_trip(game: Game, team: str) -> list[Row]:
    after = game.after(team)
    return _on_trip(game, team, is_home=False) if after and after[0]["is_home"] else []


KINDS |= {
    "home_record": _record(lambda game, team: [r for r in game.until(team) if r["is_home"]], 5),
    "road_record": _record(lambda game, team: [r for r in game.until(team) if not r["is_home"]], 5),
    "month_record": _record(
        lambda game, team: [
            r for r in game.until(team) if r["date"].month == game.row["date"].month
        ],
        4,
    ),
    "trip_record": _record(_ended_trip, 3),
}


@kind
def last_ten(game: Game, chance: random.Random) -> Telling | None:
    number = chance.randint(5, 10)
    team = chance.choice(_sides(game, chance))
    rows = game.until(team)[-number:]
    won, lost = _wins_and_losses(rows)
    if len(rows) < number or not won or not lost:
        return None
    wrong = won + 2 if won + 2 <= number else won - 2
    return Telling(game.names(team) | {"n": won, "m": number}, [{"n": wrong}])


@kind
def conference_rank(game: Game, chance: random.Random) -> Telling | None:
    team = chance.choice(_sides(game, chance))
    rank = game.teams[team]["conference_rank"]
    if rank is None or len(game.until(team)) < 20 or rank < 2:
        return None
    slots = game.names(team) | {
        "nth": ORDINALS[rank],
        "CONF": f"{game.conferences[team]}ern Conference",
    }
    wrong = ORDINALS[rank + 4 if rank < 8 else rank - 4]
    return Telling(slots, [{"nth": wrong}])


@kind
def games_left(game: Game, chance: random.Random) -> Telling | None:
    team = chance.choice(_sides(game, chance))
    number = len(game.after(team))
    return Telling(game.names(team) | {"n": number}, [{"n": number + 4}]) if number > 1 else None


@kind
def games_played(game: Game, chance: random.Random) -> Telling | None:
    team = chance.choice(_sides(game, chance))
    number = len(game.until(team))
    return Telling(game.names(team) | {"n": number}, [{"n": number + 4}]) if number > 4 else None


def _last(*, won: bool, score: bool) -> Kind:
    """Return a kind that tells the game before this one."""

    def tell(game: Game, chance: random.Random) -> Telling | None:
        found = _side(
            game,
            chance,
            lambda team: [r["won"] for r in game.until(team)[-2:-1]] == [won],
        )
        if found is None:
            return None
        team, until, _ = found
        last = until[-2]
        if last["opponent_id"] == game.other(team) or (game.day - last["date"]).days > 5:
            return None
        margin, high = abs(last["margin"]), max(last["points"], last["opponent_points"])
        slots: Slots = {
            "N1": game.nicknames[last["opponent_id"]], "C1": game.cities[last["opponent_id"]],
            "W1": last["weekday_name"], "m1": margin, "hi": high, "lo": high - margin,
        }  # fmt: skip
        wrong: list[Slots] = (
            [{"hi": high + 3}, {"lo": high - margin - 3}] if score else [{"m1": margin + 4}]
        )
        return Telling(
            game.names(team) | slots, [*wrong, {"W1": another_day(last["weekday_name"], chance)}]
        )

    return tell


KINDS |= {
    "past_win": _last(won=True, score=False),
    "past_loss": _last(won=False, score=False),
    "past_win_score": _last(won=True, score=True),
    "past_loss_score": _last(won=False, score=True),
}


@kind
def past_two_losses(game: Game, chance: random.Random) -> Telling | None:
    found = _side(
        game, chance, lambda team: [r["won"] for r in game.until(team)[-3:-1]] == [False, False]
    )
    if found is None:
        return None
    team, until, _ = found
    first, second = until[-3], until[-2]
    if len({first["opponent_id"], second["opponent_id"], game.other(team)}) < 3:
        return None
    slots = game.names(team) | {
        "N1": game.nicknames[second["opponent_id"]], "m1": -second["margin"],
        "N2": game.nicknames[first["opponent_id"]], "m2": -first["margin"],
    }  # fmt: skip
    return Telling(slots, [{"m1": 3 - second["margin"]}, {"m2": 4 - first["margin"]}])


@kind
def past_points(game: Game, chance: random.Random) -> Telling | None:
    found = _side(game, chance, lambda team: len(game.until(team)) > 1)
    if found is None:
        return None
    team, until, _ = found
    last = until[-2]
    slots = game.names(team) | {
        "N1": game.nicknames[last["opponent_id"]], "p1": last["points"],
        "tp": game.teams[team]["points"],
    }  # fmt: skip
    return Telling(slots, [{"p1": near(last["points"], chance)}])


def _meetings(game: Game, rows: list[Row], team: str) -> list[Row]:
    return [row for row in rows if row["opponent_id"] == game.other(team)]


def _met(*, score: bool) -> Kind:
    """Return a kind that tells the one earlier meeting of the season, which a team won."""

    def tell(game: Game, chance: random.Random) -> Telling | None:
        for team in (game.winner, game.loser):
            earlier = _meetings(game, game.until(team)[:-1], team)
            if len(earlier) != 1 or not earlier[0]["won"]:
                continue
            (last,) = earlier
            slots = game.names(team) | {
                "MON": last["date"].strftime("%B"), "m": last["margin"],
                "hi": last["points"], "lo": last["opponent_points"],
            }  # fmt: skip
            wrong: list[Slots] = (
                [{"hi": last["points"] + 3}, {"lo": last["opponent_points"] - 3}]
                if score
                else [{"m": last["margin"] + 4}]
            )
            return Telling(slots, wrong)
        return None

    return tell


KINDS |= {"met_before_won": _met(score=False), "met_before_score": _met(score=True)}


@kind
def meeting_number(game: Game, chance: random.Random) -> Telling | None:
    number = len(_meetings(game, game.until(game.winner), game.winner))
    if number < 2:
        return None
    return Telling(
        game.names(game.winner) | {"n": number, "nth": ORDINALS[number]},
        [{"nth": _other_ordinal(number, chance, 4)}, {"n": number + 1}],
    )


@kind
def series_lead(game: Game, chance: random.Random) -> Telling | None:
    for team in (game.winner, game.loser):
        won, lost = _wins_and_losses(_meetings(game, game.until(team), team))
        if won > lost and _meetings(game, game.after(team), team):
            return Telling(game.names(team) | {"sw": won, "sl": lost}, [{"sw": won + 1}])
    return None


@kind
def series_sweep(game: Game, chance: random.Random) -> Telling | None:
    meetings = _meetings(game, game.until(game.winner), game.winner)
    if len(meetings) < 2 or _meetings(game, game.after(game.winner), game.winner):
        return None
    if not all(row["won"] for row in meetings):
        return None
    number = len(meetings)
    return Telling(game.names(game.winner) | {"n": number}, [{"n": number + 1}])


@kind
def meetings_left(game: Game, chance: random.Random) -> Telling | None:
    number = len(_meetings(game, game.after(game.winner), game.winner))
    if number < 2:
        return None
    return Telling(game.names(game.winner) | {"n": number}, [{"n": number + 1}])


def _nth_of_stay(*, is_home: bool) -> Kind:
    def tell(game: Game, chance: random.Random) -> Telling | None:
        for team in _sides(game, chance):
            number = len(_on_trip(game, team, is_home=is_home))
            if 2 < number < len(ORDINALS):
                slots = game.names(team) | {"nth": ORDINALS[number]}
                return Telling(slots, [{"nth": _other_ordinal(number, chance, 7)}])
        return None

    return tell


def _stay_opens(*, is_home: bool) -> Kind:
    def tell(game: Game, chance: random.Random) -> Telling | None:
        for team in _sides(game, chance):
            if len(_on_trip(game, team, is_home=is_home)) != 1:
                continue
            number = 1 + _to_come(game, team, is_home=is_home)
            if number > 2:
                return Telling(game.names(team) | {"n": number}, [{"n": number + 2}])
        return None

    return tell


def _to_come(game: Game, team: str, *, is_home: bool) -> int:
    return len(list(takewhile(lambda row: row["is_home"] == is_home, game.after(team))))


KINDS |= {
    "home_again": _nth_of_stay(is_home=True),
    "trip_game": _nth_of_stay(is_home=False),
    "homestand_opens": _stay_opens(is_home=True),
    "trip_opens": _stay_opens(is_home=False),
}


@kind
def next_trip(game: Game, chance: random.Random) -> Telling | None:
    for team in _sides(game, chance):
        number = _to_come(game, team, is_home=False)
        if number > 2 and game.teams[team]["is_home"]:
            return Telling(game.names(team) | {"n": number}, [{"n": number + 2}])
    return None


@kind
def next_two(game: Game, chance: random.Random) -> Telling | None:
    team = chance.choice(_sides(game, chance))
    following = game.after(team)[:2]
    if len(following) < 2 or (following[1]["date"] - game.day).days > 6:
        return None
    first, second = following
    if len({first["opponent_id"], second["opponent_id"], game.other(team)}) < 3:
        return None
    slots = game.names(team) | {
        "NO": game.nicknames[first["opponent_id"]], "DAY": first["weekday_name"],
        "NO2": game.nicknames[second["opponent_id"]], "DAY2": second["weekday_name"],
    }  # fmt: skip
    return Telling(slots, [{"DAY2": another_day(second["weekday_name"], chance)}])


@kind
def next_place(game: Game, chance: random.Random) -> Telling | None:
    for team in _sides(game, chance):
        following = game.after(team)[:1]
        if not following or following[0]["is_home"]:
            continue
        rival = following[0]["opponent_id"]
        if rival == game.other(team):
            continue
        others = sorted(set(game.cities.values()) - {game.cities[t] for t in (team, rival)})
        slots = game.names(team) | {"NO": game.nicknames[rival], "NC": game.cities[rival]}
        return Telling(slots, [{"NC": chance.choice(others)}])
    return None


def _rival_of_day_before(game: Game, team: str) -> str | None:
    before = game.until(team)[-2:-1]
    return (
        game.nicknames[before[0]["opponent_id"]]
        if before and (game.day - before[0]["date"]).days == 1
        else None
    )


@kind
def back_to_back(game: Game, chance: random.Random) -> Telling | None:
    for team in _sides(game, chance):
        rival = _rival_of_day_before(game, team)
        if rival is not None and rival != game.nicknames[game.other(team)]:
            own = {rival, *game.names(team).values()}
            wrong = chance.choice(sorted(set(game.nicknames.values()) - own))
            return Telling(game.names(team) | {"N1": rival}, [{"N1": wrong}])
    return None


@kind
def days_off(game: Game, chance: random.Random) -> Telling | None:
    for team in _sides(game, chance):
        before = game.until(team)[-2:-1]
        number = (game.day - before[0]["date"]).days - 1 if before else 0
        if 2 <= number <= 6:
            return Telling(game.names(team) | {"n": number}, [{"n": number + 2}])
    return None


@kind
def season_high_team(game: Game, chance: random.Random) -> Telling | None:
    for team in _sides(game, chance):
        points = [row["points"] for row in game.until(team)]
        if len(points) > 9 and points[-1] > max(points[:-1]):
            return Telling(game.names(team) | {"tp": points[-1]}, [{"tp": points[-1] + 3}])
    return None


@kind
def twenty_streak(game: Game, chance: random.Random) -> Telling | None:
    def row(line: Row) -> int:
        return len(list(takewhile(lambda one: one["pts"] >= 20, game.career(line)[::-1])))

    line = somebody(game, chance, lambda one: row(one) >= 3)
    if line is None:
        return None
    return Telling({"P": line["name"], "n": row(line)}, [{"n": row(line) + 3}])


@kind
def player_last_game(game: Game, chance: random.Random) -> Telling | None:
    line = somebody(game, chance, lambda one: one["pts"] >= 8)
    if line is None:
        return None
    before, games = game.career(line)[-2:-1], game.until(line["team_id"])[-2:-1]
    if not before or not games or before[0]["game_id"] != games[0]["game_id"]:
        return None
    points = before[0]["pts"]
    slots: Slots = {
        "P": line["name"], "p1": points, "pts": line["pts"], "W1": games[0]["weekday_name"],
        "N1": game.nicknames[games[0]["opponent_id"]],
    }  # fmt: skip
    return Telling(slots, [{"p1": near(points, chance)}])


@kind
def player_double_count(game: Game, chance: random.Random) -> Telling | None:
    def count(line: Row) -> int:
        return sum(bool(one["double_double"]) for one in game.career(line))

    line = somebody(game, chance, lambda one: one["double_double"] and 2 < count(one) < 16)
    if line is None:
        return None
    number = count(line)
    return Telling(
        {"P": line["name"], "n": number, "nth": ORDINALS[number]},
        [{"nth": _other_ordinal(number, chance)}, {"n": number + 3}],
    )


@kind
def player_games_missed(game: Game, chance: random.Random) -> Telling | None:
    if not game.absent:
        return None
    line = chance.choice(game.absent)
    mates = [one for one in game.lines if one["team_id"] == line["team_id"] and one["pts"] > 4]
    slots = {"P": line["name"], **game.names(line["team_id"])}
    return Telling(slots, [{"P": chance.choice(mates)["name"]}] if mates else [])

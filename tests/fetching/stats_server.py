"""A server on this machine that answers in the layouts of stats.nba.com, and badly on demand.

The games are invented. A game is given by its id, its day, visitors and hosts, and the points of
both by period; a team's points of a period are shared out among its men in a fixed way.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl, urlsplit

TEAMS = {
    "MEM": (1610612763, "Memphis", "Grizzlies"),
    "PHX": (1610612756, "Phoenix", "Suns"),
}
MEN = {
    "MEM": ["Adam Ash", "Bert Birch", "Carl Cedar", "Dean Dogwood", "Earl Elm", "Fred Fir"],
    "PHX": ["Guy Gale", "Hal Hail", "Ian Ice", "Jim Jet", "Ken Knoll", "Lee Lake"],
}
LOG_HEADERS = [
    "FGM", "FGA", "FG_PCT", "FG3M", "FG3A", "FG3_PCT", "FTM", "FTA", "FT_PCT",
    "OREB", "DREB", "REB", "AST", "STL", "BLK", "TOV", "PF", "PTS",
]  # fmt: skip
STAGES = {"Regular Season": "002", "PlayIn": "005", "Playoffs": "004"}


@dataclass(frozen=True)
class Played:
    """One invented game; ``periods`` are points of visitors and hosts."""

    game_id: str
    day: str
    visitors: str
    hosts: str
    periods: Sequence[tuple[int, int]]
    final: bool = True

    def points(self, team: str, number: int = 0) -> int:
        """A team's points in a period, or in the whole game."""
        side = int(team == self.hosts)
        chosen = self.periods[number - 1 : number] if number else self.periods
        return sum(period[side] for period in chosen)

    def shares(self, team: str, number: int) -> list[int]:
        """The points of each of a team's men in a period, all even."""
        points = self.points(team, number)
        return [points - 2 * 5, 2, 2, 2, 2, 2]

    def line(self, team: str, man: int, numbers: Sequence[int]) -> dict[str, int]:
        """What a man has in some periods: all points from the field, two by two."""
        points = sum(self.shares(team, number)[man] for number in numbers)
        return {"points": points, "made": points // 2, "rebounds": len(numbers)}


GAMES = (
    Played(
        "0022400001", "2024-10-23", "MEM", "PHX", ((24, 20), (26, 20), (20, 30), (20, 20), (12, 14))
    ),
    Played("0022400002", "2024-10-25", "PHX", "MEM", ((30, 20), (20, 20), (22, 20), (20, 20))),
    Played("0042400101", "2025-04-19", "MEM", "PHX", ((20, 22), (20, 22), (20, 22), (20, 22))),
)


@dataclass
class Behaviour:
    """How the server behaves.

    Args:
        games: What it knows.
        plans: By endpoint, what it does in order before it answers well: a status such as
            ``429`` or ``500``, ``half``, ``html``, ``slow``, ``drop`` or ``empty``. What ends in
            ``always`` is done every time.
        requests: Endpoint and parameters of all requests.
    """

    games: Sequence[Played] = GAMES
    plans: dict[str, list[str]] = field(default_factory=dict)
    requests: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    ignores_periods: bool = False

    def asked(self, endpoint: str) -> int:
        """How often an endpoint was asked."""
        return sum(name == endpoint for name, _ in self.requests)

    def next_step(self, endpoint: str) -> str | None:
        """What to do with the next request to an endpoint."""
        plan = self.plans.get(endpoint)
        if not plan:
            return None
        return plan[0].removesuffix(" always") if plan[0].endswith("always") else plan.pop(0)

    def answer(self, endpoint: str, parameters: dict[str, str]) -> dict[str, Any]:
        """The right answer to a question."""
        if endpoint == "leaguegamelog":
            return self._log(parameters)
        if endpoint == "scheduleleaguev2":
            return self._schedule(parameters["Season"])
        game = next(one for one in self.games if one.game_id == parameters["GameID"])
        if endpoint == "playbyplayv3":
            return _plays(game)
        if endpoint == "boxscoresummaryv3":
            return _summary(game)
        assert endpoint == "boxscoretraditionalv3", endpoint
        numbers = range(int(parameters["StartPeriod"]), int(parameters["EndPeriod"]) + 1)
        assert parameters["RangeType"] == "1"
        everything = range(1, len(game.periods) + 1)
        return _box_score(game, list(everything if self.ignores_periods else numbers))

    def _log(self, parameters: dict[str, str]) -> dict[str, Any]:
        begin = STAGES[parameters["SeasonType"]]
        of_players = parameters["PlayerOrTeam"] == "P"
        rows = [
            row
            for game in self.games
            if game.final and game.game_id.startswith(begin)
            for row in (_player_rows(game) if of_players else _team_rows(game))
        ]
        who = ["PLAYER_ID", "PLAYER_NAME"] if of_players else []
        headers = [
            "SEASON_ID", *who, "TEAM_ID", "TEAM_ABBREVIATION", "TEAM_NAME", "GAME_ID",
            "GAME_DATE", "MATCHUP", "WL", "MIN", *LOG_HEADERS, "PLUS_MINUS", "VIDEO_AVAILABLE",
        ]  # fmt: skip
        result = {"name": "LeagueGameLog", "headers": headers, "rowSet": rows}
        return {"resource": "leaguegamelog", "parameters": parameters, "resultSets": [result]}

    def _schedule(self, season: str) -> dict[str, Any]:
        days = sorted({game.day for game in self.games})
        dates = [
            {
                "gameDate": f"{day[5:7]}/{day[8:]}/{day[:4]} 00:00:00",
                "games": [_scheduled(game) for game in self.games if game.day == day],
            }
            for day in days
        ]
        return {
            "meta": {"version": 1, "request": "", "time": ""},
            "leagueSchedule": {
                "seasonYear": season, "leagueId": "00", "gameDates": dates, "weeks": [],
            },
        }  # fmt: skip


def _statistics(points: int, made: int, rebounds: int) -> list[Any]:
    """The statistics of a line in the order of the logs."""
    tries = 2 * made
    return [made, tries, 0.5, 0, 0, None, 0, 0, None, 0, rebounds, rebounds, 0, 0, 0, 0, 0, points]


def _side(game: Played, team: str) -> list[Any]:
    team_id, city, name = TEAMS[team]
    at_home = team == game.hosts
    other = game.visitors if at_home else game.hosts
    matchup = f"{team} vs. {other}" if at_home else f"{team} @ {other}"
    won = "W" if game.points(team) > game.points(other) else "L"
    return [team_id, team, f"{city} {name}", game.game_id, game.day, matchup, won]


def _team_rows(game: Played) -> Iterator[list[Any]]:
    minutes = 240 + 25 * (len(game.periods) - 4)
    for team in (game.visitors, game.hosts):
        points = game.points(team)
        statistics = _statistics(points, points // 2, 6 * len(game.periods))
        yield ["22024", *_side(game, team), minutes, *statistics, 0, 1]


def _player_rows(game: Played) -> Iterator[list[Any]]:
    for team in (game.visitors, game.hosts):
        for man, name in enumerate(MEN[team]):
            line = game.line(team, man, range(1, len(game.periods) + 1))
            statistics = _statistics(line["points"], line["made"], line["rebounds"])
            yield ["22024", _id(team, man), name, *_side(game, team), 40, *statistics, 0, 1]


def _id(team: str, man: int) -> int:
    return 9_000_000 + 100 * list(TEAMS).index(team) + man


def _scheduled(game: Played) -> dict[str, Any]:
    def side(team: str) -> dict[str, Any]:
        team_id, city, name = TEAMS[team]
        return {
            "teamId": team_id, "teamName": name, "teamCity": city, "teamTricode": team,
            "teamSlug": name.lower(), "wins": 0, "losses": 0,
            "score": game.points(team) if game.final else 0, "seed": 0,
        }  # fmt: skip

    return {
        "gameId": game.game_id,
        "gameCode": f"{game.day.replace('-', '')}/{game.visitors}{game.hosts}",
        "gameStatus": 3 if game.final else 1,
        "gameStatusText": "Final" if game.final else "7:30 pm ET",
        "gameSequence": 1,
        "gameDateEst": f"{game.day}T00:00:00Z",
        "gameTimeEst": "1900-01-01T22:00:00Z",
        "gameDateTimeEst": f"{game.day}T22:00:00Z",
        "gameLabel": "",
        "gameSubLabel": "",
        "seriesGameNumber": "",
        "seriesText": "",
        "ifNecessary": False,
        "arenaName": "Footprint Center" if game.hosts == "PHX" else "FedExForum",
        "arenaState": "AZ" if game.hosts == "PHX" else "TN",
        "arenaCity": TEAMS[game.hosts][1],
        "postponedStatus": "N",
        "branchLink": "",
        "gameSubtype": "",
        "isNeutral": False,
        "homeTeam": side(game.hosts),
        "awayTeam": side(game.visitors),
        "pointsLeaders": [],
        "broadcasters": {"nationalBroadcasters": []},
    }


def _plays(game: Played) -> dict[str, Any]:
    actions: list[dict[str, Any]] = []
    score = {game.visitors: 0, game.hosts: 0}

    def add(
        number: int, clock: str, team: str, man: int, kind: str, detail: str, text: str
    ) -> None:
        shot = kind == "Made Shot"
        score_now = (str(score[game.visitors]), str(score[game.hosts])) if shot else ("", "")
        actions.append(
            {
                "actionNumber": len(actions) + 1, "clock": clock, "period": number,
                "teamId": TEAMS[team][0] if team else 0, "teamTricode": team,
                "personId": _id(team, man) if team else 0,
                "playerName": MEN[team][man].split()[1] if team else "",
                "playerNameI": f"{MEN[team][man][0]}. {MEN[team][man].split()[1]}" if team else "",
                "xLegacy": 0, "yLegacy": 0, "shotDistance": 5 if shot else 0,
                "shotResult": "Made" if shot else "", "isFieldGoal": int(shot),
                "scoreHome": score_now[1], "scoreAway": score_now[0], "pointsTotal": 0,
                "location": "" if not team else "h" if team == game.hosts else "v",
                "description": text, "actionType": kind, "subType": detail,
                "videoAvailable": 0, "shotValue": 2 if shot else 0, "actionId": len(actions) + 1,
            }
        )  # fmt: skip

    for number in range(1, len(game.periods) + 1):
        add(number, "PT12M00.00S", "", 0, "period", "start", f"Start of period {number}")
        seconds = 600
        for team in (game.visitors, game.hosts):
            for man, points in enumerate(game.shares(team, number)):
                for _ in range(points // 2):
                    seconds -= 5
                    score[team] += 2
                    clock = f"PT{seconds // 60:02}M{seconds % 60:02}.00S"
                    name = MEN[team][man].split()[1]
                    text = f"{name} 5' Jump Shot ({score[team]} PTS)"
                    add(number, clock, team, man, "Made Shot", "Jump Shot", text)
        add(number, "PT00M00.00S", "", 0, "period", "end", f"End of period {number}")
    return {
        "meta": {"version": 1, "request": "", "time": ""},
        "game": {"gameId": game.game_id, "videoAvailable": 0, "actions": actions},
    }


def _summary(game: Played) -> dict[str, Any]:
    def side(team: str) -> dict[str, Any]:
        team_id, city, name = TEAMS[team]
        periods = [
            {
                "period": number,
                "periodType": "REGULAR" if number <= 4 else "OVERTIME",
                "score": game.points(team, number),
            }
            for number in range(1, len(game.periods) + 1)
        ]
        return {
            "teamId": team_id, "teamCity": city, "teamName": name, "teamTricode": team,
            "teamSlug": name.lower(), "teamWins": 0, "teamLosses": 0,
            "score": game.points(team), "periods": periods, "players": [], "inactives": [],
        }  # fmt: skip

    return {
        "meta": {"version": 1, "request": "", "time": ""},
        "boxScoreSummary": {
            "gameId": game.game_id, "gameStatus": 3, "gameStatusText": "Final",
            "period": len(game.periods), "gameEt": f"{game.day}T22:00:00Z",
            "arena": {"arenaId": 1, "arenaName": "Footprint Center", "arenaCity": "Phoenix"},
            "officials": [], "homeTeam": side(game.hosts), "awayTeam": side(game.visitors),
        },
    }  # fmt: skip


def _box_score(game: Played, numbers: Sequence[int]) -> dict[str, Any]:
    def line(points: int, made: int, rebounds: int) -> dict[str, Any]:
        return {
            "minutes": f"{8 * len(numbers)}:00",
            "fieldGoalsMade": made, "fieldGoalsAttempted": 2 * made, "fieldGoalsPercentage": 0.5,
            "threePointersMade": 0, "threePointersAttempted": 0, "threePointersPercentage": 0.0,
            "freeThrowsMade": 0, "freeThrowsAttempted": 0, "freeThrowsPercentage": 0.0,
            "reboundsOffensive": 0, "reboundsDefensive": rebounds, "reboundsTotal": rebounds,
            "assists": 0, "steals": 0, "blocks": 0, "turnovers": 0, "foulsPersonal": 0,
            "points": points, "plusMinusPoints": 0.0,
        }  # fmt: skip

    def side(team: str) -> dict[str, Any]:
        team_id, city, name = TEAMS[team]
        players = [
            {
                "personId": _id(team, man), "firstName": full.split()[0],
                "familyName": full.split()[1], "nameI": f"{full[0]}. {full.split()[1]}",
                "playerSlug": full.lower().replace(" ", "-"),
                "position": ("F", "F", "C", "G", "G", "")[man], "comment": "", "jerseyNum": "1",
                "statistics": line(**game.line(team, man, numbers)),
            }
            for man, full in enumerate(MEN[team])
        ]  # fmt: skip
        players.append(
            {
                "personId": _id(team, 99), "firstName": "No", "familyName": "Minutes",
                "nameI": "N. Minutes", "playerSlug": "", "position": "",
                "comment": "DNP - Coach's Decision", "jerseyNum": "9",
                "statistics": line(0, 0, 0) | {"minutes": ""},
            }
        )  # fmt: skip
        points = sum(game.points(team, number) for number in numbers)
        return {
            "teamId": team_id, "teamCity": city, "teamName": name, "teamTricode": team,
            "teamSlug": name.lower(), "players": players,
            "statistics": line(points, points // 2, 6 * len(numbers)), "starters": {}, "bench": {},
        }  # fmt: skip

    return {
        "meta": {"version": 1, "request": "", "time": ""},
        "boxScoreTraditional": {
            "gameId": game.game_id,
            "awayTeamId": TEAMS[game.visitors][0],
            "homeTeamId": TEAMS[game.hosts][0],
            "homeTeam": side(game.hosts),
            "awayTeam": side(game.visitors),
        },
    }


@contextmanager
def serving(behaviour: Behaviour) -> Iterator[str]:
    """Serve on a free port of this machine; yields the address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # Otherwise a body waits 40 ms for the client to acknowledge the headers.
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            address = urlsplit(self.path)
            endpoint = address.path.removeprefix("/stats/")
            parameters = dict(parse_qsl(address.query, keep_blank_values=True))
            behaviour.requests.append((endpoint, parameters))
            step = behaviour.next_step(endpoint)
            if step is not None and step.isdigit():
                self.reply(int(step), b"", {"Retry-After": "7"} if step == "429" else {})
                return
            body = json.dumps(behaviour.answer(endpoint, parameters)).encode()
            if step == "html":
                body = b"<!DOCTYPE html><html><body><h1>Access Denied</h1></body></html>"
            elif step == "empty":
                body = b"{}"
            elif step == "half json":
                body = body[: len(body) // 2]
            elif step == "slow":
                time.sleep(2.0)
            self.reply(200, body, {}, half=step == "half")

        def reply(
            self, status: int, body: bytes, headers: dict[str, str], half: bool = False
        ) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            try:
                self.wfile.write(body[: len(body) // 2] if half else body)
            except OSError:
                self.close_connection = True  # the client has given up
            if half:
                self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

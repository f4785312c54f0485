"""Questions to stats.nba.com, and what their answers hold, as the package nba_api names it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from factcheck.fetching.client import AnswerError, Question
from factcheck.support.libraries import library

Row = dict[str, Any]

_LOG_COLUMNS = frozenset({"GAME_ID", "GAME_DATE", "TEAM_ABBREVIATION", "MATCHUP", "MIN", "PTS"})
SCHEDULE_COLUMNS = (
    "gameId", "gameCode", "gameStatus", "gameStatusText", "gameDateEst", "gameTimeEst",
    "gameLabel", "gameSubLabel", "gameSubtype", "seriesGameNumber", "seriesText", "ifNecessary",
    "arenaName", "arenaCity", "arenaState", "postponedStatus", "isNeutral",
)  # fmt: skip
TEAM_COLUMNS = ("teamId", "teamCity", "teamName", "teamTricode", "wins", "losses", "score", "seed")
_BROKEN = (KeyError, TypeError, IndexError, AttributeError, ValueError)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the reading of its answer."""

    question: Question
    read: Callable[[str], list[Row]]


def game_log(season: str, stage: str, of_players: bool) -> Asked:
    """Ask for all lines of teams or of players in one stage of a season.

    Args:
        season: Such as ``2024-25``.
        stage: ``Regular Season``, ``PlayIn`` or ``Playoffs``.
        of_players: Players' lines, else teams'.
    """
    side = "P" if of_players else "T"
    endpoint = _endpoint(
        "leaguegamelog",
        "LeagueGameLog",
        season=season,
        season_type_all_star=stage,
        player_or_team_abbreviation=side,
    )

    def read(text: str) -> list[Row]:
        rows = _rows(endpoint, text, "league_game_log")
        lacking = _LOG_COLUMNS - rows[0].keys() if rows else set()
        if lacking:
            raise AnswerError(f"the answer lacks {', '.join(sorted(lacking))}")
        return rows

    name = f"{season}_{stage.replace(' ', '-')}_{'players' if of_players else 'teams'}"
    return Asked(_question(endpoint, name), read)


def schedule(season: str) -> Asked:
    """Ask for the schedule of a season: every game with its day, time, arena and status.

    Columns are named as nba_api names those of ``ScheduleLeagueV2``. (It takes them from the
    first game and shifts the values of games that have other fields, so the answer is read here.)
    """
    endpoint = _endpoint("scheduleleaguev2", "ScheduleLeagueV2", season=season)

    def read(text: str) -> list[Row]:
        try:
            days = _json(text)["leagueSchedule"]["gameDates"]
            games = [game for day in days for game in day["games"]]
            rows = [_scheduled(game) for game in games]
        except _BROKEN as error:
            raise AnswerError("the answer is no schedule") from error
        if not rows:
            raise AnswerError("the answer has no games")
        return rows

    return Asked(_question(endpoint, season), read)


def _scheduled(game: Mapping[str, Any]) -> Row:
    row: Row = {"gameId": game["gameId"], "gameStatus": int(game["gameStatus"])}
    row |= {name: game.get(name) for name in SCHEDULE_COLUMNS if name not in row}
    for side in ("homeTeam", "awayTeam"):
        for name in TEAM_COLUMNS:
            row[f"{side}_{name}"] = game[side].get(name)
    return row


def plays(game_id: str) -> Asked:
    """Ask for the plays of a game, in the layout of ``PlayByPlayV3``."""
    endpoint = _endpoint("playbyplayv3", "PlayByPlayV3", game_id=game_id)

    def read(text: str) -> list[Row]:
        rows = _rows(endpoint, text, "play_by_play")
        _must_be_of(game_id, rows, "plays")
        return rows

    return Asked(_question(endpoint, game_id), read)


def period(game_id: str, number: int) -> Asked:
    """Ask for the players' lines of one period of a game (5 is the first overtime)."""
    endpoint = _endpoint(
        "boxscoretraditionalv3",
        "BoxScoreTraditionalV3",
        game_id=game_id,
        range_type=1,
        start_period=number,
        end_period=number,
    )

    def read(text: str) -> list[Row]:
        rows = _rows(endpoint, text, "player_stats")
        _must_be_of(game_id, rows, "players")
        return rows

    return Asked(_question(endpoint, f"{game_id}_{number}"), read)


def line_score(game_id: str) -> Asked:
    """Ask for the points of both teams by period.

    A row has teamId, teamTricode, score and periods, a list of points. (``BoxScoreSummaryV3``
    of nba_api gives no overtimes, so the answer itself is read.)
    """
    endpoint = _endpoint("boxscoresummaryv3", "BoxScoreSummaryV3", game_id=game_id)

    def read(text: str) -> list[Row]:
        try:
            summary = _json(text)["boxScoreSummary"]
            rows = [
                {
                    "gameId": summary["gameId"],
                    "teamId": team["teamId"],
                    "teamTricode": team["teamTricode"],
                    "score": team["score"],
                    "periods": [
                        int(one["score"])
                        for one in sorted(team["periods"], key=lambda one: int(one["period"]))
                    ],
                }
                for team in (summary["homeTeam"], summary["awayTeam"])
            ]
        except _BROKEN as error:
            raise AnswerError("the answer is no summary of a game") from error
        _must_be_of(game_id, rows, "line score")
        return rows

    return Asked(_question(endpoint, game_id), read)


def minutes(text: object) -> str:
    """Return a time on the court as ``10:20``; ``PT10M20.00S`` is the other way to write it.

    Example: ``PT10M20.00S`` → ``10:20``; nothing → ``0:00``.
    """
    found = re.fullmatch(r"(?:PT)?(\d+)(?:M|:)(\d+)(?:\.\d+)?S?", str(text or ""))
    return f"{int(found[1])}:{int(found[2]):02}" if found else "0:00"


def _endpoint(module: str, name: str, **parameters: object) -> Any:
    """Return an endpoint of nba_api that has not been asked."""
    endpoints = library(f"nba_api.stats.endpoints.{module}", "fetch")
    return getattr(endpoints, name)(**parameters, get_request=False)


def _question(endpoint: Any, name: str) -> Question:
    parameters: Mapping[str, object] = endpoint.parameters
    return Question(str(endpoint.endpoint), parameters, name)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        what = "a page of HTML" if text.lstrip()[:1] == "<" else "cut off or no JSON"
        raise AnswerError(f"the answer is {what}") from error


def _rows(endpoint: Any, text: str, data_set: str) -> list[Row]:
    """Return one table of an answer, read by nba_api."""
    _json(text)
    http = library("nba_api.stats.library.http", "fetch")
    endpoint.nba_response = http.NBAStatsResponse(response=text, status_code=200, url="")
    try:
        endpoint.load_response()
        table = getattr(endpoint, data_set).get_dict()
        headers: Sequence[str] = table["headers"]
        return [dict(zip(headers, row, strict=True)) for row in table["data"]]
    except _BROKEN as error:
        raise AnswerError("the answer lacks what was asked for") from error


def _must_be_of(game_id: str, rows: Sequence[Row], what: str) -> None:
    if not rows:
        raise AnswerError(f"the answer has no {what}")
    if any(row["gameId"] != game_id for row in rows):
        raise AnswerError("the answer is about another game")

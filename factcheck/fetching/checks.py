"""Whether a fetched season is whole: its games, and sums over players, periods and plays."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from factcheck.fetching.answers import Row
from factcheck.support.resources import kb_folder


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is missing or does not add up.

    Args:
        kind: ``missing``, ``differs`` (over a whole game) or ``period differs`` (plays on the
            border of a period are now and then missing from the lines of that period).
        what: The game and the part.
        detail: In words.
    """

    kind: str
    what: str
    detail: str

    @property
    def serious(self) -> bool:
        """Whether the season is not complete because of it."""
        return self.kind != "period differs"


class Sums:
    """Points and periods of games as the logs have them.

    Args:
        team_log: A row per game and team, in the layout of stats.nba.com.
        player_log: A row per game and player.
    """

    def __init__(self, team_log: Sequence[Row], player_log: Sequence[Row]) -> None:
        self.team: dict[tuple[str, str], int] = {}
        self.players: dict[tuple[str, str], int] = defaultdict(int)
        self._minutes: dict[str, int] = defaultdict(int)
        self._teams: dict[str, list[str]] = defaultdict(list)
        for row in team_log:
            game_id, team = str(row["GAME_ID"]), str(row["TEAM_ABBREVIATION"])
            self.team[game_id, team] = int(row["PTS"] or 0)
            self._teams[game_id].append(team)
            self._minutes[game_id] = max(self._minutes[game_id], round(float(row["MIN"] or 0)))
        for row in player_log:
            self.players[str(row["GAME_ID"]), str(row["TEAM_ABBREVIATION"])] += int(row["PTS"] or 0)

    def teams(self, game_id: str) -> list[str]:
        """Return the codes of a game's teams."""
        return self._teams[game_id]

    def periods(self, game_id: str) -> int:
        """Return the number of periods: four, and one for every 25 minutes of a team beyond 240."""
        return 4 + max(0, round((self._minutes[game_id] - 240) / 25))


def check_games(
    season: str,
    team_log: Sequence[Row],
    player_log: Sequence[Row],
    finals: Collection[str],
    *,
    over: bool,
) -> Iterator[Finding]:
    """Yield the games that one of the logs lacks.

    Args:
        season: Such as ``2024-25``.
        team_log: All rows of teams.
        player_log: All rows of players.
        finals: Ids of the games that the schedule calls final; empty where it is not known.
        over: Whether the schedule holds no game that is still to be played.
    """
    sides: dict[str, int] = defaultdict(int)
    for row in team_log:
        sides[str(row["GAME_ID"])] += 1
    with_players = {str(row["GAME_ID"]) for row in player_log}
    for game_id in sorted(set(finals) - sides.keys()):
        yield Finding("missing", game_id, "in the schedule, but not in the log of teams")
    for game_id, number in sorted(sides.items()):
        if number != 2:
            yield Finding("missing", game_id, f"{number} rows in the log of teams, not 2")
        if game_id not in with_players:
            yield Finding("missing", game_id, "not in the log of players")
    expected = _number_of_games(season)
    found = sum(game_id.startswith("002") for game_id in sides)
    if over and expected is not None and found != expected:
        yield Finding("missing", season, f"{found} games, but {expected} were played")


def check_sums(
    game_id: str, sums: Sums, found: Mapping[tuple[str, int], Sequence[Row]]
) -> Iterator[Finding]:
    """Yield where the points of a game's parts are not those of the log of teams.

    Args:
        game_id: The game.
        sums: What the logs say.
        found: Answers by part (``line-score``, ``plays``, ``period``) and number of the period.
    """
    line_score = {str(row["teamTricode"]): row for row in found.get(("line-score", 0), ())}
    lines = {number: rows for (part, number), rows in found.items() if part == "period"}
    for team in sums.teams(game_id):
        points = sums.team[game_id, team]
        stated: dict[str, int | None] = {"the players' lines": sums.players[game_id, team]}
        if line_score:
            stated["the line score"] = (
                sum(line_score[team]["periods"]) if team in line_score else None
            )
        for what, value in stated.items():
            if value != points:
                yield Finding("differs", game_id, f"{team}: {points} points, {what} say {value}")
        if len(lines) > 1 and all(_points(rows, team) == points for rows in lines.values()):
            detail = f"{team}: the lines of each period are those of the whole game"
            yield Finding("differs", game_id, detail)
        elif team in line_score:
            yield from _check_periods(game_id, team, line_score[team]["periods"], lines)
    plays = _score_at_the_end(found.get(("plays", 0), ()))
    if plays is not None:
        yield from _check_plays(game_id, sums, plays)


def _check_periods(
    game_id: str, team: str, periods: Sequence[int], lines: Mapping[int, Sequence[Row]]
) -> Iterator[Finding]:
    for number, points in enumerate(periods, start=1):
        of_players = _points(lines[number], team) if number in lines else points
        if of_players != points:
            detail = f"{team}: {points} points, the players' lines say {of_players}"
            yield Finding("period differs", f"{game_id} period {number}", detail)


def _check_plays(game_id: str, sums: Sums, plays: tuple[int, int]) -> Iterator[Finding]:
    points = sorted(sums.team[game_id, team] for team in sums.teams(game_id))
    if sorted(plays) != points:
        said = " and ".join(str(one) for one in points)
        yield Finding("differs", game_id, f"{said} points, the plays end at {plays[0]}-{plays[1]}")


def _score_at_the_end(plays: Sequence[Row]) -> tuple[int, int] | None:
    """Return the score that the plays end with, visitors first."""
    scores = [
        (int(row["scoreAway"]), int(row["scoreHome"]))
        for row in plays
        if str(row["scoreAway"] or "").isdigit() and str(row["scoreHome"] or "").isdigit()
    ]
    return max(scores, key=sum, default=None)


def _points(rows: Sequence[Row], team: str) -> int:
    return sum(int(row["points"] or 0) for row in rows if row["teamTricode"] == team)


def _number_of_games(season: str) -> int | None:
    """Return how many games a regular season had, if the reference data tells."""
    path = kb_folder() / "reference" / "seasons.csv"
    with path.open(encoding="utf-8", newline="") as file:
        games = {row["season"]: int(row["games"]) for row in csv.DictReader(file)}
    return games.get(season)

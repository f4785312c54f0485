"""What stories may name: players, teams, arenas, places and coaches of the knowledge base.

Names are read when the knowledge base is opened, who played in the games of a season when the
first story of that season comes.
"""

from __future__ import annotations

import sys
from array import array
from collections import ChainMap
from collections.abc import Collection, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from typing import Any

import duckdb

from factcheck.language.lexicon import Entry, lexicon_words

_SEASON = timedelta(days=250)
_FETCHED = 2_000
"""So many rows at a time: those of a season would stay with Python as free memory."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game, as far as reading a story about it needs.

    ``roster`` maps the players listed for the game (or, where no player lines are
    known, of the two teams that season) to their team; ``idle`` are those of them who sat.
    """

    id: str
    season: str
    date: date
    home_id: str
    away_id: str
    home_points: int | None
    away_points: int | None
    roster: Mapping[int, str]
    has_player_lines: bool = False
    arena: str | None = None
    idle: frozenset[int] = frozenset()

    def missed(self, player_id: int) -> bool:
        """Return whether it is known that a man did not play."""
        return self.has_player_lines and (player_id not in self.roster or player_id in self.idle)

    @property
    def teams(self) -> tuple[str, str]:
        """The two teams, visitors first."""
        return (self.away_id, self.home_id)

    def in_role(self, role: str) -> str:
        """Return the team that is ``home``, ``away``, ``winner`` or ``loser`` in this game."""
        if role in {"home", "away"}:
            return self.home_id if role == "home" else self.away_id
        home_won = (self.home_points or 0) > (self.away_points or 0)
        return self.home_id if home_won == (role == "winner") else self.away_id

    def opponent(self, team_id: str | None) -> str | None:
        """Return the other team of this game, or None for a team that is not in it."""
        if team_id == self.home_id:
            return self.away_id
        return self.home_id if team_id == self.away_id else None


_SAT = -1
"""What stands for the points of a man who did not play."""


@dataclass(slots=True)
class _Lines:
    """Who is listed for a game, his team and his points (or :data:`_SAT`), place by place.

    Arrays hold them in a quarter of what dictionaries take: a season has 25,000 lines.
    """

    players: array[int] = field(default_factory=lambda: array("q"))
    points: array[int] = field(default_factory=lambda: array("q"))
    teams: list[str] = field(default_factory=list)


class Games(Mapping[str, Game]):
    """All games by id; their rosters are read season by season, as they are asked for.

    Args:
        connection: An open knowledge base.
        season_teams: A player's team by player and season.
    """

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection | None = None,
        season_teams: Mapping[tuple[int, str], str] | None = None,
    ) -> None:
        self._connection = connection
        self._season_teams = season_teams or {}
        self._known: dict[str, Game] = {}
        self._listed: dict[str, dict[str, _Lines]] = {}
        self._rows: dict[str, tuple[Any, ...]] = {}
        if connection is not None:
            rows = _rows(
                connection,
                "SELECT game_id, season, date, home_id, away_id, home_points, away_points, "
                "has_player_lines, arena FROM game",
            )
            self._rows = {row[0]: row for row in rows}

    def __getitem__(self, game_id: str) -> Game:
        """Return a game with its roster."""
        game = self._known.get(game_id)
        if game is None:
            game = self._known[game_id] = self._game(*self._rows[game_id])
        return game

    def __iter__(self) -> Iterator[str]:
        """Yield the ids of all games."""
        return iter(self._rows)

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self._rows)

    def __contains__(self, game_id: object) -> bool:
        """Return whether there is such a game."""
        return game_id in self._rows

    def between(self, teams: Collection[str]) -> Iterator[Game]:
        """Yield the games that two of some teams played with each other."""
        for game_id, _, _, home_id, away_id, *_ in self._rows.values():
            if home_id in teams and away_id in teams:
                yield self[game_id]

    @cached_property
    def records(self) -> dict[str, set[tuple[int, int]]]:
        """Both teams' wins and losses after a game, by its id."""
        assert self._connection is not None
        records: dict[str, set[tuple[int, int]]] = {}
        for game_id, wins, losses in _rows(
            self._connection, "SELECT game_id, wins, losses FROM team_game WHERE wins IS NOT NULL"
        ):
            records.setdefault(game_id, set()).add((wins, losses))
        return records

    def _game(
        self,
        game_id: str,
        season: str,
        day: date,
        home_id: str,
        away_id: str,
        home_points: int | None,
        away_points: int | None,
        has_lines: bool,
        arena: str | None,
    ) -> Game:
        lines = self._lines(season).get(game_id)
        roster: Mapping[int, str]
        if lines is not None:
            roster = dict(zip(lines.players, lines.teams, strict=True))
        else:
            teams = [self._by_team.get((team_id, season), {}) for team_id in (home_id, away_id)]
            roster = ChainMap(*teams)
        return Game(
            game_id, season, day, home_id, away_id, home_points, away_points, roster, has_lines,
            arena, frozenset(self.sat(game_id)) if lines is not None else frozenset(),
        )  # fmt: skip

    def _lines(self, season: str) -> dict[str, _Lines]:
        """Return who is listed for each game of a season."""
        listed = self._listed.get(season)
        if listed is None:
            assert self._connection is not None
            listed = {}
            # A cursor of its own: games are asked for while others read.
            found = self._connection.cursor().execute(
                "SELECT game_id, player_id, team_id, if(played, coalesce(pts, 0), $2) "
                "FROM player_line WHERE season = $1",
                [season, _SAT],
            )
            while some := found.fetchmany(_FETCHED):
                for game_id, player_id, team_id, points in some:
                    lines = listed.get(game_id)
                    if lines is None:
                        lines = listed[game_id] = _Lines()
                    lines.players.append(player_id)
                    lines.points.append(points)
                    # One text for all of a team: a row has its own.
                    lines.teams.append(sys.intern(team_id))
            self._listed[season] = listed
        return listed

    def points(self, game_id: str) -> Mapping[int, int]:
        """Return the points of each player who scored in a game."""
        lines = self._lines(self._rows[game_id][1]).get(game_id, _Lines())
        each = zip(lines.players, lines.points, strict=True)
        return {player: points for player, points in each if points > 0}

    def sat(self, game_id: str) -> set[int]:
        """Return the players who are listed for a game and did not play."""
        lines = self._lines(self._rows[game_id][1]).get(game_id, _Lines())
        each = zip(lines.players, lines.points, strict=True)
        return {player for player, points in each if points == _SAT}

    @cached_property
    def _by_team(self) -> dict[tuple[str, str], MutableMapping[int, str]]:
        """The players of a team by team and season."""
        by_team: dict[tuple[str, str], MutableMapping[int, str]] = {}
        for (player_id, season), team_id in self._season_teams.items():
            by_team.setdefault((team_id, season), {})[player_id] = team_id
        return by_team


@dataclass(slots=True)
class NameIndex:
    """Names for the lexicon, and what tells namesakes and games apart.

    Args:
        entries: Every name with what it may stand for.
        games: All games by id.
        player_names: A player's full name by id.
        team_names: ``city``, ``nickname`` and ``full_name`` by ``team_id`` (the latest) and by
            ``team_id season``.
        season_teams: A player's team by player and season.
        coaches: The teams a coach has had, each with his first and last day there.
    """

    entries: list[Entry] = field(default_factory=list)
    games: Games = field(default_factory=Games)
    player_names: dict[int, str] = field(default_factory=dict)
    team_names: dict[str, dict[str, str]] = field(default_factory=dict)
    season_teams: dict[tuple[int, str], str] = field(default_factory=dict)
    coaches: dict[str, list[tuple[str, date, date]]] = field(default_factory=dict)

    @classmethod
    def load(cls, connection: duckdb.DuckDBPyConnection) -> NameIndex:
        """Read all names from an open knowledge base."""
        index = cls()
        index.entries = [
            *_player_entries(connection),
            *_team_entries(connection),
            *_place_entries(connection),
        ]
        index.player_names = dict(
            connection.execute("SELECT player_id, name FROM player").fetchall()
        )
        for team_id, season, city, nickname, full_name in connection.execute(
            "SELECT team_id, season, city, nickname, full_name FROM team ORDER BY season"
        ).fetchall():
            names = {"city": city, "nickname": nickname, "full_name": full_name}
            index.team_names[team_id] = names
            index.team_names[f"{team_id} {season}"] = names
        index.season_teams = {
            (player_id, season): team_id
            for player_id, season, team_id in connection.execute(
                "SELECT player_id, season, team_id FROM roster"
            ).fetchall()
        }
        index.games = Games(connection, index.season_teams)
        for name, team_id, first, last in _rows(
            connection, "SELECT name, team_id, first_date, last_date FROM coach"
        ):
            index.coaches.setdefault(name, []).append((team_id, first, last))
        return index

    def coached_by(self, name: str, game: Game) -> str | None:
        """Return which of a game's teams a man coached then; None for neither."""
        spells = self.coaches.get(name, ())
        fitting = (team for team, first, last in spells if first <= game.date <= last)
        return next((team for team in fitting if team in game.teams), None)

    def was_coach_around(self, name: str, game: Game) -> bool:
        """Return whether a man coached any team in the season of a game or just beside it."""
        return any(
            first - _SEASON <= game.date <= last + _SEASON
            for _, first, last in self.coaches.get(name, ())
        )

    def team_name(self, team_id: str, season: str, form: str = "full_name") -> str:
        """Return a team's ``full_name``, ``city`` or ``nickname`` in a season."""
        names = self.team_names.get(f"{team_id} {season}") or self.team_names[team_id]
        return names[form]


def _rows(connection: duckdb.DuckDBPyConnection, query: str) -> list[tuple[Any, ...]]:
    return connection.execute(query).fetchall()


def _player_entries(connection: duckdb.DuckDBPyConnection) -> Iterator[Entry]:
    first_names: dict[tuple[str, ...], list[int]] = {}
    for player_id, name, first_name, surname, suffix in _rows(
        connection, "SELECT player_id, name, first_name, surname, suffix FROM player"
    ):
        key = (player_id,)
        full = lexicon_words(name)
        yield Entry(full, "player", "full", key, True, 3)
        if suffix and len(full) > 2:
            yield Entry(full[:-1], "player", "full", key, True, 3)
        if surname:
            short = lexicon_words(surname)
            if short != full:
                yield Entry(short, "player", "surname", key, True, 1)
            if suffix:
                yield Entry(lexicon_words(f"{surname} {suffix}"), "player", "surname", key, True, 1)
        if first_name and lexicon_words(first_name) != full:
            first_names.setdefault(lexicon_words(first_name), []).append(player_id)
    for words, keys in first_names.items():
        yield Entry(words, "player", "first", tuple(keys), True, 0)
    for player_id, alias in _rows(connection, "SELECT player_id, alias FROM player_alias"):
        yield Entry(lexicon_words(alias), "player", "full", (player_id,), True, 2)


def _team_entries(connection: duckdb.DuckDBPyConnection) -> Iterator[Entry]:
    for team_id, alias, kind in _rows(
        connection, "SELECT DISTINCT team_id, alias, kind FROM team_alias"
    ):
        strength = {"full": 5, "nickname": 5, "city": 4}.get(kind, 4)
        value = "city" if kind == "city" else "name"
        words = lexicon_words(alias)
        yield Entry(words, "team", value, (team_id,), True, strength)
        if words[0] == "the" and len(words) > 1:
            yield Entry(words[1:], "team", value, (team_id,), True, strength)


def _place_entries(connection: duckdb.DuckDBPyConnection) -> Iterator[Entry]:
    for name, team_ids in _rows(connection, "SELECT name, team_ids FROM place"):
        yield Entry(lexicon_words(name), "place", "", tuple(team_ids or ()), True, 2)
    for (name,) in _rows(connection, "SELECT DISTINCT name FROM arena"):
        yield Entry(lexicon_words(name), "arena", "", (name,), True, 6)
    for name, alias in _rows(connection, "SELECT DISTINCT name, alias FROM arena_alias"):
        yield Entry(lexicon_words(alias), "arena", "", (name,), True, 6)
    for (name,) in _rows(connection, "SELECT DISTINCT name FROM coach"):
        words = lexicon_words(name)
        yield Entry(words, "coach", "", (name,), True, 4)

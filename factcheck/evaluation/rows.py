"""Rows of the knowledge base in memory: small relations whole, others of the games at hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from datetime import date
from time import thread_time
from typing import Any

import duckdb

from factcheck.evaluation.sources import Index, Row, index_of
from factcheck.evaluation.values import Unsupported, Value
from factcheck.knowledge.views import WHOLE
from factcheck.support.recent import RecentGames

_SMALL = 20_000
"""Rows up to which a relation without a game, or with rows of all games, is kept whole."""

_TINY = 1_000
"""Rows up to which a relation is fetched whole at once."""

_WORTH = 4
"""Statements after which larger ones are: until then DuckDB is asked, which takes less."""

_MOST_OF_GAME = 1_000
"""Rows of one game up to which they are kept; of what has more, those of the players asked for."""

GAME = "game_id"
"""The column that tells of which game a row is."""

PLAYER = "player_id"
"""The column by which rows of a large relation may be fetched."""

# DuckDB reads only blocks between the first and the last: ids begin with the day.
_OF_GAMES = f"{GAME} BETWEEN $2 AND $3 AND list_contains($1, {GAME})"

_SHARED = {str, float, date}
"""Kinds of values of which equal ones are kept once; of a kind, as 1 and 1.0 are equal too."""

_WORTH_SHARING = 4
"""Rows from which on that is worth while."""

_MOST_CAREERS = 256
"""Players whose rows of all games are kept: a season has half a thousand."""

_FEW_CAREERS = 32
"""Players of whom they are kept where memory is spared: some 150 kilobytes each."""


class StoredRows:
    """The rows of a knowledge base that statements have asked for.

    Args:
        connection: An open knowledge base.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._cursor = connection.cursor()
        self._recent = RecentGames()
        self.lasting: dict[Any, Any] = {}
        self.fetching = 0.0
        """Seconds of the processor that rows have been fetched."""
        self._columns = _columns(connection)
        self._small = _small(connection)
        self._values: dict[type, dict[Value, Value]] = {}
        self._large: set[str] = set()
        self._players: dict[str, dict[tuple[str, object], list[Row]]] = {}
        self._expected: frozenset[tuple[Any, object]] = frozenset()
        self._ahead: dict[str, None] = {}
        self._most_careers = _MOST_CAREERS
        self._careers: dict[object, dict[tuple[str, tuple[int, ...]], Index]] = {}
        self._asked: Counter[str] = Counter()
        self._whole: dict[tuple[str, tuple[int, ...]], Index] = {}
        self._games: dict[str, dict[str, list[Row]]] = {}
        self._indexes: dict[str, dict[tuple[str, tuple[int, ...]], Index]] = {}

    @property
    def by_game(self) -> frozenset[str]:
        """The relations whose rows are each of one game."""
        return frozenset(name for name, columns in self._columns.items() if GAME in columns)

    def shape(self) -> Hashable:
        """Return what a statement is compiled for: relations, their columns, which are small."""
        small = frozenset(name for name in self._columns if name in self._small)
        return frozenset(self._columns.items()), small

    def columns(self, relation: str) -> tuple[str, ...]:
        """Return the names of a relation's columns.

        Raises:
            Unsupported: There is no such relation.
        """
        if relation not in self._columns:
            raise Unsupported(f"relation {relation}")
        return self._columns[relation]

    def is_small(self, relation: str) -> bool:
        """Return whether a relation is small enough to be kept whole."""
        return relation in self._small

    def check_whole(self, relation: str) -> None:
        """Check that a relation is small enough to be kept whole.

        Raises:
            Unsupported: It is too large.
        """
        if not self.is_small(relation):
            raise Unsupported(f"all of {relation}")

    def check_of_game(self, relation: str) -> None:
        """Check that a relation's rows of a game are few, or can be fetched by player.

        Raises:
            Unsupported: They are known to be too many.
        """
        if relation in self._large and PLAYER not in self._columns[relation]:
            raise Unsupported(f"{relation} of a game")

    def ask_whole(self, relations: Iterable[str]) -> None:
        """Take note that a statement needs relations whole."""
        self._asked.update(relations)

    def prepare_whole(self, relations: Iterable[str]) -> None:
        """Fetch relations that a statement needs whole, once enough statements have asked for them.

        Raises:
            Unsupported: There were too few as yet to fetch them.
        """
        if any(
            (name, ()) not in self._whole
            and self._small.get(name, 0) > _TINY
            and self._asked[name] < _WORTH
            for name in relations
        ):
            raise Unsupported("whole relations for few statements")
        for name in relations:
            self.whole(name, ())

    def whole(self, relation: str, key: tuple[int, ...]) -> Index:
        """Return all rows of a relation by some of their columns."""
        if (relation, key) not in self._whole:
            if (relation, ()) not in self._whole:
                self.check_whole(relation)
                self._whole[relation, ()] = {(): self._fetch(relation, "", ())}
            if key:
                index = index_of(self._whole[relation, ()][()], key)
                # Most keys of all games have one row: a list of one takes twice as much.
                self._whole[relation, key] = {value: tuple(rows) for value, rows in index.items()}
        return self._whole[relation, key]

    def of_game(self, relation: str, game: str, key: tuple[int, ...]) -> Index:
        """Return the rows of one game by some of their columns."""
        indexes = self._indexes.get(game)
        if indexes is None:
            indexes = self._indexes[game] = {}
        found = indexes.get((relation, key))
        if found is None:
            if relation not in self._games.get(game, {}):
                self.prepare([relation], [game])
            if relation in self._large:
                found = _IndexByPlayer(self, relation, game, key)
            else:
                found = index_of(self._games[game][relation], key)
            indexes[relation, key] = found
        return found

    def of_other_game(self, relation: str, game: str, key: tuple[int, ...]) -> Index:
        """Return the rows of a game that is not at hand by some of their columns.

        Raises:
            Unsupported: The relation is too large to be kept whole.
        """
        place = self._columns[relation].index(GAME)
        return index_of(self.whole(relation, (place,)).get(game, ()), key)

    def player_place(self, relation: str, key: tuple[int, ...]) -> int:
        """Return where among the columns of a key the player stands.

        Raises:
            Unsupported: None does: rows of all players of a game would be needed.
        """
        place = self._columns[relation].index(PLAYER)
        if place not in key:
            raise Unsupported(f"{relation} of a game")
        return key.index(place)

    def expect(self, pairs: Iterable[tuple[Any, object]]) -> None:
        """Take note of the games and players that claims to come are about.

        Rows that one of them needs are fetched for all: planning it takes longer than running it.
        """
        self._expected = frozenset(pairs)

    def of_player(self, relation: str, game: str, player: object) -> list[Row]:
        """Return a player's rows of a game."""
        if (relation, player) not in self._players.setdefault(game, {}):
            pairs: set[tuple[Any, object]] = {(game, player)}
            if (game, player) in self._expected:
                pairs |= {pair for pair in self._expected if None not in pair}
            self._fetch_players(relation, pairs)
        return self._players[game][relation, player]

    def _fetch_players(self, relation: str, pairs: Iterable[tuple[Any, Any]]) -> None:
        """Fetch the rows of players in games, of which there may be rows from before."""
        missing = [
            (game, player)
            for game, player in pairs
            if (relation, player) not in self._players.setdefault(game, {})
        ]
        games, players = (sorted({pair[place] for pair in missing}) for place in (0, 1))
        where = f"WHERE {_OF_GAMES} AND list_contains($4, {PLAYER})"
        rows = self._fetch(relation, where, (games, games[0], games[-1], players))
        for game, player in missing:
            self._players[game][relation, player] = []
        columns = self._columns[relation]
        of_game, of_player = columns.index(GAME), columns.index(PLAYER)
        wanted = set(missing)
        for row in rows:
            if (row[of_game], row[of_player]) in wanted:
                self._players[row[of_game]][relation, row[of_player]].append(row)

    def of_anywhere(self, relation: str, player: object, key: tuple[int, ...]) -> Index:
        """Return a player's rows of all games by some of their columns."""
        if player not in self._careers and len(self._careers) >= self._most_careers:
            self._careers.clear()
        career = self._careers.setdefault(player, {})
        if (relation, key) not in career:
            if (relation, ()) not in career:
                rows = self._fetch(relation, f"WHERE {PLAYER} = $1", (player,))
                career[relation, ()] = {(): rows}
            if key:
                career[relation, key] = index_of(career[relation, ()][()], key)
        return career[relation, key]

    def spare(self, sparing: bool) -> None:
        """Keep rows of few games, unless they are asked for again, and of few players; or not."""
        self._recent.spare(sparing)
        self._most_careers = _FEW_CAREERS if sparing else _MOST_CAREERS

    def keep(self, games: Iterable[str]) -> None:
        """Forget other games if there would be too many."""
        wanted = set(games)
        if self._recent.are_too_many(self._games, wanted, self._ahead):
            wanted.update(self._ahead)
            self._games = {g: rows for g, rows in self._games.items() if g in wanted}
            self._indexes = {g: rows for g, rows in self._indexes.items() if g in wanted}
            self._players = {g: rows for g, rows in self._players.items() if g in wanted}
            self._values.clear()

    def look_ahead(self, games: Iterable[str]) -> None:
        """Take note of games that stories to come are about.

        Rows that one game needs are fetched for all: planning it takes longer than running it.
        """
        self._ahead = dict.fromkeys(games)

    def prepare(self, relations: Iterable[str], games: Iterable[str]) -> None:
        """Fetch the rows of games, of those relations that have not been.

        Raises:
            Unsupported: They are too many.
        """
        wanted = list(games)
        for relation in relations:
            self.check_of_game(relation)
            if relation in self._large:
                continue
            missing = [game for game in wanted if relation not in self._games.get(game, {})]
            if not missing:
                continue
            if not self._ahead.keys().isdisjoint(missing):
                missing += [
                    game
                    for game in self._ahead
                    if game not in wanted and relation not in self._games.get(game, {})
                ]
            place = self._columns[relation].index(GAME)
            most = _MOST_OF_GAME * len(missing)
            given: tuple[object, ...] = (missing[0],)
            where = f"{GAME} = $1"
            if len(missing) > 1:
                where, given = _OF_GAMES, (missing, min(missing), max(missing))
            rows = self._fetch(relation, f"WHERE {where} LIMIT {most + 1}", given)
            if len(rows) > most:
                self._large.add(relation)
                self.check_of_game(relation)
                continue
            for game in missing:
                self._games.setdefault(game, {})[relation] = []
            for row in rows:
                self._games[row[place]][relation].append(row)

    def _fetch(self, relation: str, where: str, values: tuple[object, ...]) -> list[Row]:
        sql = f'SELECT * FROM memory.{WHOLE}."{relation}" {where}'  # noqa: S608 - our schema
        start = thread_time()
        found: list[Row] = self._cursor.execute(sql, values).fetchall()
        shared = self._shared(found)
        self.fetching += thread_time() - start
        return shared

    def _shared(self, rows: list[Row]) -> list[Row]:
        """Return the same rows, with one object for all texts, days or numbers that are equal.

        Games, teams, seasons and statistics are named in every row: half of the memory.
        """
        if len(rows) < _WORTH_SHARING:
            return rows
        columns: list[Iterable[Value]] = []
        for column in zip(*rows, strict=True):
            kinds = set(map(type, column)) - {type(None)}
            kind = kinds.pop() if len(kinds) == 1 else None
            if kind in _SHARED:
                known = self._values.setdefault(kind, {})
                columns.append(map(known.setdefault, column, column))
            else:
                columns.append(column)
        return list(zip(*columns, strict=True))


class _IndexByPlayer(dict[Any, list[Row]]):
    """The rows of one game by some of their columns, fetched player by player.

    Args:
        stored: Fetches them.
        relation: Their relation.
        game: The game.
        key: The places of the columns; the player's is among them.

    Raises:
        Unsupported: It is not.
    """

    def __init__(self, stored: StoredRows, relation: str, game: str, key: tuple[int, ...]) -> None:
        super().__init__()
        self._stored = stored
        self._relation = relation
        self._game = game
        self._key = key
        self._place = stored.player_place(relation, key)
        self._fetched: set[object] = set()

    def get(self, value: Any, default: Any = None) -> Any:
        """Return the rows that have these values in the columns of the key."""
        player = value if len(self._key) == 1 else value[self._place]
        if player not in self._fetched and player is not None:
            rows = self._stored.of_player(self._relation, self._game, player)
            self.update(index_of(rows, self._key))
            self._fetched.add(player)
        return super().get(value, default)


def _columns(connection: duckdb.DuckDBPyConnection) -> Mapping[str, tuple[str, ...]]:
    rows = connection.execute(
        "SELECT table_name, list(lower(column_name) ORDER BY column_index) FROM duckdb_columns() "
        "WHERE database_name = 'memory' AND schema_name = 'main' GROUP BY table_name"
    ).fetchall()
    return {name: tuple(columns) for name, columns in rows}


def _small(connection: duckdb.DuckDBPyConnection) -> Mapping[str, int]:
    rows = connection.execute(
        "SELECT table_name, estimated_size FROM duckdb_tables() "
        "WHERE database_name = 'kb' AND estimated_size <= $1",
        [_SMALL],
    ).fetchall()
    return dict(rows)

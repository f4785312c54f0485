"""Matching the names of the staged player lines to the players known by id."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

import duckdb

from factcheck.knowledge.names import Directory, Match, match_names


def match_players(connection: duckdb.DuckDBPyConnection) -> None:
    """Fill ``matched_player`` for lines without ids, and note every doubt as a data issue."""
    directory = _directory(connection)
    names = connection.execute(
        "SELECT DISTINCT name, season_of(date), team_id "
        "FROM staged_player_line WHERE source_player_id IS NULL"
    ).fetchall()
    line_ups = connection.execute(
        "SELECT list(DISTINCT name) FILTER (source_player_id IS NULL), "
        "list(DISTINCT source_player_id) FILTER (source_player_id IS NOT NULL) "
        "FROM staged_player_line GROUP BY source_id, date, team_id"
    ).fetchall()
    together = [frozenset([*(named or ()), *(known or ())]) for named, known in line_ups]
    matches = match_names(names, directory, together)
    if not matches:
        return
    # One statement with lists: row by row takes minutes for ten thousand games.
    connection.execute(
        "INSERT INTO matched_player SELECT unnest(?), unnest(?), unnest(?), unnest(?)",
        [
            [one.name for one in matches],
            [one.season for one in matches],
            [one.team_id for one in matches],
            [one.player_id for one in matches],
        ],
    )
    for kind, name, detail in _data_issues(connection, matches, directory):
        connection.execute("INSERT INTO data_issue VALUES (?, NULL, ?, ?)", [kind, name, detail])


def _directory(connection: duckdb.DuckDBPyConnection) -> Directory:
    directory = Directory()
    for player_id, name, season, team_id in connection.execute(
        "SELECT player_id, name, season, team_id FROM staged_roster UNION "
        "SELECT source_player_id, name, season_of(date), team_id "
        "FROM staged_player_line WHERE source_player_id IS NOT NULL"
    ).fetchall():
        directory.add(player_id, name, season, team_id)
    aliases: dict[str, list[str]] = defaultdict(list)
    for player, alias in connection.execute("FROM reference_player_alias").fetchall():
        aliases[player].append(alias)
    directory.add_aliases(aliases)
    return directory


def _data_issues(
    connection: duckdb.DuckDBPyConnection, matches: Iterable[Match], directory: Directory
) -> Iterator[tuple[str, str, str]]:
    """Yield kind, name and detail of each name in doubt."""
    kinds = {
        "spelling": "player matched by near spelling",
        "ambiguous": "player ambiguous, kept apart",
    }
    if directory.seasons:
        # Without any roster nobody is in one, which is no news.
        kinds["new"] = "player in no roster"
    doubts: dict[tuple[str, str], list[Match]] = defaultdict(list)
    for match in matches:
        if match.how in kinds:
            doubts[match.how, match.name].append(match)
    for (how, name), found in doubts.items():
        ids = {one.player_id for one in found if one.player_id > 0}.union(
            *(one.candidates for one in found)
        )
        where = ", ".join(f"{one.team_id} {one.season}" for one in found)
        detail = f"{where}: {_names(connection, ids)}" if ids else where
        yield kinds[how], name, detail


def _names(connection: duckdb.DuckDBPyConnection, ids: Iterable[int]) -> str:
    rows = connection.execute(
        "SELECT DISTINCT name || ' (' || player_id || ')' FROM ("
        "SELECT player_id, name FROM staged_roster UNION ALL "
        "SELECT source_player_id, name FROM staged_player_line) "
        "WHERE list_contains(?, player_id) ORDER BY 1",
        [sorted(ids)],
    ).fetchall()
    return ", ".join(name for (name,) in rows)

"""Matching the names of the staged player lines to the players known by id."""

from __future__ import annotations

from collections import defaultdict

import duckdb

from factcheck.knowledge.names import Directory, Match, match_names


def match_players(connection: duckdb.DuckDBPyConnection) -> None:
    """Fill ``matched_player`` for lines without ids, and remark on every doubt."""
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
    connection.executemany(
        "INSERT INTO matched_player VALUES (?, ?, ?, ?)",
        [(one.name, one.season, one.team_id, one.player_id) for one in matches],
    )
    remarks = [_remark(connection, one) for one in matches if one.how != "exact"]
    if remarks:
        connection.executemany("INSERT INTO remark VALUES (?, ?, ?, ?)", remarks)


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


def _remark(connection: duckdb.DuckDBPyConnection, match: Match) -> tuple[str, None, str, str]:
    ids = match.candidates or ((match.player_id,) if match.how == "spelling" else ())
    names = connection.execute(
        "SELECT string_agg(DISTINCT name, ', ') FROM ("
        "SELECT player_id, name FROM staged_roster UNION ALL "
        "SELECT source_player_id, name FROM staged_player_line) "
        "WHERE list_contains(?, player_id)",
        [list(ids)],
    ).fetchall()
    where = f"{match.team_id} {match.season}"
    detail = f"{where}: {names[0][0]}" if ids else where
    kind = {
        "spelling": "player matched by near spelling",
        "ambiguous": "player ambiguous, kept apart",
        "new": "player in no roster",
    }[match.how]
    return kind, None, match.name, detail

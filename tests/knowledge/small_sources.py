"""Small sources of our own: two teams, a few invented games and men."""

from __future__ import annotations

import csv
import json
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from factcheck.knowledge.sources import KINDS

Row = Mapping[str, Any]
COLUMNS = {kind.name: [*kind.columns, *kind.optional] for kind in KINDS}
QUARTERS = ("q1", "q2", "q3", "q4", "ot1", "ot2")


def write_csv(path: Path, kind: str, rows: Sequence[Row]) -> Path:
    """Write rows in the layout of a kind; what a row lacks stays blank."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS[kind], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return path


def team_games(date: str, visitors: str, hosts: str, *periods: tuple[int, int]) -> list[Row]:
    """Return the two rows of one game from its points by period (visitors, hosts)."""
    rows = []
    for side, (team, opponent) in enumerate(((visitors, hosts), (hosts, visitors))):
        points = [period[side] for period in periods]
        rows.append(
            {
                "date": date,
                "team": team,
                "opponent": opponent,
                "is_home": "true" if side else "false",
                "pts": sum(points),
                **dict(zip(QUARTERS, points, strict=False)),
            }
        )
    return rows


def box_score(
    date: str, team: str, opponent: str, lines: Mapping[str, int], starters: int | None = None
) -> list[Row]:
    """Return plain player lines from points by player, in order; the first ones may start."""
    return [
        {
            "date": date,
            "team": team,
            "opponent": opponent,
            "player": player,
            "player_id": zlib.crc32(player.encode()),
            "played": "true",
            "is_starter": None if starters is None else str(number < starters).lower(),
            "min": 30,
            "pts": points,
            "reb": 2,
            "ast": 1,
            "fgm": points // 2,
            "fga": points,
            "fg3m": 0,
            "fg3a": 0,
        }
        for number, (player, points) in enumerate(lines.items())
    ]


def season(path: Path, *games: Sequence[Row], last: str = "2014-12-01") -> list[Path]:
    """Write games of Memphis and Phoenix as plain sources whose spell starts at the opener."""
    path.mkdir(exist_ok=True)
    results = write_csv(
        path / "results.csv", "plain_team_games", [r for rows in games for r in rows]
    )
    spell = write_csv(
        path / "spell.csv",
        "plain_schedule",
        [{"team": team, "first_date": "2014-10-28", "last_date": last} for team in ("MEM", "PHX")],
    )
    return [results, spell]


def rotowire(
    day: str,
    visitors: tuple[str, str],
    hosts: tuple[str, str],
    periods: Sequence[tuple[int, int]],
    players: Mapping[str, tuple[str, int, str]] | None = None,
    **changes: Any,
) -> dict[str, Any]:
    """Return one RotoWire game; players are name -> (city, points, starting position)."""

    def line(side: int, city: str, name: str) -> dict[str, str]:
        points = [period[side] for period in periods]
        quarters = {f"TEAM-PTS_QTR{n + 1}": str(one) for n, one in enumerate(points)}
        return {"TEAM-NAME": name, "TEAM-CITY": city, "TEAM-PTS": str(sum(points)), **quarters}

    listed = list((players or {}).items())
    fields = {
        "PLAYER_NAME": [name for name, _ in listed],
        "TEAM_CITY": [city for _, (city, _, _) in listed],
        "PTS": [str(points) if points >= 0 else "N/A" for _, (_, points, _) in listed],
        "MIN": ["20" if points >= 0 else "N/A" for _, (_, points, _) in listed],
        "START_POSITION": [position for _, (_, _, position) in listed],
    }
    box = {name: {str(n): one for n, one in enumerate(values)} for name, values in fields.items()}
    return {
        "day": day,
        "vis_city": visitors[0],
        "vis_name": visitors[1],
        "home_city": hosts[0],
        "home_name": hosts[1],
        "vis_line": line(0, *visitors),
        "home_line": line(1, *hosts),
        "box_score": box,
        **changes,
    }


def write_json(path: Path, games: Sequence[Mapping[str, Any]], lines: bool = False) -> Path:
    """Write RotoWire games as a JSON list, or as JSONL."""
    text = "\n".join(json.dumps(game) for game in games) if lines else json.dumps(games, indent=1)
    path.write_text(text, encoding="utf-8")
    return path


def game_log(path: Path, game: Sequence[Row], league_game_id: str = "0021400060") -> Path:
    """Write one game of :func:`team_games` in the layout of a stats.nba.com team game log."""
    rows = []
    for row in game:
        team, opponent = row["team"], row["opponent"]
        matchup = f"{team} vs. {opponent}" if row["is_home"] == "true" else f"{team} @ {opponent}"
        rows.append(
            {
                "TEAM_ABBREVIATION": team,
                "TEAM_NAME": team,
                "MATCHUP": matchup,
                "GAME_DATE": row["date"],
                "GAME_ID": league_game_id,
                "PTS": row["pts"],
                "MIN": 240,
                "REB": row.get("reb", ""),
            }
        )
    return write_csv(path, "team_game_log", rows)


def player_log(path: Path, lines: Sequence[Row], league_game_id: str = "0021400060") -> Path:
    """Write lines of :func:`box_score` as a stats.nba.com player game log, with starters if known.

    All teams but Phoenix are visitors.
    """
    rows = []
    for line in lines:
        sign = "vs." if line["team"] == "PHX" else "@"
        rows.append(
            {
                **{name.upper(): value for name, value in line.items()},
                "PLAYER_NAME": line["player"],
                "TEAM_ABBREVIATION": line["team"],
                "MATCHUP": f"{line['team']} {sign} {line['opponent']}",
                "GAME_DATE": line["date"],
                "GAME_ID": league_game_id,
                "START_POSITION": "F" if line["is_starter"] == "true" else None,
            }
        )
    return write_csv(
        path,
        "player_game_log",
        [{k: v for k, v in row.items() if k in COLUMNS["player_game_log"]} for row in rows],
    )

"""Writing a fetched season as the tables that ``factcheck kb build`` recognises."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

from factcheck.fetching.answers import Row, minutes
from factcheck.fetching.client import FetchError
from factcheck.support.files import write_whole

_OVERTIMES = 10
_LINE_SCORE = (
    "GAME_DATE_EST", "GAME_ID", "TEAM_ID", "TEAM_ABBREVIATION",
    *(f"PTS_QTR{number}" for number in range(1, 5)),
    *(f"PTS_OT{number}" for number in range(1, _OVERTIMES + 1)),
    "PTS",
)  # fmt: skip
# Columns of a player's line of one period, and what BoxScoreTraditionalV3 calls them.
_PERIOD_STATISTICS = {
    "FGM": "fieldGoalsMade", "FGA": "fieldGoalsAttempted",
    "FG3M": "threePointersMade", "FG3A": "threePointersAttempted",
    "FTM": "freeThrowsMade", "FTA": "freeThrowsAttempted",
    "OREB": "reboundsOffensive", "DREB": "reboundsDefensive", "REB": "reboundsTotal",
    "AST": "assists", "STL": "steals", "BLK": "blocks", "TO": "turnovers",
    "PF": "foulsPersonal", "PTS": "points", "PLUS_MINUS": "plusMinusPoints",
}  # fmt: skip


class Fetched(Protocol):
    """What a run has fetched."""

    schedule: list[Row]
    team_log: list[Row]
    player_log: list[Row]
    starters: dict[tuple[str, int], str]

    def answered(self, part: str) -> Iterator[tuple[str, int, list[Row]]]:
        """Yield game id, period and rows of a part."""
        ...


def write_tables(folder: Path, season: str, fetched: Fetched) -> list[Path]:
    """Write all tables of a season that have rows; returns their files.

    Raises:
        FetchError: The folder cannot be made.
        FormatError: A file cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FetchError(f"cannot be made: {error.strerror}", path=folder) from error
    days = {str(row["GAME_ID"]): str(row["GAME_DATE"])[:10] for row in fetched.team_log}
    tables: list[tuple[str, Iterable[Mapping[str, Any]]]] = [
        (f"team_game_log_{season}.csv", fetched.team_log),
        (f"player_game_log_{season}.csv", _with_starters(fetched)),
        (f"schedule_{season}.csv", fetched.schedule),
        (f"line_score_{season}.csv", _line_scores(fetched, days)),
        (f"player_period_log_{season}.csv.gz", _period_lines(fetched, days)),
        (f"play_by_play_{season}.csv.gz", _plays(fetched)),
    ]
    files = []
    for name, rows in tables:
        content = _table(rows)
        if content is not None:
            path = folder / name
            write_whole(path, content)
            files.append(path)
    return files


def _table(rows: Iterable[Mapping[str, Any]]) -> bytes | None:
    """Return rows as a CSV with the columns of the first one; None where there is none."""
    text = io.StringIO(newline="")
    writer: csv.DictWriter[str] | None = None
    for row in rows:
        if writer is None:
            writer = csv.DictWriter(text, list(row), lineterminator="\n", extrasaction="ignore")
            writer.writeheader()
        writer.writerow(row)
    return text.getvalue().encode() if writer is not None else None


def _with_starters(fetched: Fetched) -> Iterator[Row]:
    """Yield players' lines; where positions were given, starters have theirs."""
    known = {game_id for game_id, _ in fetched.starters}
    for row in fetched.player_log:
        if not known:
            yield row
            continue
        position = fetched.starters.get((str(row["GAME_ID"]), int(row["PLAYER_ID"])))
        yield {**row, "START_POSITION": position}


def _line_scores(fetched: Fetched, days: Mapping[str, str]) -> Iterator[Row]:
    for game_id, _, rows in fetched.answered("line-score"):
        for row in rows:
            points: list[int] = row["periods"]
            line: Row = dict.fromkeys(_LINE_SCORE)
            line |= {
                "GAME_DATE_EST": days[game_id],
                "GAME_ID": game_id,
                "TEAM_ID": row["teamId"],
                "TEAM_ABBREVIATION": row["teamTricode"],
                "PTS": row["score"],
            }
            columns = [name for name in _LINE_SCORE if name.startswith(("PTS_QTR", "PTS_OT"))]
            yield line | dict(zip(columns, points, strict=False))


def _period_lines(fetched: Fetched, days: Mapping[str, str]) -> Iterator[Row]:
    for game_id, number, rows in fetched.answered("period"):
        for row in rows:
            statistics = {ours: row[theirs] for ours, theirs in _PERIOD_STATISTICS.items()}
            played = minutes(row["minutes"])
            if played == "0:00" and not any(statistics.values()):
                continue
            yield {
                "GAME_ID": game_id,
                "GAME_DATE": days[game_id],
                "PERIOD": number,
                "TEAM_ID": row["teamId"],
                "TEAM_ABBREVIATION": row["teamTricode"],
                "PLAYER_ID": row["personId"],
                "PLAYER_NAME": f"{row['firstName']} {row['familyName']}".strip(),
                "MIN": played,
                **statistics,
            }


def _plays(fetched: Fetched) -> Iterator[Row]:
    for _, _, rows in fetched.answered("plays"):
        yield from rows

"""Kinds of source, recognised by what a file holds and not by its name."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from factcheck.errors import KnowledgeBaseError

_SNIFF_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class SourceKind:
    """A layout of files that the builder can read.

    Args:
        name: The kind's name; ``kb/sources/{name}.sql`` loads it.
        description: What it is, for a person.
        trust: 1 is believed first where sources disagree.
        columns: The columns that must be there, with the DuckDB type of their values.
            Empty for JSON.
    """

    name: str
    description: str
    trust: int
    columns: Mapping[str, str]


def _columns(**types: str) -> dict[str, str]:
    return {name: kind for kind, names in types.items() for name in names.split()}


_TEAM_BOX_SCORE = _columns(
    VARCHAR="seasTyp teamAbbr teamLoc opptAbbr",
    DATE="gmDate",
    TIME="gmTime",
    INTEGER=(
        "teamPTS teamAST teamTO teamSTL teamBLK teamPF teamFGA teamFGM team3PA team3PM teamFTA "
        "teamFTM teamORB teamDRB teamTRB teamPTS1 teamPTS2 teamPTS3 teamPTS4 teamPTS5 teamPTS6 "
        "teamPTS7 teamPTS8 opptPTS5 opptPTS6 opptPTS7 opptPTS8"
    ),
)
_LOG_STATISTICS = "FGM FGA FG3M FG3A FTM FTA OREB DREB REB AST STL BLK TOV PF PTS"

KINDS: tuple[SourceKind, ...] = (
    SourceKind("team_box_score", "team box scores with quarters", 2, _TEAM_BOX_SCORE),
    SourceKind(
        "player_game_log",
        "stats.nba.com player game log",
        3,
        _columns(
            VARCHAR="PLAYER_NAME TEAM_ABBREVIATION MATCHUP",
            BIGINT="PLAYER_ID",
            DATE="GAME_DATE",
            DOUBLE="MIN",
            INTEGER=_LOG_STATISTICS + " PLUS_MINUS",
        ),
    ),
    SourceKind(
        "team_game_log",
        "stats.nba.com team game log",
        1,
        _columns(
            VARCHAR="TEAM_ABBREVIATION TEAM_NAME MATCHUP",
            DATE="GAME_DATE",
            INTEGER=_LOG_STATISTICS + " MIN",
        ),
    ),
    SourceKind(
        "standings",
        "standings by date",
        5,
        _columns(
            VARCHAR="teamAbbr", DATE="stDate", INTEGER="rank gameWon gameLost", DOUBLE="gameBack"
        ),
    ),
    SourceKind(
        "player_seasons",
        "players of each season",
        5,
        _columns(
            VARCHAR="SEASON PLAYER_NAME TEAM_ABBREVIATION", BIGINT="PLAYER_ID", INTEGER="GP"
        ),
    ),
    SourceKind("rotowire", "RotoWire games (JSON or JSONL)", 4, {}),
)
ROTOWIRE_FIELDS = (
    "home_name", "vis_name", "home_city", "vis_city", "day", "box_score", "home_line", "vis_line"
)  # fmt: skip


def recognise(path: Path) -> SourceKind:
    """Return the kind of a source file.

    Raises:
        KnowledgeBaseError: The file is missing, unreadable, empty, or of no known kind;
            where it is nearly of a kind, the columns it lacks are named.
    """
    head = _head(path)
    if head.lstrip()[:1] in ("{", "["):
        return _recognise_json(path, head)
    header = next(csv.reader(head.splitlines()[:1]), [])
    present = {name.strip() for name in header}
    tables = [kind for kind in KINDS if kind.columns]
    for kind in tables:
        if present >= kind.columns.keys():
            return kind
    # Player logs hold all that team logs hold: the fewest columns missing decides.
    nearest = min(tables, key=lambda kind: len(kind.columns.keys() - present))
    missing = [name for name in nearest.columns if name not in present]
    if len(missing) <= len(nearest.columns) / 2:
        raise KnowledgeBaseError(
            f"looks like {nearest.description} but lacks {', '.join(missing)}", path=path, line=1
        )
    known = "; ".join(kind.description for kind in KINDS)
    raise KnowledgeBaseError(f"not a source that factcheck knows ({known})", path=path, line=1)


def _head(path: Path) -> str:
    try:
        with path.open("rb") as file:
            start = file.read(_SNIFF_BYTES)
    except OSError as error:
        raise KnowledgeBaseError(f"cannot be read: {error.strerror}", path=path) from error
    if not start.strip():
        raise KnowledgeBaseError("is empty", path=path)
    # The cut may split a character, hence the tail is decoded leniently.
    try:
        return start[:-4].decode("utf-8-sig") + start[-4:].decode("utf-8", errors="ignore")
    except UnicodeDecodeError as error:
        line = start[: error.start].count(b"\n") + 1
        raise KnowledgeBaseError("is not UTF-8; convert it first", path=path, line=line) from error


def _recognise_json(path: Path, head: str) -> SourceKind:
    missing = [name for name in ROTOWIRE_FIELDS if json.dumps(name) not in head]
    if len(missing) == len(ROTOWIRE_FIELDS):
        raise KnowledgeBaseError(
            f"is JSON, but no RotoWire game: fields {', '.join(ROTOWIRE_FIELDS)} expected",
            path=path,
        )
    return next(kind for kind in KINDS if kind.name == "rotowire")

"""Kinds of source, recognised by what a file holds and not by its name."""

from __future__ import annotations

import codecs
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


_LOG_STATISTICS = "FGM FGA FG3M FG3A FTM FTA OREB DREB REB AST STL BLK TOV PF PTS"

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
_STANDINGS = _columns(
    VARCHAR="teamAbbr", DATE="stDate", INTEGER="rank gameWon gameLost", DOUBLE="gameBack"
)
_PLAYER_GAME_LOG = _columns(
    VARCHAR="PLAYER_NAME TEAM_ABBREVIATION MATCHUP",
    BIGINT="PLAYER_ID",
    DATE="GAME_DATE",
    DOUBLE="MIN",
    INTEGER=f"{_LOG_STATISTICS} PLUS_MINUS",
)
_TEAM_GAME_LOG = _columns(
    VARCHAR="TEAM_ABBREVIATION TEAM_NAME MATCHUP",
    DATE="GAME_DATE",
    INTEGER=f"{_LOG_STATISTICS} MIN",
)
_PLAYER_SEASONS = _columns(
    VARCHAR="SEASON PLAYER_NAME TEAM_ABBREVIATION", BIGINT="PLAYER_ID", INTEGER="GP"
)
_PLAIN_TEAM_GAMES = _columns(
    VARCHAR="team opponent",
    DATE="date",
    BOOLEAN="is_home",
    TIME="tip_off",
    INTEGER=f"wins losses q1 q2 q3 q4 ot1 ot2 ot3 ot4 min {_LOG_STATISTICS.lower()}",
)
_PLAIN_PLAYER_LINES = _columns(
    VARCHAR="team opponent player position",
    DATE="date",
    BIGINT="player_id",
    BOOLEAN="played is_starter",
    INTEGER=f"min {_LOG_STATISTICS.lower()}",
)
_PLAIN_SCHEDULE = _columns(VARCHAR="team", DATE="first_date last_date")

# A player log holds all columns of a team log, so it comes first.
KINDS: tuple[SourceKind, ...] = (
    SourceKind("team_box_score", "team box scores with quarters", 3, _TEAM_BOX_SCORE),
    SourceKind("standings", "standings by date", 6, _STANDINGS),
    SourceKind("player_game_log", "a stats.nba.com player game log", 4, _PLAYER_GAME_LOG),
    SourceKind("team_game_log", "a stats.nba.com team game log", 2, _TEAM_GAME_LOG),
    SourceKind("player_seasons", "players of each season", 6, _PLAYER_SEASONS),
    SourceKind("plain_team_games", "plain team games", 1, _PLAIN_TEAM_GAMES),
    SourceKind("plain_player_lines", "plain player lines", 1, _PLAIN_PLAYER_LINES),
    SourceKind("plain_schedule", "spells of known schedule", 1, _PLAIN_SCHEDULE),
)
ROTOWIRE = SourceKind("rotowire", "RotoWire games (JSON or JSONL)", 5, {})
ROTOWIRE_FIELDS = (
    "day", "home_name", "vis_name", "home_city", "vis_city", "box_score", "home_line", "vis_line"
)  # fmt: skip


def recognise(path: Path) -> SourceKind:
    """Return the kind of a source file.

    Raises:
        KnowledgeBaseError: The file is missing, unreadable, empty, not UTF-8, or of no
            known kind; where it is nearly of a kind, the columns it lacks are named.
    """
    head = _head(path)
    if head.lstrip()[:1] in ("{", "["):
        return _recognise_json(path, head)
    present = set(_names(head))
    for kind in KINDS:
        if present >= kind.columns.keys():
            return kind
    nearest = min(KINDS, key=lambda kind: _share_missing(kind, present))
    if _share_missing(nearest, present) <= 0.5:
        missing = ", ".join(name for name in nearest.columns if name not in present)
        raise KnowledgeBaseError(
            f"looks like {nearest.description} but lacks the columns {missing}", path=path, line=1
        )
    known = "; ".join(kind.description for kind in (*KINDS, ROTOWIRE))
    raise KnowledgeBaseError(f"no source that factcheck knows ({known})", path=path, line=1)


def column_names(path: Path) -> list[str]:
    """Return the names in the header of a CSV, in order.

    Raises:
        KnowledgeBaseError: The file is unreadable, or a name comes twice.
    """
    names = _names(_head(path))
    for name in names:
        if names.count(name) > 1:
            raise KnowledgeBaseError(f"the column {name!r} comes twice", path=path, line=1)
    return names


def _names(head: str) -> list[str]:
    return [name.strip() for name in next(csv.reader(head.splitlines()[:1]), [])]


def _share_missing(kind: SourceKind, present: set[str]) -> float:
    return len(kind.columns.keys() - present) / len(kind.columns)


def _head(path: Path) -> str:
    try:
        with path.open("rb") as file:
            start = file.read(_SNIFF_BYTES)
    except OSError as error:
        raise KnowledgeBaseError(f"cannot be read: {error.strerror}", path=path) from error
    if not start.strip():
        raise KnowledgeBaseError("is empty", path=path)
    # What is read may end amid a character, which an incremental decoder waits for.
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    try:
        return decoder.decode(start, final=len(start) < _SNIFF_BYTES)
    except UnicodeDecodeError as error:
        line = start[: error.start].count(b"\n") + 1
        raise KnowledgeBaseError("is not UTF-8; convert it first", path=path, line=line) from error


def _recognise_json(path: Path, head: str) -> SourceKind:
    if any(json.dumps(name) in head for name in ROTOWIRE_FIELDS):
        return ROTOWIRE
    fields = ", ".join(ROTOWIRE_FIELDS)
    raise KnowledgeBaseError(f"JSON, but no RotoWire game: the fields {fields} expected", path=path)

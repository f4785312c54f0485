"""Kinds of source, recognised by what a file holds and not by its name."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from factcheck.errors import KnowledgeBaseError
from factcheck.knowledge.files import Packing, column_names, head, names_of, packing, unfolded


class UnknownSourceError(KnowledgeBaseError):
    """A file is of no kind that factcheck knows; in a folder such files are passed over."""


@dataclass(frozen=True, slots=True)
class SourceKind:
    """A layout of files that the builder can read.

    Args:
        name: The kind's name; ``kb/sources/{name}.sql`` loads it.
        description: What it is, for a person.
        source_rank: 1 is believed first where sources differ.
        columns: The columns that must be there, with the DuckDB type of their values.
            Empty for JSON.
        optional: Columns that are read where they are there, else NULL.
        like: The kind whose SQL goes on once the kind's own has put it into that layout.
    """

    name: str
    description: str
    source_rank: int
    columns: Mapping[str, str]
    optional: Mapping[str, str] = field(default_factory=dict)
    like: str | None = None


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
_LINE_SCORE = _columns(
    VARCHAR="GAME_DATE_EST GAME_ID TEAM_ABBREVIATION",
    INTEGER="PTS_QTR1 PTS_QTR2 PTS_QTR3 PTS_QTR4 PTS_OT1 PTS_OT2 PTS_OT3 PTS_OT4 PTS",
)
_LINE_SCORE_MORE = _columns(INTEGER="PTS_OT5 PTS_OT6 PTS_OT7 PTS_OT8 PTS_OT9 PTS_OT10")
_SCHEDULE = _columns(
    VARCHAR=(
        "gameId gameDateEst gameTimeEst homeTeam_teamTricode awayTeam_teamTricode "
        "arenaName arenaCity"
    ),
    INTEGER="gameStatus homeTeam_score awayTeam_score",
)
_SCHEDULE_MORE = _columns(VARCHAR="arenaState", BOOLEAN="isNeutral")
_PLAIN_SCHEDULE = _columns(VARCHAR="team", DATE="first_date last_date")
_PLAIN_PLAYS = _columns(
    VARCHAR="visitors hosts kind detail team",
    DATE="date",
    TIME="clock",
    BIGINT="player_id other_id",
    BOOLEAN="made",
    INTEGER="period value distance visitors_points hosts_points",
)
_PLAYER_PERIOD_LOG = _columns(
    VARCHAR="TEAM_ABBREVIATION MIN",
    DATE="GAME_DATE",
    BIGINT="PLAYER_ID",
    INTEGER="PERIOD FGM FGA FG3M FG3A FTM FTA OREB DREB AST STL BLK TO PF PTS",
)
_PLAY_BY_PLAY = _columns(
    VARCHAR="GAME_ID HOMEDESC VISDESC SCORE P1_TEAM",
    TIME="CLOCK",
    BIGINT="P1_ID P2_ID P3_ID",
    INTEGER="EVENTMSGTYPE PERIOD",
)
_PLAY_BY_PLAY_V2 = _columns(
    VARCHAR=(
        "GAME_ID HOMEDESCRIPTION NEUTRALDESCRIPTION VISITORDESCRIPTION SCORE "
        "PLAYER1_TEAM_ABBREVIATION"
    ),
    TIME="PCTIMESTRING",
    BIGINT="PLAYER1_ID PLAYER2_ID PLAYER3_ID",
    INTEGER="EVENTMSGTYPE PERIOD",
)
_PLAY_BY_PLAY_V3 = _columns(
    VARCHAR=("gameId clock teamTricode playerName playerNameI description actionType subType"),
    BIGINT="personId",
    INTEGER="actionNumber period shotDistance scoreHome scoreAway",
)

_BOX_STATISTICS = _LOG_STATISTICS.replace("TOV", "TO")
_BOX_SCORE_V2 = _columns(
    VARCHAR="GAME_ID TEAM_ABBREVIATION PLAYER_NAME START_POSITION COMMENT MIN",
    BIGINT="PLAYER_ID",
    INTEGER=_BOX_STATISTICS,
    DOUBLE="PLUS_MINUS",
)
_BOX_SCORE_V3 = _columns(
    VARCHAR="gameId teamTricode firstName familyName position comment minutes",
    BIGINT="personId",
    INTEGER=(
        "points reboundsTotal reboundsOffensive reboundsDefensive assists steals blocks turnovers "
        "foulsPersonal fieldGoalsMade fieldGoalsAttempted threePointersMade threePointersAttempted "
        "freeThrowsMade freeThrowsAttempted"
    ),
    DOUBLE="plusMinusPoints",
)

# A player log holds all columns of a team log, so it comes first.
KINDS: tuple[SourceKind, ...] = (
    SourceKind("team_box_score", "team box scores with quarters", 3, _TEAM_BOX_SCORE),
    SourceKind("standings", "standings by date", 6, _STANDINGS),
    SourceKind(
        "player_game_log",
        "a stats.nba.com player game log",
        4,
        _PLAYER_GAME_LOG,
        _columns(VARCHAR="GAME_ID START_POSITION"),
    ),
    SourceKind(
        "team_game_log",
        "a stats.nba.com team game log",
        2,
        _TEAM_GAME_LOG,
        _columns(VARCHAR="GAME_ID"),
    ),
    SourceKind("line_score", "line scores of stats.nba.com", 3, _LINE_SCORE, _LINE_SCORE_MORE),
    SourceKind("schedule", "a schedule of stats.nba.com", 3, _SCHEDULE, _SCHEDULE_MORE),
    SourceKind("box_score_v2", "a box score (BoxScoreTraditionalV2)", 4, _BOX_SCORE_V2),
    SourceKind("box_score_v3", "a box score (BoxScoreTraditionalV3)", 4, _BOX_SCORE_V3),
    SourceKind("player_seasons", "players of each season", 6, _PLAYER_SEASONS),
    SourceKind("plain_team_games", "plain team games", 1, _PLAIN_TEAM_GAMES),
    SourceKind("plain_player_lines", "plain player lines", 1, _PLAIN_PLAYER_LINES),
    SourceKind("plain_plays", "plain plays", 1, _PLAIN_PLAYS),
    SourceKind("player_period_log", "players' lines by period", 4, _PLAYER_PERIOD_LOG),
    SourceKind("play_by_play", "plays of stats.nba.com in short", 4, _PLAY_BY_PLAY),
    SourceKind(
        "play_by_play_v2",
        "stats.nba.com PlayByPlayV2",
        4,
        _PLAY_BY_PLAY_V2,
        like="play_by_play",
    ),
    SourceKind("play_by_play_v3", "stats.nba.com PlayByPlayV3", 4, _PLAY_BY_PLAY_V3),
    SourceKind("plain_schedule", "spells of known schedule", 1, _PLAIN_SCHEDULE),
)
ROTOWIRE = SourceKind("rotowire", "RotoWire games (JSON or JSONL)", 5, {})
ROTOWIRE_FIELDS = (
    "day", "home_name", "vis_name", "home_city", "vis_city", "box_score", "home_line", "vis_line"
)  # fmt: skip


def collect(sources: Iterable[Path]) -> tuple[list[tuple[Path, SourceKind]], list[Path]]:
    """Return the files of sources with their kinds, and those of folders that are no source.

    Args:
        sources: Files, and folders whose files of a known kind are meant, at any depth.

    Raises:
        KnowledgeBaseError: A file is damaged, or one that is named is of no known kind.
    """
    known: list[tuple[Path, SourceKind]] = []
    passed_over: list[Path] = []
    for path, named in unfolded(sources):
        try:
            known.append((path, recognise(path)))
        except UnknownSourceError:
            if named:
                raise
            passed_over.append(path)
    return known, passed_over


def recognise(path: Path) -> SourceKind:
    """Return the kind of a source file.

    Raises:
        UnknownSourceError: The file is of no known kind.
        KnowledgeBaseError: The file is missing, unreadable, empty, damaged or not UTF-8;
            where it is nearly of a kind, the columns it lacks are named.
    """
    if packing(path) is Packing.PARQUET:
        present = set(column_names(path))
    else:
        start = head(path)
        if start.lstrip()[:1] in ("{", "["):
            return _recognise_json(path, start)
        present = set(names_of(start))
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
    raise UnknownSourceError(f"no source that factcheck knows ({known})", path=path, line=1)


def _share_missing(kind: SourceKind, present: set[str]) -> float:
    return len(kind.columns.keys() - present) / len(kind.columns)


def _recognise_json(path: Path, start: str) -> SourceKind:
    if any(json.dumps(name) in start for name in ROTOWIRE_FIELDS):
        return ROTOWIRE
    fields = ", ".join(ROTOWIRE_FIELDS)
    raise UnknownSourceError(f"JSON, but no RotoWire game: the fields {fields} expected", path=path)

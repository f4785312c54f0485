"""Plays of four layouts become the same rows; what contradicts is reported and left out."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from command_line import factcheck
from small_sources import Row, box_score, game_log, team_games, write_csv

from factcheck.errors import KnowledgeBaseError
from factcheck.knowledge import KnowledgeBase, build

GAME = "2014-11-05-MEM-PHX"
DATE, VISITORS, HOSTS = "2014-11-05", "MEM", "PHX"
GASOL, CONLEY, DRAGIC = (
    zlib.crc32(name.encode()) for name in ("Marc Gasol", "Mike Conley", "Goran Dragic")
)
# Memphis 5, Phoenix 3: baskets, a three with an assist, two free throws of which one goes in.
OTHERS = {f"Player {number}": 0 for number in range(4)}
LINES = [
    *box_score(DATE, "MEM", "PHX", {"Marc Gasol": 3, "Mike Conley": 2, **OTHERS}),
    *box_score(DATE, "PHX", "MEM", {"Goran Dragic": 3, **{f"{name} P": 0 for name in OTHERS}}),
]
RESULT = team_games(DATE, VISITORS, HOSTS, (2, 2), (3, 0), (0, 0), (0, 1))

# (period, clock, kind, player, other, description, visitors-home score after)
PLAYS: list[tuple[int, str, int, int, int, str, str]] = [
    (1, "11:40", 1, CONLEY, 0, "Conley 18' Pullup Jump Shot (2 PTS)", "2 - 0"),
    (1, "10:02", 1, DRAGIC, 0, "Dragic  Driving Layup (2 PTS)", "2 - 2"),
    (2, "5:00", 1, GASOL, CONLEY, "Gasol 25' 3PT Jump Shot (3 PTS) (Conley 1 AST)", "5 - 2"),
    (4, "0:09", 2, GASOL, 0, "MISS Gasol 4' Hook Shot", ""),
    (4, "0:05", 3, DRAGIC, 0, "MISS Dragic Free Throw 1 of 2", ""),
    (4, "0:05", 3, DRAGIC, 0, "Dragic Free Throw 2 of 2 (3 PTS)", "5 - 3"),
]


def team_of(player: int) -> str:
    return "PHX" if player == DRAGIC else "MEM"


def short(path: Path, plays: Sequence[tuple[Any, ...]] = PLAYS) -> Path:
    """The plays in the layout of the files at hand."""
    rows = [
        {
            "GAME_ID": "0021400060", "EVENTMSGTYPE": kind, "PERIOD": period, "CLOCK": clock,
            "HOMEDESC": text if team_of(player) == HOSTS else "",
            "VISDESC": text if team_of(player) == VISITORS else "",
            "SCORE": score, "P1_ID": player, "P1_TEAM": team_of(player), "P2_ID": other, "P3_ID": 0,
        }
        for period, clock, kind, player, other, text, score in plays
    ]  # fmt: skip
    return write_csv(path, "play_by_play", rows)


def v2(path: Path) -> Path:
    """The plays as PlayByPlayV2 has them."""
    rows = [
        {
            "GAME_ID": "0021400060", "EVENTMSGTYPE": kind, "PERIOD": period, "PCTIMESTRING": clock,
            "HOMEDESCRIPTION": text if team_of(player) == HOSTS else "",
            "VISITORDESCRIPTION": text if team_of(player) == VISITORS else "",
            "SCORE": score, "PLAYER1_ID": player, "PLAYER1_TEAM_ABBREVIATION": team_of(player),
            "PLAYER2_ID": other, "PLAYER3_ID": 0,
        }
        for period, clock, kind, player, other, text, score in PLAYS
    ]  # fmt: skip
    return write_csv(path, "play_by_play_v2", rows)


def v3(path: Path) -> Path:
    """The plays as PlayByPlayV3 has them: kinds in words, passers in the description."""
    words = {1: "Made Shot", 2: "Missed Shot", 3: "Free Throw"}
    rows: list[Mapping[str, Any]] = []
    for number, (period, clock, kind, player, _, text, score) in enumerate(PLAYS):
        minutes, seconds = clock.split(":")
        away, home = score.split(" - ") if score else ("", "")
        bare = text.removeprefix("MISS ").split(" (")[0]
        rows.append(
            {
                "gameId": "0021400060", "actionNumber": number, "period": period,
                "clock": f"PT{minutes:0>2}M{seconds}.00S", "teamTricode": team_of(player),
                "personId": player, "playerName": bare.split()[0],
                "playerNameI": f"X. {bare.split()[0]}", "description": text,
                "actionType": words[kind],
                "subType": bare.split("3PT ")[-1].split("' ")[-1].split("  ")[-1],
                "shotDistance": {CONLEY: 18, GASOL: 25}.get(player, 0) if kind == 1 else 4,
                "scoreHome": home, "scoreAway": away,
            }
        )  # fmt: skip
    return write_csv(path, "play_by_play_v3", rows)


def plain(path: Path) -> Path:
    """The plays in our own layout."""
    kinds = {1: "shot", 2: "shot", 3: "free throw"}
    rows = [
        {
            "date": DATE, "visitors": VISITORS, "hosts": HOSTS, "period": period, "clock": clock,
            "kind": kinds[kind], "team": team_of(player), "player_id": player,
            "other_id": other or "", "made": str(bool(score)).lower(),
            "value": 3 if "3PT" in text else 1 if kind == 3 else 2,
        }
        for period, clock, kind, player, other, text, score in PLAYS
    ]  # fmt: skip
    return write_csv(path, "plain_plays", rows)


def knowledge(folder: Path, plays: Path, result: Sequence[Row] = RESULT) -> KnowledgeBase:
    sources = [
        write_csv(folder / "results.csv", "plain_team_games", result),
        write_csv(folder / "lines.csv", "plain_player_lines", LINES),
        game_log(folder / "log.csv", result),
        plays,
    ]
    output = folder / "kb.duckdb"
    build(output, sources)
    return KnowledgeBase.open(output)


def data_issues(kb: KnowledgeBase) -> dict[str, str]:
    return {row["kind"]: row["detail"] for row in kb.rows("FROM data_issue")}


@pytest.mark.parametrize("layout", [short, v2, v3, plain])
def test_every_layout_gives_scores_and_passers(layout: Any, tmp_path: Path) -> None:
    with knowledge(tmp_path, layout(tmp_path / "plays.csv")) as kb:
        found = kb.rows(
            "SELECT period, clock, team_id, player_id, other_id, value, away_points, home_points "
            "FROM play WHERE made ORDER BY number"
        )
    assert [tuple(row.values()) for row in found] == [
        (1, 700, "MEM", CONLEY, None, 2, 2, 0),
        (1, 602, "PHX", DRAGIC, None, 2, 2, 2),
        (2, 300, "MEM", GASOL, CONLEY, 3, 5, 2),
        (4, 5, "PHX", DRAGIC, None, 1, 5, 3),
    ]


@pytest.mark.parametrize("layout", [short, v2, v3])
def test_the_league_s_layouts_tell_the_shot_and_its_distance(layout: Any, tmp_path: Path) -> None:
    with knowledge(tmp_path, layout(tmp_path / "plays.csv")) as kb:
        found = kb.rows(
            "SELECT detail, made, distance FROM play WHERE kind = 'shot' ORDER BY number"
        )
    assert [tuple(row.values()) for row in found] == [
        ("pullup jump", True, 18),
        ("driving layup", True, None),
        ("jump", True, 25),
        ("hook", False, 4),
    ]


def test_the_course_of_the_game_and_quarters_follow_from_plays(tmp_path: Path) -> None:
    with knowledge(tmp_path, short(tmp_path / "plays.csv")) as kb:
        flow = kb.rows("FROM game_flow WHERE period = 'GAME'")
        quarters = kb.rows("SELECT period, pts, ast FROM period_line WHERE player_id = ?", [CONLEY])
    assert [
        (row["lead_changes"], row["ties"], row["home_lead"], row["away_lead"]) for row in flow
    ] == [(0, 1, 0, 3)]
    assert {(row["period"], row["pts"], row["ast"]) for row in quarters} == {(1, 2, 0), (2, 0, 1)}


def test_plays_out_of_order_are_put_in_order_and_told(tmp_path: Path) -> None:
    mixed = [PLAYS[1], PLAYS[0], *PLAYS[2:]]
    with knowledge(tmp_path, short(tmp_path / "plays.csv", mixed)) as kb:
        clocks = [row["clock"] for row in kb.rows("SELECT clock FROM play ORDER BY number")]
        assert data_issues(kb)["plays out of order"] == "from line 3; put in order of the clock"
    assert clocks == [700, 602, 300, 9, 5, 5]


def test_plays_that_end_in_another_score_are_left_out(tmp_path: Path) -> None:
    with knowledge(tmp_path, short(tmp_path / "plays.csv", PLAYS[:-1])) as kb:
        assert not kb.rows("FROM play")
        assert data_issues(kb)["plays contradict the final score"] == (
            "line 6: 5-2 after period 4, line score 5-3; plays left out"
        )


@pytest.mark.parametrize(
    ("number", "score", "told"),
    [
        (1, "2 - 3", "line 3: 2-3, the baskets make 2-2"),
        (3, "9 - 2", "line 5: 9-2, at which the game never stood"),
    ],
)
def test_a_score_that_the_baskets_do_not_make_is_told(
    number: int, score: str, told: str, tmp_path: Path
) -> None:
    plays = [*PLAYS[:number], (*PLAYS[number][:-1], score), *PLAYS[number + 1 :]]
    with knowledge(tmp_path, short(tmp_path / "plays.csv", plays)) as kb:
        assert data_issues(kb)["score of a play contradicts the baskets"] == told
        last = kb.rows("SELECT away_points, home_points FROM play ORDER BY number DESC LIMIT 1")
    assert [tuple(row.values()) for row in last] == [(5, 3)]


def test_a_basket_told_twice_counts_once(tmp_path: Path) -> None:
    twice = [PLAYS[0], PLAYS[0], *PLAYS[1:]]
    with knowledge(tmp_path, short(tmp_path / "plays.csv", twice)) as kb:
        assert len(kb.rows("FROM play WHERE made")) == 4
        assert data_issues(kb)["basket told twice"] == "line 3; first one kept"


def test_a_player_of_no_team_is_told_and_left_out(tmp_path: Path) -> None:
    stranger = (*PLAYS[3][:3], 99, *PLAYS[3][4:])
    plays = [*PLAYS[:3], stranger, *PLAYS[4:]]
    with knowledge(tmp_path, short(tmp_path / "plays.csv", plays)) as kb:
        assert data_issues(kb)["play by a player of no team"] == "line 5: player 99; left out"
        assert not kb.rows("FROM play WHERE player_id = 99")


def test_a_game_without_a_log_is_told(tmp_path: Path) -> None:
    rows = [(*play,) for play in PLAYS]
    path = short(tmp_path / "plays.csv", rows)
    path.write_text(path.read_text().replace("0021400060", "0021499999"), encoding="utf-8")
    with knowledge(tmp_path, path) as kb:
        assert data_issues(kb)["plays of a game that is not known"] == (
            "6 rows left out, the first in line 2"
        )


def test_a_clock_that_is_none_is_refused_with_its_line(tmp_path: Path) -> None:
    broken = [PLAYS[0], (1, "late", *PLAYS[1][2:])]
    with pytest.raises(KnowledgeBaseError, match=r"plays\.csv:3: CLOCK: 'late' is no time"):
        knowledge(tmp_path, short(tmp_path / "plays.csv", broken))


def test_lines_by_period_stand_where_plays_are_not_known(tmp_path: Path) -> None:
    log = write_csv(
        tmp_path / "periods.csv",
        "player_period_log",
        [
            {
                "TEAM_ABBREVIATION": "MEM", "MIN": "10:30", "GAME_DATE": DATE, "PLAYER_ID": GASOL,
                "PERIOD": 2, "PTS": 3, "FGM": 1, "FGA": 1, "FG3M": 1, "FG3A": 1, "FTM": 0, "FTA": 0,
                "OREB": 0, "DREB": 2, "AST": 0, "STL": 0, "BLK": 0, "TO": 0, "PF": 1,
            }
        ],
    )  # fmt: skip
    with knowledge(tmp_path, log) as kb:
        (line,) = kb.rows("SELECT period, seconds, pts, dreb FROM period_line")
    assert tuple(line.values()) == (2, 630, 3, 2)


def test_show_tells_the_course_of_the_game(demo: KnowledgeBase) -> None:
    course = demo.show(GAME).course
    assert course is not None
    assert (course.lead_changes, course.ties) == (7, 1)
    assert (course.visitors.points, course.visitors.moment) == (15, "1:17 left in Q4")
    assert (course.hosts.points, course.hosts.moment) == (11, "5:41 left in Q2")
    assert [course.lead_at(seconds) for seconds in (0, 60, 720, 1440, 2880)] == [0, 2, 1, 6, -11]


def test_show_prints_the_lead_and_quarters_of_the_leading_players() -> None:
    shown = factcheck("kb", "show", GAME).stdout
    assert "7 lead changes, 1 tie; largest leads: Memphis Grizzlies 15 (1:17 left in Q4)" in shown
    row = next(line for line in shown.splitlines() if "Marc Gasol" in line)
    assert [cell.strip() for cell in row.strip("│ ").split("│")] == [
        "Marc Gasol", "MEM", "2", "2", "4", "10", "18",
    ]  # fmt: skip


def test_info_names_the_games_without_what_others_have(demo: KnowledgeBase) -> None:
    """One game of the demo has lines, periods and plays; of the others results are known."""
    lacking = {row["what"]: row for row in demo.info().lacking}
    games = demo.games()
    played = [game for game in games if game.visitors_points is not None]
    assert {game.game_id for game in games if game.has_plays} == {"2014-11-05-MEM-PHX"}
    assert {game.game_id for game in games if game.has_periods} == {"2014-11-05-MEM-PHX"}
    assert set(lacking) == {"player lines", "periods", "plays"}
    for row in lacking.values():
        assert row["number"] == len(played) - 1
        assert "2014-11-05-MEM-PHX" not in row["games"]


def test_a_game_without_plays_is_shown_without_a_course(demo: KnowledgeBase) -> None:
    assert demo.show("2014-10-29-LAL-PHX").course is None

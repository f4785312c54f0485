"""A season is fetched from a server in the layouts of stats.nba.com, whatever the server does."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import factcheck
from stats_server import GAMES, Behaviour, serving

from factcheck.fetching import Client, Outcome, fetch, season_of
from factcheck.fetching.answers import minutes
from factcheck.fetching.client import FetchError
from factcheck.knowledge import KnowledgeBase, build

pytest.importorskip("nba_api")
pytest.importorskip("requests")

SEASON = "2024-25"
# One line score, one answer of plays and one of players a period: a game of four periods, and
# one with an overtime.
PER_GAME = {"boxscoresummaryv3": 2, "playbyplayv3": 2, "boxscoretraditionalv3": 9}


@pytest.fixture
def server() -> Iterator[tuple[Behaviour, str]]:
    """A server that answers well, its behaviour and its address."""
    behaviour = Behaviour()
    with serving(behaviour) as address:
        yield behaviour, address


def client(
    folder: Path, address: str, waits: list[float] | None = None, timeout: float = 30.0
) -> Client:
    """A client that does not really wait, and notes how long it would have."""
    waited = waits if waits is not None else []
    return Client(folder / ".raw", address, pause=0.0, timeout=timeout, sleep=waited.append)


def rows(path: Path) -> list[dict[str, str]]:
    """The rows of a table, unpacked."""
    content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return list(csv.DictReader(content.decode().splitlines()))


def details(outcome: Outcome) -> list[tuple[str, str]]:
    """What was found missing or different."""
    return [(finding.kind, finding.what) for finding in outcome.findings]


def test_a_season_comes_as_tables_in_known_layouts(
    tmp_path: Path, server: tuple[Behaviour, str]
) -> None:
    behaviour, address = server
    outcome = fetch(SEASON, tmp_path, client(tmp_path, address))
    assert [finding for finding in outcome.findings if finding.what != SEASON] == []
    assert outcome.games == ["0022400001", "0022400002"]
    assert {name: behaviour.asked(name) for name in PER_GAME} == PER_GAME
    assert sorted(path.name for path in outcome.files) == [
        "line_score_2024-25.csv",
        "play_by_play_2024-25.csv.gz",
        "player_game_log_2024-25.csv",
        "player_period_log_2024-25.csv.gz",
        "schedule_2024-25.csv",
        "team_game_log_2024-25.csv",
    ]
    log = rows(tmp_path / "player_game_log_2024-25.csv")
    assert [row["START_POSITION"] for row in log[:6]] == ["F", "F", "C", "G", "G", ""]
    line = rows(tmp_path / "line_score_2024-25.csv")[0]
    assert (line["TEAM_ABBREVIATION"], line["PTS"]) == ("PHX", "104")
    assert [line[f"PTS_QTR{n}"] for n in (1, 2, 3, 4)] == ["20", "20", "30", "20"]
    assert (line["PTS_OT1"], line["PTS_OT2"]) == ("14", "")
    periods = rows(tmp_path / "player_period_log_2024-25.csv.gz")
    first = periods[0]
    assert (first["GAME_DATE"], first["PERIOD"], first["MIN"]) == ("2024-10-23", "1", "8:00")
    assert (first["PLAYER_NAME"], first["PTS"]) == ("Guy Gale", "10")
    # Who did not play has no line.
    assert "No Minutes" not in {row["PLAYER_NAME"] for row in periods}
    plays = rows(tmp_path / "play_by_play_2024-25.csv.gz")
    assert plays[-2]["gameId"] == "0022400002"
    assert (plays[-2]["scoreAway"], plays[-2]["scoreHome"]) == ("92", "80")


def test_the_number_of_games_is_held_against_the_reference_data(
    tmp_path: Path, server: tuple[Behaviour, str]
) -> None:
    outcome = fetch(SEASON, tmp_path, client(tmp_path, server[1]))
    assert [(one.kind, one.detail) for one in outcome.findings] == [
        ("missing", "2 games, but 1230 were played")
    ]
    assert not outcome.complete


def test_playoffs_and_play_in_come_when_they_are_wanted(
    tmp_path: Path, server: tuple[Behaviour, str]
) -> None:
    outcome = fetch(SEASON, tmp_path, client(tmp_path, server[1]), playoffs=True)
    assert outcome.games == ["0022400001", "0022400002", "0042400101"]
    assert len(rows(tmp_path / "schedule_2024-25.csv")) == 3


def test_parts_can_be_left_out(tmp_path: Path, server: tuple[Behaviour, str]) -> None:
    behaviour, address = server
    without = ("schedule", "plays", "periods", "line-scores")
    outcome = fetch(SEASON, tmp_path, client(tmp_path, address), without=without)
    assert {endpoint for endpoint, _ in behaviour.requests} == {"leaguegamelog"}
    assert len(outcome.files) == 2
    assert "START_POSITION" not in rows(tmp_path / "player_game_log_2024-25.csv")[0]
    with pytest.raises(FetchError, match="'shots' is no part; there are schedule"):
        fetch(SEASON, tmp_path, client(tmp_path, address), without=("shots",))


def test_a_second_run_asks_nothing_again(tmp_path: Path, server: tuple[Behaviour, str]) -> None:
    behaviour, address = server
    first = fetch(SEASON, tmp_path, client(tmp_path, address))
    before = {path: rows(path) for path in first.files}
    behaviour.requests.clear()
    second = fetch(SEASON, tmp_path, client(tmp_path, address))
    assert behaviour.requests == []
    assert second.asked == 0
    assert {path: rows(path) for path in second.files} == before


def test_a_season_that_is_not_over_is_asked_for_its_new_games(tmp_path: Path) -> None:
    behaviour = Behaviour([GAMES[0], replace(GAMES[1], final=False)])
    with serving(behaviour) as address:
        first = fetch(SEASON, tmp_path, client(tmp_path, address))
        assert (first.games, first.unfinished, first.complete) == (["0022400001"], 1, True)
        behaviour.games = GAMES[:2]
        behaviour.requests.clear()
        second = fetch(SEASON, tmp_path, client(tmp_path, address))
    assert second.games == ["0022400001", "0022400002"]
    asked = [parameters.get("GameID") for _, parameters in behaviour.requests]
    assert "0022400001" not in asked


@pytest.mark.parametrize("trouble", ["429", "500", "503", "half", "half json", "html", "empty"])
def test_trouble_that_passes_is_waited_for(
    tmp_path: Path, server: tuple[Behaviour, str], trouble: str
) -> None:
    behaviour, address = server
    endpoints = ["leaguegamelog", "scheduleleaguev2", *PER_GAME]
    behaviour.plans = {endpoint: [trouble, trouble] for endpoint in endpoints}
    waits: list[float] = []
    outcome = fetch(SEASON, tmp_path, client(tmp_path, address, waits))
    assert details(outcome) == [("missing", SEASON)]
    assert len(waits) == 2 * len(endpoints)
    if trouble == "429":
        assert set(waits) == {7.0}  # what the server asks for
    else:
        assert all(1.5 <= wait <= 2.5 for wait in waits[::2])
        assert all(3.0 <= wait <= 5.0 for wait in waits[1::2])


def test_a_server_that_is_silent_is_asked_again(
    tmp_path: Path, server: tuple[Behaviour, str]
) -> None:
    behaviour, address = server
    behaviour.plans = {"playbyplayv3": ["slow", "slow"]}
    waits: list[float] = []
    outcome = fetch(SEASON, tmp_path, client(tmp_path, address, waits, timeout=1.0))
    assert details(outcome) == [("missing", SEASON)]
    assert len(waits) >= 2


def test_a_part_that_a_server_never_gives_is_missing_and_the_rest_is_there(
    tmp_path: Path, server: tuple[Behaviour, str]
) -> None:
    behaviour, address = server
    behaviour.plans = {"playbyplayv3": ["empty"] * 6}
    outcome = fetch(SEASON, tmp_path, client(tmp_path, address))
    assert details(outcome)[1:] == [("missing", "0022400001 plays")]
    assert "asked 6 times" in outcome.findings[1].detail
    plays = rows(tmp_path / "play_by_play_2024-25.csv.gz")
    assert {row["gameId"] for row in plays} == {"0022400002"}
    # The next run asks for what is missing, and for nothing else.
    behaviour.requests.clear()
    again = fetch(SEASON, tmp_path, client(tmp_path, address))
    assert details(again) == [("missing", SEASON)]
    assert [endpoint for endpoint, _ in behaviour.requests] == ["playbyplayv3"]


def test_a_server_that_is_down_ends_the_run_which_goes_on_later(
    tmp_path: Path, server: tuple[Behaviour, str]
) -> None:
    behaviour, address = server
    behaviour.plans = {"boxscoretraditionalv3": ["500 always"]}
    with pytest.raises(FetchError, match="the last 3 questions have no answer"):
        fetch(SEASON, tmp_path, client(tmp_path, address))
    behaviour.plans = {}
    behaviour.requests.clear()
    outcome = fetch(SEASON, tmp_path, client(tmp_path, address))
    assert details(outcome) == [("missing", SEASON)]
    assert behaviour.asked("leaguegamelog") == 0


def test_a_refusal_is_not_asked_again(tmp_path: Path, server: tuple[Behaviour, str]) -> None:
    behaviour, address = server
    behaviour.plans = {"leaguegamelog": ["403 always"], "scheduleleaguev2": ["403 always"]}
    with pytest.raises(FetchError, match="the server says 403 Forbidden"):
        fetch(SEASON, tmp_path, client(tmp_path, address))
    assert len(behaviour.requests) == 3


def test_nobody_there_is_said_in_one_line(tmp_path: Path) -> None:
    with serving(Behaviour()) as address:
        pass
    with pytest.raises(FetchError, match="the connection failed; asked 6 times"):
        fetch(SEASON, tmp_path, client(tmp_path, address))


def test_an_answer_that_was_damaged_in_the_cache_is_asked_for_again(
    tmp_path: Path, server: tuple[Behaviour, str]
) -> None:
    behaviour, address = server
    fetch(SEASON, tmp_path, client(tmp_path, address))
    kept = tmp_path / ".raw" / "playbyplayv3" / "0022400001.json.gz"
    kept.write_bytes(kept.read_bytes()[:100])
    behaviour.requests.clear()
    fetch(SEASON, tmp_path, client(tmp_path, address))
    assert [parameters["GameID"] for _, parameters in behaviour.requests] == ["0022400001"]


def test_requests_keep_their_distance(tmp_path: Path, server: tuple[Behaviour, str]) -> None:
    waits: list[float] = []
    slow = Client(tmp_path / ".raw", server[1], pause=5.0, sleep=waits.append)
    fetch(SEASON, tmp_path, slow, without=("schedule", "plays", "periods", "line-scores"))
    assert slow.asked == 2
    assert len(waits) == 1
    assert 4.0 < waits[0] <= 5.0


def test_a_game_that_one_log_lacks_is_missing(tmp_path: Path) -> None:
    class Forgetful(Behaviour):
        def _log(self, parameters: dict[str, str]) -> dict[str, object]:
            answer = super()._log(parameters)
            if parameters["PlayerOrTeam"] == "P":
                result = answer["resultSets"][0]
                result["rowSet"] = [row for row in result["rowSet"] if row[6] != "0022400002"]
            return answer

    with serving(Forgetful(GAMES[:2])) as address:
        outcome = fetch(SEASON, tmp_path, client(tmp_path, address))
    found = [(one.what, one.detail) for one in outcome.findings]
    assert ("0022400002", "not in the log of players") in found


def test_points_that_do_not_add_up_are_found(tmp_path: Path) -> None:
    class Wrong(Behaviour):
        def answer(self, endpoint: str, parameters: dict[str, str]) -> dict[str, object]:
            answer = super().answer(endpoint, parameters)
            if endpoint == "boxscoresummaryv3" and parameters["GameID"] == "0022400002":
                answer["boxScoreSummary"]["homeTeam"]["periods"][0]["score"] += 1
            if endpoint == "playbyplayv3" and parameters["GameID"] == "0022400001":
                answer["game"]["actions"] = answer["game"]["actions"][:-4]
            return answer

    with serving(Wrong(GAMES[:2])) as address:
        outcome = fetch(SEASON, tmp_path, client(tmp_path, address))
    assert [(one.kind, one.what, one.detail) for one in outcome.findings[1:]] == [
        ("differs", "0022400001", "102 and 104 points, the plays end at 102-98"),
        ("differs", "0022400002", "MEM: 80 points, the line score say 81"),
        (
            "period differs",
            "0022400002 period 1",
            "MEM: 21 points, the players' lines say 20",
        ),
    ]


def test_a_server_that_ignores_the_period_is_found_out(tmp_path: Path) -> None:
    with serving(Behaviour(GAMES[:1], ignores_periods=True)) as address:
        outcome = fetch(SEASON, tmp_path, client(tmp_path, address))
    found = {one.detail for one in outcome.findings if one.kind == "differs"}
    assert "PHX: the lines of each period are those of the whole game" in found


@pytest.mark.parametrize("text", ["2024-25", "2024-2025", " 2024-25 "])
def test_a_season_is_written_in_either_way(text: str) -> None:
    assert season_of(text) == "2024-25"


@pytest.mark.parametrize("text", ["2024", "2024-26", "24-25", "", "../etc"])
def test_what_is_no_season_is_refused(text: str) -> None:
    with pytest.raises(FetchError, match="is no season; write it as 2024-25"):
        season_of(text)


@pytest.mark.parametrize(
    ("written", "read"),
    [("10:20", "10:20"), ("PT10M20.00S", "10:20"), ("PT09M05S", "9:05"), ("", "0:00")],
)
def test_minutes_are_read_as_either_version_writes_them(written: str, read: str) -> None:
    assert minutes(written) == read


def test_the_command_fetches_and_the_knowledge_base_is_built_from_the_folder(
    tmp_path: Path, server: tuple[Behaviour, str]
) -> None:
    fetching = ("kb", "fetch", SEASON, "--playoffs", "-o", "season", "--pause", "0")
    done = factcheck(*fetching, "--server", server[1], folder=tmp_path)
    # Two games are not a whole season, and the command says so.
    assert (done.returncode, done.stderr) == (1, "")
    assert "2 games, but 1230 were played" in done.stdout
    assert "run the same command again" in done.stdout
    built = factcheck("kb", "build", "kb.duckdb", "season", folder=tmp_path)
    assert built.returncode == 0, built.stderr
    assert "kb.duckdb: 3 games, 36 player lines" in built.stdout
    with KnowledgeBase.open(tmp_path / "kb.duckdb") as kb:
        overtime = kb.rows(
            "SELECT points FROM period_score WHERE team_id = 'PHX' AND period = 'OT1'"
        )
        series = kb.rows("SELECT game_number, wins FROM series_game WHERE team_id = 'PHX'")
        (known,) = kb.rows("SELECT games, games_with_periods FROM coverage")
    assert known == {"games": 3, "games_with_periods": 3}
    assert overtime == [{"points": 14}]
    assert series == [{"game_number": 1, "wins": 1}]


def test_the_lines_by_period_tell_who_started(
    tmp_path: Path, server: tuple[Behaviour, str]
) -> None:
    fetch(SEASON, tmp_path, client(tmp_path, server[1]))
    build(tmp_path / "kb.duckdb", [tmp_path / "player_game_log_2024-25.csv"])
    with KnowledgeBase.open(tmp_path / "kb.duckdb") as kb:
        starters = kb.rows("SELECT count(*) AS number FROM player_line WHERE is_starter")
    assert starters == [{"number": 2 * 2 * 5}]

"""The reference tables agree with themselves and with the season files."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from factcheck.knowledge.names import normalise
from factcheck.support.resources import kb_folder

Row = dict[str, str]

SEASONS = tuple(f"{year}-{(year + 1) % 100:02}" for year in range(2012, 2026))
FIRST_DAY, LAST_DAY = date(2012, 10, 1), date(2026, 6, 30)
# Up to this day it is known who coached.
LAST_DAY_OF_COACHES = "2025-11-14"
# What may be blank: a place without a home team, an arena whose name on those days is not sure.
MAY_BE_BLANK = {
    ("places", "team_ids"),
    ("arenas", "name"),
    ("arenas", "city"),
    ("arenas", "state"),
    ("neutral_spells", "arena"),
}
# A home arena used for single games; the city is also a player's first name.
NO_PLACES = {"Austin"}
ONE_DAY = timedelta(days=1)


def reference(name: str) -> list[Row]:
    """The rows of one reference table."""
    with (kb_folder() / "reference" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def season_file(path: Path) -> Iterator[Row]:
    """The rows of a season file."""
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def seasons_of(row: Row) -> tuple[str, ...]:
    """The seasons between a row's first and last, both included."""
    first, last = SEASONS.index(row["first_season"]), SEASONS.index(row["last_season"])
    assert first <= last, row
    return SEASONS[first : last + 1]


def spells(rows: list[Row]) -> dict[str, list[tuple[date, date]]]:
    """Per team the first and last day of each row, in order."""
    found: dict[str, list[tuple[date, date]]] = defaultdict(list)
    for row in rows:
        first, last = (date.fromisoformat(row[end]) for end in ("first_date", "last_date"))
        assert first <= last, row
        found[row["team_id"]].append((first, last))
    return {team: sorted(days) for team, days in found.items()}


TEAMS = {row["team_id"] for row in reference("franchises")}
SOURCES = (
    "stats.nba.com",
    "stats.nba.com id",
    "xmlstats",
    "rotowire",
    "espn",
    "espn id",
    "basketball-reference",
)
TABLES = (
    "franchises",
    "team_codes",
    "team_aliases",
    "arenas",
    "arena_aliases",
    "neutral_games",
    "neutral_spells",
    "coaches",
    "places",
    "player_aliases",
)


@pytest.mark.parametrize("table", TABLES)
def test_tables_have_no_padded_empty_or_repeated_rows(table: str) -> None:
    rows = [tuple(row.items()) for row in reference(table)]
    assert rows
    assert len(set(rows)) == len(rows)
    for row in rows:
        for column, value in row:
            assert value == value.strip(), row
            assert value or (table, column) in MAY_BE_BLANK, row


def test_each_season_has_thirty_teams_with_one_name_each() -> None:
    names = [
        (season, row["team_id"], row["nickname"])
        for row in reference("franchises")
        for season in seasons_of(row)
    ]
    for season in SEASONS:
        teams = [team for when, team, _ in names if when == season]
        assert len(teams) == len(set(teams)) == 30
        assert len({name for when, _, name in names if when == season}) == 30


def test_each_division_has_five_teams_in_one_conference() -> None:
    for season in SEASONS:
        teams_of: dict[tuple[str, str], set[str]] = defaultdict(set)
        for row in reference("franchises"):
            if season in seasons_of(row):
                teams_of[row["conference"], row["division"]].add(row["team_id"])
        assert {len(teams) for teams in teams_of.values()} == {5}
        assert sorted(conference for conference, _ in teams_of) == ["East"] * 3 + ["West"] * 3


def test_a_franchise_keeps_its_code_when_it_changes_its_name() -> None:
    names = {
        (row["team_id"], row["last_season"]): row["nickname"] for row in reference("franchises")
    }
    assert names["CHA", "2013-14"] == "Bobcats"
    assert names["CHA", SEASONS[-1]] == "Hornets"
    assert names["NOP", "2012-13"] == "Hornets"
    assert names["NOP", SEASONS[-1]] == "Pelicans"


@pytest.mark.parametrize("table", ["team_codes", "arenas", "coaches"])
def test_tables_by_team_cover_every_team(table: str) -> None:
    assert {row["team_id"] for row in reference(table)} == TEAMS


def test_a_code_means_one_team_within_its_source() -> None:
    team_of: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row in reference("team_codes"):
        team_of[row["source"], row["code"]].add(row["team_id"])
    assert all(len(teams) == 1 for teams in team_of.values())
    for source in SOURCES:
        assert {
            next(iter(teams)) for (name, _), teams in team_of.items() if name == source
        } == TEAMS


def test_a_team_alias_means_one_team_within_a_season() -> None:
    team_of: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row in reference("team_aliases"):
        assert row["team_id"] in TEAMS
        assert row["kind"] in {"alias", "singular", "city"}
        # "LA" is either of two teams, as "Los Angeles" is: the story's game tells which.
        for season in seasons_of(row) if row["kind"] != "city" else ():
            team_of[season, row["alias"]].add(row["team_id"])
    for row in reference("franchises"):
        for season in seasons_of(row):
            team_of[season, row["nickname"]].add(row["team_id"])
    assert {key: teams for key, teams in team_of.items() if len(teams) > 1} == {}


def test_each_team_has_exactly_one_arena_on_every_date() -> None:
    for team, days in spells(reference("arenas")).items():
        assert days[0][0] <= FIRST_DAY, team
        assert days[-1][1] == LAST_DAY, team
        for (_, last), (first, _) in pairwise(days):
            assert first == last + ONE_DAY, (team, last, first)


@pytest.mark.parametrize(
    ("team", "day", "arena"),
    [
        ("PHX", "2014-11-05", "US Airways Center"),
        ("PHX", "2015-10-28", "Talking Stick Resort Arena"),
        ("SAC", "2016-04-09", "Sleep Train Arena"),
        ("SAC", "2016-10-27", "Golden 1 Center"),
        ("UTA", "2015-10-30", "Vivint Smart Home Arena"),
        ("DET", "2017-04-10", "The Palace of Auburn Hills"),
        ("DET", "2017-10-18", "Little Caesars Arena"),
        ("WAS", "2017-10-18", "Capital One Arena"),
        ("NOP", "2014-01-01", "New Orleans Arena"),
        ("POR", "2013-11-02", "Moda Center"),
        ("MIL", "2017-10-26", "UW-Milwaukee Panther Arena"),
        ("MIL", "2018-01-22", "BMO Harris Bradley Center"),
        ("GSW", "2019-10-24", "Chase Center"),
        ("TOR", "2020-02-28", "Scotiabank Arena"),
        ("TOR", "2021-01-14", "Amalie Arena"),
        ("LAL", "2021-12-23", "Staples Center"),
        ("LAL", "2021-12-25", "Crypto.com Arena"),
        ("PHX", "2021-07-08", "Phoenix Suns Arena"),
        ("PHX", "2021-07-17", "Footprint Center"),
        ("SAS", "2023-01-13", "Alamodome"),
        ("SAS", "2024-03-16", "Frost Bank Center"),
        ("UTA", "2023-10-25", "Delta Center"),
        ("LAC", "2024-10-23", "Intuit Dome"),
        # Not known for sure on that day.
        ("MIA", "2023-02-01", ""),
        ("PHX", "2025-03-01", ""),
    ],
)
def test_an_arena_has_the_name_it_had_on_the_day(team: str, day: str, arena: str) -> None:
    names = [
        row["name"]
        for row in reference("arenas")
        if row["team_id"] == team and row["first_date"] <= day <= row["last_date"]
    ]
    assert names == [arena]


def test_an_arena_alias_means_one_known_arena() -> None:
    arenas = {row["name"] for row in reference("arenas")}
    arenas |= {row["arena"] for row in reference("neutral_games")}
    arena_of: dict[str, set[str]] = defaultdict(set)
    for row in reference("arena_aliases"):
        assert row["name"] in arenas, row
        assert row["alias"] not in arenas, row
        arena_of[row["alias"]].add(row["name"])
    assert all(len(names) == 1 for names in arena_of.values())


def test_neutral_games_are_between_two_teams_and_far_from_both() -> None:
    home_cities = {row["city"] for row in reference("arenas")}
    dates = [
        (row["date"], team)
        for row in reference("neutral_games")
        for team in (row["visitors"], row["hosts"])
    ]
    assert len(set(dates)) == len(dates)
    for row in reference("neutral_games"):
        assert {row["visitors"], row["hosts"]} <= TEAMS
        assert row["visitors"] != row["hosts"]
        assert FIRST_DAY <= date.fromisoformat(row["date"]) <= LAST_DAY
        assert row["city"] not in home_cities
        assert row["in_standings"] in {"yes", "no"}


@pytest.mark.parametrize(
    ("city", "years"),
    [
        ("London", [2013, 2014, 2015, 2016, 2017, 2018, 2019, 2026]),
        ("Paris", [2020, 2023, 2024, 2025, 2025]),
        ("Berlin", [2026]),
        ("Las Vegas", [2023] * 3 + [2024] * 3 + [2025] * 3),
    ],
)
def test_games_away_from_home_are_listed_by_year(city: str, years: list[int]) -> None:
    games = [row for row in reference("neutral_games") if row["city"] == city]
    assert [int(row["date"][:4]) for row in games] == years


def test_one_game_a_year_in_las_vegas_does_not_count_in_the_standings() -> None:
    finals = [row for row in reference("neutral_games") if row["in_standings"] == "no"]
    assert [row["date"][:4] for row in finals] == ["2023", "2024", "2025"]
    assert {row["city"] for row in finals} == {"Las Vegas"}


def test_the_restart_was_played_in_one_place() -> None:
    (spell,) = reference("neutral_spells")
    season = next(row for row in reference("seasons") if row["season"] == "2019-20")
    assert spell["first_date"] < season["last_date"] < spell["last_date"]
    assert spell["city"] == "Lake Buena Vista"


def test_seasons_follow_each_other_and_none_is_missing() -> None:
    rows = reference("seasons")
    assert tuple(row["season"] for row in rows) == SEASONS
    days = [
        (date.fromisoformat(row["first_date"]), date.fromisoformat(row["last_date"]))
        for row in rows
    ]
    assert all(first < last for first, last in days)
    assert all(last < first for (_, last), (first, _) in pairwise(days))
    # A season of 30 teams and 82 games has 1,230; two were shortened, one game was cancelled.
    games = {row["season"]: int(row["games"]) for row in rows if row["games"] != "1230"}
    assert games == {"2012-13": 1229, "2019-20": 1059, "2020-21": 1080}


def test_a_team_has_exactly_one_head_coach_on_every_day_of_a_season() -> None:
    # Someone who stands in for an absent head coach ("acting") is listed beside him.
    regular = [row for row in reference("coaches") if row["role"] != "acting"]
    assert {row["role"] for row in regular} == {"head", "interim"}
    for team, days in spells(regular).items():
        for (_, last), (first, _) in pairwise(days):
            assert last < first, (team, last, first)
        for season in reference("seasons"):
            day = date.fromisoformat(season["first_date"])
            while day <= date.fromisoformat(min(season["last_date"], LAST_DAY_OF_COACHES)):
                assert any(first <= day <= last for first, last in days), (team, day)
                day += ONE_DAY


def test_an_acting_coach_stands_in_for_a_head_coach() -> None:
    coaches = reference("coaches")
    for row in coaches:
        if row["role"] == "acting":
            assert any(
                other["team_id"] == row["team_id"]
                and other["role"] == "head"
                and other["first_date"] <= row["first_date"]
                and row["last_date"] <= other["last_date"]
                for other in coaches
            ), row


def test_nobody_coaches_two_teams_on_one_day() -> None:
    by_name: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
    for row in reference("coaches"):
        by_name[row["name"]].append((row["first_date"], row["last_date"], row["team_id"]))
    for name, jobs in by_name.items():
        for (_, last, team), (first, _, other) in pairwise(sorted(jobs)):
            assert last < first, (name, team, other)


def test_spells_of_coaches_give_the_records_that_are_known_of_them(data: Path) -> None:
    codes = codes_of("xmlstats")
    results = [
        (codes[row["teamAbbr"]], row["gmDate"], row["teamRslt"])
        for row in season_file(data / "nba" / "2012-18_teamBoxScore.csv")
    ]
    found: dict[tuple[str, str], list[int]] = {}
    for row in reference("coaches"):
        record = found.setdefault((row["name"], row["team_id"]), [0, 0])
        for team, day, result in results:
            if team == row["team_id"] and row["first_date"] <= day <= row["last_date"]:
                record[result != "Win"] += 1
    # Spells that begin or end within a season: a day off would change them.
    known = {
        ("Avery Johnson", "BKN"): [14, 14], ("P.J. Carlesimo", "BKN"): [35, 19],
        ("Lionel Hollins", "BKN"): [48, 71], ("Tony Brown", "BKN"): [11, 34],
        ("David Blatt", "CLE"): [83, 40], ("Brian Shaw", "DEN"): [56, 85],
        ("Melvin Hunt", "DEN"): [10, 13], ("Maurice Cheeks", "DET"): [21, 29],
        ("John Loyer", "DET"): [8, 24], ("Luke Walton", "GSW"): [39, 4],
        ("J.B. Bickerstaff", "HOU"): [37, 34], ("Kelvin Sampson", "HOU"): [7, 6],
        ("Bernie Bickerstaff", "LAL"): [4, 1], ("David Fizdale", "MEM"): [50, 51],
        ("Scott Skiles", "MIL"): [16, 16], ("Jim Boylan", "MIL"): [22, 28],
        ("Terry Porter", "MIN"): [2, 9], ("Derek Fisher", "NYK"): [40, 96],
        ("Kurt Rambis", "NYK"): [9, 19], ("Jacque Vaughn", "ORL"): [58, 158],
        ("James Borrego", "ORL"): [10, 20], ("Lindsey Hunter", "PHX"): [12, 29],
        ("Jeff Hornacek", "PHX"): [101, 112], ("Earl Watson", "PHX"): [33, 85],
        ("Jay Triano", "PHX"): [21, 58], ("Michael Malone", "SAC"): [39, 67],
        ("Tyrone Corbin", "SAC"): [7, 21], ("George Karl", "SAC"): [44, 68],
        ("Ettore Messina", "SAS"): [2, 0], ("Larry Drew", "CLE"): [8, 1],
    }  # fmt: skip
    assert {key: found[key] for key in known} == known


def test_places_lead_to_known_teams_and_every_home_city_is_a_place() -> None:
    teams_of: dict[str, set[str]] = {}
    for row in reference("places"):
        assert row["name"] not in teams_of, row
        assert seasons_of(row)
        teams_of[row["name"]] = set(filter(None, row["team_ids"].split(";")))
        assert teams_of[row["name"]] <= TEAMS
    for row in reference("arenas"):
        if row["city"] and row["city"] not in NO_PLACES:
            assert row["team_id"] in teams_of[row["city"]], row
    for row in (*reference("neutral_games"), *reference("neutral_spells")):
        assert teams_of[row["city"]] == set()


def test_a_player_alias_means_one_player_and_is_no_other_players_name() -> None:
    rows = reference("player_aliases")
    players = {row["player"] for row in rows}
    aliases = [row["alias"] for row in rows]
    assert len(set(aliases)) == len(aliases)
    assert not players & set(aliases)


def test_no_player_alias_is_also_a_coach() -> None:
    coaches = {row["name"] for row in reference("coaches")}
    assert not coaches & {row["alias"] for row in reference("player_aliases")}


def test_no_team_alias_is_also_a_player_alias() -> None:
    teams = {row["alias"] for row in reference("team_aliases")}
    assert not teams & {row["alias"] for row in reference("player_aliases")}


def codes_of(source: str) -> dict[str, str]:
    """Code to team of one source."""
    return {
        row["code"]: row["team_id"] for row in reference("team_codes") if row["source"] == source
    }


@pytest.mark.parametrize(
    ("pattern", "column", "source"),
    [
        ("2012-18_teamBoxScore.csv", "teamAbbr", "xmlstats"),
        ("2012-18_standings.csv", "teamAbbr", "xmlstats"),
        ("team_game_log_*.csv", "TEAM_ABBREVIATION", "stats.nba.com"),
        ("player_game_log_*.csv", "TEAM_ABBREVIATION", "stats.nba.com"),
        ("player_seasons_*.csv", "TEAM_ABBREVIATION", "stats.nba.com"),
    ],
)
def test_every_team_of_the_season_files_has_a_code(
    data: Path, pattern: str, column: str, source: str
) -> None:
    codes = codes_of(source)
    files = sorted((data / "nba").glob(pattern))
    assert files
    for path in files:
        assert {codes[row[column]] for row in season_file(path)} == TEAMS


def test_conferences_and_divisions_are_those_of_the_box_scores(data: Path) -> None:
    codes = codes_of("xmlstats")
    known = {
        (row["team_id"], row["conference"], row["division"]) for row in reference("franchises")
    }
    found = {
        (codes[row["teamAbbr"]], row["teamConf"], row["teamDiv"])
        for row in season_file(data / "nba" / "2012-18_teamBoxScore.csv")
    }
    assert found == known


def test_team_names_are_those_of_the_game_logs(data: Path) -> None:
    names = {
        (season, row["team_id"]): row["nickname"]
        for row in reference("franchises")
        for season in seasons_of(row)
    }
    for path in sorted((data / "nba").glob("team_game_log_*.csv")):
        season = re.findall(r"\d{4}-\d{2}", path.name)[0]
        for row in season_file(path):
            assert row["TEAM_NAME"].endswith(names[season, row["TEAM_ABBREVIATION"]]), row


def test_neutral_games_stand_in_the_schedule_with_their_hosts(data: Path) -> None:
    codes = codes_of("xmlstats")
    schedule = {
        (row["gmDate"], codes[row["opptAbbr"]], codes[row["teamAbbr"]])
        for row in season_file(data / "nba" / "2012-18_teamBoxScore.csv")
        if row["teamLoc"] == "Home"
    }
    last = max(day for day, _, _ in schedule)
    games = {(row["date"], row["visitors"], row["hosts"]) for row in reference("neutral_games")}
    assert {game for game in games if game[0] <= last} <= schedule


def test_aliased_players_are_known_and_no_alias_is_another_players_name(data: Path) -> None:
    players = pytest.importorskip("nba_api.stats.static.players")
    seasons = season_file(data / "nba" / "player_seasons_2013-17.csv")
    names = {row["PLAYER_NAME"] for row in seasons}
    known = names | {player["full_name"] for player in players.get_players()}
    rows = reference("player_aliases")
    assert {normalise(row["player"]) for row in rows} <= {normalise(name) for name in known}
    assert not {row["alias"] for row in rows} & names


def test_regular_seasons_are_those_of_the_box_scores(data: Path) -> None:
    days: dict[str, list[str]] = defaultdict(list)
    for row in season_file(data / "nba" / "2012-18_teamBoxScore.csv"):
        if row["teamLoc"] == "Home":
            season = next(
                one["season"]
                for one in reference("seasons")
                if one["first_date"] <= row["gmDate"] <= one["last_date"]
            )
            days[season].append(row["gmDate"])
    for row in reference("seasons"):
        if row["season"] in days:
            found = days[row["season"]]
            assert (min(found), max(found)) == (row["first_date"], row["last_date"])
            assert len(found) == int(row["games"])
    assert len(days) == 6


def test_ids_of_teams_are_those_of_the_package_for_stats_nba_com() -> None:
    teams = pytest.importorskip("nba_api.stats.static.teams")
    known = {team["abbreviation"]: str(team["id"]) for team in teams.get_teams()}
    assert {team: code for code, team in codes_of("stats.nba.com id").items()} == known

"""Cut the facts that the examples of the rules need out of the public data.

    python tests/example_facts.py --data DIR

writes ``kb/examples/*.csv``: of the seasons of the examples' games the columns that
``factcheck kb build`` reads, and the box scores of those games from RotoWire's files, or where it
has none from the logs of players, in our own plain layout, with the results of those that are
playoff games. Facts only, no text is taken over.
Run it again when an example is about a game of another season, or about one without a box score
there. DIR is what docs/data.md describes.
"""

from __future__ import annotations

import argparse
import csv
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from factcheck.knowledge import KnowledgeBase, build
from factcheck.knowledge.sources import KINDS, SourceKind
from factcheck.rulebook.book import Rulebook
from factcheck.support.resources import kb_folder, rules_folder

Row = Mapping[str, str]

# Day of a row, by the kind of its file.
DAYS = {
    "team_box_score": "gmDate",
    "standings": "stDate",
    "player_game_log": "GAME_DATE",
    "team_game_log": "GAME_DATE",
}

# In the order of the plain layout.
LINES = """
  SELECT
      line.date, line.team_id AS team, line.opponent_id AS opponent, player.name AS player,
      line.player_id, line.played, line.is_starter, line.position, line.minutes AS min,
      line.pts, line.reb, line.oreb, line.dreb, line.ast, line.stl, line.blk, line.tov, line.pf,
      line.fgm, line.fga, line.fg3m, line.fg3a, line.ftm, line.fta
  FROM player_line AS line
  JOIN player USING (player_id)
  WHERE list_contains($games, line.game_id)
  ORDER BY
      line.date, line.team_id, line.is_starter DESC NULLS LAST, line.minutes DESC NULLS LAST,
      line.player_id
"""

# Plays of the games of which examples tell some: one with two overtimes, one with a single one,
# one won at the horn.
GAMES_WITH_PLAYS = [
    "2014-11-05-MEM-PHX",
    "2015-10-30-OKC-ORL",
    "2015-11-29-HOU-NYK",
    "2016-03-23-PHI-DEN",
    "2017-02-03-LAL-BOS",
]
SEASONS_WITH_PLAYS = ("2014-15", "2015-16", "2016-17")
PLAYS = """
  SELECT
      game.date, away_id AS visitors, home_id AS hosts, period,
      format('{}:{:02d}', clock // 60, clock % 60) AS clock, kind, detail, team_id AS team,
      player_id, other_id, made, value, distance,
      if(made, play.away_points, NULL) AS visitors_points,
      if(made, play.home_points, NULL) AS hosts_points
  FROM play JOIN game USING (game_id)
  WHERE list_contains($games, game_id)
  ORDER BY game_id, number
"""

# Wins and losses are those of the series after the game.
PLAYOFF_GAMES = """
  SELECT
      own.date, own.team_id AS team, own.opponent_id AS opponent, own.is_home, NULL AS tip_off,
      series.wins, series.losses,
      max(score.points) FILTER (period = 'Q1') AS q1,
      max(score.points) FILTER (period = 'Q2') AS q2,
      max(score.points) FILTER (period = 'Q3') AS q3,
      max(score.points) FILTER (period = 'Q4') AS q4,
      max(score.points) FILTER (period = 'OT1') AS ot1,
      max(score.points) FILTER (period = 'OT2') AS ot2,
      own.points AS pts
  FROM team_game AS own
  JOIN game USING (game_id)
  JOIN series_game AS series ON series.game_id = own.game_id AND series.team_id = own.team_id
  JOIN period_score AS score ON score.game_id = own.game_id AND score.team_id = own.team_id
  WHERE list_contains($games, own.game_id) AND stage = 'playoffs'
  GROUP BY ALL
  ORDER BY own.date, own.team_id
"""

SPELLS = """
  SELECT season, min(date) AS first, max(date) AS last
  FROM game
  WHERE season IN (SELECT season FROM game WHERE list_contains($games, game_id))
  GROUP BY season
"""


def example_games() -> list[str]:
    """The games of all examples, by id."""
    rules = Rulebook.load(rules_folder()).rules
    return sorted({example.game for rule in rules for example in rule.examples})


def read(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8", newline="") as stream:
        yield from csv.DictReader(stream)


def write(path: Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)


def wanted(kind: SourceKind, row: Row, spells: Mapping[str, tuple[str, str]]) -> bool:
    """Whether a row is of one of the spells."""
    if kind.name == "player_seasons":
        return row["SEASON"] in spells
    return any(first <= row[DAYS[kind.name]] <= last for first, last in spells.values())


def cut(kind: SourceKind, paths: Sequence[Path], spells: Mapping[str, tuple[str, str]]) -> None:
    """Write the columns and rows that are needed of all files of a kind into one."""
    columns = [*kind.columns]
    rows = (row for path in paths for row in read(path) if wanted(kind, row, spells))
    present = [[row[name] for name in columns] for row in rows]
    write(kb_folder() / "examples" / f"{kind.name}.csv", columns, present)


def write_plain(name: str, rows: Sequence[Mapping[str, object]]) -> None:
    """Write rows in a plain layout; columns that a kind has and the rows lack stay blank."""
    kind = next(
        kind
        for kind in KINDS
        if kind.name.startswith("plain") and rows[0].keys() <= kind.columns.keys()
    )
    columns = [*rows[0], *(column for column in kind.columns if column not in rows[0])]
    plain = [[_plain(row.get(column)) for column in columns] for row in rows]
    write(kb_folder() / "examples" / f"{name}.csv", columns, plain)


def main() -> None:
    """Read the options, cut and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of the public data sets")
    data = parser.parse_args().data
    nba = data / "nba"
    files = {
        "team_box_score": [nba / "2012-18_teamBoxScore.csv"],
        "standings": [nba / "2012-18_standings.csv"],
        "team_game_log": sorted(nba.glob("team_game_log_*.csv")),
        "player_game_log": [nba / "player_game_log_2015-16_to_2015-12-08.csv"],
        "player_seasons": [nba / "player_seasons_2013-17.csv"],
    }
    games = example_games()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "nba.duckdb"
        tables = [path for paths in files.values() for path in paths]
        box_scores = [
            data / "accuracy_shared_task" / "shared_task.jsonl",
            data / "figure1" / "box_score.json",
            *sorted((data / "rotowire" / "look").glob("*.jsonl")),
        ]
        seasons = data / "seasons"
        plays = [seasons / f"play_by_play_{season}.csv.gz" for season in SEASONS_WITH_PLAYS]
        logs = sorted(seasons.glob("player_game_log_*.csv"))
        build(path, [*box_scores, *tables, *logs, *plays])
        with KnowledgeBase.open(path) as kb:
            rows = kb.rows(LINES, {"games": games})
            results = kb.rows(PLAYOFF_GAMES, {"games": games})
            played = kb.rows(PLAYS, {"games": GAMES_WITH_PLAYS})
            spells = {
                row["season"]: (f"{row['first']:%Y-%m-%d}", f"{row['last']:%Y-%m-%d}")
                for row in kb.rows(SPELLS, {"games": games})
            }
    for kind in KINDS:
        if kind.name in files:
            cut(kind, files[kind.name], spells)
    write_plain("player_lines", rows)
    write_plain("playoff_games", results)
    write_plain("plays", played)


def _plain(value: object) -> object:
    return str(value).lower() if isinstance(value, bool) else value


if __name__ == "__main__":
    main()

"""A coach who was a player before: what his name means depends on the day of the game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from reading import Reader

from factcheck.knowledge import KnowledgeBase, build
from factcheck.parser.names import NameIndex
from factcheck.parser.pipeline import Parser
from factcheck.rulebook.book import Rulebook
from factcheck.support.resources import rules_folder
from tests.knowledge.small_sources import Row, box_score, team_games, write_csv

QUARTERS = ((25, 20), (25, 20), (25, 20), (25, 20))
GAMES = {"playing": "2013-11-05", "neither": "2016-11-05", "coaching": "2021-11-05"}


@pytest.fixture(scope="module")
def parser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parser]:
    """A parser over three games of one who played, paused and came back to coach Brooklyn."""
    folder = tmp_path_factory.mktemp("coaches")
    results: list[Row] = []
    lines: list[Row] = []
    for season, day in GAMES.items():
        results += team_games(day, "LAL", "BKN", *QUARTERS)
        name = "Steve Nash" if season == "playing" else "Another Player"
        lines += box_score(day, "LAL", "BKN", {name: 12})
    sources = [
        write_csv(folder / "results.csv", "plain_team_games", results),
        write_csv(folder / "lines.csv", "plain_player_lines", lines),
    ]
    build(folder / "kb.duckdb", sources)
    with KnowledgeBase.open(folder / "kb.duckdb") as kb:
        yield Parser(NameIndex.load(kb.connection), Rulebook.load(rules_folder()).vocabulary)


@pytest.mark.parametrize(
    ("season", "kind"), [("playing", "player"), ("neither", "player"), ("coaching", "coach")]
)
def test_a_name_is_a_players_or_a_coachs_by_the_day(parser: Parser, season: str, kind: str) -> None:
    story = Reader(parser, f"{GAMES[season]}-LAL-BKN")("Before the game, Steve Nash smiled.")
    assert story.mention("Nash").label == kind

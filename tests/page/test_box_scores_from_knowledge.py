"""Box scores of pages against the demo's game, Memphis at Phoenix, 5 November 2014."""

from __future__ import annotations

import pytest

from factcheck.knowledge import KnowledgeBase
from factcheck.model import Report, Story
from factcheck.page import box_score, box_scores, render_stories

GAME = "2014-11-05-MEM-PHX"


@pytest.fixture(scope="module")
def knowledge(demo: KnowledgeBase) -> KnowledgeBase:
    return demo


def test_result_day_and_quarters_are_those_of_the_game(knowledge: KnowledgeBase) -> None:
    found = box_score(knowledge.show(GAME))
    assert found.title == "Memphis Grizzlies 102, Phoenix Suns 91"
    assert found.subtitle == "Wednesday, 5 November 2014, US Airways Center, Phoenix"
    assert found.line_score.columns == ("Team", "1", "2", "3", "4", "Total")
    assert [row[-1] for row in found.line_score.rows] == [102, 91]
    for row in found.line_score.rows:
        assert sum(value for value in row[1:-1] if isinstance(value, int)) == row[-1]


def test_players_stand_with_their_teams_and_sum_up_to_the_score(knowledge: KnowledgeBase) -> None:
    memphis, phoenix = box_score(knowledge.show(GAME)).players
    assert (memphis.title, phoenix.title) == ("Memphis Grizzlies", "Phoenix Suns")
    points = [sum(int(row[2] or 0) for row in table.rows) for table in (memphis, phoenix)]
    assert points == [102, 91]
    gasol = next(row for row in memphis.rows if row[0] == "Marc Gasol")
    assert gasol[2] == 18


def test_the_lead_is_drawn_from_edge_to_edge_where_plays_are_known(
    knowledge: KnowledgeBase,
) -> None:
    chart = box_score(knowledge.show(GAME)).lead
    assert chart is not None
    corners = [tuple(map(float, corner.split(","))) for corner in chart.path.split()]
    assert (corners[0][0], corners[-1][0]) == (0, chart.width)
    # Memphis led by 15 at most, Phoenix by 11: the line touches both borders.
    assert (min(y for _, y in corners), max(y for _, y in corners)) == (0, chart.height)
    assert (chart.visitors, chart.hosts) == ("Memphis Grizzlies +15", "Phoenix Suns +11")
    assert len(chart.parts) == 3
    assert chart.label.startswith("The lead over time: 7 lead changes, 1 tie; ")
    assert box_score(knowledge.show("2014-10-29-LAL-PHX")).lead is None


def test_games_without_player_lines_have_a_line_score_alone(knowledge: KnowledgeBase) -> None:
    found = box_score(knowledge.show("2014-11-04-PHX-LAL"))
    assert found.players == ()
    assert found.line_score.rows[0][-1] == 112


def test_unknown_games_are_left_out(knowledge: KnowledgeBase) -> None:
    reports = [Report(Story(str(n), "x", game), ()) for n, game in enumerate([GAME, "?", None])]
    found = box_scores(knowledge, reports)
    assert list(found) == [GAME]
    assert render_stories(reports, found).count('<aside class="box"') == 1

"""The cells of a box score that prove a mistake, and only those."""

from __future__ import annotations

import pytest

from factcheck.page import BoxScore, Table
from factcheck.page.proof import proving_cells

COLUMNS = ("Player", "MIN", "PTS", "REB", "AST", "FG", "3P")
BOX = BoxScore(
    "Memphis Grizzlies 102, Phoenix Suns 91",
    "Wednesday",
    Table(
        "Line score",
        ("Team", "1", "2", "3", "4", "Total"),
        (("Memphis Grizzlies", 29, 17, 27, 29, 102), ("Phoenix Suns", 26, 26, 18, 21, 91)),
    ),
    (
        Table(
            "Memphis Grizzlies",
            COLUMNS,
            (
                ("Mike Conley", 36, 24, 1, 11, "9-17", "3-6"),
                ("Marc Gasol", 35, 18, 6, 2, "8-15", "0-0"),
            ),
        ),
        Table("Phoenix Suns", COLUMNS, (("Isaiah Thomas", 24, 15, None, 4, "5-12", "2-5"),)),
    ),
)  # fmt: skip


def shown(*evidence: dict[str, object]) -> list[object]:
    """Return what stands in the cells that prove."""
    tables = (BOX.line_score, *BOX.players)
    return [tables[t].rows[y][x] for t, y, x in proving_cells(evidence, BOX)]


@pytest.mark.parametrize(
    ("evidence", "cells"),
    [
        ({"player": "Mike Conley", "statistic": "AST", "value": 11.0}, [11]),
        ({"player": "Mike Conley", "pts": 24, "reb": 1, "ast": 11, "stl": 2}, [24, 1, 11]),
        ({"player": "Mike Conley", "shot_kind": "FG", "made": 9, "attempted": 17}, ["9-17"]),
        ({"player": "Mike Conley", "statistic": "FG_PCT", "value": 52.94}, ["9-17"]),
        ({"player": "Mike Conley", "statistic": "FG3M", "value": 3}, ["3-6"]),
        ({"player": "Marc Gasol", "minutes": 35}, [35]),
        ({"player": "Marc Gasol", "team": "Memphis Grizzlies"}, ["Marc Gasol"]),
        ({"player": "Marc Gasol", "is_starter": True}, ["Marc Gasol"]),
        ({"team": "Memphis Grizzlies", "period": "H1", "points": 46, "opponent_points": 52},
         [29, 17, 26, 26]),
        ({"team": "Phoenix Suns", "period": "Q3", "points": 18}, [18]),
        ({"winner": "Memphis Grizzlies", "loser": "Phoenix Suns", "winner_points": 102,
          "loser_points": 91}, [102, 91]),
        ({"player": "Marc Gasol", "statistic": "PTS", "value": 18, "leader": "Mike Conley",
          "leader_value": 24}, [24, 18]),
    ],
)  # fmt: skip
def test_cells_that_hold_the_value_prove_it(
    evidence: dict[str, object], cells: list[object]
) -> None:
    assert shown(evidence) == cells


@pytest.mark.parametrize(
    "evidence",
    [
        {"team": "Phoenix Suns", "opponent_name": "Sacramento Kings", "date": "2014-11-07"},
        {"team": "Memphis Grizzlies", "wins": 5, "losses": 0},
        {"team": "Memphis Grizzlies", "is_home": False},
        {"player": "Mike Conley", "statistic": "PTS", "games": 2, "total": 24, "average": 12.0},
        {"player": "Mike Conley", "statistic": "AST", "value": 7},  # of another game
        {"player": "Isaiah Thomas", "statistic": "REB", "value": 3},  # not known
        {"date": "2014-11-05", "weekday": "Wednesday"},
        {"player": "Nobody", "statistic": "PTS", "value": 24},
    ],
)
def test_who_merely_occurs_has_no_cell(evidence: dict[str, object]) -> None:
    assert shown(evidence) == []

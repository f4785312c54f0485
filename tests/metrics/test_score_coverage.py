"""Coverage of the demo game's box and line score."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from factcheck import FactChecker, Verdict
from factcheck.metrics import coverage, read_sheets
from factcheck.metrics.coverage import BOX_SCORE, LINE_SCORE, Sheet
from factcheck.support.resources import kb_folder

GAME = "2014-11-05-MEM-PHX"
COUNTS = (
    *("pts", "reb", "oreb", "dreb", "ast", "stl", "blk", "tov", "pf", "min"),
    *("fgm", "fga", "fg3m", "fg3a", "ftm", "fta"),
)
SUPPORTED, CONTRADICTED = Verdict.SUPPORTED, Verdict.CONTRADICTED
SUNS, GRIZZLIES = "Phoenix Suns", "Memphis Grizzlies"


@pytest.fixture(scope="session")
def sheet(checker: FactChecker) -> Sheet:
    return read_sheets(checker.kb.connection, [GAME])[GAME]


def demo_lines() -> list[dict[str, str]]:
    path: Path = kb_folder() / "demo" / "player_lines.csv"
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_a_box_score_has_a_cell_for_each_number_but_zero(sheet: Sheet) -> None:
    expected = 0
    for line in demo_lines():
        expected += sum(line[name] not in {"", "0"} for name in COUNTS)
        # A percentage is a cell of its own, where it is not zero.
        expected += sum(line[made] not in {"", "0"} for made in ("fgm", "fg3m", "ftm"))
    assert sum(cell[0] == BOX_SCORE for cell in sheet.values) == expected


def test_a_line_score_has_quarters_totals_and_record(sheet: Sheet) -> None:
    suns = {cell[2]: value for cell, value in sheet.values.items() if cell[1] == SUNS}
    assert [suns[period] for period in ("Q1", "Q2", "Q3", "Q4", "GAME")] == [27, 25, 19, 20, 91]
    assert (suns["WINS"], suns["LOSSES"]) == (3, 2)
    assert "PTS" not in suns


def test_supported_and_contradicted_relations_cover_their_cells(sheet: Sheet) -> None:
    found = coverage(
        {
            ("Courtney Lee", "PTS", "22"): SUPPORTED,
            ("Marc Gasol", "REB", "9"): CONTRADICTED,
            ("Marc Gasol", "PTS", "18"): Verdict.NOT_CHECKABLE,
            ("Courtney Lee", "LED", "PTS"): SUPPORTED,
        },
        sheet,
    )
    assert found.stated == {(BOX_SCORE, "Courtney Lee", "PTS")}
    assert found.contradicted == {(BOX_SCORE, "Marc Gasol", "REB")}
    assert found.share_stated(BOX_SCORE).part == 1
    assert found.share_stated(LINE_SCORE).part == 0


def test_of_a_contradicted_shooting_line_the_true_number_is_stated(sheet: Sheet) -> None:
    found = coverage({("Courtney Lee", "FG", "9-15"): CONTRADICTED}, sheet)
    assert found.stated == {(BOX_SCORE, "Courtney Lee", "FGM")}
    assert found.contradicted == {(BOX_SCORE, "Courtney Lee", "FGA")}


def test_a_percentage_is_not_taken_for_shots_made(sheet: Sheet) -> None:
    found = coverage({("Courtney Lee", "FG", "64%"): SUPPORTED}, sheet)
    assert found.stated == {(BOX_SCORE, "Courtney Lee", "FG_PCT")}


@pytest.mark.parametrize("subject", [SUNS, GRIZZLIES, "GAME"])
def test_a_final_score_states_both_teams_points(subject: str, sheet: Sheet) -> None:
    found = coverage({(subject, "FINAL_SCORE", "102-91"): SUPPORTED}, sheet)
    assert found.stated == {(LINE_SCORE, GRIZZLIES, "GAME"), (LINE_SCORE, SUNS, "GAME")}


def test_a_quarter_score_has_the_subjects_points_first(sheet: Sheet) -> None:
    found = coverage({(SUNS, "Q1", "27-99"): CONTRADICTED}, sheet)
    assert found.stated == {(LINE_SCORE, SUNS, "Q1")}
    assert found.contradicted == {(LINE_SCORE, GRIZZLIES, "Q1")}


def test_a_comparison_of_both_teams_states_the_larger_number_first(sheet: Sheet) -> None:
    found = coverage({("GAME", "COMPARED REB", "37-32"): CONTRADICTED}, sheet)
    assert found.stated == {(LINE_SCORE, GRIZZLIES, "REB")}
    assert found.contradicted == {(LINE_SCORE, SUNS, "REB")}


def test_an_unknown_game_has_no_cells(checker: FactChecker) -> None:
    sheet = read_sheets(checker.kb.connection, ["2014-11-06-MEM-PHX"])["2014-11-06-MEM-PHX"]
    assert coverage({("Courtney Lee", "PTS", "22"): SUPPORTED}, sheet).share_stated(
        BOX_SCORE
    ).value is None  # fmt: skip

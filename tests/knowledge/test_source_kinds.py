"""Sources are recognised by what they hold, and refused with a reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_sources import COLUMNS, rotowire, write_csv, write_json

from factcheck.errors import KnowledgeBaseError
from factcheck.knowledge.sources import recognise


@pytest.mark.parametrize("kind", list(COLUMNS))
def test_a_table_is_recognised_by_its_header_whatever_its_name(tmp_path: Path, kind: str) -> None:
    assert recognise(write_csv(tmp_path / "anything.txt", kind, [])).name == kind


@pytest.mark.parametrize("lines", [False, True])
def test_games_are_recognised_in_lists_and_in_lines(tmp_path: Path, lines: bool) -> None:
    game = rotowire("11_05_14", ("Memphis", "Grizzlies"), ("Phoenix", "Suns"), [(1, 2)])
    assert recognise(write_json(tmp_path / "games", [game], lines)).name == "rotowire"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"a,b\n1,2\n", "no source that factcheck knows"),
        (b'[{"title": "x"}]', "no RotoWire game"),
        (b"gmDate,\xff\xfe\n", "is not UTF-8"),
    ],
)
def test_what_is_no_source_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "source"
    path.write_bytes(content)
    with pytest.raises(KnowledgeBaseError, match=message):
        recognise(path)


def test_missing_columns_are_named(tmp_path: Path) -> None:
    path = tmp_path / "standings.csv"
    path.write_text("stDate,teamAbbr,rank,gameLost\n", encoding="utf-8")
    with pytest.raises(KnowledgeBaseError, match=r"standings by date but .* gameWon, gameBack"):
        recognise(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeBaseError, match=r"absent\.csv: cannot be read"):
        recognise(tmp_path / "absent.csv")

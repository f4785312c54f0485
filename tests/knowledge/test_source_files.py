"""Sources are read as people have them: gzipped, as Parquet, in folders, damaged."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from small_sources import (
    box_score,
    game_log,
    player_log,
    rotowire,
    season,
    team_games,
    write_csv,
    write_json,
)

from factcheck.errors import KnowledgeBaseError
from factcheck.knowledge import KnowledgeBase, build

pytestmark = pytest.mark.slow

GAME = team_games("2014-11-05", "MEM", "PHX", (26, 27), (20, 25), (30, 19), (26, 20))
CANCELLED = team_games("2014-11-07", "PHX", "MEM", (0, 0), (0, 0), (0, 0), (0, 0))


def gzipped(path: Path) -> Path:
    packed = path.with_name("packed")
    packed.write_bytes(gzip.compress(path.read_bytes()))
    path.unlink()
    return packed


def as_parquet(path: Path) -> Path:
    """Typed, as pandas writes it: numbers with gaps are floating-point numbers."""
    table = path.with_name("table")
    rows = duckdb.read_csv(str(path))
    rows.project("* REPLACE (pts::DOUBLE AS pts)").write_parquet(str(table))
    path.unlink()
    return table


def scores(output: Path) -> list[tuple[object, ...]]:
    with KnowledgeBase.open(output) as kb:
        return [
            tuple(row.values())
            for row in kb.rows("SELECT game_id, away_points, home_points FROM game")
        ]


@pytest.mark.parametrize("pack", [gzipped, as_parquet])
def test_a_table_is_read_however_it_is_packed_and_called(
    tmp_path: Path, pack: Callable[[Path], Path]
) -> None:
    path = pack(write_csv(tmp_path / "games.csv", "plain_team_games", GAME))
    build(tmp_path / "kb.duckdb", [path])
    assert scores(tmp_path / "kb.duckdb") == [("2014-11-05-MEM-PHX", 102, 91)]


def test_gzipped_games_in_json_are_read(tmp_path: Path) -> None:
    one = rotowire("11_05_14", ("Memphis", "Grizzlies"), ("Phoenix", "Suns"), [(30, 20)] * 4)
    path = gzipped(write_json(tmp_path / "games.jsonl", [one], lines=True))
    build(tmp_path / "kb.duckdb", [path])
    assert scores(tmp_path / "kb.duckdb") == [("2014-11-05-MEM-PHX", 120, 80)]


def test_a_folder_gives_its_sources_once_and_names_what_was_passed_over(tmp_path: Path) -> None:
    folder = tmp_path / "sources"
    (folder / "deeper").mkdir(parents=True)
    path = write_csv(folder / "deeper" / "games.csv", "plain_team_games", GAME)
    (folder / "README.txt").write_text("About these files.", encoding="utf-8")
    (folder / ".hidden").write_text("x", encoding="utf-8")
    summary = build(tmp_path / "kb.duckdb", [folder, path])
    assert [one.path for one in summary.sources] == [str(path)]
    assert summary.data_issues == {"file of no known kind": 1}
    with KnowledgeBase.open(tmp_path / "kb.duckdb") as kb:
        assert kb.rows("SELECT subject FROM data_issue") == [{"subject": "README.txt"}]


def test_a_folder_without_a_source_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "sources"
    folder.mkdir()
    with pytest.raises(KnowledgeBaseError, match="sources: holds no file"):
        build(tmp_path / "kb.duckdb", [folder])
    (folder / "README.txt").write_text("About these files.", encoding="utf-8")
    with pytest.raises(KnowledgeBaseError, match="no source among the files"):
        build(tmp_path / "kb.duckdb", [folder])


@pytest.mark.parametrize("pack", [gzipped, as_parquet])
@pytest.mark.parametrize("kept", [0.2, 0.9])
def test_a_file_that_is_cut_off_is_refused_by_name(
    tmp_path: Path, pack: Callable[[Path], Path], kept: float
) -> None:
    path = pack(write_csv(tmp_path / "games.csv", "plain_team_games", list(GAME) * 3000))
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * kept)])

    with pytest.raises(KnowledgeBaseError, match=rf"{path.name}: is damaged or cut off"):
        build(tmp_path / "kb.duckdb", [path])
    assert not (tmp_path / "kb.duckdb").exists()


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("plays.parquet", b"\xff\xfe\x00\x80", "is no Parquet file"),
        ("plays.csv.gz", b"\xff\xfe\x00\x80", "is not gzipped"),
        ("plays.csv", b"PK\x03\x04\x14\x00\xff", "is a ZIP archive or a workbook"),
        ("plays.csv", b"\x7fELF\xff\x00\x80", "is no table in text, Parquet or gzip"),
    ],
)
def test_a_file_that_is_not_what_it_is_called_is_refused_as_such(
    tmp_path: Path, name: str, content: bytes, said: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(KnowledgeBaseError, match=rf"{name}: {said}"):
        build(tmp_path / "kb.duckdb", [tmp_path / name])


def test_a_broken_value_in_parquet_is_named_by_its_row(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "games.csv", "plain_team_games", [GAME[0], {**GAME[1], "q1": "x"}])
    with pytest.raises(KnowledgeBaseError, match=r"table:2: q1: 'x' is no integer"):
        build(tmp_path / "kb.duckdb", [as_parquet(path)])


def test_a_game_that_was_not_played_is_no_game(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    log = game_log(tmp_path / "logs" / "log.csv", CANCELLED, "0021400070")
    summary = build(tmp_path / "kb.duckdb", [*season(tmp_path, GAME), log])
    assert scores(tmp_path / "kb.duckdb") == [("2014-11-05-MEM-PHX", 102, 91)]
    assert summary.data_issues == {"game not played": 1}


def test_a_log_with_starting_positions_tells_starters_from_the_bench(tmp_path: Path) -> None:
    # All points of the game: where lines do not add up to them, men are missing.
    men = {f"MEM {n}": points for n, points in enumerate((17, 17, 16, 16, 16, 10, 10))}
    hosts = {f"PHX {n}": 13 for n in range(7)}
    lines = [
        *box_score("2014-11-05", "MEM", "PHX", men, starters=5),
        *box_score("2014-11-05", "PHX", "MEM", hosts, starters=4),
    ]
    log = player_log(tmp_path / "lines.csv", lines)
    build(tmp_path / "kb.duckdb", [*season(tmp_path, GAME), log])
    with KnowledgeBase.open(tmp_path / "kb.duckdb") as kb:
        rows = kb.rows("SELECT team_id, bench_points FROM team_game ORDER BY team_id")
        # Four starters are a slip of the file, and nobody knows who the fifth is.
        assert [tuple(row.values()) for row in rows] == [("MEM", 20), ("PHX", None)]
        assert kb.rows("SELECT league_game_id FROM game") == [{"league_game_id": "0021400060"}]

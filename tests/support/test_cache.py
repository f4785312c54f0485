"""The user's cache: what is read back is what was kept, and nobody else's."""

from __future__ import annotations

from pathlib import Path

import pytest

from factcheck.support.cache import cache_folder, read_cache, write_cache


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return cache_folder()


def test_what_was_kept_is_read_under_its_key() -> None:
    write_cache("rules", "one", {"a": [1, "é"]})
    assert read_cache("rules", "one") == {"a": [1, "é"]}
    assert read_cache("rules", "two") is None


def test_only_the_newest_files_are_kept(folder: Path) -> None:
    for number in range(12):
        write_cache("rules", str(number), number)
    assert len(list(folder.iterdir())) == 8
    assert read_cache("rules", "11") == 11


@pytest.mark.parametrize("mode", [0o620, 0o602])
def test_a_file_that_others_may_write_is_not_read(folder: Path, mode: int) -> None:
    write_cache("rules", "one", 1)
    (folder / "rules-one.json").chmod(mode)
    assert read_cache("rules", "one") is None


def test_a_folder_that_others_may_write_is_neither_read_nor_written(folder: Path) -> None:
    write_cache("rules", "one", 1)
    folder.chmod(0o777)
    assert read_cache("rules", "one") is None
    write_cache("rules", "two", 2)
    assert [file.name for file in folder.iterdir()] == ["rules-one.json"]


def test_a_link_is_not_followed(folder: Path, tmp_path: Path) -> None:
    folder.mkdir(parents=True, mode=0o700)
    other = tmp_path / "other.json"
    other.write_text("1", encoding="utf-8")
    (folder / "rules-one.json").symlink_to(other)
    assert read_cache("rules", "one") is None


@pytest.mark.parametrize("content", ["", "{", "\x00", "[" * 100_000])
def test_damaged_content_is_nothing(folder: Path, content: str) -> None:
    write_cache("rules", "one", 1)
    (folder / "rules-one.json").write_text(content, encoding="utf-8")
    assert read_cache("rules", "one") is None


def test_without_a_place_nothing_is_kept(folder: Path) -> None:
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("a file in its place", encoding="utf-8")
    write_cache("rules", "one", 1)
    assert read_cache("rules", "one") is None

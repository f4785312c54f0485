"""Files are written whole, and nothing but files is replaced."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from factcheck.errors import FormatError
from factcheck.support.files import write_whole


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "out.csv"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    write_whole(pipe, "Dončić\n")
    reader.join(timeout=10)
    assert read == ["Dončić\n"]
    assert pipe.is_fifo()


def test_a_link_stays_a_link_and_its_file_is_replaced(tmp_path: Path) -> None:
    link, target = tmp_path / "link.csv", tmp_path / "real.csv"
    target.write_text("old", encoding="utf-8")
    link.symlink_to(target)
    write_whole(link, "new")
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.csv", "real.csv"]


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot be written: Is a directory"):
        write_whole(tmp_path, "text")

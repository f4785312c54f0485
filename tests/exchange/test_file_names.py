"""Names of files made from ids: every file system takes them, and they come back."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.errors import FormatError
from factcheck.exchange import write
from factcheck.exchange.lines import file_name, story_of
from factcheck.model import Report, Story

# All that UTF-8 can write; asked for by its name, Hypothesis would try out every character.
ids = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)


@given(ids)
def test_a_name_is_safe_and_gives_the_id_back(story: str) -> None:
    name = file_name(story, ".txt")
    assert story_of(Path(name)) == story
    assert not set(name) & set('/\\:*?"<>|') and not name.startswith(".")


@pytest.mark.parametrize("story", ["con", "NUL", "com1", "Aux.1", "lpt9.txt"])
def test_names_of_devices_are_written_otherwise(story: str) -> None:
    name = file_name(story, ".ann")
    assert name.startswith("%")
    assert story_of(Path(name)) == story
    assert file_name("contest", ".ann") == "contest.ann"


def test_an_id_that_is_too_long_is_named() -> None:
    with pytest.raises(FormatError, match=r"story long-aaa.*too long for the name of a file"):
        file_name("long-" + "a" * 300, ".txt")


def test_ids_that_differ_in_case_alone_are_refused_in_folders(tmp_path: Path) -> None:
    reports = [Report(Story(name, "The Suns won."), ()) for name in ("Game", "game")]
    with pytest.raises(FormatError, match="'Game' and 'game' would be one file"):
        write(reports, "brat", tmp_path / "out")
    assert not (tmp_path / "out").exists()
    write(reports, "jsonl", tmp_path / "out.jsonl")

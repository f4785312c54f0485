"""brat standoff, read by a parser of the documented grammar that is not ours."""

from __future__ import annotations

from pathlib import Path

import pytest
from annotated_stories import ENGLISH, batch

from factcheck.exchange import read, write
from factcheck.model import Category, Mistake, Report


def entities(folder: Path, name: str) -> dict[str, tuple[str, list[tuple[int, int]], str]]:
    """Text-bound annotations: ID, tab, type and ranges, tab, the text covered."""
    found = {}
    for line in (folder / f"{name}.ann").read_bytes().decode().split("\n"):
        if line.startswith("T"):
            key, middle, text = line.split("\t")
            label, _, ranges = middle.partition(" ")
            pairs = [tuple(map(int, part.split())) for part in ranges.split(";")]
            found[key] = (label, pairs, text)
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(batch(), "brat", tmp_path / "out")
    return tmp_path / "out"


def test_every_entity_covers_the_text_that_it_shows(folder: Path) -> None:
    for name, marks in (("tokenised", 4), ("english%2F2%3A %C3%A9", 5), ("right", 0)):
        text = (folder / f"{name}.txt").read_bytes().decode()
        found = entities(folder, name)
        assert len(found) == marks
        for label, pairs, shown in found.values():
            assert label in Category.__members__
            assert " ".join(text[start:end] for start, end in pairs) == shown
            assert "\n" not in shown


def test_a_mark_over_a_lines_end_has_two_parts(folder: Path) -> None:
    found = entities(folder, "english%2F2%3A %C3%A9")["T5"]
    start = ENGLISH.index("grabbed")
    assert found == ("NOT_CHECKABLE", [(start, start + 7), (start + 9, start + 11)], "grabbed 20")


def test_notes_hold_what_standoff_has_no_field_for(folder: Path) -> None:
    lines = (folder / "tokenised.ann").read_text().splitlines()
    assert lines[0] == "T1\tNAME 35 47\tPhoenix Suns"
    assert lines[1].startswith(
        "#1\tAnnotatorNotes T1\tcorrection: Utah Jazz | comment: Not Phoenix: see the box score. | "
        "rule: player-statistic | evidence: ["
    )


def test_the_configuration_names_every_category_with_a_colour(folder: Path) -> None:
    types = (folder / "annotation.conf").read_text().split("[entities]\n")[1].split()
    assert types == list(Category)
    drawing = (folder / "visual.conf").read_text()
    assert all(f"{category}\tbgColor:#" in drawing for category in Category)


def reviewed(folder: Path, ann: str) -> list[Mistake]:
    (folder / "a.txt").write_text("Mike Conley had\n24 points .")
    (folder / "a.ann").write_text(ann)
    report: Report
    (report,) = read([folder / "a.ann"], "brat")
    return list(report.mistakes)


def test_a_free_note_becomes_the_comment(tmp_path: Path) -> None:
    (mistake,) = reviewed(
        tmp_path, "T7\tNUMBER 16 18\t24\n#1\tAnnotatorNotes T7\tHe had 20 | or so\n"
    )
    assert (mistake.correction, mistake.explanation) == (None, "He had 20 | or so")
    assert mistake.rule == ""


def test_an_edited_correction_is_taken(tmp_path: Path) -> None:
    note = "#1\tAnnotatorNotes T1\tcorrection: 20 | rule: player-statistic\n"
    (mistake,) = reviewed(tmp_path, f"T1\tNUMBER 16 18\t24\n{note}")
    assert (mistake.correction, mistake.rule) == ("20", "player-statistic")


def test_parts_with_only_white_space_between_are_one_mark(tmp_path: Path) -> None:
    (mistake,) = reviewed(tmp_path, "T1\tNUMBER 12 15;16 18\thad 24\n")
    assert (mistake.span.text, mistake.span.token_start, mistake.span.token_end) == (
        "had\n24",
        3,
        4,
    )


def test_relations_and_attributes_are_passed_over(tmp_path: Path) -> None:
    ann = "T1\tNUMBER 16 18\t24\nA1\tSure T1\nR1\tLink Arg1:T1 Arg2:T1\n*\tEquiv T1 T1\n"
    assert len(reviewed(tmp_path, ann)) == 1

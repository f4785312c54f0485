"""Word documents, read by python-docx."""

from __future__ import annotations

from pathlib import Path

import docx
from annotated_stories import ENGLISH, batch, story
from docx.document import Document

from factcheck.exchange import write
from factcheck.model import Category


def documents(folder: Path) -> list[Document]:
    write(batch(), "docx", folder / "out")
    names = ("tokenised", "english%2F2%3A %C3%A9", "right")
    return [docx.Document(str(folder / "out" / f"{name}.docx")) for name in names]


def test_the_story_is_there_with_its_marks_highlighted(tmp_path: Path) -> None:
    for report, document in zip(batch(), documents(tmp_path), strict=True):
        paragraphs = {paragraph.text: paragraph for paragraph in document.paragraphs}
        paragraph = paragraphs[report.story.text.replace("\r\n", "\n")]
        marked = [run.text for run in paragraph.runs if run.font.highlight_color is not None]
        assert marked == [m.span.text.replace("\r\n", "\n") for m in report.mistakes]


def test_each_category_has_a_highlight_of_its_own_in_the_legend(tmp_path: Path) -> None:
    legend = documents(tmp_path)[0].paragraphs[2]
    shown = [run for run in legend.runs if run.text.strip()]
    assert [run.text.strip() for run in shown] == list(Category)
    assert len({run.font.highlight_color for run in shown}) == len(Category)


def test_comments_give_correction_explanation_rule_and_evidence(tmp_path: Path) -> None:
    first, *_ = documents(tmp_path)[0].comments
    assert (first.author, first.text.split("\n")) == (
        "factcheck",
        [
            "NAME: Utah Jazz",
            "Not Phoenix: see the box score.",
            "Rule: player-statistic",
            'player Mike Conley; points 24; note a | "b" \\ c',
            "[1]",
        ],
    )


def test_a_comment_hangs_on_each_mark(tmp_path: Path) -> None:
    for report, document in zip(batch(), documents(tmp_path), strict=True):
        assert len(list(document.comments)) == len(report.mistakes)
        assert document.element.xml.count("<w:commentReference ") == len(report.mistakes)


def test_the_table_lists_every_mistake(tmp_path: Path) -> None:
    tokenised, english, right = documents(tmp_path)
    (table,) = tokenised.tables
    assert [[cell.text for cell in row.cells] for row in table.rows][:3] == [
        ["No.", "Sentence", "Marked", "Category", "Correction", "Explanation", "Rule"],
        [
            *("1", "1", "Phoenix Suns", "NAME", "Utah Jazz"),
            *("Not Phoenix: see the box score.", "player-statistic"),
        ],
        [
            *("2", "1", "Tuesday", "NAME", "Wednesday"),
            *("Not Tuesday: see the box score.", "player-statistic"),
        ],
    ]
    assert len(english.tables[0].rows) == 6
    assert right.tables == []


def test_a_single_story_can_be_one_file(tmp_path: Path) -> None:
    write([story("a", ENGLISH)], "docx", tmp_path / "story.docx")
    assert "P.J. Tucker" in docx.Document(str(tmp_path / "story.docx")).paragraphs[3].text

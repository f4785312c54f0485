"""Word: the marked story, corrections as comments, and the table of mistakes.

The way in which the annotators of the gold-standard paper worked (Thomson and Reiter,
INLG 2020). One document a story, through python-docx; it is not read back.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from factcheck.errors import FormatError
from factcheck.exchange.format import Batch, Format, Piece
from factcheck.exchange.lines import file_name
from factcheck.exchange.remarks import readable
from factcheck.exchange.xml_text import check_xml
from factcheck.model import Category, Evidence, Mistake, Report, signature_line
from factcheck.page import BoxScore
from factcheck.page.view import evidence_value

if TYPE_CHECKING:
    from docx.document import Document
    from docx.text.paragraph import Paragraph
    from docx.text.run import Run

HIGHLIGHTS: Mapping[Category, str] = {
    Category.NUMBER: "TURQUOISE",
    Category.NAME: "RED",
    Category.WORD: "BRIGHT_GREEN",
    Category.CONTEXT: "PINK",
    Category.NOT_CHECKABLE: "YELLOW",
    Category.OTHER: "GRAY_25",
}
"""Word's own highlighter colours, nearest to ours: annotators can add marks with its pen."""

_COLUMNS = ("No.", "Sentence", "Marked", "Category", "Correction", "Explanation", "Rule")
_WIDTHS = (1.1, 2.2, 4.2, 3.6, 4.0, 7.3, 4.3)  # centimetres, of a page laid across


def encode(reports: Iterable[Report], batch: Batch) -> Iterator[Piece]:
    """Write one document a story.

    Raises:
        FormatError: python-docx is not installed, or XML cannot hold a text.
    """
    try:
        import docx
    except ModuleNotFoundError as error:
        raise FormatError("needs python-docx; pip install 'factcheck[export]'") from error
    for report in reports:
        _check(report)
        document = docx.Document()
        _describe(document, report, batch.name)
        _write_story(document, report)
        if report.mistakes:
            _write_table(document, report)
        _write_box_score(document, batch.box_score(report))
        buffer = io.BytesIO()
        document.save(buffer)
        yield file_name(report.story.id, ".docx"), buffer.getvalue()


def _check(report: Report) -> None:
    said = [
        text
        for mistake in report.mistakes
        for text in (mistake.correction, *_comment_lines(mistake), mistake.rule)
        if text
    ]
    story = report.story
    check_xml(story.id, (story.text, story.game or "", story.system or "", *said))


def _describe(document: Document, report: Report, batch: str) -> None:
    from docx.enum.section import WD_ORIENT
    from docx.shared import Cm

    story = report.story
    properties = document.core_properties
    # Word allows no more than 255 characters in each of these.
    properties.title, properties.subject = story.id[:255], batch[:255]
    properties.author = "factcheck"
    section = document.sections[0]
    # A narrow table breaks "NOT_CHECKABLE" and the names of rules in the midst.
    section.orientation = WD_ORIENT.LANDSCAPE
    section.page_width, section.page_height = Cm(29.7), Cm(21.0)
    section.left_margin = section.right_margin = Cm(1.5)
    document.add_heading(story.id, level=1)
    facts = [
        ("Game", story.game),
        ("System", story.system),
        ("Mistakes", str(len(report.mistakes))),
        ("Signature", signature_line(report)),
    ]
    document.add_paragraph(" · ".join(f"{name}: {value}" for name, value in facts if value))
    legend = document.add_paragraph()
    for category in Category:
        _highlight(legend.add_run(f" {category} "), category)
        legend.add_run("  ")


def _write_story(document: Document, report: Report) -> None:
    paragraph = document.add_paragraph()
    paragraph.paragraph_format.line_spacing = 1.5
    text, position = report.story.text, 0
    for mistake in report.mistakes:
        _add_run(paragraph, text[position : mistake.span.start])
        run = _add_run(paragraph, mistake.span.text)
        _highlight(run, mistake.category)
        document.add_comment(
            run, "\n".join(_comment_lines(mistake)), author="factcheck", initials="fc"
        )
        position = mistake.span.end
    _add_run(paragraph, text[position:])


def _add_run(paragraph: Paragraph, text: str) -> Run:
    # python-docx makes a line break of each carriage return as well.
    return paragraph.add_run(text.replace("\r\n", "\n"))


def _highlight(run: Run, category: Category) -> None:
    from docx.enum.text import WD_COLOR_INDEX

    run.font.highlight_color = WD_COLOR_INDEX[HIGHLIGHTS[category]]


def _comment_lines(mistake: Mistake) -> list[str]:
    """Return the correction first, then why, then what proves it."""
    correction = mistake.correction and f"{mistake.category}: {mistake.correction}"
    rule = mistake.rule and f"Rule: {mistake.rule}"
    lines = [correction or str(mistake.category), mistake.explanation, rule]
    return [line for line in lines if line] + [_row(row) for row in mistake.evidence]


def _row(row: Evidence) -> str:
    return "; ".join(f"{name} {value}" for name, value in readable(row).items())


def _write_table(document: Document, report: Report) -> None:
    from docx.shared import Cm

    document.add_heading("Mistakes", level=2)
    table = document.add_table(rows=1, cols=len(_COLUMNS), style="Table Grid")
    table.autofit = False
    _fill(table.rows[0], _COLUMNS)
    for number, mistake in enumerate(report.mistakes, start=1):
        row = table.add_row()
        span = mistake.span
        marked = " ".join(span.text.split())
        said = (mistake.correction or "", mistake.explanation or "", mistake.rule)
        _fill(row, (str(number), str(span.sentence), marked, str(mistake.category), *said))
        for run in row.cells[2].paragraphs[0].runs:
            _highlight(run, mistake.category)
    for column, width in zip(table.columns, _WIDTHS, strict=True):
        # Word goes by the cells, LibreOffice by the column.
        column.width = Cm(width)
        for cell in column.cells:
            cell.width = Cm(width)
    for run in (run for cell in table.rows[0].cells for run in cell.paragraphs[0].runs):
        run.bold = True


def _write_box_score(document: Document, box: BoxScore | None) -> None:
    if box is None:
        return
    document.add_heading(box.title, level=2)
    document.add_paragraph(box.subtitle)
    for shown in (box.line_score, *box.players):
        document.add_heading(shown.title, level=3)
        table = document.add_table(rows=1, cols=len(shown.columns), style="Table Grid")
        _fill(table.rows[0], shown.columns)
        for line in shown.rows:
            _fill(table.add_row(), map(evidence_value, line))


def _fill(row: Any, texts: Iterable[str]) -> None:
    from docx.shared import Pt

    for cell, text in zip(row.cells, texts, strict=True):
        cell.text = text
        for run in cell.paragraphs[0].runs:
            run.font.size = Pt(9)


FORMAT = Format(
    name="docx",
    description="Word: a document a story with highlights, comments and a table of mistakes.",
    extension=".docx",
    is_folder=True,
    encode=encode,
)

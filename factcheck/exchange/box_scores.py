"""Box scores that go along to other tools, so that annotators can check what they read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from factcheck.errors import StoryError
from factcheck.exchange.format import Batch
from factcheck.knowledge import KnowledgeBase
from factcheck.model import Report
from factcheck.page import BoxScore, Table, box_score, render_stories
from factcheck.page.view import evidence_value

PAGE = "box_scores.html"
"""The page that goes along where a tool shows nothing but the text."""


class BoxScores:
    """Finds the box scores of games in a knowledge base, each once.

    Args:
        knowledge: An open knowledge base.
    """

    def __init__(self, knowledge: KnowledgeBase) -> None:
        self._knowledge = knowledge
        self._known: dict[str, BoxScore | None] = {}

    def __call__(self, game: str) -> BoxScore | None:
        """Return a game's box score, or None where the knowledge base does not hold it."""
        if game not in self._known:
            try:
                self._known[game] = box_score(self._knowledge.show(game))
            except StoryError:
                # Stories outlive the knowledge base they were checked with.
                self._known[game] = None
        return self._known[game]


def page(reports: Sequence[Report], batch: Batch) -> bytes:
    """Return a page of the stories with their marks and the box scores of their games."""
    found = {
        report.story.game: box
        for report in reports
        if report.story.game and (box := batch.box_score(report)) is not None
    }
    return render_stories(reports, found).encode()


def as_text(box: BoxScore | None) -> str:
    """Return a box score as lines of a text, in columns; empty where there is none."""
    if box is None:
        return ""
    tables = (_text_table(table) for table in (box.line_score, *box.players))
    return "\n\n".join([f"{box.title}\n{box.subtitle}", *tables])


def as_html(box: BoxScore | None) -> str:
    """Return a box score as tables in HTML, every text escaped; empty where there is none."""
    if box is None:
        return ""
    heading = f"<p><b>{escape(box.title)}</b><br>{escape(box.subtitle)}</p>"
    return heading + "".join(map(_html_table, (box.line_score, *box.players)))


def as_records(box: BoxScore | None) -> dict[str, list[dict[str, str]]]:
    """Return the tables of a box score: title → rows, each heading → cell."""
    if box is None:
        return {}
    return {
        table.title: [dict(zip(table.columns, _cells(row), strict=True)) for row in table.rows]
        for table in (box.line_score, *box.players)
    }


def _cells(row: Iterable[object]) -> list[str]:
    return [evidence_value(cell) for cell in row]


def _text_table(table: Table) -> str:
    rows = [[*table.columns], *map(_cells, table.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
    return "\n".join([table.title, *lines])


def _html_table(table: Table) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in table.columns)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in _cells(row))}</tr>"
        for row in table.rows
    )
    return (
        f"<table><caption>{escape(table.title)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )

"""Checked stories for a terminal: highlighted, with numbered corrections."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from factcheck.exchange.colours import COLOURS
from factcheck.model import Category, Mistake, Report, Span

if TYPE_CHECKING:
    from factcheck.runs.checking import Tally

# The colours of pages and annotation tools, under what reads best on each.
_ON_DARK = frozenset({Category.NUMBER, Category.OTHER})
STYLES: Mapping[Category, str] = {
    category: f"{'white' if category in _ON_DARK else 'black'} on {colour}"
    for category, colour in COLOURS.items()
}

_WIDEST = max(len(category) for category in Category)

# Control characters of a story must not reach the terminal, which would obey them.
_CONTROLS = {code: 0xFFFD for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"}
_CONTROLS[0x0D] = 0x20


def open_console(stream: TextIO | None = None) -> Console:
    """Return a console on a stream (standard output), in colour only on a terminal.

    What the stream's encoding cannot write is written as an escape.
    """
    if stream is None:
        console = Console(highlight=False)
        if isinstance(console.file, io.TextIOWrapper):
            console.file.reconfigure(errors="backslashreplace")
        return console
    return Console(file=stream, highlight=False, no_color=True)


def print_report(report: Report, console: Console, *, unclaimed: bool = False) -> None:
    """Print one story with its mistakes marked, then the corrections.

    Without colour the marks are brackets: ``[1: 59]``.

    Args:
        report: The checked story.
        console: Where to print.
        unclaimed: Whether to list the numbers and names that no rule claims.
    """
    coloured = console.color_system is not None and not console.no_color
    head = " · ".join(filter(None, (report.story.id, report.story.game, report.story.system)))
    _print(console, Text(_safe(head), style="bold"))
    _print(console, Text())
    _print(console, _highlighted(report, coloured))
    _print(console, Text())
    _print_notes(report.mistakes, console, coloured)
    if not report.mistakes:
        _print(console, Text("no mistakes found"))
    if unclaimed:
        _print(console, Text(f"unclaimed: {_listed(report.unclaimed)}"))
    _print(console, Text())


def print_totals(tally: Tally, console: Console) -> None:
    """Print how many mistakes were found in how many stories."""
    count = sum(tally.mistakes.values())
    line = f"{_counted(count, 'mistake')} in {_counted(tally.stories, 'story', 'stories')}"
    kinds = [f"{tally.mistakes[kind]} {kind}" for kind in Category if tally.mistakes[kind]]
    _print(console, Text(f"{line}: {', '.join(kinds)}" if kinds else line, style="bold"))


def print_statistics(counts: Iterable[tuple[tuple[Category, str], int]], console: Console) -> None:
    """Print a line a rule: how many mistakes it found, of which category.

    Args:
        counts: Category and rule, and their number of mistakes, in the order to print.
        console: Where to print.
    """
    for (category, rule), count in counts:
        _print(console, Text(f"{count:6}  {category:{_WIDEST}}  {rule}"))


def print_signatures(signatures: Iterable[str], console: Console) -> None:
    """Print what the stories were checked with, for a paper or a bug report."""
    for signature in sorted(signatures):
        _print(console, Text(f"signature: {signature}", style="dim"))


def _print(console: Console, text: Text) -> None:
    # A terminal wraps between words; a file keeps the lines of the story.
    console.print(text, soft_wrap=not console.is_terminal)


def _highlighted(report: Report, coloured: bool) -> Text:
    said = _safe(report.story.text.rstrip())
    text = Text()
    position = 0
    for number, mistake in enumerate(report.mistakes, start=1):
        span = mistake.span
        text.append(said[position : span.start])
        marked = said[span.start : span.end]
        if coloured:
            text.append(marked, STYLES[mistake.category])
            text.append(f"[{number}]", "dim")
        else:
            text.append(f"[{number}: {marked}]")
        position = span.end
    text.append(said[position:])
    return text


def _print_notes(mistakes: Sequence[Mistake], console: Console, coloured: bool) -> None:
    table = Table.grid(padding=(0, 2))
    for number, mistake in enumerate(mistakes, start=1):
        place = Text(f"{number:3}")
        category = Text(mistake.category, STYLES[mistake.category] if coloured else "")
        if console.is_terminal:
            table.add_row(place, category, _note(mistake))
        else:
            category.pad_right(_WIDEST - len(category))
            _print(console, Text("  ").join((place, category, _note(mistake))))
    if console.is_terminal and mistakes:
        console.print(table)


def _note(mistake: Mistake) -> Text:
    text = Text(_safe(" ".join(mistake.span.text.split())))
    if mistake.correction:
        text.append(" → ")
        text.append(_safe(mistake.correction), "bold")
    if mistake.explanation:
        text.append(f"  {_safe(mistake.explanation)}")
    text.append(f"  ({mistake.rule})", "dim")
    return text


def _listed(spans: Iterable[Span]) -> str:
    items = [f"{_safe(' '.join(span.text.split()))} (sentence {span.sentence})" for span in spans]
    return ", ".join(items) or "none"


def _safe(text: str) -> str:
    """Return text of the same length that holds no control character."""
    return text.translate(_CONTROLS)


def _counted(count: int, singular: str, plural: str | None = None) -> str:
    return f"{count} {singular if count == 1 else plural or singular + 's'}"

"""``factcheck check``: find the mistakes in stories."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from factcheck.errors import FactCheckError
    from factcheck.model import Report
    from factcheck.runs.checking import Tally

_HELP = """Check stories against a knowledge base and report their mistakes.

A FILE is the text of one story, - (standard input), JSON lines with
id, text and optionally game, system and references, or the shared
task's games.csv. Without a game, the game is found from the story
itself where that leaves no doubt.

    factcheck check story.txt --kb nba.duckdb
    factcheck check stories.jsonl --kb nba.duckdb -o mistakes.csv
    factcheck check games.csv --column normal --kb nba.duckdb -o page.html

Status 0: no mistakes; 1: mistakes found; 2: something could not be checked.
"""


def register(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command(help=_HELP)(check)


def check(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Stories.", show_default=False)
    ],
    kb: Annotated[
        Path,
        typer.Option(envvar="FACTCHECK_KB", help="Knowledge base, made by `factcheck kb build`."),
    ],
    game: Annotated[
        str | None,
        typer.Option(help="The game of stories that do not name theirs: 2014-11-05-MEM-PHX."),
    ] = None,
    format: Annotated[
        str | None,
        typer.Option(
            metavar="FORMAT",
            help="text, json, jsonl, csv (the shared task's submission), html, or any of "
            "`factcheck export --to list`; by default what OUT's ending says, else text.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="OUT", help="Write here, else to the terminal."),
    ] = None,
    select: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="Only these categories or rules, joined by commas."),
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(metavar="NAMES", help="Not these categories or rules.")
    ] = None,
    column: Annotated[
        str, typer.Option(metavar="tokenised|normal", help="Which text of games.csv.")
    ] = "tokenised",
    rules: Annotated[
        list[Path] | None, typer.Option(metavar="DIR", help="A folder with rules of your own.")
    ] = None,
    unclaimed: Annotated[
        bool, typer.Option("--unclaimed", help="List numbers and names that no rule claims.")
    ] = False,
    claims: Annotated[
        bool, typer.Option("--claims", help="Add every claim with its verdict (json, jsonl).")
    ] = False,
) -> None:
    """Open the knowledge base, check what can be checked, write, and say how it went."""
    from factcheck.exchange.report_files import (
        check_extras,
        check_output,
        choose_format,
        write_reports,
    )
    from factcheck.stories.reading import Column, missing_files, read_stories

    chosen = choose_format(format, output)
    check_extras(chosen, claims=claims, unclaimed=unclaimed)
    check_output(output)
    text_column = Column.parse(column)
    missing = missing_files(files)
    if len(missing) == len(files):
        for error in missing:
            _show(error)
        raise typer.Exit(2)
    # Imported now: what is wrong with the arguments is told without the engine.
    from factcheck.runs import checking

    checker = checking.open_checker(kb, rules or (), game)
    selection = checking.Selection.parse(select or (), ignore or (), checker)
    tally = checking.Tally(on_skip=_show)
    stories = read_stories(files, checker.kb, tally.skip, column=text_column)
    reports = map(selection.apply, checking.check_stories(checker, stories, tally.skip, game=game))
    first = next(reports, None)
    if first is not None:
        counted = _counted(chain([first], reports), tally, hidden=output is None)
        target = output or sys.stdout
        write_reports(
            counted, chosen, target, tally, checker.kb, claims=claims, unclaimed=unclaimed
        )
    if note := checking.note_on_coverage(checker, tally.games):
        typer.echo(f"note: {note}", err=True)
    raise typer.Exit(tally.status)


def _show(error: FactCheckError) -> None:
    typer.echo(f"error: {error}", err=True)


def _counted(reports: Iterator[Report], tally: Tally, *, hidden: bool) -> Iterator[Report]:
    """Count the reports on their way, with a progress bar where nothing else is printed."""
    from factcheck.support.progress import track

    # Stories on the same terminal show themselves how far it has come.
    watched = reports if hidden and sys.stdout.isatty() else track(reports, "checking")
    for report in watched:
        tally.add(report)
        yield report

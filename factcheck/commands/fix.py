"""``factcheck fix``: put the corrections into stories."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from factcheck.support.options import Game, Ignore, KnowledgeBaseFile, Rules, Select, TextColumn

if TYPE_CHECKING:
    from factcheck.fixing import Fixed

_HELP = """Put the corrections into stories, in good English.

Files are rewritten in place, a story from standard input (-) goes to standard output. What
is put in is checked again: a correction that is found wrong itself is taken back. Mistakes
without a correction are listed.

    factcheck fix story.txt --kb nba.duckdb --diff
    factcheck fix story.txt --kb nba.duckdb --min-confidence 0.9
    factcheck fix stories.jsonl --kb nba.duckdb -o corrected.jsonl

Status 0: nothing is wrong any more; 1: mistakes are left, or --diff shows some; 2: something
could not be checked.
"""


def register(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command(help=_HELP)(fix)


def fix(
    files: Annotated[
        list[Path], typer.Argument(metavar="STORY", help="Stories.", show_default=False)
    ],
    kb: KnowledgeBaseFile,
    diff: Annotated[
        bool, typer.Option("--diff", help="Show what would be changed; write nothing.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="Write here instead: a text, or JSON lines of all stories (.jsonl).",
        ),
    ] = None,
    game: Game = None,
    min_confidence: Annotated[
        float,
        typer.Option(min=0.0, max=1.0, help="Correct only mistakes that are at least so sure."),
    ] = 0.0,
    select: Select = None,
    ignore: Ignore = None,
    column: TextColumn = "tokenised",
    rules: Rules = None,
) -> None:
    """Check, correct, check again, write, and list what is left."""
    from rich.console import Console

    from factcheck.exchange.fixes import (
        print_diff,
        print_remaining,
        summary_of,
        write_fixed,
    )
    from factcheck.exchange.report_files import check_output
    from factcheck.exchange.terminal import open_console
    from factcheck.runs import checking
    from factcheck.runs.fixing import fix_stories
    from factcheck.stories.folders import story_files
    from factcheck.stories.reading import Column, read_stories
    from factcheck.support.progress import track

    check_output(output)
    text_column = Column.parse(column)
    checker = checking.open_checker(kb, rules or (), game)
    selection = checking.Selection.parse(select or (), ignore or (), checker, min_confidence)
    tally = checking.Tally(on_skip=lambda error: typer.echo(f"error: {error}", err=True))
    files = story_files(files)
    stories = read_stories(files, checker.kb, tally.skip, column=text_column)
    corrected = fix_stories(checker, stories, selection, tally.skip, game=game)
    fixed = list(track(corrected, "correcting"))
    if diff:
        print_diff(fixed, open_console())
    else:
        printed = write_fixed(fixed, output)
        sys.stdout.write(printed or "")
    messages = Console(stderr=True, highlight=False)
    print_remaining(fixed, messages)
    if fixed:
        typer.echo(summary_of(fixed, done=not diff), err=True)
    raise typer.Exit(2 if tally.skipped else int(any(_is_wrong(each, diff) for each in fixed)))


def _is_wrong(fixed: Fixed, diff: bool) -> bool:
    return bool(fixed.remaining) or (diff and bool(fixed.edits))

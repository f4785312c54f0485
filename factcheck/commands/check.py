"""``factcheck check``: find the mistakes in stories."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from factcheck import __version__
from factcheck.errors import FormatError
from factcheck.support.options import (
    Game,
    Ignore,
    KnowledgeBaseFile,
    Rules,
    Select,
    Stories,
    TextColumn,
)
from factcheck.support.processes import LONG, processors, start_server
from factcheck.support.streams import STANDARD_INPUT, Meter

if TYPE_CHECKING:
    from factcheck.errors import FactCheckError
    from factcheck.model import Report
    from factcheck.runs.checking import Tally
    from factcheck.runs.journal import Journal

_HELP = """Check stories against a knowledge base and report their mistakes.

A FILE is the text of one story, - (standard input), JSON lines or
Parquet with id, text and optionally game, system and references, the
shared task's games.csv, or a folder of stories; .gz, .bz2 and .xz are
read and written. Without a game, the game is found from the story
itself where that leaves no doubt.

    factcheck check story.txt --kb nba.duckdb
    factcheck check stories.jsonl --kb nba.duckdb -o mistakes.csv
    factcheck check s3://bucket/stories --engine ray --kb nba.duckdb -o s3://bucket/out
    factcheck check million.parquet --kb nba.duckdb -o out.parquet --resume
    factcheck check games.csv --column normal --kb nba.duckdb -o page.html

Status 0: no mistakes; 1: mistakes found; 2: something could not be checked.
"""


def register(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command(help=_HELP)(check)


def check(
    files: Stories,
    kb: KnowledgeBaseFile,
    game: Game = None,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            "--output-format",
            metavar="FORMAT",
            help="text, json, jsonl, csv (the shared task's submission), html, or any of "
            "`factcheck export --list`; by default what OUT's ending says, else text.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="OUT", help="Write here, else to the terminal."),
    ] = None,
    select: Select = None,
    ignore: Ignore = None,
    min_confidence: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=1,
            metavar="SHARE",
            help="Only mistakes at least so sure: of those with 0.8, four in five are right. "
            "0 reports all that a rule finds; by default 0.4, for a check in CI take 0.8.",
        ),
    ] = None,
    prior: Annotated[
        float | None,
        typer.Option(
            min=0.001,
            max=0.999,
            metavar="SHARE",
            help="The share of claims that are wrong in such texts (a journalist's 0.02, a "
            "neural generator's 0.3); by default learnt from each text.",
        ),
    ] = None,
    column: TextColumn = "tokenised",
    rules: Rules = None,
    unclaimed: Annotated[
        bool, typer.Option("--unclaimed", help="List numbers and names that no rule claims.")
    ] = False,
    claims: Annotated[
        bool,
        typer.Option("--claims", help="Add every claim with its verdict (json, jsonl, parquet)."),
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Worker processes; by default all processors."),
    ] = None,
    engine: Annotated[
        str,
        typer.Option(metavar="local|ray", help="Where: on this machine, or on a Ray cluster."),
    ] = "local",
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Keep a journal beside OUT and go on where it ends."),
    ] = False,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Count the mistakes of each rule, show no stories.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print stories with mistakes, and nothing else.")
    ] = False,
    exit_zero: Annotated[
        bool, typer.Option("--exit-zero", help="End with status 0 where mistakes were found.")
    ] = False,
) -> None:
    """Open the knowledge base, check what can be checked, write, and say how it went."""
    from factcheck.exchange.report_files import (
        check_extras,
        check_output,
        check_statistics,
        choose_format,
        report_item,
        write_reports,
        write_statistics,
    )
    from factcheck.stories.folders import story_files
    from factcheck.stories.reading import Column, column_of, missing_files, read_stories

    if engine != "local":
        raise typer.Exit(_on_cluster(engine, files, output, kb, rules or (), game, jobs))
    chosen = choose_format(format, output)
    if statistics:
        check_statistics(chosen)
    check_extras(chosen, claims=claims, unclaimed=unclaimed)
    check_output(output)
    text_column = Column.parse(column)
    files = story_files(files)
    missing = missing_files(files)
    if len(missing) == len(files):
        for error in missing:
            _show(error)
        raise typer.Exit(2)
    meter = Meter.over(files)
    jobs = jobs or processors()
    if jobs > 1 and meter.total >= LONG:
        start_server()
    # Imported now: what is wrong with the arguments is told without the engine.
    from factcheck.runs import checking
    from factcheck.support.progress import track_reading

    tally = checking.Tally(on_skip=_show)
    opened = partial(
        checking.open_checker, kb, rules or (), game, min_confidence=min_confidence, prior=prior
    )
    with ExitStack() as stack:
        ahead = checking.workers_ahead(opened, jobs, meter.total, claims=claims or unclaimed)
        workers = stack.enter_context(ahead)
        checker = opened()
        selection = checking.Selection.parse(
            select or (), ignore or (), checker, min_confidence or 0.0,
            column_of(files, text_column),
        )  # fmt: skip
        stories = read_stories(files, checker.kb, tally.skip, column=text_column, meter=meter)
        journal = None
        if resume:
            options = {"game": game, "column": column, "claims": claims, "unclaimed": unclaimed}
            journal = stack.enter_context(_journal(output, [*files, kb, *(rules or ())], options))
            deque(islice(stories, journal.done), maxlen=0)
        checked = checking.check_placed(
            checker, stories, game=game, jobs=jobs, claims=claims or unclaimed, workers=workers
        )
        # Stories on the same terminal show themselves how far it has come.
        shown = output is None and not (statistics or quiet)
        if not (shown and sys.stdout.isatty()):
            checked = track_reading(checked, "checking", "stories", meter)
        if journal is None:
            reports = checking.reports_of(checked, tally.skip)
        else:
            journal.add(checked, lambda report: report_item(report, claims, unclaimed))
            reports = journal.reports(tally.skip)
        reports = map(selection.apply, reports)
        first = next(reports, None)
        if first is not None:
            counted, target = _counted(chain([first], reports), tally), output or sys.stdout
            if statistics:
                write_statistics(counted, chosen, target, tally)
            else:
                write_reports(
                    counted, chosen, target, tally, checker.kb,
                    claims=claims, unclaimed=unclaimed, quiet=quiet,
                )  # fmt: skip
        if journal is not None:
            journal.remove()
    note = None if quiet else checking.note_on_coverage(checker, tally.games)
    if note is not None:
        typer.echo(f"note: {note}", err=True)
    raise typer.Exit(0 if exit_zero and tally.status == 1 else tally.status)


def _on_cluster(
    engine: str,
    files: list[Path],
    output: Path | None,
    kb: Path,
    rules: Sequence[Path],
    game: str | None,
    jobs: int | None,
) -> int:
    """Check files at any address on a Ray cluster; return the exit status."""
    if engine != "ray":
        raise FormatError(f"--engine: {engine!r} is none of local, ray")
    if output is None:
        raise FormatError("--engine ray writes a folder; name one with -o")
    from factcheck.integrations.ray import check_addresses

    totals = check_addresses(
        [_address(path) for path in files], _address(output), kb,
        workers=jobs, rules=[str(path.absolute()) for path in rules], game=game,
    )  # fmt: skip
    for text in totals.errors:
        typer.echo(f"error: {text}", err=True)
    if totals.failed > len(totals.errors):
        typer.echo(f"error: and {totals.failed - len(totals.errors)} stories more", err=True)
    typer.echo(f"{totals.mistakes} mistakes in {totals.stories} stories", err=True)
    return 2 if totals.failed else int(totals.mistakes > 0)


def _address(path: Path) -> str:
    """Return an address as it was written: a path has lost one stroke of ``s3://``."""
    scheme, colon, rest = path.as_posix().partition(":/")
    return f"{scheme}://{rest}" if colon and len(scheme) > 1 else str(path.absolute())


def _journal(output: Path | None, inputs: list[Path], options: Mapping[str, object]) -> Journal:
    """Open the journal beside the output, for exactly these files and options."""
    from factcheck.runs.journal import Journal, stamps_of

    if output is None:
        raise FormatError("--resume goes with a file; name one with -o")
    if STANDARD_INPUT in inputs:
        raise FormatError("--resume goes with files, not with standard input")
    return Journal(output, {"version": __version__, **options, "inputs": stamps_of(inputs)})


def _show(error: FactCheckError) -> None:
    typer.echo(f"error: {error}", err=True)


def _counted(reports: Iterator[Report], tally: Tally) -> Iterator[Report]:
    """Count the reports on their way."""
    for report in reports:
        tally.add(report)
        for text in report.notes:
            typer.echo(f"note: story {report.story.id}: {text}", err=True)
        yield report

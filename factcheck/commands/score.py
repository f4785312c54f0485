"""``factcheck score``: content metrics of stories."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from factcheck.support.options import Game, KnowledgeBaseFile, Resamples, Rules, Seed, TextColumn

_HELP = """Score stories by what they say: relations, coverage, mistakes.

STORIES are as for `factcheck check`; JSON lines may hold "references", texts about the same
game such as a journalist's summary, for content selection and ordering, and "system".
References from a file of their own come with --references.

    factcheck score stories.jsonl --kb nba.duckdb
    factcheck score stories.jsonl --kb nba.duckdb --by story --format csv > scores.csv
    factcheck score stories.jsonl --kb nba.duckdb --bootstrap 0 --format json
    factcheck score games.csv --kb nba.duckdb --references shared_task.jsonl

Prints RG, CS and CO after Wiseman, Shieber and Rush (2017), the share of the box and line
score that is stated and contradicted, and mistakes per story and per 100 tokens.

Status 0; 2 when a story could not be scored.
"""


class Format(StrEnum):
    """How to print a result."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"


class By(StrEnum):
    """What a row of the result is about."""

    SYSTEM = "system"
    STORY = "story"


def register(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command(help=_HELP)(score)


def score(
    files: Annotated[
        list[Path], typer.Argument(metavar="STORIES...", help="Stories.", show_default=False)
    ],
    kb: KnowledgeBaseFile,
    game: Game = None,
    references: Annotated[
        Path | None,
        typer.Option(help="JSONL of reference texts by story id, beside those of the stories."),
    ] = None,
    by: Annotated[
        By, typer.Option(help="Print a figure a system, or a row a story (text and csv).")
    ] = By.SYSTEM,
    output: Annotated[
        Format, typer.Option("--format", help="json holds systems and stories.")
    ] = Format.TEXT,
    column: TextColumn = "tokenised",
    rules: Rules = None,
    bootstrap: Resamples = 1000,
    seed: Seed = 0,
) -> None:
    """Check the stories and their references, score, and print."""
    from factcheck.metrics import output as printed
    from factcheck.metrics import score_reports, summarise_systems
    from factcheck.runs.checking import Tally, check_stories, open_checker
    from factcheck.scoring.bootstrap import Bootstrap
    from factcheck.scoring.validation.story_files import read_references, with_references
    from factcheck.stories.folders import story_files
    from factcheck.stories.reading import Column, column_of, read_stories
    from factcheck.support.cells import signed
    from factcheck.support.progress import track

    text_column = Column.parse(column)
    files = story_files(files)
    known = {} if references is None else read_references(references)
    checker = open_checker(kb, rules or (), game)
    tally = Tally(on_skip=lambda error: typer.echo(f"error: {error}", err=True))
    placed = read_stories(files, checker.kb, tally.skip, column=text_column)
    reports = check_stories(checker, with_references(placed, known), tally.skip, game=game)
    scores = list(track(score_reports(checker, reports, tally.skip), "scoring"))
    if not scores:
        raise typer.Exit(2)
    resampling = Bootstrap(bootstrap, seed) if bootstrap else None
    summaries = [] if _is_by_story(output, by) else summarise_systems(scores, resampling)
    signature = str(checker.signature.with_settings(column=column_of(files, text_column)))
    match output, by:
        case Format.JSON, _:
            print(printed.to_json(scores, summaries, signature))
        case Format.CSV, By.STORY:
            sys.stdout.write(signed(printed.stories_to_csv(scores), signature))
        case Format.CSV, By.SYSTEM:
            sys.stdout.write(signed(printed.summaries_to_csv(summaries), signature))
        case _, By.STORY:
            printed.print_stories(scores)
        case _:
            title = "Content and mistakes"
            if resampling is not None:
                title += f", 95% intervals from {bootstrap} resamples of the stories"
            printed.print_summaries(summaries, title)
    if output is Format.TEXT:
        print(f"signature: {signature}")
    raise typer.Exit(2 if tally.skipped else 0)


def _is_by_story(output: Format, by: By) -> bool:
    return by is By.STORY and output is not Format.JSON

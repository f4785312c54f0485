"""``factcheck report``: what a generator gets wrong, as a page or as tables."""

from __future__ import annotations

import json
from contextlib import nullcontext
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from factcheck.hallucinations import Study

_HELP = """Report what a generator gets wrong, or compare two of them.

RESULTS are checked stories, one JSON object a line, from `factcheck check --format jsonl`.
With a second file, the two are compared on the games that both wrote about.

    factcheck check stories.jsonl --kb nba.duckdb --format jsonl > results.jsonl
    factcheck report results.jsonl -o report.html --kb nba.duckdb
    factcheck report before.jsonl after.jsonl --format md
    factcheck report results.jsonl --format json -o report.json --fail-over 2.5

Status 0; 1 when --fail-over says so; 2 for unusable input.
"""


class Format(StrEnum):
    """What ``factcheck report`` writes."""

    HTML = "html"
    MD = "md"
    JSON = "json"
    CSV = "csv"


def register(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command(help=_HELP)(report)


def report(
    results: Annotated[Path, typer.Argument(help="Checked stories, the older ones if two.")],
    other: Annotated[
        Path | None, typer.Argument(help="Checked stories of another system or version.")
    ] = None,
    format: Annotated[
        Format | None,
        typer.Option(help="What to write; by default what OUT's ending says, else md."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file to write, else the terminal.")
    ] = None,
    fail_over: Annotated[
        float | None,
        typer.Option(
            metavar="N",
            min=0,
            help="End with status 1 if the (second file's) mistakes per story exceed N.",
        ),
    ] = None,
    bootstrap: Annotated[
        int, typer.Option(metavar="N", min=100, help="Draws for intervals and p-values.")
    ] = 2000,
    seed: Annotated[int, typer.Option(min=0, help="Start of the random numbers.")] = 1,
    stories: Annotated[
        int, typer.Option(metavar="N", min=0, help="Stories the page shows in full; 0 for all.")
    ] = 500,
    kb: Annotated[
        Path | None,
        typer.Option(help="A knowledge base: the page shows box scores beside the stories."),
    ] = None,
) -> None:
    """Read, analyse, write, and judge by ``--fail-over``."""
    from rich.console import Console

    from factcheck.hallucinations import analyse, read_corpora
    from factcheck.support.files import write_whole

    console = Console(stderr=True)
    corpora = read_corpora([results] if other is None else [results, other])
    with console.status("Counting and comparing") if console.is_terminal else nullcontext():
        study = analyse(corpora, bootstrap, seed)
        text = _render(study, format or _format_of(output), stories, kb)
    if output is None:
        typer.echo(text, nl=False)
    else:
        write_whole(output, text)
    mean = study.totals[-1].per_story.mean
    if fail_over is not None and mean > fail_over:
        typer.echo(f"{mean:.2f} mistakes per story, more than {fail_over:g}", err=True)
        raise typer.Exit(1)


def _format_of(output: Path | None) -> Format:
    endings = {".html": Format.HTML, ".json": Format.JSON, ".csv": Format.CSV}
    return endings.get(output.suffix.lower(), Format.MD) if output else Format.MD


def _render(study: Study, format: Format, stories: int, kb: Path | None) -> str:
    from factcheck.hallucinations import to_csv, to_dict, to_markdown

    if format is Format.HTML:
        return _page(study, stories, kb)
    if format is Format.JSON:
        return json.dumps(to_dict(study), ensure_ascii=False, indent=1) + "\n"
    return to_csv(study) if format is Format.CSV else to_markdown(study)


def _page(study: Study, stories: int, kb: Path | None) -> str:
    from factcheck.hallucinations import render_html
    from factcheck.page import box_scores

    if kb is None:
        return render_html(study, max_stories=stories or None)
    from factcheck.knowledge import KnowledgeBase

    with KnowledgeBase.open(kb) as knowledge:
        reports = (report for corpus in study.corpora for report in corpus.reports)
        return render_html(study, box_scores(knowledge, reports), stories or None)

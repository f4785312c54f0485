"""Commands that score: evaluate, agreement, validate."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Format(StrEnum):
    """How to print a result."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command()(evaluate)
    app.command()(agreement)


def evaluate(
    gold: Annotated[Path, typer.Option(help="Gold standard: the shared task's CSV, or JSONL.")],
    submitted: Annotated[Path, typer.Option(help="List to score: CSV, or JSONL of `check`.")],
    token_lookup: Annotated[
        Path | None,
        typer.Option(help="The shared task's token_lookup.yaml; token ids are checked by it."),
    ] = None,
    output: Annotated[
        Format,
        typer.Option("--format", help="csv prints the match report, a row a mistake."),
    ] = Format.TEXT,
    match_report: Annotated[
        bool, typer.Option("--match-report", help="Add the match report and the corrections.")
    ] = False,
    bootstrap: Annotated[
        int, typer.Option(help="Resamples of the stories for 95% intervals; 0 for none.", min=0)
    ] = 0,
    seed: Annotated[int, typer.Option(help="Seed of the resampling.", min=0)] = 0,
) -> None:
    """Score a list of mistakes against a gold standard, as the shared task does.

    Example:

        factcheck evaluate --gold gsml.csv --submitted mistakes.csv
        --token-lookup token_lookup.yaml --match-report --bootstrap 1000
    """
    from factcheck.scoring import read_mistakes, read_token_lookup, score
    from factcheck.scoring.bootstrap import Bootstrap
    from factcheck.scoring.evaluation import print_evaluation, report_to_dict, scores_to_dict
    from factcheck.scoring.match_report import match_report as make_report
    from factcheck.scoring.match_report import to_csv

    lookup = None if token_lookup is None else read_token_lookup(token_lookup)
    lists = read_mistakes(gold, lookup), read_mistakes(submitted, lookup)
    resampling = Bootstrap(bootstrap, seed) if bootstrap else None
    report = make_report(*lists) if match_report or output is Format.CSV else None
    match output:
        case Format.JSON:
            result = scores_to_dict(score(*lists), resampling)
            if report is not None:
                result["match_report"] = report_to_dict(report, resampling)
            print(json.dumps(result, indent=1))
        case Format.CSV if report is not None:
            print(to_csv(report), end="")
        case _:
            print_evaluation(score(*lists), report, resampling)


def agreement(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="One mistake list per annotator, or one CSV with a column per annotator.",
            show_default=False,
        ),
    ],
    columns: Annotated[
        str, typer.Option(help="The annotators' columns, A,B,C; by default T1, T2 and so on.")
    ] = "",
    token_lookup: Annotated[
        Path | None, typer.Option(help="The shared task's token_lookup.yaml, for mistake lists.")
    ] = None,
    majority: Annotated[
        Path | None,
        typer.Option(help="Write the majority gold standard here; needs one list per annotator."),
    ] = None,
    output: Annotated[
        Format,
        typer.Option("--format", help="csv prints every item with its labels and majority."),
    ] = Format.TEXT,
) -> None:
    """Say how far annotators agree, and make the majority gold standard.

    Example:

        factcheck agreement anna.csv ben.csv carla.csv --majority gold.csv

        factcheck agreement annotations.csv --columns T1,T2,T3
    """
    from factcheck.scoring import read_token_lookup, write_mistakes
    from factcheck.scoring.agreement import agreement as compute
    from factcheck.scoring.agreement import majority_mistakes
    from factcheck.scoring.agreement_output import print_agreement, to_csv
    from factcheck.scoring.annotations import read_annotations

    lookup = None if token_lookup is None else read_token_lookup(token_lookup)
    annotations = read_annotations(files, [name for name in columns.split(",") if name], lookup)
    if majority is not None:
        gold, left_out = majority_mistakes(annotations)
        write_mistakes(gold, majority)
        if left_out:
            typer.echo(f"left out of {majority}, as they overlap with others: {left_out}", err=True)
    match output:
        case Format.JSON:
            print(json.dumps(compute(annotations).to_dict(), indent=1))
        case Format.CSV:
            print(to_csv(annotations), end="")
        case Format.TEXT:
            print_agreement(compute(annotations))

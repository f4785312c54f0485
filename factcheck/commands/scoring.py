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

"""Commands that score: evaluate, agreement, validate."""

from __future__ import annotations

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
        typer.Option(help="The shared task's token_lookup.yaml; token ids are checked against it."),
    ] = None,
    output: Annotated[Format, typer.Option("--format", help="How to print.")] = Format.TEXT,
) -> None:
    """Score a list of mistakes against a gold standard, as the shared task does.

    Example:

        factcheck evaluate --gold gsml.csv --submitted mistakes.csv --token-lookup
        token_lookup.yaml
    """
    import json

    from factcheck.scoring import read_mistakes, read_token_lookup, score
    from factcheck.scoring.tables import print_scores

    lookup = None if token_lookup is None else read_token_lookup(token_lookup)
    scores = score(read_mistakes(gold, lookup), read_mistakes(submitted, lookup))
    if output is Format.JSON:
        print(json.dumps(scores.to_dict(), indent=1))
    else:
        print_scores(scores)

"""factcheck kb: build a knowledge base and look into it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

kb = typer.Typer(help="Build a knowledge base and look into it.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add ``factcheck kb`` to the command line."""
    app.add_typer(kb, name="kb")


@kb.command()
def build(
    output: Annotated[Path, typer.Argument(help="The file to write.")],
    sources: Annotated[list[Path], typer.Argument(help="CSV, JSON or JSONL files.")],
) -> None:
    """Make a knowledge base out of any mix of sources.

    Example: factcheck kb build season.duckdb team_box_scores.csv games.jsonl
    """
    from factcheck.knowledge import build as build_knowledge_base

    summary = build_knowledge_base(output, sources)
    print(summary)

"""``factcheck cite``: how to cite factcheck, and the signature of its figures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from factcheck.support.options import Rules


def register(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command()(cite)


def cite(
    kb: Annotated[
        Path | None,
        typer.Option(
            envvar="FACTCHECK_KB", help="Knowledge base that was used.", show_default=False
        ),
    ] = None,
    rules: Rules = None,
    bibtex: Annotated[bool, typer.Option("--bibtex", help="Print only the BibTeX entry.")] = False,
) -> None:
    """Print the signature of factcheck's figures and a BibTeX entry, for a paper.

    The signature names what figures depend on: the version, and rule base and knowledge
    base by their content. The same signature on the same texts gives the same figures.

    Example: factcheck cite --kb nba.duckdb
    """
    from factcheck import __version__
    from factcheck.runs.citing import bibtex_entry, signature

    if not bibtex:
        print(f"{signature(kb, rules or ())}\n")
    print(bibtex_entry(__version__))

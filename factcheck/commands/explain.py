"""``factcheck explain``: say how a text was read, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from factcheck.support.options import Rules

_HELP = """Say how a text was read: units, clauses, claims, verdicts, and what was weighed.

For whoever writes a rule, or wonders about a mark. TEXT is a text, or the name of a file that
holds one; without --kb it is about the demo's game.

    factcheck explain "Conley had 26 points and 11 assists."
    factcheck explain story.txt --game 2014-11-05-MEM-PHX --kb nba.duckdb
"""


def register(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command(help=_HELP)(explain)


def explain(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="A text or a file.")],
    game: Annotated[
        str | None, typer.Option(help="The game it is about, such as 2014-11-05-MEM-PHX.")
    ] = None,
    kb: Annotated[
        Path | None,
        typer.Option(envvar="FACTCHECK_KB", help="The knowledge base; by default the demo's."),
    ] = None,
    rules: Rules = None,
) -> None:
    """Read the text and print how."""
    from rich.console import Console

    from factcheck.checker import FactChecker
    from factcheck.errors import FactCheckError
    from factcheck.knowledge import KnowledgeBase
    from factcheck.model import Story
    from factcheck.runs.demo import GAME
    from factcheck.runs.explanation import explain as explained

    try:
        path = Path(text)
        is_file = len(text) < 256 and path.is_file()
        content = path.read_text(encoding="utf-8") if is_file else text
    except UnicodeDecodeError as error:
        raise FactCheckError(f"{text}: not UTF-8; save the file as UTF-8") from error
    checker = FactChecker(KnowledgeBase.kept_demo() if kb is None else kb, rules or ())
    story = Story("text", content, game or (GAME if kb is None else None))
    console = Console(soft_wrap=True, highlight=False, emoji=False)
    for line in explained(checker, story):
        console.print(line)

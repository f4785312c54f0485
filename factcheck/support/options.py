"""Options that several commands have, each in the same words."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Stories = Annotated[list[Path], typer.Argument(metavar="FILE", help="Stories.", show_default=False)]
KnowledgeBaseFile = Annotated[
    Path,
    typer.Option("--kb", envvar="FACTCHECK_KB", help="Knowledge base of `factcheck kb build`."),
]
Game = Annotated[
    str | None,
    typer.Option(help="The game of stories that do not name theirs: 2014-11-05-MEM-PHX."),
]
Select = Annotated[
    list[str] | None,
    typer.Option(metavar="NAMES", help="Only these categories or rules, joined by commas."),
]
Ignore = Annotated[
    list[str] | None, typer.Option(metavar="NAMES", help="Not these categories or rules.")
]
TextColumn = Annotated[
    str, typer.Option(metavar="tokenised|normal", help="Which text of games.csv.")
]
Rules = Annotated[
    list[Path] | None, typer.Option(metavar="DIR", help="A folder with rules of your own.")
]
Seed = Annotated[int, typer.Option(help="Seed of the resampling.", min=0)]
Resamples = Annotated[
    int, typer.Option(help="Resamples of the stories for 95% intervals; 0 for none.", min=0)
]

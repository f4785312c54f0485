"""factcheck kb: build a knowledge base and look into it."""

from __future__ import annotations

import json
from contextlib import closing
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import RenderableType

    from factcheck.knowledge import KnowledgeBase

kb = typer.Typer(help="Build a knowledge base and look into it.", no_args_is_help=True)


class Format(StrEnum):
    """How to print."""

    TABLE = "table"
    JSON = "json"


KnowledgeBasePath = Annotated[
    Path | None,
    typer.Option(
        "--kb",
        envvar="FACTCHECK_KB",
        help="The knowledge base; without it the small one of the demo.",
        show_default=False,
    ),
]
OutputFormat = Annotated[Format, typer.Option("--format", help="Tables, or JSON.")]


def register(app: typer.Typer) -> None:
    """Add ``factcheck kb`` to the command line."""
    app.add_typer(kb, name="kb")


@kb.command()
def build(
    output: Annotated[Path, typer.Argument(help="The DuckDB file to write.")],
    sources: Annotated[
        list[Path],
        typer.Argument(help="CSV, Parquet, JSON or JSONL files, also gzipped, and folders."),
    ],
) -> None:
    """Make a knowledge base out of any mix of sources.

    Files are recognised by what they hold: RotoWire games (JSON or JSONL), team box
    scores with quarters, standings by date, and tables of stats.nba.com: game logs of
    teams and players, lines by period, plays, box scores, schedules. An older file is
    replaced only when all went well.

    Example: factcheck kb build nba.duckdb 2012-18_teamBoxScore.csv games.jsonl
    Example: factcheck kb build nba.duckdb nba/ seasons/
    """
    from factcheck.knowledge import build as build_knowledge_base
    from factcheck.knowledge.progress import progress_bar
    from factcheck.knowledge.terminal_tables import summary_table

    with progress_bar() as progress:
        summary = build_knowledge_base(output, sources, progress)
    _print(summary_table(output, summary))


@kb.command()
def update(
    knowledge_base: Annotated[Path, typer.Argument(help="The DuckDB file to change.")],
    sources: Annotated[
        list[Path],
        typer.Argument(help="CSV, Parquet, JSON or JSONL files, also gzipped, and folders."),
    ],
) -> None:
    """Add games to a knowledge base and correct those it has, in place.

    The result is that of a build of all sources; only what is new is read, and only its
    seasons are derived anew. A file that was a source before (at the same path) takes the
    place of what it held then; what it does not hold any more is gone. Other files are
    believed before older ones of the same rank. Until all is done the old file stays.

    Example: factcheck kb update nba.duckdb player_game_log_2017-04-12.csv
    Example: factcheck kb fetch 2024-25 -o seasons/2024-25
             factcheck kb update nba.duckdb seasons/2024-25
    """
    from factcheck.knowledge import update as update_knowledge_base
    from factcheck.knowledge.progress import progress_bar
    from factcheck.knowledge.terminal_tables import update_table

    with progress_bar() as progress:
        summary = update_knowledge_base(knowledge_base, sources, progress)
    _print(update_table(knowledge_base, summary))


@kb.command()
def fetch(
    season: Annotated[str, typer.Argument(help="Such as 2024-25.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The folder to write to.")],
    playoffs: Annotated[
        bool, typer.Option("--playoffs", help="The play-in and the playoffs as well.")
    ] = False,
    without: Annotated[
        list[str] | None,
        typer.Option(
            help="A part to leave out, again for more: schedule, line-scores, plays, periods.",
            show_default=False,
        ),
    ] = None,
    pause: Annotated[
        float, typer.Option(help="Least number of seconds between two requests.", min=0.0)
    ] = 0.8,
    server: Annotated[
        str,
        typer.Option(envvar="FACTCHECK_STATS_SERVER", help="One that answers in the same way."),
    ] = "https://stats.nba.com",
) -> None:
    """Get a season from stats.nba.com: logs, schedule, line scores, periods and plays.

    Needs the extra "fetch". A season takes about 7,400 requests and two hours; stopped,
    it goes on where it was when it is run again. Raw answers are kept in .raw in the
    folder. Status 0 means that nothing is missing, 1 that something is or does not add up.

    Example: factcheck kb fetch 2024-25 -o seasons/2024-25
    Example: factcheck kb fetch 2024-25 --playoffs --without periods -o seasons/2024-25
    Then: factcheck kb build nba.duckdb seasons/2024-25
    """
    from factcheck.fetching import Client, fetch, season_of
    from factcheck.fetching.report import outcome_tables
    from factcheck.support.progress import steps_bar

    wanted = season_of(season)
    with steps_bar() as progress:
        client = Client(output / ".raw", server, pause)
        outcome = fetch(
            wanted, output, client, progress, playoffs=playoffs, without=tuple(without or ())
        )
    _print(outcome_tables(output, outcome))
    if not outcome.complete:
        raise typer.Exit(1)


@kb.command()
def info(knowledge_base: KnowledgeBasePath = None, format: OutputFormat = Format.TABLE) -> None:
    """Show what a knowledge base covers, its sources, and where they disagree.

    Example: factcheck kb info --kb nba.duckdb
    """
    from factcheck.knowledge.terminal_tables import overview_tables

    with closing(_open(knowledge_base)) as opened:
        overview = opened.info()
    if format is Format.JSON:
        print(json.dumps(overview.to_dict(), indent=2))
    else:
        _print(overview_tables(overview))


@kb.command()
def games(
    knowledge_base: KnowledgeBasePath = None,
    team: Annotated[str | None, typer.Option(help="Code, city, nickname or full name.")] = None,
    date: Annotated[str | None, typer.Option(help="2014-11-05, or 2014-11, or 2014.")] = None,
    format: OutputFormat = Format.TABLE,
) -> None:
    """List games, of one team or one day.

    Example: factcheck kb games --kb nba.duckdb --team Suns --date 2014-11
    """
    from factcheck.knowledge.terminal_tables import game_list

    with closing(_open(knowledge_base)) as opened:
        found = opened.games(team, date)
    if format is Format.JSON:
        print(json.dumps([game.to_dict() for game in found], indent=2))
    else:
        _print(game_list(found))


@kb.command()
def show(
    game: Annotated[
        str, typer.Argument(help="Its id, or date and teams: '2014-11-05 Grizzlies Suns'.")
    ],
    knowledge_base: KnowledgeBasePath = None,
    format: OutputFormat = Format.TABLE,
) -> None:
    """Show a game: line score, totals, box scores and the games around it.

    Example: factcheck kb show 2014-11-05-MEM-PHX
    """
    from factcheck.knowledge.terminal_tables import game_tables

    with closing(_open(knowledge_base)) as opened:
        sheet = opened.show(game)
    if format is Format.JSON:
        print(json.dumps(sheet.to_dict(), indent=2))
    else:
        _print(game_tables(sheet))


def _open(path: Path | None) -> KnowledgeBase:
    from factcheck.knowledge import KnowledgeBase

    return KnowledgeBase.kept_demo() if path is None else KnowledgeBase.open(path)


def _print(what: RenderableType) -> None:
    """Print for a terminal; into a file or pipe, wide enough for every column."""
    from rich.console import Console

    console = Console()
    if not console.is_terminal:
        console = Console(width=200)
    console.print(what)

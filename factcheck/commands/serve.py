"""``factcheck serve``: the review desk, the JSON API and the LanguageTool protocol."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from factcheck.support.options import KnowledgeBaseFile, Rules, TextColumn

if TYPE_CHECKING:
    from factcheck.checker import FactChecker
    from factcheck.reviews import ReviewFolder
    from factcheck.server.settings import Settings

_HELP = """Serve the review desk, a JSON API and the LanguageTool protocol.

    factcheck serve --kb nba.duckdb
    factcheck serve --kb nba.duckdb stories.jsonl --reviews reviews/
    factcheck serve --kb nba.duckdb --reviews reviews/ --annotators ann,ben,carla --blind
    factcheck serve --kb nba.duckdb --mcp

Only this machine is served unless --host says otherwise; any other address needs a token.
Stop it with Ctrl-C: every decision is on disk when the page shows it.
"""


def register(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command(help=_HELP)(serve)


def serve(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE]...", help="Stories to review.", show_default=False),
    ] = None,
    kb: KnowledgeBaseFile = ...,  # type: ignore[assignment]
    reviews: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where reviews are kept; made if it is not there."),
    ] = None,
    annotators: Annotated[
        str, typer.Option(metavar="NAMES", help="Who may review, joined by commas; else anybody.")
    ] = "",
    blind: Annotated[
        bool, typer.Option("--blind", help="Annotators see nothing of each other.")
    ] = False,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 for any free one.")] = 8765,
    token: Annotated[
        str | None,
        typer.Option(envvar="FACTCHECK_TOKEN", help="What clients must know, 16 characters on."),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST", help="A host name by which clients call this machine."),
    ] = None,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option(metavar="ORIGIN", help="A web site that may ask: https://example.org"),
    ] = None,
    column: TextColumn = "tokenised",
    rules: Rules = None,
    mcp: Annotated[
        bool, typer.Option("--mcp", help="Serve the Model Context Protocol on standard input.")
    ] = False,
) -> None:
    """Open the knowledge base, check the stories that are new, and serve until stopped."""
    from factcheck.errors import FactCheckError
    from factcheck.runs.checking import open_checker
    from factcheck.server.settings import Settings

    if files and reviews is None:
        raise FactCheckError("stories to review need a place for the reviews: --reviews DIR")
    settings = Settings(
        host,
        port,
        token,
        tuple(name or ()),
        tuple(allow_origin or ()),
        tuple(each.strip() for each in annotators.split(",") if each.strip()),
        blind,
    )
    _require_libraries(mcp)
    checker = open_checker(kb, rules or ())
    if mcp:
        from factcheck.server.mcp import run_mcp

        run_mcp(checker)
        return
    folder = None if reviews is None else _open_folder(reviews, files or [], checker, column)
    _run(checker, settings, folder)


def _require_libraries(mcp: bool) -> None:
    import importlib.util

    from factcheck.errors import FactCheckError

    needed = ("mcp",) if mcp else ("starlette", "uvicorn")
    missing = [name for name in needed if importlib.util.find_spec(name) is None]
    if missing:
        raise FactCheckError(
            f"serve needs {' and '.join(missing)}; install it with: pip install 'factcheck[server]'"
        )


def _open_folder(path: Path, files: list[Path], checker: FactChecker, column: str) -> ReviewFolder:
    """Open the reviews, and put the stories that are new beside those that are there."""
    from factcheck.errors import FormatError
    from factcheck.reviews import ReviewFolder
    from factcheck.runs.checking import Tally, check_stories
    from factcheck.stories.placed import PlacedStory
    from factcheck.stories.reading import Column, read_stories
    from factcheck.support.progress import track

    folder = ReviewFolder(path, writable=True)
    tally = Tally(on_skip=lambda error: typer.echo(f"error: {error}", err=True))
    stories = read_stories(files, checker.kb, tally.skip, column=Column.parse(column))

    def new(placed: Iterable[PlacedStory]) -> Iterator[PlacedStory]:
        for each in placed:
            if not folder.has(each.story.id, each.story.text):
                yield each

    reports = check_stories(checker, new(stories), tally.skip)
    added = folder.add_stories(track(reports, "checking"))
    if added or tally.skipped:
        left_out = f", {tally.skipped} left out" if tally.skipped else ""
        typer.echo(f"{added} stories added to {path}{left_out}", err=True)
    if not folder.cards:
        raise FormatError("holds no story; name files of stories too", path=path)
    return folder


def _run(checker: FactChecker, settings: Settings, folder: ReviewFolder | None) -> None:
    import asyncio
    from contextlib import suppress

    from factcheck.server.app import create_app
    from factcheck.server.serving import listen, serve_on

    with listen(settings) as socket:
        app = create_app(checker, settings, folder)
        for line in _welcome(settings, socket.getsockname()[1]):
            typer.echo(line, err=True)
        with suppress(KeyboardInterrupt):
            asyncio.run(serve_on(app, settings, socket))


def _welcome(settings: Settings, port: int) -> list[str]:
    """Return where to find the server: a link each for annotators who have one of their own."""
    host = settings.names[0] if settings.names else settings.host
    base = f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
    if settings.token is None:
        return [f"factcheck serves {base}"]
    links = [(name, settings.personal_token(name)) for name in settings.annotators]
    lines = [f"  {name}: {base}?token={token}" for name, token in links]
    return [f"factcheck serves {base}?token=TOKEN", *lines]

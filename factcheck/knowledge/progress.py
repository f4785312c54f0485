"""A progress bar on stderr, if that is a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from factcheck.knowledge.builder import Progress


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Yield a callback for :func:`factcheck.knowledge.build` that draws a bar."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description:<40}"), BarColumn(), TimeElapsedColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("starting", total=None)

        def report(what: str, done: int, total: int) -> None:
            bar.update(task, description=what[:40], completed=done, total=total)

        yield report

"""Progress bars: on standard error, and only where a person looks at it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)
from rich.progress import track as rich_track

Item = TypeVar("Item")


def track(items: Iterable[Item], description: str, total: int | None = None) -> Iterator[Item]:
    """Yield the items with a progress bar, silently where standard error is no terminal.

    Args:
        items: What to go through.
        description: Stands before the bar.
        total: How many there are, where ``len(items)`` does not say.
    """
    console = Console(stderr=True)
    yield from rich_track(
        items,
        description,
        total,
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


@contextmanager
def steps_bar() -> Iterator[Callable[[str, int, int], None]]:
    """Yield a callback that draws a bar for long work: what is done, steps done, steps in all."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description:<40}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("starting", total=None)

        def report(what: str, done: int, total: int) -> None:
            bar.update(task, description=what[:40], completed=done, total=total)

        yield report

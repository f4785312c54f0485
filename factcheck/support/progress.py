"""Progress bars: on standard error, and only where a person looks at it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.progress import track as rich_track

from factcheck.support.streams import Meter

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


def track_reading(
    items: Iterable[Item], description: str, noun: str, meter: Meter
) -> Iterator[Item]:
    """Yield the items with their number, their rate and the time left, on a terminal only.

    Args:
        items: What comes out of the files that are being read.
        description: Stands before the bar.
        noun: What the items are, in the plural.
        meter: How much of the files has been read, from which the time left is told.
    """
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[count]:,} {task.fields[noun]}"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(elapsed_when_finished=True),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as progress:
        total = meter.total or None
        task = progress.add_task(description, total=total, count=0, noun=noun, rate="")
        started = time.monotonic()
        for count, item in enumerate(items, start=1):
            yield item
            rate = f"{count / max(time.monotonic() - started, 0.001):.3g} a second"
            progress.update(task, completed=meter.done, count=count, rate=rate)

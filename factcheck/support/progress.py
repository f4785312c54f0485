"""Progress bars: on standard error, and only where a person looks at it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
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

"""When Python searches for garbage, and when the C library gives memory back."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any


@contextmanager
def collection_put_off() -> Iterator[None]:
    """Keep Python from searching for garbage in cycles.

    What a batch makes is needed until it is done: searching it takes a seventh of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def return_free_memory() -> None:
    """Give the system back what the C library holds free.

    Batch after batch DuckDB and Python take pieces of many sizes and leave gaps between them that
    glibc keeps: over thousands of stories a process grew by a tenth. Other C libraries have no
    such call; nothing happens there.
    """
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Callable[[int], Any] | None:
    try:
        return getattr(ctypes.CDLL(None), "malloc_trim", None)
    except (OSError, TypeError):
        return None  # Windows has no library of the process itself.

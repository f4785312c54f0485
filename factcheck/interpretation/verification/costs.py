"""What statements have taken, in memory and by DuckDB, to tell which way takes less.

DuckDB plans a statement for milliseconds and then runs it over any number of claims in next to
none; in memory nothing is planned, and each claim takes its time. So few claims go to memory and
many to DuckDB, each rule's at a number of its own. Both give the same rows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

_FIRST = 0.03
"""Seconds that DuckDB is thought to take for a statement that it has not been asked."""

_FORGOTTEN = 0.95
"""What is left of the time in memory whenever it is not tried."""

_STEPS = 20_000
"""Rows that a statement may look at in memory while nothing is known of it."""


@dataclass(slots=True)
class Cost:
    """What a statement has taken, in seconds of the processor.

    Args:
        each: In memory, for a claim; None where it was never run there.
        planned: By DuckDB, for all claims of the last time; None where it was never asked.
        claims: How many these were.
    """

    each: float | None = None
    planned: float | None = None
    claims: int = 1

    @property
    def steps(self) -> int | None:
        """How many rows it may look at in memory; None is the usual limit."""
        return _STEPS if self.each is None else None

    def prefers_duckdb(self, claims: int) -> bool:
        """Return whether DuckDB is likely to take less for some claims.

        What is always left to DuckDB is tried again after a while: other claims take less.
        """
        if self.each is None:
            return False
        planned = _FIRST if self.planned is None else self.planned * max(1.0, claims / self.claims)
        if self.each * claims <= planned:
            return False
        self.each *= _FORGOTTEN
        return True

    @contextmanager
    def in_memory(self, claims: int, fetching: Callable[[], float] = lambda: 0.0) -> Iterator[None]:
        """Measure what is done for claims in memory.

        Args:
            claims: How many they are.
            fetching: How long rows have been fetched, which are kept and so do not count.
        """
        start = time.thread_time() - fetching()
        try:
            yield
        finally:
            each = max(0.0, time.thread_time() - fetching() - start) / max(claims, 1)
            self.each = each if self.each is None else (self.each + each) / 2

    @contextmanager
    def by_duckdb(self, claims: int) -> Iterator[None]:
        """Measure what DuckDB does for claims."""
        start = time.thread_time()
        try:
            yield
        finally:
            self.planned, self.claims = time.thread_time() - start, max(claims, 1)

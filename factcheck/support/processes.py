"""Worker processes: how they come to be, at once and without what other threads hold.

A process that has opened DuckDB is never forked, for a fork would copy its threads in the middle
of whatever they do. Where the system has it, workers come from Python's fork server: a process that
has imported factcheck and does nothing else. Elsewhere they are spawned.
"""

from __future__ import annotations

import multiprocessing
import os
from multiprocessing.context import BaseContext

_IMPORTED = "factcheck.runs.workers"
"""What workers run; the server imports it once for all of them."""

LONG = 400_000
"""Bytes of files for which workers are started before it is known how many stories they hold."""


def processors() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def worker_context() -> BaseContext:
    """Return the context that workers start in."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([_IMPORTED])
    return context


def start_server() -> None:
    """Start the fork server, if there is one, to import factcheck while its caller does, too."""
    if worker_context().get_start_method() == "forkserver":
        from multiprocessing import forkserver

        forkserver.ensure_running()

"""Ctrl-C, where Python or DuckDB would make something else of it."""

from __future__ import annotations

import signal
import sys
import threading
import time
from typing import Any

_AGAIN_AFTER = 0.01
"""Seconds until an interrupt that was lost comes again: by then what lost it is done."""

_LOST = threading.Event()
"""Is set from when an interrupt was lost."""


def raise_interrupt(error: Exception) -> None:
    """Raise what Ctrl-C raises if that is what ``error`` comes from, else do nothing.

    DuckDB looks for signals while a statement runs, and raises a ``RuntimeError`` in place of
    the ``KeyboardInterrupt`` that it finds; Python does so while it makes a class. Who catches
    ``Exception`` to try again, or to leave a story out, must not take that for a fault of the
    story.

    Raises:
        KeyboardInterrupt: The error is an interrupt in other words, or one was lost before it.
    """
    if _LOST.is_set():
        # What went wrong since may have done so before the interrupt came again.
        raise KeyboardInterrupt from error
    if isinstance(error, RuntimeError) and str(error) == "Query interrupted":
        raise KeyboardInterrupt from error
    origin: BaseException | None = error
    while origin is not None:
        if isinstance(origin, KeyboardInterrupt):
            raise KeyboardInterrupt from error
        origin = origin.__cause__ or origin.__context__


def keep_interrupts() -> None:
    """Let no interrupt be lost that comes while Python runs what may not raise.

    In callbacks of the garbage collector and of the import system an exception is written to
    standard error and forgotten; the process would go on as if nobody had pressed a key. After
    this call such an interrupt comes once more, a moment later.
    """
    forget = sys.unraisablehook
    in_hook = False

    def interrupt_again() -> None:
        # An interrupt that came while the hook still runs (a thread may take long to start)
        # would be lost like the first. Python looks for signals at calls and at loops, of which
        # none stand between the hook's last assignment and its end.
        time.sleep(_AGAIN_AFTER)
        while in_hook:
            time.sleep(_AGAIN_AFTER)
        _interrupt_main_thread()

    def hook(lost: Any) -> None:
        nonlocal in_hook
        if isinstance(lost.exc_value, KeyboardInterrupt):
            _LOST.set()
            in_hook = True
            try:
                threading.Thread(target=interrupt_again, daemon=True).start()
            finally:
                in_hook = False
        else:
            forget(lost)

    sys.unraisablehook = hook


def _interrupt_main_thread() -> None:
    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None:
        # This wakes a main thread that waits for input, too.
        signal.pthread_kill(main, signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)

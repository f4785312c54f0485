"""Libraries of the extra ``metrics``, imported where they are needed."""

from __future__ import annotations

from typing import Any

from factcheck.support import libraries


def library(module: str) -> Any:
    """Return a module of a library that only the metrics need.

    Args:
        module: Its full name, such as ``scipy.stats``.

    Raises:
        FactCheckError: The library is not installed; the message says how to.
    """
    return libraries.library(module, "metrics")

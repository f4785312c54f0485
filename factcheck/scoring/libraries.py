"""Libraries of the extra ``metrics``, imported where they are needed."""

from __future__ import annotations

import importlib
from typing import Any

from factcheck.errors import FactCheckError


def library(module: str) -> Any:
    """Import a module of a library that only the metrics need.

    Args:
        module: Its full name, such as ``scipy.stats``.

    Raises:
        FactCheckError: The library is not installed; the message says how to.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != module.split(".")[0]:
            raise
        raise FactCheckError(
            f"{error.name} is not installed; run: pip install 'factcheck[metrics]'"
        ) from error

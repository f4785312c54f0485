"""Libraries of the extras, imported where they are needed."""

from __future__ import annotations

import importlib
from typing import Any

from factcheck.errors import FactCheckError


def library(module: str, extra: str) -> Any:
    """Return a module of a library that only an extra installs.

    Args:
        module: Its full name, such as ``scipy.stats``.
        extra: The extra of factcheck that installs it, such as ``metrics``.

    Raises:
        FactCheckError: The library is not installed; the message says how to.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != module.split(".")[0]:
            raise
        raise FactCheckError(
            f"{error.name} is not installed; run: pip install 'factcheck[{extra}]'"
        ) from error

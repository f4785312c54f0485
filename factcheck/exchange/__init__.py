"""Annotated stories out to the tools of annotators, and back.

Each format is a module with a :class:`~factcheck.exchange.format.Format`; :data:`FORMATS`
lists them by name. They are imported when they are first asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from factcheck.exchange.format import Format, Reviewed
    from factcheck.exchange.registry import FORMATS, find
    from factcheck.exchange.transfer import files_of, read, write

__all__ = ["FORMATS", "Format", "Reviewed", "files_of", "find", "read", "write"]

_HOMES = {
    "Format": "format", "Reviewed": "format", "FORMATS": "registry", "find": "registry",
    "files_of": "transfer", "read": "transfer", "write": "transfer",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)

"""Rows of many columns, most of which have the same columns as many others."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any


class Row(Mapping[str, Any]):
    """Named values that cannot change, in less than half of what a dictionary takes.

    A hundred thousand rows have some hundred different sets of names: the names are kept once.

    Args:
        values: The values by name.
    """

    __slots__ = ("_names", "_values")

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._names = _kept(tuple(values))
        self._values = tuple(values.values())

    def __getitem__(self, name: str) -> Any:
        """Return the value of a name."""
        try:
            return self._values[self._names.index(name)]
        except ValueError:
            raise KeyError(name) from None

    def __iter__(self) -> Iterator[str]:
        """Yield the names, in their order."""
        return iter(self._names)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._names)

    def __repr__(self) -> str:
        """Return the values by name, as a dictionary is written."""
        return repr(dict(self))

    def __reduce__(self) -> tuple[type[Row], tuple[dict[str, Any]]]:
        """Let another process share the names as well."""
        return Row, (dict(self),)


@lru_cache(maxsize=4096)
def _kept(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the same names, one object for all that are equal."""
    return tuple(map(sys.intern, names))

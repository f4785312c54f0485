"""Settings of a project: ``factcheck.toml``, or ``[tool.factcheck]`` in ``pyproject.toml``.

The nearest file counts, from the working directory upwards, as for ruff. Options on the command
line, and the environment, count for more.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from factcheck.errors import FormatError

OWN_FILE = "factcheck.toml"
PROJECT_FILE = "pyproject.toml"

_PATHS = frozenset({"kb"})
_LISTS_OF_PATHS = frozenset({"rules"})
_LISTS = frozenset({"select", "ignore"})
_SHARES = frozenset({"min-confidence"})
KEYS = tuple(sorted(_PATHS | _LISTS_OF_PATHS | _LISTS | _SHARES))
"""The settings there are, named as the options are."""

# Its knowledge base makes factcheck one more metric to validate, which nobody wants by default.
_WITHOUT = frozenset({"validate"})


def read_settings(folder: Path) -> dict[str, Any]:
    """Return the settings that hold in a folder, by the names of the options.

    Paths in a file count from where the file lies.

    Args:
        folder: Where to look first; then its parents.

    Raises:
        FormatError: A file is not TOML, or holds a setting that there is not, or one of
            another type.
    """
    for place in (folder, *folder.parents):
        own = place / OWN_FILE
        if own.is_file():
            return _checked(_read(own), own)
        project = place / PROJECT_FILE
        if project.is_file():
            table = _read(project).get("tool", {}).get("factcheck")
            if table is not None:
                return _checked(table, project)
    return {}


def defaults(command: Any, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings as a map of defaults for a command and those below it.

    Args:
        command: A command or a group of commands, as Typer builds them.
        settings: As :func:`read_settings` returns them.
    """
    below = {
        name: defaults(each, settings)
        for name, each in getattr(command, "commands", {}).items()
        if name not in _WITHOUT
    }
    return below | {
        parameter.name: value
        for name, value in settings.items()
        for parameter in command.params
        if f"--{name}" in parameter.opts
    }


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", path=path) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FormatError(f"not TOML: {error}", path=path) from error


def _checked(table: Mapping[str, Any], path: Path) -> dict[str, Any]:
    if not isinstance(table, Mapping):
        raise FormatError("not a table", path=path, field="tool.factcheck")
    return {name: _value(name, value, path) for name, value in table.items()}


def _value(name: str, value: Any, path: Path) -> Any:
    if name in _PATHS and isinstance(value, str):
        return str(path.parent / value)
    if name in _LISTS_OF_PATHS and _is_list(value):
        return [str(path.parent / item) for item in value]
    if name in _LISTS and (isinstance(value, str) or _is_list(value)):
        return [value] if isinstance(value, str) else value
    if name in _SHARES and isinstance(value, int | float) and 0 <= value <= 1:
        return float(value)
    if name not in KEYS:
        raise FormatError(f"there is no such setting; use {', '.join(KEYS)}", path=path, field=name)
    wanted = "a number from 0 to 1" if name in _SHARES else "a text"
    raise FormatError(
        f"not {'a list of texts' if name in _LISTS | _LISTS_OF_PATHS else wanted}",
        path=path,
        field=name,
    )


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)

"""Where the rule base and the knowledge base's sources lie.

In a checkout ``rules/`` and ``kb/`` stand beside the package, in a wheel inside it.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def _folder(name: str) -> Path:
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def rules_folder() -> Path:
    """Return the folder of the rules that ship with factcheck."""
    return _folder("rules")


def is_shipped(path: Path | None) -> bool:
    """Return whether a rule file is one of those that ship with factcheck.

    Args:
        path: Of the rule; None where it was made in memory.
    """
    return path is not None and rules_folder() in path.parents


def kb_folder() -> Path:
    """Return the folder of the knowledge base's SQL, reference data and demo."""
    return _folder("kb")

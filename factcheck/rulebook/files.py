"""Which files of a folder hold rules."""

from __future__ import annotations

from pathlib import Path

VOCABULARY = "vocabulary"
_OTHERS = (VOCABULARY, "decision")


def rule_files(folder: Path) -> tuple[Path, ...]:
    """Return the rule files of a folder and of the folders in it, by their names.

    Their folders only help a reader to find them. Of two rules that are equal in all else the one
    whose file's name comes first goes first, wherever it lies.

    Args:
        folder: Holds ``*.toml`` rule files, or folders of them; what lies in ``vocabulary/`` and
            ``decision/`` are no rules.
    """
    beside = [path for path in folder.glob("*/*.toml") if path.parent.name not in _OTHERS]
    return tuple(sorted([*folder.glob("*.toml"), *beside], key=lambda path: (path.name, path)))

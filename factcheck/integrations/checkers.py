"""Checkers shared by the components of one process."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from factcheck.checker import FactChecker


def open_checker(kb: str, rules: Sequence[str] = ()) -> FactChecker:
    """Return a checker, the same one as long as the knowledge base file is the same.

    A process that was forked opens its own: DuckDB's connections do not outlive a fork.

    Args:
        kb: Path of a knowledge base made by ``factcheck kb build``.
        rules: Folders with more rules.

    Raises:
        KnowledgeBaseError: The knowledge base cannot be opened.
        RuleError: A rule file is broken.
    """
    path = Path(kb)
    stamp = path.stat().st_mtime_ns if path.is_file() else 0
    return _open(kb, tuple(rules), stamp, os.getpid())


@lru_cache(maxsize=4)
def _open(kb: str, rules: tuple[str, ...], _stamp: int, _process: int) -> FactChecker:
    return FactChecker(kb, rules)

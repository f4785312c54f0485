"""The knowledge base: building it from sources, opening it, and looking at it.

``build`` makes one DuckDB file out of any mix of sources, ``update`` adds to it and
corrects it; ``KnowledgeBase`` opens such a file. The relations
in it are described in ``kb/README.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from factcheck.knowledge.store import KnowledgeBase

if TYPE_CHECKING:
    from factcheck.knowledge.builder import BuildSummary, build
    from factcheck.knowledge.updating import UpdateSummary, update

__all__ = ["BuildSummary", "KnowledgeBase", "UpdateSummary", "build", "update"]


def __getattr__(name: str) -> Any:
    # Loaded when it is first used: who checks stories builds nothing.
    if name in {"BuildSummary", "build"}:
        from factcheck.knowledge import builder

        return getattr(builder, name)
    if name in {"UpdateSummary", "update"}:
        from factcheck.knowledge import updating

        return getattr(updating, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

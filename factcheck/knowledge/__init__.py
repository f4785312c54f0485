"""The knowledge base: building it from sources, opening it, and looking at it.

``build`` makes one DuckDB file out of any mix of sources, ``update`` adds to it and
corrects it; ``KnowledgeBase`` opens such a file. The relations
in it are described in ``kb/README.md``.
"""

from __future__ import annotations

from factcheck.knowledge.builder import BuildSummary, build
from factcheck.knowledge.store import KnowledgeBase
from factcheck.knowledge.updating import UpdateSummary, update

__all__ = ["BuildSummary", "KnowledgeBase", "UpdateSummary", "build", "update"]

"""The embedded demo: a story of our own, with mistakes, and the knowledge to find them."""

from __future__ import annotations

from factcheck.checker import FactChecker
from factcheck.knowledge import KnowledgeBase
from factcheck.model import Report
from factcheck.support.resources import kb_folder

GAME = "2014-11-05-MEM-PHX"
"""Memphis at Phoenix: the example game of Thomson and Reiter (INLG 2020)."""


def demo_story() -> str:
    """Return the demo's story."""
    return (kb_folder() / "demo" / "story.txt").read_text(encoding="utf-8").strip()


def check_demo() -> Report:
    """Check the demo's story with the demo's knowledge base."""
    with KnowledgeBase.kept_demo() as kb:
        return FactChecker(kb).check(demo_story(), GAME, id="demo")

"""A parser over the demo's knowledge base."""

from __future__ import annotations

import pytest
from reading import Reader

from factcheck.knowledge import KnowledgeBase
from factcheck.parser.names import NameIndex
from factcheck.parser.pipeline import Parser
from factcheck.rulebook.book import Rulebook
from factcheck.support.resources import rules_folder


@pytest.fixture(scope="session")
def read(demo: KnowledgeBase) -> Reader:
    """Reads texts about the demo's game with the vocabulary that ships."""
    vocabulary = Rulebook.load(rules_folder()).vocabulary
    return Reader(Parser(NameIndex.load(demo.connection), vocabulary), "2014-11-05-MEM-PHX")

"""What a paper says of the figures that it takes from factcheck."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from factcheck import __version__
from factcheck.knowledge import KnowledgeBase
from factcheck.model import Signature
from factcheck.rulebook.book import Rulebook
from factcheck.support.resources import rules_folder

_BIBTEX = """@software{{factcheck,
  title   = {{factcheck: a rule-based fact-checker for basketball stories}},
  author  = {{{{The factcheck authors}}}},
  version = {{{version}}},
  license = {{MIT}},
}}"""


def signature(kb: Path | None, rules: Sequence[Path] = ()) -> Signature:
    """Return the signature of figures made with a knowledge base and rules.

    Args:
        kb: The knowledge base; None for the demo's.
        rules: Folders with more rules.

    Raises:
        KnowledgeBaseError: The knowledge base cannot be opened.
        RuleError: A rule is broken.
    """
    book = Rulebook.load(rules_folder(), rules)
    opened = KnowledgeBase.demo() if kb is None else KnowledgeBase.open(kb)
    with opened:
        return Signature(__version__, book.digest, opened.digest)


def bibtex_entry(version: str) -> str:
    """Return the BibTeX entry for a version, as in CITATION.cff."""
    return _BIBTEX.format(version=version)

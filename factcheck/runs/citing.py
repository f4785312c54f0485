"""What a paper says of the figures that it takes from factcheck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
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
    opened = KnowledgeBase.kept_demo() if kb is None else KnowledgeBase.open(kb)
    with opened:
        return Signature(__version__, book.digest, opened.digest)


def signature_of_figures(
    files: Mapping[str, Path | Iterable[Path] | None],
    settings: Mapping[str, object],
    made_with: Signature | None = None,
) -> str:
    """Return what figures over lists of mistakes or scores depend on, in one line.

    Example: ``factcheck:0.1.0|gold:57124236|submitted:a37f3bce|bootstrap:1000|seed:1``.

    Args:
        files: What was read, by the names of the options: a file, a folder, several or none.
            They count by their content, wherever they lie.
        settings: What was chosen besides; what is empty, zero or None is left out.
        made_with: Rules and knowledge base, where they took part.
    """
    parts = [f"factcheck:{__version__}" if made_with is None else str(made_with)]
    for name, places in files.items():
        found = [places] if isinstance(places, Path) else [*(places or ())]
        if found:
            parts.append(f"{name}:{_digest(found)}")
    parts += [f"{name}:{value}" for name, value in settings.items() if value]
    return "|".join(parts)


def _digest(places: Iterable[Path]) -> str:
    """Return the start of a digest over the contents of files and folders, in their order."""
    digest = sha256()
    for place in places:
        inside = sorted(place.rglob("*")) if place.is_dir() else [place]
        for file in (each for each in inside if each.is_file()):
            digest.update(sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:8]


def bibtex_entry(version: str) -> str:
    """Return the BibTeX entry for a version, as in CITATION.cff."""
    return _BIBTEX.format(version=version)

"""Rule-based fact-checking of basketball stories."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from factcheck.errors import FactCheckError
from factcheck.model import Category, Claim, Mistake, Report, Span, Story, Verdict

if TYPE_CHECKING:
    from factcheck.checker import FactChecker

__version__ = "0.1.0"

__all__ = [
    "Category",
    "Claim",
    "FactCheckError",
    "FactChecker",
    "Mistake",
    "Report",
    "Span",
    "Story",
    "Verdict",
    "__version__",
]


def __getattr__(name: str) -> Any:
    # Loaded when it is first used: spaCy takes half a second that --help need not wait for.
    if name == "FactChecker":
        from factcheck.checker import FactChecker

        return FactChecker
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

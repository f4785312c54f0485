"""Rule-based fact-checking of basketball stories."""

from factcheck.checker import FactChecker
from factcheck.errors import FactCheckError
from factcheck.model import Category, Claim, Mistake, Report, Span, Story, Verdict

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

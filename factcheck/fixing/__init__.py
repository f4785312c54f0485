"""Corrections put into stories: in good English, checked again, shown as a diff."""

from factcheck.fixing.corrected import Edit, corrected_text, edits_of
from factcheck.fixing.rounds import Fixed, fix

__all__ = ["Edit", "Fixed", "corrected_text", "edits_of", "fix"]

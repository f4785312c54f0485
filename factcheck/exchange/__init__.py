"""Annotated stories out to the tools of annotators, and back.

Each format is a module with a :class:`~factcheck.exchange.format.Format`; :data:`FORMATS`
lists them by name.
"""

from factcheck.exchange.format import Format, Reviewed
from factcheck.exchange.registry import FORMATS, find
from factcheck.exchange.transfer import files_of, read, write

__all__ = ["FORMATS", "Format", "Reviewed", "files_of", "find", "read", "write"]

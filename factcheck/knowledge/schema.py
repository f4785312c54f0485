"""The schema of knowledge base files."""

from __future__ import annotations

SCHEMA_VERSION = "5"
"""Of the relations in kb/README.md; a file of another version is refused."""

"""The examples of a rule: texts with the mistakes that it must find in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from factcheck.errors import RuleError
from factcheck.model import Category
from factcheck.rulebook.fields import TABLES, TEXT, check_fields, required

_EXAMPLE_FIELDS = {"name": TEXT, "game": TEXT, "text": TEXT, "mistakes": TABLES}
_MISTAKE_FIELDS = {"mark": TEXT, "category": TEXT, "correction": TEXT}


@dataclass(frozen=True, slots=True)
class ExampleMistake:
    """A mistake that an example must give."""

    mark: str
    category: Category
    correction: str | None = None


@dataclass(frozen=True, slots=True)
class Example:
    """A text with the mistakes that its rule must find in it, and no others."""

    game: str
    text: str
    mistakes: tuple[ExampleMistake, ...]
    name: str = ""


def read_example(item: Mapping[str, Any]) -> Example:
    """Read one example.

    Raises:
        RuleError: A field is missing, unknown or not well formed.
    """
    check_fields(item, "examples", _EXAMPLE_FIELDS)
    mistakes = []
    for mistake in item.get("mistakes", ()):
        check_fields(mistake, "mistakes of examples", _MISTAKE_FIELDS)
        category = required(mistake, "category")
        if category not in Category.__members__:
            raise RuleError(f"category {category!r} is none of {', '.join(Category)}")
        mistakes.append(
            ExampleMistake(required(mistake, "mark"), Category(category), mistake.get("correction"))
        )
    return Example(
        required(item, "game"), required(item, "text"), tuple(mistakes),
        item.get("name", ""),
    )  # fmt: skip

"""What the fields of rule files hold, and what is said of those that hold something else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from factcheck.errors import RuleError

TEXT, TEXTS, NUMBER, SWITCH = "text", "a list of texts", "a whole number", "true or false"
TABLES, TABLE, LISTS = "a list of tables", "a table of texts", "a table of lists of texts"
TRIPLES = "a list of three texts, or of such lists"


def is_a(value: Any, kind: str) -> bool:
    """Tell whether a value is of a kind as the messages name it."""
    if kind == TEXT:
        return isinstance(value, str)
    if kind == NUMBER:
        return type(value) is int
    if kind == SWITCH:
        return isinstance(value, bool)
    if kind == TEXTS:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if kind == TRIPLES:
        return isinstance(value, list) and all(_is_triple(item) for item in nested(value))
    if kind == LISTS:
        return isinstance(value, dict) and all(is_a(item, TEXTS) for item in value.values())
    if kind == TABLES:
        return isinstance(value, list) and all(isinstance(item, dict) for item in value)
    return isinstance(value, dict) and all(isinstance(item, str) for item in value.values())


def _is_triple(value: Any) -> bool:
    return is_a(value, TEXTS) and len(value) == 3


def nested(triples: list[Any]) -> list[Any]:
    """Return a list of lists, whether or not the one triple of a rule stands in a list."""
    return [triples] if any(isinstance(item, str) for item in triples) else triples


def check_fields(item: Mapping[str, Any], what: str, fields: Mapping[str, str]) -> None:
    for name, value in item.items():
        if name not in fields:
            raise RuleError(f"unknown field {name}; {what} have {', '.join(sorted(fields))}")
        if not is_a(value, fields[name]):
            raise RuleError(f"the field {name} must be {fields[name]}")


def required(item: Mapping[str, Any], name: str) -> Any:
    if not item.get(name):
        raise RuleError(f"the field {name} is missing")
    return item[name]

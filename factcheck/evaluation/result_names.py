"""What the results of a query are called."""

from __future__ import annotations

from typing import Any

from factcheck.evaluation.scopes import Node
from factcheck.evaluation.values import Unsupported


def result_name(node: Node) -> str:
    """Return what a result is called: its alias, its column, or its function."""
    if node["alias"]:
        return str(node["alias"]).lower()
    if node["class"] == "COLUMN_REF":
        return str(node["column_names"][-1]).lower()
    return str(node.get("function_name", node["type"])).lower()


def excluded_name(name: Any) -> str:
    """Return a column that a star leaves out."""
    return str(name["column_names"][-1] if isinstance(name, dict) else name).lower()


def struct_names(node: Node) -> list[str]:
    """Return the names of the structs in a list that is written out."""
    if node["class"] == "FUNCTION" and node["function_name"] == "list_value":
        first = node["arguments"][0]["expression"]
        if first["class"] == "FUNCTION" and first["function_name"] == "struct_pack":
            return [argument["name"].lower() for argument in first["arguments"]]
    raise Unsupported("unnest of structs")

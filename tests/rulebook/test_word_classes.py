"""Words that mean the same stand in one class: no rule spells one out again."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

RULES = Path(__file__).parent.parent.parent / "rules"
CLASSES = RULES / "vocabulary" / "words.toml"
WORDINGS = {RULES / "vocabulary" / name for name in ("statistics.toml", "periods.toml")}
"""Plain wordings rather than patterns: these name no groups."""
DATA = ("example", "verify", "summary", "explanation")
MOST = 0.75
"""What share of a class a row of alternatives may spell out."""


def alternatives(text: str) -> Iterator[list[str]]:
    """Yield the alternatives of each pair of brackets, those of inner pairs first."""
    opened: list[int] = []
    for place, character in enumerate(text):
        if character == "<":
            opened.append(place)
        elif character == ">" and opened:
            inner = re.sub(r"<[^<>]*>", "…", text[opened.pop() + 1 : place])
            row = [" ".join(one.split()) for one in inner.split("|")]
            # Of a row with values, "won: beat | lost: fell to", each stands for something else.
            if not any(re.match(r"\w+: ", one) for one in row):
                yield row


def patterns(value: Any) -> Iterator[str]:
    """Yield all texts of a rule file that are no example, SQL or prose."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from patterns(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            if name not in DATA:
                yield from patterns(item)


def classes() -> dict[str, set[str]]:
    """Return the words of each class that is a plain row of words."""
    groups = tomllib.loads(CLASSES.read_text(encoding="utf-8"))["groups"]
    return {
        name: set(next(alternatives(text)))
        for name, text in groups.items()
        if "@" not in text and text.count("<") == 1
    }


@pytest.mark.parametrize(
    "path", sorted(set(RULES.rglob("*.toml")) - WORDINGS - {CLASSES}), ids=lambda path: path.stem
)
def test_no_rule_spells_out_a_class(path: Path) -> None:
    again = [
        f"@{name}: {' | '.join(row)}"
        for text in patterns(tomllib.loads(path.read_text(encoding="utf-8")))
        for row in alternatives(text)
        for name, words in classes().items()
        if len(words) > 2 and len(words & set(row)) > max(2, MOST * len(words))
    ]
    assert again == []

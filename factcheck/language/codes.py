"""Codes of the knowledge base in words: ``FG3_PCT`` is the three-point percentage."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from factcheck.support.resources import kb_folder

_PERIODS = {
    "GAME": "game",
    "H1": "first half",
    "H2": "second half",
    "Q1": "first quarter",
    "Q2": "second quarter",
    "Q3": "third quarter",
    "Q4": "fourth quarter",
    "OT": "overtime",
}


@cache
def statistic_names() -> Mapping[str, str]:
    """Return the names of the statistics by code: ``FG3_PCT`` → ``three-point percentage``."""
    path = kb_folder() / "reference" / "statistics.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return MappingProxyType({row["code"]: row["name"] for row in csv.DictReader(file)})


def in_words(value: str) -> str:
    """Return a code in words, and any other text as it is: ``H1`` → ``first half``.

    Args:
        value: A value of evidence or the name of one of its columns, which may be a
            statistic's code in small letters.
    """
    names = statistic_names()
    return names.get(value) or names.get(value.upper()) or _PERIODS.get(value, value)


def in_code(value: str) -> str:
    """Return the code of a statistic or a part of the game that is in words, as it was.

    Args:
        value: What :func:`in_words` returned; any other text comes back as it is.
    """
    return _codes().get(value, value)


@cache
def _codes() -> Mapping[str, str]:
    named = {**_PERIODS, **statistic_names()}
    return MappingProxyType({words: code for code, words in named.items()})

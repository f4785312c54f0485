"""All formats by name."""

from __future__ import annotations

from collections.abc import Mapping

from factcheck.errors import FormatError
from factcheck.exchange import (
    brat,
    desk,
    doccano,
    factgenie,
    github,
    gold_csv,
    jsonl,
    label_studio,
    prodigy,
    sarif,
    webanno,
    word,
    xmi,
)
from factcheck.exchange.format import Format

FORMATS: Mapping[str, Format] = {
    module.FORMAT.name: module.FORMAT
    for module in (
        webanno,
        xmi,
        label_studio,
        factgenie,
        brat,
        doccano,
        prodigy,
        desk,
        word,
        sarif,
        github,
        jsonl,
        gold_csv,
    )
}
"""The formats by name, in the order in which help lists them."""


def find(name: str) -> Format:
    """Return a format by name.

    Raises:
        FormatError: There is none of that name.
    """
    if name not in FORMATS:
        raise FormatError(f"{name!r} is not a format; use one of {', '.join(FORMATS)}")
    return FORMATS[name]

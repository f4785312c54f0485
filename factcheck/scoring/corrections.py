"""When two corrections say the same."""

from __future__ import annotations

import re
import unicodedata

from factcheck.language.english import number_value

_HYPHEN = re.compile(r"\s*[-‐‑–—]\s*")
_ARTICLE = re.compile(r"^(?:the|a|an)\s+(?=\S)")


def same_correction(submitted: str | None, gold: str) -> bool:
    """Say whether a correction is the gold one.

    Case, accents' encoding, white space, a leading article, the kind and spacing of
    hyphens, final full stops, and numbers in words or digits make no difference.
    Everything else does: ``Knicks`` is not ``New York Knicks``.

    Args:
        submitted: The correction to judge; None where none was given.
        gold: The gold standard's correction.
    """
    return submitted is not None and _normal(submitted) == _normal(gold)


def _normal(correction: str) -> str:
    text = " ".join(unicodedata.normalize("NFKC", correction).casefold().split()).rstrip(". ")
    text = _HYPHEN.sub("-", _ARTICLE.sub("", text))
    return " ".join(_digits(word) for word in text.split())


def _digits(word: str) -> str:
    value = number_value(word)
    return word if value is None else f"{value:g}"

"""Wordings of the vocabulary that stand for several: "from <deep | downtown>"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.errors import RuleError


def spelled_out(wording: str) -> list[str]:
    """Return the wordings that one with alternatives stands for, in order, each once.

    Example: "<at | from> the <foul>? line" → "at the foul line", "at the line", …

    Args:
        wording: Words, with alternatives in angle brackets; a question mark after them says that
            they may be left out. Brackets may stand in brackets.

    Raises:
        RuleError: A bracket is not closed, or closed without being opened; or a group is named,
            which only patterns may.
    """
    if "@" in wording:
        raise RuleError(f"{wording!r}: wordings of the vocabulary use no groups; write the words")
    if "<" not in wording and ">" not in wording:
        return [wording]
    pieces = wording.replace("<", " < ").replace(">?", " >? ").replace(">", " > ")
    pieces = pieces.replace(" > ?", " >?").replace("|", " | ")
    words = iter(pieces.split())
    rows = [row for row, end in _alternatives(words, wording, nested=False)]
    return list(dict.fromkeys(" ".join(row) for row in rows))


def _alternatives(
    words: Iterator[str], wording: str, *, nested: bool
) -> list[tuple[tuple[str, ...], str]]:
    """Return what is read up to the end of a bracket, or of the wording, and what ends it."""
    found: list[tuple[str, ...]] = []
    current: list[tuple[str, ...]] = [()]
    for word in words:
        if word == "<":
            inner = _alternatives(words, wording, nested=True)
            more = [row for row, _ in inner]
            more += [()] if inner[0][1] == ">?" else []
            current = [(*row, *other) for row in current for other in more]
        elif word == "|" and nested:
            found, current = found + current, [()]
        elif word in {">", ">?"} and nested:
            return [(row, word) for row in found + current]
        elif word in {"|", ">", ">?"}:
            raise RuleError(f"{word} without < before it in {wording!r}")
        else:
            current = [(*row, word) for row in current]
    if nested:
        raise RuleError(f"< without > after it in {wording!r}")
    return [(row, "") for row in current]

"""Readings in words, for whoever wants to know what else a number could mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from factcheck.interpretation.readings.others import Reading
from factcheck.knowledge.facts import GAME, Owner


class ReadingWriter:
    """Puts readings in words.

    Args:
        names: Writes an owner for a reader, given a season.
        statistics: The words of each statistic, in the plural.
        parts: The words of each part of the game.
    """

    def __init__(
        self,
        names: Callable[[Owner, str], str],
        statistics: Mapping[str, str],
        parts: Mapping[str, str],
    ) -> None:
        self._names = names
        self._statistics = statistics
        self._parts = parts

    def write(self, reading: Reading, season: str) -> str:
        """Return what a number would mean: "Mike Conley, rebounds, first half"."""
        what = reading.what
        names = " and ".join(self._names(owner, season) for owner in what.owners)
        counted = self._statistics.get(what.statistic, "")
        part = self._parts.get(what.part, what.part) if what.part not in {"", GAME} else ""
        match reading.source:
            case "sum":
                counted = f"{counted} together"
            case "difference":
                counted = f"the difference in {counted}" if counted else "the margin"
                names = "" if what.statistic == "MARGIN" else names
            case "miss":
                counted = f"missed {counted}"
            case "count":
                counted = "players in double figures"
            case "earlier":
                part = "an earlier game"
                counted = "the record" if what.statistic == "WINS" else counted
            case "score":
                counted = "the score"
                part = {"earlier": "an earlier game", "moment": "a moment of the game"}.get(
                    what.part, part
                )
        return ", ".join(words for words in (names, counted, part) if words)

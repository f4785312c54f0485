"""Names as writers misspell them: "Kevin Garnet", "Jonas Valnciunas", "the Hakws"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rapidfuzz.distance import OSA

from factcheck.language.lexicon import Entry

_SHORTEST = 4
_SHORTEST_ALONE = 5
_LONG = 8


def is_slip(written: str, name: str) -> bool:
    """Return whether a word is a name with a slip of the pen, or two where it is long.

    Example: "garnet" → "garnett", "kaminksy" → "kaminsky", "delladova" → "dellavedova".

    Args:
        written: The word as written, folded.
        name: The name's word, folded.
    """
    longest = max(len(written), len(name))
    allowed = 2 if longest >= _LONG else 1
    if longest < _SHORTEST or written == name or abs(len(written) - len(name)) > allowed:
        return False
    return OSA.distance(written, name, score_cutoff=allowed) <= allowed


class Spelling:
    """Looks up words of which no name is spelt so, but some name nearly.

    Args:
        entries: The lexicon's entries; names of players, teams and coaches are looked at.
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._first: dict[str, list[Entry]] = {}
        self._last: dict[str, list[Entry]] = {}
        self._alone: dict[str, list[Entry]] = {}
        for entry in entries:
            full = entry.value == "full" or entry.label == "coach"
            if entry.label in {"player", "coach"} and full and len(entry.words) == 2:
                self._first.setdefault(entry.words[0], []).append(entry)
                self._last.setdefault(entry.words[1], []).append(entry)
            elif (
                len(entry.words) == 1
                and len(entry.words[0]) >= _SHORTEST_ALONE
                and (
                    entry.label == "team" or (entry.label == "player" and entry.value == "surname")
                )
            ):
                self._alone.setdefault(entry.words[0][0], []).append(entry)

    def full_name(self, folded: Sequence[str], index: int) -> list[Entry]:
        """Return the names that two words nearly are, one of them to the letter."""
        if index + 1 >= len(folded):
            return []
        first, last = folded[index], folded[index + 1]
        found = [e for e in self._first.get(first, ()) if is_slip(last, e.words[1])]
        return found or [e for e in self._last.get(last, ()) if is_slip(first, e.words[0])]

    def word(self, folded: str) -> list[Entry]:
        """Return the surnames, and the names of teams, that a word nearly is.

        A name without its last "s" is no slip: "a Raptor" is one of them.
        """
        if len(folded) < _SHORTEST_ALONE:
            return []
        found = [
            entry
            for entry in self._alone.get(folded[0], ())
            if entry.words[0] not in {f"{folded}s", folded[:-1]} or entry.label == "player"
            if is_slip(folded, entry.words[0])
        ]
        teams = [entry for entry in found if entry.label == "team"]
        return teams or [replace(entry, value="surname") for entry in found]

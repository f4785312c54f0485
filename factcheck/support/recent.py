"""How many games to keep in memory what is known of them, by whether they are asked for again."""

from __future__ import annotations

from collections.abc import Collection, Set

MOST = 64
"""Games of which rows are kept: some 1.5 megabytes each of a knowledge base with plays."""

FEW = 16
"""Games of which rows are kept where games are not asked for again."""


class RecentGames:
    """The games asked for last; tells when those before them must go.

    It keeps as many as it may. Where it is told to be sparing, as in files with thousands of
    stories, it keeps few, until most of the games of a batch are some that it had let go not
    long ago.

    Args:
        most: How many games to keep.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._few = most
        self._limit = most
        self._last: dict[str, None] = {}

    def spare(self, sparing: bool) -> None:
        """Keep few games from now on, unless they are asked for again; or as many as may be."""
        self._limit = self._few = min(FEW, self._most) if sparing else self._most

    def are_too_many(
        self, kept: Collection[str], wanted: Set[str], ahead: Collection[str] = ()
    ) -> bool:
        """Take note of the games of a batch; return whether all others must go.

        Args:
            kept: The games of which rows are kept.
            wanted: The games of the batch.
            ahead: Games of batches to come, which may be fetched with them.
        """
        missed = sum(game in self._last and game not in kept for game in wanted)
        if 2 * missed > len(wanted):
            self._limit = self._most
        for game in wanted:
            self._last.pop(game, None)
            self._last[game] = None
        for game in list(self._last)[: -self._most]:
            del self._last[game]
        if len({*kept, *wanted, *ahead}) <= self._limit:
            return False
        # As many as may be were not enough: this is no small circle of games.
        self._limit = self._few
        return True

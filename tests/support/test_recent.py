"""How many games are kept in memory follows how they are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from factcheck.support.recent import FEW, MOST, RecentGames


def games(first: int, last: int) -> list[str]:
    return [f"game {number}" for number in range(first, last)]


def batches(names: list[str], size: int = 8) -> Iterator[frozenset[str]]:
    for first in range(0, len(names), size):
        yield frozenset(names[first : first + size])


def kept_after(recent: RecentGames, kept: set[str], wanted: Iterable[frozenset[str]]) -> int:
    """Ask for games batch by batch; return how many were kept at most."""
    most = 0
    for batch in wanted:
        if recent.are_too_many(kept, batch):
            kept &= batch
        kept |= batch
        most = max(most, len(kept))
    return most


def fetched(recent: RecentGames, kept: set[str], wanted: Iterable[frozenset[str]]) -> int:
    """Ask for games batch by batch; return how many had to be fetched."""
    count = 0
    for batch in wanted:
        if recent.are_too_many(kept, batch):
            kept &= batch
        count += len(batch - kept)
        kept |= batch
    return count


def test_as_many_as_may_be_are_kept() -> None:
    assert kept_after(RecentGames(), set(), batches(games(0, 500))) == MOST


def test_few_are_kept_of_games_that_never_come_again() -> None:
    recent = RecentGames()
    recent.spare(True)
    assert kept_after(recent, set(), batches(games(0, 500))) == FEW
    recent.spare(False)
    assert kept_after(recent, set(), batches(games(500, 1000))) == MOST


def test_games_that_come_again_and_again_are_kept_all_the_same() -> None:
    recent, kept = RecentGames(), set[str]()
    recent.spare(True)
    circle = games(0, 60)
    fetched(recent, kept, batches(circle))
    fetched(recent, kept, batches(circle))
    assert fetched(recent, kept, batches(circle)) == 0
    # What comes after them is no circle any more.
    fetched(recent, kept, batches(games(100, 200)))
    assert kept_after(recent, kept, batches(games(200, 500))) == FEW


def test_a_batch_of_more_games_than_may_be_kept_is_kept_whole() -> None:
    recent = RecentGames(2)
    assert kept_after(recent, set(), batches(games(0, 16))) == 8


def test_games_of_batches_to_come_count() -> None:
    recent = RecentGames()
    kept = set(games(0, MOST - 8))
    assert not recent.are_too_many(kept, frozenset(games(100, 104)))
    assert recent.are_too_many(kept, frozenset(games(100, 104)), games(100, 124))

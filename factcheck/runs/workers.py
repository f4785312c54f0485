"""Worker processes: batches of stories checked side by side, in their order.

Every worker opens the knowledge base itself, for reading only: the file's pages are shared by
the operating system.
"""

from __future__ import annotations

import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import TypeVar

from factcheck.checker import FactChecker
from factcheck.errors import FactCheckError, StoryError
from factcheck.model import Report, Story
from factcheck.support.processes import worker_context

Item = TypeVar("Item")
Outcome = Report | StoryError
"""What came of a story."""

_AHEAD = 2
"""Batches that wait beyond those that are being checked."""

_READ_AHEAD = 3
"""So many of a process's next batches are read before one is checked, for what games they need."""

_checker: FactChecker | None = None


def with_games_ahead(
    batches: Iterable[Sequence[Item]], game_of: Callable[[Item], str | None], jobs: int = 1
) -> Iterator[tuple[Sequence[Item], list[str]]]:
    """Yield each batch with the games of those that the same process is likely to get next.

    Args:
        batches: The batches, of stories or of what holds one.
        game_of: Returns the game that an item names, if any.
        jobs: The number of processes, which take the batches by turns.
    """
    remaining = iter(batches)
    waiting = deque(islice(remaining, 1 + _READ_AHEAD * jobs))
    while waiting:
        batch = waiting.popleft()
        games = (game_of(item) for each in islice(waiting, jobs - 1, None, jobs) for item in each)
        yield batch, list(dict.fromkeys(game for game in games if game is not None))
        waiting.extend(islice(remaining, 1))


class Workers:
    """A pool of processes that check batches of stories.

    Args:
        checker: What they open again, each for itself, or what each calls for its own.
        jobs: The number of processes.
        claims: Whether reports come back with their claims, which are most of their size.

    Raises:
        KnowledgeBaseError: The checker's knowledge base is in memory.
    """

    def __init__(
        self, checker: FactChecker | Callable[[], FactChecker], jobs: int, *, claims: bool = True
    ) -> None:
        self._start = (pickle.dumps(checker), claims)
        self._jobs = jobs
        self._pool = self._new_pool()

    def get_ready(self) -> None:
        """Start the processes at once, without waiting for them; else the first batch does."""
        for _ in range(self._jobs):
            self._pool.submit(_nothing)

    def __enter__(self) -> Workers:
        """Return the pool itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the processes; after an error without waiting for what they do."""
        if kind is not None:
            _end(self._pool)
        else:
            self._pool.shutdown(cancel_futures=True)

    def pids(self) -> list[int]:
        """Return the ids of the processes that run now."""
        return [process.pid for process in _processes(self._pool) if process.pid is not None]

    def check(self, batches: Iterable[Sequence[Story]]) -> Iterator[list[Outcome]]:
        """Yield what came of the stories of each batch, in the order of the batches.

        A process that dies, as for want of memory, is replaced; what it had is checked again,
        in halves, and the story that it cannot survive is left out.

        Raises:
            FactCheckError: The processes cannot be started.
            RuleError: A rule cannot be used.
        """
        waiting: deque[tuple[Sequence[Story], Future[list[Outcome]] | None]] = deque()
        for batch, games in with_games_ahead(batches, lambda story: story.game, self._jobs):
            waiting.append((batch, self._submit(batch, games)))
            if len(waiting) >= self._jobs + _AHEAD:
                yield self._result(*waiting.popleft())
        while waiting:
            yield self._result(*waiting.popleft())

    def _submit(
        self, batch: Sequence[Story], games_ahead: Sequence[str] = ()
    ) -> Future[list[Outcome]] | None:
        try:
            return self._pool.submit(_check, batch, games_ahead)
        except BrokenProcessPool:
            return None  # its turn comes

    def _result(
        self, batch: Sequence[Story], future: Future[list[Outcome]] | None
    ) -> list[Outcome]:
        if future is not None and future.cancelled():
            future = self._submit(batch)  # its pool has been replaced meanwhile
        if future is not None:
            with suppress(BrokenProcessPool):
                return future.result()
        return self._alone(batch)

    def _alone(self, batch: Sequence[Story]) -> list[Outcome]:
        """Check a batch with nothing else under way, after a process has died."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = self._new_pool()
        try:
            self._pool.submit(_nothing).result()
        except BrokenProcessPool as error:
            raise FactCheckError(
                "the processes that check stories end at their start; use --jobs 1"
            ) from error
        with suppress(BrokenProcessPool):
            return self._pool.submit(_check, batch).result()
        if len(batch) == 1:
            return [StoryError("ended the process that checked it, perhaps for want of memory")]
        half = len(batch) // 2
        return [*self._alone(batch[:half]), *self._alone(batch[half:])]

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._jobs, worker_context(), _open, self._start)


def _end(pool: ProcessPoolExecutor) -> None:
    """Stop the processes of a pool at once: nobody waits for what they are doing."""
    processes, keeper = _processes(pool), getattr(pool, "_executor_manager_thread", None)
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    if keeper is not None:
        # Else Python's end would tell it to end by a pipe that it closes at the same time.
        keeper.join()


def _processes(pool: ProcessPoolExecutor) -> list[BaseProcess]:
    # Python 3.14 has methods for this; until then they are to be had nowhere else.
    return list((getattr(pool, "_processes", None) or {}).values())


def _open(checker: bytes, claims: bool) -> None:
    """Prepare a worker; its parent deals with Ctrl-C."""
    global _checker, _claims, _unusable
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _claims = claims
    try:
        opened = pickle.loads(checker)
        _checker = opened if isinstance(opened, FactChecker) else opened()
    except FactCheckError as error:
        _unusable = error  # told with the first batch, not in the midst of what its parent tells
    else:
        _checker.spare_memory()


_claims = True
_unusable: FactCheckError | None = None


def _check(stories: Sequence[Story], games_ahead: Sequence[str] = ()) -> list[Outcome]:
    if _checker is None:
        assert _unusable is not None
        raise _unusable
    outcomes = _checker.check_each(stories, games_ahead)
    if _claims:
        return outcomes
    return [
        replace(outcome, claims=(), unclaimed=()) if isinstance(outcome, Report) else outcome
        for outcome in outcomes
    ]


def _nothing() -> None:
    """Do nothing: it shows that a worker has started."""

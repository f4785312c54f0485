"""The checker behind a server: one thread, many who ask.

A checker and its database connection belong to one thread. Stories that wait while it is
busy are checked together when it is free, which takes a fraction of the time that one
after the other would take.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, TypeVar

from factcheck.checker import FactChecker
from factcheck.errors import FactCheckError, StoryError
from factcheck.model import Report, Story

Result = TypeVar("Result")

_TOGETHER = 32
"""How many waiting stories are checked at once at most: later ones should not wait long."""


class BusyError(FactCheckError):
    """More is waiting than the server takes on; ask again in a moment."""


@dataclass(slots=True)
class _Check:
    story: Story
    future: Future[Report]


@dataclass(slots=True)
class _Call:
    function: Callable[[FactChecker], Any]
    future: Future[Any]


class _Nothing:
    """Nothing is waiting."""


class Engine:
    """Checks stories and answers questions, one thread at work.

    Args:
        checker: The checker; from here on it belongs to the engine's thread.
        waiting: How many stories and questions may wait.
        characters: The longest text that is checked.
    """

    def __init__(
        self, checker: FactChecker, *, waiting: int = 256, characters: int = 100_000
    ) -> None:
        self._checker = checker
        self._characters = characters
        self._jobs: queue.Queue[_Check | _Call | None] = queue.Queue(maxsize=waiting)
        self._thread = threading.Thread(target=self._work, name="factcheck-engine", daemon=True)
        self._thread.start()

    async def check(self, story: Story) -> Report:
        """Check one story.

        Raises:
            StoryError: The story is empty or too long, or its game unknown or ambiguous.
            BusyError: Too much is waiting.
        """
        if len(story.text) > self._characters:
            raise StoryError(
                f"the story has {len(story.text):,} characters; at most "
                f"{self._characters:,} are checked"
            )
        job = _Check(story, Future())
        self._put(job)
        return await asyncio.wrap_future(job.future)

    async def call(self, function: Callable[[FactChecker], Result]) -> Result:
        """Return what a function makes of the checker, on the checker's thread.

        Raises:
            BusyError: Too much is waiting.
        """
        job = _Call(function, Future())
        self._put(job)
        result: Result = await asyncio.wrap_future(job.future)
        return result

    def close(self) -> None:
        """Finish what is waiting and end the thread."""
        self._jobs.put(None)
        self._thread.join()

    def _put(self, job: _Check | _Call) -> None:
        try:
            self._jobs.put_nowait(job)
        except queue.Full as error:
            raise BusyError("too much is waiting to be checked; ask again in a moment") from error

    def _work(self) -> None:
        while True:
            job: _Check | _Call | _Nothing | None = self._jobs.get()
            checks: list[_Check] = []
            while isinstance(job, _Check):
                checks.append(job)
                job = self._waiting() if len(checks) < _TOGETHER else _Nothing()
            self._check_together(checks)
            if isinstance(job, _Call):
                self._answer(job)
            elif job is None:
                return

    def _waiting(self) -> _Check | _Call | _Nothing | None:
        try:
            return self._jobs.get_nowait()
        except queue.Empty:
            return _Nothing()

    def _answer(self, job: _Call) -> None:
        if job.future.set_running_or_notify_cancel():
            try:
                job.future.set_result(job.function(self._checker))
            except Exception as error:  # the one who asked hears of it
                job.future.set_exception(error)

    def _check_together(self, jobs: list[_Check]) -> None:
        # Who asked may be gone: a client that has given up is not worked for.
        ready = [job for job in jobs if job.future.set_running_or_notify_cancel()]
        try:
            outcomes = self._checker.check_each([job.story for job in ready])
            for job, outcome in zip(ready, outcomes, strict=True):
                if isinstance(outcome, StoryError):
                    job.future.set_exception(outcome)
                else:
                    job.future.set_result(outcome)
        except Exception as error:  # those who asked hear of it
            for job in ready:
                if not job.future.done():
                    job.future.set_exception(error)

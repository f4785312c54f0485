"""Asking a server politely: one question at a time, with pauses, retries and a cache."""

from __future__ import annotations

import datetime
import email.utils
import gzip
import http
import random
import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from factcheck.errors import FactCheckError
from factcheck.support.files import write_whole
from factcheck.support.libraries import library

Answer = TypeVar("Answer")

SERVER = "https://stats.nba.com"

_CONNECT_SECONDS = 10
_LONGEST_WAIT = 120.0
"""Seconds between two tries; a server may ask for more, up to five times as much."""
_SLOWEST = 4
"""A whole answer may take so many times as long as the server may be silent."""
_PASSING = {408, 425, 429}
"""Refusals that pass: timeouts, too early, too many requests. So do all errors from 500 on."""


class FetchError(FactCheckError):
    """A server does not give what it is asked for, or a folder cannot be used."""


class UnansweredError(FetchError):
    """One question stays without a usable answer, however often it is asked."""


class AnswerError(Exception):
    """An answer is not what was asked for: cut off, a page of HTML, or without its fields."""


class _TryAgainError(Exception):
    """An answer that may be better next time; ``wait`` is what the server asks for, in seconds."""

    def __init__(self, reason: str, wait: float = 0.0) -> None:
        super().__init__(reason)
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Question:
    """What to ask a server for.

    Args:
        endpoint: The last part of the address, such as ``playbyplayv3``.
        parameters: What follows the question mark.
        name: Tells it from the endpoint's other questions; the name of its file in the cache.
    """

    endpoint: str
    parameters: Mapping[str, object]
    name: str


@dataclass(slots=True)
class Client:
    """Asks one server; raw answers are kept and never asked for twice.

    Args:
        cache: Folder of the raw answers, ``ENDPOINT/NAME.json.gz``.
        server: The beginning of the address, without ``/stats/``.
        pause: Least number of seconds between the beginnings of two requests.
        tries: How often one question is asked.
        patience: Seconds to wait after the first failure; doubled after each further one.
        timeout: Seconds that the server may be silent.
        sleep: Waits for a number of seconds.
        note: Is told what the client waits for.
        asked: Number of requests made.
    """

    cache: Path
    server: str = SERVER
    pause: float = 0.8
    tries: int = 6
    patience: float = 2.0
    timeout: float = 30.0
    sleep: Callable[[float], None] = time.sleep
    note: Callable[[str], None] = lambda _: None
    asked: int = 0
    _session: Any = field(default=None, repr=False)
    _last: float = field(default=-1e9, repr=False)

    def kept(self, question: Question, read: Callable[[str], Answer]) -> Answer | None:
        """Return the answer that is in the cache; None where there is none, or a damaged one."""
        try:
            return read(gzip.decompress(self._path(question).read_bytes()).decode())
        except (OSError, EOFError, zlib.error, UnicodeDecodeError, AnswerError):
            return None

    def ask(
        self, question: Question, read: Callable[[str], Answer], *, fresh: bool = False
    ) -> Answer:
        """Return the answer to a question, from the cache or from the server.

        Args:
            question: What to ask.
            read: Turns the text of an answer into what is wanted; raises
                :class:`AnswerError` where the answer is not usable.
            fresh: Whether to ask again although the answer is in the cache.

        Raises:
            UnansweredError: There is no usable answer after all tries.
        """
        if not fresh and (answer := self.kept(question, read)) is not None:
            return answer
        reason = ""
        for attempt in range(self.tries):
            if attempt:
                self.note(f"{reason}; asking again")
            try:
                text = self._get(question)
                answer = read(text)
            except AnswerError as error:
                reason = str(error)
                self._back_off(attempt, 0.0)
            except _TryAgainError as error:
                reason = str(error)
                self._back_off(attempt, error.wait)
            else:
                self._keep(question, text)
                return answer
        raise UnansweredError(f"{reason}; asked {self.tries} times", field=self._label(question))

    def _path(self, question: Question) -> Path:
        return self.cache / question.endpoint / f"{question.name}.json.gz"

    def _label(self, question: Question) -> str:
        return f"{question.endpoint} {question.name}"

    def _keep(self, question: Question, text: str) -> None:
        path = self._path(question)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FetchError(f"cannot be written: {error.strerror}", path=path.parent) from error
        write_whole(path, text)  # compressed, for its name ends so

    def _back_off(self, attempt: int, wanted: float) -> None:
        """Wait before the next try, twice as long each time and never in step with others."""
        if attempt + 1 == self.tries:
            return
        wait = min(_LONGEST_WAIT, self.patience * 2**attempt) * random.uniform(0.75, 1.25)
        self.sleep(max(wait, min(wanted, 5 * _LONGEST_WAIT)))

    def _get(self, question: Question) -> str:
        """Return the text of one answer, whatever it holds.

        Raises:
            UnansweredError: The server refuses.
            _TryAgainError: It is busy, broken, slow or cut off.
        """
        requests = library("requests", "fetch")
        if self._session is None:
            self._session = requests.Session()
        self._keep_pace()
        self.asked += 1
        try:
            with self._session.get(
                f"{self.server.rstrip('/')}/stats/{question.endpoint}",
                params=sorted(question.parameters.items()),
                headers=_headers(self.server),
                timeout=(_CONNECT_SECONDS, self.timeout),
                stream=True,
            ) as response:
                self._raise_for_status(response, question)
                return self._body(response)
        except requests.RequestException as error:
            raise _TryAgainError(_plain(error)) from error

    def _keep_pace(self) -> None:
        early = self._last + self.pause - time.monotonic()
        if early > 0:
            self.sleep(early)
        self._last = time.monotonic()

    def _raise_for_status(self, response: Any, question: Question) -> None:
        status = int(response.status_code)
        if status == http.HTTPStatus.OK:
            return
        said = f"the server says {status} {response.reason or ''}".rstrip()
        if status in _PASSING or status >= http.HTTPStatus.INTERNAL_SERVER_ERROR:
            raise _TryAgainError(said, _seconds(response.headers.get("Retry-After")))
        raise UnansweredError(said, field=self._label(question))

    def _body(self, response: Any) -> str:
        """Return the text of an answer that may come in drops, but not for ever."""
        end = time.monotonic() + _SLOWEST * self.timeout
        body = bytearray()
        for drop in response.iter_content(1 << 16):
            body += drop
            if time.monotonic() > end:
                raise _TryAgainError("the server is too slow")
        try:
            return body.decode()
        except UnicodeDecodeError as error:
            raise _TryAgainError("the answer is no text") from error


def _headers(server: str) -> dict[str, str]:
    """Return the headers that stats.nba.com wants to see, for whatever server is asked."""
    headers = dict(library("nba_api.stats.library.http", "fetch").STATS_HEADERS)
    # What requests can unpack without further packages, and the host that is really asked.
    headers["Accept-Encoding"] = "gzip, deflate"
    if server != SERVER:
        headers.pop("Host", None)
    return headers


def _seconds(retry_after: str | None) -> float:
    """Return the seconds of a Retry-After header, which may also be a date."""
    if not retry_after:
        return 0.0
    try:
        return max(0.0, float(retry_after))
    except ValueError:
        try:
            then = email.utils.parsedate_to_datetime(retry_after)
        except ValueError:
            return 0.0
        if then.tzinfo is None:
            then = then.replace(tzinfo=datetime.UTC)
        return max(0.0, (then - datetime.datetime.now(datetime.UTC)).total_seconds())


def _plain(error: Exception) -> str:
    """Return in few words why a request failed; the libraries' own words name addresses."""
    kind = type(error).__name__
    return {
        "ConnectTimeout": "the server cannot be reached",
        "ReadTimeout": "the server is silent",
        "ConnectionError": "the connection failed",
        "ChunkedEncodingError": "the answer is cut off",
    }.get(kind, f"the request failed ({kind})")

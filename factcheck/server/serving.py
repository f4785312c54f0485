"""Running the application with uvicorn, with connections that cannot be kept for nothing."""

from __future__ import annotations

import asyncio
import math
import socket

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from factcheck.errors import FactCheckError
from factcheck.server.settings import Limits, Settings

_GOODBYE = 2
"""Seconds that answers under way get when the server is stopped."""
_BACKLOG = 128


def protocol(limits: Limits) -> type[H11Protocol]:
    """Return uvicorn's HTTP protocol with limits on how long a client may take.

    uvicorn waits for the rest of a header, and for its answer to be read, as long as the
    client likes.

    Args:
        limits: How long a header may take, and what is sent at a time to be read.
    """

    class Impatient(H11Protocol):
        """Ends a connection that does not begin its request, or does not read, in time."""

        _timer: asyncio.TimerHandle | None = None
        _unread: asyncio.TimerHandle | None = None

        def pause_writing(self) -> None:
            super().pause_writing()
            # Closing would wait until the client has read what is on its way.
            self._unread = self.loop.call_later(limits.send_seconds, self.transport.abort)

        def resume_writing(self) -> None:
            super().resume_writing()
            self._read()

        def _read(self) -> None:
            if self._unread is not None:
                self._unread.cancel()
                self._unread = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._expect()

        def connection_lost(self, exc: Exception | None) -> None:
            self._calm()
            self._read()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.conn.their_state is not h11.IDLE:
                self._calm()
            elif self._timer is None:
                self._expect()

        def _expect(self) -> None:
            self._timer = self.loop.call_later(limits.header_seconds, self.transport.close)

        def _calm(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

    return Impatient


def listen(settings: Settings) -> socket.socket:
    """Return a socket that listens where the settings say.

    Raises:
        FactCheckError: The address is not this machine's, or the port is taken.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # Named, for asyncio sends small answers at once on sockets that say they are TCP's alone;
    # else the end of an answer waits for the client's delayed acknowledgement, 40 ms.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((settings.host, settings.port))
        found.listen(_BACKLOG)
    except OSError as error:
        found.close()
        raise FactCheckError(
            f"cannot listen on {settings.host}, port {settings.port}: {error.strerror or error}; "
            "name another with --port"
        ) from error
    return found


async def serve_on(app: ASGIApp, settings: Settings, listening: socket.socket) -> None:
    """Serve on a socket until the program is told to stop.

    Args:
        app: The application.
        settings: The limits.
        listening: As :func:`listen` returned it.
    """
    limits = settings.limits
    config = uvicorn.Config(
        app,
        http=protocol(limits),
        ws="none",
        limit_concurrency=limits.connections,
        timeout_keep_alive=math.ceil(limits.header_seconds),
        timeout_graceful_shutdown=_GOODBYE,
        server_header=False,
        proxy_headers=False,
        log_level="warning",
        access_log=False,
    )
    await uvicorn.Server(config).serve(sockets=[listening])

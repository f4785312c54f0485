"""What the tests of the server share: texts about the demo's game, and what a server is."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import httpx
from starlette.testclient import TestClient

GAME = "2014-11-05-MEM-PHX"
WRONG = (
    "The Memphis Grizzlies defeated the Phoenix Suns 102-91 on Tuesday. Mike Conley had "
    "24 points and 12 assists. Marc Gasol scored 18 points."
)
RIGHT = "The Memphis Grizzlies defeated the Phoenix Suns 102-91. Marc Gasol scored 18 points."

Result = TypeVar("Result")
MakeClient = Callable[..., TestClient]


class Served:
    """A server that runs as a person starts it.

    Args:
        process: The server.
        port: Where it listens.
    """

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.port = port
        self.url = f"http://127.0.0.1:{port}"

    def wait(self) -> None:
        """Wait until it answers."""
        for _ in range(600):
            assert self.process.poll() is None, self.process.stderr and self.process.stderr.read()
            try:
                httpx.get(f"{self.url}/health")
                return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("the server does not answer")


Serve = Callable[..., Served]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def run_apart(work: Coroutine[object, object, Result]) -> Result:
    """Run a coroutine in a thread of its own: playwright keeps a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()

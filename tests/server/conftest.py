"""Servers over the demo's knowledge base: in this process, and as a person starts one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from servers import GAME, RIGHT, WRONG, MakeClient, Serve, Served, free_port
from starlette.testclient import TestClient

from factcheck import FactChecker, Story
from factcheck.reviews import ReviewFolder
from factcheck.server.app import create_app
from factcheck.server.settings import Settings


@pytest.fixture(scope="session")
def checker(demo_kb: Path) -> FactChecker:
    """The checker of all applications in this process, which are there one after the other."""
    return FactChecker(demo_kb)


@pytest.fixture
def make_client(checker: FactChecker, tmp_path: Path) -> Iterator[MakeClient]:
    """Return a function that makes a client of an application, with reviews if wanted."""
    opened: list[TestClient] = []

    def make(stories: int = 0, base: str = "http://127.0.0.1", **settings: object) -> TestClient:
        folder = None
        if stories:
            folder = ReviewFolder(tmp_path / "reviews", writable=True)
            texts = [WRONG, RIGHT]
            folder.add_stories(
                checker.check_many(
                    Story(f"s{n + 1}", texts[n % 2], GAME, "one") for n in range(stories)
                )
            )
        app = create_app(checker, Settings(**settings), folder)  # type: ignore[arg-type]
        client = TestClient(app, base_url=base)
        client.__enter__()
        opened.append(client)
        return client

    yield make
    for client in opened:
        client.__exit__(None, None, None)


@pytest.fixture
def client(make_client: MakeClient) -> TestClient:
    """A client of a server without reviews."""
    return make_client()


@pytest.fixture
def desk(make_client: MakeClient) -> TestClient:
    """A client of a desk with two stories."""
    return make_client(2)


@pytest.fixture(scope="session")
def serve(demo_kb: Path) -> Iterator[Serve]:
    """Return a function that starts ``factcheck serve`` with arguments, and waits for it."""
    running: list[subprocess.Popen[str]] = []

    def start(*arguments: str | Path, kb: Path = demo_kb, **environment: str) -> Served:
        port = free_port()
        process = subprocess.Popen(
            [sys.executable, "-m", "factcheck", "serve", "--kb", kb, "--port", str(port)]
            + [str(each) for each in arguments],
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment},
        )
        running.append(process)
        served = Served(process, port)
        served.wait()
        return served

    yield start
    for process in running:
        process.terminate()
        process.wait(10)


@pytest.fixture(scope="session")
def served(serve: Serve) -> Served:
    """A server without reviews, shared by tests that only ask."""
    return serve()


@pytest.fixture
def serve_limited(demo_kb: Path, tmp_path: Path) -> Iterator[Served]:
    """A server with little patience."""
    code = """
import asyncio, sys
from pathlib import Path
from factcheck import FactChecker
from factcheck.server.app import create_app
from factcheck.server.serving import listen, serve_on
from factcheck.server.settings import Limits, Settings
limits = Limits(header_seconds=1, body_seconds=1, send_seconds=1)
settings = Settings(port=int(sys.argv[2]), limits=limits)
with listen(settings) as place:
    asyncio.run(serve_on(create_app(FactChecker(Path(sys.argv[1])), settings), settings, place))
"""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-c", code, demo_kb, str(port)], text=True)
    served = Served(process, port)
    served.wait()
    yield served
    process.terminate()
    process.wait(10)

"""Pages opened in a real browser: Debian's chromium, driven by playwright."""

from __future__ import annotations

import atexit
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, sync_playwright

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

OpenPage = Callable[..., Page]


@cache
def chromium() -> Browser:
    """A headless chromium for the whole run, shared by all folders of tests."""
    path = shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("no chromium on the path; install it with: apt-get install chromium")
    playwright = sync_playwright().start()
    running = playwright.chromium.launch(executable_path=path, args=QUIET)
    atexit.register(playwright.stop)
    atexit.register(running.close)
    return running


@pytest.fixture
def open_page(tmp_path: Path) -> Iterator[OpenPage]:
    """Return a function that opens HTML from disk.

    After the test it fails if the page complained or asked for anything but itself.
    """
    complaints: list[str] = []
    contexts = []

    def open_html(html: str, *, width: int = 1280, script: bool = True, **options: str) -> Page:
        file = tmp_path / "page.html"
        file.write_text(html, encoding="utf-8")
        context = chromium().new_context(
            viewport={"width": width, "height": 900}, java_script_enabled=script, **options
        )
        contexts.append(context)
        page = context.new_page()

        def watch(request: Request) -> None:
            if request.url.split("#")[0] != file.as_uri() and not request.url.startswith("data:"):
                complaints.append(f"request to {request.url}")

        page.on("request", watch)
        page.on("console", lambda message: complaints.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.goto(file.as_uri())
        return page

    yield open_html
    for context in contexts:
        context.close()
    assert complaints == []

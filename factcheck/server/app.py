"""The application: routes behind the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp

from factcheck.checker import FactChecker
from factcheck.errors import FactCheckError
from factcheck.reviews import ReviewFolder
from factcheck.server.api import Api, refuse_input
from factcheck.server.desk import Desk
from factcheck.server.engine import Engine
from factcheck.server.guard import Guard, is_language_tool
from factcheck.server.languagetool import LanguageTool
from factcheck.server.settings import Settings


def create_app(
    checker: FactChecker, settings: Settings, reviews: ReviewFolder | None = None
) -> ASGIApp:
    """Return the ASGI application of a server.

    Args:
        checker: Checks; from here on it belongs to the application.
        settings: How the server is reached.
        reviews: The folder of reviews, open for writing; None for a server without any.
    """
    limits = settings.limits
    summaries = {rule.id: rule.summary for rule in checker.rulebook.rules}
    engine = Engine(checker, waiting=limits.waiting, characters=limits.characters)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        engine.close()
        if reviews is not None:
            reviews.close()

    app = Starlette(
        routes=[
            *LanguageTool(engine, settings, summaries).routes(),
            *Api(engine, limits).routes(),
            *Desk(engine, settings, summaries, reviews).routes(),
        ],
        exception_handlers={
            HTTPException: _refuse,
            FactCheckError: refuse_input,
            Exception: _fail,
        },
        lifespan=lifespan,
    )
    return Guard(app, settings)


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    if error.status_code in {408, 413}:
        # What the client still sends is not read: the connection ends here.
        headers["connection"] = "close"
    if is_language_tool(request.url.path):
        return PlainTextResponse(f"Error: {error.detail}", error.status_code, headers)
    return JSONResponse({"error": error.detail}, error.status_code, headers)


async def _fail(request: Request, error: Exception) -> Response:
    """Answer without a word of the error itself, which goes to the server's log."""
    return JSONResponse({"error": "something went wrong here; see the server's log"}, 500)

"""The JSON API: check stories, look games up, say who one is."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

import yaml
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

import factcheck
from factcheck.checker import FactChecker
from factcheck.errors import FactCheckError, StoryError
from factcheck.model import Report, Story
from factcheck.runs.checking import Selection
from factcheck.server.engine import BusyError, Engine
from factcheck.server.requests import (
    Json,
    an_object,
    field,
    json_body,
    number,
    parse_json,
    required,
    texts,
    whole,
)
from factcheck.server.settings import Limits

_LINES = "application/x-ndjson"
_AT_ONCE = 32
_MOST_GAMES = 1_000
_EVERYTHING = Selection()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an answer should hold.

    Args:
        claims: Every claim with its verdict too.
        unclaimed: The names and numbers that no rule claims too.
        min_confidence: Leave out mistakes that are less sure, where the check tells it.
        selection: Which categories and rules.
    """

    claims: bool = False
    unclaimed: bool = False
    min_confidence: float = 0.0
    selection: Selection = _EVERYTHING

    def answer(self, report: Report) -> dict[str, Any]:
        """Return the JSON object of a checked story."""
        report = self.apply(report)
        item = report.to_dict()
        if self.claims:
            item["claims"] = [claim.to_dict() for claim in report.claims]
        if self.unclaimed:
            item["unclaimed"] = [span.to_dict() for span in report.unclaimed]
        return item

    def apply(self, report: Report) -> Report:
        """Return the report with the mistakes that are asked for."""
        report = self.selection.apply(report)
        return replace(
            report,
            mistakes=tuple(
                mistake
                for mistake in report.mistakes
                if mistake.confidence is None or mistake.confidence >= self.min_confidence
            ),
        )


class Api:
    """The handlers of the JSON API.

    Args:
        engine: Checks.
        limits: How much one request may ask for.
    """

    def __init__(self, engine: Engine, limits: Limits) -> None:
        self.engine = engine
        self.limits = limits

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/check", self.check, methods=["POST"]),
            Route("/games", self.games),
            Route("/games/{game}", self.game),
            Route("/health", self.health),
            Route("/version", self.version),
            Route("/openapi.json", self.openapi),
        ]

    async def check(self, request: Request) -> Response:
        """Check one story, or several in order; several may be answered line by line."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind == _LINES:
            lines = (await request.body()).splitlines()
            items = [an_object(parse_json(line)) for line in lines if line.strip()]
            return await self._batch(items, Wanted(), stream=True)
        body = await json_body(request)
        wanted = await self._wanted(body)
        if "stories" not in body:
            report = await self.engine.check(story_of(body, "story"))
            return answer(wanted.answer(report))
        stories = [an_object(item) for item in required(body, "stories", list)]
        return await self._batch(
            stories, wanted, stream=_LINES in request.headers.get("accept", "")
        )

    async def _wanted(self, body: Json) -> Wanted:
        select, ignore = texts(body, "select"), texts(body, "ignore")
        selection = _EVERYTHING
        if select or ignore:
            selection = await self.engine.call(
                lambda checker: Selection.parse(select, ignore, checker)
            )
        return Wanted(
            bool(field(body, "claims", bool)),
            bool(field(body, "unclaimed", bool)),
            number(body, "min_confidence", 0.0),
            selection,
        )

    async def _batch(self, items: list[Json], wanted: Wanted, *, stream: bool) -> Response:
        if len(items) > self.limits.stories:
            raise HTTPException(413, f"at most {self.limits.stories:,} stories are taken at once")
        stories = [story_of(item, f"story-{place}") for place, item in enumerate(items, start=1)]
        results = self._results(stories, wanted)
        if stream:
            lines = (f"{_dumps(item)}\n" async for item in results)
            return StreamingResponse(lines, media_type=_LINES)
        return answer({"reports": [item async for item in results]})

    async def _results(
        self, stories: Sequence[Story], wanted: Wanted
    ) -> AsyncIterator[dict[str, Any]]:
        """Yield an object for each story, in order: the report, or id and error."""
        # A few at a time, so that a batch leaves room for others between.
        for first in range(0, len(stories), _AT_ONCE):
            some = stories[first : first + _AT_ONCE]
            checks = (self._check_patiently(story) for story in some)
            for story, result in zip(some, await asyncio.gather(*checks), strict=True):
                if isinstance(result, FactCheckError):
                    yield {"id": story.id, "error": result.message}
                else:
                    yield wanted.answer(result)

    async def _check_patiently(self, story: Story) -> Report | FactCheckError:
        while True:
            try:
                return await self.engine.check(story)
            except BusyError:
                await asyncio.sleep(0.1)
            except FactCheckError as error:
                return error

    async def games(self, request: Request) -> Response:
        """List games, of a team and of a day, month or year."""
        team, date = request.query_params.get("team"), request.query_params.get("date")
        limit = whole(request, "limit", 100, _MOST_GAMES)
        offset = whole(request, "offset", 0, 10_000_000)
        rows = await self.engine.call(lambda checker: checker.kb.games(team, date))
        shown = [row.to_dict() for row in rows[offset : offset + limit]]
        return answer({"total": len(rows), "games": shown})

    async def game(self, request: Request) -> Response:
        """Return line score, box score and surroundings of a game."""
        name = request.path_params["game"]
        sheet = await self.engine.call(lambda checker: checker.kb.show(name).to_dict())
        return answer(sheet)

    async def health(self, request: Request) -> Response:
        """Say that the server is there; needs no token."""
        return answer({"status": "ok"})

    async def version(self, request: Request) -> Response:
        """Say which factcheck, rules and knowledge base answer."""
        return answer(await self.engine.call(_version))

    async def openapi(self, request: Request) -> Response:
        """Describe the API."""
        return answer(description())


@cache
def description() -> dict[str, Any]:
    """Return the OpenAPI description of the API."""
    text = (files("factcheck.server") / "assets" / "openapi.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(text)
    found["info"]["version"] = factcheck.__version__
    return found


def _version(checker: FactChecker) -> dict[str, Any]:
    meta = checker.kb.rows("SELECT key, value FROM meta")
    games = checker.kb.rows("SELECT count(*) AS games FROM game")[0]["games"]
    return {
        "factcheck": factcheck.__version__,
        "signature": str(checker.signature),
        "rules": len(checker.rulebook.rules),
        "knowledge_base": {row["key"]: row["value"] for row in meta} | {"games": games},
    }


def story_of(item: Json, id: str) -> Story:
    """Return the story that a JSON object describes.

    Args:
        item: With ``text``, and optionally ``id``, ``game`` and ``system``.
        id: Its id where it has none.

    Raises:
        HTTPException: A field is missing or of another type.
    """
    return Story(
        field(item, "id", str) or id,
        required(item, "text", str),
        field(item, "game", str),
        field(item, "system", str),
    )


def answer(item: Any, status: int = 200) -> Response:
    """Return an answer in JSON, dates as ISO texts."""
    return Response(_dumps(item), status, media_type="application/json")


def _dumps(item: Any) -> str:
    return json.dumps(item, ensure_ascii=False, default=str, allow_nan=False)


async def refuse_input(request: Request, error: Exception) -> Response:
    """Answer what cannot be checked or found with a line that says why."""
    if isinstance(error, BusyError):
        return JSONResponse({"error": error.message}, 503, {"retry-after": "1"})
    assert isinstance(error, FactCheckError)
    status = 422 if isinstance(error, StoryError) else 400
    return JSONResponse({"error": error.message}, status)

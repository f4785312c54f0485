"""The review desk: a page, and what it asks for and sends."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from factcheck.errors import ReviewError, StoryError
from factcheck.exchange import FORMATS
from factcheck.exchange.marks import MarkError, TokenisedText
from factcheck.knowledge import KnowledgeBase
from factcheck.model import Category
from factcheck.page import CATEGORY_LABELS
from factcheck.reviews import Action, Kind, Review, ReviewFolder
from factcheck.server.api import answer, story_of
from factcheck.server.downloads import download
from factcheck.server.engine import Engine
from factcheck.server.requests import Json, field, identity, json_body, number, required, whole
from factcheck.server.results import compare, results
from factcheck.server.settings import Settings, is_name
from factcheck.server.views import Views, titles

_ASSETS = {
    "desk.css": "text/css",
    "desk.js": "text/javascript",
    "list.js": "text/javascript",
    "story.js": "text/javascript",
    "results.js": "text/javascript",
    "common.js": "text/javascript",
    "typed.js": "text/javascript",
    "words.js": "text/javascript",
}
_LONGEST = {"correction": 300, "text": 4_000}
"""Characters of what an annotator writes."""
_LONGEST_PAUSE = 300.0
"""Seconds of work that one action can report: longer is no work but lunch."""


class Desk:
    """The handlers of the review desk.

    Args:
        engine: Checks, and looks games up.
        settings: Who may review, and how.
        summaries: One sentence for each rule.
        folder: The reviews; None for a desk that only checks pasted texts.
    """

    def __init__(
        self,
        engine: Engine,
        settings: Settings,
        summaries: Mapping[str, str],
        folder: ReviewFolder | None,
    ) -> None:
        self.engine = engine
        self.settings = settings
        self.views = Views(summaries)
        self.folder = folder
        self._titles: dict[str, str] | None = None
        self._writing = asyncio.Lock()
        self._changed: list[tuple[str, str]] = []

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/", self.page),
            Route("/desk/assets/{name}", self.asset),
            Route("/desk/session", self.session),
            Route("/desk/stories", self.stories),
            Route("/desk/story", self.story),
            Route("/desk/changes", self.changes),
            Route("/desk/actions", self.act, methods=["POST"]),
            Route("/desk/check", self.check, methods=["POST"]),
            Route("/desk/compare", self.compare),
            Route("/desk/results", self.results),
            Route("/desk/export", self.export),
        ]

    async def page(self, request: Request) -> Response:
        """Return the page; everything in it comes from the other addresses."""
        return HTMLResponse(page())

    async def asset(self, request: Request) -> Response:
        """Return a style or a script of the page."""
        name = request.path_params["name"]
        if name not in _ASSETS:
            raise HTTPException(404, "there is no such file")
        return Response(_asset(name), media_type=_ASSETS[name])

    async def session(self, request: Request) -> Response:
        """Say who may review here, and who this is."""
        who = identity(request)
        known = [] if self.folder is None else self.folder.annotators
        you = None if who is None else who.annotator
        hidden = self.settings.blind and not self.settings.annotators
        return answer(
            {
                "you": you,
                "annotators": self.settings.annotators or ([] if hidden else known),
                "fixed": bool(self.settings.annotators),
                "blind": self.settings.blind,
                "stories": 0 if self.folder is None else len(self.folder.cards),
                "reviews": self.folder is not None,
                "formats": {
                    each.name: each.description for each in FORMATS.values() if each.name != "desk"
                },
            }
        )

    async def stories(self, request: Request) -> Response:
        """List the stories, with what one annotator has done."""
        folder, annotator = self._open(), self._annotator(request, request.query_params)
        headlines = await self._headlines()
        rows = [
            self.views.row(card, folder.review(annotator, card.id), headlines.get(card.id, ""))
            for card in folder.cards.values()
        ]
        return answer({"entries": len(self._changed), "stories": rows})

    async def story(self, request: Request) -> Response:
        """Return a story with its marks, claims, box score, and one annotator's review."""
        folder, annotator = self._open(), self._annotator(request, request.query_params)
        name = request.query_params.get("story", "")
        item = await asyncio.to_thread(folder.read, name)
        found = await self.engine.call(lambda checker: self.views.story(item, checker))
        found["review"] = self.views.review(folder.review(annotator, name))
        return answer(found)

    async def changes(self, request: Request) -> Response:
        """Return what has changed in one annotator's list since a number of entries."""
        folder, annotator = self._open(), self._annotator(request, request.query_params)
        since = whole(request, "since", 0, 10**9)
        headlines = await self._headlines()
        changed = dict.fromkeys(story for name, story in self._changed[since:] if name == annotator)
        rows = [
            self.views.row(folder.card(story), folder.review(annotator, story), headlines[story])
            for story in changed
        ]
        return answer({"entries": len(self._changed), "stories": rows})

    async def act(self, request: Request) -> Response:
        """Take one action of an annotator; it is on disk when the answer comes."""
        body = await json_body(request)
        folder, annotator = self._open(), self._annotator(request, body)
        story = required(body, "story", str)
        seconds = min(max(number(body, "seconds", 0.0), 0.0), _LONGEST_PAUSE)
        folder.card(story)
        async with self._writing:
            before = folder.review(annotator, story)
            known = field(body, "revision", int)
            if known is not None and known != before.revision:
                return self._stale(before, "this story was changed in another window")
            try:
                action = await self._action(folder, story, body, before)
                review = await asyncio.to_thread(folder.record, annotator, story, action, seconds)
            except ReviewError as error:
                return self._stale(before, error.message)
            self._changed.append((annotator, story))
        headlines = await self._headlines()
        row = self.views.row(folder.card(story), review, headlines[story])
        return answer({"review": self.views.review(review), "story": row, "mark": action.mark})

    def _stale(self, review: Review, message: str) -> Response:
        return answer({"error": message, "review": self.views.review(review)}, 409)

    async def _action(self, folder: ReviewFolder, story: str, body: Json, review: Review) -> Action:
        kind, mark = _kind(body), field(body, "mark", str)
        start, end = field(body, "start", int), field(body, "end", int)
        if (start is None) != (end is None):
            raise HTTPException(400, "start, end: give both or neither")
        if start is not None and end is not None:
            start, end = await asyncio.to_thread(_whole_words, folder, story, start, end)
        if kind is Kind.ADD:
            mark = review.next_id
        return Action(
            kind,
            mark,
            _category(body),
            _short(body, "correction"),
            start,
            end,
            _short(body, "text"),
        )

    async def check(self, request: Request) -> Response:
        """Check a text that somebody has pasted; nothing of it is kept.

        What cannot be checked is an answer like any other here: a person reads it.
        """
        story = story_of(await json_body(request), "pasted")
        try:
            report = await self.engine.check(story)
        except StoryError as error:
            return answer({"error": error.message})
        found = await self.engine.call(lambda checker: self.views.checked(report, checker))
        return answer(found)

    async def compare(self, request: Request) -> Response:
        """Return what every annotator made of a story, side by side, and the majority."""
        folder = self._open_to_all()
        story = request.query_params.get("story", "")
        return answer(await asyncio.to_thread(compare, folder, story))

    async def results(self, request: Request) -> Response:
        """Return progress, time, agreement, what became of the marks, and the score."""
        folder = self._open_to_all()
        return answer(await asyncio.to_thread(results, folder))

    async def export(self, request: Request) -> Response:
        """Return the reviews of one annotator, or of the majority, in any format."""
        folder = self._open()
        name = request.query_params.get("annotator")
        if name is None:
            self._open_to_all()
        else:
            name = self._annotator(request, request.query_params)
        to = request.query_params.get("to", "csv")
        path = await self.engine.call(lambda checker: checker.kb.path)
        return await asyncio.to_thread(_export, folder, name, to, path)

    def _open(self) -> ReviewFolder:
        if self.folder is None:
            raise HTTPException(404, "there are no stories; start with --reviews FOLDER")
        return self.folder

    def _open_to_all(self) -> ReviewFolder:
        if self.settings.blind:
            raise HTTPException(403, "annotators are blind to each other; start without --blind")
        return self._open()

    def _annotator(self, request: Request, given: Mapping[str, Any]) -> str:
        """Return who asks, refused where he may not be that."""
        who = identity(request)
        bound = None if who is None else who.annotator
        name = given.get("annotator") or bound
        if not isinstance(name, str) or not is_name(name):
            raise HTTPException(400, "annotator: give a name of letters and digits")
        if bound is not None and name != bound:
            raise HTTPException(403, f"this token is {bound}'s")
        if self.settings.annotators and name not in self.settings.annotators:
            raise HTTPException(403, f"{name} is not among the annotators")
        return name

    async def _headlines(self) -> dict[str, str]:
        """Return a headline for each story; looked up once."""
        if self._titles is None:
            cards = self._open().cards
            games = [card.game for card in cards.values()]
            found = await self.engine.call(lambda checker: titles(checker, games))
            self._titles = {card.id: found.get(card.game or "", "") for card in cards.values()}
        return self._titles


@cache
def page() -> str:
    """Return the page's HTML: a frame that its scripts fill."""
    environment = Environment(
        loader=PackageLoader("factcheck.server", "assets"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("desk.html.jinja").render(
        labels={str(category): label for category, label in CATEGORY_LABELS.items()}
    )


@cache
def _asset(name: str) -> bytes:
    return (files("factcheck.server") / "assets" / name).read_bytes()


def _export(folder: ReviewFolder, name: str | None, to: str, path: Path | None) -> Response:
    """Return a download with box scores, from a connection of its own: checks go on meanwhile."""
    if path is None:
        return download(folder, name, to)
    with KnowledgeBase.open(path) as knowledge:
        return download(folder, name, to, knowledge)


def _whole_words(folder: ReviewFolder, story: str, start: int, end: int) -> tuple[int, int]:
    """Return the range of the whole words that a range touches."""
    try:
        span = TokenisedText(folder.read(story)["text"]).span(start, end)
    except MarkError as error:
        raise ReviewError(str(error)) from error
    return span.start, span.end


def _kind(body: Json) -> Kind:
    name = required(body, "action", str)
    if name not in list(Kind):
        raise HTTPException(400, f"action: none of {', '.join(Kind)}")
    return Kind(name)


def _category(body: Json) -> Category | None:
    name = field(body, "category", str)
    if name is not None and name not in Category.__members__:
        raise HTTPException(400, f"category: none of {', '.join(Category)}")
    return None if name is None else Category(name)


def _short(body: Json, name: str) -> str | None:
    text = field(body, name, str)
    if text is not None and len(text) > _LONGEST[name]:
        raise HTTPException(400, f"{name}: at most {_LONGEST[name]} characters")
    return text if text is None else text.strip()

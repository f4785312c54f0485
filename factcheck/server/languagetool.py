"""The LanguageTool protocol, as its own clients speak it.

Editors send a text as a form and get ``matches``: where, what is wrong, what would be
right. Offsets count UTF-16 code units, as Java does. A client that knows markup sends
``data`` instead of ``text``, pieces of text and of markup; offsets are then into all of it.

Editors send a paragraph at a time and know no games. Where the text does not tell which
game it is about, there is nothing to mark; ``/games/GAME/v2/check`` says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

import factcheck
from factcheck.errors import StoryError
from factcheck.exchange.marks import utf16_offsets
from factcheck.fixing import Edit, edits_of
from factcheck.model import Mistake, Report, Story
from factcheck.page import CATEGORY_LABELS
from factcheck.server.annotated_text import AnnotatedText
from factcheck.server.api import answer
from factcheck.server.engine import Engine
from factcheck.server.requests import form_body, identity
from factcheck.server.settings import Settings

_CONTEXT = 40
"""Characters shown on each side of a match."""

LANGUAGES = (
    ("English", "en", "en"),
    ("English (Australian)", "en", "en-AU"),
    ("English (Canadian)", "en", "en-CA"),
    ("English (GB)", "en", "en-GB"),
    ("English (New Zealand)", "en", "en-NZ"),
    ("English (South African)", "en", "en-ZA"),
    ("English (US)", "en", "en-US"),
)
"""Name, code and long code of the languages that are checked."""

_BREAK = re.compile(r"(?<=[.!?])\s+|\n+")
_NAMES = {code.lower(): (name, code) for name, _, code in LANGUAGES}


@dataclass(frozen=True, slots=True)
class Switches:
    """Which rules and categories a client wants.

    Args:
        disabled: Rules and categories that are off.
        only: Rules and categories that alone are on; None for all.
    """

    disabled: frozenset[str]
    only: frozenset[str] | None

    @classmethod
    def parse(cls, form: Mapping[str, str]) -> Switches:
        """Read ``enabledRules``, ``disabledCategories`` and so on; all is on by default."""
        enabled = _names(form, "enabledRules") | _names(form, "enabledCategories")
        only = form.get("enabledOnly", "").lower() in {"true", "yes", "1"}
        disabled = _names(form, "disabledRules") | _names(form, "disabledCategories")
        return cls(disabled, enabled if only else None)

    def wants(self, mistake: Mistake) -> bool:
        """Return whether a mistake is to be told."""
        names = {mistake.rule.upper(), str(mistake.category)}
        return not names & self.disabled and (self.only is None or bool(names & self.only))


def _names(form: Mapping[str, str], field: str) -> frozenset[str]:
    return frozenset(name.strip().upper() for name in form.get(field, "").split(",")) - {""}


class LanguageTool:
    """The handlers of the protocol.

    Args:
        engine: Checks.
        settings: Who may ask.
        summaries: One sentence for each rule.
    """

    def __init__(self, engine: Engine, settings: Settings, summaries: Mapping[str, str]) -> None:
        self.engine = engine
        self.settings = settings
        self.summaries = summaries

    def routes(self) -> list[Route]:
        """Return the routes, with a game in the address and without."""
        both = ["GET", "POST"]
        return [
            route
            for prefix in ("/v2", "/games/{game}/v2")
            for route in (
                Route(f"{prefix}/check", self.check, methods=both),
                Route(f"{prefix}/languages", self.languages),
                Route(f"{prefix}/healthcheck", self.healthcheck),
                Route(f"{prefix}/maxtextlength", self.max_text_length),
                Route(f"{prefix}/info", self.info),
            )
        ]

    async def check(self, request: Request) -> Response:
        """Check a text."""
        form = await form_body(request)
        self._let_in(request, form)
        code = form.get("language", "")
        if code != "auto" and code.lower() not in _NAMES:
            raise HTTPException(400, f"'{code}' is not a language that is checked; use en-US")
        text = AnnotatedText.of_form(form)
        report = await self._report(text.plain, request.path_params.get("game"))
        mistakes = () if report is None else report.mistakes
        switches = Switches.parse(form)
        matches = [
            match_of(mistake, text, self.summaries, replacement_of(report, mistake, text))
            for mistake in mistakes
            if report is not None and switches.wants(mistake)
        ]
        return answer(_response(matches, code))

    async def _report(self, text: str, game: str | None) -> Report | None:
        if not text.strip():
            return None
        try:
            return await self.engine.check(Story("text", text, game))
        except StoryError:
            # While somebody writes, most paragraphs do not tell yet which game they are about.
            if len(text) > self.settings.limits.characters:
                raise
            return None

    def _let_in(self, request: Request, form: Mapping[str, str]) -> None:
        if self.settings.token is None or identity(request) is not None:
            return
        if self.settings.identify(form.get("apiKey", "")) is None:
            raise HTTPException(401, "a token is needed: give it as the API key")

    async def languages(self, request: Request) -> Response:
        """List the languages that are checked."""
        return answer(
            [{"name": name, "code": code, "longCode": long} for name, code, long in LANGUAGES]
        )

    async def healthcheck(self, request: Request) -> Response:
        """Say that the server is there."""
        return PlainTextResponse("OK")

    async def max_text_length(self, request: Request) -> Response:
        """Say how long a text may be."""
        return PlainTextResponse(str(self.settings.limits.characters))

    async def info(self, request: Request) -> Response:
        """Say which software this is."""
        return answer({"software": _software()})


def replacement_of(report: Report, mistake: Mistake, text: AnnotatedText) -> Edit | None:
    """Return what an editor is to put in, and where; None where nothing is known to be right.

    Where words beside the mistake have to agree ("a steal" → "no steals"), it covers them too,
    unless another mistake or markup is among them.

    Args:
        report: On the plain text.
        mistake: One of its mistakes.
        text: What the client sent.
    """
    if mistake.correction is None:
        return None
    span = mistake.span
    usual = Edit(span.start, span.end, mistake.replacement or mistake.correction, (mistake,))
    edit = next(iter(edits_of(replace(report, mistakes=(mistake,)))), usual)
    start, end = text.place(edit.start, edit.end)
    others = (other.span for other in report.mistakes if other is not mistake)
    if any(other.start < edit.end and edit.start < other.end for other in others):
        return usual
    plain = utf16_offsets(report.story.text[edit.start : edit.end])[-1]
    covers = edit.start <= span.start and span.end <= edit.end and plain == end - start
    return edit if covers else usual


def match_of(
    mistake: Mistake, text: AnnotatedText, summaries: Mapping[str, str], edit: Edit | None
) -> dict[str, Any]:
    """Return a mistake as the protocol tells it.

    Args:
        mistake: Found in the plain text.
        text: What the client sent.
        summaries: One sentence for each rule.
        edit: What would be right, and where.
    """
    first, last = (mistake.span.start, mistake.span.end) if edit is None else (edit.start, edit.end)
    start, end = text.place(first, last)
    label = CATEGORY_LABELS[mistake.category]
    message = mistake.explanation or summaries.get(mistake.rule) or f"{label}: not so."
    return {
        "message": message,
        "shortMessage": label,
        "replacements": [] if edit is None else [{"value": edit.text}],
        "offset": start,
        "length": end - start,
        "context": _context(text.plain, first, last),
        "sentence": _sentence(text.plain, first, last),
        "type": {"typeName": "Other"},
        "rule": {
            "id": mistake.rule,
            "description": summaries.get(mistake.rule, ""),
            "issueType": "inconsistency",
            "category": {"id": str(mistake.category), "name": label},
        },
        "ignoreForIncompleteSentence": False,
        "contextForSureMatch": 0,
    }


def _context(plain: str, start: int, end: int) -> dict[str, Any]:
    before = plain[max(0, start - _CONTEXT) : start]
    after = plain[end : end + _CONTEXT]
    before = f"...{before}" if start > _CONTEXT else before
    after = f"{after}..." if end + _CONTEXT < len(plain) else after
    said = plain[start:end]
    return {
        "text": " ".join(f"{before}{said}{after}".splitlines()) or said,
        "offset": utf16_offsets(before)[-1],
        "length": utf16_offsets(said)[-1],
    }


def _sentence(plain: str, start: int, end: int) -> str:
    """Return what stands around a match, between ends of sentences or lines."""
    breaks = [(found.start(), found.end()) for found in _BREAK.finditer(plain)]
    first = max((after for _, after in breaks if after <= start), default=0)
    last = min((before for before, _ in breaks if before >= end), default=len(plain))
    return plain[first:last]


def _software() -> dict[str, Any]:
    return {
        "name": "factcheck",
        "version": factcheck.__version__,
        "buildDate": "",
        "apiVersion": 1,
        "premium": False,
        "premiumHint": "",
        "status": "",
    }


def _response(matches: Iterable[dict[str, Any]], code: str) -> dict[str, Any]:
    name, long = _NAMES.get(code.lower(), ("English (US)", "en-US"))
    detected = {"name": name, "code": long, "confidence": 1.0}
    return {
        "software": _software(),
        "warnings": {"incompleteResults": False},
        "language": {"name": name, "code": long, "detectedLanguage": detected},
        "matches": list(matches),
    }

"""What stands between the network and the application.

Whatever a browser on this machine is made to ask by another web site, and whatever a
client sends too much or too slowly, ends here: host names (against DNS rebinding),
origins, tokens, sizes, times, and the headers that forbid a page everything it does not
need.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from factcheck.server.settings import Identity, Settings

COOKIE = "factcheck_token"

_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
_OPEN_TO_ALL = frozenset({"/health"})
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class Guard:
    """Lets through what may be asked, and no more of it than the limits say.

    Args:
        app: The application.
        settings: Who may ask, and how much.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        headers = _headers(scope)
        origin = self._allowed_origin(scope, headers)
        limited = _Limited(self.settings, receive, send, _extra_headers(origin))
        refusal = self._refusal(scope, headers, origin)
        if refusal is not None:
            await refusal(scope, limited.receive, limited.send)
            return
        scope.setdefault("state", {})["identity"] = self._identity(scope, headers)
        await self.app(scope, limited.receive, limited.send)

    def _refusal(
        self, scope: Scope, headers: Mapping[str, list[str]], origin: str | None
    ) -> ASGIApp | None:
        """Return the answer to what may not be asked, or None."""
        hosts = headers.get("host", [])
        if len(hosts) != 1 or _without_port(hosts[0]) not in self.settings.hosts:
            return refuse(421, "this server does not go by that host name; see --name")
        if "origin" in headers and origin is None and not _own_origin(headers, hosts[0]):
            return refuse(403, "other web sites may not ask; see --allow-origin")
        if origin is None and _is_embedded(headers):
            return refuse(403, "other web sites may not ask; see --allow-origin")
        if origin is not None and scope["method"] == "OPTIONS":
            return Response(status_code=204)
        length = headers.get("content-length", ["0"])[0]
        if length.isdecimal() and int(length) > self.settings.limits.body:
            return refuse(413, f"at most {self.settings.limits.body:,} bytes are taken at once")
        return self._closed(scope, headers)

    def _closed(self, scope: Scope, headers: Mapping[str, list[str]]) -> ASGIApp | None:
        """Return the answer to somebody without a token, or None where he needs none."""
        if self.settings.token is None or scope["path"] in _OPEN_TO_ALL:
            return None
        given = _query_token(scope)
        if given is not None and scope["method"] == "GET" and scope["path"] == "/":
            # The link that was handed out: the token moves from the address to a cookie.
            if self.settings.identify(given) is None:
                return refuse(401, "the link is no longer right; ask for a new one")
            return _enter(given)
        if self._identity(scope, headers) is not None or is_language_tool(scope["path"]):
            return None
        return refuse(401, "a token is needed: send `Authorization: Bearer TOKEN`")

    def _identity(self, scope: Scope, headers: Mapping[str, list[str]]) -> Identity | None:
        if self.settings.token is None:
            return Identity()
        for given in (*_bearer(headers), *_cookie(headers)):
            found = self.settings.identify(given)
            if found is not None:
                return found
        return None

    def _allowed_origin(self, scope: Scope, headers: Mapping[str, list[str]]) -> str | None:
        given = headers.get("origin", [])
        return given[0] if len(given) == 1 and given[0] in self.settings.origins else None


class _Limited:
    """A request's ends, watched: how much comes in, and how fast."""

    def __init__(
        self, settings: Settings, receive: Receive, send: Send, headers: Mapping[str, str]
    ) -> None:
        self._limits = settings.limits
        self._receive = receive
        self._send = send
        self._headers = headers
        self._bytes = 0
        self._complete = False
        self._deadline = time.monotonic() + settings.limits.body_seconds

    async def receive(self) -> Message:
        """Receive the next piece of the body.

        Raises:
            HTTPException: 413 where it is too long, 408 where it comes too slowly.
        """
        if self._complete:
            return await self._receive()
        left = max(0.0, self._deadline - time.monotonic())
        try:
            message = await asyncio.wait_for(self._receive(), left)
        except TimeoutError as error:
            raise HTTPException(408, "the request came too slowly") from error
        self._bytes += len(message.get("body", b""))
        self._complete = not message.get("more_body", False)
        if self._bytes > self._limits.body:
            raise HTTPException(413, f"at most {self._limits.body:,} bytes are taken at once")
        return message

    async def send(self, message: Message) -> None:
        """Send a piece of the answer, with the headers that every answer has."""
        if message["type"] == "http.response.start":
            own = {name.decode("latin-1").lower() for name, _ in message["headers"]}
            message["headers"] = [
                *message["headers"],
                *(
                    (name.encode(), value.encode("latin-1"))
                    for name, value in self._headers.items()
                    if name not in own
                ),
            ]
        await self._send(message)


def refuse(status: int, message: str) -> JSONResponse:
    """Return an answer that says why not."""
    headers = {"connection": "close"} if status in {408, 413} else None
    return JSONResponse({"error": message}, status, headers)


def is_language_tool(path: str) -> bool:
    """Return whether a path is the LanguageTool protocol's, which has a token of its own."""
    return path.startswith("/v2/") or (path.startswith("/games/") and "/v2/" in path)


def _extra_headers(origin: str | None) -> dict[str, str]:
    if origin is None:
        return _HEADERS
    return {
        **_HEADERS,
        "cross-origin-resource-policy": "cross-origin",
        "access-control-allow-origin": origin,
        "access-control-allow-methods": "GET, POST",
        "access-control-allow-headers": "authorization, content-type",
        "access-control-max-age": "600",
        "vary": "origin",
    }


def _enter(token: str) -> Response:
    answer = RedirectResponse("/", status_code=303)
    answer.set_cookie(COOKIE, token, httponly=True, samesite="lax", path="/", max_age=30 * 86400)
    return answer


def _headers(scope: Scope) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return found


def _without_port(host: str) -> str:
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdecimal() else host.lower()


def _own_origin(headers: Mapping[str, list[str]], host: str) -> bool:
    return headers["origin"] in ([f"http://{host}"], [f"https://{host}"])


def _is_embedded(headers: Mapping[str, list[str]]) -> bool:
    """Return whether a browser says that another site's page asks, not a person by a link."""
    site = headers.get("sec-fetch-site", ["none"])[0]
    mode = headers.get("sec-fetch-mode", ["navigate"])[0]
    return site in {"cross-site", "same-site"} and mode != "navigate"


def _bearer(headers: Mapping[str, list[str]]) -> list[str]:
    given = (value.partition(" ") for value in headers.get("authorization", []))
    return [token.strip() for kind, _, token in given if kind.lower() == "bearer"]


def _cookie(headers: Mapping[str, list[str]]) -> list[str]:
    found = []
    for value in headers.get("cookie", []):
        try:
            morsel: Any = SimpleCookie(value).get(COOKIE)
        except CookieError:
            continue
        if morsel is not None:
            found.append(morsel.value)
    return found


def _query_token(scope: Scope) -> str | None:
    try:
        query = parse_qs(scope["query_string"].decode("ascii"), max_num_fields=20)
    except (UnicodeDecodeError, ValueError):
        return None
    given = query.get("token")
    return None if given is None else given[0]

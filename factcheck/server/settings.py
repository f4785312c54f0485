"""What a server may be asked, by whom, and how much of it."""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass, field
from hashlib import sha256

from factcheck.errors import FactCheckError

_LOCAL = ("localhost", "127.0.0.1", "[::1]")
_LOCAL_ADDRESSES = {"localhost", "127.0.0.1", "::1"}
_SHORTEST_TOKEN = 16
_NAME = re.compile(r"[^\W_][\w .'-]{0,39}")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one client may ask for.

    Args:
        body: Bytes of a request's body.
        characters: Characters of one story.
        stories: Stories of one request.
        waiting: Stories that may wait to be checked; beyond that the answer is 503.
        connections: Connections at once; beyond that the answer is 503.
        header_seconds: How long a client may take to send a request's header.
        body_seconds: How long it may take to send the body.
        send_seconds: How long it may take to read what is sent to it at a time.
    """

    body: int = 16 * 1024 * 1024
    characters: int = 100_000
    stories: int = 1_000
    waiting: int = 256
    connections: int = 256
    header_seconds: float = 10.0
    body_seconds: float = 30.0
    send_seconds: float = 30.0


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server is reached.

    Args:
        host: The address to listen on.
        port: The port; 0 for any free one.
        token: What a client must know; None only on this machine's own addresses.
        names: Host names under which the server may be addressed, beside its own.
        origins: Other web sites' origins that may read answers (``https://example.org``).
        annotators: Who may review; empty for anybody.
        blind: Whether annotators see nothing of each other.
        limits: How much one client may ask for.

    Raises:
        FactCheckError: An address without a token that others can reach, a short token, or
            a name that is none.
    """

    host: str = "127.0.0.1"
    port: int = 8765
    token: str | None = None
    names: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    annotators: tuple[str, ...] = ()
    blind: bool = False
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        if self.token is None and self.host not in _LOCAL_ADDRESSES:
            raise FactCheckError(
                f"--host {self.host}: others can reach this address; give a token with --token "
                "or FACTCHECK_TOKEN"
            )
        if self.token is not None and len(self.token) < _SHORTEST_TOKEN:
            raise FactCheckError(f"--token: give at least {_SHORTEST_TOKEN} characters")
        for name in self.annotators:
            if not is_name(name):
                raise FactCheckError(f"--annotators: {name!r} is no name; use letters and digits")
        for origin in self.origins:
            if not re.fullmatch(r"[a-z][a-z0-9+.-]*://[^/\s*]+", origin):
                raise FactCheckError(
                    f"--allow-origin: {origin!r} is no origin; write https://example.org"
                )

    @property
    def hosts(self) -> frozenset[str]:
        """Host names that a request may name, without ports."""
        own = () if self.host in {"0.0.0.0", "::"} else (_bracketed(self.host),)
        return frozenset(name.lower() for name in (*_LOCAL, *own, *self.names))

    def personal_token(self, annotator: str) -> str:
        """Return the token that lets somebody in as one annotator and no other."""
        assert self.token is not None
        return hmac.new(self.token.encode(), annotator.encode(), sha256).hexdigest()[:32]

    def identify(self, given: str) -> Identity | None:
        """Return who a token belongs to, or None where it is nobody's."""
        if self.token is None:
            return None
        if _same(given, self.token):
            return Identity()
        for name in self.annotators:
            if _same(given, self.personal_token(name)):
                return Identity(name)
        return None


@dataclass(frozen=True, slots=True)
class Identity:
    """Who asks: an annotator with a token of his own, or anybody who may ask at all."""

    annotator: str | None = None


def is_name(text: str) -> bool:
    """Return whether a text can be an annotator's name."""
    return _NAME.fullmatch(text) is not None and text == text.strip()


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode())


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host

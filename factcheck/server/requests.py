"""What clients send, read with an error for each way it can be wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, TypeVar
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request

from factcheck.server.settings import Identity

Value = TypeVar("Value")
Json = Mapping[str, Any]

_SURROGATE = re.compile("[\ud800-\udfff]")
_KINDS = {str: "a text", int: "a whole number", bool: "true or false", list: "a list"}


async def json_body(request: Request) -> Json:
    """Return the JSON object of a request.

    A content type is asked for, since a form of another web site cannot send it.

    Raises:
        HTTPException: 415 where it is no JSON, 400 where it is broken.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, "send JSON, with content-type: application/json")
    return an_object(parse_json(await request.body()))


def parse_json(content: bytes | str) -> Any:
    """Return the value of a JSON text.

    Raises:
        HTTPException: 400 where it is none, or holds half a character.
    """
    try:
        text = content.decode() if isinstance(content, bytes) else content
        value = json.loads(text)
    except UnicodeDecodeError as error:
        raise HTTPException(400, "not UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise HTTPException(400, f"not JSON: {error}") from error
    if "\\ud" in text.lower() and _SURROGATE.search(json.dumps(value, ensure_ascii=False)):
        raise HTTPException(400, "holds a lone surrogate, which is no character")
    return value


def an_object(value: Any) -> Json:
    """Return a value that must be a JSON object.

    Raises:
        HTTPException: 400 where it is something else.
    """
    if not isinstance(value, dict):
        raise HTTPException(400, "not a JSON object")
    return value


def field(item: Json, name: str, kind: type[Value], default: Value | None = None) -> Value | None:
    """Return a field of an object, or the default where it is absent or null.

    Raises:
        HTTPException: 400 where it is of another type.
    """
    value = item.get(name)
    if value is None:
        return default
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise HTTPException(400, f"{name}: not {_KINDS.get(kind, kind.__name__)}")
    return value


def required(item: Json, name: str, kind: type[Value]) -> Value:
    """Return a field that must be there.

    Raises:
        HTTPException: 400 where it is absent or of another type.
    """
    value = field(item, name, kind)
    if value is None:
        raise HTTPException(400, f"{name}: missing")
    return value


def number(item: Json, name: str, default: float) -> float:
    """Return a field that is a number.

    Raises:
        HTTPException: 400 where it is something else.
    """
    value = item.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        raise HTTPException(400, f"{name}: not a number")
    return float(value)


def texts(item: Json, name: str) -> list[str]:
    """Return a field that is a list of texts; empty where it is absent.

    Raises:
        HTTPException: 400 where it is something else.
    """
    values: list[Any] = field(item, name, list) or []
    if not all(isinstance(value, str) for value in values):
        raise HTTPException(400, f"{name}: not a list of texts")
    return values


def whole(request: Request, name: str, default: int, most: int) -> int:
    """Return a whole number of the address's query.

    Raises:
        HTTPException: 400 where it is none, or out of range.
    """
    text = request.query_params.get(name, str(default))
    if not re.fullmatch(r"\d{1,9}", text) or int(text) > most:
        raise HTTPException(400, f"{name}: not a whole number from 0 to {most}")
    return int(text)


async def form_body(request: Request) -> dict[str, str]:
    """Return the fields of a form, in the address or in the body.

    Raises:
        HTTPException: 400 where it is no form.
    """
    content = await request.body() if request.method == "POST" else b""
    try:
        pairs = [
            *parse_qsl(request.url.query, keep_blank_values=True, max_num_fields=100),
            *parse_qsl(
                content.decode(), keep_blank_values=True, max_num_fields=100, errors="strict"
            ),
        ]
    except (UnicodeDecodeError, ValueError) as error:
        raise HTTPException(400, f"not a form: {error}") from error
    return dict(pairs)


def identity(request: Request) -> Identity | None:
    """Return who asks; None only where the LanguageTool protocol has yet to say."""
    found: Identity | None = request.state.identity
    return found

"""What a server must not do, whoever asks."""

from __future__ import annotations

import json
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from servers import GAME, WRONG, MakeClient, Served
from starlette.testclient import TestClient

from factcheck.errors import FactCheckError
from factcheck.server.settings import Limits, Settings

pytestmark = pytest.mark.slow

TOKEN = "correct horse battery staple"


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost:80@evil", ""]
)
def test_other_host_names_are_refused(client: TestClient, host: str) -> None:
    # A site whose name is made to point here could else read everything (DNS rebinding).
    for path in ("/", "/health", "/games", "/v2/languages"):
        assert client.get(path, headers={"host": host}).status_code == 421


def test_names_of_this_machine_are_taken(make_client: MakeClient) -> None:
    client = make_client(names=("press-room",))
    for host in ("localhost", "LOCALHOST:8765", "127.0.0.1:1", "[::1]:8765", "press-room:80"):
        assert client.get("/health", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:9999"])
def test_pages_of_other_sites_may_not_ask(desk: TestClient, origin: str) -> None:
    for method, path in (
        ("POST", "/check"),
        ("POST", "/v2/check"),
        ("GET", "/games"),
        ("OPTIONS", "/check"),
    ):
        answer = desk.request(method, path, headers={"origin": origin})
        assert answer.status_code == 403
        assert "access-control-allow-origin" not in answer.headers


def test_a_page_of_another_site_cannot_embed_anything(desk: TestClient) -> None:
    embedded = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}
    assert desk.get("/desk/stories?annotator=ann", headers=embedded).status_code == 403
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert desk.get("/", headers=link).status_code == 200
    answer = desk.get("/games")
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


def test_a_form_of_another_site_cannot_decide_anything(desk: TestClient) -> None:
    body = json.dumps({"annotator": "ann", "story": "s1", "action": "done"})
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = desk.post("/desk/actions", content=body, headers={"content-type": kind})
        assert answer.status_code == 415
    assert desk.get("/desk/stories", params={"annotator": "ann"}).json()["entries"] == 0


def test_a_site_that_is_named_may_ask(make_client: MakeClient) -> None:
    client = make_client(origins=("https://friend.example",))
    friend = {"origin": "https://friend.example"}
    preflight = client.options("/check", headers=friend)
    assert preflight.status_code == 204
    assert preflight.headers["access-control-allow-origin"] == "https://friend.example"
    answer = client.post("/check", json={"text": WRONG}, headers=friend)
    assert answer.headers["access-control-allow-origin"] == "https://friend.example"
    assert (
        client.get("/games", headers={"origin": "https://friend.example.evil"}).status_code == 403
    )


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.20", "::"])
def test_other_addresses_need_a_token(host: str) -> None:
    with pytest.raises(FactCheckError, match="give a token"):
        Settings(host=host)
    Settings(host=host, token=TOKEN)


def test_a_token_is_long() -> None:
    with pytest.raises(FactCheckError, match="at least 16 characters"):
        Settings(token="secret")


@pytest.mark.parametrize(
    "path",
    ["/", "/check", "/games", f"/games/{GAME}", "/version", "/openapi.json", "/desk/session",
     "/desk/stories?annotator=ann", "/desk/export?to=csv", "/desk/assets/desk.js", "/nothing"],
)  # fmt: skip
def test_without_the_token_nothing_is_told(make_client: MakeClient, path: str) -> None:
    client = make_client(1, token=TOKEN)
    for headers in ({}, {"authorization": "Bearer wrong"}, {"cookie": "factcheck_token=wrong"}):
        answer = client.get(path, headers=headers)
        assert answer.status_code == 401
        assert list(answer.json()) == ["error"]


def test_with_the_token_everything_is(make_client: MakeClient) -> None:
    client = make_client(1, token=TOKEN)
    assert client.get("/health").status_code == 200
    bearer = {"authorization": f"Bearer {TOKEN}"}
    assert client.post("/check", json={"text": WRONG}, headers=bearer).status_code == 200
    form = {"text": WRONG, "language": "en-US"}
    assert client.post("/v2/check", data=form).status_code == 401
    assert client.post(f"/games/{GAME}/v2/check", data=form).status_code == 401
    assert client.post("/v2/check", data={**form, "apiKey": TOKEN}).json()["matches"]


def test_a_link_with_the_token_becomes_a_cookie(make_client: MakeClient) -> None:
    client = make_client(1, token=TOKEN)
    assert client.get("/?token=wrong-wrong-wrong-wrong").status_code == 401
    answer = client.get("/", params={"token": TOKEN}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert client.get("/desk/session").status_code == 200


def test_a_personal_token_is_one_annotators_and_nobody_elses(make_client: MakeClient) -> None:
    client = make_client(1, token=TOKEN, annotators=("ann", "ben"))
    own = {"authorization": f"Bearer {Settings(token=TOKEN).personal_token('ann')}"}
    assert client.get("/desk/session", headers=own).json()["you"] == "ann"
    assert client.get("/desk/stories", headers=own).status_code == 200
    assert client.get("/desk/stories?annotator=ben", headers=own).status_code == 403
    assert client.get("/desk/export?annotator=ben&to=csv", headers=own).status_code == 403
    done = {"annotator": "ben", "story": "s1", "action": "done"}
    assert client.post("/desk/actions", json=done, headers=own).status_code == 403
    stranger = {"authorization": f"Bearer {Settings(token=TOKEN).personal_token('carl')}"}
    assert client.get("/desk/session", headers=stranger).status_code == 401


def test_blind_annotators_see_nothing_of_each_other(make_client: MakeClient) -> None:
    client = make_client(1, blind=True)
    assert client.get("/desk/compare?story=s1").status_code == 403
    assert client.get("/desk/results").status_code == 403
    assert client.get("/desk/export?to=csv").status_code == 403
    client.post("/desk/actions", json={"annotator": "ann", "story": "s1", "action": "done"})
    assert client.get("/desk/session").json()["annotators"] == []


PATHS = [
    "/desk/assets/../desk.py",
    "/desk/assets/..%2f..%2fdesk.py",
    "/desk/assets/%2e%2e%2f%2e%2e%2fsettings.py",
    "/desk/assets//etc/passwd",
    "/desk/assets/openapi.yaml",
    "/desk/assets/desk.html.jinja",
]


@pytest.mark.parametrize("path", PATHS)
def test_no_other_file_is_served(served: Served, path: str) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=10) as raw:
        # A client library would tidy the path first.
        raw.sendall(f"GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: raw.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 404")
    assert b"import" not in answer


NASTY = [
    "'; DROP TABLE game; --",
    '<script>alert("x")</script>',
    "../../etc/passwd",
    "%00\x00",
    "{{ 7 * 7 }}",
    "🏀" * 500,
]


@pytest.mark.parametrize("text", NASTY)
def test_nothing_in_a_request_becomes_sql_html_or_a_path(
    desk: TestClient, tmp_path: Path, text: str
) -> None:
    before = sorted(path for path in tmp_path.rglob("*"))
    asks = [
        desk.get("/games", params={"team": text, "date": text}),
        desk.get("/games/" + text.replace("/", "%2F").replace("\x00", "%00")),
        desk.post("/check", json={"id": text, "text": WRONG, "game": text, "system": text}),
        desk.post("/check", json={"text": WRONG, "select": [text]}),
        desk.get("/desk/story", params={"annotator": "ann", "story": text}),
        desk.get("/desk/story", params={"annotator": text, "story": "s1"}),
        desk.get("/desk/compare", params={"story": text}),
        desk.get("/desk/export", params={"annotator": "ann", "to": text}),
        desk.post("/desk/actions", json={"annotator": text, "story": "s1", "action": "done"}),
        desk.post("/desk/actions", json={"annotator": "ann", "story": text, "action": "done"}),
        desk.post("/desk/actions", json={"annotator": "ann", "story": "s1", "action": text}),
    ]
    for answer in asks:
        assert 400 <= answer.status_code < 500, (answer.request.url, answer.text)
        assert answer.headers["content-type"].startswith("application/json")
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert sorted(path for path in tmp_path.rglob("*")) == before
    assert desk.get(f"/games/{GAME}").status_code == 200


def test_what_a_story_says_stays_text(desk: TestClient) -> None:
    text = f'<img src=x onerror="alert(1)"> {WRONG} <script>alert(2)</script>'
    answer = desk.post("/desk/check", json={"text": text, "game": GAME})
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["text"] == text
    page = desk.get("/")
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert "unsafe" not in page.headers["content-security-policy"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"text": "\\ud83c"}',
        b"null",
        b'{"text": NaN}',
        b"1" * 5000,
    ],
    ids=range(8),
)
def test_broken_json_is_the_askers_mistake(client: TestClient, content: bytes) -> None:
    answer = client.post("/check", content=content, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert client.get("/health").status_code == 200


def test_too_much_is_refused_before_it_is_read(make_client: MakeClient) -> None:
    client = make_client(limits=Limits(body=10_000))
    assert client.post("/check", json={"text": "x" * 10_001}).status_code == 413

    pieces = (b" " * 1000 for _ in range(100))  # of unknown length: sent in chunks
    answer = client.post("/check", content=pieces, headers={"content-type": "application/json"})
    assert answer.status_code == 413


def test_a_full_queue_says_so(make_client: MakeClient) -> None:
    client = make_client(limits=Limits(waiting=1))

    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(lambda _: client.post("/check", json={"text": WRONG}), range(24)))
    statuses = {answer.status_code for answer in answers}
    assert statuses <= {200, 503}
    assert 200 in statuses
    assert all(answer.headers["retry-after"] for answer in answers if answer.status_code == 503)
    assert client.post("/check", json={"text": WRONG}).status_code == 200


def read_all(raw: socket.socket) -> bytes:
    try:
        return b"".join(iter(lambda: raw.recv(65536), b""))
    except ConnectionResetError:
        return b""


def test_slow_clients_are_sent_away(serve_limited: Served) -> None:
    def connect() -> socket.socket:
        return socket.create_connection(("127.0.0.1", serve_limited.port), timeout=20)

    head = b"POST /check HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    with connect() as silent, connect() as header, connect() as body, connect() as second:
        header.sendall(b"GET /health HTTP/1.1\r\nhost: loc")
        body.sendall(head + b"content-length: 1000\r\n\r\n{")
        second.sendall(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\nGET /hea")
        start = time.monotonic()
        assert read_all(silent) == b""
        assert read_all(header) == b""
        assert b" 408 " in read_all(body).splitlines()[0]
        assert read_all(second).count(b"HTTP/1.1 200") == 1
        assert time.monotonic() - start < 10
    assert httpx.get(f"{serve_limited.url}/health").status_code == 200


def test_a_client_that_does_not_read_is_let_go(serve_limited: Served) -> None:
    line = json.dumps({"text": WRONG, "id": "x" * 20_000})
    content = "\n".join([line] * 600).encode()
    with socket.create_connection(("127.0.0.1", serve_limited.port), timeout=30) as raw:
        raw.sendall(
            b"POST /check HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-ndjson\r\n"
            + f"content-length: {len(content)}\r\n\r\n".encode()
            + content
        )
        deadline = time.monotonic() + 30
        # The server closes while the answer is not nearly read.
        while time.monotonic() < deadline:
            time.sleep(0.5)
            try:
                raw.send(b"\r\n")
            except (BrokenPipeError, ConnectionResetError):
                break
        else:
            raise AssertionError("the server waits for a client that does not read")
    assert httpx.get(f"{serve_limited.url}/health").status_code == 200

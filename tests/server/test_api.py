"""The JSON API: what it answers, and that its description says so."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import httpx
import jsonschema
import pytest
from openapi_spec_validator import validate
from servers import GAME, RIGHT, WRONG, Served, run_apart
from starlette.testclient import TestClient

import factcheck
from factcheck.server.api import description


def marks(report: dict[str, Any]) -> list[tuple[str, str, str | None]]:
    return [(m["text"], m["category"], m["correction"]) for m in report["mistakes"]]


FOUND = [("Tuesday", "NAME", "Wednesday"), ("12", "NUMBER", "11")]


def test_one_story_is_checked(client: TestClient) -> None:
    report = client.post("/check", json={"text": WRONG}).json()
    assert (report["id"], report["game"]) == ("story", GAME)
    assert marks(report) == FOUND
    assert "claims" not in report


def test_a_batch_comes_back_in_order_with_what_cannot_be_checked(client: TestClient) -> None:
    stories = [{"id": "a", "text": WRONG}, {"text": " "}, {"id": "c", "text": RIGHT}]
    reports = client.post("/check", json={"stories": stories}).json()["reports"]
    assert [report["id"] for report in reports] == ["a", "story-2", "c"]
    assert marks(reports[0]) == FOUND
    assert reports[1] == {"id": "story-2", "error": "the story is empty"}
    assert reports[2]["mistakes"] == []


def test_json_lines_come_back_line_by_line(client: TestClient) -> None:
    lines = "\n".join(json.dumps({"id": str(n), "text": WRONG}) for n in range(70))
    answer = client.post("/check", content=lines, headers={"content-type": "application/x-ndjson"})
    assert answer.headers["content-type"] == "application/x-ndjson"
    reports = [json.loads(line) for line in answer.text.splitlines()]
    assert [report["id"] for report in reports] == [str(n) for n in range(70)]
    assert all(marks(report) == FOUND for report in reports)


def test_an_answer_holds_what_is_asked_for(client: TestClient) -> None:
    body = {"text": WRONG, "claims": True, "unclaimed": True, "select": ["NUMBER"]}
    report = client.post("/check", json=body).json()
    assert marks(report) == FOUND[1:]
    assert "player-statistic" in {claim["rule"] for claim in report["claims"]}
    assert isinstance(report["unclaimed"], list)
    ignoring = client.post("/check", json={"text": WRONG, "ignore": ["player-statistic"]}).json()
    assert marks(ignoring) == FOUND[:1]


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({}, 400, "text: missing"),
        ({"text": 3}, 400, "text: not a text"),
        ({"text": ""}, 422, "the story is empty"),
        ({"text": WRONG, "game": "2014-11-06-X-Y"}, 422, "2014-11-06-X-Y"),
        ({"text": WRONG, "select": "NUMBER"}, 400, "select: not a list"),
        ({"text": WRONG, "select": ["NUMBERS"]}, 400, "'NUMBERS' is neither a category"),
        ({"text": WRONG, "claims": "yes"}, 400, "claims: not true or false"),
        ({"text": WRONG, "min_confidence": "high"}, 400, "min_confidence: not a number"),
        ({"stories": [3]}, 400, "not a JSON object"),
        ({"stories": [{"text": WRONG}] * 1001}, 413, "at most 1,000 stories"),
        ({"text": "x" * 100_001}, 422, "at most 100,000"),
        ([], 400, "not a JSON object"),
    ],
)
def test_what_cannot_be_checked_is_refused_in_one_line(
    client: TestClient, body: object, status: int, words: str
) -> None:
    answer = client.post("/check", json=body)
    assert answer.status_code == status
    assert list(answer.json()) == ["error"]
    assert words in answer.json()["error"]


def test_games_are_listed_and_shown(client: TestClient) -> None:
    found = client.get("/games", params={"team": "Suns", "date": "2014-11-05"}).json()
    assert [game["game_id"] for game in found["games"]] == [GAME]
    everything = client.get("/games").json()
    few = client.get("/games", params={"limit": 2, "offset": 1}).json()
    assert few["total"] == everything["total"]
    assert few["games"] == everything["games"][1:3]
    sheet = client.get(f"/games/{GAME}").json()
    assert [team["points"] for team in sheet["teams"]] == [102, 91]
    assert client.get("/games/2001-01-01-X-Y").status_code == 422
    assert client.get("/games", params={"limit": "1e9"}).status_code == 400
    assert client.get("/games", params={"team": "Harlem"}).status_code == 422


def test_the_server_says_what_it_is(client: TestClient) -> None:
    assert client.get("/health").json() == {"status": "ok"}
    version = client.get("/version").json()
    assert version["factcheck"] == factcheck.__version__
    assert version["rules"] > 100
    signed = client.post("/check", json={"text": RIGHT}).json()["signature"]
    assert version["signature"] == signed
    assert "schema_version" in version["knowledge_base"]


def test_the_description_is_valid_and_names_every_address(client: TestClient) -> None:
    found = client.get("/openapi.json").json()
    validate(found)
    for path, methods in found["paths"].items():
        for method in methods:
            answer = client.request(method, path.replace("{game}", GAME), json={"text": RIGHT})
            assert answer.status_code == 200, (method, path)


def test_answers_are_as_described(client: TestClient) -> None:
    def hold(item: object, name: str) -> None:
        schema = {"$ref": f"#/components/schemas/{name}", "components": description()["components"]}
        jsonschema.validate(item, schema)

    hold(client.post("/check", json={"text": WRONG, "claims": True}).json(), "Report")
    hold(client.post("/check", json={"stories": [{"text": WRONG}, {"text": ""}]}).json(), "Reports")
    for game in client.get("/games").json()["games"]:
        hold(game, "Game")


def test_twenty_clients_at_once_are_all_answered(served: Served) -> None:
    async def ask() -> list[httpx.Response]:
        async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=20)) as web:
            asks = (web.post(f"{served.url}/check", json={"text": WRONG}) for _ in range(60))
            return list(await asyncio.gather(*asks))

    answers = run_apart(ask())
    assert {answer.status_code for answer in answers} == {200}
    assert all(marks(answer.json()) == FOUND for answer in answers)


def test_an_answer_does_not_wait_for_the_clients_acknowledgement(served: Served) -> None:
    took = []
    with httpx.Client() as web:
        for _ in range(20):
            start = time.perf_counter()
            assert web.post(f"{served.url}/check", json={"text": " "}).status_code == 422
            took.append(time.perf_counter() - start)
    # A delayed acknowledgement makes every answer take forty milliseconds or more.
    assert min(took) < 0.035

"""``factcheck serve`` as a person starts, stops and kills it."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path

import httpx
import pytest
from command_line import factcheck, refused
from mcp import Client, StdioServerParameters, stdio_client
from servers import GAME, WRONG, Serve, run_apart

pytestmark = pytest.mark.slow


@pytest.fixture
def stories(tmp_path: Path) -> Path:
    lines = [{"id": name, "text": WRONG, "game": GAME} for name in ("one", "two")]
    path = tmp_path / "stories.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def decide(url: str, **more: object) -> httpx.Response:
    return httpx.post(f"{url}/desk/actions", json={"annotator": "ann", "story": "one", **more})


def test_kill_9_loses_no_decision(serve: Serve, stories: Path, tmp_path: Path) -> None:
    served = serve(stories, "--reviews", tmp_path / "reviews")
    for number in range(5):
        assert decide(served.url, action="note", text=f"note {number}").status_code == 200
    assert decide(served.url, action="accept", mark="m1").status_code == 200
    served.process.send_signal(signal.SIGKILL)
    served.process.wait()
    again = serve("--reviews", tmp_path / "reviews")
    found = httpx.get(f"{again.url}/desk/story?annotator=ann&story=one").json()["review"]
    assert (found["note"], found["marks"][0]["state"]) == ("note 4", "accepted")


def test_reviews_go_on_to_import_and_review_stats(
    serve: Serve, stories: Path, tmp_path: Path, demo_kb: Path
) -> None:
    served = serve(stories, "--reviews", tmp_path / "reviews")
    decide(served.url, action="accept", mark="m1")
    decide(served.url, action="reject", mark="m2")
    decide(served.url, action="done")
    served.process.send_signal(signal.SIGINT)
    assert served.process.wait(10) == 0
    done = factcheck("import", tmp_path / "reviews", "--from", "desk", "--to", "csv")
    assert done.returncode == 0, done.stderr
    assert "1 story, 1 mistake; 1 left out as not reviewed: two" in done.stderr
    assert [line.split(",")[3] for line in done.stdout.splitlines()[1:]] == ["Tuesday"]
    checked = factcheck("check", stories, "--kb", demo_kb, "--format", "jsonl")
    (tmp_path / "results.jsonl").write_text(checked.stdout)
    stats = factcheck(
        "review-stats", tmp_path / "results.jsonl", tmp_path / "reviews", "--from", "desk",
        "--format", "json",
    )  # fmt: skip
    total = json.loads(stats.stdout)["total"]
    assert (total["kept"], total["removed"]) == (1, 1)


def test_what_cannot_be_served_is_said_in_one_line(
    demo_kb: Path, stories: Path, tmp_path: Path, serve: Serve
) -> None:
    def start(*arguments: object) -> object:
        return factcheck("serve", "--kb", demo_kb, *map(str, arguments))

    refused(start(stories), "--reviews DIR")
    refused(start("--host", "0.0.0.0"), "give a token")
    refused(start("--token", "short"), "at least 16")
    refused(start("--allow-origin", "*"), "is no origin")
    refused(start("--annotators", "a/b"), "is no name")
    refused(start("--reviews", tmp_path / "empty"), "holds no story")
    refused(start("--host", "203.0.113.7", "--token", "x" * 16), "cannot listen")
    served = serve(stories, "--reviews", tmp_path / "reviews")
    refused(start("--reviews", tmp_path / "reviews"), "is open in another")
    refused(start("--port", served.port), "cannot listen", "--port")


def test_annotators_get_links_of_their_own(serve: Serve, stories: Path, tmp_path: Path) -> None:
    token = "correct horse battery staple"
    served = serve(
        stories, "--reviews", tmp_path / "reviews", "--annotators", "ann,ben", "--blind",
        FACTCHECK_TOKEN=token,
    )  # fmt: skip
    served.process.terminate()
    assert served.process.stderr is not None
    told = served.process.stderr.read()
    assert token not in told
    links = [line.split(": ")[1] for line in told.splitlines() if line.startswith("  ")]
    assert len(links) == len(set(links)) == 2
    assert all(f":{served.port}/?token=" in link for link in links)


def test_a_language_model_asks_and_the_rules_answer(demo_kb: Path) -> None:
    async def talk() -> None:
        server = StdioServerParameters(
            command=sys.executable, args=["-m", "factcheck", "serve", "--kb", str(demo_kb), "--mcp"]
        )
        async with Client(stdio_client(server)) as client:
            tools = (await client.list_tools()).tools
            assert {tool.name for tool in tools} == {
                "check_story",
                "find_games",
                "show_game",
                "show_rule",
            }
            checked = await client.call_tool("check_story", {"text": WRONG})
            assert checked.structured_content is not None
            mistakes = checked.structured_content["mistakes"]
            assert [each["correction"] for each in mistakes] == ["Wednesday", "11"]
            games = await client.call_tool("find_games", {"team": "Suns", "date": "2014-11-05"})
            assert games.structured_content is not None
            assert games.structured_content["games"][0]["game_id"] == GAME
            refusal = await client.call_tool("check_story", {"text": " "})
            assert refusal.is_error
            assert "the story is empty" in str(refusal.content[0])
            rule = await client.call_tool("show_rule", {"rule": "game-day"})
            assert rule.structured_content is not None
            assert rule.structured_content["id"] == "game-day"
            sheet = await client.call_tool("show_game", {"game": GAME})
            assert not sheet.is_error

    run_apart(talk())

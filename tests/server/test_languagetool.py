"""The LanguageTool protocol, as clients from PyPI and editors speak it."""

from __future__ import annotations

import json
from typing import Any

import language_tool_python
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pylanguagetool import api as pylanguagetool
from servers import GAME, WRONG, Served
from starlette.testclient import TestClient

from factcheck.exchange.marks import utf16_offsets
from factcheck.server.annotated_text import AnnotatedText


def check(client: TestClient, path: str = "/v2/check", **form: str) -> list[dict[str, Any]]:
    answer = client.post(path, data={"language": "en-US", **form})
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["matches"]
    return found


def utf16(text: str, start: int, length: int) -> str:
    """The words at an offset as Java and JavaScript count."""
    return text.encode("utf-16-le")[2 * start : 2 * (start + length)].decode("utf-16-le")


def test_a_match_says_where_what_and_what_is_right(client: TestClient) -> None:
    day, assists = check(client, text=WRONG)
    assert utf16(WRONG, day["offset"], day["length"]) == "Tuesday"
    assert day["replacements"] == [{"value": "Wednesday"}]
    assert day["rule"]["id"] == "game-day"
    assert day["rule"]["category"] == {"id": "NAME", "name": "Name"}
    assert assists["message"] == "Mike Conley had 11 assists."
    assert assists["sentence"] == "Mike Conley had 24 points and 12 assists."
    context = assists["context"]
    assert utf16(context["text"], context["offset"], context["length"]) == "12"


def test_what_is_to_be_put_in_is_good_english(client: TestClient) -> None:
    text = "🏀 Gasol had 24 points, 11 assists and a block."
    found = check(client, f"/games/{GAME}/v2/check", text=text)
    said = [utf16(text, each["offset"], each["length"]) for each in found]
    assert list(zip(said, (each["replacements"] for each in found), strict=True)) == [
        ("Gasol", [{"value": "Conley"}]),
        ("a block", [{"value": "no blocks"}]),
    ]
    context = found[1]["context"]
    assert utf16(context["text"], context["offset"], context["length"]) == "a block"


def test_what_is_to_be_put_in_spares_markup(client: TestClient) -> None:
    parts = [
        {"text": "Mike Conley had 24 points and "},
        {"markup": "<b>"},
        {"text": "a"},
        {"markup": "</b>"},
        {"text": " block."},
    ]
    given = "".join(part.get("text", part.get("markup", "")) for part in parts)
    path = f"/games/{GAME}/v2/check"
    (found,) = check(client, path, data=json.dumps({"annotation": parts}))
    assert utf16(given, found["offset"], found["length"]) == "a"


def test_offsets_count_utf_16_units(client: TestClient) -> None:
    text = f"🏀🏀 Café! {WRONG}"
    day, _ = check(client, text=text)
    assert utf16(text, day["offset"], day["length"]) == "Tuesday"
    assert day["offset"] == text.index("Tuesday") + 2
    context = day["context"]
    assert utf16(context["text"], context["offset"], context["length"]) == "Tuesday"


def test_offsets_are_into_the_markup_that_the_client_holds(client: TestClient) -> None:
    source = WRONG.replace("Tuesday", "<b>Tuesday</b>").replace(" 12", "&nbsp;🏀12")
    parts = [
        {"text": WRONG[: WRONG.index("Tuesday")]},
        {"markup": "<b>"},
        {"text": "Tuesday"},
        {"markup": "</b>"},
        {"text": WRONG[WRONG.index(". Mike") : WRONG.index(" 12")]},
        {"markup": "&nbsp;🏀", "interpretAs": " "},
        {"text": WRONG[WRONG.index("12 ") :]},
    ]
    found = check(client, data=json.dumps({"annotation": parts}))
    assert [utf16(source, each["offset"], each["length"]) for each in found] == ["Tuesday", "12"]


PIECES = st.lists(
    st.one_of(
        st.text(max_size=4).map(lambda text: (text, text)),
        st.tuples(st.sampled_from(["", " ", "\n\n"]), st.text("<b>&🏀", min_size=1, max_size=4)),
    ),
    max_size=6,
)


@given(PIECES)
def test_what_is_text_in_both_is_found_at_its_place(pieces: list[tuple[str, str]]) -> None:
    text = AnnotatedText(pieces)
    whole = "".join(held for _, held in pieces)
    read_at = given_at = 0
    for read, held in pieces:
        if read and read == held:
            start, end = text.place(read_at, read_at + len(read))
            assert utf16(whole, start, end - start) == read
        elif read:
            start, end = text.place(read_at, read_at + len(read))
            assert (start, end) == (given_at, given_at + utf16_offsets(held)[-1])
        read_at += len(read)
        given_at += utf16_offsets(held)[-1]


def test_rules_and_categories_can_be_switched(client: TestClient) -> None:
    def rules(**form: str) -> list[str]:
        return [each["rule"]["id"] for each in check(client, text=WRONG, **form)]

    assert rules() == ["game-day", "player-statistic"]
    assert rules(disabledRules="game-day,other") == ["player-statistic"]
    assert rules(disabledCategories="NUMBER") == ["game-day"]
    assert rules(enabledRules="game-day") == ["game-day", "player-statistic"]
    assert rules(enabledRules="game-day", enabledOnly="true") == ["game-day"]
    assert rules(enabledCategories="NUMBER", enabledOnly="true") == ["player-statistic"]


def test_a_paragraph_that_tells_no_game_has_no_marks_unless_the_address_tells(
    client: TestClient,
) -> None:
    text = "Mike Conley had 12 assists."
    assert check(client, text=text) == []
    (found,) = check(client, f"/games/{GAME}/v2/check", text=text)
    assert found["replacements"] == [{"value": "11"}]
    assert check(client, text="") == []


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"text": "a"}, "language"),
        ({"text": "a", "language": "de-DE"}, "'de-DE' is not a language"),
        ({"language": "en-US"}, "give either 'text' or 'data'"),
        ({"language": "en-US", "text": "a", "data": "{}"}, "give either"),
        ({"language": "en-US", "data": "{"}, "not JSON"),
        ({"language": "en-US", "data": "[1]"}, "needs 'text' or 'annotation'"),
        ({"language": "en-US", "data": '{"annotation": [{"text": 3}]}'}, "each part"),
        ({"language": "en-US", "data": '{"annotation": "x"}'}, "needs 'text'"),
    ],
)
def test_errors_are_plain_lines(client: TestClient, form: dict[str, str], words: str) -> None:
    answer = client.post("/v2/check", data=form)
    assert answer.status_code == 400
    assert answer.text.startswith("Error: ")
    assert words in answer.text


def test_the_other_addresses_answer(client: TestClient) -> None:
    assert {each["longCode"] for each in client.get("/v2/languages").json()} >= {"en-US", "en-GB"}
    assert client.get("/v2/healthcheck").text == "OK"
    assert client.get("/v2/maxtextlength").text == "100000"
    assert client.get("/v2/info").json()["software"]["name"] == "factcheck"
    assert client.get("/v2/check", params={"text": WRONG, "language": "auto"}).json()["matches"]


def test_language_tool_python_marks_and_corrects(served: Served) -> None:
    with language_tool_python.LanguageTool("en-US", remote_server=served.url) as tool:
        found = tool.check(WRONG)
        assert [(each.rule_id, each.replacements) for each in found] == [
            ("game-day", ["Wednesday"]),
            ("player-statistic", ["11"]),
        ]
        assert [WRONG[each.offset : each.offset + each.error_length] for each in found] == [
            "Tuesday",
            "12",
        ]
        right = WRONG.replace("Tuesday", "Wednesday").replace("12", "11")
        assert tool.correct(WRONG) == right
        assert tool.check(right) == []
        tool.disabled_rules = {"game-day"}
        assert [each.rule_id for each in tool.check(f"🏀 {WRONG}")] == ["player-statistic"]


def test_pylanguagetool_marks(served: Served) -> None:
    base = f"{served.url}/v2/"
    assert "en-GB" in {each["longCode"] for each in pylanguagetool.get_languages(base)}
    found = pylanguagetool.check(
        WRONG, api_url=base, lang="en-US", disabled_categories="NUMBER", enabled_only=False
    )
    assert [each["replacements"] for each in found["matches"]] == [[{"value": "Wednesday"}]]

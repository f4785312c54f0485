"""The review desk in a real browser: by keyboard, on a phone, in the dark, with 600 stories."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import chromium
from playwright.sync_api import ConsoleMessage, Page, Request
from servers import GAME, RIGHT, WRONG, Serve, Served

from factcheck import FactChecker
from factcheck.reviews import ReviewFolder

pytestmark = pytest.mark.slow

OpenDesk = Callable[..., Page]

MANY = 600


@pytest.fixture(scope="module")
def desk(serve: Serve, checker: FactChecker, tmp_path_factory: pytest.TempPathFactory) -> Served:
    """A desk with 600 stories, shared: each test reviews stories of its own."""
    folder = tmp_path_factory.mktemp("desk") / "reviews"
    reports = [checker.check(text, GAME) for text in (WRONG, RIGHT)]
    reviews = ReviewFolder(folder, writable=True)
    reviews.add_stories(
        replace(reports[n % 2], story=replace(reports[n % 2].story, id=f"s{n + 1}", system="one"))
        for n in range(MANY)
    )
    reviews.close()
    return serve("--reviews", folder)


@pytest.fixture
def open_desk(desk: Served, request: pytest.FixtureRequest) -> Iterator[OpenDesk]:
    """Return a function that opens the desk.

    After the test it fails if a page complained or asked anybody but the desk.
    """
    complaints: list[str] = []
    contexts = []
    marker = request.node.get_closest_marker("refusals")
    expected = None if marker is None else marker.args[0]

    def watch(asked: Request) -> None:
        if not asked.url.startswith((desk.url, "data:", "blob:")):
            complaints.append(f"request to {asked.url}")

    def hear(message: ConsoleMessage) -> None:
        # Chromium itself notes every answer that is a refusal.
        if expected is None or expected not in message.text:
            complaints.append(f"console: {message.text}")

    def open_it(
        path: str = "/", who: str | None = "ann", *, width: int = 1280, **options: Any
    ) -> Page:
        context = chromium().new_context(viewport={"width": width, "height": 900}, **options)
        contexts.append(context)
        if who is not None:
            name = json.dumps(who)
            context.add_init_script(f"localStorage.setItem('annotator', {name})")
        page = context.new_page()
        page.on("request", watch)
        page.on("console", hear)
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.goto(f"{desk.url}{path}")
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert complaints == []


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def until(page: Page, condition: str) -> None:
    """Wait for a condition; the page's own policy forbids playwright's way to do it."""
    for _ in range(300):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never came true: {condition}")


def current(page: Page) -> str:
    return page.locator(".mark.current").first.inner_text()


def settled(page: Page, text: str) -> None:
    """Wait until the desk says something, for every decision goes to the server and back."""
    page.locator(".below", has_text=text).wait_for()


def test_a_whole_review_by_keyboard_alone(open_desk: OpenDesk) -> None:
    page = open_desk(who=None)
    page.locator("#who-dialog[open]").wait_for()
    page.keyboard.type("Keya Board")
    press(page, "Enter")
    page.locator(".row").first.wait_for()
    press(page, "j", "Enter")
    page.locator(".mark").first.wait_for()
    assert current(page) == "Tuesday"
    press(page, "a")
    settled(page, "1 kept, 1 undecided")
    assert current(page) == "12"
    assert page.locator(".proof").inner_text() == "11"
    press(page, "x")
    settled(page, "1 kept, 0 undecided")
    press(page, "u")
    settled(page, "1 kept, 1 undecided")
    press(page, "r")
    settled(page, "1 kept, 0 undecided")
    press(page, "3")  # another category: kept after all
    settled(page, "2 kept, 0 undecided")
    press(page, "c")
    page.keyboard.type("eleven")
    press(page, "Enter")
    page.locator(".fix", has_text="eleven").wait_for()
    press(page, "e")
    page.keyboard.type("in words")
    press(page, "Enter")
    until(page, "document.activeElement.matches('.mark')")
    press(page, "m", "Shift+ArrowRight", "4")  # "assists", and the full stop after it
    settled(page, "3 marks: 3 kept")
    until(page, "document.activeElement.matches('.card input')")
    press(page, "Escape", "w", "Shift+ArrowLeft", "Enter")
    page.locator(".mark.current", has_text="assists").wait_for()
    until(page, "document.querySelector('.mark.current').innerText === 'assists'")
    press(page, "d")
    until(page, "location.hash === '#/story/s2'")
    press(page, "Escape")
    page.locator(".status.done").wait_for()
    assert page.locator(".progress").inner_text().startswith("1 of 600 stories done")

    found = page.request.get(f"{page.url.split('#')[0]}desk/story?annotator=Keya%20Board&story=s1")
    review = found.json()["review"]
    text = found.json()["text"]
    assert review["done"]
    assert [
        (text[m["start"] : m["end"]], m["category"], m["correction"], m["state"], m["note"])
        for m in review["marks"]
    ] == [
        ("Tuesday", "NAME", "Wednesday", "accepted", ""),
        ("12", "WORD", "eleven", "accepted", "in words"),
        ("assists", "CONTEXT", None, "accepted", ""),
    ]


def test_who_is_faster_than_the_server_decides_about_the_right_marks(open_desk: OpenDesk) -> None:
    page = open_desk("/#/story/s15", "fast")
    page.locator(".mark").first.wait_for()
    press(page, "a", "x", "d")
    until(page, "location.hash === '#/story/s16'")
    found = page.request.get(f"{page.url.split('#')[0]}desk/story?annotator=fast&story=s15").json()
    assert [mark["state"] for mark in found["review"]["marks"]] == ["accepted", "rejected"]


def test_words_are_marked_with_the_pointer(open_desk: OpenDesk) -> None:
    page = open_desk("/#/story/s3", "mona")
    assert page.locator(".signature").inner_text().startswith("Checked with factcheck:")
    page.locator(".w", has_text="defeated").dblclick()
    page.locator(".card", has_text="New mark").wait_for()
    page.locator(".chip.word").click()
    page.locator(".mark", has_text="defeated").wait_for()
    page.locator(".mark", has_text="Tuesday").click()
    page.locator("button.reject").click()
    page.locator(".mark.rejected", has_text="Tuesday").wait_for()
    page.locator("button", has_text="Undo").click()
    page.locator(".mark.open", has_text="Tuesday").wait_for()


def test_a_second_window_shows_the_same(open_desk: OpenDesk) -> None:
    first, second = open_desk("/#/story/s5", "twin"), open_desk("/#/story/s5", "twin")
    for page in (first, second):
        page.locator(".mark").first.wait_for()
    press(first, "a")
    second.locator(".mark.accepted").wait_for()
    first.reload()
    first.locator(".mark.accepted").wait_for()


@pytest.mark.refusals("503")
def test_what_is_not_saved_is_said_and_sent_again(open_desk: OpenDesk) -> None:
    page = open_desk("/#/story/s7", "wire")
    page.locator(".mark").first.wait_for()
    away = [True]

    def cut(route: Any) -> None:
        if away:
            route.fulfill(status=503, json={"error": "away"})
        else:
            route.continue_()

    page.route("**/desk/actions", cut)
    press(page, "a")
    page.locator("#trouble", has_text="Not saved yet").wait_for()
    assert page.locator(".mark.accepted").count() == 0
    away.clear()
    page.locator(".mark.accepted").wait_for()
    page.locator("#trouble").wait_for(state="hidden")


def marks_of(page: Page, who: str, story: str) -> list[dict[str, Any]]:
    address = f"{page.url.split('#')[0]}desk/story?annotator={who}&story={story}"
    found: list[dict[str, Any]] = page.request.get(address).json()["review"]["marks"]
    return found


def test_what_is_typed_is_kept_whatever_is_clicked_next(open_desk: OpenDesk) -> None:
    page = open_desk("/#/story/s23", "typist")
    page.locator(".mark").first.wait_for()
    press(page, "c")
    page.keyboard.type("Thursday")
    page.locator(".mark", has_text="12").click()
    page.locator(".fix", has_text="Thursday").wait_for()
    press(page, "e")
    page.keyboard.type("not so")
    page.locator("button.accept").click()
    settled(page, "2 marks: 2 kept")
    assert [(m["correction"], m["note"]) for m in marks_of(page, "typist", "s23")] == [
        ("Thursday", ""),
        ("11", "not so"),
    ]


def test_typing_goes_on_while_another_window_decides(open_desk: OpenDesk) -> None:
    page, other = open_desk("/#/story/s25", "pair"), open_desk("/#/story/s25", "pair")
    for each in (page, other):
        each.locator(".mark").first.wait_for()
    press(page, "c")
    page.keyboard.type("Thu")
    press(other, "a")
    page.locator(".mark.accepted").first.wait_for()
    page.keyboard.type("rsday")
    press(page, "Enter")
    page.locator(".fix", has_text="Thursday").wait_for()
    assert [m["state"] for m in marks_of(page, "pair", "s25")] == ["accepted", "open"]


def test_a_page_is_not_left_with_a_word_half_typed(open_desk: OpenDesk) -> None:
    page = open_desk("/#/story/s27", "leaver")
    page.locator(".mark").first.wait_for()
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    press(page, "c")
    page.keyboard.type("Thu")
    page.reload()
    page.locator(".mark.open").first.wait_for()
    assert asked == ["beforeunload"]
    press(page, "c")
    page.keyboard.type("Thu")
    press(page, "Escape")
    page.reload()
    assert asked == ["beforeunload"]


def test_undecided_marks_are_asked_about_once(open_desk: OpenDesk) -> None:
    page = open_desk("/#/story/s9", "hasty")
    page.locator(".mark").first.wait_for()
    press(page, "d")
    page.locator("#trouble", has_text="undecided").wait_for()
    press(page, "d")
    until(page, "location.hash === '#/story/s10'")


def test_only_the_rows_that_can_be_seen_are_there(open_desk: OpenDesk) -> None:
    page = open_desk()
    page.locator(".row").first.wait_for()
    assert page.locator("*").count() < 800
    page.mouse.wheel(0, 20_000)
    until(page, "document.querySelectorAll('.rows li')[3].ariaPosInSet > 100")
    assert page.locator("*").count() < 800
    assert page.locator(".rows li").first.get_attribute("aria-setsize") == str(MANY)
    press(page, "/")
    page.keyboard.type("s599")
    until(page, "document.querySelectorAll('.row').length === 1")
    press(page, "Escape", "j", "Enter")
    page.locator(".kicker", has_text="s599").wait_for()


def test_the_list_is_sorted_and_filtered(open_desk: OpenDesk) -> None:
    page = open_desk(who="sorter")
    page.locator(".row").first.wait_for()
    page.locator("select[name=sort]").select_option("marks")
    assert page.locator(".row .id").all_inner_texts()[:3] == ["s1", "s3", "s5"]
    page.locator("select[name=filter]").select_option("done")
    page.locator(".empty").wait_for()


def test_single_keys_can_be_switched_off(open_desk: OpenDesk) -> None:
    page = open_desk("/#/story/s11", "quiet")
    page.locator(".mark").first.wait_for()
    press(page, "?")
    page.locator("#single-keys").uncheck()
    page.locator("#keys-dialog button").click()
    press(page, "n", "a")
    assert current(page) == "Tuesday"
    assert page.locator(".mark.accepted").count() == 0


def test_a_pasted_text_is_checked(open_desk: OpenDesk) -> None:
    page = open_desk("/#/check")
    page.locator("textarea").fill("Mike Conley had 12 assists.")
    page.locator("button", has_text="Check").last.click()
    page.locator(".wrong-input", has_text="game").wait_for()
    page.locator("input[name=game]").fill("2014-11-05-MEM-PHX")
    page.locator(".paste button").click()
    page.locator(".mark", has_text="12").wait_for()
    assert page.locator(".fix").inner_text() == "11"
    assert page.locator("button.accept").count() == 0


VIEWS = ["/", "/#/story/s13", "/#/check", "/#/results", "/#/compare/s13"]


@pytest.mark.parametrize("path", VIEWS)
@pytest.mark.parametrize("width", [320, 390, 768])
def test_the_desk_fits_a_phone(open_desk: OpenDesk, path: str, width: int) -> None:
    page = open_desk(path, "phone", width=width, has_touch=True)
    page.locator("main h1").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if "story" in path:
        card = page.locator(".card").bounding_box()
        mark = page.locator(".mark.current").first.bounding_box()
        assert card is not None
        assert mark is not None
        assert mark["y"] + mark["height"] <= card["y"]  # the card does not hide its mark
        page.locator("button.accept").tap()
        page.locator(".mark.accepted, .state.accepted").first.wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", VIEWS)
def test_everybody_can_use_it(open_desk: OpenDesk, path: str, scheme: str) -> None:
    page = open_desk(path, "axel", color_scheme=scheme)
    page.locator("main h1").wait_for()
    if "story" in path:
        press(page, "a")
        page.locator(".mark.accepted").first.wait_for()
        press(page, "e")
    # What WCAG 2.2 AA asks for and a program can see.
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": tags}})
    assert found.violations_count == 0, found.generate_report()


def test_dialogs_can_be_used_by_everybody(open_desk: OpenDesk) -> None:
    page = open_desk("/", None)
    page.locator("#who-dialog[open]").wait_for()
    assert Axe().run(page).violations_count == 0
    page.keyboard.type("axel")
    press(page, "Enter")
    page.locator(".row").first.wait_for()
    press(page, "?")
    page.locator("#keys-dialog[open]").wait_for()
    assert Axe().run(page).violations_count == 0


def test_a_hostile_story_stays_text(serve: Serve, tmp_path: Path) -> None:
    evil = '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>'
    story = {
        "id": f'{evil} "1"/..',
        "system": evil,
        "game": "2014-11-05-MEM-PHX",
        "text": f"{evil} The Grizzlies beat the Suns 102-91 on Tuesday. 🏀 é",
    }
    (tmp_path / "stories.jsonl").write_text(json.dumps(story) + "\n")
    served = serve(tmp_path / "stories.jsonl", "--reviews", tmp_path / "reviews")
    context = chromium().new_context()
    context.add_init_script("localStorage.setItem('annotator', 'eve')")
    page = context.new_page()
    page.goto(served.url)
    page.locator(".row").click()
    page.locator(".mark", has_text="Tuesday").wait_for()
    page.keyboard.press("a")
    page.locator(".mark.accepted").wait_for()
    assert "taken" not in page.title().replace(evil, "")
    assert page.locator("main img, main script").count() == 0
    assert page.evaluate("document.querySelector('.text').innerText").startswith(evil)
    page.reload()
    page.locator(".mark.accepted").wait_for()
    context.close()


def test_side_by_side_shows_who_marked_what(open_desk: OpenDesk, desk: Served) -> None:
    page = open_desk("/", "one")
    for who, action in (("one", "accept"), ("two", "accept"), ("three", "reject")):
        body = {"annotator": who, "story": "s21", "action": action, "mark": "m1"}
        page.request.post(f"{desk.url}/desk/actions", data=body)
    page.goto(f"{desk.url}/#/compare/s21")
    page.locator("mark", has_text="Tuesday").wait_for()
    assert page.locator("mark").get_attribute("data-number") == "2/3"
    assert page.locator("mark").evaluate("mark => mark.closest('.text').innerText") == WRONG
    row = page.locator(".sides tbody tr").all_inner_texts()
    assert [cell.split("\n")[0] for cell in row[0].split("\t")] == [
        "Tuesday",
        "Name → Wednesday",
        "Name → Wednesday",
        "not marked",
        "Name",
    ]

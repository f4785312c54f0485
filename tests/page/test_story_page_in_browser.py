"""The page of checked stories in a real browser."""

from __future__ import annotations

from dataclasses import replace

import pytest
from browser import OpenPage

from factcheck.model import Report
from factcheck.page import BoxScore, render_stories

pytestmark = pytest.mark.slow

GAME = "2014-11-05-MEM-PHX"
A4_WIDTH = 680
"""Pixels between the margins."""


@pytest.fixture
def html(batch: list[Report], box_score: BoxScore) -> str:
    return render_stories(batch, {GAME: box_score})


def test_story_text_survives_the_browser(
    open_page: OpenPage, html: str, batch: list[Report]
) -> None:
    page = open_page(html)
    texts = [element.text_content() for element in page.query_selector_all(".text")]
    assert texts == [report.story.text for report in batch]
    assert page.title() == "Checked stories"


def test_page_reads_without_script(open_page: OpenPage, html: str) -> None:
    page = open_page(html, script=False)
    assert page.locator("#filters").is_hidden()
    assert page.locator(".note").first.is_visible()
    assert "Zach Randolph scored 18 points." in page.locator(".notes").first.inner_text()
    assert page.locator(".mark").nth(1).get_attribute("title") == (
        "Number: 20 → 18. Zach Randolph scored 18 points."
    )
    page.locator(".mark").nth(1).click()
    assert page.url.endswith("#s1-n2")


def test_pointing_at_a_mark_shows_correction_and_evidence(open_page: OpenPage, html: str) -> None:
    page = open_page(html)
    page.locator(".mark").nth(1).hover()
    card = page.locator("#card")
    assert "18" in card.inner_text()
    assert card.locator("td").nth(3).inner_text() == "18"
    assert page.locator(".box .proof").all_inner_texts() == ["18"]
    page.mouse.move(5, 5)
    assert card.is_hidden()
    assert page.locator("td.proof").count() == 0


def test_keys_go_from_mark_to_mark(open_page: OpenPage, html: str) -> None:
    page = open_page(html)
    said = []
    for key in ("n", "j", "n", "p", "k"):
        page.keyboard.press(key)
        said.append(page.evaluate("document.activeElement.textContent"))
    assert said == ["Monday", "20", "led", "20", "Monday"]
    assert page.locator("#card .right").inner_text() == "Wednesday"
    page.keyboard.press("Tab")
    assert page.locator("#card .right").inner_text() == "18"
    page.keyboard.press("Escape")
    assert page.locator("#card").is_hidden()


def test_category_filter_takes_marks_and_notes_away(open_page: OpenPage, html: str) -> None:
    page = open_page(html)
    page.locator(".chip.number").click()
    assert page.locator(".mark:not(.off)").all_text_contents() == ["Monday", "led"]
    assert page.locator("#s1-n2").is_hidden()
    assert page.locator("#shown").inner_text() == "2 of 4 shown"
    page.keyboard.press("n")
    page.keyboard.press("n")
    assert page.evaluate("document.activeElement.textContent") == "led"
    page.locator(".chip.number").click()
    assert page.locator(".mark.off").count() == 0


def test_rule_filter_keeps_the_stories_that_the_rule_found(open_page: OpenPage, html: str) -> None:
    page = open_page(html)
    page.locator("select[name=rule]").select_option("game-day")
    assert page.locator(".mark:not(.off)").all_text_contents() == ["Monday"]
    assert page.locator(".story:visible").count() == 1
    page.locator("select[name=rule]").select_option("")
    assert page.locator(".story:visible").count() == 3


def test_corrections_in_the_text_can_be_switched_off(open_page: OpenPage, html: str) -> None:
    page = open_page(html)
    shown = "getComputedStyle(document.querySelector('.mark'), '::after').content"
    assert page.evaluate(shown) == '"Wednesday"'
    page.locator("input[name=fixes]").uncheck()
    assert page.evaluate(shown) == "none"


def test_theme_follows_the_system_and_can_be_switched(open_page: OpenPage, html: str) -> None:
    page = open_page(html, color_scheme="dark")
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(paper) == "rgb(20, 22, 26)"
    page.locator("#theme").click()
    assert page.evaluate(paper) == "rgb(250, 248, 243)"
    page.locator("#theme").click()
    assert page.evaluate(paper) == "rgb(20, 22, 26)"


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_page_fits_the_screen(open_page: OpenPage, html: str, width: int) -> None:
    page = open_page(html, width=width)
    page.locator(".mark").nth(1).click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = page.locator("#card").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width


def test_printed_page_leaves_the_controls_out(open_page: OpenPage, html: str) -> None:
    page = open_page(html)
    page.emulate_media(media="print")
    assert page.locator("#filters").is_hidden()
    assert page.locator(".note").first.is_visible()
    assert page.locator(".line-score").is_visible()


def test_many_stories_print_on_few_pages_and_no_column_is_lost(
    open_page: OpenPage, batch: list[Report], box_score: BoxScore
) -> None:
    text = " ".join([batch[0].story.text] * 12)
    stories = [
        replace(batch[0], story=replace(batch[0].story, id=str(number), text=text))
        for number in range(30)
    ]
    page = open_page(render_stories(stories, {GAME: box_score}), width=A4_WIDTH)
    page.emulate_media(media="print")
    right = "Math.max(...[...document.querySelectorAll('table')].map(each => each.offsetWidth))"
    assert page.evaluate(right) <= A4_WIDTH
    # A note is one paragraph.
    parts = "[...document.querySelectorAll('#s1-n2 p')].map(each => getComputedStyle(each).display)"
    assert page.evaluate(parts) == ["inline"] * 3
    pages = page.pdf(format="A4").count(b"/Type /Page\n")
    assert 5 <= pages <= 15


def test_evidence_about_a_half_points_at_its_quarters(
    open_page: OpenPage, batch: list[Report], box_score: BoxScore
) -> None:
    half = ({"team": "Memphis Grizzlies", "period": "H1", "points": 46},)
    day = replace(batch[0].mistakes[0], evidence=half)
    page = open_page(render_stories([replace(batch[0], mistakes=(day,))], {GAME: box_score}))
    page.keyboard.press("n")
    assert page.locator(".box .proof").all_inner_texts() == ["29", "17"]


def test_a_team_that_merely_occurs_has_no_cell(
    open_page: OpenPage, batch: list[Report], box_score: BoxScore
) -> None:
    following = ({"team": "Memphis Grizzlies", "opponent_name": "Thunder", "is_home": False},)
    day = replace(batch[0].mistakes[0], evidence=following)
    page = open_page(render_stories([replace(batch[0], mistakes=(day,))], {GAME: box_score}))
    page.keyboard.press("n")
    assert page.locator("#card .evidence").is_visible()
    assert page.locator(".proof").count() == 0

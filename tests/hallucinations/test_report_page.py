"""The report as a page in a real browser: every number leads to its stories."""

from __future__ import annotations

from dataclasses import replace

import pytest
from browser import OpenPage
from playwright.sync_api import Page, expect

from factcheck.hallucinations import Corpus, analyse, render_html
from factcheck.model import Story

VISIBLE = ".story:visible .mark:not(.off)"


@pytest.fixture
def html(older: Corpus, newer: Corpus) -> str:
    return render_html(analyse([older, newer]))


def figure(page: Page, heading: str, row: str, place: int) -> None:
    """Click a number: the nth of the row with this heading, under a section's heading."""
    section = page.locator("section", has=page.get_by_role("heading", name=heading, exact=True))
    section.locator("tr", has=page.get_by_role("rowheader", name=row, exact=True)).locator(
        "a.figure"
    ).nth(place).click()


def test_number_leads_to_the_marks_behind_it(open_page: OpenPage, html: str) -> None:
    page = open_page(html)
    figure(page, "By rule", "player-statistic", 0)
    expect(page.locator(VISIBLE)).to_have_text(["20", "20"])
    assert page.locator("#selection span").inner_text() == (
        "By rule, player-statistic, older: 2 mistakes"
    )
    page.locator("#selection button").click()
    assert page.locator(VISIBLE).count() == 13


def test_a_mean_of_the_comparison_leads_to_the_marks_of_the_pairs(
    open_page: OpenPage, html: str
) -> None:
    page = open_page(html)
    row = page.locator("table.changes").first.locator("tr", has_text="All")
    row.locator("a.figure").nth(1).click()
    assert page.locator("#selection span").inner_text() == "What changed, ALL, newer: 5 mistakes"
    expect(page.locator(VISIBLE)).to_have_count(5)


def test_every_number_shows_as_many_marks_as_it_says(open_page: OpenPage, html: str) -> None:
    page = open_page(html)
    page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
    figures = page.locator(".report a.figure[href^='#b']")
    assert figures.count() > 30
    for index in range(figures.count()):
        text = figures.nth(index).inner_text()
        if "." not in text:
            figures.nth(index).click()
            expect(page.locator(VISIBLE)).to_have_count(int(text))


def test_column_of_the_chart_leads_to_its_sentences(open_page: OpenPage, html: str) -> None:
    page = open_page(html)
    page.locator("a.column").nth(2).click()
    expect(page.locator(VISIBLE)).to_have_text(["led", "20", "led", "20"])


def test_address_keeps_the_selection(open_page: OpenPage, html: str) -> None:
    page = open_page(html)
    figure(page, "By rule", "game-day", 0)
    address = page.url
    page.reload()
    assert page.url == address
    expect(page.locator(VISIBLE)).to_have_text(["Monday"])


def test_numbers_lead_to_lists_without_script(open_page: OpenPage, html: str) -> None:
    page = open_page(html, script=False)
    assert page.locator(".behind:visible").count() == 0
    figure(page, "By rule", "player-statistic", 0)
    assert page.locator(".behind:visible h3").inner_text().endswith("older: 2 mistakes")
    page.locator(".behind:visible a").first.click()
    assert page.locator(":target").inner_text() == "20"


def test_system_filter_keeps_its_stories(open_page: OpenPage, html: str) -> None:
    page = open_page(html)
    page.locator("select[name=group]").select_option("newer")
    assert page.locator(".story:visible").count() == 4
    assert page.locator(VISIBLE).count() == 5


def test_names_from_the_results_are_never_markup(open_page: OpenPage, older: Corpus) -> None:
    evil = "<img src=x onerror='document.title=1'>\"'"
    reports = tuple(
        replace(
            report,
            story=Story(evil, report.story.text, evil, evil + str(index % 2)),
            mistakes=tuple(
                replace(m, rule=evil, correction=evil, evidence=({"player": evil},))
                for m in report.mistakes
            ),
        )
        for index, report in enumerate(older.reports)
    )
    page = open_page(render_html(analyse([Corpus(evil, reports)])))
    assert page.title() == evil
    assert page.locator("img").count() == 0
    assert page.locator("h1").inner_text() == evil


def test_page_shows_the_stories_with_most_mistakes_and_counts_the_others(
    open_page: OpenPage, older: Corpus
) -> None:
    page = open_page(render_html(analyse([older]), max_stories=2))
    assert page.locator(".story .id").all_text_contents() == ["older-1", "older-2"]
    assert "2 of 4 stories are shown" in page.locator("#stories").inner_text()
    figure(page, "By rule", "next-game-day", 0)
    expect(page.locator(VISIBLE)).to_have_count(2)
    assert "1 of them in stories not shown" in page.locator("#selection").inner_text()


def test_stories_about_one_game_stand_next_to_each_other(open_page: OpenPage, html: str) -> None:
    page = open_page(html)
    assert page.locator(".story .id").all_text_contents()[:4] == [
        "older-1",
        "newer-1",
        "older-2",
        "newer-2",
    ]


@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_report_fits_the_screen(open_page: OpenPage, html: str, width: int, scheme: str) -> None:
    page = open_page(html, width=width, color_scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_corpus_without_mistakes_has_a_page(open_page: OpenPage, older: Corpus) -> None:
    page = open_page(render_html(analyse([Corpus("good", older.reports[3:])])))
    assert "No mistakes found." in page.locator(".story").inner_text()

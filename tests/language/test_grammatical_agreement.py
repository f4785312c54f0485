"""English agreement around words that are replaced."""

from __future__ import annotations

import pytest

from factcheck.language.agreement import agreeing_verb, article, in_form_of, like, plural, singular


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("8", "an"), ("80", "an"), ("11", "an"), ("18", "an"), ("110", "a"), ("1", "a"),
        ("eight", "an"), ("one", "a"), ("eleven", "an"), ("win", "a"), ("unanimous", "a"),
        ("uninspired", "an"), ("hour", "an"), ("assist", "an"), ("European", "a"),
    ],
)  # fmt: skip
def test_the_article_follows_how_a_word_is_said(word: str, expected: str) -> None:
    assert article(word) == expected


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("assist", "assists"), ("pass", "passes"), ("man", "men"), ("box", "boxes"),
        ("victory", "victories"), ("day", "days"), ("tie", "ties"), ("miss", "misses"),
    ],
)  # fmt: skip
def test_nouns_have_a_singular_and_a_plural(one: str, many: str) -> None:
    assert (plural(one), singular(many)) == (many, one)
    assert (plural(many), singular(one)) == (many, one)


def test_what_has_one_number_keeps_it() -> None:
    assert plural("percent") == "percent"
    assert singular("series") == "series"


def test_verbs_agree_with_one_and_with_more() -> None:
    assert agreeing_verb("were", one=True) == "was"
    assert agreeing_verb("Was", one=False) == "Were"
    assert agreeing_verb("scored", one=False) == "scored"


@pytest.mark.parametrize(
    ("verb", "model", "expected"),
    [
        ("lose to", "defeated", "lost to"), ("visit", "hosting", "visiting"),
        ("visit", "hosts", "visits"), ("host", "visit", "host"), ("trail", "led", "trailed"),
        ("win", "losing", "winning"), ("carry", "led", "carried"), ("trap", "led", "trapped"),
    ],
)  # fmt: skip
def test_a_verb_takes_the_form_of_another(verb: str, model: str, expected: str) -> None:
    assert in_form_of(verb, model) == expected


def test_capitals_and_hyphens_follow_the_words_replaced() -> None:
    assert like("team-high", "GAME - HIGH") == "TEAM - HIGH"
    assert like("team - high", "game-high") == "team-high"
    assert like("four", "Two") == "Four"
    assert like("101-99", "98 - 97") == "101-99"

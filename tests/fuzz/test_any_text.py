"""Short runs of what ``make fuzz`` does for long: no text breaks a promise."""

from __future__ import annotations

import random

import pytest
from fuzz.mutations import SEEDS, mutate
from fuzz.promises import GAME, held, single_as_batch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from factcheck import FactChecker, Report


@pytest.fixture(scope="module")
def checker(demo_checker: FactChecker) -> FactChecker:
    return demo_checker


@pytest.mark.slow
def test_spoilt_stories_keep_every_promise(checker: FactChecker) -> None:
    texts = [mutate(seed) for seed in range(150)]
    outcomes = held(texts, checker)
    assert sum(isinstance(outcome, Report) for outcome in outcomes) > 75
    single_as_batch(texts[:12], outcomes[:12], checker)


def test_the_seeds_themselves_are_checked(checker: FactChecker) -> None:
    for outcome in held(SEEDS, checker):
        assert isinstance(outcome, Report)
        assert len(outcome.claims) > 2


pieces = st.one_of(
    st.text(max_size=20),
    st.sampled_from([piece for text in SEEDS for piece in text.split(" ")]),
    st.integers().map(str),
    st.dates().map(str),
)


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(pieces, max_size=40).map(" ".join))
def test_any_row_of_words_keeps_every_promise(checker: FactChecker, text: str) -> None:
    held([text.encode("utf-8", "replace").decode()], checker)


@pytest.mark.slow
def test_texts_that_break_off_keep_every_promise(checker: FactChecker) -> None:
    """Headings and posts end without a mark: what rules look for behind a word may not be there."""
    told = [
        example.text
        for rule in checker.rulebook.rules
        for example in rule.examples
        if example.game == GAME
    ]
    assert len(told) > 500
    held([text.rstrip(" .!?") for text in told], checker)
    cut = random.Random(2)
    held([text[: cut.randrange(1, len(text))].rstrip() for text in told], checker)
    held(["Courtney Lee had 12 of his 22 before halftime", "Lee (22) and", "first-"], checker)


LONG = {
    "names": "Marc Gasol, Mike Conley, Eric Bledsoe, ",
    "numbers": "12 points ",
    "numbers and names": "Gasol had 12 points, Conley 24 and 11, ",
    "compounds": "one-" * 3,
    "brackets": "((((",
    "accents": "\u0301" * 6,
    "quarters": "in the third 28-24 ",
    "pairs": "( 3-2 ) ",
    "teams": "the Grizzlies and the Suns, ",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_a_sentence_without_end_is_read_in_pieces(name: str, checker: FactChecker) -> None:
    """Its time is bounded by the promise; ``benchmarks/length.py`` shows that it is linear."""
    (outcome,) = held([f"{SEEDS[0]} {LONG[name] * 700}"], checker)
    assert isinstance(outcome, Report)
    (note,) = outcome.notes
    assert "more than 200 words and was read in pieces" in note


@pytest.mark.parametrize("text", ["A" * 50_000, "9" * 50_000, "- 12 points\n" * 500])
def test_long_words_and_lists_are_read_whole(text: str, checker: FactChecker) -> None:
    (outcome,) = held([f"{SEEDS[0]}\n\n{text}"], checker)
    assert isinstance(outcome, Report)
    assert outcome.notes == ()

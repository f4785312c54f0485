"""How sure a mistake is depends on what is said, not on whether it is said in digits or words."""

from __future__ import annotations

import pytest

from factcheck import FactChecker, Story

GAME = "2014-11-05-MEM-PHX"


@pytest.mark.parametrize(
    ("digits", "words"),
    [
        ("Mike Conley had 9 points.", "Mike Conley had nine points."),
        ("Mike Conley had 12 points.", "Mike Conley had a dozen points."),
        ("Mike Conley had 13 points.", "Mike Conley had thirteen points."),
    ],
)
def test_a_number_in_words_is_as_sure_as_in_digits(
    eager_checker: FactChecker, digits: str, words: str
) -> None:
    found = []
    for text in (digits, words):
        (mistake,) = eager_checker.check(text, game=GAME).mistakes
        found.append(mistake.confidence)
    assert found[0] == pytest.approx(found[1], abs=0.03)


def test_what_is_far_from_the_truth_is_less_sure(eager_checker: FactChecker) -> None:
    # Conley had 24: nine of them may have come in a part of the game.
    confidences = []
    for number in ("twenty-three", "nine"):
        text = f"Mike Conley had {number} points."
        (mistake,) = eager_checker.check(text, game=GAME).mistakes
        assert mistake.confidence is not None
        confidences.append(mistake.confidence)
    near, far = confidences
    assert far < near


def test_a_wrong_name_is_surer_the_more_of_what_is_said_fits_another_man(
    eager_checker: FactChecker,
) -> None:
    # Both are Conley's; he is named besides, so that the text is right elsewhere.
    right = "Marc Gasol scored 18 points for Memphis. Eric Bledsoe had 23 for the Suns. "
    confidences = []
    for said in ("24 points", "24 points, 11 assists and one rebound on 9-of-14 shooting"):
        mistakes = eager_checker.check(f"{right}Courtney Lee had {said}.", game=GAME).mistakes
        confidences.append(max(mistake.confidence or 0.0 for mistake in mistakes))
    less, more = confidences
    assert less < more
    assert more > 0.8


def test_shots_named_are_not_those_of_another_kind_of_somebody_unnamed(
    eager_checker: FactChecker,
) -> None:
    # Dragic was 3-for-9; Conley made three of four threes, Bledsoe three of four free throws.
    confidences = []
    for said in ("3-for-4 shooting", "3-for-4 shooting from the field"):
        (mistake,) = eager_checker.check(f"Goran Dragic was held to {said}.", game=GAME).mistakes
        confidences.append(mistake.confidence or 0.0)
    unnamed, named = confidences
    assert unnamed < named


def test_a_mark_behind_a_time_of_the_clock_is_weighed_where_it_stands(
    eager_checker: FactChecker,
) -> None:
    # In tokenised texts a time of the clock is one token, and three of the parser's.
    text = "The Suns led with 10:53 left in the second . Mike Conley had a whopping 23 points ."
    document = eager_checker.prepare(Story("s", text, GAME))
    number = next(one for one in document.mentions() if one.value == "23")
    span = document.span(number.start, number.end)
    assert span.token_start - 1 < number.start

    (mistake,) = eager_checker.check(text, game=GAME).mistakes

    assert document.tokens_of(span) == (number.start, number.end)
    assert mistake.span == span
    assert mistake.confidence is not None


@pytest.mark.parametrize(
    ("exchanged", "both_far_off"),
    [
        # Gasol had 18, Randolph ten.
        ("Marc Gasol had 10, Zach Randolph 18.", "Marc Gasol had 9, Zach Randolph 19."),
        # In two sentences.
        (
            "Marc Gasol scored 10 points. Zach Randolph scored 18 points.",
            "Marc Gasol scored 9 points. Zach Randolph scored 19 points.",
        ),
    ],
)
def test_numbers_that_are_each_others_were_exchanged(
    eager_checker: FactChecker, exchanged: str, both_far_off: str
) -> None:
    sure, unsure = (
        [mistake.confidence or 0.0 for mistake in eager_checker.check(text, game=GAME).mistakes]
        for text in (exchanged, both_far_off)
    )
    assert len(sure) == len(unsure) == 2
    assert min(sure) > min(unsure)
    assert min(sure) > 0.7


def test_a_wrong_quarter_is_as_sure_however_far_the_right_one_is(
    eager_checker: FactChecker,
) -> None:
    # The Grizzlies won the third 30-19.
    confidences = []
    for named in ("second", "first"):
        text = f"A 30-19 {named} quarter put the Grizzlies in charge."
        (mistake,) = eager_checker.check(text, game=GAME).mistakes
        assert mistake.correction == "third"
        confidences.append(mistake.confidence)
    assert confidences[0] == pytest.approx(confidences[1], abs=0.02)


def test_what_nothing_could_make_true_is_believed_in_a_text_that_is_right_elsewhere(
    eager_checker: FactChecker,
) -> None:
    right = "Mike Conley had 24 points and 11 assists. Eric Bledsoe had 23 points. " * 6
    text = f"{right}The Grizzlies leaned on the duo of Courtney Lee and Courtney Lee."
    (mistake,) = eager_checker.check(text, game=GAME).mistakes
    assert mistake.rule == "player-named-twice"
    assert (mistake.confidence or 0.0) > 0.5


def test_a_wrong_word_is_surer_where_the_numbers_of_its_claim_hold(
    eager_checker: FactChecker,
) -> None:
    # The Grizzlies won 102-91.
    confidences = []
    for score in ("", " 102-91"):
        (document,) = eager_checker.check_many(
            [Story("s", f"The Grizzlies lost to the Suns{score}.", GAME)]
        )
        confidences.append(max(mistake.confidence or 0.0 for mistake in document.mistakes))
    without, held = confidences
    assert without < held


def test_a_pair_is_believed_to_be_whose_its_other_number_is(eager_checker: FactChecker) -> None:
    # Conley made nine of 14 shots: far off, but nobody else's.
    text = (
        "Marc Gasol scored 18 points for Memphis. Eric Bledsoe had 23 for the Suns. "
        "Mike Conley had 24 points and 11 assists on 5-of-14 shooting."
    )
    (mistake,) = eager_checker.check(text, game=GAME).mistakes
    assert mistake.span.text == "5"
    assert (mistake.confidence or 0.0) > 0.5


def test_a_wrong_number_is_surer_the_more_numbers_of_its_owner_hold(
    eager_checker: FactChecker,
) -> None:
    # Three hold of Conley in the second, two in the first.
    confidences = []
    for line in ("24 points, 11 assists", "24 points, 11 assists, one rebound"):
        text = f"Marc Gasol scored 18 points. Mike Conley had {line} and six steals."
        (mistake,) = eager_checker.check(text, game=GAME).mistakes
        assert mistake.span.text == "six"
        confidences.append(mistake.confidence or 0.0)
    fewer, more = confidences
    assert more > fewer + 0.1


def test_a_wrong_percentage_is_surer_where_another_one_of_its_team_holds(
    eager_checker: FactChecker,
) -> None:
    # The Grizzlies made half of their shots, and 53 percent of their threes.
    confidences = []
    for besides in ("", " and 53 percent from deep"):
        text = (
            f"Marc Gasol scored 18 points. The Grizzlies shot 44 percent from the field{besides}."
        )
        (mistake,) = eager_checker.check(text, game=GAME).mistakes
        assert mistake.span.text == "44"
        confidences.append(mistake.confidence or 0.0)
    alone, beside = confidences
    assert beside > alone + 0.05

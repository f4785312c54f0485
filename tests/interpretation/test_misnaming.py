"""Wrong names against wrong numbers: the reading with the fewest mistakes."""

from __future__ import annotations

import pytest

from factcheck import FactChecker

GAME = "2014-11-05-MEM-PHX"


@pytest.fixture(scope="module")
def checker(eager_checker: FactChecker) -> FactChecker:
    return eager_checker


def marks(checker: FactChecker, text: str) -> list[tuple[str, str, str | None]]:
    report = checker.check(text, GAME)
    return [(str(m.category), m.span.text, m.correction) for m in report.mistakes]


def test_a_line_that_is_a_teammate_s_is_one_wrong_name(checker: FactChecker) -> None:
    text = "Tony Allen had 24 points and 11 assists for the Grizzlies."
    assert marks(checker, text) == [("NAME", "Tony Allen", "Mike Conley")]


def test_wrong_numbers_that_fit_nobody_are_wrong_numbers(checker: FactChecker) -> None:
    text = "Mike Conley had 24 points, 12 assists and one steal."
    assert marks(checker, text) == [("NUMBER", "12", "11"), ("NUMBER", "one", "two")]


def test_a_line_told_before_is_no_rival(checker: FactChecker) -> None:
    text = "Mike Conley had 24 points and 11 assists. Tony Allen had 24 points and 11 assists."
    assert [mark[:2] for mark in marks(checker, text)] == [("NUMBER", "24"), ("NUMBER", "11")]


def test_the_leader_s_number_names_him_whatever_else_is_said(checker: FactChecker) -> None:
    text = "Marc Gasol led the Grizzlies with 24 points, one rebound and six assists."
    assert marks(checker, text) == [
        ("NAME", "Marc Gasol", "Mike Conley"),
        ("NUMBER", "six", "11"),
    ]


def test_what_is_right_of_the_others_of_a_list_is_wrong_of_the_one_name(
    checker: FactChecker,
) -> None:
    text = "Mike Conley, Courtney Lee and Tony Allen scored in double figures."
    assert [mark[:2] for mark in marks(checker, text)] == [("NAME", "Tony Allen")]
    right = "Mike Conley, Courtney Lee and Zach Randolph scored in double figures."
    assert marks(checker, right) == []


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("Top rebounder: Eric Bledsoe, 11", "Eric Bledsoe", "PJ Tucker"),
        ("Most assists, Grizzlies: Marc Gasol (11)", "Marc Gasol", "Mike Conley"),
    ],
)
def test_the_leader_s_number_below_a_heading_names_him(
    checker: FactChecker, text: str, wrong: str, right: str
) -> None:
    assert marks(checker, text) == [("NAME", wrong, right)]


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        (
            "Memphis handed out 25 assists, including 11 from Tony Allen.",
            "Tony Allen",
            "Mike Conley",
        ),
        (
            "Gerald Green missed six of eight and Anthony Tolliver six of 10.",
            "Anthony Tolliver",
            "Isaiah Thomas",
        ),
    ],
)
def test_a_part_of_a_total_and_shots_missed_may_be_another_man_s(
    checker: FactChecker, text: str, wrong: str, right: str
) -> None:
    assert marks(checker, text) == [("NAME", wrong, right)]
    assert marks(checker, text.replace(wrong, right)) == []


def test_one_number_near_the_truth_is_a_wrong_number(checker: FactChecker) -> None:
    text = "Mike Conley scored 24 points. Courtney Lee chipped in 24 points."
    assert marks(checker, text) == [("NUMBER", "24", "22")]


def test_one_number_far_off_is_the_name_s_if_a_man_left_out_has_it(checker: FactChecker) -> None:
    text = "Mike Conley scored 24 points, and Tony Allen chipped in 22."
    assert marks(checker, text) == [("NAME", "Tony Allen", "Courtney Lee")]


def test_one_number_far_off_stays_wrong_if_the_story_gives_it_to_its_man(
    checker: FactChecker,
) -> None:
    text = "Tony Allen chipped in 22. Courtney Lee had 22 points."
    assert [mark[:2] for mark in marks(checker, text)] == [("NUMBER", "22")]


def test_the_same_team_in_both_halves_is_a_wrong_team(checker: FactChecker) -> None:
    text = (
        "The Suns shot 46 percent from the field, while the Suns shot 50 percent from the "
        "field and 53 percent from three-point range."
    )
    assert marks(checker, text) == [("NAME", "Suns", "Grizzlies")]


def test_a_man_of_the_same_sentence_is_no_rival(checker: FactChecker) -> None:
    text = "Courtney Lee backed Mike Conley with 22 points and three rebounds."
    assert all(category != "NAME" for category, _, _ in marks(checker, text))


def test_the_other_side_s_leader_with_his_number_is_one_wrong_name(checker: FactChecker) -> None:
    text = "Mike Conley led the Suns with 23 points."
    assert marks(checker, text) == [("NAME", "Mike Conley", "Eric Bledsoe")]


def test_a_leader_with_his_own_number_keeps_his_name(checker: FactChecker) -> None:
    text = "Mike Conley led the Suns with 24 points."
    assert marks(checker, text) == [("NAME", "Suns", "Grizzlies")]


def test_the_superior_shooters_with_the_other_side_s_percentages_are_a_wrong_team(
    checker: FactChecker,
) -> None:
    text = (
        "The Suns were the superior shooters in this game, going 50 percent from the field "
        "and 53 percent from three-point range."
    )
    assert marks(checker, text) == [("NAME", "Suns", "Grizzlies")]


def test_percentages_of_the_better_shooters_that_do_not_fit_are_wrong_numbers(
    checker: FactChecker,
) -> None:
    text = (
        "The Grizzlies were the superior shooters in this game, going 46 percent from the "
        "field and 26 percent from three-point range."
    )
    assert [mark[:2] for mark in marks(checker, text)] == [("NUMBER", "46"), ("NUMBER", "26")]


def test_a_man_s_only_number_stays_wrong_if_it_is_given_to_its_man(checker: FactChecker) -> None:
    text = "Gerald Green grabbed 11 rebounds. P.J. Tucker had 11 rebounds."
    assert [mark[:2] for mark in marks(checker, text)] == [("NUMBER", "11")]


def test_shots_that_a_teammate_missed_are_one_wrong_name(checker: FactChecker) -> None:
    text = "Marc Gasol missed six of his 12 shots."
    assert marks(checker, text) == []
    wrong = text.replace("Marc Gasol", "Zach Randolph")
    assert marks(checker, wrong) == [("NAME", "Zach Randolph", "Marc Gasol")]


def test_a_number_of_a_part_of_the_game_tells_of_a_teammate(checker: FactChecker) -> None:
    text = "Zach Randolph scored ten points in the fourth quarter."
    assert marks(checker, text) == [("NAME", "Zach Randolph", "Marc Gasol")]


def test_of_a_name_twice_in_a_sentence_one_is_wrong(checker: FactChecker) -> None:
    text = "The Suns shot 46 percent from the field, while the Suns shot 46 percent from the field."
    assert sum(mark[0] == "NAME" for mark in marks(checker, text)) <= 1


def test_a_team_set_against_the_other_is_not_the_other(checker: FactChecker) -> None:
    text = "The Grizzlies shot 50 percent, compared to the Suns, who shot 50 percent on their end."
    assert all(mark[0] != "NAME" for mark in marks(checker, text))


@pytest.mark.parametrize(
    ("text", "name", "meant"),
    [
        ("Mike Conley scored 24 points and Zach Randolph 22.", "Zach Randolph", "Courtney Lee"),
        # A number each: every one hangs on its own name.
        ("Conley and Randolph scored 24 and 22 points, respectively.", "Randolph", "Courtney Lee"),
        ("Points: Bledsoe 23, Len 20. Rebounds: Tucker 11.", "Len", "Markieff Morris"),
        # Misses come to a line of shots, which is asked of others as such.
        ("Alex Len missed five of his 13 shots.", "Alex Len", "Markieff Morris"),
        # Said of both, and right of one of them: it is the other who is wrong.
        ("Bledsoe and Tucker grabbed five rebounds apiece.", "Tucker", "Markieff Morris"),
    ],
)
def test_what_is_said_of_a_man_in_a_list_or_in_misses_may_be_another_s(
    checker: FactChecker, text: str, name: str, meant: str
) -> None:
    assert marks(checker, text) == [("NAME", name, meant)]


def test_a_number_wrong_of_two_who_share_it_is_no_wrong_name(checker: FactChecker) -> None:
    # A teammate had 22, but whoever one of them may be, 22 stays wrong of the other.
    text = "Marc Gasol and Zach Randolph had 22 points each."
    assert [mark[:2] for mark in marks(checker, text)] == [("NUMBER", "22")]


def test_what_they_did_in_the_next_clause_hangs_on_their_name(checker: FactChecker) -> None:
    text = "The Suns had 25 assists, and they committed only 16 turnovers."
    assert marks(checker, text) == [("NAME", "Suns", "Grizzlies")]
    assert marks(checker, text.replace("Suns", "Grizzlies")) == []


def test_a_record_that_is_the_other_team_s_is_one_wrong_name(checker: FactChecker) -> None:
    text = "The Grizzlies beat the Suns, 102-91. {} are 5-0."
    assert marks(checker, text.format("The Grizzlies")) == []
    assert marks(checker, text.format("The Suns")) == [("NAME", "Suns", "Grizzlies")]


def test_the_next_game_of_the_other_team_is_one_wrong_name(checker: FactChecker) -> None:
    text = "The Grizzlies beat the Suns, 102-91. {} host Sacramento on Friday."
    assert marks(checker, text.format("The Suns")) == []
    assert marks(checker, text.format("The Grizzlies")) == [("NAME", "Grizzlies", "Suns")]


def test_of_a_name_within_a_phrase_nothing_is_said(checker: FactChecker) -> None:
    text = "Mike Conley struggled with {} covering him, and finished with 24 points and 11 assists."
    assert "Marcus Morris" not in [mark[1] for mark in marks(checker, text.format("Marcus Morris"))]


def test_what_a_pronoun_says_may_be_of_another_man_named_before_it(checker: FactChecker) -> None:
    text = "Mike Conley ran the show all night. He had 18 points and five rebounds."
    assert [mark[:2] for mark in marks(checker, text)] == [("NAME", "Mike Conley")]
    assert marks(checker, f"Marc Gasol had six assists. {text}") == []

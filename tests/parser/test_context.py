"""Who the words of a sentence are about, as the context tells."""

from __future__ import annotations

import pytest
from reading import Reader


@pytest.mark.parametrize(
    ("text", "word", "names"),
    [
        pytest.param("Mike Conley scored 24 points.", "24", ["Mike Conley"], id="subject"),
        pytest.param(
            "Mike Conley scored 24 points and Courtney Lee added 22.",
            "22", ["Courtney Lee"], id="second-clause",
        ),
        pytest.param(
            "Marc Gasol and veteran forward Zach Randolph had 28 points.",
            "28", ["Marc Gasol", "Zach Randolph"], id="title-before-a-name",
        ),
        pytest.param(
            "Mike Conley had 24 points, and shooting guard Courtney Lee added 22.",
            "22", ["Courtney Lee"], id="title-that-begins-a-clause",
        ),
        pytest.param(
            "The Grizzlies were led by Mike Conley and Courtney Lee, and Marc Gasol had 18 points.",
            "18", ["Marc Gasol"], id="behind-a-list-that-ended",
        ),
        pytest.param(
            "The Grizzlies got 24 points from Mike Conley, and Courtney Lee added 22.",
            "24", ["Mike Conley"], id="a-comma-joins-no-list-of-two",
        ),
        pytest.param(
            "Mike Conley scored 24 points and dished out 11 assists.",
            "11", ["Mike Conley"], id="left-out-subject",
        ),
        pytest.param(
            "Mike Conley was not as calm as his backcourt partner, but still scored 24 points.",
            "24", ["Mike Conley"], id="after-a-partner",
        ),
        pytest.param(
            "The Grizzlies were led by 24 points (8-15 FG, 2-4 3Pt) from Mike Conley.",
            "15", ["Mike Conley"], id="brackets-before-from",
        ),
        pytest.param(
            "Mike Conley scored 24 points, while adding 11 assists.",
            "11", ["Mike Conley"], id="participle-without-subject",
        ),
        pytest.param(
            "Mike Conley scored 24, and three of the other starters had 10 points.",
            "10", [], id="some-of-the-others",
        ),
        pytest.param(
            "Mike Conley scored 24; the other Grizzlies had 78 points.",
            "78", [], id="the-other-members",
        ),
        pytest.param(
            "The Grizzlies won. The other team had 39 rebounds.", "39", [], id="the-other-team",
        ),
        pytest.param(
            "The Grizzlies won. Their guests had 39 rebounds.", "39", [], id="their-opponents",
        ),
        pytest.param(
            "Mike Conley scored 24; the other six who played had 30.",
            "30", [], id="the-others-counted",
        ),
        pytest.param(
            "Mike Conley scored 24; the man guarding him had 17.",
            "17", [], id="told-by-him",
        ),
        pytest.param(
            "Mike Conley scored 24, and the guys off the bench had 21.",
            "21", [], id="several",
        ),
        pytest.param(
            "Mike Conley scored 24; his opposite number had 17.",
            "17", [], id="of-him",
        ),
        pytest.param(
            "Mike Conley scored 24; another guard had 17.",
            "17", [], id="indefinite",
        ),
        pytest.param(
            "Mike Conley scored 24. The 27-year-old guard had 11 assists.",
            "11", ["Mike Conley"], id="described-by-age",
        ),
        pytest.param(
            "Phoenix will see the Kings the day after, and Memphis sees the same Thunder twice.",
            "day", ["Suns"], id="what-follows-a-day-is-no-deed",
        ),
        pytest.param(
            "Mike Conley scored 24 points. He added 11 assists.",
            "11", ["Mike Conley"], id="pronoun-in-next-sentence",
        ),
        pytest.param(
            "Mike Conley scored 24 points. The Grizzlies shot 50 percent. He had 11 assists.",
            "11", ["Mike Conley"], id="he-is-no-team",
        ),
        pytest.param(
            "Mike Conley scored 24 points. The Grizzlies shot 50 percent. They had 25 assists.",
            "25", ["Grizzlies"], id="they-are-the-team",
        ),
        pytest.param(
            "Mike Conley scored against Eric Bledsoe and had 11 assists.",
            "11", ["Mike Conley"], id="man-after-a-preposition-is-no-subject",
        ),
        pytest.param(
            "The Grizzlies beat the Suns with 25 assists.",
            "25", ["Grizzlies"], id="beaten-team-is-no-subject",
        ),
        pytest.param(
            "Mike Conley scored 24, and Zach Randolph, his partner inside, had six rebounds.",
            "six", ["Zach Randolph"], id="mate-in-apposition",
        ),
        pytest.param(
            "Zach Randolph, Marc Gasol's frontcourt mate, had six rebounds.",
            "six", ["Zach Randolph"], id="mate-of-a-name-in-apposition",
        ),
        pytest.param(
            "Marc Gasol, like his teammate Courtney Lee, scored 18 points.",
            "18", ["Marc Gasol"], id="like-his-teammate",
        ),
        pytest.param(
            "Playing alongside Marc Gasol, Courtney Lee scored 22 points.",
            "22", ["Courtney Lee"], id="name-after-a-fronted-participle",
        ),
        pytest.param(
            "Mike Conley outplayed Eric Bledsoe, scoring 24 points to his counterpart's 23.",
            "23", [], id="number-of-a-mate",
        ),
        pytest.param(
            "It was Mike Conley, not Eric Bledsoe, who scored 24 points.",
            "24", ["Mike Conley"], id="not-the-one-who-is-denied",
        ),
        pytest.param(
            "Isaiah Thomas, whom the Suns brought off the bench, scored 15 points.",
            "15", ["Isaiah Thomas"], id="name-before-whom",
        ),
        pytest.param(
            "Memphis got 22 points from Courtney Lee and shot 50 percent.",
            "50", ["Grizzlies"], id="team-after-a-giver",
        ),
        pytest.param(
            "The Grizzlies won, and Mike Conley's 11 assists were a season high.",
            "11", ["Mike Conley"], id="owner-opens-a-clause",
        ),
        pytest.param(
            "Marc Gasol, who had four steals, scored 18 points.",
            "four", ["Marc Gasol"], id="relative-clause",
        ),
        pytest.param(
            "Marc Gasol, who had four steals, scored 18 points.",
            "18", ["Marc Gasol"], id="main-clause-after-relative-clause",
        ),
        pytest.param(
            "Led by Mike Conley, the Grizzlies had 25 assists.",
            "25", ["Grizzlies"], id="team-after-a-fronted-phrase",
        ),
        pytest.param(
            "Mike Conley scored 24 points. He and Courtney Lee combined for 46.",
            "46", ["Mike Conley", "Courtney Lee"], id="he-and-another",
        ),
        pytest.param(
            "Mike Conley needed 37 minutes for his 24 points, with three 3-pointers among them.",
            "three", ["Mike Conley"], id="parts-of-what-he-had",
        ),
        pytest.param(
            "Mike Conley had 24 points, three 3-pointers among them.",
            "24", ["Mike Conley"], id="parts-of-what-he-had-behind-a-comma",
        ),
        pytest.param(
            "Mike Conley and Courtney Lee had starters' help: 46 points among them.",
            "46", ["Mike Conley", "Courtney Lee"], id="shared-among-them",
        ),
        pytest.param(
            "Mike Conley was the only man on either team with 11 assists.",
            "11", ["Mike Conley"], id="on-either-team",
        ),
        pytest.param(
            "Help came from Marc Gasol off the bench. In 37 minutes the center had 18.",
            "18", ["Marc Gasol"], id="the-man-spoken-of-by-his-role",
        ),
        pytest.param(
            "Nobody besides Mike Conley and Courtney Lee made more than four shots.",
            "four", [], id="men-who-are-excepted",
        ),
        pytest.param(
            "All but Mike Conley had fewer than 23 points.", "23", [], id="all-but-one",
        ),
        pytest.param(
            "Green missed all eight of his threes, but Mike Conley made 5.",
            "5", ["Mike Conley"], id="all-then-but",
        ),
        pytest.param(
            "Nobody besides Mike Conley, who had 24, scored more than 22.",
            "22", [], id="nobody-after-what-is-told-of-an-excepted-man",
        ),
        pytest.param(
            "No starter other than Mike Conley, Courtney Lee and Marc Gasol took ten shots.",
            "ten", [], id="a-list-of-excepted-men",
        ),
        pytest.param(
            "Eric Bledsoe had 23 points to Mike Conley's 24 points, 11 assists and one rebound.",
            "11", ["Mike Conley"], id="a-list-of-the-other-man-s",
        ),
        pytest.param(
            "Eric Bledsoe overcame Mike Conley's 24 points and 22 points from Courtney Lee.",
            "22", ["Courtney Lee"], id="a-giver-after-what-another-owns",
        ),
        pytest.param(
            "Mike Conley made half of Memphis' threes and three of its 16 free throws.",
            "16", [], id="its-are-the-team-s",
        ),
        pytest.param(
            "Mike Conley had 24 points (as did Eric Bledsoe, who took 17 shots) and 11 assists.",
            "11", ["Mike Conley"], id="he-goes-on-after-brackets",
        ),
        pytest.param(
            "Mike Conley had 24 points. And the ball moved. Twenty-five assists on 38 baskets.",
            "Twenty", [], id="a-fragment-after-something-else",
        ),
        pytest.param(
            "The Suns shot 46 percent. Mike Conley, meanwhile, coughed it up three times.",
            "three", ["Mike Conley"], id="meanwhile-between-commas",
        ),
        pytest.param(
            "Mike Conley had 24 points and Courtney Lee 22. The two accounted for 46 points.",
            "46", ["Mike Conley", "Courtney Lee"], id="the-two",
        ),
        pytest.param(
            "Mike Conley had 24 points. Nobody on the Phoenix side topped 23 points.",
            "23", [], id="nobody",
        ),
        pytest.param(
            "Mike Conley had 24 points. No other Grizzly reached 23.", "23", [], id="no-other",
        ),
        pytest.param(
            "Mike Conley had as many points as Lee and Gasol together, and shot 9 times.",
            "9", ["Mike Conley"], id="compared-with",
        ),
        pytest.param(
            "The Suns let the Grizzlies win 48 of the battles.", "48", ["Grizzlies"], id="let-win",
        ),
        pytest.param(
            "Nobody had more than 24 points (Mike Conley) or 12 rebounds (P.J. Tucker).",
            "12", ["PJ Tucker"], id="man-in-brackets",
        ),
        pytest.param(
            "The Suns had 21 turnovers. There were 45 fouls.", "45", [], id="there-were",
        ),
        pytest.param("Mike Conley had 24 points. But 16 turnovers!", "16", [], id="fragment"),
        pytest.param("Mike Conley had 24 points. The whistle: 45 fouls.", "45", [], id="label"),
        pytest.param(
            "With 24 points, Mike Conley led the Grizzlies.",
            "24", ["Mike Conley"], id="numbers-before-their-owner",
        ),
        pytest.param(
            "Behind 24 points from Mike Conley, the Grizzlies won.",
            "24", ["Mike Conley"], id="points-from",
        ),
        pytest.param(
            "The Suns received 11 rebounds from P.J. Tucker and 23 points from Eric Bledsoe.",
            "11", ["PJ Tucker"], id="first-of-two-givers",
        ),
        pytest.param(
            "The Suns received 11 rebounds from P.J. Tucker and 23 points from Eric Bledsoe.",
            "23", ["Eric Bledsoe"], id="second-of-two-givers",
        ),
        pytest.param(
            "Tony Allen started in place of Courtney Lee (knee) and had 9 rebounds.",
            "9", ["Tony Allen"], id="reason-in-brackets",
        ),
        pytest.param(
            "Mike Conley held Goran Dragic to 12 points.", "12", ["Goran Dragic"], id="held-to",
        ),
        pytest.param(
            "Mike Conley held Goran Dragic to just 12 points, and had 8 rebounds.",
            "8", ["Mike Conley"], id="what-follows-is-the-holder-s",
        ),
        pytest.param(
            "Mike Conley had 24 points. The Memphis point guard added 11 assists.",
            "11", ["Mike Conley"], id="the-team-s-guard",
        ),
        pytest.param(
            "Mike Conley had 24 points. Memphis's guard added 11 assists.",
            "11", ["Mike Conley"], id="the-guard-of-a-team-that-owns",
        ),
        pytest.param(
            "Mike Conley fed Marc Gasol for 24 points. The Memphis star added 11 assists.",
            "11", [], id="either-of-two-of-the-team",
        ),
        pytest.param(
            "The Grizzlies were led by Conley off the bench, who had 24 points.",
            "24", ["Mike Conley"], id="who-after-off-the-bench",
        ),
    ],
)  # fmt: skip
def test_a_number_belongs_to(read: Reader, text: str, word: str, names: list[str]) -> None:
    assert read(text).who(word) == names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        pytest.param(
            "Marc Gasol had 18 points. The Suns lost despite one of Eric Bledsoe's best games, "
            "as he scored 23.",
            "Eric Bledsoe", id="named by what is his",
        ),
        pytest.param(
            "Marc Gasol had 18 points. Mike Conley outplayed Gasol and Eric Bledsoe (four "
            "rebounds), as he scored 23.",
            "Mike Conley", id="subject before a bracket",
        ),
        pytest.param(
            "Mike Conley had 24. He outplayed Eric Bledsoe, as he scored 23.",
            "Mike Conley", id="he all along",
        ),
        pytest.param(
            "Mike Conley had 24. After a start that made it seem as if he had slept, "
            "guard Eric Bledsoe scored 23.",
            "Eric Bledsoe", id="named after he",
        ),
    ],
)  # fmt: skip
def test_he_is_the_player_of_his_own_sentence_first(read: Reader, text: str, name: str) -> None:
    assert read(text).who("23") == [name]


@pytest.mark.parametrize(
    "text",
    [
        "The Grizzlies took on a tired Phoenix side and had 22 turnovers.",
        "The Grizzlies beat an oddly cheerful Suns side and had 22 turnovers.",
        "The Grizzlies slept for a half. Down 52-46 to the Suns, they had 22 turnovers.",
        "The Grizzlies woke up late. Trailing by 14 to the Suns, they had 22 turnovers.",
    ],
)
def test_a_team_that_is_met_or_trailed_is_not_the_subject(read: Reader, text: str) -> None:
    assert read(text).frame("22").team_id == "MEM"


@pytest.mark.parametrize(
    "text",
    [
        "Even 22 rebounds were not enough for the Grizzlies.",
        "22 rebounds by the Grizzlies went unnoticed.",
        "The Suns won, and 22 rebounds did not save Memphis.",
    ],
)
def test_a_number_belongs_to_the_team_that_had_it_in_vain(read: Reader, text: str) -> None:
    assert read(text).frame("22").team_id == "MEM"


def test_on_some_night_a_team_is_the_subject(read: Reader) -> None:
    assert read("On a night Phoenix had 22 turnovers, Memphis won.").frame("22").team_id == "PHX"


def test_two_men_who_were_found_are_not_whom_it_goes_on_about(read: Reader) -> None:
    text = "Conley found Lee for a layup and Allen again for a dunk. He had 22 points."
    assert [man.data["value"] for man in read(text).frame("22").players] == [201144]


def test_down_behind_a_score_has_no_object(read: Reader) -> None:
    assert read("From 49-41 down the Grizzlies scored 22.").frame("22").team_id == "MEM"
    assert read("They would down the Grizzlies and score 22.").frame("22").team_id != "MEM"


@pytest.mark.parametrize("how", ["with the assist", "assisting", "getting the assist"])
def test_who_passed_is_not_whom_it_goes_on_about(read: Reader, how: str) -> None:
    text = f"Courtney Lee hit a three, Conley {how}. He had 22 points."
    assert [man.data["value"] for man in read(text).frame("22").players] == [201584]


@pytest.mark.parametrize("when", ["Early on", "Later on", "From then on", "From that point on"])
def test_on_of_an_adverb_has_no_object(read: Reader, when: str) -> None:
    text = f"Memphis won. {when} the Suns had 22 turnovers."
    assert read(text).frame("22").team_id == "PHX"


@pytest.mark.parametrize(
    "text",
    [
        "The Grizzlies were on the second night of a trip, had 22 turnovers and visit Utah Friday.",
        "The Grizzlies were without Allen, had 22 turnovers and visit Utah on Friday.",
    ],
)
def test_what_was_so_before_the_next_game_is_of_this_one(read: Reader, text: str) -> None:
    assert read(text).frame("22").scope == "game"
    assert read(text).frame("Friday").scope == "next"


def test_the_former_and_the_latter_are_the_two_men_named_last(read: Reader) -> None:
    story = read("Marc Gasol found Mike Conley. The former had 18 points, while the latter had 24.")
    assert story.who("18") == ["Marc Gasol"]
    assert story.who("24") == ["Mike Conley"]


@pytest.mark.parametrize(
    "told",
    [
        "In 34 minutes the big man had 18 points.",
        "The 7-foot-1 Spaniard had 18 points.",
        "The center finished with a team-high 18 points.",
        "Six of 13 from the field, one of them a three, and 18 points.",
        "How about 18 points?",
    ],
)
def test_the_man_of_the_sentence_before_is_described_or_left_out(read: Reader, told: str) -> None:
    assert read(f"Marc Gasol was nearly flawless. {told}").who("18") == ["Marc Gasol"]


@pytest.mark.parametrize(
    "told",
    [
        "What about the foul line? 18-for-22.",
        "18-for-22: that was the foul line.",
        "And how about the foul line? 18-for-22.",
    ],
)
def test_a_line_of_shots_after_something_else_is_not_the_man_s(read: Reader, told: str) -> None:
    assert read(f"Marc Gasol was flawless. {told}").who("22") != ["Marc Gasol"]


@pytest.mark.parametrize(
    ("text", "distribution"),
    [
        ("Mike Conley and Marc Gasol combined for 42 points.", "collective"),
        ("Mike Conley and Marc Gasol each took 42 shots.", "distributive"),
        ("Mike Conley and Marc Gasol scored 24 and 42 points, respectively.", "respectively"),
        ("Mike Conley and Marc Gasol scored 42 points.", "group"),
    ],
)
def test_named_men_share_a_number_as_the_words_say(
    read: Reader, text: str, distribution: str
) -> None:
    story = read(text)
    assert story.who("42") == ["Mike Conley", "Marc Gasol"]
    assert story.frame("42").distribution == distribution


def test_a_list_may_name_three(read: Reader) -> None:
    story = read("Mike Conley, Marc Gasol and Courtney Lee scored 64 points together.")
    assert story.who("64") == ["Mike Conley", "Marc Gasol", "Courtney Lee"]


@pytest.mark.parametrize(
    ("text", "distribution"),
    [
        ("Mike Conley (24 points) and Marc Gasol (18) combined for 42 points.", "collective"),
        ("Mike Conley (24 points) and Marc Gasol (18 points) scored 42 points.", "group"),
    ],
)
def test_men_with_brackets_share_what_follows(read: Reader, text: str, distribution: str) -> None:
    story = read(text)
    assert story.who("24") == ["Mike Conley"]
    assert story.who("18") == ["Marc Gasol"]
    assert story.who("42") == ["Mike Conley", "Marc Gasol"]
    assert story.frame("42").distribution == distribution


def test_of_a_list_only_a_number_without_a_unit_is_the_man_s(read: Reader) -> None:
    story = read("The Grizzlies made nine threes, four by Courtney Lee.")
    assert story.who("nine") == ["Grizzlies"]
    assert story.who("four") == ["Courtney Lee"]


def test_they_combined_means_the_two_men_named_before(read: Reader) -> None:
    story = read("Mike Conley passed to Marc Gasol. They combined for 42 points.")
    assert sorted(story.who("42")) == ["Marc Gasol", "Mike Conley"]


@pytest.mark.parametrize(
    "text",
    [
        "The Grizzlies' center finished with 18 points.",
        "The Kings center had 18 points.",
        "The bench combined for 18 points.",
        "The starters scored 18 points.",
        "Mike Conley starred. Help came from the bench, which scored 18 points.",
        "Mike Conley starred. There were 18 turnovers.",
        "Mike Conley starred. In sum the teams took 18 free throws.",
        "Mike Conley starred. Up front, though, there was little: 18 points.",
        "Mike Conley starred. The two stellar efforts made for 18 points.",
        "Mike Conley starred, with help from a bench that supplied 18 points.",
        "Mike Conley and his pals starred, a pair that managed 18 points.",
        "Mike Conley's running mate finished with 18 points.",
        "Mike Conley's partner in the backcourt had 18 points.",
        "Mike Conley missed twice, and 18 fouls sent the Suns to the line.",
        "Mike Conley watched. What was left was 18 points by nine players.",
        "Mike Conley starred, and between them the guards had 18 points.",
    ],
)
def test_a_number_of_somebody_or_something_else_belongs_to_nobody(read: Reader, text: str) -> None:
    assert read(text).who("18") == []


@pytest.mark.parametrize(
    "text",
    [
        "Mike Conley starred. The All-Star had 18 points.",
        "Mike Conley starred. The Grizzlies guard had 18 points.",
        "Mike Conley starred. Also had 18 assists.",
        "Mike Conley starred. That included 18 points in the first half.",
        "Mike Conley starred. Four of his 18 shots were threes.",
        "Mike Conley starred. Making four of his shots, he had 18 points.",
    ],
)
def test_a_man_keeps_a_number_in_a_sentence_that_goes_on_with_him(read: Reader, text: str) -> None:
    assert read(text).who("18") == ["Mike Conley"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Mike Conley watched the 18 rebounds the Suns grabbed.", ["Suns"]),
        ("Mike Conley watched the 18 rebounds that Marc Gasol grabbed.", ["Marc Gasol"]),
        ("Mike Conley watched the 18 free throws the Suns shot.", []),
    ],
)
def test_what_a_name_and_a_verb_tell_of_is_theirs(
    read: Reader, text: str, names: list[str]
) -> None:
    assert read(text).who("18") == names


@pytest.mark.parametrize(
    "verb", ["punished", "also vexed", "thoroughly undressed the", "was superb, dismantling the"]
)
def test_a_name_behind_any_verb_of_another_name_is_what_it_is_done_to(
    read: Reader, verb: str
) -> None:
    assert read(f"Memphis {verb} Phoenix, scoring 18 points.").who("18") == ["Grizzlies"]


def test_what_follows_the_giver_of_points_is_his(read: Reader) -> None:
    story = read("Mike Conley got 18 points from Marc Gasol, on 13 shots.")
    assert story.who("18") == story.who("13") == ["Marc Gasol"]


def test_a_margin_before_the_name_is_the_name_s(read: Reader) -> None:
    story = read("The Suns lost. Five behind after one quarter, the Grizzlies rallied.")
    assert story.who("Five") == ["Grizzlies"]


def test_they_are_not_the_team_of_a_clause_about_a_quarter(read: Reader) -> None:
    story = read(
        "The Suns led after a quarter in which Memphis missed 18 shots; they were up by 9."
    )
    assert story.who("18") == ["Grizzlies"]
    assert story.who("9") == ["Suns"]


def test_a_man_who_is_named_after_his_part_owns_his_numbers(read: Reader) -> None:
    assert read("The Grizzlies center Marc Gasol had 18 points.").who("18") == ["Marc Gasol"]


def test_nobody_is_spoken_of_before_the_first_name(read: Reader) -> None:
    frame = read("It was a close game.").frame("close")
    assert (frame.subject, frame.players, frame.team_id) == ("", (), None)


def test_a_subject_taken_from_the_context_is_told_from_a_named_one(read: Reader) -> None:
    story = read("Mike Conley scored 24 points. He added 11 assists.")
    assert not story.frame("24").anaphoric
    assert story.frame("11").anaphoric


def test_the_team_that_the_text_has_been_speaking_of_is_remembered(read: Reader) -> None:
    story = read("The Suns shot 46 percent. Mike Conley scored 24 points.")
    assert story.frame("24").team_id == "MEM"
    assert story.frame("24").topic_team_id == "PHX"


def test_men_named_before_are_listed_in_order(read: Reader) -> None:
    story = read("Marc Gasol scored 18 points. Mike Conley had 24. Courtney Lee added 22.")
    named = [story.index.player_names[man] for man in story.frame("22").named]
    assert named[:2] == ["Marc Gasol", "Mike Conley"]


def test_clauses_have_numbers_of_their_own_over_the_whole_story(read: Reader) -> None:
    story = read("The Suns lost, but the Grizzlies won. Mike Conley scored 24 points.")
    clauses = [story.frame(word).clause for word in ("lost", "won", "24")]
    assert clauses == sorted(set(clauses))


def test_every_unit_of_every_sentence_has_a_frame(read: Reader) -> None:
    story = read("Mike Conley scored 24 points. He was great! The Suns (3-2) lost; they fell.")
    sizes = [len(sentence.units) for sentence in story.document.sentences]
    assert [len(frames) for frames in story.document.frames] == sizes


def test_marks_after_another_end_one_sentence(read: Reader) -> None:
    story = read("And how about Mike Conley?! 24 points, folks!!")
    assert story.who("24") == ["Mike Conley"]
    assert len(story.document.sentences) == 2


def test_a_question_with_an_exclamation_is_asked(read: Reader) -> None:
    assert read("Did Mike Conley score 40?! No.").when("40") == "imagined"

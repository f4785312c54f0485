"""Corrections put into a story: the words around them agree, nothing else changes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck import Category, FactChecker, Mistake, Report, Span, Story
from factcheck.fixing import edits_of, fix
from factcheck.fixing.draft import Draft

MARK = re.compile(r"\[(.*?)→(.*?)\]")
GAME = "2014-11-05-MEM-PHX"


def report_of(marked: str) -> Report:
    """Return a report on a text in which mistakes are written as ``[wrong→right]``."""
    text, mistakes, position = "", [], 0
    for found in MARK.finditer(marked):
        text += marked[position : found.start()]
        start = len(text)
        text += found[1]
        span = Span(start, len(text), 1, 1, 1, 1, 1, found[1])
        mistakes.append(Mistake(span, Category.NUMBER, "rule", found[2] or None))
        position = found.end()
    return Report(Story("a", text + marked[position:]), tuple(mistakes))


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("He had 12 points and [a→zero] steal.", "He had 12 points and no steals."),
        ("He had [an→three] assist and a block.", "He had three assists and a block."),
        ("He had [two→one] blocked shots.", "He had one blocked shot."),
        ("He had [one→two] blocked shot in 12 minutes.",
         "He had two blocked shots in 12 minutes."),
        ("added [two→zero] steals , and", "added no steals , and"),
        ("had [a→zero] steal , [one→zero] block", "had no steals , no blocks"),
        ("had a [pair→one] of steals", "had one steal"),
        ("A [pair→zero] of steals", "No steals"),
        ("have a [couple→1] days off", "have 1 day off"),
        ("had a [dozen→14] rebounds", "had 14 rebounds"),
        ("took an [11→12]-point lead", "took a 12-point lead"),
        ("took a [12→8] - point lead", "took an 8 - point lead"),
        ("on a [six→one] - game losing streak", "on a one - game losing streak"),
        ("hit [two→zero] of his five shots", "hit none of his five shots"),
        ("won [three→one] straight games.", "won one straight game."),
        ("shot [45→1] percent", "shot 1 percent"),
        ("[Two→One] players were in double figures.", "One player was in double figures."),
        ("There were [two→one] lead changes.", "There was one lead change."),
        ("There was [one→five] tie.", "There were five ties."),
        ("had [two→one] [assists→rebounds]", "had one rebound"),
        ("went [8→9]-of-13", "went 9-of-13"),
        ("a [triple-double→double-double]", "a double-double"),
        ("an [away→home] game", "a home game"),
        ("came in [winners→lost] of five", "came in losers of five"),
        ("with the Pacers [winning→lost] that battle", "with the Pacers losing that battle"),
        ("while [outrebounding→lost] them 51 - 40", "while being outrebounded by them 51 - 40"),
        ("They [outscored→lost] the Suns", "They were outscored by the Suns"),
        ("as they [play host→on the road] to the Pistons", "as they travel to the Pistons"),
        ("as they [play host to→on the road] the Pistons", "as they visit the Pistons"),
        ("Milwaukee [visits→at home] the Clippers", "Milwaukee hosts the Clippers"),
        ("before [visiting→at home] the Pistons", "before hosting the Pistons"),
        ("4 of 4 [from long range→free-throw] , in", "4 of 4 from the free-throw line , in"),
        ("[from the free - throw line→three-point]", "from three - point range"),
        ("remain in [last place→third] in the East", "remain in third place in the East"),
        ("slotted in the [eighth seed→second]", "slotted in the second seed"),
        ("or [38.7 percent→22.2] of them", "or 22.2 percent of them"),
        ("a 28 - 28 [lead→were tied]", "a 28 - 28 tie"),
        ("who had [won→loss] by one", "who had lost by one"),
        ("having [lost→win] in Minnesota", "having won in Minnesota"),
        ("coming off a [win→loss]", "coming off a loss"),
        ("did not [lead→trailed] again", "did not trail again"),
        ("Houston was still [up→trailed] 91-87", "Houston was still down 91-87"),
        ("put the Bucks a point [behind→led].", "put the Bucks a point ahead."),
        ("looking to [snap→extended] a skid", "looking to extend a skid"),
        ("who [snapped→extended] a skid", "who extended a skid"),
        ("a skid [ended→extended] there", "a skid extended there"),
        ("9-for-14 [from three-point range→field]", "9-for-14 from the field"),
        ("four of his five [free throws→field].", "four of his five field goals."),
        ("drilled a [three→jump bank], then", "drilled a jump bank shot, then"),
        ("blocked him [twice→4 times].", "blocked him four times."),
        ("led [11 times→12 times]", "led 12 times"),
        ("with [16 seconds→0:06] left", "with 6 seconds left"),
        ("with [nine seconds→0:34] left", "with 34 seconds left"),
        ("with [nine seconds→0:01] left", "with one second left"),
        ("with [16 seconds→1:06] left", "with 1:06 left"),
        ("at [0:16→0:06]", "at 0:06"),
        ("having won [at home→road] in May", "having won on the road in May"),
        ("They remain [home→road] to face", "They remain on the road to face"),
        ("will return [home→road] to face", "will return to the road to face"),
        ("They stay [home→road].", "They stay on the road."),
        ("in front of their [home→road] crowd", "in front of a road crowd"),
        ("a [home→road] win", "a road win"),
        ("on their [road→home] trip", "on their home stand"),
        ("came up [one→two] assist short of it", "came up two assists short of it"),
        ("came up [two→one] rebounds shy", "came up one rebound shy"),
        ("[DeMarcus Cousins→Ben McLemore]' layup", "Ben McLemore's layup"),
        ("[Cousins→McLemore] ' layup", "McLemore 's layup"),
        ("[Pau Gasol→Bobby Portis]'s lob", "Bobby Portis's lob"),
        ("the [Heat→Lakers]’s lead", "the Lakers’ lead"),
        ("the [Suns→Heat]' lead", "the Heat's lead"),
        ("'They beat the [Suns→Heat]'", "'They beat the Heat'"),
        ("ten from [Larry Nance Jr→Marcelo Huertas].: that", "ten from Marcelo Huertas: that"),
        ("by [Larry Nance Jr→Marcelo Huertas]. He ran", "by Marcelo Huertas. He ran"),
        ("[Larry Nance Jr→Marcelo Huertas]. scored", "Marcelo Huertas scored"),
        ("by [Kyle Korver→Tim Hardaway Jr.].", "by Tim Hardaway Jr."),
        ("a [Denver→Utah] win", "a Utah win"),
        ("a [Denver→LA] win", "an LA win"),
        ("12 points and [nothing→]", "12 points and nothing"),
        ("He had [a→five] STEAL", "He had five STEAL"),
    ],
)  # fmt: skip
def test_the_words_around_a_correction_agree(marked: str, expected: str) -> None:
    assert report_of(marked).corrected() == expected


def test_an_edit_names_the_words_it_replaces_and_what_it_mends() -> None:
    report = report_of("He had 12 points and [a→zero] steal, the [Suns→Kings] won.")
    first, second = edits_of(report)
    assert report.story.text[first.start : first.end] == "a steal"
    assert first.text == "no steals"
    assert [edit.mistakes for edit in (first, second)] == [(m,) for m in report.mistakes]


def test_what_to_put_in_may_be_other_words_than_the_correction() -> None:
    span = Span(0, 5, 1, 1, 1, 1, 1, "Gasol")
    mistake = Mistake(span, Category.NAME, "r", "Mike Conley", replacement="Conley")
    assert Report(Story("a", "Gasol scored."), (mistake,)).corrected() == "Conley scored."
    assert Mistake.from_dict(mistake.to_dict()) == mistake


@given(st.text(max_size=60), st.data())
def test_a_draft_holds_the_text_as_given(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    spans = [(a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    draft = Draft(text, spans)
    assert draft.text == text
    assert [(draft.pieces[n].start, draft.pieces[n].end) for n in draft.marked] == spans


def test_a_name_is_put_in_as_short_as_the_one_it_replaces(
    demo_checker: FactChecker,
) -> None:
    report = demo_checker.check("Gasol had 24 points and 11 assists.", GAME)
    (mistake,) = report.mistakes
    assert (mistake.correction, mistake.replacement) == ("Mike Conley", "Conley")
    assert report.corrected() == "Conley had 24 points and 11 assists."


def test_a_corrected_story_has_none_of_its_mistakes(demo_checker: FactChecker) -> None:
    checker = demo_checker
    text = (
        "The Grizzlies beat the Suns 102-91 on Tuesday. Conley had 24 points, 12 assists and a "
        "steal. Isaiah Thomas added 15 points for the Grizzlies."
    )
    (fixed,) = fix([checker.check(text, GAME)], checker.check_many)
    again = checker.check(fixed.text, GAME)
    assert fixed.corrected >= 2
    assert again.mistakes == fixed.remaining
    assert {mistake.category for mistake in fixed.remaining} == {Category.CONTEXT}


def test_a_correction_that_is_marked_again_is_taken_back() -> None:
    report = report_of("He had [12→11] assists and [two→three] steals.")

    def check(stories: object) -> list[Report]:
        (story,) = stories  # type: ignore[misc]
        start = story.text.find("11")
        if start < 0:
            marked = report_of(story.text.replace("12", "[12→11]"))
            return [Report(story, marked.mistakes)]
        span = Span(start, start + 2, 1, 1, 1, 1, 1, "11")
        return [Report(story, (Mistake(span, Category.NUMBER, "rule", "12"),))]

    (fixed,) = fix([report], check)
    assert fixed.text == "He had 12 assists and three steals."
    assert [mistake.span.text for mistake in fixed.remaining] == ["12"]

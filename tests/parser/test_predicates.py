"""Which predicates of a clause a cue for another time reaches, and what a simple past tells."""

from __future__ import annotations

import pytest
from reading import Reader


@pytest.mark.parametrize(
    ("text", "word", "scope"),
    [
        pytest.param(
            "Mike Conley made his season debut and scored 24 points.", "24", "game", id="debut",
        ),
        pytest.param(
            "Mike Conley posted the first triple-double of his career, adding 11 assists.",
            "11", "game", id="noun-of-his-career-before",
        ),
        pytest.param(
            "Mike Conley dished 11 assists and moved up on the franchise's all-time list.",
            "11", "game", id="all-time-list-after",
        ),
        pytest.param(
            "The Suns go to Sacramento, which won here on Monday, on Friday.",
            "Monday", "previous", id="what-the-next-opponent-did",
        ),
        pytest.param(
            "The Suns host the Kings, who beat the Nuggets on Monday, on Friday.",
            "Friday", "next", id="behind-what-the-next-opponent-did",
        ),
        pytest.param(
            "Mike Conley's 24 points, on 8-of-15 shooting, were his season high.",
            "24", "game", id="subject-of-a-season-high",
        ),
        pytest.param(
            "Mike Conley bounced back from his previous game to post 24 points.",
            "24", "game", id="what-he-did-in-the-end",
        ),
        pytest.param(
            "Memphis recovered from a loss in Utah one night earlier and defeated Phoenix 102-91.",
            "102", "game", id="win-after-a-loss-told-first",
        ),
        pytest.param(
            "Mike Conley, averaging 17 points this season, scored 24.",
            "24", "game", id="verb-after-an-aside",
        ),
        pytest.param(
            "Mike Conley, averaging 17 points this season, scored 24.",
            "17", "average", id="the-aside-itself",
        ),
        pytest.param(
            "Mike Conley turned it over 3 times, which he has improved on this season.",
            "3", "game", id="relative-clause-after",
        ),
        pytest.param(
            "Mike Conley averaged 17 points and dished 6 assists this season.",
            "17", "average", id="coordinated-averages",
        ),
        pytest.param(
            "Mike Conley made 8 shots one night after missing 11 of them.",
            "8", "game", id="before-a-cue-for-the-rest",
        ),
        pytest.param(
            "Memphis won. Conley struggled after resting against Utah, shooting 4 of 14 threes.",
            "4", "game", id="shots-behind-a-rest-against-another-team",
        ),
        pytest.param(
            "Memphis won. Conley bounced back after 8 points against the Nets, adding 11 assists.",
            "11", "game", id="a-deed-behind-what-was-against-another-team",
        ),
        pytest.param(
            "Memphis won. Conley bounced back after 8 points against the Nets, adding 11 assists.",
            "8", "previous", id="what-was-against-another-team",
        ),
        pytest.param(
            "Memphis beat Phoenix 102-91 and won the season series 3 games to 1.",
            "102", "game", id="before-the-season-series",
        ),
        pytest.param(
            "Mike Conley posted 24 points, his fourth game with 20 in the last six games.",
            "24", "game", id="before-what-is-put-behind",
        ),
        pytest.param(
            "Mike Conley posted 24 points, his fourth game with 20 in the last six games.",
            "20", "last_n", id="what-is-put-behind",
        ),
        pytest.param(
            "Mike Conley had 24 points after an 8-point night in his previous game.",
            "24", "game", id="before-after",
        ),
        pytest.param(
            "Mike Conley scored 24 points in the best game of his career.",
            "24", "game", id="best-of-his-career",
        ),
        pytest.param(
            "Mike Conley continued his fine start to the season by scoring 24 points.",
            "24", "game", id="continued-in-this-game",
        ),
        pytest.param(
            "Mike Conley added 24 points despite being questionable to play in the game.",
            "24", "game", id="before-what-may-come",
        ),
        pytest.param(
            "Memphis will host Utah on Friday; the Suns shot 38 percent.",
            "38", "game", id="a-sentence-of-its-own-after-what-comes",
        ),
        pytest.param(
            "Mike Conley will look for 30 points on Friday after his 24 here.",
            "30", "next", id="what-may-come-itself",
        ),
        pytest.param(
            "Mike Conley made 8 shots one night after missing 11 of them.",
            "11", "previous", id="the-rest-itself",
        ),
        pytest.param(
            "Mike Conley scored 24 points, his season high, and dished 11 assists.",
            "24", "game", id="before-a-season-high-set-apart",
        ),
        pytest.param(
            "Mike Conley scored 24 points and tied his season high, set with 9 shots made.",
            "9", "season", id="more-of-the-season-high",
        ),
        pytest.param(
            "Mike Conley had 7 assists two nights earlier, when he scored 22.",
            "22", "previous", id="when-goes-on-with-the-time-before",
        ),
        pytest.param(
            "Mike Conley dropped 24, two short of his season high.",
            "24", "game", id="short-of-a-season-high",
        ),
        pytest.param(
            "In his previous game, Mike Conley scored 24 points and added 11 assists.",
            "11", "previous", id="fronted-cue",
        ),
        pytest.param(
            "Mike Conley scored 24 points and dished 11 assists in his previous game.",
            "24", "previous", id="wide-cue-after",
        ),
        pytest.param(
            "Mike Conley scored 24 points despite being questionable to play on Wednesday.",
            "24", "game", id="past-before-a-cue-for-what-comes-next",
        ),
        pytest.param(
            "Memphis shot 44 percent and 5-of-19 from deep, and will host Utah on Friday.",
            "44", "game", id="shots-of-a-team",
        ),
        pytest.param(
            "The rise of Conley this season continued Wednesday with 24 points.",
            "24", "game", id="past-after-a-cue-of-its-subject",
        ),
        pytest.param(
            "Mike Conley has scored 24 points in two games this season.",
            "24", "season", id="perfect",
        ),
        pytest.param(
            "Conley had already scored 24 points this season.", "24", "season", id="pluperfect",
        ),
        pytest.param(
            "Mike Conley is shooting 44 percent this season.", "44", "season", id="present",
        ),
        pytest.param(
            "Memphis beat Utah twice, with the meetings this season being decided by 24 points.",
            "24", "season", id="participle-of-a-helper",
        ),
        pytest.param(
            "Mike Conley followed up his season-high 24 points with another strong night.",
            "24", "season", id="number-beside-the-cue",
        ),
        pytest.param(
            "Conley, who has seen his season plagued by injuries, led Memphis with 24 points.",
            "24", "game", id="led-after-a-relative-clause",
        ),
        pytest.param(
            "Memphis won. Mike Conley tied his career high with 24 points.",
            "24", "game", id="high-that-is-tied",
        ),
        pytest.param(
            "Memphis won. Conley had 24, his fewest since an eight-point night against Utah.",
            "24", "game", id="before-what-is-measured-from-another-game",
        ),
        pytest.param(
            "Memphis won. Conley had 24, his fewest since an eight-point night against Utah.",
            "eight", "previous", id="what-is-measured-from",
        ),
        pytest.param(
            "Memphis won. Mike Conley made 8 shots after missing 11 shots against Utah.",
            "8", "game", id="before-what-looks-back",
        ),
        pytest.param(
            "Mike Conley had 11 assists for the third time in four games.",
            "11", "game", id="for-the-third-time",
        ),
    ],
)  # fmt: skip
def test_a_cue_reaches(read: Reader, text: str, word: str, scope: str) -> None:
    assert read(text).when(word) == scope


@pytest.mark.parametrize(
    ("text", "word"),
    [
        pytest.param("Mike Conley missed all 11 of his shots Wednesday.", "11", id="missed"),
        pytest.param("Mike Conley took over again on Wednesday, scoring 24.", "24", id="again"),
    ],
)
def test_the_day_of_the_game_is_no_other_time(read: Reader, text: str, word: str) -> None:
    assert read(text).when(word) == "game"


def test_what_is_said_in_quotation_marks_stays_somebody_s_opinion(read: Reader) -> None:
    text = 'Mike Conley tied his season high, and said "we rested, then had 24 assists".'
    assert read(text).when("24") == "other"


def test_another_day_is_another_time(read: Reader) -> None:
    assert read("Mike Conley missed all 11 of his shots Monday.").when("11") == "previous"

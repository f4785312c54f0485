"""A small batch about one game, with a box score, and texts that try to break a page."""

from __future__ import annotations

import pytest
from browser import open_page  # noqa: F401  (a fixture)

from factcheck.model import Category, Mistake, Report, Span, Story
from factcheck.page import BoxScore, Table

GAME = "2014-11-05-MEM-PHX"
HOSTILE = (
    '<script>document.title = "taken"</script> & "quoted" \'text\' 🏀 é </div><img src=x>'
    '\nScored <b onmouseover="1">14</b> points .'
)


def mistake(
    text: str,
    words: str,
    category: Category,
    rule: str,
    correction: str | None = None,
    explanation: str | None = None,
    evidence: tuple[dict[str, object], ...] = (),
) -> Mistake:
    """A mistake on the first place where the words stand."""
    start = text.index(words)
    first = len(text[:start].split()) + 1
    last = first + len(words.split()) - 1
    span = Span(start, start + len(words), first, last, 1, first, last, words)
    return Mistake(span, category, rule, correction, explanation, evidence)


@pytest.fixture
def batch() -> list[Report]:
    """Three stories: two with mistakes, one of them hostile, and one clean."""
    first = (
        "The Memphis Grizzlies beat the Phoenix Suns on Monday . "
        "Zach Randolph scored 20 points and led the bench ."
    )
    line = {"player": "Zach Randolph", "team": "MEM", "statistic": "PTS", "value": 18}
    return [
        Report(
            Story("opener", first, GAME, "template"),
            (
                mistake(first, "Monday", Category.NAME, "game-day", "Wednesday"),
                mistake(
                    first,
                    "20",
                    Category.NUMBER,
                    "player-points",
                    "18",
                    "Zach Randolph scored 18 points.",
                    (line,),
                ),
                mistake(first, "led", Category.WORD, "bench-leader"),
            ),
        ),
        Report(
            Story('<i>"evil"</i>', HOSTILE, None, "<u>system</u>"),
            (
                mistake(
                    HOSTILE,
                    '<b onmouseover="1">14',
                    Category.NUMBER,
                    "<s>rule</s>",
                    '"><script>1</script>',
                    "<em>because</em>",
                    ({"<th>": "<td>", "value": None},),
                ),
            ),
        ),
        Report(Story("clean", "All is well .", "2014-11-06-X-Y"), ()),
    ]


@pytest.fixture
def box_score() -> BoxScore:
    """Memphis at Phoenix, 5 November 2014, with two of the players."""
    columns = ("Player", "MIN", "PTS", "REB")
    return BoxScore(
        "Memphis Grizzlies 102, Phoenix Suns 91",
        "Wednesday, 5 November 2014, US Airways Center",
        Table(
            "Line score",
            ("Team", "1", "2", "3", "4", "Total"),
            (
                ("Memphis Grizzlies", 29, 17, 27, 29, 102),
                ("Phoenix Suns", 26, 26, 18, 21, 91),
            ),
        ),
        (
            Table("Memphis Grizzlies", columns, (("Zach Randolph", 33, 18, 12),)),
            Table("Phoenix Suns", columns, (("Isaiah Thomas", 24, 15, None),)),
        ),
    )

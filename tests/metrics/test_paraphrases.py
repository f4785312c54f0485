"""One fact in several wordings is one relation."""

from __future__ import annotations

import pytest

from factcheck import FactChecker
from factcheck.metrics import distinct_relations

GAME = "2014-11-05-MEM-PHX"

CONLEY = ("Mike Conley", "PTS", "24")
LEE = ("Courtney Lee", "PTS", "22")
SCORE = ("GAME", "FINAL_SCORE", "102-91")
FOURTH = ("Memphis Grizzlies", "Q4", "27-18")
HALF = ("GAME", "MARGIN H1", "7")

WORDINGS = {
    (CONLEY,): [
        "Mike Conley scored 24 points.",
        "Mike Conley scored 24 points .",
        "Mike Conley scored twenty-four points.",
        "Mike Conley scored 24.",
        "Conley finished with 24 points.",
        "Mike Conley had a 24-point night.",
        "Mike Conley had a 24 - point night .",
        "Mike Conley's 24 points were not enough.",
    ],
    (CONLEY, LEE): [
        "Mike Conley scored 24 points and Courtney Lee had 22 points.",
        "Mike Conley and Courtney Lee scored 24 and 22 points, respectively.",
        "Mike Conley and Courtney Lee scored 24 and 22 points , respectively .",
        "Mike Conley had 24 points and Courtney Lee 22.",
    ],
    (("Mike Conley", "TEAM_LEADER", "PTS"), CONLEY): [
        "Mike Conley led the team with 24 points.",
        "Mike Conley had a team-high 24 points.",
        "Mike Conley scored a team - high 24 points .",
    ],
    (("Marc Gasol", "REB", "9"),): [
        "Marc Gasol grabbed nine rebounds.",
        "Marc Gasol pulled down 9 boards.",
        "Marc Gasol had 9 rebounds .",
    ],
    (("Eric Bledsoe", "TOV", "6"),): [
        "Eric Bledsoe committed 6 turnovers.",
        "Eric Bledsoe had six turnovers.",
        "Eric Bledsoe turned the ball over six times.",
    ],
    (("Courtney Lee", "FG", "9-15"),): [
        "Courtney Lee shot 9-for-15 from the field.",
        "Courtney Lee was 9 - of - 15 from the field .",
        "Courtney Lee went 9-of-15 from the floor.",
    ],
    (("Memphis Grizzlies", "FG", "46%"),): [
        "The Grizzlies shot 46 percent from the field.",
        "Memphis shot 46% from the floor.",
        "Memphis shot forty-six percent from the field.",
        "The Grizzlies shot forty - six percent from the field .",
    ],
    (("Mike Conley", "DOUBLES", "double-double"),): [
        "Mike Conley had a double-double.",
        "Mike Conley posted a double double .",
    ],
    (SCORE, ("Memphis Grizzlies", "RESULT", "won"), ("Phoenix Suns", "RESULT", "lost")): [
        "The Grizzlies defeated the Suns 102-91.",
        "The Suns lost to the Grizzlies, 91-102.",
        "The Memphis Grizzlies won 102 - 91 against the Phoenix Suns .",
    ],
    (FOURTH,): [
        "The Grizzlies outscored the Suns 27-18 in the fourth quarter.",
        "In the fourth quarter , the Suns were outscored 27 - 18 by the Grizzlies .",
        "The Suns were outscored 27-18 in the fourth quarter.",
        "Memphis won the fourth quarter 27-18.",
    ],
    (HALF,): [
        "The Grizzlies led by seven at halftime.",
        "The Grizzlies took a 7-point lead into halftime.",
    ],
    (("GAME", "COMPARED REB", "46-32"),): [
        "The Grizzlies outrebounded the Suns 46-32.",
        "The Grizzlies won the battle on the boards , 46 - 32 .",
    ],
    (("Courtney Lee and Mike Conley", "COMBINED PTS", "46"),): [
        "Mike Conley and Courtney Lee combined for 46 points.",
        "Courtney Lee and Mike Conley combined to score 46 points .",
    ],
    (("Memphis Grizzlies", "NEXT_OPPONENT", "Oklahoma City Thunder"),): [
        "The Grizzlies will play the Thunder next.",
        "Memphis will play Oklahoma City next .",
    ],
}


@pytest.mark.parametrize(
    ("relations", "text"),
    [(relations, text) for relations, texts in WORDINGS.items() for text in texts],
)
def test_a_wording_states_the_relations_of_its_fact(
    relations: tuple[tuple[str, str, str], ...], text: str, checker: FactChecker
) -> None:
    assert set(distinct_relations(checker.check(text, GAME).claims)) == set(relations)

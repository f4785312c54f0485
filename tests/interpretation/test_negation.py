"""What a sentence denies is no mistake; what it takes for granted still is."""

from __future__ import annotations

import pytest

from factcheck import FactChecker, Verdict

GAME = "2014-11-05-MEM-PHX"


def marks(checker: FactChecker, text: str) -> list[str]:
    return [mistake.span.text for mistake in checker.check(text, GAME).mistakes]


@pytest.mark.parametrize(
    "text",
    [
        "Courtney Lee did not lead the Grizzlies in scoring.",
        "The Suns could not beat the Grizzlies.",
        "The Grizzlies did not lose to the Suns.",
        "Courtney Lee did not score 30 points.",
        "Courtney Lee failed to score 30 points.",
        "Not even Marc Gasol could score 30 points for Memphis.",
        "Nobody but Mike Conley scored 24 points for Memphis.",
        "The Grizzlies didn't win by 20.",
        "Mike Conley, not Courtney Lee, led Memphis with 24 points.",
        "It was not Courtney Lee who led the Grizzlies, but Mike Conley.",
    ],
)
def test_what_is_denied_and_not_so_holds(demo_checker: FactChecker, text: str) -> None:
    assert marks(demo_checker, text) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Courtney Lee did not start slowly and scored 30 points.", "30"),
        ("The Suns could not keep up as Mike Conley scored 34 points.", "34"),
        ("The Suns could not win despite 31 points from Eric Bledsoe.", "31"),
        ("Courtney Lee not only started, he scored 30 points.", "30"),
        ("Courtney Lee did not foul anybody in 24 minutes.", "24"),
        ("The Grizzlies never trailed by 20 on Thursday.", "Thursday"),
        ("Nobody on the visiting side had more than Mike Conley's 26.", "26"),
    ],
)
def test_what_stands_beside_a_denial_is_checked(
    demo_checker: FactChecker, text: str, wrong: str
) -> None:
    claims = demo_checker.check(text, GAME).claims
    contradicted = [claim.span.text for claim in claims if claim.verdict is Verdict.CONTRADICTED]
    assert any(wrong in words for words in contradicted)


def test_a_denied_claim_is_listed_as_supported(demo_checker: FactChecker) -> None:
    report = demo_checker.check("The Suns could not beat the Grizzlies.", GAME)
    (claim,) = [claim for claim in report.claims if claim.rule == "final-score"]
    assert str(claim.verdict) == "supported"

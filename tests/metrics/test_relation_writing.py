"""Claims as triples: columns, slots of two numbers, literals, alternatives."""

from __future__ import annotations

from pathlib import Path

import pytest

from factcheck import Claim, FactChecker, Verdict
from factcheck.errors import RuleError
from factcheck.interpretation.reports.relations import plain_text
from factcheck.metrics import distinct_relations

GAME = "2014-11-05-MEM-PHX"

RULE = """
[[rule]]
id = "own-rule"
category = "NUMBER"
summary = "A rule to try relations with."
patterns = ["{pattern}"]
mark = "{mark}"
priority = 90
relation = {relation}
verify = "SELECT claim.id, true AS holds, 'loud' AS voice, 'sung' AS stated FROM claim"
"""


def checker_with(
    demo_kb: Path, folder: Path, pattern: str, mark: str, relation: str
) -> FactChecker:
    rule = RULE.replace("{pattern}", pattern).replace("{mark}", mark)
    (folder / "own.toml").write_text(rule.replace("{relation}", relation), encoding="utf-8")
    return FactChecker(demo_kb, [folder])


def own_claims(checker: FactChecker, text: str) -> list[Claim]:
    return [claim for claim in checker.check(text, GAME).claims if claim.rule == "own-rule"]


@pytest.mark.parametrize(
    ("pattern", "mark", "relation", "text", "expected"),
    [
        (
            "{player} flew {number} miles",
            "number",
            '["player_id", "\'MILES\'", "number"]',
            "Courtney Lee flew 22 miles .",
            ("Courtney Lee", "MILES", "22"),
        ),
        (
            "{player} took {shooting} {shot} there",
            "shooting",
            '["player", "shot|\'FG\'", "shooting"]',
            "Marc Gasol took 6 - of - 12 from the field there .",
            ("Marc Gasol", "FG", "6-12"),
        ),
        (
            "{team} sang {percent} of it",
            "percent",
            '["team_id", "\'SONG\'", "percent"]',
            "The Suns sang 46 percent of it .",
            ("Phoenix Suns", "SONG", "46%"),
        ),
        (
            "{team} sang about {score}",
            "score",
            '["team", "opponent_id", "score"]',
            "The Suns sang about 91 - 102 .",
            ("Phoenix Suns", "Memphis Grizzlies", "102-91"),
        ),
        (
            "{team} sang on {day}",
            "day",
            '["team_id", "\'DAY\'", "day"]',
            "The Suns sang on Thursday .",
            ("Phoenix Suns", "DAY", "Thursday"),
        ),
        (
            "{team} sang verb:<loudly | softly>",
            "verb",
            '["team_id", "verb", "\'yes\'"]',
            "The Suns sang softly .",
            ("Phoenix Suns", "softly", "yes"),
        ),
        (
            "{team} sang in {period}?",
            "team",
            '["team_id", "\'PERIOD\'", "period|\'GAME\'"]',
            "The Suns sang in .",
            ("Phoenix Suns", "PERIOD", "GAME"),
        ),
        (
            "{team} sang {number} from {n:number} songs",
            "number",
            """["team_id", "'SANG ' + scope", "number + ' of ' + n"]""",
            "The Suns sang 3 from 5 songs .",
            ("Phoenix Suns", "SANG game", "3 of 5"),
        ),
        (
            "{team} sang verb:<there>",
            "verb",
            """["team_id", "'SANG'", "found.voice"]""",
            "The Suns sang there .",
            ("Phoenix Suns", "SANG", "loud"),
        ),
        (
            "{team} sang loud:<loudly>? {number} times",
            "number",
            """["team_id", "'SHOUTED' + loud? | 'SANG'", "number + found?"]""",
            "The Suns sang 3 times .",
            ("Phoenix Suns", "SANG", "3"),
        ),
        (
            "{team} sang loud:<loudly>? {number} times",
            "number",
            """["team_id", "'SHOUTED' + loud? | 'SANG'", "stated"]""",
            "The Suns sang loudly 3 times .",
            ("Phoenix Suns", "SHOUTED", "sung"),
        ),
    ],
    ids=[
        *("number", "two numbers", "percentage", "score", "day"),
        *("label", "alternative", "joined", "evidence", "condition", "stated"),
    ],
)
def test_a_relation_is_readable_text(
    pattern: str,
    mark: str,
    relation: str,
    text: str,
    expected: tuple[str, str, str],
    demo_kb: Path,
    tmp_path: Path,
) -> None:
    checker = checker_with(demo_kb, tmp_path, pattern, mark, relation)
    assert [list(claim.relations) for claim in own_claims(checker, text)] == [[expected]]


def test_a_claim_that_does_not_fill_its_relation_has_none(demo_kb: Path, tmp_path: Path) -> None:
    pattern, relation = "{team} sang in {period}?", '["team_id", "\'PERIOD\'", "period"]'
    checker = checker_with(demo_kb, tmp_path, pattern, "team", relation)
    claims = own_claims(checker, "The Suns sang in .")
    assert [claim.relations for claim in claims] == [{}]


MARKED = """
[[rule]]
id = "own-rule"
category = "NUMBER"
summary = "A rule whose claims state two triples."
patterns = [
  "{team} beat the? {other:team} verb:<in singing> {first:number} over {second:number}",
]
mark = "first"
priority = 90
relation = [["team_id", "'SONGS'", "first"], ["other", "'SONGS' + found?", "second"]]
verify = """


@pytest.mark.parametrize(
    ("sql", "first", "second"),
    [
        ("SELECT id, true AS holds FROM claim", Verdict.SUPPORTED, Verdict.NOT_CHECKABLE),
        ("SELECT id, false AS holds FROM claim", Verdict.CONTRADICTED, Verdict.NOT_CHECKABLE),
        (
            "SELECT id, mark = 'first' AS holds, mark "
            "FROM claim, (VALUES ('first'), ('second')) AS part (mark)",
            Verdict.SUPPORTED,
            Verdict.CONTRADICTED,
        ),
        (
            "SELECT id, mark <> 'verb' AS holds, mark "
            "FROM claim, (VALUES ('first'), ('second'), ('verb')) AS part (mark)",
            Verdict.CONTRADICTED,
            Verdict.CONTRADICTED,
        ),
        ("SELECT id, true AS holds FROM claim WHERE false", Verdict.NOT_CHECKABLE, None),
    ],
    ids=["first true", "first false", "second false", "what they share is false", "undecided"],
)
def test_each_triple_of_a_claim_has_its_own_verdict(
    sql: str, first: Verdict, second: Verdict | None, demo_kb: Path, tmp_path: Path
) -> None:
    (tmp_path / "own.toml").write_text(f'{MARKED}"""{sql}"""', encoding="utf-8")
    checker = FactChecker(demo_kb, [tmp_path])
    (claim,) = own_claims(checker, "The Suns beat the Grizzlies in singing 3 over 2 .")
    assert claim.relations == {
        relation: verdict
        for relation, verdict in (
            (("Phoenix Suns", "SONGS", "3"), first),
            (("Memphis Grizzlies", "SONGS", "2"), second),
        )
        if verdict is not None
    }


def test_the_shipped_rules_give_statistics_as_triples(checker: FactChecker) -> None:
    report = checker.check("Courtney Lee scored 22 points and had four assists .", GAME)
    assert distinct_relations(report.claims) == {
        ("Courtney Lee", "PTS", "22"): Verdict.SUPPORTED,
        ("Courtney Lee", "AST", "4"): Verdict.CONTRADICTED,
    }


@pytest.mark.parametrize(
    ("relation", "message"),
    [
        ('["team_id", "number"]', "relation must be a list of three texts"),
        ('[["team_id", "number"]]', "relation must be a list of three texts"),
        ('["team_id", "\'A\'", ["number"]]', "relation must be a list of three texts"),
        ('["team_id", "\'A\'", "numbers"]', "relation names numbers"),
        ('["team_id", "A", "number"]', "relation names A, .* single quotes"),
    ],
)
def test_a_broken_relation_is_refused_with_its_file(
    relation: str, message: str, demo_kb: Path, tmp_path: Path
) -> None:
    with pytest.raises(RuleError, match=message) as caught:
        checker_with(demo_kb, tmp_path, "{team} sang {number}", "number", relation)
    assert "own.toml" in str(caught.value)


@pytest.mark.parametrize(
    ("value", "text"), [(22.0, "22"), (45.5, "45.5"), (3, "3"), ("a  b", "a b"), ([1.0, 2], "1, 2")]
)
def test_numbers_are_written_without_needless_fractions(value: object, text: str) -> None:
    assert plain_text(value) == text

"""The Python API: one story, many stories, prepared stories."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import factcheck
from factcheck import Category, FactChecker, Report, Story, Verdict
from factcheck.errors import FactCheckError, KnowledgeBaseError, RuleError, StoryError
from factcheck.knowledge import KnowledgeBase
from factcheck.model import Mistake

GAME = "2014-11-05-MEM-PHX"
WRONG = "The Grizzlies beat the Suns 102-91 on Wednesday. Marc Gasol scored 28 points."
TRUE = WRONG.replace("28", "18")


@pytest.fixture(scope="module")
def checker(demo_checker: FactChecker) -> FactChecker:
    return demo_checker


def marks(report: Report) -> list[tuple[str, str, str | None]]:
    return [(m.span.text, str(m.category), m.correction) for m in report.mistakes]


def test_a_story_is_checked_against_its_game(checker: FactChecker) -> None:
    report = checker.check(WRONG, game=GAME)
    assert marks(report) == [("28", "NUMBER", "18")]
    assert report.story == Story("story", WRONG, GAME)
    assert (report.tokens, report.sentences) == (17, 2)


def test_a_true_story_has_no_mistakes(checker: FactChecker) -> None:
    assert checker.check(TRUE, GAME).mistakes == ()


def test_the_game_is_found_from_the_story(checker: FactChecker) -> None:
    report = checker.check(WRONG, id="a")
    assert (report.story.id, report.story.game) == ("a", GAME)


def test_a_game_may_be_named_by_date_and_teams(checker: FactChecker) -> None:
    assert checker.check(TRUE, "2014-11-05 Grizzlies Suns").story.game == GAME


@pytest.mark.parametrize("text", ["", " \n\t "])
def test_an_empty_story_is_refused(checker: FactChecker, text: str) -> None:
    with pytest.raises(StoryError, match="the story is empty"):
        checker.check(text, GAME)


def test_an_unknown_game_is_refused(checker: FactChecker) -> None:
    with pytest.raises(StoryError):
        checker.check(TRUE, "2014-11-05-MEM-LAL")


def test_a_knowledge_base_is_opened_by_its_path(demo_kb: Path) -> None:
    assert marks(FactChecker(demo_kb).check(WRONG, GAME)) == [("28", "NUMBER", "18")]
    assert marks(FactChecker(str(demo_kb)).check(WRONG, GAME)) == [("28", "NUMBER", "18")]


def test_a_knowledge_base_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeBaseError, match="no such knowledge base"):
        FactChecker(tmp_path / "nba.duckdb")


def test_own_rules_take_part(demo: KnowledgeBase, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        '[[rule]]\nid = "geese"\ncategory = "OTHER"\nsummary = "No geese."\n'
        'patterns = ["bird:<goose | geese>"]\nmark = "bird"\n'
        "verify = \"SELECT id, false AS holds, 'duck' AS correction FROM claim\"\n",
        encoding="utf-8",
    )
    report = FactChecker(demo, rules=[tmp_path]).check(TRUE + " A goose won.", GAME)
    assert marks(report) == [("goose", "OTHER", "duck")]
    with pytest.raises(RuleError):
        FactChecker(demo, rules=[tmp_path / "nowhere"])


STORIES = [
    Story("a", WRONG, GAME, "system"),
    Story("b", TRUE, GAME),
    Story("c", "The Suns beat the Lakers 112-106 on Monday.", "2014-11-04-PHX-LAL"),
    Story("d", "The Grizzlies beat the Suns 102-91. Tony Allen had 24 points and 11 assists."),
    Story("e", "The Suns shot 46 percent. They led 52-48. P.J. Tucker led them with nine rebounds."
          " The Grizzlies won 102-91; they will host the Suns on Friday.", GAME),
]  # fmt: skip


def test_many_stories_give_what_each_alone_gives(checker: FactChecker) -> None:
    together = list(checker.check_many(STORIES))
    alone = [checker.check(story.text, story.game, id=story.id) for story in STORIES]
    assert [report.to_dict() | {"system": None} for report in together] == [
        report.to_dict() for report in alone
    ]
    assert [report.claims for report in together] == [report.claims for report in alone]


def test_reports_come_in_the_order_of_the_stories(checker: FactChecker) -> None:
    stories = [Story(str(n), TRUE if n % 2 else WRONG, GAME) for n in range(300)]
    reports = list(checker.check_many(iter(stories)))
    assert [report.story.id for report in reports] == [story.id for story in stories]
    assert [len(report.mistakes) for report in reports] == [1, 0] * 150


def test_stories_are_read_as_they_are_needed(checker: FactChecker) -> None:
    def endless() -> object:
        number = 0
        while True:
            number += 1
            yield Story(str(number), TRUE, GAME)

    reports = checker.check_many(endless())  # type: ignore[arg-type]
    assert next(reports).story.id == "1"


def test_stories_can_be_prepared_to_find_those_that_cannot_be_checked(checker: FactChecker) -> None:
    prepared = []
    for story in [*STORIES, Story("bad", "Nobody won.")]:
        try:
            prepared.append((story, checker.prepare(story)))
        except StoryError:
            assert story.id == "bad"
    reports = checker.check_prepared(prepared)
    assert [marks(report) for report in reports] == [
        marks(report) for report in checker.check_many(STORIES)
    ]


def test_system_and_references_stay_with_the_story(checker: FactChecker) -> None:
    story = Story("a", TRUE, GAME, "system", ("A reference.",))
    (report,) = checker.check_many([story])
    assert report.story == story


def test_claims_carry_their_verdict(checker: FactChecker) -> None:
    text = "Marc Gasol scored 28 points and had six assists."
    claims = {
        claim.slots.get("statistic"): claim
        for claim in checker.check(text, GAME).claims
        if claim.rule == "player-statistic"
    }
    assert claims["PTS"].verdict is Verdict.CONTRADICTED
    assert claims["AST"].verdict is Verdict.SUPPORTED
    assert claims["AST"].relations == {("Marc Gasol", "AST", "6"): Verdict.SUPPORTED}
    assert claims["AST"].evidence


def test_who_played_is_asked_nothing_that_only_concerns_the_absent(checker: FactChecker) -> None:
    rules = {claim.rule for claim in checker.check("Marc Gasol scored 18 points.", GAME).claims}
    assert "player-statistic" in rules
    assert "numbers-of-absent-player" not in rules


def test_nobody_in_particular_is_not_asked_whether_he_was_absent(checker: FactChecker) -> None:
    report = checker.check("( Thomas ) . had four steals", game=GAME)
    assert {claim.verdict for claim in report.claims} <= {Verdict.NOT_CHECKABLE}


def test_how_it_stood_is_not_taken_for_the_final_score(checker: FactChecker) -> None:
    told = {claim.rule for claim in checker.check("The Suns went down 102-91.", GAME).claims}
    stood = {claim.rule for claim in checker.check("Down 90-83, the Suns rallied.", GAME).claims}
    assert "final-score-alone" in told
    assert "final-score-alone" not in stood


def test_numbers_that_no_rule_claims_are_listed(checker: FactChecker) -> None:
    report = checker.check("Marc Gasol scored 18 points and bought 57 cars.", GAME)
    assert [span.text for span in report.unclaimed] == ["57"]


def test_offsets_are_of_the_text_as_given(checker: FactChecker) -> None:
    text = "🏀 The Grizzlies won,\r\n102–91!  Marc Gasol “scored” 28 points."
    (mistake,) = checker.check(text, GAME).mistakes
    assert text[mistake.span.start : mistake.span.end] == mistake.span.text == "28"
    assert mistake.category is Category.NUMBER


def test_a_mistake_is_rebuilt_from_its_dictionary(checker: FactChecker) -> None:
    (mistake,) = checker.check(WRONG, GAME).mistakes
    assert Mistake.from_dict(mistake.to_dict()) == mistake


def test_importing_factcheck_loads_no_heavy_library() -> None:
    code = (
        "import sys, factcheck; "
        "print([name for name in ('spacy', 'duckdb', 'numpy') if name in sys.modules]); "
        "from factcheck import FactChecker; print(FactChecker.__name__, 'duckdb' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "FactChecker True"]


def test_every_public_name_can_be_had() -> None:
    assert all(hasattr(factcheck, name) for name in factcheck.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'Goose'"):
        _ = factcheck.Goose
    assert issubclass(StoryError, FactCheckError)


def test_what_stands_around_a_decided_claim_is_read_with_it(checker: FactChecker) -> None:
    report = checker.check("Conley's 20-foot jumper with 9:46 left in the first quarter.", GAME)
    assert [claim.rule for claim in report.claims if claim.verdict is Verdict.SUPPORTED] == ["play"]
    assert report.unclaimed == ()

"""Every example of every rule: its mistakes are found, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from factcheck import FactChecker
from factcheck.knowledge import KnowledgeBase
from factcheck.language.mentions import build_sentence
from factcheck.rulebook.book import Rulebook
from factcheck.rulebook.rule import Rule
from factcheck.runs.rule_examples import Case, cases_of, run_cases
from factcheck.support.resources import rules_folder

DEMO_GAME = "2014-11-05-MEM-PHX"
RULES = Rulebook.load(rules_folder()).rules
CASES = cases_of(RULES)


@pytest.fixture(scope="session")
def demo_checker() -> Iterator[FactChecker]:
    with KnowledgeBase.demo() as kb:
        yield FactChecker(kb, min_confidence=0)


@pytest.fixture(scope="session")
def full_checker(full_kb: Path) -> Iterator[FactChecker]:
    with KnowledgeBase.open(full_kb) as kb:
        yield FactChecker(kb, min_confidence=0)


def passes(checker: FactChecker, case: Case) -> None:
    (outcome,) = run_cases(checker, [case])
    assert outcome.passed, "\n".join([case.example.text, *outcome.problems])


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.example.game == DEMO_GAME], ids=lambda case: case.id
)
def test_example_of_the_demo_s_game(case: Case, demo_checker: FactChecker) -> None:
    passes(demo_checker, case)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_example(case: Case, full_checker: FactChecker) -> None:
    passes(full_checker, case)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_phrases_run_on_any_sentence(rule: Rule) -> None:
    units = build_sentence(1, ["so", "it", "was", "."], 0, 4, {})
    for phrase in rule.phrases:
        assert all(0 <= match.start < match.end <= 4 for match in phrase.matches(units))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_sql_runs_on_no_claims(rule: Rule, demo_checker: FactChecker) -> None:
    demo_checker.verifier.prepare([rule])

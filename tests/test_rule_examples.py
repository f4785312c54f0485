"""Every example of every rule: its mistakes are found, and nothing else is."""

from __future__ import annotations

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
DEMO_CASES = [case for case in CASES if case.example.game == DEMO_GAME]


def problems(checker: FactChecker, cases: list[Case]) -> dict[str, tuple[str, ...]]:
    """Check all cases in batches, which takes a thirtieth of the time of one by one."""
    return {outcome.case.id: outcome.problems for outcome in run_cases(checker, cases)}


@pytest.fixture(scope="session")
def found_by_demo(eager_checker: FactChecker) -> dict[str, tuple[str, ...]]:
    return problems(eager_checker, DEMO_CASES)


@pytest.fixture(scope="session")
def full_checker(examples_kb: KnowledgeBase) -> FactChecker:
    return FactChecker(examples_kb, min_confidence=0)


@pytest.fixture(scope="session")
def found(full_checker: FactChecker) -> dict[str, tuple[str, ...]]:
    return problems(full_checker, CASES)


@pytest.mark.slow
@pytest.mark.parametrize("case", DEMO_CASES, ids=lambda case: case.id)
def test_example_of_the_demo_s_game(case: Case, found_by_demo: dict[str, tuple[str, ...]]) -> None:
    assert found_by_demo[case.id] == (), case.example.text


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_example(case: Case, found: dict[str, tuple[str, ...]]) -> None:
    assert found[case.id] == (), case.example.text


@pytest.mark.parametrize("case", CASES[:: len(CASES) // 20], ids=lambda case: case.id)
def test_example_alone_is_read_as_in_a_batch(
    case: Case, found: dict[str, tuple[str, ...]], full_checker: FactChecker
) -> None:
    assert problems(full_checker, [case])[case.id] == found[case.id]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_phrases_run_on_any_sentence(rule: Rule) -> None:
    units = build_sentence(1, ["so", "it", "was", "."], 0, 4, {})
    for pattern in rule.patterns:
        assert all(0 <= match.start < match.end <= 4 for match in pattern.matches(units))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_sql_runs_on_no_claims(rule: Rule, demo_checker: FactChecker) -> None:
    demo_checker.verifier.prepare([rule])

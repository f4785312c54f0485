"""Run the examples of rules: each is a text with the mistakes to find in it, and no others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from factcheck.checker import FactChecker
from factcheck.errors import StoryError
from factcheck.model import Mistake, Report, Story
from factcheck.parser.document import Document
from factcheck.rulebook.examples import Example, ExampleMistake
from factcheck.rulebook.rule import Rule

WITH_MISTAKES = 4
TRUE = 2
GAMES = 2
"""How many examples a rule needs: with mistakes, true ones, and over how many games."""


@dataclass(frozen=True, slots=True)
class Case:
    """One example as a test case.

    Args:
        rule: The rule it belongs to.
        number: Its place among the rule's examples, from 1.
        example: The example.
    """

    rule: Rule
    number: int
    example: Example

    @property
    def id(self) -> str:
        """A name that is unique over all rules."""
        return f"{self.rule.id}-{self.number}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a case; it passes when there is no problem.

    Args:
        case: The case.
        problems: What is missing, what is too much; one line each.
    """

    case: Case
    problems: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether the example gave its mistakes and no others."""
        return not self.problems


def cases_of(rules: Iterable[Rule]) -> list[Case]:
    """Return all examples of rules as test cases."""
    return [
        Case(rule, number, example)
        for rule in rules
        for number, example in enumerate(rule.examples, start=1)
    ]


def run_where_known(checkers: Iterable[FactChecker], cases: Sequence[Case]) -> list[Outcome]:
    """Check every case on the first knowledge base that has the player lines of its game.

    With the demo's first, an example about the demo's game means the same for everybody,
    whatever else a knowledge base knows, or lacks, of that game.

    Args:
        checkers: Checkers over one knowledge base each, taken while a case is left.
        cases: What to run.

    Returns:
        One outcome a case, knowledge base by knowledge base; none for a case whose game
        no knowledge base has player lines of.

    Raises:
        RuleError: The SQL of a rule fails.
    """
    outcomes: list[Outcome] = []
    left = list(cases)
    for checker in checkers:
        known = _games_with_player_lines(checker)
        outcomes += run_cases(checker, [case for case in left if case.example.game in known])
        left = [case for case in left if case.example.game not in known]
        if not left:
            break
    return outcomes


def _games_with_player_lines(checker: FactChecker) -> set[str]:
    rows = checker.kb.rows("SELECT game_id FROM game WHERE has_player_lines")
    return {str(row["game_id"]) for row in rows}


def run_cases(checker: FactChecker, cases: Sequence[Case]) -> list[Outcome]:
    """Check the text of every case; all rules take part.

    Args:
        checker: A checker over a knowledge base that holds the games.
        cases: What to run.

    Returns:
        One outcome a case, in order.

    Raises:
        RuleError: The SQL of a rule fails.
    """
    failed: dict[str, Outcome] = {}
    prepared: list[tuple[Story, Document]] = []
    for case in cases:
        story = Story(case.id, case.example.text, case.example.game)
        try:
            prepared.append((story, checker.prepare(story)))
        except StoryError as error:
            failed[case.id] = Outcome(case, (f"cannot be checked: {error.message}",))
    reports = {report.story.id: report for report in checker.check_prepared(prepared)}
    return [failed.get(case.id) or judge(case, reports[case.id]) for case in cases]


def judge(case: Case, report: Report) -> Outcome:
    """Compare what was found with what the example lists.

    Words and category must agree, and the correction where the example gives one. At
    least one of the mistakes must come from the example's own rule, or it tests nothing.
    """
    left = list(report.mistakes)
    problems: list[str] = []
    own = False
    for wanted in case.example.mistakes:
        found = next((mistake for mistake in left if _same_place(wanted, mistake)), None)
        if found is None:
            problems.append(f"not found: {wanted.category} {wanted.mark!r}")
            continue
        left.remove(found)
        own = own or found.rule == case.rule.id
        # Capitals follow the words that are corrected: "Two" is corrected to "Four".
        said = (found.correction or "").casefold()
        if wanted.correction is not None and wanted.correction.casefold() != said:
            problems.append(
                f"{wanted.mark!r} corrected to {found.correction!r}, not {wanted.correction!r}"
            )
    problems += [
        f"too much: {extra.category} {extra.span.text!r} → {extra.correction} ({extra.rule})"
        for extra in left
    ]
    if case.example.mistakes and not own and not problems:
        problems.append(f"found by other rules only, not by {case.rule.id}")
    return Outcome(case, tuple(problems))


def _same_place(wanted: ExampleMistake, found: Mistake) -> bool:
    return wanted.category == found.category and _words(wanted.mark) == _words(found.span.text)


def _words(text: str) -> list[str]:
    return text.split()


def missing_examples(rule: Rule) -> list[str]:
    """Return what a rule's examples lack, one line each; empty for a rule with enough.

    A rule needs four wordings with mistakes and two true statements it must leave alone,
    over two games; a rule that only keeps other rules away, six statements left alone.
    """
    texts = Counter(example.text for example in rule.examples)
    wrong = sum(bool(example.mistakes) for example in rule.examples)
    true = len(rule.examples) - wrong
    games = len({example.game for example in rule.examples})
    lacks = [f"example {text!r} stands there twice" for text, count in texts.items() if count > 1]
    need_wrong = 0 if _never_marks(rule) else WITH_MISTAKES
    for have, need, what in (
        (wrong, need_wrong, "examples with mistakes"),
        (true, WITH_MISTAKES + TRUE - need_wrong, "true examples"),
        (games, GAMES, "games"),
    ):
        if have < need:
            lacks.append(f"{have} of {need} {what}")
    return lacks


def _never_marks(rule: Rule) -> bool:
    """Tell whether a rule's SQL decides nothing, so that it only claims words for itself."""
    return rule.when_unknown == "pass" and rule.verify.lower().endswith("where false")


def incomplete(rules: Iterable[Rule]) -> Iterator[tuple[Rule, list[str]]]:
    """Yield the rules that lack examples, with what they lack."""
    for rule in rules:
        lacks = missing_examples(rule)
        if lacks:
            yield rule, lacks

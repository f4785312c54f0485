"""What a rule is, for a reader: generated from the rule itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from factcheck.rulebook.examples import Example
from factcheck.rulebook.rule import Rule
from factcheck.rulebook.telling import Telling

if TYPE_CHECKING:
    from factcheck.runs.rule_examples import Outcome


def rule_lines(rules: Sequence[Rule]) -> Iterator[Text]:
    """Yield one line a rule: id, category, topic, summary."""
    width = max((len(rule.id) for rule in rules), default=0)
    topic_width = max((len(rule.topic) for rule in rules), default=0)
    for rule in rules:
        line = Text(f"{rule.id:<{width}}", style="bold")
        about = f"  {rule.category:<13}  {rule.topic:<{topic_width}}  {rule.summary}"
        line.append(about, style="not bold")
        yield line


def describe(rule: Rule) -> Iterator[Text]:
    """Yield the lines of a rule's description: head, patterns, SQL, examples."""
    yield Text(f"{rule.id} ({rule.category})", style="bold")
    yield Text(rule.summary)
    for name, value in _details(rule).items():
        yield Text(f"{name}: {value}")
    if rule.telling is None:
        yield _heading("Phrases")
        for pattern in rule.patterns:
            yield Text(f"  {pattern.source}")
    else:
        yield from _telling(rule.telling)
    if rule.relations:
        yield _heading("Relations")
        for triple in rule.relations:
            yield Text(f"  ({', '.join(triple)})")
    yield _heading("Decided by")
    for line in rule.verify.splitlines():
        yield Text(f"  {line}")
    yield _heading(f"Examples ({len(rule.examples)})")
    for example in rule.examples:
        yield from _example(example)


def _telling(telling: Telling) -> Iterator[Text]:
    yield _heading(f"The sentence names {telling.alone}")
    for concept in telling.concepts:
        yield Text(f"  {'tells' if concept.needed else 'may tell'} {concept.name}:")
        for pattern, value in concept.patterns:
            yield Text(f"    {value and f'{value}: '}{pattern.source}")


def _heading(text: str) -> Text:
    return Text(f"\n{text}", style="bold")


def _details(rule: Rule) -> dict[str, str]:
    details = {"marks": rule.mark, "speaks of": ", ".join(sorted(rule.scope))}
    if rule.subject != "any":
        details["subject"] = rule.subject
    unknown = "marked as not checkable" if rule.when_unknown == "flag" else "left alone"
    details["where the knowledge base cannot say"] = unknown
    if rule.path is not None:
        details["file"] = f"{rule.topic}/{rule.path.name}"
    return details


def _example(example: Example) -> Iterator[Text]:
    name = f"{example.name}: " if example.name else ""
    yield Text(f"  {name}{example.text}  ({example.game})")
    for mistake in example.mistakes:
        correction = f" → {mistake.correction}" if mistake.correction else ""
        yield Text(f"    {mistake.category} {mistake.mark}{correction}")
    if not example.mistakes:
        yield Text("    true: nothing to mark")


def test_lines(
    outcomes: Sequence[Outcome], not_run: int, lacking: Iterable[tuple[Rule, list[str]]]
) -> Iterator[Text]:
    """Yield the lines of a test run: what failed and why, what is lacking, totals."""
    for outcome in outcomes:
        if not outcome.passed:
            case = outcome.case
            yield Text(f"FAILED {case.id} ({case.example.game})", style="bold")
            yield Text(f"  {case.example.text}")
            for problem in outcome.problems:
                yield Text(f"  {problem}")
    for rule, lacks in lacking:
        yield Text(f"LACKING {rule.id}: {', '.join(lacks)}")
    passed = sum(outcome.passed for outcome in outcomes)
    line = f"{passed} examples passed, {len(outcomes) - passed} failed"
    if not_run:
        line += f", {not_run} not run: no player lines of their games are known"
    yield Text(line, style="bold")


def to_dict(rule: Rule) -> dict[str, Any]:
    """Return a rule as a JSON-ready object."""
    return {
        "id": rule.id,
        "category": str(rule.category),
        "summary": rule.summary,
        "patterns": [pattern.source for pattern in rule.patterns],
        "tells": [] if rule.telling is None else [one.source for one in rule.telling.patterns],
        "mark": rule.mark,
        "scope": sorted(rule.scope),
        "subject": rule.subject,
        "when_unknown": rule.when_unknown,
        "relations": [list(triple) for triple in rule.relations],
        "verify": rule.verify,
        "examples": [
            {
                "game": example.game,
                "text": example.text,
                "mistakes": [
                    {"mark": m.mark, "category": str(m.category), "correction": m.correction}
                    for m in example.mistakes
                ],
            }
            for example in rule.examples
        ],
        "topic": rule.topic,
        "file": None if rule.path is None else f"{rule.topic}/{rule.path.name}",
    }

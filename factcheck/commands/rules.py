"""``factcheck rules``: what is checked, shown from the rules themselves, and their examples."""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from factcheck.rulebook.book import Rulebook

rules = typer.Typer(help="List, show and test the rules.", no_args_is_help=True)

OwnRules = Annotated[
    list[Path] | None, typer.Option("--rules", metavar="DIR", help="A folder with your own rules.")
]


class Format(StrEnum):
    """How to print."""

    TEXT = "text"
    JSON = "json"


def register(app: typer.Typer) -> None:
    """Add ``factcheck rules`` to the command line."""
    app.add_typer(rules, name="rules")


@rules.command("list")
def list_rules(
    own: OwnRules = None,
    topic: Annotated[
        str | None,
        typer.Option(help="Only rules of this topic, such as course.", show_default=False),
    ] = None,
    format: Annotated[Format, typer.Option(help="How to print.")] = Format.TEXT,
) -> None:
    """List all rules: id, category, topic and what they check.

    The topic is the folder that a rule's file lies in.

    Example: factcheck rules list --topic course
    """
    from factcheck.errors import FormatError
    from factcheck.exchange.terminal import open_console
    from factcheck.runs.rule_pages import rule_lines, to_dict

    book = _load(own)
    topics = sorted({rule.topic for rule in book.rules})
    if topic is not None and topic not in topics:
        raise FormatError(f"--topic {topic!r}: no rule has it; topics are {', '.join(topics)}")
    listed = [rule for rule in book.rules if topic in (None, rule.topic)]
    if format is Format.JSON:
        print(json.dumps([to_dict(rule) for rule in listed], ensure_ascii=False, indent=1))
        return
    console = open_console()
    for line in rule_lines(listed):
        console.print(line, soft_wrap=not console.is_terminal)


@rules.command("show")
def show(
    rule_id: Annotated[str, typer.Argument(metavar="ID", help="As `rules list` prints it.")],
    own: OwnRules = None,
    format: Annotated[Format, typer.Option(help="How to print.")] = Format.TEXT,
) -> None:
    """Show one rule: what it checks, its patterns, its SQL and its examples.

    Example: factcheck rules show player-statistic
    """
    from factcheck.exchange.terminal import open_console
    from factcheck.runs.rule_pages import describe, to_dict

    rule = _load(own).get(rule_id)
    if format is Format.JSON:
        print(json.dumps(to_dict(rule), ensure_ascii=False, indent=1))
        return
    console = open_console()
    for line in describe(rule):
        console.print(line, soft_wrap=True)


@rules.command("test")
def test(
    rule_id: Annotated[
        str | None, typer.Argument(metavar="ID", help="Only this rule.", show_default=False)
    ] = None,
    knowledge_base: Annotated[
        Path | None,
        typer.Option(
            "--kb",
            envvar="FACTCHECK_KB",
            help="A knowledge base for other games than the demo's; by default the facts of the "
            "examples' games, which ship with factcheck.",
            show_default=False,
        ),
    ] = None,
    own: OwnRules = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Every rule must have all the examples it needs.")
    ] = False,
) -> None:
    """Run the examples of the rules; status 1 if one fails.

    An example passes when its mistakes are found, with their categories and
    corrections, and nothing else. The facts of the games that examples are
    about ship with factcheck; of other games they come from the knowledge base
    given. Those over games that it lacks, or has without player lines, are
    not run.

    Example: factcheck rules test player-statistic
    """
    from factcheck.checker import FactChecker
    from factcheck.exchange.terminal import open_console
    from factcheck.knowledge import KnowledgeBase
    from factcheck.runs.rule_examples import cases_of, incomplete, run_where_known
    from factcheck.runs.rule_pages import test_lines

    given = None if knowledge_base is None else KnowledgeBase.open(knowledge_base)
    demo = FactChecker(KnowledgeBase.kept_demo(), own or (), min_confidence=0)
    book = demo.rulebook
    chosen = book.rules if rule_id is None else [book.get(rule_id)]
    demo.verifier.prepare(chosen)
    cases = cases_of(chosen)

    def checkers() -> Iterator[FactChecker]:
        yield demo
        store = given or KnowledgeBase.examples()
        yield FactChecker(store, own or (), min_confidence=0)

    outcomes = run_where_known(checkers(), cases)
    lacking = list(incomplete(chosen)) if strict else []
    console = open_console()
    for line in test_lines(outcomes, len(cases) - len(outcomes), lacking):
        console.print(line, soft_wrap=True)
    if lacking or not all(outcome.passed for outcome in outcomes):
        raise typer.Exit(1)


def _load(own: list[Path] | None) -> Rulebook:
    from factcheck.rulebook.book import Rulebook
    from factcheck.support.resources import rules_folder

    return Rulebook.load(rules_folder(), own or ())

"""How accurate factcheck is, measured on the shared task's annotated stories.

    python benchmarks/accuracy.py --data DIR --kb nba.duckdb [--table N …] [--stories 1-40]

DIR holds ``accuracy_shared_task/`` and ``nba/`` (docs/data.md says where to get them).
The tables, each printed with what it counts:

1. recall and precision by category, on the shared task's own scoring;
2. corrections equal to the gold ones, for NUMBER and NAME;
3. normal English against tokenised text: the same words marked with the same category;
4. flags on the human-written summaries, by category and rule, and which of them are mistakes
   of the writers (summaries.csv has the evidence for each);
5. the first table without player logs and without season schedules;
6. per rule: how often it was right and wrong, which rules were wrong more often than right,
   and the share of numbers and names that no rule claims.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.table import Table
from summaries import show_summaries

from factcheck import Category, FactChecker, Report, Story, Verdict
from factcheck.interpretation.reports.reporting import NAMES, claimable
from factcheck.knowledge import KnowledgeBase, build
from factcheck.scoring import MistakeList, read_mistakes, score
from factcheck.scoring.corrections import same_correction
from factcheck.scoring.shared_task import Ratio, match
from factcheck.stories.reading import Column, read_stories

CONSOLE = Console(width=110)
NUMBERED = (Category.NUMBER, Category.NAME)


class Task:
    """The shared task's stories, gold mistakes and human summaries.

    Args:
        folder: The folder of the data sets.
        kb: The knowledge base that knows the games.
        first: The first story to measure on, from 1.
        last: The last one.
    """

    def __init__(self, folder: Path, kb: KnowledgeBase, first: int, last: int) -> None:
        self.folder = folder / "accuracy_shared_task"
        self.kb = kb
        self.tokenised = self.stories(Column.TOKENISED)[first - 1 : last]
        self.normal = self.stories(Column.NORMAL)[first - 1 : last]
        names = {story.id for story in self.tokenised}
        gold = read_mistakes(self.folder / "gsml.csv")
        self.gold = replace(gold, mistakes=tuple(m for m in gold if m.story in names))
        self.summaries = self._summaries(names)

    def stories(self, column: Column) -> list[Story]:
        """Return the task's stories in one of their two forms."""

        def refuse(error: Exception) -> None:
            raise error

        path = self.folder / "games.csv"
        return [placed.story for placed in read_stories([path], self.kb, refuse, column=column)]

    def _summaries(self, names: set[str]) -> dict[str, list[Story]]:
        forms: dict[str, list[Story]] = {"cleaned_text": [], "detokenized_text": []}
        lines = (self.folder / "shared_task.jsonl").read_text(encoding="utf-8").splitlines()
        for story, line in zip(self.stories(Column.TOKENISED), lines, strict=True):
            if story.id not in names:
                continue
            item = json.loads(line)
            for form, rows in forms.items():
                text = item[form] if isinstance(item[form], str) else " ".join(item[form])
                rows.append(Story(story.id, text, story.game))
        return forms


def percent(part: int, whole: int) -> str:
    """Write a share with its counts."""
    return f"{part}/{whole} = {part / whole:.3f}" if whole else "0/0"


def show_scores(title: str, gold: MistakeList, reports: Sequence[Report]) -> None:
    """Print recall and precision by category, by mistakes and by tokens."""
    scores = score(gold, MistakeList.from_reports(reports))
    table = Table(title=title, title_justify="left")
    for name in ("category", "recall", "precision", "F1", "token recall", "token precision"):
        table.add_column(name, justify="left" if name == "category" else "right")
    for name in ("ALL", *(str(category) for category in Category)):
        counts = scores[name]
        ratios = (counts.recall, counts.precision, counts.token_recall, counts.token_precision)
        cells = [percent(ratio.correct, ratio.of_total) for ratio in ratios]
        f1 = "" if counts.f1 is None else f"{counts.f1:.3f}"
        table.add_row(name, *cells[:2], f1, *cells[2:])
    CONSOLE.print(table)


def show_corrections(gold: MistakeList, reports: Sequence[Report]) -> None:
    """Print how many matched mistakes carry the gold standard's correction."""
    CONSOLE.print(
        "2. Corrections equal to the gold one (words and digits alike, case and articles left "
        "aside), of the matched mistakes that have one"
    )
    table = Table()
    for name in ("category", "equal", "of"):
        table.add_column(name, justify="left" if name == "category" else "right")
    submitted = MistakeList.from_reports(reports).by_story()
    total = Ratio(0, 0)
    for category in NUMBERED:
        equal = of = 0
        for story, mistakes in gold.by_story().items():
            wanted = [mistake for mistake in mistakes if mistake.category == category]
            given = [m for m in submitted.get(story, []) if m.category == category]
            for true, found in match(wanted, given):
                if true.correction:
                    of += 1
                    equal += same_correction(found.correction, true.correction)
        total = Ratio(total.correct + equal, total.of_total + of)
        table.add_row(category, str(equal), percent(equal, of))
    table.add_row("both", str(total.correct), percent(total.correct, total.of_total))
    CONSOLE.print(table)


def show_forms(tokenised: Sequence[Report], normal: Sequence[Report]) -> None:
    """Print how many mistakes are marked alike in both forms of a story."""
    same = union = 0
    for left, right in zip(tokenised, normal, strict=True):
        marks = [Counter(_marks(report)) for report in (left, right)]
        same += sum((marks[0] & marks[1]).values())
        union += sum((marks[0] | marks[1]).values())
    CONSOLE.print("3. Normal English against tokenised text: the same tokens, same category")
    CONSOLE.print(f"   {percent(same, union)} of all mistakes marked in either\n")


def _marks(report: Report) -> Iterable[tuple[int, int, str]]:
    for mistake in report.mistakes:
        yield mistake.span.token_start, mistake.span.token_end, str(mistake.category)


def show_undecided(reports: Sequence[Report]) -> None:
    """Print how many claims the knowledge base could not decide."""
    verdicts = [claim.verdict for report in reports for claim in report.claims]
    undecided = verdicts.count(Verdict.NOT_CHECKABLE)
    CONSOLE.print(f"   claims not checkable: {percent(undecided, len(verdicts))}\n")


def show_ablation(task: Task, folder: Path) -> None:
    """Print the first table with knowledge left out."""
    every = sorted((folder / "nba").glob("*.csv"))
    games = task.folder / "shared_task.jsonl"
    left_out = {
        "without player logs": [path for path in every if "player_game_log" not in path.name],
        "without season schedules": [path for path in every if path.name.startswith("player_")],
    }
    for name, sources in left_out.items():
        with tempfile.TemporaryDirectory() as scratch:
            path = Path(scratch) / "kb.duckdb"
            build(path, [*sources, games])
            checker = FactChecker(path)
            known = [story for story in task.tokenised if story.game in checker.index.games]
            reports = list(checker.check_many(known))
            show_scores(f"5. {name} ({len(known)} stories)", task.gold, reports)
            show_undecided(reports)


def show_rules(gold: MistakeList, reports: Sequence[Report]) -> None:
    """Print each rule's right and wrong flags, and what no rule claims."""
    table = Table(title="6. Rules on the annotated stories", title_justify="left")
    for name in ("rule", "right", "wrong"):
        table.add_column(name, justify="left" if name == "rule" else "right")
    right: Counter[str] = Counter()
    fired: Counter[str] = Counter(m.rule for report in reports for m in report.mistakes)
    by_story = gold.by_story()
    for report in reports:
        listed = MistakeList.from_reports([report]).by_story().get(report.story.id, [])
        rules = {id(item): m.rule for item, m in zip(listed, report.mistakes, strict=True)}
        for _, found in match(by_story.get(report.story.id, []), listed):
            right[rules[id(found)]] += 1
    for rule, count in fired.most_common():
        table.add_row(rule, str(right[rule]), str(count - right[rule]))
    CONSOLE.print(table)
    bad = [rule for rule, count in fired.items() if 2 * right[rule] < count]
    CONSOLE.print(f"   more often wrong than right: {', '.join(bad) or 'none'}")


def show_unclaimed(checker: FactChecker, reports: Sequence[Report]) -> None:
    """Print the share of numbers and names that no claim rests on.

    By the stricter count a number is unclaimed as well if all claims on its words are such as
    the knowledge base could not decide.
    """
    numbers, names = Ratio(0, 0), Ratio(0, 0)
    undecided = 0
    for report in reports:
        free = {span.start for span in report.unclaimed}
        decided: set[int] = set()
        for claim in report.claims:
            if claim.verdict is not Verdict.NOT_CHECKABLE:
                decided.update(range(claim.span.token_start, claim.span.token_end + 1))
        document = checker.prepare(report.story)
        for mention in claimable(document):
            span = document.span(mention.start, mention.end)
            is_free = span.start in free
            if mention.label in NAMES:
                names = Ratio(names.correct + is_free, names.of_total + 1)
            else:
                numbers = Ratio(numbers.correct + is_free, numbers.of_total + 1)
                undecided += decided.isdisjoint(range(span.token_start, span.token_end + 1))
    CONSOLE.print(f"   unclaimed numbers: {percent(numbers.correct, numbers.of_total)}")
    CONSOLE.print(
        f"   the same, and those of undecided claims: {percent(undecided, numbers.of_total)}"
    )
    CONSOLE.print(f"   unclaimed names: {percent(names.correct, names.of_total)}\n")


def main() -> None:
    """Read the options and print the tables asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=_Formatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of the public data sets")
    parser.add_argument("--kb", type=Path, required=True, help="knowledge base of all of them")
    parser.add_argument("--table", type=int, action="append", choices=range(1, 7))
    parser.add_argument("--stories", default="1-60", help="first and last story, such as 41-60")
    parser.add_argument(
        "--details", action="store_true", help="list all flags of table 4, not false alarms alone"
    )
    options = parser.parse_args()
    tables = set(options.table or range(1, 7))
    first, last = (int(number) for number in options.stories.split("-"))
    checker = FactChecker(options.kb)
    task = Task(options.data, checker.kb, first, last)
    reports = list(checker.check_many(task.tokenised))
    if 1 in tables:
        show_scores(f"1. Stories {first} to {last}, tokenised", task.gold, reports)
        show_undecided(reports)
    if 2 in tables:
        show_corrections(task.gold, reports)
    if 3 in tables:
        show_forms(reports, list(checker.check_many(task.normal)))
    if 4 in tables:
        for form, stories in task.summaries.items():
            show_summaries(CONSOLE, form, list(checker.check_many(stories)), options.details)
    if 5 in tables:
        show_ablation(task, options.data)
    if 6 in tables:
        show_rules(task.gold, reports)
        show_unclaimed(checker, reports)


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Keep the list of tables as written."""


if __name__ == "__main__":
    main()

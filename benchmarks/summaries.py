"""What has been found out about flags on human-written summaries.

``summaries.csv`` lists each with the facts that decide it:

- ``mistake``: the writer's, by the box scores and schedules;
- ``false alarm``: the text is right, or says something else than the rule read;
- ``not checkable``: a NOT_CHECKABLE flag; what the text says may well be true.

Tokens are those of the shared task's ``cleaned_text``, from 1, the last one inclusive; the words
are those marked.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from factcheck import Category, Mistake, Report

LIST = Path(__file__).with_name("summaries.csv")
VERDICTS = ("mistake", "false alarm", "not checkable")
FIRM = (Category.NUMBER, Category.NAME, Category.WORD, Category.CONTEXT)

# Normal English has a few tokens more or less than the pre-tokenised text by the same place.
_SHIFT = 5


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is known of a flag."""

    story: str
    token_start: int
    token_end: int
    words: str
    rule: str
    verdict: str
    evidence: str

    def distance(self, story: str, mistake: Mistake) -> int | None:
        """Return by how many tokens a mistake stands off; None if this is about another one."""
        if (story, mistake.rule) != (self.story, self.rule):
            return None
        if "".join(mistake.span.text.split()) != "".join(self.words.split()):
            return None
        distance = abs(mistake.span.token_start - self.token_start)
        return distance if distance <= _SHIFT else None


def read_judgements(path: Path = LIST) -> list[Judgement]:
    """Read the list.

    Raises:
        ValueError: A line has a verdict that is none.
    """
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        if row["verdict"] not in VERDICTS:
            raise ValueError(f"{path.name}: {row['verdict']!r} is none of {', '.join(VERDICTS)}")
    return [
        Judgement(
            row["story"], int(row["token_start"]), int(row["token_end"]), row["words"],
            row["rule"], row["verdict"], row["evidence"],
        )
        for row in rows
    ]  # fmt: skip


def judgement_of(story: str, mistake: Mistake, judgements: Sequence[Judgement]) -> Judgement | None:
    """Return what is known of a flag on a story, or None."""
    near = [
        (distance, number)
        for number, judgement in enumerate(judgements)
        if (distance := judgement.distance(story, mistake)) is not None
    ]
    return judgements[min(near)[1]] if near else None


def show_summaries(console: Console, form: str, reports: Sequence[Report], details: bool) -> None:
    """Print the flags on human-written summaries by category and rule, and what they are.

    Args:
        console: Where to print.
        form: The name of the summaries' text.
        reports: The checked summaries.
        details: List the mistakes of the writers as well.
    """
    judgements = read_judgements()
    flags = [(report.story.id, mistake) for report in reports for mistake in report.mistakes]
    firm = sum(mistake.category in FIRM for _, mistake in flags)
    console.print(
        f"4. Human-written summaries ({form}): {firm} NUMBER, NAME, WORD and CONTEXT flags, "
        f"{firm / len(reports):.2f} a summary; {len(flags) - firm} NOT_CHECKABLE",
        soft_wrap=True,
    )
    verdicts = [judgement_of(story, mistake, judgements) for story, mistake in flags]
    kinds = ("mistake", "false alarm", "not checkable", "unclassified")
    found = [(verdict.verdict if verdict else "unclassified") for verdict in verdicts]
    counts = Counter((m.category, m.rule) for _, m in flags)
    by_kind = Counter((m.category, m.rule, kind) for (_, m), kind in zip(flags, found, strict=True))
    console.print("   " + " ".join(f"{kind:>13}" for kind in kinds))
    for (category, rule), _ in counts.most_common():
        numbers = " ".join(f"{by_kind[category, rule, kind] or '':>13}" for kind in kinds)
        console.print(f"   {numbers}  {category:13} {rule}")
    totals = Counter(found)
    console.print("   " + " ".join(f"{totals[kind]:>13}" for kind in kinds) + "  all")
    for (story, mistake), verdict, kind in zip(flags, verdicts, found, strict=True):
        if details or kind in {"false alarm", "unclassified"}:
            why = verdict.evidence if verdict else mistake.explanation
            console.print(
                f"   {kind}: {story} {mistake.category} {mistake.span.text!r}: {why} "
                f"({mistake.rule})",
                markup=False,
                highlight=False,
                soft_wrap=True,
            )
    console.print()

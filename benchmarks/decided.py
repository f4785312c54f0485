"""How many of the numbers in a text some claim decides, whether they are right or wrong.

    python benchmarks/decided.py --data DIR --kb nba.duckdb [--corpus NAME …] [--show OUTPUT.tsv]

A mistake in a number can be found only if a claim that holds the number is decided, by support
or by contradiction. Planted mistakes are few, five a text; all numbers of a text are ten times as
many, and this asks of each whether it is *decided*, *undecided* (a rule reads it, and the
knowledge base or the wording leaves it open) or *unread*. It is an upper bound of recall on
numbers that needs no marked mistakes, so it can be had for any text of a known game. Some numbers
no knowledge base can decide: ages, draft picks, days of a calendar, the marks of a list.

Prints shares for each corpus, *keep* first; ``--show`` writes the numbers of *look* that are not
decided with the words around them, one a line, separated by tabs.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpora import CONSOLE, PARTS, PROSE, READABLE, TASK_PART, command_line, share, stories
from rich.console import Console
from rich.progress import track
from rich.table import Table

from factcheck import FactChecker, Report, Story
from factcheck.errors import StoryError
from factcheck.model import Span, Verdict

DECIDED = frozenset({Verdict.SUPPORTED, Verdict.CONTRADICTED})
KINDS = frozenset({"number", "ordinal", "percent", "score", "record", "shooting"})
STATES = ("decided", "undecided", "unread")
CORPORA = (*(name for name in PROSE if name != "traps"), "press", "fresh_2", "models", "rotowire")
BATCH, BEFORE, BEHIND = 64, 110, 60


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a text.

    Args:
        span: Where it stands.
        state: One of :data:`STATES`.
        rules: The rules that read it and decide nothing.
    """

    span: Span
    state: str
    rules: tuple[str, ...]


def numbers(checker: FactChecker, story: Story, report: Report) -> Iterator[Number]:
    """Yield the numbers of a story, in order of the text; articles ("a steal") are none."""
    document = checker.prepare(story)
    for mention in document.mentions():
        if mention.label not in KINDS or mention.data.get("form") == "article":
            continue
        span = document.span(mention.start, mention.end)
        claims = [
            claim
            for claim in report.claims
            if claim.span.start < span.end and span.start < claim.span.end
        ]
        if any(claim.verdict in DECIDED for claim in claims):
            yield Number(span, "decided", ())
        else:
            rules = tuple(dict.fromkeys(claim.rule for claim in claims))
            yield Number(span, "undecided" if rules else "unread", rules)


def show(counted: dict[tuple[str, str], Counter[str]]) -> None:
    """Print the shares of each corpus."""
    table = Table(title="numbers of a text that a claim decides", title_justify="left")
    for name in ("part", "corpus", "numbers", *STATES):
        table.add_column(name, justify="left" if name in {"part", "corpus"} else "right")
    for (part, corpus), states in counted.items():
        total = states.total()
        table.add_row(part, corpus, str(total), *(share(states[state], total) for state in STATES))
    CONSOLE.print(table)


def line(corpus: str, story: Story, number: Number) -> str:
    """Return a number that is not decided with the words around it, as a line of a table."""
    text, span = story.text, number.span
    words = (
        f"{text[max(0, span.start - BEFORE) : span.start]}[[{text[span.start : span.end]}]]"
        f"{text[span.end : span.end + BEHIND]}"
    )
    cells = (corpus, story.id, story.game, number.state, " ".join(number.rules), words)
    return "\t".join(" ".join(str(cell).split()) for cell in cells)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, check the stories, show."""
    parser = command_line(__doc__)
    parser.add_argument("--corpus", nargs="+", default=CORPORA, metavar="NAME")
    parser.add_argument("--show", type=Path, metavar="OUTPUT.tsv")
    args = parser.parse_args(arguments)
    checker = FactChecker(args.kb, min_confidence=0)
    chosen = sorted(
        (
            (corpus, part, story)
            for corpus, part, story, _ in stories(args.data, args.corpus, checker.kb)
        ),
        key=lambda item: ((*PARTS, TASK_PART).index(item[1]), args.corpus.index(item[0])),
    )
    counted: dict[tuple[str, str], Counter[str]] = {}
    lines: list[str] = []
    for first in track(range(0, len(chosen), BATCH), console=Console(stderr=True)):
        batch = chosen[first : first + BATCH]
        answers = checker.check_each([story for *_, story in batch])
        for (corpus, part, story), answer in zip(batch, answers, strict=True):
            if isinstance(answer, StoryError):
                raise SystemExit(f"{corpus} {story.id}: {answer.message}")
            found = list(numbers(checker, story, answer))
            counted.setdefault((part, corpus), Counter()).update(one.state for one in found)
            if part == READABLE and args.show:
                lines += [line(corpus, story, one) for one in found if one.state != "decided"]
    show(counted)
    if args.show:
        args.show.write_text("".join(f"{one}\n" for one in lines), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())

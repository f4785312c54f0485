"""How fast factcheck is, against a tokenizer alone, and how much memory it needs.

    python benchmarks/speed.py --data DIR --kb nba.duckdb [--repeat N] [--copies N]

DIR holds ``accuracy_shared_task/`` (docs/data.md says where to get it). One table:

- the time that spaCy's blank English tokenizer needs for the texts, as the measure of this
  machine: everything else is also given as a multiple of it;
- a batch (`check_many`) and stories one by one (`check`), both with a warm checker, and the
  steps of the way for both;
- peak memory of a process that checks the batch, and a cold start: a new process that imports,
  opens the knowledge base and checks one story.

Times are wall-clock milliseconds per story, the median of the repetitions.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from statistics import median, quantiles

import spacy
from rich.console import Console
from rich.table import Table

from factcheck import FactChecker, Story
from factcheck.interpretation.rivals import find_rivals
from factcheck.knowledge import KnowledgeBase
from factcheck.stories.reading import Column, read_stories

CONSOLE = Console(width=100)
STEPS = ("parse", "match", "verify", "rivals", "resolve and report")

COLD = """
import json, sys
stories = json.load(sys.stdin)
from factcheck import FactChecker
checker = FactChecker(sys.argv[1])
story = stories[0]
checker.check(story["text"], story["game"])
"""
MEMORY = """
import json, resource, sys
stories = json.load(sys.stdin)
from factcheck import FactChecker, Story
checker = FactChecker(sys.argv[1])
opened = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for _ in checker.check_many([Story(s["id"], s["text"], s["game"]) for s in stories]):
    pass
print(json.dumps([opened, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss]))
"""


@dataclass(slots=True)
class Timings:
    """Milliseconds per story of every repetition, by what was timed."""

    stories: int
    rows: dict[str, list[float]] = field(default_factory=dict)

    def add(self, name: str, seconds: float) -> None:
        """Note one repetition over all stories."""
        self.rows.setdefault(name, []).append(1000 * seconds / self.stories)

    def run(self, name: str, work: Callable[[], object]) -> None:
        """Time one repetition over all stories."""
        start = time.perf_counter()
        work()
        self.add(name, time.perf_counter() - start)

    def __getitem__(self, name: str) -> float:
        return median(self.rows[name])


def read(data: Path, kb: KnowledgeBase, copies: int) -> list[Story]:
    """Return the shared task's stories in normal English, each ``copies`` times."""

    def refuse(error: Exception) -> None:
        raise error

    path = data / "accuracy_shared_task" / "games.csv"
    stories = [placed.story for placed in read_stories([path], kb, refuse, column=Column.NORMAL)]
    return [replace(story, id=f"{story.id}.{n}") for n in range(copies) for story in stories]


def steps(
    checker: FactChecker, batches: Sequence[Sequence[Story]], add: Callable[..., None]
) -> None:
    """Go the way of ``check_many`` step by step; add the seconds of each over all batches."""
    spent = dict.fromkeys(STEPS, 0.0)
    last = time.perf_counter()

    def done(step: str) -> None:
        nonlocal last
        now = time.perf_counter()
        spent[step] += now - last
        last = now

    for batch in batches:
        documents = [checker.prepare(story) for story in batch]
        done("parse")
        claims = [checker.matcher.match(document) for document in documents]
        done("match")
        everything = iter(checker.verifier.verify([c for found in claims for c in found]))
        verified = [[next(everything) for _ in found] for found in claims]
        done("verify")
        rivals = find_rivals(documents, verified, checker.verifier.verify, checker.remarkable)
        done("rivals")
        for story, document, items, better in zip(batch, documents, verified, rivals, strict=True):
            mistakes = checker.resolver.resolve(document, items, better)
            checker._report(story, document, items, mistakes)
        done("resolve and report")
    for step, seconds in spent.items():
        add(step, seconds)


def measure(checker: FactChecker, stories: Sequence[Story], repeat: int) -> tuple[Timings, ...]:
    """Time tokenizer, batch and single stories in turn, after one warm round of each."""
    tokenizer = spacy.blank("en")
    batch, single = Timings(len(stories)), Timings(len(stories))
    each = Timings(1)

    def one_by_one() -> None:
        for story in stories:
            each.run(story.id, partial(checker.check, story.text, story.game))

    for number in range(repeat + 1):
        batch.run("tokenizer", lambda: [tokenizer.make_doc(story.text) for story in stories])
        batch.run("whole", lambda: list(checker.check_many(stories)))
        steps(checker, [stories], batch.add)
        single.run("whole", one_by_one)
        steps(checker, [[story] for story in stories], single.add)
        if number == 0:
            for timings in (batch, single, each):
                timings.rows.clear()
    return batch, single, each


def child(code: str, kb: Path, stories: Sequence[Story]) -> tuple[float, str]:
    """Run code in a process of its own; return its seconds and output."""
    rows = [{"id": story.id, "text": story.text, "game": story.game} for story in stories]
    start = time.perf_counter()
    done = subprocess.run(  # our own code and arguments
        [sys.executable, "-c", code, str(kb)],
        input=json.dumps(rows),
        capture_output=True,
        text=True,
        check=True,
    )
    return time.perf_counter() - start, done.stdout


def show_times(batch: Timings, single: Timings, each: Timings) -> None:
    """Print milliseconds per story and multiples of the tokenizer's."""
    blank = batch["tokenizer"]
    table = Table(title=f"Milliseconds per story, {batch.stories} stories", title_justify="left")
    table.add_column("")
    for name in ("batch", "× tokenizer", "single, warm", "× tokenizer"):
        table.add_column(name, justify="right")
    table.add_row("spaCy's blank tokenizer", f"{blank:.2f}", "1.0", "", "")
    for name in ("whole", *STEPS):
        cells = []
        for timings in (batch, single):
            cells += [f"{timings[name]:.1f}", f"{timings[name] / blank:.1f}"]
        table.add_row("factcheck" if name == "whole" else f"  {name}", *cells)
    CONSOLE.print(table)
    slowest = quantiles([each[name] for name in each.rows], n=20)[-1]
    CONSOLE.print(f"95% of single stories take at most {slowest:.1f} ms.")


def main() -> None:
    """Read the options, measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of the public data sets")
    parser.add_argument("--kb", type=Path, required=True, help="knowledge base of all of them")
    parser.add_argument("--repeat", type=int, default=5, help="repetitions; the median counts")
    parser.add_argument("--copies", type=int, default=1, help="check every story so many times")
    options = parser.parse_args()
    checker = FactChecker(options.kb)
    stories = read(options.data, checker.kb, options.copies)
    show_times(*measure(checker, stories, options.repeat))
    cold = median(child(COLD, options.kb, stories[:1])[0] for _ in range(options.repeat))
    opened, peak = (int(n) / 1024 for n in json.loads(child(MEMORY, options.kb, stories)[1]))
    CONSOLE.print(
        f"Cold start: {cold:.2f} s from starting Python to the first story checked.\n"
        f"Peak memory: {opened:.0f} MB with the knowledge base open, {peak:.0f} MB after the batch."
    )


if __name__ == "__main__":
    main()

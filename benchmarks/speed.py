"""How fast factcheck is, against ROUGE-L on the same texts in the same run, and how that grows.

    python benchmarks/speed.py --data DIR --kb nba.duckdb [--kb small.duckdb …] [--repeat N]

DIR holds ``accuracy_shared_task/``, and ``system_outputs/`` for the larger batch
(docs/data.md says where to get them). Two tables:

- batches, single stories, the start and commands, each with its ratio to what ROUGE-L
  (rouge-score) takes for one of the texts;
- growth over stories in a batch, sentences in a story, jobs, and games in the knowledge base
  (of each ``--kb``, the first of which serves all other rows).

Times are of the processor, all threads together, so that other work on the machine disturbs
them little; those called wall are not. The median of the repetitions counts; batches are measured
in turn with ROUGE-L.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from statistics import median, quantiles

from rich.console import Console
from rich.table import Table
from rouge_score.rouge_scorer import RougeScorer

from factcheck import FactChecker, FactCheckError, Story
from factcheck.knowledge import KnowledgeBase
from factcheck.stories.reading import Column, read_stories

CONSOLE = Console(width=100)
_NOT_COMPILED = "PYTHONDONTWRITEBYTECODE"
BATCHES = (60, 600)
SENTENCES = (100, 400, 1600, 10_000)
STORIES = (1, 10, 60, 200, 600)
JOBS = (1, 2)
STORIES_OF_JOBS = (600, 2400)

LOAD = """
import sys, time
import factcheck.checker
start = time.process_time()
factcheck.checker.FactChecker(sys.argv[1])
print(time.process_time() - start)
"""
# VmHWM is of this program alone; ru_maxrss would begin with what the parent held.
MEMORY = """
import json, re, sys
from pathlib import Path
from factcheck import FactChecker, Story
checker = FactChecker(sys.argv[1])
stories = [Story(*item) for item in json.load(open(sys.argv[2], encoding="utf-8"))]
for _ in checker.check_each(stories):
    pass
print(int(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024)
"""


@dataclass(slots=True)
class Rows:
    """Rows of a table, with their ratio to ROUGE-L's time for a story.

    Args:
        rouge: Milliseconds of ROUGE-L for one story.
    """

    rouge: float
    rows: list[tuple[str, str, str]] = field(default_factory=list)

    def add(self, name: str, milliseconds: float, ratio: float | None = None) -> None:
        """Add a time, and its ratio where it was measured in turn with ROUGE-L."""
        shown = f"{milliseconds:.1f} ms" if milliseconds < 1000 else f"{milliseconds / 1000:.2f} s"
        ratio = milliseconds / self.rouge if ratio is None else ratio
        self.rows.append((name, shown, f"{ratio:.2f}"))

    def show(self, title: str) -> None:
        """Print the table."""
        table = Table(title=title, title_justify="left")
        table.add_column("")
        table.add_column("time", justify="right")
        table.add_column("× ROUGE-L", justify="right")
        for row in self.rows:
            table.add_row(*row)
        CONSOLE.print(table)


def took(work: Callable[[], object]) -> float:
    """Return the milliseconds of the processor that work takes."""
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def shared_task(data: Path, kb: KnowledgeBase) -> list[Story]:
    """Return the shared task's stories in normal English."""

    def refuse(error: Exception) -> None:
        raise error

    path = data / "accuracy_shared_task" / "games.csv"
    return [placed.story for placed in read_stories([path], kb, refuse, column=Column.NORMAL)]


def summaries(data: Path) -> list[str]:
    """Return the summaries that journalists wrote of the shared task's games."""
    path = data / "accuracy_shared_task" / "shared_task.jsonl"
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line)["detokenized_text"] for line in lines]


def more_stories(data: Path, stories: Sequence[Story], checker: FactChecker) -> Iterator[Story]:
    """Yield stories without end: the shared task's, those of more systems, and all again."""
    yield from stories
    files = sorted((data / "system_outputs").rglob("*.jsonl"))
    # A little of every system, so that the first ones differ as much as they can.
    read = [[json.loads(line) for line in file.open(encoding="utf-8")] for file in files]
    for rows in zip(*read, strict=False):
        for row in rows:
            story = Story(f"{row['system']} {row['id']}", row["text"], row["game"])
            if is_checkable(checker, story):
                yield story
    for copy in range(1000):
        yield from (replace(story, id=f"{story.id} {copy}") for story in stories)


def is_checkable(checker: FactChecker, story: Story) -> bool:
    """Return whether the knowledge base knows a story's game."""
    try:
        checker.prepare(story)
    except FactCheckError:
        return False
    return True


def process(*arguments: str | Path) -> tuple[float, str]:
    """Run a Python process; return its processor milliseconds and its output."""
    # An installed program has its modules compiled; where Python may not keep that, each process
    # would compile them anew.
    environment = {name: os.environ[name] for name in os.environ if name != _NOT_COMPILED}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # Status 1 is that mistakes were found, 2 that something was wrong with the arguments.
    done = subprocess.run(
        [sys.executable, *map(str, arguments)],
        capture_output=True, text=True, check=False, env=environment,
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
    return 1000 * spent, done.stdout


def steps(
    checker: FactChecker, stories: Sequence[Story], whole: float
) -> Iterator[tuple[str, float]]:
    """Yield what the steps of a batch take for each story; ``whole`` is all of them together."""
    documents = []
    parse = took(lambda: documents.extend(checker.prepare(story) for story in stories))
    claims = []
    match = took(lambda: claims.extend(c for d in documents for c in checker.matcher.match(d)))
    verify = took(lambda: checker.verifier.verify(claims))
    count = len(stories)
    yield from (("parse", parse / count), ("match", match / count), ("verify", verify / count))
    yield "readings, names, reports", whole - (parse + match + verify) / count


def measure_stories(
    checker: FactChecker,
    rows: Rows,
    stories: Sequence[Story],
    rouge: Callable[[], float],
    repeat: int,
) -> None:
    """Add batches with their steps, and single stories.

    A machine with other work is now slow, now fast: batches are measured in turn with ROUGE-L, of
    which ``rouge`` gives the milliseconds for one text, and the median of the ratios counts.
    """
    for size in BATCHES:
        batch = stories[:size]
        checker.check_each(batch)
        rounds = [
            (rouge(), took(lambda b=batch: checker.check_each(b)) / size) for _ in range(repeat)
        ]
        whole = median(spent for _, spent in rounds)
        ratio = median(spent / compared for compared, spent in rounds)
        rows.add(f"batch of {size} stories, each", whole, ratio)
        for name, spent in steps(checker, batch, whole):
            rows.add(f"  {name}", spent)
    single = stories[: BATCHES[0]]
    # Twice: in the first round the games of the batches before make room.
    for story in (*single, *single):
        checker.check(story.text, story.game)
    walls, spent = [], []
    for story in single:
        start = time.perf_counter()
        spent.append(took(lambda s=story: checker.check(s.text, s.game)))
        walls.append(1000 * (time.perf_counter() - start))
    rows.add("single story, warm, median", median(spent))
    rows.add("single story, warm, median, wall", median(walls))
    rows.add("single story, warm, 95 of 100 within, wall", quantiles(walls, n=20)[-1])


def measure_commands(rows: Rows, kb: Path, story: Story, repeat: int) -> None:
    """Add the start and what commands take, whole processes."""
    rows.add("import of spaCy, to compare", process("-c", "import spacy")[0])
    loads = [float(process("-c", LOAD, kb)[1]) for _ in range(repeat)]
    rows.add("FactChecker(kb)", 1000 * median(loads))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "story.txt"
        file.write_text(story.text, encoding="utf-8")
        check = ("-m", "factcheck", "check", file, "--kb", kb, "--game", story.game or "")
        commands: dict[str, tuple[str | Path, ...]] = {
            "factcheck check, one story": check,
            "factcheck rules list": ("-m", "factcheck", "rules", "list"),
            "factcheck with a wrong command": ("-m", "factcheck", "chekc"),
            "factcheck check, no such file": (*check[:3], Path(folder) / "no.txt", *check[4:]),
        }
        for name, arguments in commands.items():
            rows.add(name, median(process(*arguments)[0] for _ in range(repeat)))


def memory(kb: Path, stories: Sequence[Story]) -> float:
    """Return the megabytes that a process takes to check a batch."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "stories.json"
        file.write_text(json.dumps([(s.id, s.text, s.game) for s in stories]), encoding="utf-8")
        return float(process("-c", MEMORY, kb, file)[1])


def long_story(stories: Sequence[Story], sentences: int) -> Story:
    """Return one story of many sentences about the first story's game."""
    game = stories[0].game
    text = " ".join(story.text for story in stories if story.game == game)
    pieces = [piece.strip() + " ." for piece in text.split(". ") if piece.strip(" .")]
    chosen = [pieces[number % len(pieces)] for number in range(sentences)]
    return Story(f"{sentences} sentences", " ".join(chosen), game)


def growth(
    checker: FactChecker, kbs: Sequence[Path], stories: Sequence[Story], rouge: float, repeat: int
) -> None:
    """Print what a story or a sentence takes as there are more of them."""
    rows = Rows(rouge)
    for size in STORIES:
        batch = stories[:size]
        spent = median(took(lambda b=batch: checker.check_each(b)) for _ in range(repeat))
        rows.add(f"a story of a batch of {size}", spent / size)
    for sentences in SENTENCES:
        story = long_story(stories, sentences)
        spent = took(lambda s=story: checker.check_each([s]))
        rows.add(f"a sentence of a story of {sentences}", spent / sentences)
    for kb in kbs:
        with KnowledgeBase.open(kb) as opened:
            other = FactChecker(opened)
            known = [story for story in stories[: BATCHES[0]] if is_checkable(other, story)]
            other.check_each(known)
            spent = median(took(lambda k=known, o=other: o.check_each(k)) for _ in range(repeat))
            games = len(other.index.games)
            rows.add(f"a story of {len(known)}, {games:,} games known", spent / len(known))
    for size in STORIES_OF_JOBS:
        some = stories[:size]
        with tempfile.TemporaryDirectory() as folder:
            file, out = Path(folder) / "stories.jsonl", Path(folder) / "out.jsonl"
            lines = [json.dumps({"id": s.id, "text": s.text, "game": s.game}) for s in some]
            file.write_text("\n".join(lines), encoding="utf-8")
            for jobs in JOBS:
                arguments = ("-m", "factcheck", "check", file, "--kb", kbs[0], "-o", out, "--jobs")
                start = time.perf_counter()
                process(*arguments, str(jobs))
                wall = 1000 * (time.perf_counter() - start) / len(some)
                if out.exists():
                    rows.add(f"a story of {len(some)}, {jobs} jobs, process and all, wall", wall)
    rows.show("Growth")


def main() -> None:
    """Read the options, measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of the public data sets")
    parser.add_argument("--kb", type=Path, required=True, action="append", help="knowledge base")
    parser.add_argument("--repeat", type=int, default=5, help="repetitions; the median counts")
    options = parser.parse_args()
    checker = FactChecker(options.kb[0])
    known = shared_task(options.data, checker.kb)
    stories = list(islice(more_stories(options.data, known, checker), max(STORIES_OF_JOBS)))
    scorer = RougeScorer(["rougeL"])
    pairs = list(zip(summaries(options.data), known, strict=True))

    def rouge_of_one() -> float:
        all_of_them = took(lambda: [scorer.score(text, story.text) for text, story in pairs])
        return all_of_them / len(pairs)

    rouge = median(rouge_of_one() for _ in range(options.repeat))
    rows = Rows(rouge)
    rows.add("ROUGE-L of a story", rouge)
    measure_stories(checker, rows, stories[: max(BATCHES)], rouge_of_one, options.repeat)
    measure_commands(rows, options.kb[0], known[0], options.repeat)
    load = os.getloadavg()[0]
    rows.show(f"Speed, {len(checker.index.games):,} games known; {load:.1f} processes wait to run")
    for size in BATCHES:
        peak = memory(options.kb[0], stories[:size])
        CONSOLE.print(f"Peak memory, batch of {size} stories: {peak:.0f} MB.")
    growth(checker, options.kb, stories, rouge, options.repeat)


if __name__ == "__main__":
    main()

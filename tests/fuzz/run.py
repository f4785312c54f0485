"""Check many spoilt stories: ``make fuzz``, or ``python tests/fuzz/run.py --stories 100000``.

Every promise of ``promises.py`` is tried; the first text that breaks one ends the run, with its
seed. Every tenth batch is checked story by story too, and all with worker processes at the end.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from fuzz.mutations import SEEDS, mutate
from fuzz.promises import GAME, held, single_as_batch

from factcheck import FactChecker, Report, Story
from factcheck.errors import StoryError
from factcheck.knowledge import build
from factcheck.runs.workers import Workers
from factcheck.stories.reading import read_stories
from factcheck.support.processes import processors
from factcheck.support.progress import track
from factcheck.support.resources import kb_folder

_BATCH = 200


def main() -> None:
    """Run, and say how many stories were checked and how many were refused."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stories", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--texts", type=Path, nargs="*", default=[], help="more texts to spoil")
    options = parser.parse_args()
    started, spent = time.monotonic(), time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        kb = Path(folder) / "demo.duckdb"
        build(kb, sorted((kb_folder() / "demo").glob("*.csv")))
        checker = FactChecker(kb)
        placed = read_stories(options.texts, checker.kb, lambda error: sys.exit(str(error)))
        texts = [*SEEDS, *(each.story.text for each in placed)]
        done = refused = 0
        last = options.first + options.stories
        for first in track(range(options.first, last, _BATCH), "spoiling"):
            seeds = range(first, min(first + _BATCH, last))
            spoilt = [mutate(seed, texts) for seed in seeds]
            try:
                outcomes = held(spoilt, checker)
                if first // _BATCH % 10 == 0:
                    single_as_batch(spoilt[:20], outcomes[:20], checker)
                    _same_in_workers(spoilt, outcomes, checker)
            except AssertionError as error:
                sys.exit(f"seeds {seeds.start} to {seeds.stop - 1}: {error}")
            done += len(spoilt)
            refused += sum(isinstance(outcome, StoryError) for outcome in outcomes)
    print(
        f"{done} stories, {refused} of them refused with a reason; all promises held "
        f"({time.monotonic() - started:.0f} s, {time.process_time() - spent:.0f} s of CPU)"
    )


def _same_in_workers(
    texts: list[str], outcomes: list[Report | StoryError], checker: FactChecker
) -> None:
    """Check a batch in worker processes, which must come to the same; at the first batch only."""
    if getattr(_same_in_workers, "done", False):
        return
    _same_in_workers.done = True  # type: ignore[attr-defined]
    stories = [Story(f"s{number}", text, GAME) for number, text in enumerate(texts)]
    with Workers(checker, max(2, processors())) as workers:
        (found,) = workers.check([stories])
    for text, here, there in zip(texts, outcomes, found, strict=True):
        same = str(here) == str(there) if isinstance(here, StoryError) else here == there
        assert same, text


if __name__ == "__main__":
    main()

"""What a knowledge base costs: its build, an update, its size, and the batches that ask it.

    python benchmarks/knowledge.py --data DIR [--repeat N]

DIR holds ``nba/``, ``seasons/``, ``accuracy_shared_task/`` and ``rotowire/`` (docs/data.md says
where to get them). Two tables:

- builds and an update, each a process of its own: a small knowledge base (``nba/`` and the 60
  games of the shared task), one of everything but a day, and the update that adds the day; the
  time of the processor, all threads together, the time on the clock, the peak memory, the file;
- a batch of the shared task's stories with the small one and with the large one, in turns, so
  that other work on the machine disturbs both alike; the median of the repetitions counts.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import IO

from rich.console import Console
from rich.table import Table
from speed import shared_task, took

from factcheck import FactChecker

CONSOLE = Console(width=110)
DAY = "2017-04-11"
DIVIDED = {
    "nba/2012-18_teamBoxScore.csv": "gmDate",
    "nba/2012-18_standings.csv": "stDate",
    "nba/team_game_log_2016-17.csv": "GAME_DATE",
    "seasons/player_game_log_2016-17.csv": "GAME_DATE",
    "seasons/player_period_log_2016-17.csv.gz": "GAME_DATE",
    "seasons/play_by_play_2016-17.csv.gz": "GAME_ID",
}
"""Sources with games of the day, and the column that tells them."""


@dataclass(frozen=True, slots=True)
class Run:
    """What a process took: seconds of the processor and on the clock, and peak megabytes."""

    name: str
    processor: float
    clock: float
    memory: float
    size: float


@contextmanager
def opened(path: Path, mode: str) -> Iterator[IO[str]]:
    """Open a table, gzipped or not."""
    if path.suffix == ".gz":
        with gzip.open(path, f"{mode}t", encoding="utf-8", newline="") as file:
            yield file
    else:
        with path.open(mode, encoding="utf-8", newline="") as file:
            yield file


def divide(data: Path, folder: Path) -> tuple[list[Path], list[Path]]:
    """Return all sources without the day, and those of the day alone."""
    with opened(data / "nba" / "team_game_log_2016-17.csv", "r") as file:
        games = {row["GAME_ID"] for row in csv.DictReader(file) if row["GAME_DATE"] == DAY}
    rest, day = [], []
    for path in sources(data):
        name = path.relative_to(data).as_posix()
        if name not in DIVIDED:
            rest.append(path)
            continue
        for kept, paths in ((False, rest), (True, day)):
            part = folder / ("day" if kept else "rest") / path.name
            part.parent.mkdir(exist_ok=True)
            with opened(path, "r") as read, opened(part, "w") as write:
                rows = csv.DictReader(read)
                writer = csv.DictWriter(write, rows.fieldnames or ())
                writer.writeheader()
                for row in rows:
                    if (row[DIVIDED[name]] in {DAY, *games}) is kept:
                        writer.writerow(row)
            paths.append(part)
    return rest, day


def sources(data: Path) -> list[Path]:
    """Return everything that a large knowledge base is made of."""
    found = sorted(
        path
        for folder in ("nba", "seasons")
        for path in (data / folder).iterdir()
        # The seasons have all that this part of one has.
        if "_to_2015" not in path.name and path.suffix in {".csv", ".gz"}
    )
    return [*found, task_games(data), *sorted((data / "rotowire").rglob("*.jsonl"))]


def task_games(data: Path) -> Path:
    """Return the file with the games of the shared task."""
    return data / "accuracy_shared_task" / "shared_task.jsonl"


def run(name: str, output: Path, *command: str | Path) -> Run:
    """Run a command of ``factcheck kb`` and return what it took."""
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "factcheck", "kb", *map(str, command)], stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{name}: status {process.returncode}")
    clock = time.perf_counter() - start
    size = output.stat().st_size / 1e6
    return Run(name, used.ru_utime + used.ru_stime, clock, used.ru_maxrss / 1000, size)


def batches(small: Path, large: Path, data: Path, repeat: int) -> tuple[float, float]:
    """Return the milliseconds of a story in a batch, with the small file and with the large."""
    checkers = [FactChecker(path) for path in (small, large)]
    stories = shared_task(data, checkers[0].kb)
    times: list[list[float]] = [[], []]
    for turn in range(repeat + 1):
        for checker, taken in zip(checkers, times, strict=True):
            spent = took(lambda checker=checker: checker.check_each(stories)) / len(stories)
            if turn:  # the first time statements are planned
                taken.append(spent)
    return median(times[0]), median(times[1])


def show(runs: Sequence[Run], small: float, large: float) -> None:
    """Print the tables."""
    table = Table(title="Knowledge bases", title_justify="left")
    table.add_column("")
    for column in ("processor", "clock", "memory", "file"):
        table.add_column(column, justify="right")
    for one in runs:
        table.add_row(
            one.name,
            f"{one.processor:.1f} s",
            f"{one.clock:.1f} s",
            f"{one.memory:.0f} MB",
            f"{one.size:.1f} MB",
        )
    CONSOLE.print(table)
    whole, update = runs[1].processor, runs[2].processor
    CONSOLE.print(f"The update takes {update / whole:.2f} of the processor time of the build.")
    CONSOLE.print(
        f"A story of the batch: {small:.1f} ms with the small file, {large:.1f} ms with the large "
        f"one, {large / small:.2f} times as long."
    )


def main() -> None:
    """Read the options, measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of the public data sets")
    parser.add_argument("--repeat", type=int, default=5, help="repetitions; the median counts")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        small, large = folder / "small.duckdb", folder / "large.duckdb"
        rest, day = divide(options.data, folder)
        few = [options.data / "nba", task_games(options.data)]
        runs = [
            run("build, small", small, "build", small, *few),
            run("build, all but a day", large, "build", large, *rest),
            run("update by the day", large, "update", large, *day),
        ]
        show(runs, *batches(small, large, options.data, options.repeat))
        CONSOLE.print(f"{os.getloadavg()[0]:.1f} processes waited to run.")


if __name__ == "__main__":
    main()

"""How time and memory grow with the length of a text, for texts that no writer ends.

    python benchmarks/length.py [--size 20000] [--only NAME]

Every text is checked at a half of the size, and whole; a ratio of 2 is linear. Each runs in a
process of its own, whose peak memory is shown; CPU time, for machines are shared.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time

GAME = "2014-11-05-MEM-PHX"
SENTENCE = "Marc Gasol scored 18 points and the Grizzlies beat the Suns 102-91. "
MEN = "Marc Gasol, Mike Conley, Eric Bledsoe, Goran Dragic, "
TEXTS = {
    "sentences": (SENTENCE, 1),
    "names": (MEN, 4),
    "numbers": ("12 points ", 1),
    "numbers and names": ("Marc Gasol had 12 points, Mike Conley 24 and 11, ", 1),
    "compounds": ("one-", 2.5),
    "brackets": ("(", 2.5),
    "closed brackets": ("( 3-2 ) ", 1),
    "accents": ("\u0301", 5),
    "letters": ("A", 5),
    "hyphens": ("A-", 2.5),
    "digits": ("9", 5),
    "quarters": ("in the third 28-24 ", 1),
    "percentages": ("50 percent (5-10) ", 1),
    "pronouns": ("He had 12, he ", 1),
    "teams": ("the Grizzlies and the Suns, ", 1),
    "lines": ("- 12 points\n", 1),
    "apostrophes": ("A'", 2.5),
    "quotes": ('"', 2.5),
    "spaces": (" ", 20),
    "stops": (". ", 1),
    "shots": ("Marc Gasol hit a three with 3:12 left in the second quarter. ", 1),
    "shots and scores": ("Mike Conley made it 28-24 with a jumper, ", 1),
    "wins": ("Phoenix beat Denver, Utah, Portland, ", 1),
    "other teams": ("Denver, Utah, Portland, ", 3),
    "wins over many": ("the Suns with wins over Denver and in Utah after they had lost to ", 1),
}
"""What is repeated, and how often for each unit of size."""


def measure(name: str, size: int) -> tuple[float, int]:
    """Return the CPU seconds of checking a text, and the peak memory of the process in MB."""
    from factcheck import FactChecker, Story
    from factcheck.knowledge import KnowledgeBase

    checker = FactChecker(KnowledgeBase.demo())
    checker.check(SENTENCE, GAME)
    piece, factor = TEXTS[name]
    text = SENTENCE + piece * int(size * factor)
    started = time.process_time()
    (outcome,) = checker.check_each([Story("long", text, GAME)])
    spent = time.process_time() - started
    if isinstance(outcome, Exception):
        raise outcome
    return spent, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    """Print a row a text."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=20_000)
    parser.add_argument("--only", choices=TEXTS)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--limit", type=float, default=300, help="seconds for one text")
    options = parser.parse_args()
    if options.measure:
        print(*measure(options.only, options.size))
        return
    print(f"{'text':20} {'half s':>8} {'whole s':>8} {'ratio':>6} {'peak MB':>8}")
    for name in [options.only] if options.only else TEXTS:
        row: list[float] = []
        for size in (options.size // 2, options.size):
            call = [sys.executable, __file__, "--measure", "--only", name, "--size", str(size)]
            try:
                done = subprocess.run(
                    call, capture_output=True, text=True, timeout=options.limit, check=False
                )
            except subprocess.TimeoutExpired:
                break
            if done.returncode:
                print(f"{name:20} {done.stderr.strip().splitlines()[-1]}")
                break
            row += map(float, done.stdout.split())
        if len(row) == 4:
            print(f"{name:20} {row[0]:8.2f} {row[2]:8.2f} {row[2] / row[0]:6.1f} {row[3]:8.0f}")
        else:
            print(f"{name:20} not done", row, flush=True)


if __name__ == "__main__":
    main()

"""How much is found where a story has few mistakes: texts with some of their mistakes mended.

    python benchmarks/thinned.py --data DIR --kb nba.duckdb [--min-confidence 0.4 …]

Our texts have five or six planted mistakes, as systems made them some years ago; a language model
of today makes one or two. How error-prone a text is, it tells itself (docs/design.md), so a lone
mistake is believed less. Of each text with mistakes this takes versions: with all of them, with
half (drawn at random, twice), with each one alone, and with none, the others mended by their
correction. Prints recall, precision and false alarms for each, *keep* first, figures alone.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpora import (
    CONSOLE,
    OWN,
    PARTS,
    PLAYS,
    PROSE,
    Checked,
    Figures,
    Flag,
    command_line,
    planted,
    share,
)
from rich.console import Console
from rich.progress import track
from rich.table import Table

from factcheck import FactChecker, Story
from factcheck.checker import DEFAULT_CONFIDENCE
from factcheck.errors import StoryError

LEFT = ("all", "half", "one", "none")
"""How many of its mistakes a version has."""
HALVES = 2
LEAST_HALVED = 4
"""Of fewer mistakes no halves are taken: they would be single ones."""
BATCH = 64
GROUPS = {
    "prose": tuple(name for name in PROSE if name not in {*PLAYS, "traps"}),
    "prose with plays": PLAYS,
    "our own": tuple(name for name in OWN if not name.endswith("plays")),
    "our own with plays": tuple(name for name in OWN if name.endswith("plays")),
}


@dataclass(frozen=True, slots=True)
class Version:
    """A text with some of its mistakes, the others mended.

    Args:
        corpus: Where it is from.
        part: The part of the corpus.
        left: How many mistakes it has, of :data:`LEFT`.
        story: The text.
        gold: Its mistakes: first character, one past the last, category.
        share: One over how many such versions of the text there are.
    """

    corpus: str
    part: str
    left: str
    story: Story
    gold: tuple[tuple[int, int, str], ...]
    share: float


def versions(data: Path, corpora: Iterable[str], parts: Iterable[str]) -> Iterator[Version]:
    """Yield the versions of each text that has mistakes, all of them with a correction.

    Args:
        data: The folder of the data sets.
        corpora: Names of texts with planted mistakes.
        parts: Of ``keep``, ``look`` and ``fit``.
    """
    for corpus in corpora:
        for part in parts:
            for item in planted(data, corpus, part):
                marks = sorted(item["mistakes"], key=lambda mark: mark["start"])
                if marks and all(mark["correction"] for mark in marks):
                    yield from _of_text(corpus, part, item, marks)


def _of_text(
    corpus: str, part: str, item: dict[str, Any], marks: Sequence[dict[str, Any]]
) -> Iterator[Version]:
    every = frozenset(range(len(marks)))
    chosen: dict[str, list[frozenset[int]]] = {"all": [every], "none": [frozenset()]}
    if len(marks) > 1:
        chosen["one"] = [frozenset({number}) for number in every]
    if len(marks) >= LEAST_HALVED:
        draw = random.Random(item["id"])
        chosen["half"] = [
            frozenset(draw.sample(sorted(every), len(marks) // 2)) for _ in range(HALVES)
        ]
    for left, sets in chosen.items():
        for number, kept in enumerate(sets):
            text, gold = _mended(item["text"], marks, kept)
            story = Story(f"{item['id']}:{left}:{number}", text, item["game"])
            yield Version(corpus, part, left, story, gold, 1 / len(sets))


def _mended(
    text: str, marks: Sequence[dict[str, Any]], kept: frozenset[int]
) -> tuple[str, tuple[tuple[int, int, str], ...]]:
    """Return a text with the mistakes that are not kept mended, and where the others are now."""
    pieces: list[str] = []
    gold: list[tuple[int, int, str]] = []
    end = length = 0
    for number, mark in enumerate(marks):
        before = text[end : mark["start"]]
        words = text[mark["start"] : mark["end"]] if number in kept else mark["correction"]
        if number in kept:
            start = length + len(before)
            gold.append((start, start + len(words), mark["category"]))
        pieces += [before, words]
        length += len(before) + len(words)
        end = mark["end"]
    return "".join([*pieces, text[end:]]), tuple(gold)


def check(checker: FactChecker, chosen: Sequence[Version]) -> Iterator[tuple[Version, Checked]]:
    """Yield versions with their flags.

    Raises:
        SystemExit: A story cannot be checked.
    """
    for first in track(range(0, len(chosen), BATCH), console=Console(stderr=True)):
        batch = chosen[first : first + BATCH]
        answers = checker.check_each([version.story for version in batch])
        for version, answer in zip(batch, answers, strict=True):
            if isinstance(answer, StoryError):
                raise SystemExit(f"{version.story.id}: {answer.message}")
            flags = [
                Flag(m.span.start, m.span.end, m.rule, str(m.category), m.confidence)
                for m in answer.mistakes
            ]
            known = list(version.gold)
            yield version, Checked(version.corpus, version.part, version.story.id, flags, known)


def show(part: str, checked: Sequence[tuple[Version, Checked]], least: float) -> None:
    """Print the figures of a part."""
    table = Table(title=f"{part}, at least {least} sure", title_justify="left")
    table.add_column("mistakes left")
    for name in GROUPS:
        table.add_column(f"{name}: recall precision", justify="right")
    for left in LEFT:
        cells = []
        for names in GROUPS.values():
            figures = Figures()
            for version, story in checked:
                if version.part == part and version.left == left and version.corpus in names:
                    figures.add(story, [f for f in story.flags if f.confidence >= least])
            if left == "none":
                cells.append(f"{share(figures.false_on_clean, figures.clean)} false a text")
            else:
                recall, precision = (
                    share(figures.right, figures.gold),
                    share(figures.right, figures.flags),
                )
                cells.append(f"{recall} {precision} ({figures.gold})")
        table.add_row(left, *cells)
    CONSOLE.print(table)


def main() -> None:
    """Read the command line, check the versions, show."""
    parser = command_line(__doc__)
    parser.add_argument(
        "--min-confidence", type=float, nargs="+", default=[DEFAULT_CONFIDENCE], metavar="P"
    )
    args = parser.parse_args()
    corpora = [name for names in GROUPS.values() for name in names]
    chosen = list(versions(args.data, corpora, PARTS))
    checked = list(check(FactChecker(args.kb, min_confidence=0), chosen))
    for part in PARTS:
        for least in args.min_confidence:
            show(part, checked, least)


if __name__ == "__main__":
    sys.exit(main())

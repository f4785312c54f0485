"""Fit what departures of readings cost to annotated text; say what it changes.

    python benchmarks/fit_readings.py --data DIR --kb nba.duckdb [--corpus shared_task …] [--write]

Each cost and limit of ``rules/decision/readings.toml`` is tried at several times what it is, all
others as at hand, and each story's right and false flags are counted. One is changed where that
gains: a right flag counts one, a false one takes one away, and a change must gain more than
:data:`LEAST`, for costs that make no difference stay what a person expects. Learns from the part of
the corpora that may be read, from the one that is kept for fitting and from the shared task's
stories. Figures are cross-validated: the changes for a game are chosen without its fold. Of the
part that nobody reads only counts are printed, with what is at hand and with what was fitted.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from corpora import ALL_ANNOTATED, OWN, PROSE, TASK, Checked, Flag, stories
from fit_confidence import CONSOLE, FOLDS, command_line, fold_of
from rich.console import Console
from rich.progress import track

from factcheck import FactChecker, Story
from factcheck.errors import StoryError
from factcheck.interpretation.readings.costs import costs, most, tried
from factcheck.parser.document import Document
from factcheck.support.resources import rules_folder

TIMES = (0.5, 2.0)
"""What a cost is tried at, in times of what it is."""
LEAST = 1.5
"""What a change must gain, in right flags more or false ones less."""
CORPORA = (*PROSE, *OWN, *ALL_ANNOTATED, TASK)
BATCH = 64

Change = tuple[str, float]
"""A cost or limit, and what it is tried at."""


@dataclass(frozen=True, slots=True)
class Text:
    """A story ready to be checked, with the annotators' marks."""

    corpus: str
    part: str
    story: Story
    document: Document
    gold: list[tuple[int, int, str]]

    @property
    def fold(self) -> int:
        """The fold of its game."""
        assert self.document.game is not None
        return fold_of(self.document.game.id)


def read(args: argparse.Namespace, checker: FactChecker) -> list[Text]:
    """Return the texts of which the mistakes are known."""
    texts = []
    items = list(stories(args.data, args.corpus, checker.kb))
    for corpus, part, story, gold in track(items, "parse", console=Console(stderr=True)):
        if gold is None:
            continue
        try:
            texts.append(Text(corpus, part, story, checker.prepare(story), list(gold)))
        except StoryError as error:
            CONSOLE.print(f"{story.id}: {error.message}")
    return texts


def count(
    checker: FactChecker, texts: Sequence[Text], changes: Iterable[Change] = ()
) -> np.ndarray:
    """Return, of each text, the right and the false flags under some changes."""
    found = np.zeros((len(texts), 2), dtype=int)
    with tried(dict(changes)):
        for first in range(0, len(texts), BATCH):
            batch = texts[first : first + BATCH]
            reports = checker.check_prepared([(text.story, text.document) for text in batch])
            for place, (text, report) in enumerate(zip(batch, reports, strict=True), start=first):
                flags = [
                    Flag(m.span.start, m.span.end, m.rule or "", str(m.category))
                    for m in report.mistakes
                ]
                checked = Checked(text.corpus, text.part, text.story.id, flags, text.gold)
                right = len(checked.matched(flags))
                found[place] = right, len(flags) - right
    return found


def facts_told(checker: FactChecker, text: Text) -> list[Any]:
    """Return what comes of all numbers of a text that state a fact: nothing else has such costs."""
    assert text.document.game is not None
    game = text.document.game.id
    claims = [claim for claim in checker.matcher.match(text.document) if claim.rule.fact]
    verified = checker.fact_verifier.verify(
        text.document, claims, checker.facts.games([game])[game]
    )
    return [
        (
            item.claim.rule.id,
            item.claim.start,
            [(f.mark, f.holds, f.category) for f in item.findings],
        )
        for item in verified
    ]


def at_hand() -> dict[str, float]:
    """Return the costs and limits at hand, by name."""
    return {
        f"{table.table}.{field.name}": getattr(table, field.name)
        for table in (costs(), most())
        for field in fields(table)
    }


def chosen(gains: Mapping[Change, np.ndarray], among: np.ndarray) -> dict[str, float]:
    """Return the changes that gain on some of the texts, of each cost the best one.

    Args:
        gains: What each text gains by a change.
        among: Which of the texts count.
    """
    best: dict[str, tuple[float, float]] = {}
    for (name, value), gained in gains.items():
        gain = float(gained[among].sum())
        if gain > max(LEAST, best.get(name, (0.0, 0.0))[0]):
            best[name] = (gain, value)
    return {name: value for name, (_, value) in best.items()}


def show(title: str, texts: Sequence[Text], found: np.ndarray) -> None:
    """Print recall and precision of some counts."""
    right, false = found.sum(axis=0).tolist()
    marked = sum(len(text.gold) for text in texts)
    CONSOLE.print(
        f"{title}: {right} of {marked} found ({right / marked:.3f}), "
        f"{false} false ({right / (right + false):.3f} right)"
    )


def fit(checker: FactChecker, texts: Sequence[Text]) -> tuple[dict[str, float], np.ndarray, Any]:
    """Return the changes that gain, what is found as it is, and what is found cross-validated."""
    base = count(checker, texts)
    known = at_hand()
    trials = [(name, value * times) for name, value in known.items() for times in TIMES]
    told = [facts_told(checker, text) for text in texts]
    gains = {}
    for change in track(trials, "try", console=Console(stderr=True)):
        with tried(dict([change])):
            other = [n for n, text in enumerate(texts) if facts_told(checker, text) != told[n]]
        gained = np.zeros_like(base)
        gained[other] = count(checker, [texts[n] for n in other], [change]) - base[other]
        gains[change] = gained[:, 0] - gained[:, 1]
        if gained.any():
            right, false = gained.sum(axis=0).tolist()
            CONSOLE.print(
                f"{change[0]} {known[change[0]]:g} → {change[1]:g}: {right:+d} {false:+d}"
            )
    folds = np.array([text.fold for text in texts])
    outside = base.copy()
    for fold in range(FOLDS):
        own = np.flatnonzero(folds == fold)
        changes = chosen(gains, folds != fold)
        if len(own) and changes:
            outside[own] = count(checker, [texts[place] for place in own], changes.items())
    return chosen(gains, np.ones(len(texts), dtype=bool)), base, outside


def write(changes: Mapping[str, float]) -> None:
    """Put changed costs into the rule base, whose comments stay."""
    path = rules_folder() / "decision" / "readings.toml"
    text = path.read_text(encoding="utf-8")
    for name, value in changes.items():
        text = re.sub(
            rf"(?m)^{name.split('.')[1]} = .*$", f"{name.split('.')[1]} = {value:g}", text
        )
    path.write_text(text, encoding="utf-8")


def main() -> None:
    """Read the command line, fit, show, write."""
    parser = command_line(__doc__)
    parser.add_argument(
        "--corpus", nargs="+", default=CORPORA, metavar="NAME", help="corpora; all by default"
    )
    args = parser.parse_args()
    checker = FactChecker(args.kb)
    texts = read(args, checker)
    known = [text for text in texts if text.part != "keep"]
    unseen = [text for text in texts if text.part == "keep"]
    changes, base, outside = fit(checker, known)
    show("unseen, at hand", unseen, count(checker, unseen))
    show("unseen, fitted", unseen, count(checker, unseen, changes.items()))
    show("read or kept for fitting, at hand", known, base)
    show("the same, cross-validated", known, outside)
    for name, value in changes.items():
        CONSOLE.print(f"{name} = {value:g}")
    if args.write and changes:
        write(changes)


if __name__ == "__main__":
    sys.exit(main())

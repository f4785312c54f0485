"""Fit the weights that tell an explanation from what the rules found, and say how well they do.

    python benchmarks/fit_explanations.py --data DIR --kb nba.duckdb [--source player …] [--write]

Where the knowledge base speaks against a claim, another name, another part of the game, another
game may be what is wrong, or nothing (``factcheck/interpretation/explanations.py``). Learns from
explanations of which the annotators marked either what they say is wrong or what the rules found,
on the part of the corpora that may be read and the shared task's stories. A logistic regression a
source, held near what a person expects where cases are few; figures are cross-validated by game,
and of the part that nobody reads only counts are printed. With ``--write`` the weights go to
``rules/decision/explanations.toml``; with ``--source`` those of the other sources stay.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from corpora import ANNOTATED, ANNOTATED_2, OWN, PROSE, READABLE, TASK, TASK_PART, stories
from fit_confidence import CONSOLE, FOLDS, fold_of
from rich.console import Console
from rich.progress import track

from factcheck import FactChecker, Story
from factcheck.errors import StoryError
from factcheck.interpretation.explanations import (
    ABSENT,
    MOMENT,
    PLAYER,
    SOURCES,
    TEAM,
    WHOLE,
    Chooser,
    Explanation,
)
from factcheck.parser.document import Document
from factcheck.support.resources import rules_folder

FITTED = tuple(source for source in SOURCES if source not in {ABSENT, MOMENT, WHOLE})
"""Sources with cases enough; the weights of the others are what a person thinks."""
PENALTY = 1.0
NAMES = {
    "fixed": 1.0, "lost": -1.0, "unfixed": -1.0, "rare": 0.3, "slip": -1.5, "told": -3.0,
    "named": -1.0, "placed wrong": 2.0, "first place": 1.0,
    "words agree": 1.5, "leads with it": 2.0, "average": 2.0,
    "set against": -2.0, "pairs fixed": 1.0,
}  # fmt: skip
GAMES = {"bias": -1.2, "next": 2.0, "ground": 1.2, "own": 0.5, "rank": -0.1}
PARTS = {"bias": -3.9, "size": 2.0, "off": 1.0, "all": 2.0}
EXPECTED = {
    PLAYER: NAMES, TEAM: NAMES, "day": GAMES, "opponent": GAMES,
    "other part": PARTS, "other kind of part": PARTS,
    "told part": {"bias": 3.0, "told before": -1.0},
}  # fmt: skip
"""What a person expects of some features: where the cases are few, the fit stays near it."""
TASK_STRENGTH = 1.0
ROUNDS = 3
_LONGEST_STEP = 2.0

Choice = tuple[str, str, str, Sequence[tuple[int, int]], Document, Sequence[Explanation]]
"""The corpus, its part, the game, the annotators' marks, the story, explanations of it."""


@dataclass(slots=True)
class Case:
    """An explanation of which it is known whether it is right, or what the rules found is."""

    corpus: str
    part: str
    game: str
    features: dict[str, float]
    right: bool


def collect(source: str, choices: Sequence[Choice], chooser: Chooser) -> list[Case]:
    """Return the cases of a source: of explanations of the same the likeliest by its weights."""
    cases = []
    for corpus, part, game, gold, document, explanations in choices:
        own = sorted((e for e in explanations if e.source == source), key=chooser.odds)
        best = {tuple(sorted(map(str, one.explains))): one for one in own}
        for one in best.values():
            marked, cleared = (
                any(_overlaps(document, tokens, gold) for tokens in group)
                for group in (one.marked, one.cleared)
            )
            if marked or cleared or not one.marked:
                right = marked or (not one.marked and not cleared)
                cases.append(Case(corpus, part, game, dict(one.features), right))
    return cases


def _overlaps(document: Document, tokens: tuple[int, int], gold: Sequence[tuple[int, int]]) -> bool:
    span = document.span(*tokens)
    return any(span.start < end and start < span.end for start, end in gold)


def check(args: argparse.Namespace, checker: FactChecker) -> list[Choice]:
    """Check the stories one by one; return the explanations that were offered."""
    choices: list[Choice] = []
    items = list(stories(args.data, [*PROSE, *OWN, ANNOTATED, ANNOTATED_2, TASK], checker.kb))
    for corpus, part, story, gold in track(items, console=Console(stderr=True)):
        offered: list[Sequence[Explanation]] = []
        checker.chooser.watch = offered.append
        document = _interpreted(checker, story)
        if document is not None and document.game is not None:
            marks = [(start, end) for start, end, _ in gold or ()]
            choices += [(corpus, part, document.game.id, marks, document, o) for o in offered if o]
    return choices


def _interpreted(checker: FactChecker, story: Story) -> Document | None:
    try:
        document = checker.prepare(story)
    except StoryError as error:
        CONSOLE.print(f"{story.id}: {error.message}")
        return None
    checker.interpret([(story, document)])
    return document


def fit(cases: Sequence[Case], names: Sequence[str], expected: dict[str, float]) -> np.ndarray:
    """Return the weights of the least penalised loss (Newton's method)."""
    x = matrix(cases, names)
    y = np.array([case.right for case in cases], dtype=float)
    strength = np.array([TASK_STRENGTH if case.corpus == TASK else 1.0 for case in cases])
    penalty = np.array([0.05 if name == "bias" else PENALTY for name in names])
    near = np.array([expected.get(name, 0.0) for name in names])
    w = near.copy()
    for _ in range(40):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        gradient = x.T @ (strength * (p - y)) + penalty * (w - near)
        hessian = (x * (strength * p * (1 - p) + 1e-9)[:, None]).T @ x + np.diag(penalty)
        step = np.linalg.solve(hessian, gradient)
        # Newton's method overshoots where cases are few; no weight moves by more than this at once.
        w -= step * min(1.0, _LONGEST_STEP / np.abs(step).max())
    return w


def matrix(cases: Sequence[Case], names: Sequence[str]) -> np.ndarray:
    """Return the features as an array of cases times names."""
    return np.array([[case.features.get(name, 0.0) for name in names] for case in cases])


def _group(corpus: str) -> str:
    """Return under which heading a corpus is counted."""
    if corpus == ANNOTATED_2:
        return ANNOTATED
    return corpus if corpus in {ANNOTATED, TASK} else "prose"


def show(title: str, cases: Sequence[Case], scores: np.ndarray) -> None:
    """Print how many explanations are taken for right that are, and that are not."""
    for group in ("prose", ANNOTATED, TASK):
        mine = [i for i, case in enumerate(cases) if _group(case.corpus) == group]
        if not mine:
            continue
        right = np.array([cases[i].right for i in mine])
        said = scores[mine] >= 0.5
        CONSOLE.print(
            f"{title}, {group}: of {right.sum()} right explanations {(right & said).sum()} stand; "
            f"of {(~right).sum()} wrong ones {(~right & said).sum()}"
        )


def fit_source(source: str, choices: Sequence[Choice], chooser: Chooser) -> dict[str, float]:
    """Return the weights of a source; print how well they do, and those at hand."""
    expected = EXPECTED[source]
    known: list[Case] = []
    for _ in range(ROUNDS):
        cases = collect(source, choices, chooser)
        if not known:
            at_hand = [case for case in cases if case.part in {READABLE, TASK_PART, "keep"}]
            own = chooser.weights[source]
            names = list(own)
            for part in ("keep", "the others"):
                mine = [case for case in at_hand if (case.part == "keep") == (part == "keep")]
                if mine:
                    score = matrix(mine, names) @ np.array([own[name] for name in names])
                    show(f"{source}, weights at hand, {part}", mine, (score > 0).astype(float))
        known = [case for case in cases if case.part in {READABLE, TASK_PART}]
        names = sorted({name for case in known for name in case.features})
        weights = dict(zip(names, fit(known, names, expected).tolist(), strict=True))
        chooser.weights = {**chooser.weights, source: weights}
    scores = np.zeros(len(known))
    folds = np.array([fold_of(case.game) for case in known])
    for fold in range(FOLDS):
        inside = [case for case, f in zip(known, folds, strict=True) if f != fold]
        if (folds == fold).any():
            w = fit(inside, names, expected)
            outside = [case for case, f in zip(known, folds, strict=True) if f == fold]
            scores[folds == fold] = 1 / (1 + np.exp(-matrix(outside, names) @ w))
    show(f"{source}, cross-validated", known, scores)
    unseen = [case for case in cases if case.part == "keep"]
    if unseen:
        w = np.array([weights[name] for name in names])
        show(f"{source}, unseen", unseen, 1 / (1 + np.exp(-matrix(unseen, names) @ w)))
    return weights


def main() -> None:
    """Read the command line, fit, show, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--kb", type=Path, required=True)
    parser.add_argument(
        "--source", choices=FITTED, nargs="+", default=FITTED, help="sources to fit; all by default"
    )
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    checker = FactChecker(args.kb, min_confidence=0)
    choices = check(args, checker)
    weights = {source: dict(own) for source, own in checker.chooser.weights.items()}
    for source in args.source:
        weights[source] = fit_source(source, choices, checker.chooser)
    lines = [
        "# How much each feature speaks for an explanation (above 0), and not what the rules",
        "# found, in log odds. Fitted by benchmarks/fit_explanations.py, but for those of absent",
        "# players, moments and wholes, of which there are too few cases.",
    ]
    for source in SOURCES:
        lines += ["", f'["{source}"]']
        lines += [
            f'"{name}" = {weight:.3f}'
            for name, weight in sorted(weights[source].items(), key=lambda p: (p[0] != "bias", p))
        ]
    CONSOLE.print("\n".join(lines), markup=False)
    if args.write:
        path = rules_folder() / "decision" / "explanations.toml"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        CONSOLE.print(f"wrote {path.name}")


if __name__ == "__main__":
    sys.exit(main())

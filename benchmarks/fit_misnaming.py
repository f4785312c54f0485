"""Fit the weights that tell a wrong name from wrong numbers, and say how well they do.

    python benchmarks/fit_misnaming.py --data DIR --kb nba.duckdb [--kind team] [--write]

Learns from names with contradicted statements of which the annotators marked either the name or
what is said of it, on the part of the corpora that may be read and the shared task's stories. A
logistic regression, as in ``fit_confidence.py``; figures are cross-validated by game, and of the
part that nobody reads only counts are printed. With ``--write`` the weights go to
``rules/decision/misnaming.toml``; with ``--kind team`` those of the other kind stay as they are.
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

from factcheck import FactChecker
from factcheck.errors import StoryError
from factcheck.interpretation.doubted_names import KINDS
from factcheck.interpretation.misnaming import best_of, find_others
from factcheck.support.resources import rules_folder

PENALTY = 1.0
EXPECTED = {
    "fixed": 1.0, "lost": -1.0, "unfixed": -1.0, "rare": 0.3, "slip": -1.5, "told": -3.0,
    "named": -1.0, "placed wrong": 2.0, "first place": 1.0,
    "words agree": 1.5, "leads with it": 2.0, "average": 2.0,
    "set against": -2.0, "pairs fixed": 1.0,
}  # fmt: skip
"""What a person expects of some features: where the cases are few, the fit stays near it."""
TASK_STRENGTH = 1.0
ROUNDS = 3
_LONGEST_STEP = 2.0


@dataclass(slots=True)
class Case:
    """A name with statements against it of which it is known what is wrong."""

    corpus: str
    part: str
    game: str
    kind: str
    features: dict[str, float]
    name: bool


def collect(done: Sequence[tuple], weights: dict) -> list[Case]:  # type: ignore[type-arg]
    """Return the cases of checked stories under the present weights."""
    cases = []
    for corpus, part, gold, document, others in done:
        for other, _ in best_of(others, weights):
            suspect = other.suspect
            name = document.span(suspect.mention.start, suspect.mention.end)
            spans = [
                document.span(*item.claim.marks[finding.mark or item.claim.rule.mark])
                for item in suspect.group
                for finding in item.contradictions
                if (finding.mark or item.claim.rule.mark) in item.claim.marks
            ]
            is_name = any(name.start < b and a < name.end for a, b, _ in gold)
            is_said = any(s.start < b and a < s.end for s in spans for a, b, _ in gold)
            if is_name or is_said:
                game = document.game.id
                cases.append(Case(corpus, part, game, suspect.kind, other.features, is_name))
    return cases


def check(args: argparse.Namespace, checker: FactChecker) -> list[tuple]:  # type: ignore[type-arg]
    """Check the stories once; return what is needed to weigh their names."""
    items = list(stories(args.data, [*PROSE, *OWN, ANNOTATED, ANNOTATED_2, TASK], checker.kb))
    typical = checker.resolver.weigher.model.typical
    done = []
    for first in track(range(0, len(items), 64), console=Console(stderr=True)):
        batch = []
        for corpus, part, story, gold in items[first : first + 64]:
            try:
                batch.append((corpus, part, gold or [], (story, checker.prepare(story))))
            except StoryError as error:
                CONSOLE.print(f"{story.id}: {error.message}")
        read = checker.interpret([item for *_, item in batch])
        documents = [document for (_, document), _, _ in read]
        facts = checker.facts.games(d.game.id for d in documents if d.game)
        others = find_others(
            documents, [items for _, items, _ in read], facts, checker.verifier.verify, typical,
            checker.verifier.verify_retold,
        )  # fmt: skip
        for (corpus, part, gold, _), document, found in zip(batch, documents, others, strict=True):
            done.append((corpus, part, gold, document, found))
    return done


def fit(cases: Sequence[Case], names: Sequence[str]) -> np.ndarray:
    """Return the weights of the least penalised loss (Newton's method)."""
    x = matrix(cases, names)
    y = np.array([case.name for case in cases], dtype=float)
    strength = np.array([TASK_STRENGTH if case.corpus == TASK else 1.0 for case in cases])
    penalty = np.array([0.05 if name == "bias" else PENALTY for name in names])
    expected = np.array([EXPECTED.get(name, 0.0) for name in names])
    w = expected.copy()
    for _ in range(40):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        gradient = x.T @ (strength * (p - y)) + penalty * (w - expected)
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
    """Print how many names and numbers are taken for what."""
    for group in ("prose", ANNOTATED, TASK):
        mine = [i for i, case in enumerate(cases) if _group(case.corpus) == group]
        if not mine:
            continue
        name = np.array([cases[i].name for i in mine])
        said = scores[mine] >= 0.5
        CONSOLE.print(
            f"{title}, {group}: of {name.sum()} wrong names {(name & said).sum()} found; of "
            f"{(~name).sum()} names with wrong numbers {(~name & said).sum()} taken for wrong"
        )


def fit_kind(kind: str, done: Sequence[tuple], weights: dict[str, dict[str, float]]) -> None:  # type: ignore[type-arg]
    """Fit the weights of one kind of name in place; print how well they do."""
    for _ in range(ROUNDS):
        cases = [case for case in collect(done, weights) if case.kind == kind]
        known = [case for case in cases if case.part in {READABLE, TASK_PART}]
        names = sorted({name for case in known for name in case.features})
        weights[kind] = dict(zip(names, fit(known, names).tolist(), strict=True))
    scores = np.zeros(len(known))
    folds = np.array([fold_of(case.game) for case in known])
    for fold in range(FOLDS):
        inside = [case for case, f in zip(known, folds, strict=True) if f != fold]
        if (folds == fold).any():
            w = fit(inside, names)
            outside = [case for case, f in zip(known, folds, strict=True) if f == fold]
            scores[folds == fold] = 1 / (1 + np.exp(-matrix(outside, names) @ w))
    show(f"{kind}, cross-validated", known, scores)
    unseen = [case for case in cases if case.part == "keep"]
    w = np.array([weights[kind][name] for name in names])
    if unseen:
        show(f"{kind}, unseen", unseen, 1 / (1 + np.exp(-matrix(unseen, names) @ w)))


def main() -> None:
    """Read the command line, fit, show, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--kb", type=Path, required=True)
    parser.add_argument("--kind", choices=KINDS, help="the kind of name to fit; both if left out")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    checker = FactChecker(args.kb, min_confidence=0)
    done = check(args, checker)
    weights: dict[str, dict[str, float]] = {k: dict(v) for k, v in checker.misnaming.items()}
    lines = [
        "# How much each feature speaks for a wrong name (above 0) rather than for what is said",
        "# of it being wrong, in log odds. Fitted by benchmarks/fit_misnaming.py.",
    ]
    for kind in KINDS:
        if args.kind in (None, kind):
            fit_kind(kind, done, weights)
        lines += ["", f"[{kind}]"]
        lines += [
            f'"{name}" = {weight:.3f}'
            for name, weight in sorted(weights[kind].items(), key=lambda p: (p[0] != "bias", p[0]))
        ]
    CONSOLE.print("\n".join(lines), markup=False)
    if args.write:
        path = rules_folder() / "decision" / "misnaming.toml"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        CONSOLE.print(f"wrote {path.name}")


if __name__ == "__main__":
    sys.exit(main())

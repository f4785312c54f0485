"""Fit the weights that choose between explanations and what the rules found; say how well they do.

    python benchmarks/fit_explanations.py --data DIR --kb nba.duckdb [--source player …] [--write]

Where the knowledge base speaks against a claim, another name, another part of the game, another
game may be what is wrong, or nothing (``factcheck/interpretation/explanations/likeliest.py``).
Learns from choices of which the annotators marked what one of the explanations says is wrong, or
what the rules found, on all corpora but *keep*, the shared task's stories, and true texts with one
word altered (altered.py): a conditional logit (McFadden 1974), in which what the rules found
counts nothing, held near what a person expects where cases are few. Figures are cross-validated by
game, and of *keep* only counts are printed. With ``--write`` the weights go to
``rules/decision/explanations.toml``; with ``--source`` those of the other sources stay as they
are."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from altered import TRUE_TEXTS, alterations, true_stories
from corpora import ALL_ANNOTATED, ANNOTATED, OWN, PARTS, PROSE, TASK, stories
from fit_confidence import CONSOLE, FOLDS, command_line, fold_of
from rich.console import Console
from rich.progress import track

from factcheck import FactChecker, Story
from factcheck.errors import StoryError
from factcheck.interpretation.explanations.likeliest import (
    ABSENT,
    CLEFT,
    DAY,
    MOMENT,
    OPPONENT,
    PLAYER,
    SOURCES,
    TEAM,
    WHOLE,
    Explanation,
)
from factcheck.parser.document import Document
from factcheck.support.resources import rules_folder

FITTED = tuple(source for source in SOURCES if source not in {ABSENT, CLEFT, MOMENT, WHOLE})
"""Sources with cases enough; the weights of the others are what a person thinks."""
UNASKED = {DAY, OPPONENT}
"""Sources that speak where rules found nothing as well: there none of them may be right."""
PENALTY = 1.0
NAMES = {
    "fixed": 1.0, "lost": -1.0, "unfixed": -1.0, "rare": 0.3, "slip": -1.5, "told": -3.0,
    "named": -1.0, "placed wrong": 2.0, "first place": 1.0,
    "words agree": 1.5, "leads with it": 2.0, "average": 2.0,
    "set against": -2.0, "pairs fixed": 1.0, "shared words": 2.0, "cleft": 1.0,
}  # fmt: skip
GAMES = {"bias": -2.5, "next": 3.3, "ground": 1.2, "own": 0.5, "rank": -0.1}
OF_PARTS = {"bias": -3.9, "size": 2.0, "off": 1.0, "all": 2.0, "team": -8.5, "off, team": 3.0}
STATISTICS = {
    "bias": -4.2, "rare": 1.0, "off": 1.5, "twice": 2.5, "beyond": 1.0, "none": 1.5, "verb": 3.5,
    "pair": 2.0,
}  # fmt: skip
EXPECTED = {
    PLAYER: NAMES, TEAM: NAMES, DAY: GAMES, OPPONENT: GAMES,
    "other part": OF_PARTS, "other kind of part": OF_PARTS,
    "other statistic": STATISTICS,
    "told part": {"bias": 3.0, "told before": -1.0},
}  # fmt: skip
"""What a person expects of some features: where the cases are few, the fit stays near it."""
ALTERED = 2
"""So many words of a kind are altered in each true text."""
STRENGTHS = {"altered": 0.25, ANNOTATED: 2.0, TASK: 2.0}
"""How much a choice counts: what people marked more than what a program altered."""
ROUNDS = 3
_LONGEST_STEP = 2.0

Choice = tuple[str, str, str, Sequence[tuple[int, int]], Document, Sequence[Explanation]]
"""The corpus, its part, the game, the annotators' marks, the story, explanations of it."""


@dataclass(slots=True)
class Option:
    """An explanation, and whether what it says is wrong is what the annotators marked."""

    source: str
    features: dict[str, float]
    right: bool


@dataclass(slots=True)
class Case:
    """What explains the same, of which it is known which explanation, or none, is right."""

    corpus: str
    part: str
    game: str
    options: list[Option]

    @property
    def source(self) -> str:
        """Of what kind the choice is, by its first explanation."""
        return self.options[0].source


def collect(choices: Sequence[Choice]) -> list[Case]:
    """Return the choices of which the annotators' marks tell what is right."""
    cases = []
    for corpus, part, game, gold, document, offered in choices:
        for rivals in _groups(offered):
            options, is_known = [], False
            for one in rivals:
                marked, cleared = (
                    any(_overlaps(document, tokens, gold) for tokens in group)
                    for group in (one.marked, one.cleared)
                )
                right = marked or (not one.marked and not cleared)
                is_known |= right or cleared or one.source in UNASKED
                options.append(Option(one.source, dict(one.features), right))
            if is_known and any(option.source in FITTED for option in options):
                cases.append(Case(corpus, part, game, options))
    return cases


def _groups(offered: Sequence[Explanation]) -> list[list[Explanation]]:
    """Return explanations of the same together."""
    groups: list[tuple[set[object], list[Explanation]]] = []
    for one in offered:
        places, members = set(one.explains), [one]
        apart = []
        for known, others in groups:
            if places.isdisjoint(known):
                apart.append((known, others))
            else:
                places |= known
                members = others + members
        groups = [*apart, (places, members)]
    return [members for _, members in groups]


def _overlaps(document: Document, tokens: tuple[int, int], gold: Sequence[tuple[int, int]]) -> bool:
    span = document.span(*tokens)
    return any(span.start < end and start < span.end for start, end in gold)


def check(args: argparse.Namespace, checker: FactChecker) -> list[Choice]:
    """Check the stories one by one; return the explanations that were offered."""
    choices: list[Choice] = []
    items = list(stories(args.data, [*PROSE, *OWN, *ALL_ANNOTATED, TASK], checker.kb))
    for true in true_stories(args.data, TRUE_TEXTS, PARTS):
        for one in alterations(checker.prepare(true.story), true, ALTERED):
            version = one.version
            items.append((f"altered {one.kind}", version.part, version.story, version.gold))
    for corpus, part, story, gold in track(items, console=Console(stderr=True)):
        document, offered = _interpreted(checker, story)
        if document is not None and document.game is not None:
            marks = [(start, end) for start, end, _ in gold or ()]
            choices += [(corpus, part, document.game.id, marks, document, o) for o in offered]
    return choices


def _interpreted(
    checker: FactChecker, story: Story
) -> tuple[Document | None, list[Sequence[Explanation]]]:
    """Return a story and the explanations that were offered together of what is wrong in it."""
    try:
        document = checker.prepare(story)
    except StoryError as error:
        CONSOLE.print(f"{story.id}: {error.message}")
        return None, []
    offered: list[Sequence[Explanation]] = []
    with checker.chooser.watched(lambda offer, _: offered.append(offer)):
        checker.interpret([(story, document)])
    return document, offered


@dataclass
class Table:
    """Cases as arrays: a row an option, a column a feature of a source."""

    cases: Sequence[Case]
    columns: Sequence[tuple[str, str]]

    def __post_init__(self) -> None:
        self.place = {column: number for number, column in enumerate(self.columns)}
        self.owner = np.array([n for n, case in enumerate(self.cases) for _ in case.options])
        self.right = np.array([o.right for case in self.cases for o in case.options], dtype=float)
        self.x = np.zeros((len(self.owner), len(self.columns)))
        options = (option for case in self.cases for option in case.options)
        for row, option in enumerate(options):
            for name, value in option.features.items():
                self.x[row, self.place[option.source, name]] = value
        self.none = 1 - np.minimum(1, np.bincount(self.owner, self.right, len(self.cases)))
        self.strength = np.array([STRENGTHS.get(_group(c.corpus), 1.0) for c in self.cases])

    def shares(self, w: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the chance of each option, and among those that are right."""
        e = np.exp(np.clip(self.x @ w, -30, 30))
        n = len(self.cases)
        chance = e / (1 + np.bincount(self.owner, e, n))[self.owner]
        good = self.none + np.bincount(self.owner, e * self.right, n)
        return chance, e * self.right / good[self.owner]

    def is_right(self, w: np.ndarray) -> np.ndarray:
        """Return of each case whether the likeliest option, or none, is right."""
        score = self.x @ w
        found = np.empty(len(self.cases), dtype=bool)
        for number in range(len(self.cases)):
            own = np.flatnonzero(self.owner == number)
            best = own[score[own].argmax()]
            found[number] = self.right[best] if score[best] > 0 else self.none[number]
        return found


def fit(table: Table, free: np.ndarray, at_hand: np.ndarray) -> np.ndarray:
    """Return the weights of the least penalised loss (Newton's method, kept convex).

    Args:
        table: The cases.
        free: Which weights are fitted.
        at_hand: The weights that stay, where they are not.
    """
    near = np.array([EXPECTED.get(source, {}).get(name, 0.0) for source, name in table.columns])
    penalty = np.array([0.05 if name == "bias" else PENALTY for _, name in table.columns])
    w = np.where(free, near, at_hand)
    strength = table.strength[table.owner]
    for _ in range(60):
        chance, good = table.shares(w)
        gradient = table.x.T @ (strength * (chance - good)) + penalty * (w - near)
        curvature = strength * (chance * (1 - chance) + 1e-6)
        hessian = (table.x * curvature[:, None]).T @ table.x + np.diag(penalty)
        step = np.where(free, np.linalg.solve(hessian, np.where(free, gradient, 0.0)), 0.0)
        # Newton's method overshoots where cases are few; no weight moves by more than this at once.
        w = w - step * min(1.0, _LONGEST_STEP / max(np.abs(step).max(), 1e-9))
    return w


def _group(corpus: str) -> str:
    """Return under which heading a corpus is counted."""
    if corpus in ALL_ANNOTATED:
        return ANNOTATED
    if corpus.startswith("altered"):
        return "altered"
    return corpus if corpus in {ANNOTATED, TASK} else "prose"


def show(title: str, cases: Sequence[Case], right: np.ndarray) -> None:
    """Print how many choices are right, by source and kind of text."""
    for source in FITTED:
        told = []
        for group in ("prose", "altered", ANNOTATED, TASK):
            mine = [
                good
                for case, good in zip(cases, right, strict=True)
                if case.source == source and _group(case.corpus) == group
            ]
            if mine:
                told.append(f"{group} {sum(mine)} of {len(mine)}")
        if told:
            CONSOLE.print(f"{title}, {source}: right {', '.join(told)}")


def cross_validated(
    cases: Sequence[Case], columns: Sequence[tuple[str, str]], free: np.ndarray, hand: np.ndarray
) -> np.ndarray:
    """Return of each case whether weights fitted without its game choose rightly."""
    right = np.zeros(len(cases), dtype=bool)
    folds = np.array([fold_of(case.game) for case in cases])
    for fold in range(FOLDS):
        if (folds == fold).any():
            inside = [case for case, f in zip(cases, folds, strict=True) if f != fold]
            outside = [case for case, f in zip(cases, folds, strict=True) if f == fold]
            w = fit(Table(inside, columns), free, hand)
            right[folds == fold] = Table(outside, columns).is_right(w)
    return right


def main() -> None:
    """Read the command line, fit, show, write."""
    parser = command_line(__doc__)
    parser.add_argument(
        "--source", choices=FITTED, nargs="+", default=FITTED, help="sources to fit; all by default"
    )
    args = parser.parse_args()
    checker = FactChecker(args.kb, min_confidence=0)
    weights = {source: dict(own) for source, own in checker.chooser.weights.items()}
    cases = collect(check(args, checker))
    columns = sorted(
        {(o.source, name) for case in cases for o in case.options for name in o.features}
        | {(source, name) for source, own in weights.items() for name in own}
    )
    at_hand = np.array([weights[source].get(name, 0.0) for source, name in columns])
    free = np.array([source in args.source for source, _ in columns])
    known = [case for case in cases if case.part != "keep"]
    unseen = [case for case in cases if case.part == "keep"]
    fitted = fit(Table(known, columns), free, at_hand)
    show("unseen, weights at hand", unseen, Table(unseen, columns).is_right(at_hand))
    show("unseen, fitted", unseen, Table(unseen, columns).is_right(fitted))
    show("read, weights at hand", known, Table(known, columns).is_right(at_hand))
    show("read, cross-validated", known, cross_validated(known, columns, free, at_hand))
    for (source, name), weight in zip(columns, fitted.tolist(), strict=True):
        weights[source][name] = weight
    lines = [
        "# How much each feature speaks for an explanation (above 0), and not what the rules",
        "# found, in log odds. Fitted by benchmarks/fit_explanations.py, but for those of absent",
        "# players, moments, wholes and clefts, of which there are too few cases.",
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

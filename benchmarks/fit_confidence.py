"""Fit the weights of the confidence of mistakes, and say how well they do.

    python benchmarks/fit_confidence.py --data DIR --kb nba.duckdb
        [--adapt] [--add FEATURE …] [--write]

Learns from flags whose truth is known, on the part of the corpora that may be read: prose with
planted mistakes, the shared task's annotated stories, journalists' summaries whose flags were
judged (judgements.csv), and a template system's stories, which state nothing false but about
next games. A logistic regression with a penalty on the squares of the weights, heavier on those of
single rules, by Newton's method. What speaks for another reading, or was not understood, may only
make a mistake less sure: where the text at hand says otherwise, that is an accident of it. All
figures printed are cross-validated by game: no flag is weighed by what was learned from its own
game. With ``--write`` the weights go to ``rules/decision/confidence.toml``.

Last the log odds are scaled to what flags come to on the texts in ``benchmarks/texts/fit``, which
nobody opens: on text that was read while rules were widened flags are right more often. These texts
count with all their mistakes, with half of them, with one and with none (thinned.py), and the true
ones of them with one word altered (altered.py). With
``--adapt`` nothing is learned anew: the weights at hand are moved as far as the flags on those
texts ask for, each at a price (a ridge towards the weights, not towards zero), the highest one that
cross-validation by game finds no worse than the best. With ``--add`` the weights of the features
named are learned from the flags on those texts alone, and the others stay as they are: a new
feature is weighed; with both, the others are moved as well.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

import numpy as np
from altered import alterations, true_stories
from corpora import ANNOTATED, FIRM, OWN, PROSE, TASK, Checked, Flag, read_judgements, stories
from corpora import command_line as told_where
from rich.console import Console
from rich.progress import track
from rich.table import Table
from thinned import versions

from factcheck import FactChecker, Story
from factcheck.errors import StoryError
from factcheck.interpretation.confidence import SELDOM, ConfidenceModel
from factcheck.interpretation.decision.weighing import Weighed
from factcheck.support.resources import rules_folder

CONSOLE = Console(width=110, soft_wrap=True)
FRESH = "fit"
FOLDS = 10
PENALTY = 2.0
PRICES = (5.0, 10.0, 20.0, 40.0, 80.0, 160.0)
"""What moving a weight by one may cost, of which ``--adapt`` chooses."""
RULE_PENALTY = 3.0
STRENGTHS = {TASK: 0.1, ANNOTATED: 0.5, **dict.fromkeys(PROSE, 0.25), "traps": 1.0}
"""How much a flag counts, 1 where nothing is said: where the rules were mended on a text, its flags
are more often right than those on text that nobody has seen; and there are so many of the annotated
stories, all by systems that write alike, that they would drown the rest."""
AGAINST = ("fits ", "clause ", "near ")
AGAINST_ALONE = frozenset(
    {"unread", "names", "numbers", "long sentence", "text unread", "share unread", "hardly said"}
)
ALTERED = 4
"""So many words of a kind are altered in each true text."""
TEMPLATE = "template"
TEMPLATE_STORIES = 150


@dataclass(slots=True)
class Example:
    """A flag whose truth is known."""

    corpus: str
    game: str
    features: dict[str, float]
    right: bool
    story: tuple[str, str]
    fresh: bool = False
    """Whether it is of text that no rule was widened for."""
    weight: float = 1.0
    """How much it counts among those of fresh text."""


@dataclass(frozen=True, slots=True)
class Known:
    """A story whose mistakes are known.

    Args:
        corpus: Where it is from.
        story: The story.
        gold: Its mistakes; None where flags were judged one by one.
        fresh: Whether no rule was widened for it.
        weight: How much its flags count among those of fresh text.
    """

    corpus: str
    story: Story
    gold: Sequence[tuple[int, int, str]] | None
    fresh: bool = False
    weight: float = 1.0


def known_stories(
    args: argparse.Namespace, checker: FactChecker, judged: Collection[str]
) -> Iterator[Known]:
    """Yield the stories to learn from: of fresh text the versions with fewer mistakes as well.

    A language model of today makes few mistakes, so confidence must hold where there are few. True
    texts count with one word altered as well.
    """
    templates = 0
    corpora = [*PROSE, *OWN, TASK, ANNOTATED, "rotowire", TEMPLATE]
    for corpus, part, story, gold in stories(args.data, corpora, checker.kb):
        if part in {"keep", FRESH} or (corpus == "rotowire" and story.id not in judged):
            continue
        templates += corpus == TEMPLATE
        if corpus != TEMPLATE or templates <= TEMPLATE_STORIES:
            yield Known(corpus, story, gold)
    clean = [item for item in stories(args.data, OWN, checker.kb) if item[1] == FRESH]
    for corpus, _, story, gold in clean:
        if not gold:
            yield Known(corpus, story, gold, fresh=True)
    fewer = list(versions(args.data, OWN, [FRESH]))
    for true in true_stories(args.data, OWN, [FRESH]):
        fewer += [one.version for one in alterations(checker.prepare(true.story), true, ALTERED)]
    for version in fewer:
        yield Known(version.corpus, version.story, version.gold, fresh=True, weight=version.share)


def collect(args: argparse.Namespace) -> tuple[list[Example], dict[str, int]]:
    """Check the corpora; return the flags whose truth is known, and known mistakes by corpus."""
    checker = FactChecker(args.kb)
    judgements = read_judgements()
    chosen = list(known_stories(args, checker, {story for story, *_ in judgements}))
    examples: list[Example] = []
    mistakes: dict[str, int] = {}
    for first in track(range(0, len(chosen), 64), console=Console(stderr=True)):
        batch = []
        for known in chosen[first : first + 64]:
            try:
                batch.append((known, (known.story, checker.prepare(known.story))))
            except StoryError as error:
                CONSOLE.print(f"{known.story.id}: {error.message}")
        done = checker.interpret([item for _, item in batch])
        for (known, _), ((story, document), items, rivals) in zip(batch, done, strict=True):
            assert document.game is not None
            facts = checker.facts.games([document.game.id])[document.game.id]
            weighed = checker.resolver.weighed(document, items, rivals, facts)
            corpus, about = known.corpus, (known.corpus, story.id)
            mistakes[corpus] = mistakes.get(corpus, 0) + len(known.gold or ())
            for item, right in labelled(corpus, story.id, known.gold, weighed, judgements):
                examples.append(
                    Example(
                        corpus, document.game.id, item.features, right, about,
                        known.fresh, known.weight,
                    )
                )  # fmt: skip
    return examples, mistakes


def labelled(
    corpus: str,
    story: str,
    gold: Sequence[tuple[int, int, str]] | None,
    weighed: Sequence[Weighed],
    judgements: dict[tuple[str, int, int], str],
) -> list[tuple[Weighed, bool]]:
    """Return the flags whose truth is known."""
    marks = [item.proposal.mistake for item in weighed]
    flags = [Flag(m.span.start, m.span.end, m.rule, str(m.category)) for m in marks]
    if corpus == "rotowire":
        verdicts = [judgements.get((story, flag.start, flag.end)) for flag in flags]
        return [
            (item, verdict == "mistake")
            for item, verdict in zip(weighed, verdicts, strict=True)
            if verdict in {"mistake", "false alarm"}
        ]
    if corpus == TEMPLATE:
        return [
            (item, False)
            for item in weighed
            if item.proposal.mistake.category in FIRM
            and item.proposal.claim is not None
            and item.proposal.claim.frame.scope == "game"
        ]
    checked = Checked(corpus, "look", story, flags, list(gold or ()))
    matched = checked.matched(flags)
    return [(item, flag in matched) for item, flag in zip(weighed, flags, strict=True)]


# -- the regression -------------------------------------------------------------------------


def names_of(examples: Sequence[Example], least: int = 3) -> list[str]:
    """Return the features that enough flags have; rules that flag seldom share one."""
    counts: dict[str, int] = {}
    for example in examples:
        for name in example.features:
            counts[name] = counts.get(name, 0) + 1
    own = {name for name, count in counts.items() if count >= least}
    return ["bias", *sorted(own | {SELDOM})]


def matrix(examples: Sequence[Example], names: Sequence[str]) -> np.ndarray:
    """Return the features as an array of examples times names."""
    column = {name: index for index, name in enumerate(names)}
    x = np.zeros((len(examples), len(names)))
    x[:, 0] = 1
    for row, example in enumerate(examples):
        for name, value in example.features.items():
            if name in column:
                x[row, column[name]] = value
            elif name.startswith("rule "):
                x[row, column[SELDOM]] = 1
    return x


def fit(x: np.ndarray, y: np.ndarray, names: Sequence[str], strength: np.ndarray) -> np.ndarray:
    """Return the weights of the least penalised loss, none of them above 0 that must not be."""
    penalty = np.array(
        [0.01 if n == "bias" else RULE_PENALTY if n.startswith("rule ") else PENALTY for n in names]
    )
    against = np.array([n.startswith(AGAINST) or n in AGAINST_ALONE for n in names])
    free = np.ones(len(names), dtype=bool)
    w = np.zeros(len(names))
    while True:
        w[~free] = 0.0
        w[free] = newton(x[:, free], y, strength, penalty[free])
        wrong = against & (w > 0)
        if not wrong.any():
            return w
        free &= ~wrong


def newton(
    x: np.ndarray, y: np.ndarray, strength: np.ndarray, penalty: np.ndarray,
    offset: np.ndarray | float = 0.0,
) -> np.ndarray:  # fmt: skip
    """Return the weights of the least penalised loss (Newton's method).

    Args:
        x: Features, examples times names.
        y: Whether each example is right.
        strength: How much each example counts.
        penalty: What the square of each weight costs.
        offset: Log odds that each example has already.
    """
    w = np.zeros(x.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(x @ w + offset, -30, 30)))
        gradient = x.T @ (strength * (p - y)) + penalty * w
        hessian = (x * (strength * p * (1 - p) + 1e-9)[:, None]).T @ x + np.diag(penalty)
        step = np.linalg.solve(hessian, gradient)
        w -= step
        if np.abs(step).max() < 1e-6:
            break
    return w


def strengths(examples: Sequence[Example]) -> np.ndarray:
    """Return how much each flag counts."""
    return np.array(
        [
            example.weight if example.fresh else STRENGTHS.get(example.corpus, 1.0)
            for example in examples
        ]
    )


def fold_of(game: str) -> int:
    """Return the fold of a game."""
    return int(hashlib.md5(game.encode(), usedforsecurity=False).hexdigest(), 16) % FOLDS


def cross_validated(examples: Sequence[Example]) -> np.ndarray:
    """Return the confidence of each flag from weights learned without its game."""
    folds = np.array([fold_of(example.game) for example in examples])
    y = np.array([example.right for example in examples], dtype=float)
    strength = strengths(examples)
    result = np.zeros(len(examples))
    for fold in range(FOLDS):
        inside = [e for e, f in zip(examples, folds, strict=True) if f != fold]
        names = names_of(inside)
        w = fit(matrix(inside, names), y[folds != fold], names, strength[folds != fold])
        outside = [e for e, f in zip(examples, folds, strict=True) if f == fold]
        if outside:
            result[folds == fold] = 1 / (1 + np.exp(-matrix(outside, names) @ w))
    return result


def show(
    examples: Sequence[Example], scores: np.ndarray, mistakes: dict[str, int],
    title: str = "cross-validated, at least so sure",
) -> None:  # fmt: skip
    """Print, by corpus and threshold, what is kept, and the calibration."""
    y = np.array([example.right for example in examples])
    table = Table(title=title, title_justify="left")
    table.add_column("corpus")
    thresholds = (0.0, 0.3, 0.4, 0.5, 0.6, 0.8)
    for threshold in thresholds:
        table.add_column(f"{threshold}: recall precision", justify="right")
    for corpus in dict.fromkeys(example.corpus for example in examples):
        mine = np.array([example.corpus == corpus for example in examples])
        cells = []
        for threshold in thresholds:
            kept = mine & (scores >= threshold)
            known = mistakes.get(corpus, 0) or int(y[mine].sum())
            precision = y[kept].mean() if kept.any() else float("nan")
            cells.append(f"{y[kept].sum() / max(1, known):.3f} {precision:.3f} ({kept.sum()})")
        table.add_row(corpus, *cells)
    CONSOLE.print(table)
    error = 0.0
    for low in np.arange(0, 1, 0.1):
        inside = (scores >= low) & (scores < low + 0.1)
        if inside.any():
            error += inside.mean() * abs(scores[inside].mean() - y[inside].mean())
            CONSOLE.print(
                f"   {low:.1f} to {low + 0.1:.1f}: {inside.sum():5} flags, "
                f"said {scores[inside].mean():.2f}, right {y[inside].mean():.2f}"
            )
    loss = -np.mean(np.log(np.clip(np.where(y, scores, 1 - scores), 1e-6, 1)))
    CONSOLE.print(f"calibration error over ten bins {error:.3f}; log loss {loss:.4f}")


def scaled(weights: np.ndarray, x: np.ndarray, y: np.ndarray, strength: np.ndarray) -> np.ndarray:
    """Return weights that promise what flags on fresh text keep (Platt scaling).

    Rules are widened for what was read, so flags there are right more often than elsewhere.

    Args:
        weights: Learned from text that was read; the first is the bias.
        x: Features of flags on fresh text, in the order of the weights.
        y: Whether these flags are right.
        strength: How much each of them counts.
    """
    said = np.column_stack([np.ones(len(x)), x @ weights])
    bias, slope = newton(said, y, strength, np.array([0.01, 0.01]))
    CONSOLE.print(f"fresh text, {len(y)} flags: confidence × {slope:.2f} {bias:+.2f} in log odds")
    result = slope * weights
    result[0] += bias
    return result


def adapted(
    fresh: Sequence[Example], model: ConfidenceModel, added: Collection[str]
) -> tuple[list[str], np.ndarray]:
    """Return weights moved to what flags on fresh text ask for, at one of :data:`PRICES`.

    Args:
        fresh: The flags.
        model: The weights at hand.
        added: Features whose weights are learned anew, at no more than :data:`PENALTY`.
    """
    losses = {price: _losses_elsewhere(fresh, model, price, added) for price in PRICES}
    best = min(losses.values(), key=np.mean)
    chosen = PRICES[0]
    for price, loss in losses.items():
        worse = loss - best
        # The highest price that is no worse than chance explains: one standard error.
        if worse.mean() <= worse.std() / np.sqrt(len(worse)):
            chosen = price
        CONSOLE.print(f"moving weights at a price of {price:.0f}: log loss {loss.mean():.4f}")
    CONSOLE.print(f"chosen: {chosen:.0f}")
    return _moved(fresh, model, chosen, added)


def _moved(
    fresh: Sequence[Example], model: ConfidenceModel, price: float, added: Collection[str]
) -> tuple[list[str], np.ndarray]:
    """Return weights that a price lets move, none above 0 that must not be."""
    names = names_of(fresh)
    names += sorted(set(model.weights) - set(names))
    # What is not weighed yet, and is not asked for, stays so.
    names = [n for n in names if n in model.weights or n in added or n.startswith("rule ")]
    at_hand = np.array([model.weights.get(name, 0.0) for name in names])
    x, y = matrix(fresh, names), np.array([example.right for example in fresh], dtype=float)
    # A rule that has no weight of its own shares one, as it does when a story is checked.
    for column, name in enumerate(names):
        if name.startswith("rule ") and name not in model.weights:
            at_hand[column] = model.weights.get(SELDOM, 0.0)
    penalty = np.array(
        [0.01 if name == "bias" else PENALTY if name in added else price for name in names]
    )
    against = np.array([n.startswith(AGAINST) or n in AGAINST_ALONE for n in names])
    step, free = np.zeros(len(names)), np.ones(len(names), dtype=bool)
    while True:
        step[~free] = -at_hand[~free]
        offset = x @ (at_hand + np.where(free, 0.0, step))
        step[free] = newton(x[:, free], y, strengths(fresh), penalty[free], offset)
        wrong = free & against & (at_hand + step > 1e-9)
        if not wrong.any():
            return names, at_hand + step
        free &= ~wrong


def with_added(
    examples: Sequence[Example], model: ConfidenceModel, added: Sequence[str]
) -> tuple[list[str], np.ndarray]:
    """Return the weights at hand with those of features added.

    Prints what the flags' confidence loses, cross-validated by game, without them and with them.
    """
    kept = ConfidenceModel({n: w for n, w in model.weights.items() if n not in added})
    said = np.array([kept.confidence(example.features) for example in examples])
    offset = np.log(said / (1 - said))
    y = np.array([example.right for example in examples], dtype=float)
    x = np.array([[example.features.get(name, 0.0) for name in added] for example in examples])
    strength = strengths(examples)
    penalty = np.full(len(added), PENALTY)
    folds = np.array([fold_of(example.game) for example in examples])
    scores = np.zeros(len(examples))
    for fold in range(FOLDS):
        inside = folds != fold
        w = newton(x[inside], y[inside], strength[inside], penalty, offset[inside])
        scores[~inside] = 1 / (1 + np.exp(-(x[~inside] @ w + offset[~inside])))
    for title, confidence in (("without", said), ("with", scores)):
        loss = -strength @ np.log(np.where(y == 1, confidence, 1 - confidence)) / strength.sum()
        CONSOLE.print(f"log loss of {len(y)} fresh flags {title} {', '.join(added)}: {loss:.4f}")
    w = newton(x, y, strength, penalty, offset)
    names = [*kept.weights, *added]
    return names, np.array([*kept.weights.values(), *w])


def _losses_elsewhere(
    fresh: Sequence[Example], model: ConfidenceModel, price: float, added: Collection[str]
) -> np.ndarray:
    """Return what each fresh flag adds to the log loss, by weights moved without its game."""
    losses, weight = np.zeros(len(fresh)), strengths(fresh) / strengths(fresh).mean()
    for fold in range(FOLDS):
        inside = [example for example in fresh if fold_of(example.game) != fold]
        names, weights = _moved(inside, model, price, added)
        moved = ConfidenceModel(dict(zip(names, weights, strict=True)))
        for place, example in enumerate(fresh):
            if fold_of(example.game) == fold:
                said = moved.confidence(example.features)
                losses[place] = -weight[place] * np.log(said if example.right else 1 - said)
    return losses


def write(names: Sequence[str], weights: np.ndarray, source: str) -> None:
    """Write the weights, the bias first, with what they were learned from."""
    lines = [
        "# How much each feature of a mistake speaks for it (above 0) or against it, in log odds.",
        "# Fitted by benchmarks/fit_confidence.py; docs/design.md says what the features are.",
        *wrap(source, 98, initial_indent="# ", subsequent_indent="# "),
        "",
        "[weights]",
    ]
    order = sorted(zip(names, weights, strict=True), key=lambda pair: (pair[0] != "bias", pair[0]))
    lines += [
        f'"{name}" = {weight:.3f}'
        for name, weight in order
        if abs(weight) >= 0.0005 or name.startswith("rule ")
    ]
    path = rules_folder() / "decision" / "confidence.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    CONSOLE.print(f"wrote {path.name}: {len(lines) - lines.index('[weights]') - 1} weights")


def command_line(description: str | None) -> argparse.ArgumentParser:
    """Return a parser of what every script that fits is told."""
    parser = told_where(description)
    parser.add_argument("--write", action="store_true")
    return parser


def main() -> None:
    """Read the command line, fit, show, write."""
    parser = command_line(__doc__)
    parser.add_argument("--adapt", action="store_true", help="move the weights at hand")
    parser.add_argument("--add", nargs="+", metavar="FEATURE", help="learn these weights alone")
    parser.add_argument("--largest", type=int, default=0, help="print so many weights")
    args = parser.parse_args()
    everything, mistakes = collect(args)
    examples = [example for example in everything if not example.fresh]
    fresh = [example for example in everything if example.fresh]
    if args.adapt:
        at_hand = ConfidenceModel.load(rules_folder() / "decision")
        names, weights = adapted(fresh, at_hand, args.add or ())
        model = ConfidenceModel(dict(zip(names, weights, strict=True)))
        scores = np.array([model.confidence(example.features) for example in examples])
        show(examples, scores, mistakes, "weights as moved (in sample), at least so sure")
        source = _source_of_weights_at_hand()
        source += f" Moved to {len(fresh)} flags on text that no rule was widened for"
        source += f", with {', '.join(args.add)}." if args.add else "."
    elif args.add:
        model = ConfidenceModel.load(rules_folder() / "decision")
        names, weights = with_added(fresh, model, args.add)
        model = ConfidenceModel(dict(zip(names, weights, strict=True)))
        scores = np.array([model.confidence(example.features) for example in examples])
        show(examples, scores, mistakes, "with weights added (in sample), at least so sure")
        source = _source_of_weights_at_hand()
        source += f" Added from {len(fresh)} such flags: {', '.join(args.add)}."
    else:
        show(examples, cross_validated(examples), mistakes)
        names = names_of(examples)
        y = np.array([example.right for example in examples], dtype=float)
        weights = fit(matrix(examples, names), y, names, strengths(examples))
        if fresh:
            seen = np.array([example.right for example in fresh], dtype=float)
            weights = scaled(weights, matrix(fresh, names), seen, strengths(fresh))
        corpora = sorted({example.corpus for example in examples})
        source = f"From {len(examples)} flags: {', '.join(corpora)}."
    for index in np.argsort(-np.abs(weights))[: args.largest]:
        CONSOLE.print(f"   {weights[index]:+.2f}  {names[index]}")
    if args.write:
        write(names, weights, source)


def _source_of_weights_at_hand() -> str:
    path = rules_folder() / "decision" / "confidence.toml"
    head = path.read_text(encoding="utf-8").partition("\n\n")[0].splitlines()[2:]
    return " ".join(line.removeprefix("# ") for line in head)


if __name__ == "__main__":
    sys.exit(main())

"""Two corpora on the same games: which kinds of mistakes became more or fewer."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from factcheck.errors import FormatError
from factcheck.hallucinations.corpus import Corpus
from factcheck.hallucinations.estimates import Difference, paired_differences
from factcheck.model import Category, Mistake, Report

SIGNIFICANT = 0.05
ALL = "ALL"

Key = Callable[[Report], Hashable]


@dataclass(frozen=True, slots=True)
class Change:
    """Mistakes of one kind per story, in the first and the second corpus.

    Args:
        kind: A category, ``ALL`` for all of them, or a rule's id.
        first: Mean over the pairs in the first corpus.
        second: Mean over the pairs in the second corpus.
        difference: Second minus first.
    """

    kind: str
    first: float
    second: float
    difference: Difference

    @property
    def verdict(self) -> str:
        """``fewer`` or ``more`` mistakes in the second corpus, or ``no evidence``."""
        if self.difference.adjusted >= SIGNIFICANT:
            return "no evidence"
        return "fewer" if self.difference.mean < 0 else "more"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two stories about one game: their indices in the first and the second corpus."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """The second corpus against the first.

    Args:
        pairs: Stories about the same game.
        unpaired: Per corpus, how many stories have no partner and are left out here.
        categories: Changes of all mistakes and per category, those without any left out.
        rules: Changes per rule, the largest first.
        by_change: The pairs whose number of mistakes changed, those that changed most first.
    """

    pairs: tuple[Pair, ...]
    unpaired: tuple[int, int]
    categories: tuple[Change, ...]
    rules: tuple[Change, ...]
    by_change: tuple[tuple[Pair, int], ...]


def compare(first: Corpus, second: Corpus, resamples: int, seed: int) -> Comparison:
    """Compare two systems, or two versions of one, on the games that both wrote about.

    Args:
        first: The first or older one.
        second: The second or newer one.
        resamples: How many sets of pairs to draw for intervals and p-values.
        seed: Start of the random numbers.

    Raises:
        FormatError: No game is in both.
    """
    pairs = pair_stories(first.reports, second.reports)
    if not pairs:
        raise FormatError(
            f"{first.name} and {second.name} have no story id and no game in common; "
            "compare stories about the same games"
        )
    sides = (
        [first.reports[pair.first] for pair in pairs],
        [second.reports[pair.second] for pair in pairs],
    )
    kinds = [ALL, *(str(category) for category in Category)]
    rules = sorted({item.rule for side in sides for report in side for item in report.mistakes})
    totals = [(pair, _total(first, second, pair)) for pair in pairs]
    return Comparison(
        tuple(pairs),
        (len(first.reports) - len(pairs), len(second.reports) - len(pairs)),
        tuple(_changes(sides, kinds, lambda item: [ALL, item.category], resamples, seed)),
        tuple(
            sorted(
                _changes(sides, rules, lambda item: [item.rule], resamples, seed),
                key=lambda change: (-abs(change.difference.mean), change.kind),
            )
        ),
        tuple(sorted((item for item in totals if item[1]), key=lambda item: -abs(item[1]))),
    )


def pair_stories(first: Sequence[Report], second: Sequence[Report]) -> list[Pair]:
    """Pair stories by id and system, then those left over by id, then by game.

    Stories that name different games are no pair. A key pairs only where each side has
    just one story of it left: else nobody could say which belong together.

    Args:
        first: Stories of the first corpus.
        second: Stories of the second corpus.

    Returns:
        The pairs in the order of the first corpus.
    """
    keys: list[Key] = [
        lambda report: (report.story.id, report.story.system),
        lambda report: report.story.id,
        lambda report: report.story.game,
    ]
    pairs: dict[int, int] = {}
    for key in keys:
        ones = _unique(first, key, pairs.keys())
        others = _unique(second, key, pairs.values())
        for name in ones.keys() & others.keys():
            if _may_pair(first[ones[name]], second[others[name]]):
                pairs[ones[name]] = others[name]
    return [Pair(index, pairs[index]) for index in sorted(pairs)]


def _may_pair(one: Report, other: Report) -> bool:
    games = {one.story.game, other.story.game} - {None}
    return len(games) < 2


def _unique(reports: Sequence[Report], key: Key, taken: Iterable[int]) -> dict[Hashable, int]:
    """Return the index of the only report with a key, by key, leaving out those taken."""
    gone = set(taken)
    places: dict[Hashable, list[int]] = defaultdict(list)
    for index, report in enumerate(reports):
        name = key(report)
        if name is not None and index not in gone:
            places[name].append(index)
    return {name: indices[0] for name, indices in places.items() if len(indices) == 1}


def _changes(
    sides: tuple[Sequence[Report], Sequence[Report]],
    kinds: Sequence[str],
    kinds_of: Callable[[Mistake], Iterable[str]],
    resamples: int,
    seed: int,
) -> list[Change]:
    counts = []
    for side in sides:
        counted = [Counter(k for item in r.mistakes for k in kinds_of(item)) for r in side]
        rows = [[count[kind] for kind in kinds] for count in counted]
        counts.append(np.array(rows, dtype=float).reshape(len(side), len(kinds)))
    present = (counts[0] + counts[1]).sum(axis=0) > 0
    if not present.any():
        return []
    first, second = (count[:, present] for count in counts)
    differences = paired_differences(second - first, resamples, seed)
    names = [kind for kind, there in zip(kinds, present, strict=True) if there]
    columns = zip(names, first.mean(axis=0), second.mean(axis=0), differences, strict=True)
    return [Change(kind, float(a), float(b), difference) for kind, a, b, difference in columns]


def _total(first: Corpus, second: Corpus, pair: Pair) -> int:
    return len(second.reports[pair.second].mistakes) - len(first.reports[pair.first].mistakes)

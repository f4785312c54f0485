"""Everything a report says about one corpus or two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from factcheck.hallucinations.breakdown import Breakdown, Occurrence, breakdowns, occurrences
from factcheck.hallucinations.comparison import Comparison, compare
from factcheck.hallucinations.corpus import Corpus
from factcheck.hallucinations.estimates import Estimate, mean_estimates, ratio_estimate
from factcheck.model import Category, Report

RESAMPLES = 2000
SEED = 1


@dataclass(frozen=True, slots=True)
class SystemRates:
    """How often a system goes wrong, in all and per category.

    Args:
        corpus: Index of the corpus.
        system: The system's name; the corpus's where stories name none.
        stories: Number of its stories.
        tokens: Number of their tokens; 0 where that is not known.
        clean: Number of its stories without a mistake.
        per_story: Mistakes per story in all.
        per_100_tokens: Mistakes per 100 tokens in all, None where tokens are not known.
        categories: Mistakes per story by category.
        occurrences: Its mistakes.
    """

    corpus: int
    system: str
    stories: int
    tokens: int
    clean: int
    per_story: Estimate
    per_100_tokens: Estimate | None
    categories: dict[Category, Estimate]
    occurrences: tuple[Occurrence, ...]

    def of(self, category: Category) -> tuple[Occurrence, ...]:
        """Return its mistakes of one category."""
        return tuple(item for item in self.occurrences if item.mistake.category is category)


@dataclass(frozen=True, slots=True)
class Study:
    """The mistakes of one corpus, or of two side by side.

    Args:
        corpora: What was studied.
        totals: Rates of each corpus as a whole.
        systems: Rates by corpus and system.
        breakdowns: The mistakes by rule, place, words and names.
        comparison: The second corpus against the first, where there are two.
        resamples: Number of bootstrap draws behind the intervals.
        seed: Start of their random numbers.
    """

    corpora: tuple[Corpus, ...]
    totals: tuple[SystemRates, ...]
    systems: tuple[SystemRates, ...]
    breakdowns: tuple[Breakdown, ...]
    comparison: Comparison | None
    resamples: int
    seed: int


def analyse(corpora: Sequence[Corpus], resamples: int = RESAMPLES, seed: int = SEED) -> Study:
    """Count the mistakes of one corpus, or of two and compare them.

    Args:
        corpora: One or two corpora.
        resamples: Number of bootstrap draws for intervals and p-values.
        seed: Start of their random numbers; the same seed gives the same figures.

    Raises:
        ValueError: There are more than two corpora, or none.
        FormatError: Two corpora have no game in common.
    """
    if not 1 <= len(corpora) <= 2:
        raise ValueError(f"one or two corpora are studied, not {len(corpora)}")
    found = occurrences(corpora)
    totals = []
    systems = []
    for number, corpus in enumerate(corpora):
        everything = list(range(len(corpus.reports)))
        total = _rates(number, corpus, corpus.name, everything, found, resamples, seed)
        totals.append(total)
        by_system = _stories_by_system(corpus)
        systems += [
            _rates(number, corpus, name, indices, found, resamples, seed)
            for name, indices in by_system.items()
            if len(by_system) > 1
        ] or [total]
    systems = _told_apart(systems, corpora)
    return Study(
        tuple(corpora),
        tuple(totals),
        tuple(systems),
        breakdowns(corpora),
        compare(corpora[0], corpora[1], resamples, seed) if len(corpora) == 2 else None,
        resamples,
        seed,
    )


def _told_apart(systems: Sequence[SystemRates], corpora: Sequence[Corpus]) -> list[SystemRates]:
    """Name the corpus of systems that stand in both."""
    names = [rates.system for rates in systems]
    return [
        replace(rates, system=f"{rates.system}, {corpora[rates.corpus].name}")
        if names.count(rates.system) > 1
        else rates
        for rates in systems
    ]


def _stories_by_system(corpus: Corpus) -> dict[str, list[int]]:
    names = [report.story.system for report in corpus.reports]
    if len(set(names)) == 1:
        return {corpus.name: list(range(len(names)))}
    by_system: dict[str, list[int]] = {}
    for index, name in enumerate(names):
        by_system.setdefault(name or "no system named", []).append(index)
    return dict(sorted(by_system.items()))


def _rates(
    number: int,
    corpus: Corpus,
    system: str,
    indices: Sequence[int],
    found: Sequence[Occurrence],
    resamples: int,
    seed: int,
) -> SystemRates:
    reports = [corpus.reports[index] for index in indices]
    counts = np.array([_counts(report) for report in reports], dtype=float)
    tokens = np.array([report.tokens for report in reports], dtype=float)
    total, *categories = mean_estimates(counts, resamples, seed)
    # Tokens of only some stories would make a rate that nobody could interpret.
    known = bool((tokens > 0).all())
    chosen = set(indices)
    return SystemRates(
        number,
        system,
        len(reports),
        int(tokens.sum()),
        sum(not report.mistakes for report in reports),
        total,
        ratio_estimate(100 * counts[:, 0], tokens, resamples, seed) if known else None,
        dict(zip(Category, categories, strict=True)),
        tuple(item for item in found if item.corpus == number and item.story in chosen),
    )


def _counts(report: Report) -> list[int]:
    categories = [mistake.category for mistake in report.mistakes]
    return [len(categories), *(categories.count(category) for category in Category)]

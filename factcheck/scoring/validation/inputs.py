"""Gather what a validation needs: gold counts, metrics, tokens and systems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from factcheck.errors import FactCheckError
from factcheck.model import Story
from factcheck.scoring.mistake_list import MistakeList
from factcheck.scoring.reading import read_mistakes
from factcheck.scoring.token_lookup import TokenLookup, read_token_lookup
from factcheck.scoring.validation.story_files import (
    read_references,
    read_scores,
    read_systems,
    read_texts,
)
from factcheck.scoring.validation.text_metrics import text_metrics
from factcheck.scoring.validation.validate import per_100_tokens
from factcheck.stories.placed import OnSkip
from factcheck.stories.reading import Column, read_stories
from factcheck.support.progress import track

OURS = "factcheck"


@dataclass
class Inputs:
    """What :func:`validate` takes, gathered metric by metric.

    Args:
        gold: Story id → number of gold mistakes, for every story that people checked.
        tokens: Story id → number of tokens; None where not all are known.
        systems: Story id → system, where known.
        metrics: Metric's name → story id → value.
    """

    gold: Mapping[str, float]
    tokens: Mapping[str, int] | None
    systems: Mapping[str, str]
    metrics: dict[str, Mapping[str, float]] = field(default_factory=dict)

    def add(self, name: str, values: Mapping[str, float]) -> None:
        """Add a metric.

        Raises:
            FactCheckError: There is one of this name already.
        """
        if name in self.metrics:
            raise FactCheckError(f"two metrics are called {name!r}; rename a column or a file")
        self.metrics[name] = values

    def add_mistakes(self, name: str, mistakes: MistakeList) -> None:
        """Add a metric's mistakes per story and, where tokens are known, per 100 tokens."""
        counts = {story: float(number) for story, number in mistakes.count(self.gold).items()}
        self.add(name, counts)
        if self.tokens is not None:
            self.add(f"{name} per 100 tokens", per_100_tokens(counts, self.tokens))

    def add_scores(self, scores: Mapping[str, Mapping[str, float]]) -> None:
        """Add metrics that are given as scores: name → story id → value."""
        for name, values in scores.items():
            self.add(name, values)

    def add_references(
        self, stories: Sequence[Story], references: Mapping[str, Sequence[str]]
    ) -> None:
        """Add BLEU, chrF and ROUGE of the stories against reference texts.

        Raises:
            FactCheckError: None of the stories has a reference.
        """
        self.add_scores(text_metrics({story.id: story.text for story in stories}, references))


def read_inputs(
    gold: str | Path,
    *,
    stories: str | Path | None = None,
    column: Column = Column.NORMAL,
    kb: str | Path | None = None,
    mistakes: Iterable[str | Path] = (),
    scores: Iterable[str | Path] = (),
    references: str | Path | None = None,
    systems: str | Path | None = None,
    token_lookup: str | Path | None = None,
    on_skip: OnSkip = lambda error: None,
) -> Inputs:
    """Read everything from files.

    Args:
        gold: The gold standard, as :func:`factcheck.scoring.read_mistakes` reads it.
        stories: The stories that people checked; see :func:`gather`.
        column: Which text of ``games.csv`` to read.
        kb: A knowledge base, to check the stories with factcheck.
        mistakes: Mistake lists of metrics, which are named after their files.
        scores: Scores of metrics; see :func:`read_scores`.
        references: Reference texts for BLEU, chrF and ROUGE, beside those of the stories.
        systems: Which system wrote each story.
        token_lookup: The shared task's ``token_lookup.yaml``.
        on_skip: Called for each story that factcheck cannot check, and for each column of
            scores that holds only text.

    Raises:
        FactCheckError: A file is not usable, or the stories are missing for ``kb`` or
            ``references``.
    """
    if stories is None and (kb or references):
        raise FactCheckError("a knowledge base or references need the stories; use --stories")
    lookup = None if token_lookup is None else read_token_lookup(token_lookup)
    texts = [] if stories is None else read_texts(stories, column)
    known = {} if systems is None else read_systems(systems)
    inputs = gather(read_mistakes(gold, lookup), texts, lookup, known)
    if kb is not None and stories is not None:
        inputs.add_mistakes(OURS, check_stories(kb, stories, column, on_skip))
    for path in mistakes:
        inputs.add_mistakes(Path(path).stem, read_mistakes(path, lookup))
    for path in scores:
        inputs.add_scores(read_scores(path, on_skip))
    known_references = {} if references is None else read_references(references)
    known_references |= {story.id: story.references for story in texts if story.references}
    if references is not None or known_references:
        inputs.add_references(texts, known_references)
    return inputs


def gather(
    gold: MistakeList,
    stories: Sequence[Story],
    lookup: TokenLookup | None,
    systems: Mapping[str, str],
) -> Inputs:
    """Start from the gold standard.

    Args:
        gold: The gold standard.
        stories: The stories that people checked; those without a gold mistake count as
            free of mistakes. If empty, the stories that the gold standard names.
        lookup: Where given, the source of the number of tokens.
        systems: Story id → system, beside what the stories themselves say.

    Raises:
        FactCheckError: The stories and the gold standard have no story in common.
    """
    names = [story.id for story in stories] or list(gold.stories)
    counts = gold.count(names)
    if not set(counts) & set(gold.stories):
        raise FactCheckError("the gold standard has none of the stories; do the ids agree?")
    known = {story.id: story.system for story in stories if story.system} | dict(systems)
    return Inputs(
        {story: float(number) for story, number in counts.items()},
        _tokens(counts, gold, stories, lookup),
        known,
    )


def _tokens(
    names: Iterable[str], gold: MistakeList, stories: Sequence[Story], lookup: TokenLookup | None
) -> Mapping[str, int] | None:
    from factcheck.language.tokenizer import tokenize

    known = dict(gold.tokens)
    for story in stories:
        if story.id not in known:
            known[story.id] = len(tokenize(story.text))
    if lookup is not None:
        known |= {name: lookup.tokens(name) for name in names if name in lookup}
    return known if all(known.get(name) for name in names) else None


def check_stories(kb: str | Path, path: str | Path, column: Column, on_skip: OnSkip) -> MistakeList:
    """Check the stories of a file with factcheck.

    Args:
        kb: A knowledge base file.
        path: Stories, as ``factcheck check`` reads them.
        column: Which text of ``games.csv`` to read.
        on_skip: Called for each story that cannot be read or checked, and is left out.

    Raises:
        FactCheckError: The knowledge base cannot be opened.
    """
    from factcheck.runs import checking

    checker = checking.open_checker(Path(kb))
    placed = read_stories([Path(path)], checker.kb, on_skip, column=column)
    reports = checking.check_stories(checker, placed, on_skip)
    return MistakeList.from_reports(track(reports, "checking"))

"""factcheck with Hugging Face's ``datasets`` and in the shape of an ``evaluate`` metric.

Neither library is needed: a batch is a mapping from column names to lists. Where ``evaluate``
is installed, ``evaluate.load(METRIC, kb="nba.duckdb")`` gives the same as one of its own.

    dataset = dataset.map(CheckBatch("nba.duckdb", text="summary"), batched=True)

    metric = FactCheckMetric("nba.duckdb")
    metric.compute(predictions=texts, references=human_texts, games=games)
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import factcheck
from factcheck.errors import FormatError, StoryError
from factcheck.integrations.checkers import open_checker
from factcheck.metrics import score_reports, summarise
from factcheck.model import Category, Mistake, Report, Story

METRIC = str(Path(__file__).with_name("evaluate_metric.py"))
"""The script that ``evaluate.load`` takes."""

References = Sequence[str | Sequence[str] | None]
"""For each text, one text to compare it with, several, or none."""


class CheckBatch:
    """A function for ``Dataset.map(batched=True)`` that adds the mistakes of each text.

    The new columns, in types that do not change from batch to batch:

    - ``mistakes``: JSON text, a list of objects as ``factcheck check --format jsonl``
      prints them (Arrow takes a column's type from its first batch, which may hold no
      mistake at all);
    - ``mistake_count``, and ``mistakes_NUMBER`` and so on for each category;
    - ``checked_game``: the game the text was checked against;
    - ``check_error``: empty, or why the text could not be checked.

    It can be pickled, so that ``num_proc`` and the cache of ``datasets`` work; the cache
    knows a rebuilt knowledge base from the old one.

    Args:
        kb: A knowledge base made by ``factcheck kb build``.
        text: The column of texts.
        game: The column of games' ids; None to find each game from the text.
        rules: Folders with more rules.
        keep_going: Whether a text that cannot be checked is recorded, with -1 for its
            counts, instead of ending the run.

    Raises:
        KnowledgeBaseError: The knowledge base cannot be opened.
        RuleError: A rule file is broken.
    """

    def __init__(
        self,
        kb: str | Path,
        *,
        text: str = "text",
        game: str | None = None,
        rules: Sequence[str | Path] = (),
        keep_going: bool = False,
    ) -> None:
        self.kb = str(kb)
        self.text = text
        self.game = game
        self.rules = tuple(map(str, rules))
        self.keep_going = keep_going
        open_checker(self.kb, self.rules)
        # Parts of what the cache tells runs apart by.
        self.version = factcheck.__version__
        self.stamp = Path(kb).stat().st_mtime_ns

    def __call__(self, batch: Mapping[str, Sequence[Any]]) -> dict[str, list[Any]]:
        """Check the texts of a batch.

        Args:
            batch: Columns of equal length.

        Returns:
            The new columns.

        Raises:
            FormatError: A column is missing.
            StoryError: A text cannot be checked, and ``keep_going`` is off.
        """
        texts = self._column(batch, self.text)
        games = [None] * len(texts) if self.game is None else self._column(batch, self.game)
        stories = [
            Story(f"text {number}", text or "", game or None)
            for number, (text, game) in enumerate(zip(texts, games, strict=True))
        ]
        rows = []
        for story, outcome in zip(
            stories, open_checker(self.kb, self.rules).check_each(stories), strict=True
        ):
            if isinstance(outcome, StoryError) and not self.keep_going:
                raise StoryError(f"{story.id} of a batch: {outcome.message}") from outcome
            rows.append(
                _failed(outcome.message) if isinstance(outcome, StoryError) else _row(outcome)
            )
        return {name: [row[name] for row in rows] for name in _failed("")}

    def _column(self, batch: Mapping[str, Sequence[Any]], name: str) -> Sequence[Any]:
        # Not "name in batch": a batch of datasets makes its columns as they are asked for.
        names = list(batch.keys())
        if name not in names:
            raise FormatError(f"no such column; there are {', '.join(names)}", field=name)
        return batch[name]


def _failed(error: str) -> dict[str, Any]:
    counts = dict.fromkeys(["mistake_count", *(f"mistakes_{name}" for name in Category)], -1)
    return {"mistakes": "[]", **counts, "checked_game": "", "check_error": error}


def _row(report: Report) -> dict[str, Any]:
    def count(category: Category) -> int:
        return sum(mistake.category is category for mistake in report.mistakes)

    return {
        "mistakes": _json(report.mistakes),
        "mistake_count": len(report.mistakes),
        **{f"mistakes_{name}": count(name) for name in Category},
        "checked_game": report.story.game or "",
        "check_error": "",
    }


def _json(mistakes: Iterable[Mistake]) -> str:
    items = [mistake.to_dict() for mistake in mistakes]
    return json.dumps(items, ensure_ascii=False, default=str)


class FactCheckMetric:
    """The measures of ``factcheck score`` in the shape of an ``evaluate`` metric.

    Args:
        kb: A knowledge base made by ``factcheck kb build``.
        rules: Folders with more rules.

    Raises:
        KnowledgeBaseError: The knowledge base cannot be opened.
        RuleError: A rule file is broken.
    """

    name = "factcheck"
    description = (
        "Mistakes of basketball stories and content metrics (relation generation, content "
        "selection, content ordering, coverage) from rules and a knowledge base."
    )

    def __init__(self, kb: str | Path, *, rules: Sequence[str | Path] = ()) -> None:
        self.kb = str(kb)
        self.rules = tuple(map(str, rules))
        open_checker(self.kb, self.rules)
        self._stories: list[Story] = []

    @property
    def signature(self) -> str:
        """What the figures are made with, for a footnote."""
        return str(open_checker(self.kb, self.rules).signature)

    def add(
        self,
        *,
        prediction: str,
        reference: str | Sequence[str] | None = None,
        game: str | None = None,
    ) -> None:
        """Add one text to what the next :meth:`compute` is about.

        Args:
            prediction: The text.
            reference: One or more texts about the same game to compare it with.
            game: The game's id, or None to find the game from the text.
        """
        self.add_batch(predictions=[prediction], references=[reference], games=[game])

    def add_batch(
        self,
        *,
        predictions: Sequence[str],
        references: References | None = None,
        games: Sequence[str | None] | None = None,
    ) -> None:
        """Add texts to what the next :meth:`compute` is about; see :meth:`compute`.

        Raises:
            FormatError: The lists are not of one length.
        """
        references = [None] * len(predictions) if references is None else references
        games = [None] * len(predictions) if games is None else games
        for name, values in (("references", references), ("games", games)):
            if len(values) != len(predictions):
                raise FormatError(f"{len(values)} for {len(predictions)} predictions", field=name)
        for text, reference, game in zip(predictions, references, games, strict=True):
            texts = (reference,) if isinstance(reference, str) else tuple(reference or ())
            name = f"prediction {len(self._stories)}"
            self._stories.append(Story(name, text, game, references=texts))

    def compute(
        self,
        *,
        predictions: Sequence[str] | None = None,
        references: References | None = None,
        games: Sequence[str | None] | None = None,
    ) -> dict[str, float]:
        """Score the texts given here, and those added before, which are then forgotten.

        Args:
            predictions: Texts to score.
            references: For each, one or more texts about the same game, or None.
            games: For each the game's id, or None to find the game from the text.

        Returns:
            Measure → figure over all texts, as docs/score.md defines them, and ``stories``,
            their number; measures that no text defines are left out.

        Raises:
            FormatError: The lists are not of one length.
            StoryError: A text cannot be checked; the message names its place, from 0.
        """
        if predictions is not None:
            self.add_batch(predictions=predictions, references=references, games=games)
        stories, self._stories = self._stories, []
        checker = open_checker(self.kb, self.rules)
        reports = []
        for story, outcome in zip(stories, checker.check_each(stories), strict=True):
            if isinstance(outcome, StoryError):
                raise StoryError(f"{story.id}: {outcome.message}") from outcome
            reports.append(outcome)
        summary = summarise(list(score_reports(checker, reports)))
        figures = {name: estimate.value for name, estimate in summary.estimates.items()}
        return {
            "stories": float(summary.stories),
            **{name: value for name, value in figures.items() if value is not None},
        }

"""factcheck as a metric that Hugging Face's ``evaluate`` loads, from this very file.

import evaluate
from factcheck.integrations.huggingface import METRIC

metric = evaluate.load(METRIC, kb="nba.duckdb")
metric.compute(predictions=texts, games=games)
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import datasets

# Whole: evaluate takes the first metric that stands in this module for the one to load.
import evaluate

from factcheck.integrations.huggingface import FactCheckMetric

_INPUTS = """
Args:
    predictions: Texts to score.
    references: For each, a list of texts about the same game, or none at all.
    games: For each the game's id, or none at all to find the games from the texts.

Returns:
    Measure → figure over all texts, as docs/score.md of factcheck defines them; "stories" is
    their number, "signature" what they were measured with.
"""
_CITATION = """@software{factcheck, title = {factcheck}, author = {{The factcheck authors}}}"""


class FactCheck(evaluate.Metric):  # type: ignore[misc]  # evaluate has no types
    """Mistakes and content measures of basketball stories, as an ``EvaluationModule``.

    Args:
        kb: A knowledge base made by ``factcheck kb build``; ``evaluate.load`` passes it on.
        rules: Folders with more rules.
        **settings: What ``evaluate`` gives every metric.

    Raises:
        KnowledgeBaseError: The knowledge base cannot be opened.
        RuleError: A rule file is broken.
    """

    def __init__(
        self, *args: Any, kb: str | Path, rules: Sequence[str | Path] = (), **settings: Any
    ) -> None:
        self._scorer = FactCheckMetric(kb, rules=rules)
        super().__init__(*args, **settings)

    def _info(self) -> evaluate.MetricInfo:
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=self._scorer.description,
            citation=_CITATION,
            inputs_description=_INPUTS,
            features=datasets.Features(
                {"predictions": text, "references": datasets.Sequence(text), "games": text}
            ),
        )

    def add_batch(self, *, predictions: Any = None, references: Any = None, **inputs: Any) -> None:
        """Add texts to what the next ``compute`` is about; references and games may be missing.

        Args:
            predictions: Texts to score.
            references: For each, one text about the same game, several, or None.
            **inputs: ``games``, for each the game's id or None.
        """
        count = len(predictions)
        texts = [[each] if isinstance(each, str) else list(each or ()) for each in references or ()]
        games = [game or "" for game in inputs.pop("games", None) or ()]
        super().add_batch(
            predictions=predictions,
            references=texts or [[]] * count,
            games=games or [""] * count,
            **inputs,
        )

    def add(self, *, prediction: Any = None, reference: Any = None, **inputs: Any) -> None:
        """Add one text to what the next ``compute`` is about.

        Args:
            prediction: The text.
            reference: One text about the same game, several, or None.
            **inputs: ``game``, the game's id.
        """
        games = [inputs.pop("game", inputs.pop("games", None))]
        self.add_batch(predictions=[prediction], references=[reference], games=games, **inputs)

    def compute(
        self, *, predictions: Any = None, references: Any = None, **inputs: Any
    ) -> dict[str, Any] | None:
        """Score the texts given here, or those added before.

        Args:
            predictions: Texts to score.
            references: For each, one text about the same game, several, or None.
            **inputs: ``games``, for each the game's id or None.

        Raises:
            StoryError: A text cannot be checked; the message names its place, from 0.
        """
        if predictions is not None:
            self.add_batch(predictions=predictions, references=references, **inputs)
        figures: dict[str, Any] | None = super().compute()
        return figures

    def _compute(
        self, predictions: Sequence[str], references: Sequence[Sequence[str]], games: Sequence[str]
    ) -> dict[str, Any]:
        figures = self._scorer.compute(
            predictions=predictions,
            references=references,
            games=[game or None for game in games],
        )
        return {**figures, "signature": self._scorer.signature}

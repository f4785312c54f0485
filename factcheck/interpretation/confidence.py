"""How sure a mistake is: the share of such flags that are right.

A logistic regression over a few features whose weights are data (``rules/decision``), fitted by
``benchmarks/fit_confidence.py`` on annotated text. The features are what speaks for another
reading of the number, what was left unread around it, which rule flags it, and how error-prone
the text has shown itself elsewhere.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from factcheck.errors import RuleError

PRIOR = "prior"
"""The feature of how error-prone the rest of the text is: log odds."""
SELDOM = "rule that flags seldom"
"""The weight of all rules that flagged too seldom where weights were learned to have their own."""


@dataclass(frozen=True, slots=True)
class ConfidenceModel:
    """Weights of features, and the words whose lack of understanding makes doubtful.

    Args:
        weights: By feature; what is missing weighs nothing.
        doubt: The classes of each word that is doubtful where unread.
        typical: Errors and claims that a text of unknown quality counts with beforehand.
    """

    weights: Mapping[str, float] = field(default_factory=dict)
    doubt: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    typical: tuple[float, float] = (1.0, 9.0)

    @classmethod
    def load(cls, folder: Path) -> ConfidenceModel:
        """Read ``confidence.toml`` and ``doubt.toml``.

        Raises:
            RuleError: A file is missing or not well formed.
        """
        weights = read_weights(folder / "confidence.toml", "weights")
        doubt: dict[str, tuple[str, ...]] = {}
        for kind, words in _table(folder / "doubt.toml", "unread").items():
            if not isinstance(words, list):
                raise RuleError("must be a list of words", path=folder / "doubt.toml", field=kind)
            for word in words:
                doubt[word] = (*doubt.get(word, ()), kind)
        return cls(weights, doubt)

    def confidence(self, features: Mapping[str, float]) -> float:
        """Return the chance that a flag with these features is right, from 0 to 1."""
        weights = self.weights
        total = weights.get("bias", 0.0)
        for name, value in features.items():
            if name in weights:
                total += weights[name] * value
            elif name.startswith("rule "):
                total += weights.get(SELDOM, 0.0)
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def read_weights(path: Path, table: str) -> dict[str, float]:
    """Return the weights of a table by feature.

    Raises:
        RuleError: The file or the table is missing, or a weight is no number.
    """
    weights = {}
    for name, weight in _table(path, table).items():
        if not isinstance(weight, int | float):
            raise RuleError("a weight must be a number", path=path, field=name)
        weights[name] = float(weight)
    return weights


def _table(path: Path, name: str) -> dict[str, object]:
    try:
        with path.open("rb") as file:
            table = tomllib.load(file).get(name)
    except FileNotFoundError as error:
        raise RuleError("no such file", path=path) from error
    except tomllib.TOMLDecodeError as error:
        raise RuleError(f"not valid TOML: {error}", path=path) from error
    if not isinstance(table, dict):
        raise RuleError("a table is missing", path=path, field=name)
    return table


def error_prior(wrong: float, decided: float, typical: tuple[float, float]) -> float:
    """Return the log odds of a mistake in a text with so many wrong of its decided claims.

    A text of which little is known counts as typical: ``typical`` are the wrong and the right
    claims that every text is given beforehand.
    """
    return math.log((wrong + typical[0]) / (decided - wrong + typical[1]))

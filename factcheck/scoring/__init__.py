"""Scores of mistake lists against a gold standard, agreement of annotators, validation."""

from factcheck.scoring.mistake_list import (
    ListedMistake,
    MistakeList,
    write_mistakes,
    write_submission,
)
from factcheck.scoring.reading import read_mistakes
from factcheck.scoring.shared_task import Counts, Ratio, Scores, score
from factcheck.scoring.token_lookup import TokenLookup, read_token_lookup

__all__ = [
    "Counts",
    "ListedMistake",
    "MistakeList",
    "Ratio",
    "Scores",
    "TokenLookup",
    "read_mistakes",
    "read_token_lookup",
    "score",
    "write_mistakes",
    "write_submission",
]

"""Content metrics from claims: relation generation, content selection, ordering, coverage.

    checker = FactChecker("nba.duckdb")
    scores = list(score_reports(checker, checker.check_many(stories)))
    summary = summarise(scores, Bootstrap(1000))

``docs/score.md`` defines every measure.
"""

from factcheck.metrics.corpus import Estimate, Summary, summarise, summarise_systems
from factcheck.metrics.coverage import Coverage, Sheet, coverage, read_sheets
from factcheck.metrics.relations import (
    Fraction,
    Selection,
    content_ordering,
    content_selection,
    distinct_relations,
)
from factcheck.metrics.stories import (
    MEASURES,
    REFERENCE_MEASURES,
    StoryScore,
    score_reports,
    score_story,
)

__all__ = [
    "MEASURES",
    "REFERENCE_MEASURES",
    "Coverage",
    "Estimate",
    "Fraction",
    "Selection",
    "Sheet",
    "StoryScore",
    "Summary",
    "content_ordering",
    "content_selection",
    "coverage",
    "distinct_relations",
    "read_sheets",
    "score_reports",
    "score_story",
    "summarise",
    "summarise_systems",
]

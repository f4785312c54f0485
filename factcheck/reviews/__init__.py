"""Reviews of checked stories: what annotators made of each mark, kept in a journal on disk."""

from factcheck.reviews.folder import ReviewFolder
from factcheck.reviews.journal import Entry, Journal
from factcheck.reviews.review import Action, Kind, Review, ReviewedMark, State
from factcheck.reviews.stories import InitialMark, StoryCard

__all__ = [
    "Action",
    "Entry",
    "InitialMark",
    "Journal",
    "Kind",
    "Review",
    "ReviewFolder",
    "ReviewedMark",
    "State",
    "StoryCard",
]

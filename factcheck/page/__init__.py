"""Self-contained HTML pages of checked stories: no network, no script needed to read."""

from factcheck.page.box_score import BoxScore, Table
from factcheck.page.from_knowledge import box_score, box_scores
from factcheck.page.render import render_page, render_stories
from factcheck.page.view import CATEGORY_LABELS, Note, Segment, StoryView, view_story

__all__ = [
    "CATEGORY_LABELS",
    "BoxScore",
    "Note",
    "Segment",
    "StoryView",
    "Table",
    "box_score",
    "box_scores",
    "render_page",
    "render_stories",
    "view_story",
]

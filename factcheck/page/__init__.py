"""Self-contained HTML pages of checked stories: no network, no script needed to read."""

from factcheck.page.box_score import BoxScore, Table
from factcheck.page.render import render_page, render_stories
from factcheck.page.view import CATEGORY_LABELS, Note, Segment, StoryView, view_story

__all__ = [
    "CATEGORY_LABELS",
    "BoxScore",
    "Note",
    "Segment",
    "StoryView",
    "Table",
    "render_page",
    "render_stories",
    "view_story",
]

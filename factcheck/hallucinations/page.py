"""A study as one self-contained page: every number leads to the stories behind it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from factcheck.hallucinations import charts
from factcheck.hallucinations.breakdown import Occurrence
from factcheck.hallucinations.comparison import Pair
from factcheck.hallucinations.study import Study
from factcheck.model import Category, Report
from factcheck.page import BoxScore, StoryView, render_page, view_story

MAX_STORIES = 500
"""Stories shown in full unless asked otherwise: what a browser scrolls with ease."""

ROWS = 15
"""Rows of a breakdown that show at once; ten times as many unfold."""

Place = tuple[int, int]
"""A story: index of its corpus, and its own within the corpus."""

Mark = tuple[int, int, int]
"""A mark in such a story, by its number."""


@dataclass(slots=True)
class Behind:
    """The lists of marks to which numbers lead, made while the page is filled."""

    views: Mapping[Place, StoryView]
    lists: list[tuple[str, str, list[tuple[StoryView, list[int]]]]] = field(default_factory=list)
    _anchors: dict[tuple[str, tuple[Mark, ...]], str] = field(default_factory=dict)

    def link(self, title: str, found: Sequence[Occurrence]) -> str:
        """Add a list, unless there is one just like it, and return its element id.

        Args:
            title: What the marks have in common.
            found: The mistakes; those of stories that are not shown are counted only.
        """
        key = title, tuple((item.corpus, item.story, item.number) for item in found)
        if key in self._anchors:
            return self._anchors[key]
        anchor = self._anchors[key] = f"b{len(self.lists) + 1}"
        shown = [item for item in found if (item.corpus, item.story) in self.views]
        stories = [
            (self.views[place], [item.number for item in items])
            for place, items in groupby(shown, key=lambda item: (item.corpus, item.story))
        ]
        missing = len(found) - len(shown)
        note = f", {missing} of them in stories not shown" if missing else ""
        count = f"{len(found)} mistake{'' if len(found) == 1 else 's'}"
        self.lists.append((anchor, f"{title}: {count}{note}", stories))
        return anchor


def render_html(
    study: Study,
    box_scores: Mapping[str, BoxScore] | None = None,
    max_stories: int | None = MAX_STORIES,
) -> str:
    """Render a study as one HTML page with the stories behind its numbers.

    Args:
        study: What :func:`factcheck.hallucinations.analyse` found.
        box_scores: By game id, the box score to show beside the stories of that game.
        max_stories: How many stories to show in full, None for all; those that changed
            most or hold the most mistakes are kept.

    Returns:
        A complete HTML document that needs no other file and allows none.
    """
    places = _shown(study, max_stories)
    views = {
        place: view_story(_report(study, place), f"s{number}", _group(study, place))
        for number, place in enumerate(places, start=1)
    }
    behind = Behind(views)
    names = [corpus.name for corpus in study.corpora]
    return render_page(
        "report.html.jinja",
        list(views.values()),
        box_scores,
        package="factcheck.hallucinations",
        title=f"{names[1]} against {names[0]}" if study.comparison else names[0],
        study=study,
        names=names,
        view_of=views,
        hidden_stories=sum(len(corpus.reports) for corpus in study.corpora) - len(views),
        behind=behind,
        compared=_compared(study),
        categories=_present(study),
        charts=charts,
        ROWS=ROWS,
        category_counts=_category_counts,
    )


def _shown(study: Study, max_stories: int | None) -> list[Place]:
    """Return the stories to show, pairs next to each other."""
    pairs = study.comparison.pairs if study.comparison else ()
    partner = {pair.first: pair.second for pair in pairs}
    paired = set(partner.values())
    order: list[Place] = []
    for index in range(len(study.corpora[0].reports)):
        order.append((0, index))
        if index in partner:
            order.append((1, partner[index]))
    for number, corpus in enumerate(study.corpora[1:], start=1):
        order += [(number, index) for index in range(len(corpus.reports)) if index not in paired]
    if max_stories is None or len(order) <= max_stories:
        return order
    changes = dict(study.comparison.by_change) if study.comparison else {}
    weight = _weights(study, changes)
    kept = set(sorted(order, key=lambda place: weight[place], reverse=True)[:max_stories])
    return [place for place in order if place in kept]


def _weights(study: Study, changes: Mapping[Pair, int]) -> dict[Place, tuple[int, int]]:
    changed: dict[Place, int] = {}
    for pair, change in changes.items():
        changed[0, pair.first] = changed[1, pair.second] = abs(change)
    return {
        (number, index): (changed.get((number, index), 0), len(report.mistakes))
        for number, corpus in enumerate(study.corpora)
        for index, report in enumerate(corpus.reports)
    }


def _compared(study: Study) -> Mapping[tuple[str, int], list[Occurrence]]:
    """Return the mistakes of paired stories by kind of change (ALL, category, rule) and corpus."""
    found: dict[tuple[str, int], list[Occurrence]] = defaultdict(list)
    pairs = study.comparison.pairs if study.comparison else ()
    paired = {place for pair in pairs for place in ((0, pair.first), (1, pair.second))}
    for rates in study.totals:
        for item in rates.occurrences:
            if (item.corpus, item.story) in paired:
                for kind in ("ALL", str(item.mistake.category), item.mistake.rule):
                    found[kind, item.corpus].append(item)
    return found


def _report(study: Study, place: Place) -> Report:
    return study.corpora[place[0]].reports[place[1]]


def _group(study: Study, place: Place) -> str | None:
    """Return the corpus's name in a comparison, else the story's own system."""
    return study.corpora[place[0]].name if len(study.corpora) > 1 else None


def _present(study: Study) -> list[Category]:
    found = {item.mistake.category for rates in study.systems for item in rates.occurrences}
    return [category for category in Category if category in found]


def _category_counts(found: Iterable[Occurrence]) -> list[tuple[Category, int]]:
    categories = [item.mistake.category for item in found]
    return [(c, categories.count(c)) for c in Category if c in categories]

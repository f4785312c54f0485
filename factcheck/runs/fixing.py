"""Correct files full of stories, a batch at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from factcheck.checker import BATCH, FactChecker
from factcheck.errors import StoryError
from factcheck.fixing import Fixed, fix
from factcheck.model import Report, Story
from factcheck.runs.checking import Selection, check_stories
from factcheck.stories.placed import OnSkip, PlacedStory


def fix_stories(
    checker: FactChecker,
    stories: Iterable[PlacedStory],
    selection: Selection,
    on_skip: OnSkip,
    *,
    game: str | None = None,
) -> Iterator[Fixed]:
    """Correct stories in batches; they come in the order in which they are given.

    Args:
        checker: Does the checking.
        stories: As :func:`factcheck.stories.reading.read_stories` yields them.
        selection: Which mistakes to correct, and to speak of.
        on_skip: Called for each story that cannot be checked; the rest goes on.
        game: The game of the stories that do not name theirs.
    """

    least = max(checker.min_confidence, selection.min_confidence)
    # What was there before is spoken of, however sure it is in the corrected text.
    all_sure = replace(selection, min_confidence=0.0)

    def check_again(corrected: Sequence[Story]) -> list[Report]:
        prepared = []
        for story in corrected:
            try:
                prepared.append((story, checker.prepare(story)))
            except StoryError:
                # What was put in makes another game of it: without a report it is taken back.
                continue
        usual, checker.min_confidence = checker.min_confidence, 0.0
        try:
            return [all_sure.apply(report) for report in checker.check_prepared(prepared)]
        finally:
            checker.min_confidence = usual

    reports = map(selection.apply, check_stories(checker, stories, on_skip, game=game))
    while batch := list(islice(reports, BATCH)):
        yield from fix(batch, check_again, lambda mistake: checker.believes(mistake, least))

"""What several annotators made of the stories: side by side, agreement, majority, time.

The gold standard is the majority's, after the gold-standard methodology (Thomson and
Reiter, INLG 2020): of the stories that all annotators have done, what more than half of
them mark. With one annotator it is his list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import Any

from factcheck.errors import FactCheckError
from factcheck.exchange.desk import checked_with, reviewed_report
from factcheck.exchange.jsonl import decode as read_checked
from factcheck.exchange.marks import Mark, TokenisedText
from factcheck.exchange.review import ReviewStatistics, review_statistics
from factcheck.model import Report, Story, signatures_of
from factcheck.reviews import ReviewFolder
from factcheck.scoring import ListedMistake, MistakeList, score
from factcheck.scoring.agreement import agreement, majority_label, majority_mistakes
from factcheck.scoring.annotations import Annotations, Item, from_mistake_lists
from factcheck.scoring.token_lookup import story_id

Object = dict[str, Any]

_WORST = 10
"""How many rules the table of the worst shows."""


def reports_of(
    folder: ReviewFolder, annotator: str, stories: Sequence[str] | None = None
) -> list[Report]:
    """Return the stories that an annotator has done, with the marks that he kept.

    Args:
        folder: The reviews.
        annotator: Whose.
        stories: Only these; all if not given.
    """
    reviews = folder.reviews(annotator)
    return [
        reviewed_report(folder.read(story), reviews[story], folder.journal_path)
        for story in folder.cards
        if story in reviews and reviews[story].done and (stories is None or story in stories)
    ]


def done_by_all(folder: ReviewFolder) -> list[str]:
    """Return the stories that every annotator has done; empty where there is nobody."""
    names = folder.annotators
    return [
        story
        for story in folder.cards
        if names and all(folder.review(name, story).done for name in names)
    ]


def majority_reports(folder: ReviewFolder) -> list[Report]:
    """Return the stories that all have done, with the mistakes of the majority."""
    stories = done_by_all(folder)
    if not stories:
        return []
    mistakes, _ = _majority(_annotations(folder, stories))
    by_story = mistakes.by_story()
    reports = []
    for story in stories:
        item = folder.read(story)
        text = TokenisedText(item["text"])
        about = Story(story, item["text"], item.get("game"), item.get("system"))
        marks = [_mark(listed, text) for listed in by_story.get(story_id(story), ())]
        report = text.report(about, marks, folder.journal_path)
        reports.append(replace(report, signature=checked_with(item, folder.stories_path)))
    return reports


def _mark(listed: ListedMistake, text: TokenisedText) -> Mark:
    first, last = text.tokens[listed.token_start - 1], text.tokens[listed.token_end - 1]
    return Mark(first.start, last.end, listed.category, listed.correction, listed.comment)


def _annotations(folder: ReviewFolder, stories: Sequence[str]) -> Annotations:
    return from_mistake_lists(
        [
            (name, MistakeList.from_reports(reports_of(folder, name, stories)))
            for name in folder.annotators
        ]
    )


def _majority(annotations: Annotations) -> tuple[MistakeList, int]:
    return majority_mistakes(annotations) if annotations.items else (MistakeList(()), 0)


def results(folder: ReviewFolder) -> Object:
    """Return progress and time of each annotator, agreement, marks by rule, and the score."""
    stories = done_by_all(folder)
    gold = MistakeList.from_reports(majority_reports(folder))
    known = {story_id(story) for story in stories}
    checked = [
        reviewed.report
        for reviewed in (read_checked(folder.stories_path) if stories else ())
        if story_id(reviewed.report.story.id) in known
    ]
    return {
        "stories": len(folder.cards),
        "annotators": [_progress(folder, name) for name in folder.annotators],
        "common": len(stories),
        "gold": len(gold),
        "agreement": _agreement(folder, stories),
        "marks": _marks(review_statistics(checked, gold)) if stories else None,
        "score": score(gold, MistakeList.from_reports(checked)).to_dict() if stories else None,
        "signatures": signatures_of(checked),
    }


def _progress(folder: ReviewFolder, name: str) -> Object:
    reviews = folder.reviews(name).values()
    seconds = [review.seconds for review in reviews if review.done]
    return {
        "name": name,
        "done": len(seconds),
        "started": len(reviews),
        "kept": sum(len(review.kept) for review in reviews if review.done),
        "seconds": round(sum(review.seconds for review in reviews)),
        "median_seconds": round(median(seconds)) if seconds else None,
    }


def _agreement(folder: ReviewFolder, stories: Sequence[str]) -> Object | None:
    if len(folder.annotators) < 2 or not stories:
        return None
    try:
        return agreement(_annotations(folder, stories)).to_dict()
    except FactCheckError as error:
        return {"error": error.message}


def _marks(statistics: ReviewStatistics) -> Object:
    worst = [
        {"rule": rule, **tally.to_dict()}
        for rule, tally in statistics.worst_rules()
        if tally.share_kept is not None and tally.share_kept < 1
    ]
    return {"total": statistics.total.to_dict(), "rules": worst[:_WORST]}


def compare(folder: ReviewFolder, story: str) -> Object:
    """Return what each annotator made of a story so far, item by item, and the majority.

    Args:
        folder: The reviews.
        story: The story's id.

    Raises:
        ReviewError: There is no such story.
    """
    item = folder.read(story)
    text = TokenisedText(item["text"])
    names = [name for name in folder.annotators if story in folder.reviews(name)]
    reviews = [folder.review(name, story) for name in names]
    reports = [reviewed_report(item, review, folder.journal_path) for review in reviews]
    found = from_mistake_lists(
        [
            (name, MistakeList.from_reports([report]))
            for name, report in zip(names, reports, strict=True)
        ]
    )
    return {
        "id": story,
        "text": item["text"],
        "annotators": [
            {"name": name, "done": review.done, "seconds": round(review.seconds)}
            for name, review in zip(names, reviews, strict=True)
        ],
        "items": [_item(each, text, names) for each in found.items],
    }


def _item(item: Item, text: TokenisedText, names: Sequence[str]) -> Object:
    marks = [mark for mark in item.marks if mark is not None]
    first = text.tokens[min(mark.token_start for mark in marks) - 1]
    last = text.tokens[max(mark.token_end for mark in marks) - 1]
    by_name: Mapping[str, ListedMistake | None] = dict(zip(names, item.marks, strict=True))
    return {
        "start": first.start,
        "end": last.end,
        "text": text.text[first.start : last.end],
        "majority": majority_label(item.labels),
        "marks": {
            name: None
            if mark is None
            else {
                "text": mark.text,
                "category": str(mark.category),
                "correction": mark.correction,
                "comment": mark.comment,
            }
            for name, mark in by_name.items()
        },
    }

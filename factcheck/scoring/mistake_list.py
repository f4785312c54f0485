"""Mistake lists: the shared task's CSV of a gold standard or a submission, typed.

Defined by the shared task on evaluating accuracy (Thomson and Reiter, INLG 2021): one
row a mistake, with token ids in the sentence, in the document, or both. All ids count
from 1 and ranges include their last token.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TextIO

from factcheck.errors import FormatError
from factcheck.model import Category, Mistake, Report
from factcheck.scoring.token_lookup import story_id
from factcheck.support.files import write_whole

COLUMNS = (
    "TEXT_ID",
    "SENTENCE_ID",
    "ANNOTATION_ID",
    "TOKENS",
    "SENT_TOKEN_START",
    "SENT_TOKEN_END",
    "DOC_TOKEN_START",
    "DOC_TOKEN_END",
    "TYPE",
    "CORRECTION",
    "COMMENT",
)


@dataclass(frozen=True, slots=True)
class ListedMistake:
    """One row of a mistake list.

    Args:
        story: The story's id, without the ``.txt`` of TEXT_ID.
        token_start: First document token.
        token_end: Last document token, inclusive.
        category: One of the six categories.
        text: The marked tokens, joined by a space.
        correction: What would be right, where given.
        comment: Any remark.
        sentence: The sentence, where known.
        sent_token_start: First token in the sentence, where known.
        sent_token_end: Last token in the sentence, inclusive, where known.
        annotation: The list's own id of the mistake, where it has one.
        confidence: How sure whoever lists it is, from 0 to 1, where known.
    """

    story: str
    token_start: int
    token_end: int
    category: Category
    text: str = ""
    correction: str | None = None
    comment: str | None = None
    sentence: int | None = None
    sent_token_start: int | None = None
    sent_token_end: int | None = None
    annotation: str | None = None
    confidence: float | None = None

    @property
    def tokens(self) -> range:
        """The marked document tokens."""
        return range(self.token_start, self.token_end + 1)

    def overlap(self, other: ListedMistake) -> int:
        """Return the number of tokens that both mark; 0 in different stories."""
        if self.story != other.story:
            return 0
        last = min(self.token_end, other.token_end)
        return max(0, last - max(self.token_start, other.token_start) + 1)

    @classmethod
    def from_mistake(cls, story: str, mistake: Mistake) -> ListedMistake:
        """Return the row for a mistake that a check has found in a story."""
        span = mistake.span
        return cls(
            story=story_id(story),
            token_start=span.token_start,
            token_end=span.token_end,
            category=mistake.category,
            text=" ".join(span.text.split()),
            correction=mistake.correction,
            comment=mistake.explanation,
            sentence=span.sentence,
            sent_token_start=span.sent_token_start,
            sent_token_end=span.sent_token_end,
            confidence=mistake.confidence,
        )


@dataclass(frozen=True, slots=True)
class MistakeList:
    """The mistakes of a set of stories, in the order of their source.

    Args:
        mistakes: In the order of the source, which the shared task's scorer relies on.
        stories: Ids of the stories covered, those without a mistake too where known.
        tokens: Number of tokens by story, where known.
        complete: Whether ``stories`` is known to hold every story covered. A CSV cannot
            name a story without a mistake.
    """

    mistakes: tuple[ListedMistake, ...]
    stories: tuple[str, ...] = ()
    tokens: Mapping[str, int] = field(default_factory=dict)
    complete: bool = False

    def __post_init__(self) -> None:
        seen = dict.fromkeys((*self.stories, *(mistake.story for mistake in self.mistakes)))
        object.__setattr__(self, "stories", tuple(seen))

    def __iter__(self) -> Iterator[ListedMistake]:
        return iter(self.mistakes)

    def __len__(self) -> int:
        return len(self.mistakes)

    def by_story(self) -> dict[str, list[ListedMistake]]:
        """Return the mistakes of each story, in order; an empty list where it has none."""
        result: dict[str, list[ListedMistake]] = {story: [] for story in self.stories}
        for mistake in self.mistakes:
            result[mistake.story].append(mistake)
        return result

    def count(self, stories: Iterable[str]) -> dict[str, int]:
        """Return the number of mistakes of each of the stories that the list covers.

        Args:
            stories: Story ids; of a list that is not known to be complete, all count as
                covered.
        """
        found = self.by_story()
        return {
            story: len(found.get(story, ()))
            for story in stories
            if story in found or not self.complete
        }

    @classmethod
    def from_reports(cls, reports: Iterable[Report]) -> MistakeList:
        """Return the mistakes of checked stories, which count as covered without one too."""
        mistakes: list[ListedMistake] = []
        tokens: dict[str, int] = {}
        for report in reports:
            story = story_id(report.story.id)
            tokens[story] = report.tokens
            mistakes += [ListedMistake.from_mistake(story, item) for item in report.mistakes]
        return cls(tuple(mistakes), tuple(tokens), tokens, complete=True)


def only_reviewed(
    gold: MistakeList, submitted: MistakeList, on_left_out: Callable[[Sequence[str]], None]
) -> tuple[MistakeList, MistakeList]:
    """Return both lists, without submitted stories that nobody has reviewed.

    Only a gold list that names all its stories, those without mistakes too, can tell: of the
    shared task's CSV, which does not, every submitted story counts, as the task has it.

    Args:
        gold: The gold standard.
        submitted: The list to score.
        on_left_out: Called with the ids of the stories left out, where there are some.
    """
    known = set(gold.stories)
    unknown = [story for story in submitted.stories if story not in known]
    if not gold.complete or not unknown:
        return gold, submitted
    on_left_out(unknown)
    kept = tuple(story for story in submitted.stories if story in known)
    mistakes = tuple(mistake for mistake in submitted.mistakes if mistake.story in known)
    return gold, replace(submitted, mistakes=mistakes, stories=kept)


def check_no_overlap(
    mistakes: Sequence[ListedMistake], lines: Sequence[int], path: str | Path
) -> None:
    """Refuse a list in which two mistakes of a story share a token.

    Args:
        mistakes: The list.
        lines: Line of the file for each of them.
        path: The file they were read from.

    Raises:
        FormatError: Two mistakes overlap; the later line is named.
    """
    owner: dict[tuple[str, int], int] = {}
    for position, mistake in enumerate(mistakes):
        for token in mistake.tokens:
            other = owner.setdefault((mistake.story, token), position)
            if other != position:
                raise FormatError(
                    f"overlaps with the mistake {mistakes[other].text!r} of line {lines[other]} "
                    f"at token {token} of {mistake.story}; mark each token once",
                    path=path,
                    line=lines[position],
                )


def write_mistakes(mistakes: Iterable[ListedMistake], out: str | Path | TextIO) -> None:
    """Write a mistake list as the shared task's CSV.

    Token ids for the sentence are written where all mistakes have them, since a list has
    to give its token ids in the same way on every row.

    Args:
        mistakes: In the order to write them; those without an annotation id are numbered.
        out: A path, written whole or not at all, or a text stream.

    Raises:
        FormatError: The path cannot be written.
    """
    rows = list(mistakes)
    if any(mistake.sentence is None for mistake in rows):
        rows = [
            replace(mistake, sentence=None, sent_token_start=None, sent_token_end=None)
            for mistake in rows
        ]
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_row(number, mistake) for number, mistake in enumerate(rows, start=1))
    if isinstance(out, str | Path):
        write_whole(out, buffer.getvalue())
    else:
        out.write(buffer.getvalue())


def write_submission(reports: Iterable[Report], out: str | Path | TextIO) -> None:
    """Write the mistakes of checked stories as a submission to the shared task.

    Args:
        reports: As :class:`factcheck.FactChecker` returns them.
        out: A path, written whole or not at all, or a text stream.

    Raises:
        FormatError: The path cannot be written.
    """
    write_mistakes(MistakeList.from_reports(reports), out)


def _row(number: int, mistake: ListedMistake) -> tuple[object, ...]:
    return (
        f"{mistake.story}.txt",
        mistake.sentence,
        mistake.annotation or number,
        mistake.text,
        mistake.sent_token_start,
        mistake.sent_token_end,
        mistake.token_start,
        mistake.token_end,
        mistake.category,
        mistake.correction,
        mistake.comment,
    )

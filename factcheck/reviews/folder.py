"""A folder of reviews: ``stories.jsonl``, as checked, and ``journal.jsonl``, what was done."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from factcheck.errors import FormatError, ReviewError
from factcheck.model import Report
from factcheck.reviews.journal import Entry, Journal, read_journal
from factcheck.reviews.review import Action, Review
from factcheck.reviews.stories import StoryCard, initial_marks, line_of, parse_line
from factcheck.support.files import lock_or_fail

STORIES = "stories.jsonl"
JOURNAL = "journal.jsonl"


class ReviewFolder:
    """The stories of a folder with every annotator's reviews.

    Texts and claims stay on disk; marks and reviews are held in memory.

    Args:
        path: The folder; made where it is not there and ``writable``.
        writable: Whether to record actions. Only one program can, at a time.

    Raises:
        FormatError: The folder cannot be used, or is open in another program.
    """

    def __init__(self, path: Path, *, writable: bool = False) -> None:
        self.path = path
        self.cards: dict[str, StoryCard] = {}
        self._reviews: dict[tuple[str, str], Review] = {}
        self._lock: IO[bytes] | None = None
        self._journal: Journal | None = None
        self.entries = 0
        if writable:
            self._take_lock()
        if self.stories_path.exists():
            self._index()
        if self.journal_path.exists():
            self._replay()
        if writable:
            self._journal = Journal(self.journal_path)

    @property
    def stories_path(self) -> Path:
        """The file of the stories as checked."""
        return self.path / STORIES

    @property
    def journal_path(self) -> Path:
        """The file of what was done."""
        return self.path / JOURNAL

    @property
    def annotators(self) -> list[str]:
        """Everybody who has done more than look, in order of appearance."""
        begun = (name for (name, _), review in self._reviews.items() if review.started)
        return list(dict.fromkeys(begun))

    def _take_lock(self) -> None:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._lock = (self.path / ".lock").open("ab")
            lock_or_fail(self._lock)
        except BlockingIOError as error:
            message = "is open in another `factcheck serve`; stop that one first"
            raise FormatError(message, path=self.path) from error
        except OSError as error:
            raise FormatError(f"cannot be used: {error.strerror}", path=self.path) from error

    def close(self) -> None:
        """Close the journal and let others open the folder."""
        if self._journal is not None:
            self._journal.close()
        if self._lock is not None:
            self._lock.close()

    def _index(self) -> None:
        self.cards.clear()
        offset = 0
        with self.stories_path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    card = self._card(line, number, offset)
                    if card.id in self.cards:
                        message = f"story {card.id} comes a second time"
                        raise FormatError(message, path=self.stories_path, line=number)
                    self.cards[card.id] = card
                offset += len(line)

    def _card(self, line: bytes, number: int, offset: int) -> StoryCard:
        item = parse_line(line, self.stories_path, number)
        return StoryCard(
            id=item["id"],
            game=item.get("game"),
            system=item.get("system"),
            tokens=int(item.get("tokens") or 0),
            digest=digest_of(item["text"]),
            marks=initial_marks(item, self.stories_path, number),
            offset=offset,
            length=len(line),
        )

    def _replay(self) -> None:
        for number, entry in read_journal(self.journal_path):
            self.entries += 1
            if entry.story not in self.cards:
                message = f"{STORIES} has no story {entry.story}; put it back"
                raise FormatError(message, path=self.journal_path, line=number)
            try:
                self._review(entry.annotator, entry.story).apply(entry.action, entry.seconds)
            except ReviewError as error:
                raise FormatError(error.message, path=self.journal_path, line=number) from error

    def add_stories(self, reports: Iterable[Report]) -> int:
        """Keep checked stories next to those that are there; return how many are new.

        The file is written whole or not at all. A story that is there with the same text
        keeps the marks it has.

        Raises:
            FormatError: A story is there with another text, or the file cannot be written.
        """
        new = 0
        temporary: str | None = None
        try:
            handle, temporary = tempfile.mkstemp(dir=self.path, prefix=f".{STORIES}.")
            with os.fdopen(handle, "wb") as file:
                if self.stories_path.exists():
                    for chunk in _chunks(self.stories_path):
                        file.write(chunk)
                for report in reports:
                    if self.has(report.story.id, report.story.text):
                        continue
                    file.write(line_of(report))
                    new += 1
                file.flush()
                os.fsync(file.fileno())
            if new:
                Path(temporary).chmod(0o644)
                Path(temporary).replace(self.stories_path)
                self._index()
            return new
        except OSError as error:
            message = f"cannot be written: {error.strerror}"
            raise FormatError(message, path=self.stories_path) from error
        finally:
            if temporary is not None:
                Path(temporary).unlink(missing_ok=True)

    def has(self, story: str, text: str) -> bool:
        """Return whether a story is there, with the same text.

        Raises:
            FormatError: It is there with another text.
        """
        card = self.cards.get(story)
        if card is not None and card.digest != digest_of(text):
            raise FormatError(
                f"holds story {story} with another text; name a new folder for these stories",
                path=self.path,
            )
        return card is not None

    def read(self, story: str) -> dict[str, Any]:
        """Return a story as the folder keeps it, with text, mistakes and claims.

        Raises:
            ReviewError: There is none of that id.
        """
        card = self.card(story)
        with self.stories_path.open("rb") as file:
            file.seek(card.offset)
            return parse_line(file.read(card.length), self.stories_path, 0)

    def card(self, story: str) -> StoryCard:
        """Return what is held in memory of a story.

        Raises:
            ReviewError: There is none of that id.
        """
        if story not in self.cards:
            raise ReviewError(f"there is no story {story!r}")
        return self.cards[story]

    def review(self, annotator: str, story: str) -> Review:
        """Return an annotator's review of a story; an untouched one where he has done nothing.

        Raises:
            ReviewError: There is no story of that id.
        """
        found = self._reviews.get((annotator, story))
        return Review(self.card(story).marks) if found is None else found

    def reviews(self, annotator: str) -> dict[str, Review]:
        """Return the reviews that an annotator has begun, by story."""
        return {
            story: review for (name, story), review in self._reviews.items() if name == annotator
        }

    def _review(self, annotator: str, story: str) -> Review:
        if (annotator, story) not in self._reviews:
            self._reviews[annotator, story] = Review(self.card(story).marks)
        return self._reviews[annotator, story]

    def record(self, annotator: str, story: str, action: Action, seconds: float = 0.0) -> Review:
        """Take an action: check it, write it to disk, apply it.

        Args:
            annotator: Who did it.
            story: The story's id.
            action: What was done.
            seconds: How long the annotator worked on the story since the action before.

        Returns:
            The review as it is now.

        Raises:
            ReviewError: The action does not fit the review; nothing is written.
            FormatError: The journal cannot be written; nothing has changed.
        """
        if self._journal is None:
            raise FormatError("is open for reading only", path=self.path)
        self.review(annotator, story).check(action)
        self._journal.append(Entry(annotator, story, action, datetime.now(UTC), seconds))
        review = self._review(annotator, story)
        review.apply(action, seconds)
        self.entries += 1
        return review


def digest_of(text: str) -> str:
    """Return what tells a text from another."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _chunks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            yield chunk

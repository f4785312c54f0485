"""A journal beside the output: a long run goes on where a crash has ended it.

One JSON object a line: first what is being checked, then what came of each story, in order.
It is written on, batch by batch; a line that a crash has cut off is dropped. The output itself
is written from the whole journal at the end, so that it is whole or not there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from factcheck.errors import FormatError, StoryError
from factcheck.model import Claim, Report, Span
from factcheck.runs.checking import Checked
from factcheck.stories.placed import OnSkip
from factcheck.support.files import lock_or_fail

_FLUSHED = 128
"""Stories after which the journal is put onto the disk."""

_OURS = frozenset(
    {"id", "game", "system", "text", "tokens", "sentences", "mistakes", "signature", "notes"}
    | {"claims", "unclaimed"}
)

Item = Mapping[str, Any]
"""A report as JSON, or ``{"error", "path", "line"}`` of a story that has none."""


def stamps_of(paths: Iterable[Path]) -> list[tuple[str, int, int]]:
    """Return names, sizes and times of files, and of all files in folders."""
    files = [
        file
        for path in paths
        for file in (sorted(path.rglob("*")) if path.is_dir() else [path])
        if file.is_file()
    ]
    return [(str(file), file.stat().st_size, file.stat().st_mtime_ns) for file in files]


class Journal:
    """The journal of one output.

    Args:
        output: The file that is to be written; the journal stands beside it.
        run: What is checked, and with what: a journal of another run is refused.

    Raises:
        FormatError: There is a journal of another run, or it cannot be opened.
    """

    def __init__(self, output: Path, run: Mapping[str, Any]) -> None:
        self.path = output.with_name(f"{output.name}.resume")
        self._head = json.loads(json.dumps(run, default=str))
        try:
            self.done, size = self._look()
            # Never "w": what is there is what a crash has left of hours of work.
            self._file: IO[bytes] = self.path.open("r+b" if self.path.exists() else "x+b")
            self._file.truncate(size)
            self._file.seek(size)
            lock_or_fail(self._file)
            if size == 0:
                self._put(self._head)
        except BlockingIOError as error:
            raise FormatError("another run is writing it", path=self.path) from error
        except OSError as error:
            raise FormatError(f"cannot be written: {error.strerror}", path=self.path) from error

    def add(self, checked: Iterable[Checked], as_item: Callable[[Report], Item]) -> None:
        """Write down what comes of stories, as it comes.

        Args:
            checked: The stories after those that are :attr:`done`.
            as_item: Turns a report into what is kept of it.

        Raises:
            FormatError: The disk is full.
        """
        try:
            for placed, outcome in checked:
                if isinstance(outcome, Report):
                    self._put(as_item(outcome))
                else:
                    error = placed.error(outcome)
                    self._put({"error": error.message, "path": str(error.path), "line": error.line})
                self.done += 1
                if self.done % _FLUSHED == 0:
                    self._keep()
            self._keep()
        except OSError as error:
            raise FormatError(f"cannot be written: {error.strerror}", path=self.path) from error

    def _items(self) -> Iterator[Item | StoryError]:
        self._file.flush()
        with self.path.open("rb") as lines:
            next(lines)
            for line in lines:
                item = json.loads(line)
                if "error" in item and "mistakes" not in item:
                    yield StoryError(item["error"], path=item["path"], line=item["line"])
                else:
                    yield item

    def reports(self, on_skip: OnSkip) -> Iterator[Report]:
        """Yield the reports of all stories, from the first one on.

        Args:
            on_skip: Called with what is wrong with a story that has none.
        """
        for item in self._items():
            if isinstance(item, StoryError):
                on_skip(item)
            else:
                yield _report(item)

    def remove(self) -> None:
        """Take the journal away: its output is written."""
        self._file.close()
        self.path.unlink()

    def __enter__(self) -> Journal:
        """Return the journal itself."""
        return self

    def __exit__(self, *_exception: object) -> None:
        """Close the file; the journal stays, unless it was removed."""
        self._file.close()

    def _look(self) -> tuple[int, int]:
        """Return how many stories are done, and the bytes of all whole lines."""
        if not self.path.exists():
            return 0, 0
        count, size = -1, 0
        with self.path.open("rb") as lines:
            for line in lines:
                if not line.endswith(b"\n"):
                    break
                if count < 0 and json.loads(line) != self._head:
                    raise FormatError(
                        "is the journal of another run (other stories, rules, options or "
                        "knowledge base); finish that one, or delete this file",
                        path=self.path,
                    )
                count, size = count + 1, size + len(line)
        return max(count, 0), size

    def _put(self, item: Item) -> None:
        line = json.dumps(item, ensure_ascii=False, default=str)
        self._file.write(line.encode() + b"\n")

    def _keep(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())


def _report(item: Item) -> Report:
    """Return the report that an item was made of."""
    report = Report.from_dict(item)
    others = {name: value for name, value in item.items() if name not in _OURS}
    return replace(
        report,
        story=replace(report.story, others=others),
        claims=tuple(Claim.from_dict(claim) for claim in item.get("claims") or ()),
        unclaimed=tuple(Span(**span) for span in item.get("unclaimed") or ()),
    )

"""A folder of reviews: what is acknowledged is on disk, what is broken is named."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from factcheck.errors import FormatError, ReviewError
from factcheck.exchange import read, write
from factcheck.exchange.marks import Mark, TokenisedText
from factcheck.model import Category, Report, Story
from factcheck.reviews import Action, Kind, ReviewFolder

TEXT = "The Suns won on Tuesday. Conley had 12 assists."


def report(id: str = "one", text: str = TEXT) -> Report:
    marks = [
        Mark(
            text.index(words),
            text.index(words) + len(words),
            category,
            right,
            f"Not {words}.",
            "rule",
        )
        for words, category, right in (
            ("Tuesday", Category.NAME, "Wednesday"),
            ("12", Category.NUMBER, "11"),
        )
    ]
    return TokenisedText(text).report(Story(id, text, "2014-11-05-MEM-PHX"), marks, "test")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    opened = ReviewFolder(tmp_path / "reviews", writable=True)
    opened.add_stories([report(), report("two")])
    opened.close()
    return tmp_path / "reviews"


def record(folder: Path, *actions: Action, annotator: str = "ann", story: str = "one") -> None:
    opened = ReviewFolder(folder, writable=True)
    for action in actions:
        opened.record(annotator, story, action, 1.5)
    opened.close()


def test_what_was_done_is_there_again(folder: Path) -> None:
    record(folder, Action(Kind.ACCEPT, "m1"), Action(Kind.NOTE, "m2", text="really? “é” 🏀"))
    review = ReviewFolder(folder).review("ann", "one")
    assert review.marks["m1"].kept
    assert review.marks["m2"].note == "really? “é” 🏀"
    assert review.seconds == 3.0
    assert ReviewFolder(folder).annotators == ["ann"]
    assert not ReviewFolder(folder).review("ben", "one").started


def test_the_journal_is_lines_that_a_person_can_read(folder: Path) -> None:
    record(folder, Action(Kind.CHANGE, "m2", Category.WORD, "eleven", 36, 38))
    header, line = map(json.loads, (folder / "journal.jsonl").read_text().splitlines())
    assert header == {"journal": "factcheck reviews", "version": 1}
    assert line.pop("at").endswith("+00:00")
    assert line == {
        "annotator": "ann",
        "story": "one",
        "action": "change",
        "mark": "m2",
        "category": "WORD",
        "correction": "eleven",
        "start": 36,
        "end": 38,
        "seconds": 1.5,
    }


WRITER = """
import sys
from pathlib import Path
from factcheck.reviews import Action, Kind, ReviewFolder
folder = ReviewFolder(Path(sys.argv[1]), writable=True)
for number in range(10_000):
    folder.record("ann", "one", Action(Kind.NOTE, text=f"note {number}"))
    print(number, flush=True)
"""


def test_kill_9_loses_nothing_that_was_acknowledged(folder: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(folder)], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        for _ in range(20):
            acknowledged = int(writer.stdout.readline())
        os.kill(writer.pid, signal.SIGKILL)
        rest = writer.stdout.read().splitlines(keepends=True)
    acknowledged = max([acknowledged, *(int(line) for line in rest if line.endswith("\n"))])
    review = ReviewFolder(folder, writable=True).review("ann", "one")
    assert review.revision >= acknowledged + 1
    assert review.note == f"note {review.revision - 1}"


def test_half_a_line_at_the_end_was_never_acknowledged(folder: Path) -> None:
    record(folder, Action(Kind.ACCEPT, "m1"))
    with (folder / "journal.jsonl").open("ab") as file:
        file.write(b'{"at": "2026-01-01T00:00:00+00:00", "annot')
    assert ReviewFolder(folder).review("ann", "one").revision == 1
    record(folder, Action(Kind.REJECT, "m2"))
    assert ReviewFolder(folder).review("ann", "one").revision == 2


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{\n", r"journal\.jsonl:2: not JSON"),
        (b"[]\n", r"journal\.jsonl:2: not a JSON object"),
        (b"\xff\xfe\n", r"journal\.jsonl:2: not JSON"),
        (b'{"action": "fly"}\n', r"journal\.jsonl:2: a field is missing or wrong"),
        (
            b'{"at": "2026-01-01T00:00:00+00:00", "annotator": "a", "story": "x", '
            b'"action": "done"}\n',
            r"journal\.jsonl:2: stories\.jsonl has no story x",
        ),
        (
            b'{"at": "2026-01-01T00:00:00+00:00", "annotator": "a", "story": "one", '
            b'"action": "accept", "mark": "m7"}\n',
            r"journal\.jsonl:2: the story has no mark 'm7'",
        ),
    ],
)
def test_a_broken_line_is_named(folder: Path, line: bytes, message: str) -> None:
    with (folder / "journal.jsonl").open("ab") as file:
        file.write(line)
    with pytest.raises(FormatError, match=message):
        ReviewFolder(folder)


def test_a_file_of_another_kind_is_no_journal(folder: Path) -> None:
    (folder / "journal.jsonl").write_text('{"journal": "factcheck reviews", "version": 9}\n')
    with pytest.raises(FormatError, match="is no journal of reviews of version 1"):
        ReviewFolder(folder)


def test_only_one_program_writes(folder: Path) -> None:
    first = ReviewFolder(folder, writable=True)
    with pytest.raises(FormatError, match="is open in another `factcheck serve`"):
        ReviewFolder(folder, writable=True)
    first.close()
    ReviewFolder(folder, writable=True).close()


def test_an_action_that_does_not_fit_is_not_written(folder: Path) -> None:
    before = (folder / "journal.jsonl").read_bytes()
    with pytest.raises(ReviewError):
        record(folder, Action(Kind.ACCEPT, "m9"))
    with pytest.raises(ReviewError):
        record(folder, Action(Kind.DONE), story="../../etc/passwd")
    assert (folder / "journal.jsonl").read_bytes() == before


def test_stories_are_added_once_and_never_replaced(folder: Path) -> None:
    opened = ReviewFolder(folder, writable=True)
    assert opened.add_stories([report(), report("three")]) == 1
    assert list(opened.cards) == ["one", "two", "three"]
    assert opened.read("three")["text"] == TEXT
    with pytest.raises(FormatError, match="holds story one with another text"):
        opened.add_stories([report("one", TEXT + " They led.")])
    assert sorted(path.name for path in folder.iterdir()) == [
        ".lock",
        "journal.jsonl",
        "stories.jsonl",
    ]


def test_done_stories_come_back_with_what_was_kept(folder: Path) -> None:
    won = TEXT.index("won")
    record(
        folder,
        Action(Kind.ACCEPT, "m1"),
        Action(Kind.REJECT, "m2"),
        Action(Kind.ADD, "a1", Category.WORD, "lost", won, won + 3),
        Action(Kind.DONE),
    )
    record(folder, Action(Kind.ACCEPT, "m1"), story="two")
    (back,) = read([folder], "desk", annotator="ann")
    assert [(m.span.text, m.category, m.correction, m.rule) for m in back.mistakes] == [
        ("won", Category.WORD, "lost", ""),
        ("Tuesday", Category.NAME, "Wednesday", "rule"),
    ]
    assert back.mistakes[1].explanation == "Not Tuesday."
    assert read([folder], "desk", annotator="ben") == []


def test_a_folder_can_be_made_of_a_file_of_results(tmp_path: Path) -> None:
    write([report()], "desk", tmp_path / "reviews")
    assert list(ReviewFolder(tmp_path / "reviews").cards) == ["one"]
    record(tmp_path / "reviews", Action(Kind.ACCEPT, "m1"), Action(Kind.DONE))
    (back,) = read([tmp_path / "reviews"], "desk")
    assert [mistake.span.text for mistake in back.mistakes] == ["Tuesday"]


def test_a_full_disk_refuses_decisions_and_spoils_none(folder: Path) -> None:
    resource = pytest.importorskip("resource", reason="limits on files are those of Unix")
    journal = folder / "journal.jsonl"
    opened = ReviewFolder(folder, writable=True)
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    note = Action(Kind.NOTE, text="x" * 500)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (journal.stat().st_size + 100, usual[1]))
        for _ in range(3):
            with pytest.raises(FormatError, match="cannot be written"):
                opened.record("ann", "one", note)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    opened.record("ann", "one", Action(Kind.ACCEPT, "m1"))
    opened.close()
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    assert [line.get("action") for line in lines] == [None, "accept"]

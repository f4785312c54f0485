"""brat standoff (https://brat.nlplab.org/standoff.html): a text and an .ann file a story.

Each mark is a text-bound annotation, ``T1<TAB>NUMBER 10 12<TAB>30``; what else there is
to say of it stands in a note on it, ``#1<TAB>AnnotatorNotes T1<TAB>correction: 6``.
Offsets count characters (code points) of the text file, end exclusive.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from factcheck.errors import FormatError
from factcheck.exchange.colours import COLOURS
from factcheck.exchange.format import Batch, Format, Piece, Reviewed
from factcheck.exchange.lines import file_name, story_of
from factcheck.exchange.marks import Mark, TokenisedText, category_of, in_line
from factcheck.exchange.remarks import Remark, read_remark, write_remark
from factcheck.model import Category, Mistake, Report, Story

_TEXT_BOUND = re.compile(r"T[^\t ]+\t(?P<label>[^\t ]+) (?P<ranges>\d+ \d+(?:;\d+ \d+)*)(?:\t.*)?")
_NOTE = re.compile(r"#[^\t]*\t\S+ (?P<mark>T[^\t ]+)\t(?P<text>.*)")
_OTHER = re.compile(r"[TEARMN*#]")


def encode(reports: Iterable[Report], _batch: Batch) -> Iterator[Piece]:
    """Write the collection's configuration, and two files for each story."""
    names = "\n".join(Category)
    configuration = f"[relations]\n\n[events]\n\n[attributes]\n\n[entities]\n{names}\n"
    yield "annotation.conf", configuration.encode()
    drawing = "\n".join(
        f"{category}\tbgColor:{COLOURS[category]}, fgColor:white" for category in Category
    )
    yield "visual.conf", f"[labels]\n\n[drawing]\n{drawing}\n".encode()
    for report in reports:
        yield file_name(report.story.id, ".txt"), report.story.text.encode()
        lines = "".join(
            _lines(number, mistake) for number, mistake in enumerate(report.mistakes, start=1)
        )
        yield file_name(report.story.id, ".ann"), lines.encode()


def _lines(number: int, mistake: Mistake) -> str:
    span = mistake.span
    # brat draws no mark over a line's end: such a mark is given as its parts.
    parts = [part.span() for part in re.finditer(r"[^\r\n]+", span.text)]
    ranges = ";".join(f"{span.start + start} {span.start + end}" for start, end in parts)
    shown = " ".join(span.text[start:end] for start, end in parts).replace("\t", " ")
    lines = f"T{number}\t{mistake.category} {ranges}\t{shown}\n"
    remark = write_remark(mistake)
    return f"{lines}#{number}\tAnnotatorNotes T{number}\t{remark}\n" if remark else lines


def decode(path: Path) -> Iterator[Reviewed]:
    """Read one .ann file; its text stands beside it.

    Raises:
        FormatError: The text is missing, or a line is not brat's.
    """
    text = _read(path.with_suffix(".txt"))
    lines = list(enumerate(_read(path).split("\n"), start=1))
    notes: dict[str, Remark] = {}
    for number, line in lines:
        if found := _NOTE.fullmatch(line):
            with in_line(path, number):
                notes[found["mark"]] = read_remark(found["text"])
    marks = [
        _mark(line, text, notes, path, number)
        for number, line in lines
        if _is_mark(line, path, number)
    ]
    story = Story(story_of(path), text)
    yield Reviewed(TokenisedText(text).report(story, marks, path))


def _read(path: Path) -> str:
    # Not files.read_text: brat counts a byte order mark as a character of the text.
    try:
        return path.read_bytes().decode()
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", path=path) from error
    except UnicodeDecodeError as error:
        raise FormatError("not UTF-8; save the file as UTF-8", path=path) from error


def _is_mark(line: str, path: Path, number: int) -> bool:
    """Tell a mark from the lines of brat's that say nothing of mistakes."""
    if line.strip() and not _OTHER.match(line):
        raise FormatError("not a line of brat's standoff format", path=path, line=number)
    return line.startswith("T")


def _mark(line: str, text: str, notes: dict[str, Remark], path: Path, number: int) -> Mark:
    found = _TEXT_BOUND.fullmatch(line.rstrip("\r"))
    if found is None:
        raise FormatError(
            "not a text-bound annotation; expected T1<TAB>NUMBER 10 12<TAB>30",
            path=path,
            line=number,
        )
    with in_line(path, number):
        category = category_of(found["label"])
    start, end = _range(found["ranges"], text, path, number)
    remark = notes.get(line.split("\t", 1)[0], Remark())
    return Mark(
        start=start,
        end=end,
        category=category,
        correction=remark.correction,
        explanation=remark.comment,
        rule=remark.rule,
        evidence=remark.evidence,
        line=number,
    )


def _range(ranges: str, text: str, path: Path, number: int) -> tuple[int, int]:
    """Return the one range that the parts of a mark make up."""
    parts = [tuple(int(offset) for offset in part.split(" ")) for part in ranges.split(";")]
    for (_, before), (after, _) in itertools.pairwise(parts):
        if text[before:after].strip() or after < before:
            raise FormatError(
                "a mark of separate parts; make one mark of each", path=path, line=number
            )
    return parts[0][0], parts[-1][1]


FORMAT = Format(
    name="brat",
    description="brat standoff: a folder with a .txt and an .ann file a story.",
    extension=".ann",
    is_folder=True,
    encode=encode,
    decode=decode,
    is_text_only=True,
)

r"""Reading WebAnno TSV 3: see :mod:`factcheck.exchange.webanno` for the format.

The shared task's own files have ``000`` where their texts have an apostrophe (``n000t``,
``000s``); in files of that curation the apostrophe is put back, so that marks read as in
the texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from factcheck.errors import FormatError
from factcheck.exchange.marks import Mark, MarkError, category_of, in_line, utf16_offsets
from factcheck.exchange.remarks import read_remark
from factcheck.language.tokenizer import Token
from factcheck.support.files import read_text

_TYPE, _CORRECTION, _COMMENT, _REMARK = "A_Type", "B_Correction", "C_Comment", "G_Problem"
# Filled by the shared task's curators only: how many annotators found the mistake.
_CURATION = "H_FOUND_ERR"
_DAMAGED = re.compile(r"(n?)000(s|t|re|ve|ll|d|m)?")
_PLACE = re.compile(r"(?P<sentence>\d+)-(?P<token>\d+)(?P<part>\.\d+)?")
_RANGE = re.compile(r"(\d+)-(\d+)")
_JOINT = re.compile(r"(?P<value>(?:[^\\]|\\.)*?)\[(?P<number>\d+)\]", re.DOTALL)
_UNESCAPE = re.compile(r"\\(->|.)", re.DOTALL)
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "b": "\x08", "f": "\x0c"}


@dataclass(slots=True)
class Row:
    """One token, or part of one, with the features of the mark on it, if any."""

    line: int
    sentence: int
    token: int
    is_part: bool
    start: int
    end: int
    text: str
    mark: str | None
    values: dict[str, str]


@dataclass(slots=True)
class Sentence:
    """The text of one sentence, with its rows."""

    line: int
    text: str
    rows: list[Row] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Document:
    """What a file holds: offsets of tokens and marks are characters of its text."""

    text: str
    tokens: list[Token]
    marks: list[Mark]


class WebAnnoReader:
    """Reads one file.

    Args:
        path: The file.
        layer: The name of the layer that holds the mistakes.
    """

    def __init__(self, path: Path, layer: str) -> None:
        self.path = path
        self.layer = layer
        self.columns: dict[str, int] = {}
        self.width = 0
        self.other_layers = False

    def read(self) -> Document:
        """Return text, tokens and marks.

        Raises:
            FormatError: The file is not WebAnno TSV 3, lacks the layer, or a row is wrong.
        """
        lines = read_text(self.path).split("\n")
        if not lines[0].startswith("#FORMAT=WebAnno TSV 3"):
            raise self.error("not WebAnno TSV 3; the file must begin with #FORMAT=WebAnno TSV 3", 1)
        sentences = list(self.sentences(lines))
        if not sentences:
            raise self.error("holds no sentence", len(lines))
        if any(row.values.get(_CURATION) for each in sentences for row in each.rows):
            repair_apostrophes(sentences)
        return self.document(sentences)

    def error(self, message: str, line: int) -> FormatError:
        return FormatError(message, path=self.path, line=line)

    def sentences(self, lines: list[str]) -> Iterator[Sentence]:
        sentence: Sentence | None = None
        for number, line in enumerate(lines[1:], start=2):
            line = line.removesuffix("\r")
            if line.startswith("#Text="):
                shown = unescape(line.removeprefix("#Text="))
                if sentence is not None and not sentence.rows:
                    sentence.text += f"\n{shown}"
                    continue
                if sentence is not None:
                    yield sentence
                sentence = Sentence(number, shown)
                self.check_layer(number)
            elif line.startswith("#T_"):
                self.header(line)
            elif line and not line.startswith("#"):
                if sentence is None:
                    raise self.error("a token outside of a sentence", number)
                sentence.rows.append(self.row(line, number))
        if sentence is not None:
            yield sentence

    def header(self, line: str) -> None:
        """Note which columns a layer takes: one a feature, one where it has none."""
        kind, _, names = line.partition("=")
        name, *features = names.split("|")
        if name == self.layer:
            self.columns = {feature: self.width + n for n, feature in enumerate(features)}
        elif kind == "#T_SP":
            self.other_layers = True
        self.width += max(1, len(features))

    def check_layer(self, line: int) -> None:
        # A file without a single mark may lack all layers.
        if (self.columns or self.other_layers) and _TYPE not in self.columns:
            raise self.error(
                f"no layer {self.layer} with the feature {_TYPE} in the header; "
                "export from a project that has it",
                line,
            )

    def row(self, line: str, number: int) -> Row:
        place, characters, text, *cells = line.split("\t")[: 3 + self.width] + [""] * 3
        found, between = _PLACE.fullmatch(place), _RANGE.fullmatch(characters)
        if found is None or between is None:
            raise self.error("not a token; expected 1-1<TAB>0-3<TAB>The and features", number)
        if line.count("\t") < 2 + self.width:
            raise self.error(f"{line.count(chr(9)) + 1} columns; expected {3 + self.width}", number)
        mark, values = self.features(cells, number)
        return Row(
            line=number,
            sentence=int(found["sentence"]),
            token=int(found["token"]),
            is_part=found["part"] is not None,
            start=int(between[1]),
            end=int(between[2]),
            text=unescape(text),
            mark=mark,
            values=values,
        )

    def features(self, cells: list[str], line: int) -> tuple[str | None, dict[str, str]]:
        """Return the number of the mark on a token ("" if it has none) and its features."""
        values: dict[str, str] = {}
        mark: str | None = None
        for name, column in self.columns.items():
            cell = cells[column]
            if cell == "_":
                continue
            if "|" in _UNESCAPE.sub("", cell):
                raise self.error("two marks on one token; keep one", line)
            joint = _JOINT.fullmatch(cell)
            mark = joint["number"] if joint else mark or ""
            value = joint["value"] if joint else cell
            if value != "*":
                values[name] = unescape(value)
        return mark, values

    def document(self, sentences: list[Sentence]) -> Document:
        text, begins = "", {0: 0}
        tokens: list[Token] = []
        position = 0  # in UTF-16 code units, as the file counts
        for sentence in sentences:
            if not sentence.rows:
                raise self.error("a sentence without tokens", sentence.line)
            begin = self.begin(sentence)
            if begin < position:
                raise self.error("begins before the sentence above ends", sentence.line)
            # What stands between sentences is not in the file: white space of that length.
            text += " " * (begin - position)
            offsets = utf16_offsets(sentence.text)
            begins |= {begin + unit: len(text) + n for n, unit in enumerate(offsets)}
            text += sentence.text
            position = begin + offsets[-1]
            tokens += self.tokens(sentence, begins, text, len(tokens))
        rows = [row for sentence in sentences for row in sentence.rows]
        return Document(text, tokens, list(self.marks(rows, begins)))

    def begin(self, sentence: Sentence) -> int:
        """Return where a sentence begins: its text may begin before its first token."""
        first = sentence.rows[0]
        before = sentence.text.find(first.text)
        if before < 0:
            raise self.error(f"{first.text!r} is not in the sentence's #Text", first.line)
        return first.start - utf16_offsets(sentence.text)[before]

    def tokens(
        self, sentence: Sentence, begins: dict[int, int], text: str, before: int
    ) -> Iterator[Token]:
        rows = [row for row in sentence.rows if not row.is_part]
        for within, row in enumerate(rows, start=1):
            start, end = begins.get(row.start), begins.get(row.end)
            if start is None or end is None or text[start:end] != row.text:
                raise self.error(
                    f"{row.text!r} does not stand at {row.start}-{row.end} of the sentences' #Text",
                    row.line,
                )
            if row.token != within:
                raise self.error(f"token {row.token} of its sentence, expected {within}", row.line)
            yield Token(row.text, start, end, before + within, row.sentence, row.token)

    def marks(self, rows: list[Row], begins: dict[int, int]) -> Iterator[Mark]:
        """Join the rows of each mark: those of one number, or one alone."""
        joined: dict[object, list[Row]] = {}
        for row in rows:
            if row.mark is not None:
                joined.setdefault(row.mark or row.line, []).append(row)
        for group in joined.values():
            first, last = group[0], group[-1]
            if any(row.values != first.values for row in group):
                raise self.error("the tokens of one mark have different features", last.line)
            if first.start not in begins or last.end not in begins:
                raise self.error(f"no text at {first.start}-{last.end}", first.line)
            yield self.mark(first, begins[first.start], begins[last.end])

    def mark(self, row: Row, start: int, end: int) -> Mark:
        with in_line(self.path, row.line):
            category = category_of(row.values.get(_TYPE, ""))
            # Curators wrote remarks of their own here.
            try:
                remark = read_remark(row.values.get(_REMARK))
            except MarkError:
                remark = read_remark(None)
        return Mark(
            start=start,
            end=end,
            category=category,
            correction=row.values.get(_CORRECTION),
            explanation=row.values.get(_COMMENT),
            rule=remark.rule,
            evidence=remark.evidence,
            line=row.line,
        )


def unescape(value: str) -> str:
    """Return a text or feature value with its escaped characters as they are."""
    return _UNESCAPE.sub(lambda found: _CONTROLS.get(found[1], found[1]), value)


def repair_apostrophes(sentences: list[Sentence]) -> None:
    """Put apostrophes back for ``000`` in contractions, and move all offsets accordingly.

    Args:
        sentences: Changed in place.
    """
    shift = 0
    previous = ""
    for sentence in sentences:
        text, position = "", 0
        for row in sentence.rows:
            row.start -= shift
            if not row.is_part:
                start = sentence.text.index(row.text, position)
                repaired = _with_apostrophe(row.text, previous)
                text += sentence.text[position:start] + repaired
                position = start + len(row.text)
                shift += len(row.text) - len(repaired)
                row.text = previous = repaired
            row.end -= shift
        sentence.text = text + sentence.text[position:]


def _with_apostrophe(token: str, previous: str) -> str:
    found = _DAMAGED.fullmatch(token)
    # 000 alone is a number unless it follows a plural: the Blazers ' game.
    if found and (found[1] or found[2] or previous.endswith("s")):
        return token.replace("000", "'")
    return token

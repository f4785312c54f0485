"""Read mistake lists: the shared task's CSV, or one JSON report a line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

from factcheck.errors import FormatError
from factcheck.model import Category
from factcheck.scoring.mistake_list import ListedMistake, MistakeList, check_no_overlap
from factcheck.scoring.report_lines import read_report_lines
from factcheck.scoring.token_lookup import TokenLookup, story_id
from factcheck.support.files import read_text

SENTENCE_COLUMNS = ("SENTENCE_ID", "SENT_TOKEN_START", "SENT_TOKEN_END")
DOCUMENT_COLUMNS = ("DOC_TOKEN_START", "DOC_TOKEN_END")
REQUIRED = ("TEXT_ID", *SENTENCE_COLUMNS, *DOCUMENT_COLUMNS, "TYPE")


class TokenIds(Enum):
    """The ways in which a list may say where its mistakes are."""

    SENTENCE = "for the sentence"
    DOCUMENT = "for the document"
    BOTH = "for the sentence and for the document"


def read_mistakes(path: str | Path, lookup: TokenLookup | None = None) -> MistakeList:
    """Read a gold standard or a submission.

    Args:
        path: The shared task's CSV, or JSON lines as ``factcheck check --format jsonl``
            prints them; which of the two is seen from the content.
        lookup: Needed where a CSV gives token ids for the sentence only; where it is
            given, all token ids are checked against it.

    Returns:
        The mistakes in the order of the file.

    Raises:
        FormatError: The file cannot be read, a row is not usable, rows give their token
            ids in different ways, token ids disagree with the lookup, or mistakes overlap.
    """
    content = read_text(path)
    if content.lstrip()[:1] == "{":
        return read_report_lines(content, path)
    return _CsvReader(path, lookup).read(content)


class _CsvReader:
    """Reads one CSV; holds what its rows have in common."""

    def __init__(self, path: str | Path, lookup: TokenLookup | None) -> None:
        self.path = path
        self.lookup = lookup
        self.line = 1
        self.ids: TokenIds | None = None
        self.first_line = 1

    def error(self, message: str, field: str | None = None) -> FormatError:
        return FormatError(message, path=self.path, line=self.line, field=field)

    def read(self, content: str) -> MistakeList:
        mistakes: list[ListedMistake] = []
        lines: list[int] = []
        for row in self.rows(content):
            mistakes.append(self.mistake(row))
            lines.append(self.line)
        check_no_overlap(mistakes, lines, self.path)
        tokens = (
            {}
            if self.lookup is None
            else {item.story: self.lookup.tokens(item.story) for item in mistakes}
        )
        return MistakeList(tuple(mistakes), tokens=tokens)

    def rows(self, content: str) -> Iterator[dict[str, str]]:
        """Yield the rows as column to text, blank lines left out; sets the line on the way."""
        reader = csv.reader(io.StringIO(content, newline=""), strict=True)
        try:
            header = [name.strip() for name in next(reader, [])]
            missing = [name for name in REQUIRED if name not in header]
            if missing:
                raise self.error(
                    "missing from the header; expected the shared task's columns "
                    f"({', '.join(REQUIRED)} and others)",
                    ", ".join(missing),
                )
            before = reader.line_num
            for cells in reader:
                self.line, before = before + 1, reader.line_num
                if not any(cell.strip() for cell in cells):
                    continue
                if len(cells) != len(header):
                    raise self.error(f"{len(cells)} cells under {len(header)} columns")
                yield {name: cell.strip() for name, cell in zip(header, cells, strict=True)}
        except csv.Error as error:
            self.line = max(reader.line_num, 1)
            raise self.error(f"not CSV: {error}") from error

    def mistake(self, row: dict[str, str]) -> ListedMistake:
        story = story_id(row["TEXT_ID"])
        if not story:
            raise self.error("empty; name the text", "TEXT_ID")
        if self.lookup is not None and story not in self.lookup:
            raise self.error(f"{story} is not in the token lookup", "TEXT_ID")
        self.check_same_way(self.token_ids(row))
        document, sentence = self.both(
            story, self.numbers(row, DOCUMENT_COLUMNS), self.numbers(row, SENTENCE_COLUMNS)
        )
        token_start, token_end = document
        sentence_id, sent_token_start, sent_token_end = sentence or (None, None, None)
        return ListedMistake(
            story=story,
            token_start=token_start,
            token_end=token_end,
            category=self.category(row["TYPE"]),
            text=row.get("TOKENS", ""),
            correction=row.get("CORRECTION") or None,
            comment=row.get("COMMENT") or None,
            sentence=sentence_id,
            sent_token_start=sent_token_start,
            sent_token_end=sent_token_end,
            annotation=row.get("ANNOTATION_ID") or None,
        )

    def category(self, name: str) -> Category:
        try:
            return Category(name)
        except ValueError:
            raise self.error(
                f"{name!r} is not a category; use one of {', '.join(Category)}", "TYPE"
            ) from None

    def token_ids(self, row: dict[str, str]) -> TokenIds:
        """Say which token ids a row has, which must be complete."""
        given = []
        for columns in (SENTENCE_COLUMNS, DOCUMENT_COLUMNS):
            empty = [name for name in columns if not row[name]]
            if empty and len(empty) < len(columns):
                raise self.error("empty, though its neighbours are not", ", ".join(empty))
            given.append(not empty)
        match given:
            case [True, True]:
                return TokenIds.BOTH
            case [True, False]:
                return TokenIds.SENTENCE
            case [False, True]:
                return TokenIds.DOCUMENT
            case _:
                raise self.error(
                    f"no token ids; give {', '.join(SENTENCE_COLUMNS)}, or "
                    f"{' and '.join(DOCUMENT_COLUMNS)}, or all of them"
                )

    def check_same_way(self, ids: TokenIds) -> None:
        if self.ids is None:
            self.ids, self.first_line = ids, self.line
        if ids is not self.ids:
            raise self.error(
                f"token ids {ids.value}, but on line {self.first_line} {self.ids.value}; "
                "give them in the same way on every row"
            )

    def numbers(self, row: dict[str, str], columns: tuple[str, ...]) -> tuple[int, ...]:
        """Return the columns' ids, or an empty tuple where the list does not give them."""
        if not row[columns[0]]:
            return ()
        values = []
        for name in columns:
            if not (row[name].isascii() and row[name].isdigit() and int(row[name])):
                raise self.error(f"{row[name]!r} is not a number from 1", name)
            values.append(int(row[name]))
        if values[-2] > values[-1]:
            raise self.error(f"{values[-1]} is before the start {values[-2]}", columns[-1])
        return tuple(values)

    def both(
        self, story: str, document: tuple[int, ...], sentence: tuple[int, ...]
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Complete and check one kind of token ids by the other."""
        if self.lookup is None:
            if not document:
                raise self.error(
                    "token ids for the sentence only; give the token lookup as well",
                    ", ".join(DOCUMENT_COLUMNS),
                )
            return document, sentence
        if sentence:
            found = self.in_document(self.lookup, story, sentence)
            if document and found != document:
                raise self.error(
                    f"tokens {document[0]} to {document[1]} of the document, but by the token "
                    f"lookup {found[0]} to {found[1]}",
                    ", ".join(DOCUMENT_COLUMNS),
                )
            return found, sentence
        return document, self.in_sentence(self.lookup, story, document)

    def in_document(self, lookup: TokenLookup, story: str, ids: tuple[int, ...]) -> tuple[int, ...]:
        sentence, *tokens = ids
        result = []
        for token, name in zip(tokens, SENTENCE_COLUMNS[1:], strict=True):
            found = lookup.document_token(story, sentence, token)
            if found is None:
                raise self.error(
                    f"sentence {sentence} of {story} has no token {token} in the token lookup",
                    name,
                )
            result.append(found)
        return tuple(result)

    def in_sentence(self, lookup: TokenLookup, story: str, ids: tuple[int, ...]) -> tuple[int, ...]:
        """Return sentence and token ids in it; none where the range leaves the sentence."""
        places = []
        for token, name in zip(ids, DOCUMENT_COLUMNS, strict=True):
            place = lookup.sentence_token(story, token)
            if place is None:
                raise self.error(f"{story} has no token {token} in the token lookup", name)
            places.append(place)
        (sentence, start), (last_sentence, end) = places
        return (sentence, start, end) if sentence == last_sentence else ()

"""Tables of numbers in a story, each row read as the sentence that it stands for.

"| Mike Conley | 24 | 3 |" under "| Player | PTS | REB |" says that Conley had 24 points and three
rebounds. Players or teams may stand in rows or in columns, quarters too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from factcheck.language.mentions import Mention, Sentence, Unit
from factcheck.parser.document import Document
from factcheck.rulebook.vocabulary import Vocabulary

_ROW = re.compile(r"^[ \t]*\|?[^|\n]*\|[^\n]*\|[^\n]*$", re.MULTILINE)
_RULE = re.compile(r"[\s|:+=-]+")
_OWNERS = {"player", "team"}
_MADE = {"FGM": "FG", "FG3M": "FG3", "FTM": "FT", "FGA": "FG", "FG3A": "FG3", "FTA": "FT"}
_QUARTERS = range(1, 5)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table.

    Args:
        start: Its first token, from 0.
        end: One past its last token.
        mentions: What the lexicon and the numbers say of its words.
    """

    start: int
    end: int
    mentions: tuple[Mention, ...]

    def first(self, labels: set[str]) -> Mention | None:
        """Return the first mention with one of some labels, or None."""
        return next((mention for mention in self.mentions if mention.label in labels), None)


@dataclass(slots=True)
class Tables:
    """The tables of a document.

    Args:
        document: Tokens and words; it has no sentences yet.
        mentions: All mentions by their first token.
        vocabulary: Supplies the words for a final score.

    Attributes:
        rows: The cells of each row, by its first token.
        ends: The last token of each row.
    """

    document: Document
    mentions: Mapping[int, Mention]
    vocabulary: Vocabulary
    rows: dict[int, list[Cell]] = field(default_factory=dict)
    ends: set[int] = field(default_factory=set)
    _heads: dict[int, list[Cell]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find the rows; those of a table stand one right after the other."""
        if "|" not in self.document.text:
            return
        head: list[Cell] | None = None
        last = -1
        for match in _ROW.finditer(self.document.text):
            if head is not None and match.start() > last + 1:
                head = None
            last = match.end()
            inside = [
                index
                for index, token in enumerate(self.document.tokens)
                if match.start() <= token.start < match.end()
            ]
            cells = [] if _RULE.fullmatch(match[0]) else self._cells(match[0], inside)
            self.ends.add(inside[-1])
            self.rows[inside[0]] = [] if head is None else cells
            if head is None:
                head = cells
            self._heads[inside[0]] = head

    def _cells(self, line: str, inside: Sequence[int]) -> list[Cell]:
        bounds = [index for index in inside if self.document.words[index] == "|"]
        edges = [inside[0] - 1, *bounds, inside[-1] + 1]
        if line.lstrip().startswith("|"):
            edges = edges[1:]
        if line.rstrip().endswith("|"):
            edges = edges[:-1]
        cells = []
        for before, after in pairwise(edges):
            found = [self.mentions[i] for i in range(before + 1, after) if i in self.mentions]
            cells.append(Cell(before + 1, after, tuple(found)))
        return cells

    def sentence(self, number: int, start: int) -> Sentence | None:
        """Return what a row says as a sentence, or None for a row that says nothing.

        Args:
            number: The sentence's number, from 1.
            start: The row's first token.
        """
        cells, head = self.rows[start], self._heads[start]
        units: list[Unit] = []
        named = cells[0].first(_OWNERS) if cells else None
        for cell, above in zip(cells[1:], head[1:], strict=False):
            said = self._said(cell, above if named is not None else cells[0])
            owner = named or above.first(_OWNERS)
            if not said or owner is None:
                continue
            token = said[0].start
            if owner is not named:
                owner = replace(owner, start=cell.start, end=cell.end, data=dict(owner.data))
                units += [Unit(cell.start, cell.end, "", owner)]
            elif not units:
                units.append(Unit(owner.start, owner.end, "", owner))
            units += [*said, Unit(token, token + 1, ";")]
        if not units:
            return None
        sentence = Sentence(number, units)
        sentence.encode()
        return sentence

    def _said(self, cell: Cell, label: Cell) -> list[Unit]:
        """Return the units for a cell: "had 24 points", "went 8-15 from the field"."""
        value = cell.first({"number", "percent", "shooting", "score"})
        what = self._label(label)
        if value is None or what is None:
            return []
        token = value.start

        def row(*parts: str | Mention) -> list[Unit]:
            return [
                Unit(token, token + 1, part)
                if isinstance(part, str)
                else Unit(value.start, value.end, "", replace(part, start=token, end=value.end))
                for part in parts
            ]

        if value.label in {"shooting", "score"}:
            shot = what.value if what.label == "shot" else _MADE.get(what.value)
            if shot is None:
                return []
            return row("went", replace(value, label="shooting"), "from", _mention("shot", shot))
        if value.label == "percent" or what.value.endswith("_PCT"):
            return []
        if what.label == "period":
            return row("had", value, _mention("statistic", "PTS"), "in", "the", what)
        return row("had", value, what) if what.label == "statistic" else []

    def _label(self, cell: Cell) -> Mention | None:
        """Return what is counted under a label, a period for its points."""
        words = self.document.words[cell.start : cell.end]
        if "%" in words:
            return None
        if " ".join(words) in self.vocabulary.words("table", "total"):
            return _mention("statistic", "PTS")
        found = cell.first({"statistic", "period", "shot"})
        number = cell.first({"number", "ordinal"})
        if found is None and number is not None and number.data["value"] in _QUARTERS:
            return _mention("period", f"Q{number.data['value']:g}")
        return found


def _mention(label: str, value: str) -> Mention:
    return Mention(label, 0, 0, value, {"value": value})

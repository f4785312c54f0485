"""The vocabulary of the rule base: wordings that parser and rules share, as data."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, ClassVar, Self

from factcheck.errors import RuleError
from factcheck.language.lexicon import Entry, lexicon_words
from factcheck.rulebook.alternatives import spelled_out
from factcheck.rulebook.patterns import Pattern

_REACHES = ("clause", "predicate", "rest", "number")
_KINDS = ("statistic", "shot", "period", "weekday")
_SPELLED_OUT = frozenset({*_KINDS, "plain"})
"""The tables whose wordings may hold alternatives: "from <deep | downtown>"."""


@dataclass(slots=True)
class Vocabulary:
    """The tables of ``vocabulary/*.toml``, merged.

    Args:
        tables: The TOML tables by name.
        groups: Named groups of patterns for rules and cues (``@run_noun``).
        scopes: Rows ``(name, pattern, weight, reach)`` of the cues for the time a clause speaks
            of; the weight is added to the pattern's size where several cues compete. A cue that
            reaches a ``predicate`` says nothing of the others of its ``clause``, one that
            reaches the ``rest`` nothing of what stands before it, and one that reaches the
            ``number`` speaks of the number before it alone.
    """

    tables: dict[str, Any] = field(default_factory=dict)
    groups: dict[str, str] = field(default_factory=dict)
    scopes: list[tuple[str, Pattern, int, str]] = field(default_factory=list)

    @classmethod
    def load(cls, folder: Path) -> Vocabulary:
        """Read all TOML files of a folder.

        Raises:
            RuleError: A file is not TOML, has a table or a group that another one has, or a pattern
                that is not well formed.
        """
        vocabulary = cls()
        files = {path: _data(path) for path in sorted(folder.glob("*.toml"))}
        for path, data in files.items():
            for name, words in data.pop("groups", {}).items():
                if name in vocabulary.groups:
                    raise RuleError("this group stands in another file too", path=path, field=name)
                vocabulary.groups[name] = words
        for path, data in files.items():
            for scope in data.pop("scope", []):
                vocabulary.scopes += _scopes(scope, vocabulary.groups, path)
            for name, table in data.items():
                if name in vocabulary.tables:
                    raise RuleError("this table stands in another file too", path=path, field=name)
                vocabulary.tables[name] = _spelled_out(name, table, path)
        return vocabulary

    def words(self, table: str, row: str) -> list[str]:
        """Return one row of a table, empty where it is missing."""
        rows: list[str] = self.tables.get(table, {}).get(row, [])
        return rows

    def by_word(self, table: str) -> dict[str, str]:
        """Return the words of a table, each with the name of its row."""
        rows = self.tables.get(table, {})
        return {word: name for name, words in rows.items() for word in words}

    def entries(self) -> Iterator[Entry]:
        """Yield the vocabulary's own entries for the lexicon."""
        for kind in _KINDS:
            for value, wordings in self.tables.get(kind, {}).items():
                for wording in wordings:
                    name = "day" if kind == "weekday" else kind
                    yield Entry(lexicon_words(wording), name, value, (), kind == "weekday", 2)
        for wording in self.words("plain", "words"):
            yield Entry(lexicon_words(wording), "plain", "", (), False, 9)
        for role, wordings in self.tables.get("role", {}).items():
            for wording in wordings:
                yield Entry(lexicon_words(wording), "team", role, (), False, 3)


def _data(path: Path) -> dict[str, Any]:
    """Return what a TOML file holds."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RuleError(f"not valid TOML: {error}", path=path) from error


def _scopes(
    scope: Mapping[str, Any], groups: Mapping[str, str], path: Path
) -> list[tuple[str, Pattern, int, str]]:
    """Return the cues of a time: its name, a pattern, its weight, and how far it reaches."""
    if not {"name", "patterns"} <= scope.keys():
        raise RuleError("needs name and patterns", path=path, field="scope")
    reach = scope.get("reach", "clause")
    if reach not in _REACHES:
        raise RuleError(f"reach is one of {', '.join(_REACHES)}", path=path, field="scope")
    try:
        patterns = [Pattern(source, groups) for source in scope["patterns"]]
    except RuleError as error:
        raise RuleError(error.message, path=path, field="scope") from error
    return [(scope["name"], pattern, scope.get("weight", 0), reach) for pattern in patterns]


def _spelled_out(name: str, table: dict[str, Any], path: Path) -> dict[str, Any]:
    """Return a table of wordings with each of them by itself."""
    if name not in _SPELLED_OUT:
        return table
    try:
        return {
            row: [one for wording in wordings for one in spelled_out(wording)]
            for row, wordings in table.items()
        }
    except RuleError as error:
        raise RuleError(error.message, path=path, field=name) from error


@dataclass(frozen=True, slots=True)
class WordSets:
    """Sets of words, one for each row of a table of the vocabulary.

    A subclass names the table and has a field for each of its rows, so that a row that is read
    is a row that is there (``tests/rulebook/test_vocabulary.py``).
    """

    table: ClassVar[str] = ""

    @classmethod
    def of(cls, vocabulary: Vocabulary) -> Self:
        """Return the rows of the table, looked up once; a row that is missing is empty."""
        rows = {row.name: frozenset(vocabulary.words(cls.table, row.name)) for row in fields(cls)}
        return cls(**rows)

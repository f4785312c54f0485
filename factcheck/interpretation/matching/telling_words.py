"""Words that keep a sentence from telling what it seems to tell."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from factcheck.language.english import inflections
from factcheck.language.mentions import Sentence
from factcheck.rulebook.vocabulary import Vocabulary

_TABLE = "telling"
_MEN = frozenset({"player", "two players", "three players"})


class _Rows:
    """Rows of words, looked up by their first."""

    def __init__(self, rows: Iterable[str]) -> None:
        self._rows: dict[str, list[tuple[str, ...]]] = {}
        for row in rows:
            first, *rest = row.split()
            forms = inflections(first[1:]) if first.startswith("~") else {first}
            for form in forms:
                self._rows.setdefault(form, []).append((form, *rest))

    def stand_in(self, sentence: Sentence, read: Collection[int]) -> bool:
        """Return whether a row stands in a sentence outside of units that are read."""
        units = sentence.units
        for first in sentence.parts.keys() & self._rows.keys():
            for start in sentence.parts[first]:
                for row in self._rows[first]:
                    places = range(start, start + len(row))
                    if tuple(unit.norm for unit in units[start : places.stop]) == row and not all(
                        place in read for place in places
                    ):
                        return True
        return False

    def places(self, sentence: Sentence) -> Iterator[tuple[int, int]]:
        """Yield where rows stand in a sentence, as ranges of units."""
        units = sentence.units
        for first in sentence.parts.keys() & self._rows.keys():
            for start in sentence.parts[first]:
                for row in self._rows[first]:
                    end = start + len(row)
                    if tuple(unit.norm for unit in units[start:end]) == row:
                        yield start, end

    def begin_at(self, codes: Sequence[str]) -> bool:
        """Return whether some words begin with a row."""
        rows = self._rows.get(codes[0], ()) if codes else ()
        return any(tuple(codes[: len(row)]) == row for row in rows)


class TellingWords:
    """The rows of the vocabulary's table ``telling``.

    Args:
        vocabulary: The wordings of the rule base.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        def rows(name: str) -> _Rows:
            return _Rows(vocabulary.words(_TABLE, name))

        self._quotes = frozenset(vocabulary.words(_TABLE, "quotes"))
        self._changes, self._units = rows("changes"), rows("units")
        self._joints = rows("joints")
        self._before = frozenset(vocabulary.words(_TABLE, "before_numbers"))
        self._of_men, self._of_teams = rows("other_men"), rows("other_teams")
        self._pronouns = {"player": rows("man_pronouns"), "team": rows("team_pronouns")}

    def is_quoted(self, sentence: Sentence) -> bool:
        """Return whether somebody says or asks what a sentence tells."""
        return not self._quotes.isdisjoint(sentence.parts)

    def has_pronoun(self, sentence: Sentence, label: str) -> bool:
        """Return whether a word stands for a ``player`` or a ``team``."""
        return self._pronouns[label].stand_in(sentence, ())

    def joined_parts(self, sentence: Sentence) -> Iterator[tuple[int, int]]:
        """Yield the parts that words join to a sentence, as ranges of units, if any."""
        joints = sorted(self._joints.places(sentence))
        start = 0
        for first, last in (*joints, (len(sentence.units), 0)):
            if joints and first > start:
                yield start, first
            start = max(start, last)

    def changes_nothing(
        self, sentence: Sentence, alone: str, read: Collection[int], numbers: Collection[int]
    ) -> bool:
        """Return whether a sentence has no word that makes its telling another one.

        Args:
            sentence: The sentence.
            alone: Who is named in it.
            read: The units that phrases name, whatever their words.
            numbers: The units of numbers that no phrase reads.
        """
        others = self._of_teams if alone in _MEN else self._of_men
        if any(rows.stand_in(sentence, read) for rows in (self._changes, others)):
            return False
        units = sentence.units
        for place in numbers:
            before = units[place - 1].norm if place else ""
            if before in self._before and place - 1 not in read:
                return False
            after = [unit.norm for unit in units[place + 1 : place + 4]]
            if place + 1 not in read and self._units.begin_at(after):
                return False
        return True

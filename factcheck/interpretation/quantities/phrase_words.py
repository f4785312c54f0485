"""What a noun phrase with a number consists of, and the words that may stand in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from factcheck.language.english import inflections
from factcheck.parser.wordings import PeriodWords
from factcheck.rulebook.vocabulary import Vocabulary

LONGEST = 6
"""Units of the longest row of words."""


@dataclass(frozen=True, slots=True)
class Complement:
    """What stands behind a number and narrows it, or tells whose it is.

    Args:
        kind: ``owner``, ``shot``, ``part``, ``end`` (of the floor), ``group``, or ``agent`` (his,
            theirs).
        value: Players or teams; a kind of shot; a part of the game; a statistic; a group's name.
        word: The preposition that leads to an owner, or to a part.
        unit: The unit of the name, shot or period; None where several words say it.
        slot: What that unit is in a claim: ``side`` (the "after" of "after the break"), ``bound``
            (the period before or after which it was); its kind where empty.
    """

    kind: str
    value: tuple[int | str, ...]
    word: str = ""
    unit: int | None = None
    slot: str = ""


@dataclass(frozen=True, slots=True)
class Owned:
    """Who has a number: a player or team (or a group of it), and where that is said.

    Args:
        owner: The player's or team's id; "" for the team that the clause is about.
        group: ``bench``, ``starters`` or "".
        end: One past the last unit of what says so; the name's unit where it stands before.
    """

    owner: int | str
    group: str
    end: int


@dataclass(frozen=True, slots=True)
class Whole:
    """What a number is said to be part of.

    Args:
        anaphoric: Whether it is "them": what was counted before.
        owner: The player or team named as its owner; None where nobody is.
        whose: ``him``, ``them``, ``named``, ``bench``, ``starters`` or "" (``the``).
        total: The unit of its own number, if it has one.
        nouns: What it counts; empty where no noun says it.
        group: ``bench`` or ``starters`` of the owner, "" for all.
    """

    anaphoric: bool = False
    owner: int | str | None = None
    whose: str = ""
    total: int | None = None
    nouns: tuple[str, ...] = ()
    group: str = ""


@dataclass(frozen=True, slots=True)
class Fraction:
    """Whose whole a fraction is of: "nearly half of the Pistons' 43".

    Args:
        whose: ``him``, ``them`` or ``named``.
        owner: The player or team named as its owner; None where nobody is.
        group: ``bench`` or ``starters`` of the owner, "" for all.
        start: The first unit of the fraction.
    """

    whose: str
    owner: int | str | None
    group: str
    start: int


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase with a number.

    Args:
        start: Its first unit, words of amount included.
        unit: The unit of its number.
        end: One past its last unit.
        value: The number.
        nouns: What its own noun counts; empty where it has none.
        whole: What it is part of.
        complements: What stands behind it.
        asides: Words behind it that tell how several share it.
        except_for: Whether "all but" stands before it.
        linked: Whether a verb such as "came" leads to its complements.
        closed: Whether it was read up to a boundary.
        relative: Who has it by a clause behind it: "the 48 points Denver got".
        described: Whether it only describes something: "a 25-point quarter".
    """

    start: int
    unit: int
    end: int
    value: float
    nouns: tuple[str, ...] = ()
    whole: Whole | None = None
    complements: tuple[Complement, ...] = ()
    asides: frozenset[str] = frozenset()
    except_for: bool = False
    linked: bool = False
    closed: bool = False
    relative: Owned | None = None
    described: bool = False

    def complement(self, kind: str) -> Complement | None:
        """Return its complement of a kind, the first of several."""
        return next((one for one in self.complements if one.kind == kind), None)

    @property
    def narrowing(self) -> tuple[str, str]:
        """The kind of shot and the end of the floor that it names, or ""."""
        shot, end = self.complement("shot"), self.complement("end")
        return (
            str(shot.value[0]) if shot is not None else "",
            str(end.value[0]) if end is not None else "",
        )


class Words:
    """The rows of the vocabulary's table ``quantity``, to be looked up at a place."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.periods = PeriodWords.of(vocabulary)
        self._rows = {
            row: _expanded(words) for row, words in vocabulary.tables.get("quantity", {}).items()
        }
        # Most words begin or end no entry; that is seen without cutting rows of them.
        self._first = {row: {words[0] for words in rows} for row, rows in self._rows.items()}
        self._last = {row: {words[-1] for words in rows} for row, rows in self._rows.items()}
        self.times = {
            tuple(row.split()[1:]): row.split()[0] for row in vocabulary.words("quantity", "times")
        }
        self.no_denial = frozenset(vocabulary.words("negation", "no_denial"))
        self.implied = [
            (tuple(words.split()), code)
            for words, code in vocabulary.by_word("implied_statistic").items()
        ]
        self.other_side = vocabulary.by_word("other_side")
        self.ends_of_floor = vocabulary.by_word("end_of_floor")

    def match(self, row: str, codes: Sequence[str], at: int) -> int:
        """Return how many units from one on are an entry of a row; 0 where none are."""
        if at >= len(codes) or codes[at] not in self._first.get(row, ()):
            return 0
        entries = self._rows[row]
        for size in range(min(LONGEST, len(codes) - at), 0, -1):
            if tuple(codes[at : at + size]) in entries:
                return size
        return 0

    def match_back(self, row: str, codes: Sequence[str], end: int) -> int:
        """Return how many units before one are an entry of a row; 0 where none are."""
        if end <= 0 or codes[end - 1] not in self._last.get(row, ()):
            return 0
        entries = self._rows[row]
        for size in range(min(LONGEST, end), 0, -1):
            if tuple(codes[end - size : end]) in entries:
                return size
        return 0

    def is_fronted(self, codes: Sequence[str], start: int) -> bool:
        """Return whether a pronoun for the whole stands before: "of which six", "Of those, six"."""
        if start and codes[start - 1] == ",":
            return 0 < self.match_back("fronted", codes, start - 1) == start - 1
        return self.match_back("fronted", codes, start) > 0

    def covers(self, row: str, codes: Sequence[str], at: int) -> bool:
        """Return whether an entry of a row stands over a unit, wherever it begins."""
        first = max(0, at - LONGEST + 1)
        return any(self.match(row, codes, start) > at - start for start in range(first, at + 1))

    def holds(self, row: str, code: str) -> bool:
        """Return whether a word alone is an entry of a row."""
        return (code,) in self._rows.get(row, frozenset())

    def hold_all(self, row: str, codes: Iterable[str]) -> bool:
        """Return whether words are each an entry of a row."""
        return all(self.holds(row, code) for code in codes)


def _expanded(rows: Iterable[str]) -> frozenset[tuple[str, ...]]:
    found: set[tuple[str, ...]] = set()
    for row in rows:
        first, *rest = row.split()
        forms = inflections(first[1:]) if first.startswith("~") else {first}
        found |= {(form, *rest) for form in forms}
    return frozenset(found)

"""How much of a clause was understood: what stands around a mark that no rule read.

What was not understood is the best sign of misunderstanding.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.language.mentions import Unit
from factcheck.parser.document import Document
from factcheck.parser.periods_again import AGAIN

_NEAR = 4
_NAMES = frozenset({"player", "team", "place", "coach", "arena", "person"})
_TYPICAL_UNREAD, _TYPICAL = 1.0, 4.0
"""A text of which little is known counts as one with so many of so many mentions unread."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a token stands: its sentence and unit, both from 0."""

    sentence: int
    unit: int


class Understanding:
    """What the rules read of a document, and what they did not.

    Args:
        document: A bound document.
        verified: All its claims.
        classes: The class of each word that makes a mark doubtful where it is not read.
    """

    def __init__(
        self,
        document: Document,
        verified: Sequence[VerifiedClaim],
        classes: Mapping[str, Sequence[str]],
    ) -> None:
        self.document = document
        self._classes = classes
        self._read: set[int] = set()
        for item in verified:
            self._read.update(item.read())
        self._counts: list[tuple[int, int]] = []
        for sentence in document.sentences:
            mentions = [unit.start for unit in sentence.units if _names(unit)]
            unread = len([start for start in mentions if start not in self._read])
            self._counts.append((unread, len(mentions)))
        self._unread = sum(n for n, _ in self._counts)
        self._known = sum(n for _, n in self._counts)

    def place(self, token: int) -> Place:
        """Return where a token stands."""
        number = self.document.sentence_at(token)
        units = self.document.sentences[number].units
        # What is left out has a unit without tokens, at the token that follows.
        return Place(number, max(n for n, u in enumerate(units) if u.start <= token < u.end))

    def features(self, start: int, end: int) -> dict[str, float]:
        """Return what is unread around a mark, as features from 0 on.

        ``clause CLASS`` and ``near CLASS`` are 1 where a word of the class stands unread in
        the mark's clause, or within a few units of it; ``unread``, ``names`` and ``numbers`` are
        logarithms of counts. ``text unread`` is, in log odds, how much of the names and numbers
        of the other sentences no rule read: it tells whether the rules know this writer's ways.
        ``share unread`` is that share in the sentence itself.
        """
        place = self.place(start)
        units = self.document.sentences[place.sentence].units
        frames = self.document.frames[place.sentence]
        clause = frames[place.unit].clause
        found: dict[str, float] = {}
        unread = names = numbers = 0
        for index, unit in enumerate(units):
            if unit.start in self._read or start <= unit.start < end:
                continue
            near = abs(index - place.unit) <= _NEAR
            if frames[index].clause != clause and not near:
                continue
            if unit.mention is None or not _names(unit):
                unread += unit.norm.isalpha()
                for kind in self._classes.get(unit.norm, ()):
                    found[f"clause {kind}"] = 1.0
                    if near:
                        found[f"near {kind}"] = 1.0
            elif unit.mention.label in _NAMES:
                names += 1
            elif unit.mention.label == "day":
                found["clause day"] = 1.0
            else:
                numbers += 1
        found["unread"] = math.log1p(unread)
        found["names"] = math.log1p(names)
        found["numbers"] = math.log1p(numbers)
        found["long sentence"] = math.log1p(len(units) / 10)
        return found | self._known_ways(place.sentence)

    def _known_ways(self, sentence: int) -> dict[str, float]:
        """Return how much of the names and numbers is unread, in the other sentences and here."""
        here, told = self._counts[sentence]
        unread, known = self._unread - here, self._known - told
        return {
            "text unread": math.log(
                (unread + _TYPICAL_UNREAD) / (known - unread + _TYPICAL - _TYPICAL_UNREAD)
            ),
            "share unread": here / max(1, told),
        }


def _names(unit: Unit) -> bool:
    """Return whether a unit names or counts something: "the quarter" only points back to it."""
    return unit.mention is not None and AGAIN not in unit.mention.data

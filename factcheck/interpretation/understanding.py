"""How much of a clause was understood: what stands around a mark that no rule read.

What was not understood is the best sign of misunderstanding.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from factcheck.interpretation.verifying import VerifiedClaim
from factcheck.parser.document import Document

_NEAR = 4


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
            self._read.update(range(item.claim.start, item.claim.end))
            for subject in item.claim.subjects:
                self._read.update(range(subject.start, subject.end))
        self._places: dict[int, Place] = {}
        for number, sentence in enumerate(document.sentences):
            for index, unit in enumerate(sentence.units):
                for token in range(unit.start, unit.end):
                    self._places[token] = Place(number, index)

    def place(self, token: int) -> Place:
        """Return where a token stands."""
        return self._places[token]

    def features(self, start: int, end: int) -> dict[str, float]:
        """Return what is unread around a mark, as features from 0 on.

        ``clause CLASS`` and ``near CLASS`` are 1 where a word of the class stands unread in
        the mark's clause, or within a few units of it; ``unread``, ``names`` and ``numbers`` are
        logarithms of counts.
        """
        place = self._places[start]
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
            if unit.mention is None:
                unread += unit.code.isalpha()
                for kind in self._classes.get(unit.code, ()):
                    found[f"clause {kind}"] = 1.0
                    if near:
                        found[f"near {kind}"] = 1.0
            elif unit.mention.kind in {"player", "team", "place", "coach", "arena", "person"}:
                names += 1
            elif unit.mention.kind == "day":
                found["clause day"] = 1.0
            else:
                numbers += 1
        found["unread"] = math.log1p(unread)
        found["names"] = math.log1p(names)
        found["numbers"] = math.log1p(numbers)
        found["long sentence"] = math.log1p(len(units) / 10)
        return found

"""What a number of a sentence may state: whose it is, of what, of which part of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from factcheck.interpretation.quantities.phrase_words import Phrase
from factcheck.knowledge.facts import BENCH_POINTS, GAME, POINTS, Owner

NAMED = "named"
"""The construction of numbers that can only be of the one whom their sentence names."""
BARE = "bare"
"""The construction of numbers that leave out what they count, of the one spoken of."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing that a number may state.

    Args:
        owners: Whose it is; of several, together.
        statistic: What it counts.
        part: Of which part of the game.
        cost: How far the reading departs from the likeliest, from 0.
        shot: The kind of shot that points or shots are from, "" for any.
        end: ``OREB`` or ``DREB`` where rebounds are from one end of the floor.
        rest_of: Whose total it is what remains of, where "all but" stands before it.
        whole: Whose number the total is, what and of which part of the game; None where none is
            told.
        witnesses: Whose, of what and how much the numbers beside it are: where one of them is not
            so, the meaning is not meant.
    """

    owners: tuple[Owner, ...]
    statistic: str
    part: str
    cost: float
    shot: str = ""
    end: str = ""
    rest_of: Owner | None = None
    whole: tuple[Owner, str, str] | None = None
    witnesses: tuple[tuple[Owner, str, float], ...] = ()

    def asked_of(self, other: Owner) -> Meaning:
        """Return the same of somebody else: of its only owner's number, all that is his."""
        (own,) = self.owners
        whole = self.whole
        if whole is not None and whole[0] == own:
            whole = (other, *whole[1:])
        witnesses = tuple((other if w[0] == own else w[0], *w[1:]) for w in self.witnesses)
        return replace(self, owners=(other,), whole=whole, witnesses=witnesses)

    def of_whom(self) -> Meaning:
        """Return the same with what its owners can have: a man's "26 points off the bench" are his.

        A team's are those of its bench.
        """
        if self.statistic != BENCH_POINTS or any(isinstance(one, str) for one in self.owners):
            return self
        return replace(self, statistic=POINTS)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of a sentence and what it may mean.

    Args:
        construction: One of ``share`` (part of a whole), ``item`` (of a list or of somebody
            named), ``carried`` (what was counted before, of another part of the game or kind of
            shot), ``line`` (points and rebounds), ``bare`` (of the one spoken of, without a noun),
            ``named`` (of the only one whom the sentence names).
        phrase: Where it stands.
        start: The first unit that it rests on: that of the phrase which it is tied to.
        meanings: The likeliest first.
    """

    construction: str
    phrase: Phrase
    start: int
    meanings: tuple[Meaning, ...]

    @classmethod
    def of(
        cls, construction: str, phrase: Phrase, start: int, meanings: Iterable[Meaning]
    ) -> Quantity:
        """Return a quantity with its meanings in order, that begins with its phrase or before."""
        ordered = sorted((one.of_whom() for one in meanings), key=lambda meaning: meaning.cost)
        return cls(construction, phrase, min(start, phrase.start), tuple(ordered))

    def slots(self) -> Iterator[tuple[str, int]]:
        """Yield the slots that it fills, with their units: number, whole, name, shot, part."""
        yield "number", self.phrase.unit
        if self.phrase.whole is not None and self.phrase.whole.total is not None:
            yield "total", self.phrase.whole.total
        for complement in self.phrase.complements:
            if complement.kind in {"owner", "shot", "part"} and complement.unit is not None:
                yield complement.slot or complement.kind, complement.unit

    def columns(self) -> dict[str, Any]:
        """Return whose its number is and what it counts, in the likeliest of its meanings."""
        likeliest = self.meanings[0]
        owner = likeliest.owners[0]
        own = {"player_id": owner} if isinstance(owner, int) else {"player_id": None}
        team = {"team_id": owner.split()[-1]} if isinstance(owner, str) else {}
        part = None if likeliest.part == GAME else likeliest.part
        return {**own, **team, "statistic": likeliest.statistic, "context_period": part}

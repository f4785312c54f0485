"""What a story tells of a block, a steal, a turnover, a rebound or a foul, and what fits that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.interpretation.course.told_shots import Slot
from factcheck.knowledge.deeds import Deed
from factcheck.knowledge.parts import in_stretch
from factcheck.knowledge.shots import Names

_LAST_FOUL = 6
_IN_THE_AIR = 3
"""So many seconds a ball is in the air that is rebounded."""


@dataclass(frozen=True, slots=True)
class ToldDeed:
    """What a claim tells of a deed; what it does not tell is None or False.

    The fields are the columns that the SQL of the rule ``deed`` gives.
    """

    place: int
    sentence: int
    kind: str
    actor: int | None = None
    actor_full: bool = False
    meant: int | None = None
    victim: int | None = None
    victim_full: bool = False
    nth: float | None = None
    clock_least: float | None = None
    clock_most: float | None = None
    told: str | None = None
    stretch: str | None = None
    is_last_foul: bool = False
    has_fouled_out: bool = False

    def may_be(self, deed: Deed) -> bool:
        """Return whether a deed is one of those that are told of at all."""
        if deed.kind != self.kind or (self.is_last_foul and deed.nth != _LAST_FOUL):
            return False
        return in_stretch(deed.period, self.told)

    def slots(self, deed: Deed, names: Names) -> list[Slot]:
        """Return what is told that a deed fits or does not; of the rest it says nothing."""
        return list(self._slots(deed, names))

    def _slots(self, deed: Deed, names: Names) -> Iterator[Slot]:
        actor = self.meant if self.actor is None else self.actor
        for name, said, full, truth in (
            ("actor", actor, self.actor_full, deed.actor),
            ("victim", self.victim, self.victim_full, deed.victim),
        ):
            if said is not None and truth is not None:
                alike = said == truth or (not full and names.are_alike(said, truth))
                yield Slot(name, 2.5, alike)
        if self.nth is not None and deed.nth is not None:
            yield Slot("nth", 2.0, self.nth == deed.nth)
        if self.clock_least is not None and self.clock_most is not None:
            slack = _IN_THE_AIR if self.kind == "rebound" else 0
            fits = self.clock_least - slack <= deed.clock <= self.clock_most + slack
            yield Slot("clock", 5.0, fits)

"""Constructions of a sentence that tell otherwise what its units are about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from factcheck.language.mentions import Unit
from factcheck.parser.clauses import Scope
from factcheck.parser.document import ClauseContext
from factcheck.parser.surroundings import Surroundings


class Construction(StrEnum):
    """What tells whose a number is, or of when, where the order of the clauses does not."""

    CATAPHORA = "fronted phrase"
    """ "Held to 12 points, Conley …": the subject follows."""
    AGENT = "agent phrase"
    """ "30 points from Conley", "36 fouls by the Suns"."""
    HELD = "held to"
    """ "Gasol held Conley to 24 points": Conley had them."""
    GENITIVE = "genitive"
    """ "Matched Conley's 24 points"."""
    RELATIVE = "relative clause"
    """ "The 40 free throws the Suns shot"."""
    APPOSITION = "brackets"
    """ "More than eight rebounds (Anderson)", "Conley (24) and Gasol (18) combined"."""
    DISTRIBUTION = "distribution"
    """ "Conley and Gasol had 20 each"."""
    OTHERS = "others' number"
    """ "40 points by nine players", "nine of its 21 free throws", "his counterpart's 15"."""
    OTHER_GAME = "another game"
    """ "The 31 he had on Sunday"."""
    OWN_PREDICATE = "predicate of its own"
    """ "Bounced back from a loss and won": what is won is this game."""
    NARROWED = "narrowed"
    """ "14 in the paint", "3-for-12 against Conley": a part that no box score counts."""
    IMAGINED = "imagined"
    """ "Would have had 30"."""


@dataclass(frozen=True, slots=True)
class SentenceFrames:
    """A sentence whose frames are revised, once all of it has been read.

    Args:
        around: The sentence's units.
        frames: One frame a unit; revised in place.

    Attributes:
        units: The units.
    """

    around: Surroundings
    frames: list[ClauseContext]
    units: list[Unit] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Keep the units, which are looked at for each question."""
        object.__setattr__(self, "units", self.around.units)

    def revise(self, units: Iterable[int], by: Construction, **changes: Any) -> None:
        """Change what units are about, and note which construction tells it.

        Args:
            units: Their indices.
            by: The construction.
            changes: Fields of :class:`ClauseContext`.
        """
        for unit in units:
            self.frames[unit] = replace(self.frames[unit], told_by=by, **changes)


@dataclass(frozen=True, slots=True)
class ClauseFrames(SentenceFrames):
    """A sentence whose frames are revised, with the time that cues give each of its clauses.

    Args:
        around: The sentence's units.
        frames: One frame a unit; revised in place.
        scopes: The time of each clause, by its first unit.
    """

    scopes: Mapping[int, Scope]

    def give_back(self, units: Iterable[int], scope: Scope) -> None:
        """Give units this game's time that have their clause's; quotations have one of their own.

        Args:
            units: Their indices.
            scope: The time of their clause.
        """
        self.revise(
            [index for index in units if self.frames[index].scope == scope.name],
            Construction.OWN_PREDICATE, scope="game", scope_n=None, cues=frozenset(),
        )  # fmt: skip

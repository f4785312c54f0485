"""The parts of a game, as the knowledge base calls them, and how they hang together."""

from __future__ import annotations

UNTIL = {
    "Q1": "Q1", "Q2": "H1", "H1": "H1", "Q3": "Q1-Q3", "Q1-Q3": "Q1-Q3", "Q4": "REG",
    "H2": "REG", "REG": "REG",
}  # fmt: skip
"""The part from the start of the game to the end of another one."""

BEFORE = {"Q2": "Q1", "Q3": "H1", "H2": "H1", "Q4": "Q1-Q3", "OT": "REG", "OT1": "REG"}
"""The part from the start of the game to the beginning of another one."""

START = "START"
"""The tip-off: nobody has scored."""

OTHER_SIDE = {"H1": "H2", "H2": "H1", "H2-OT": "H1"}
"""What lies on the other side of half-time."""

REST = {"Q1": "Q2-Q4", "H1": "H2", "Q2": "H2", "Q1-Q3": "Q4", "Q3": "Q4"}
"""The part from the end of another one to the end of regulation."""

QUARTERS = {
    "Q1-Q3": ("Q1", "Q2", "Q3"), "Q2-Q4": ("Q2", "Q3", "Q4"), "Q2-Q3": ("Q2", "Q3"),
    "REG": ("Q1", "Q2", "Q3", "Q4"),
}  # fmt: skip
"""The quarters that a longer part is made of."""

ENDS = (("Q1", "H1", "Q1-Q3"),)
"""Parts from the start of the game whose ends may be taken for each other."""

ENDED_THERE = {"Q1": "first", "H1": "second", "Q1-Q3": "third"}
"""Which quarter is over where a part from the start of the game ends."""

BEGUN_THERE = {"Q1": "second", "H1": "third", "Q1-Q3": "fourth"}
"""Which quarter begins there."""

ORDINALS = {
    "Q1": "first", "Q2": "second", "Q3": "third", "Q4": "fourth", "H1": "first", "H2": "second",
}  # fmt: skip
"""Which of its kind a quarter or half is."""

ALIKE = (("Q1", "Q2", "Q3", "Q4"), ("H1", "H2"))
"""Parts of the game that are mistaken for each other."""

OF_OTHER_KIND = {
    "H1": ("Q1", "quarter"), "H2": ("Q2", "quarter"), "Q1": ("H1", "half"), "Q2": ("H2", "half"),
}  # fmt: skip
"""The part of the same ordinal, and its noun: the first half is mistaken for the first quarter."""

QUARTER = {number: f"Q{number}" for number in range(1, 5)}
"""The quarters by their numbers."""

_LAST = 99
"""No game has so many periods."""

_PERIODS = {
    "H1": (1, 2), "H2": (3, 4), "REG": (1, 4), "OT": (5, _LAST), "GAME": (1, _LAST),
    **{f"Q{number}": (number, number) for number in range(1, 5)},
    **{f"OT{number}": (number + 4, number + 4) for number in range(1, 10)},
}  # fmt: skip
"""The first and the last period of each part."""


def in_stretch(period: int, stretch: str | None) -> bool:
    """Return whether a period belongs to a stretch; any does to None, or to one nobody knows.

    Args:
        period: A quarter, or from 5 an overtime.
        stretch: As the parser writes it: ``Q3``, ``H1``, ``OT2``, ``Q2-Q3``, ``H2-OT``.
    """
    bounds = [_PERIODS.get(end) for end in (stretch or "").split("-")]
    if bounds[0] is None or bounds[-1] is None:
        return True
    return bounds[0][0] <= period <= bounds[-1][1]

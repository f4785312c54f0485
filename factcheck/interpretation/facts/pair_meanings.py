"""What a pair of numbers may be, and the words that tell what is counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from factcheck.knowledge.facts import SHOTS
from factcheck.language.mentions import Unit


@dataclass(frozen=True, slots=True)
class PairMeaning:
    """What a pair of numbers may be.

    Args:
        first: What the first number would have to be.
        second: What the second would have to be.
        told: A sentence that says so.
        statistic: What they count.
        adds_up: Whether their sum tells what they are, so that both may be wrong at once.
    """

    first: float
    second: float
    told: str
    statistic: str
    adds_up: bool = False

    def off(self, said: tuple[int, int]) -> float:
        """Return by how much two numbers together are off."""
        return abs(said[0] - self.first) + abs(said[1] - self.second)

    def wrong(self, first: int, second: int) -> list[str]:
        """Return which of two numbers is not right: one alone, unless their sum is."""
        wrong = [
            which
            for which, said, true in (("first", first, self.first), ("second", second, self.second))
            if said != true
        ]
        return wrong if len(wrong) == 1 or self.adds_up else []


_KIND_OF = {code: kind for kind, codes in SHOTS.items() for code in (kind, *codes)}


def kinds_of(named: Iterable[Any]) -> Iterator[str]:
    """Yield the kinds of shots among the codes of mentions."""
    return (_KIND_OF[code] for code in named if isinstance(code, str) and code in _KIND_OF)


def told_in(
    units: Sequence[Unit], implied: Mapping[tuple[str, ...], str]
) -> Iterator[tuple[int, str]]:
    """Yield what words count without naming it, "rebounding", and the statistics named."""
    codes = [unit.norm for unit in units]
    for index, unit in enumerate(units):
        if unit.mention is not None:
            if unit.mention.label == "statistic":
                yield index, unit.mention.value
            continue
        for words, code in implied.items():
            if tuple(codes[index : index + len(words)]) == words:
                yield index, code

"""What a sentence names: whose, of what and of which part of the game its numbers may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from factcheck.knowledge.facts import SHOTS, Owner
from factcheck.language.mentions import Sentence
from factcheck.parser.document import Document

_FAR = 3
"""Sentences before one whose names its numbers may be of."""


@dataclass(slots=True)
class Vicinity:
    """What a sentence names: whose, of what and when its numbers may be."""

    owners: list[Owner] = field(default_factory=list)
    statistics: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)

    def add(self, other: Vicinity) -> None:
        """Add what another sentence names."""
        self.owners += [owner for owner in other.owners if owner not in self.owners]
        self.statistics += [code for code in other.statistics if code not in self.statistics]
        self.parts += [part for part in other.parts if part not in self.parts]


def vicinity(sentence: Sentence) -> Vicinity:
    """Return what a sentence names."""
    near = Vicinity()
    for mention in (unit.mention for unit in sentence.units if unit.mention is not None):
        data = mention.data
        if mention.label in {"player", "team"} and data.get("value") is not None:
            near.owners.append(data["value"])
        elif mention.label == "statistic":
            near.statistics.append(mention.value)
        elif mention.label == "shot":
            made, attempts = SHOTS.get(mention.value, SHOTS["FG"])
            near.statistics += [made, attempts, f"{mention.value}_PCT"]
        elif mention.label == "period":
            near.parts.append(mention.value)
    if sentence.section is not None:
        near.parts.append(sentence.section)
    return near


def vicinities(document: Document) -> list[Vicinity]:
    """Return what each sentence of a document names."""
    return [vicinity(sentence) for sentence in document.sentences]


def before(near: Sequence[Vicinity], index: int) -> Vicinity:
    """Return what the sentences before one name."""
    gathered = Vicinity()
    for other in near[max(0, index - _FAR) : index]:
        gathered.add(other)
    return gathered

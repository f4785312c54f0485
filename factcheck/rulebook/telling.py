"""Tellings: what the whole sentence of a rule without patterns must tell, in any order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from factcheck.errors import RuleError
from factcheck.rulebook.patterns import Pattern

ALONE: Mapping[str, Mapping[str, str]] = {
    "nobody": {},
    "player": {"player": "player"},
    "team": {"team": "team"},
    "two players": {"first_player": "player", "second_player": "player"},
    "three players": {
        "first_player": "player", "second_player": "player", "third_player": "player",
    },
    "two teams": {"first_team": "team", "second_team": "team"},
    "three teams": {"first_team": "team", "second_team": "team", "third_team": "team"},
}  # fmt: skip
"""Who alone may be named in a sentence, with the slots that the names fill, in their order."""

AGAINST = "against"
"""A slot of patterns for the other team, where it is named as that: "had 12 **against Denver**"."""

FIELDS = ("alone", "numbers", "tells", "may_tell")
_OTHERS = (
    "patterns", "exclude", "details", "requires", "subject", "others", "distribution", "fact",
    "construction", "consumes",
)  # fmt: skip
_COUNTED = {"number", "percent", "score", "record", "shooting"}


@cache
def is_counted(kinds: str) -> bool:
    """Return whether a slot is filled by a number, or by several."""
    return not _COUNTED.isdisjoint(kinds.split("|"))


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing that a sentence must tell, or may tell, in one of many ways.

    Args:
        name: Its name; a column of the claim where patterns have values.
        patterns: The ways of telling it, each with the value that it gives ("" for none).
        needed: Whether a sentence without it is no telling of the rule's.
    """

    name: str
    patterns: tuple[tuple[Pattern, str], ...]
    needed: bool


@dataclass(frozen=True, slots=True)
class Telling:
    """What the sentence of a rule tells, and nothing else.

    Args:
        alone: Who is named in it, one of :data:`ALONE`.
        numbers: Slots for its numbers, in their order: those that no concept's pattern takes.
        concepts: What it must and may tell.
    """

    alone: str
    numbers: tuple[str, ...] = ()
    concepts: tuple[Concept, ...] = ()

    @property
    def patterns(self) -> list[Pattern]:
        """The patterns of all concepts."""
        return [pattern for concept in self.concepts for pattern, _ in concept.patterns]

    @property
    def names_opponent(self) -> bool:
        """Whether it may name the other team besides."""
        return any(AGAINST in pattern.slots for pattern in self.patterns)

    @property
    def slots(self) -> dict[str, str]:
        """The slots that no pattern fills: names and numbers."""
        return {**ALONE[self.alone], **dict.fromkeys(self.numbers, "number")}

    @property
    def values(self) -> list[str]:
        """The names of the concepts whose value is a column of the claim."""
        return [c.name for c in self.concepts if any(value for _, value in c.patterns)]

    @property
    def owned(self) -> tuple[str, ...]:
        """The slots of all that is counted: no less specific rule decides them as well."""
        slots = [
            name
            for pattern in self.patterns
            for name, kinds in pattern.slots.items()
            if is_counted(kinds)
        ]
        return tuple(dict.fromkeys([*self.numbers, *slots]))


def read_telling(item: Mapping[str, Any], compiled: Callable[[str], Pattern]) -> Telling | None:
    """Return what a rule says that its sentence tells; None where it says nothing of the kind.

    Args:
        item: The rule's fields.
        compiled: Compiles a pattern.

    Raises:
        RuleError: Such a rule lacks a field, or has one that is for rules with patterns.
    """
    if not any(name in item for name in FIELDS):
        return None
    for name in ("alone", "tells"):
        if not item.get(name):
            raise RuleError(f"the field {name} is missing: what a sentence tells needs both")
    for name in _OTHERS:
        if name in item:
            raise RuleError(f"a rule on what a sentence tells has no {name}: it is read as a whole")
    if item["alone"] not in ALONE:
        raise RuleError(f"alone must be one of {', '.join(ALONE)}")
    numbers = tuple(item.get("numbers", ()))
    names = [*ALONE[item["alone"]], *numbers]
    if len(set(names)) < len(names):
        raise RuleError("numbers names a slot twice, or one that a name fills")
    concepts = [
        *_concepts(item["tells"], compiled, needed=True),
        *_concepts(item.get("may_tell", {}), compiled, needed=False),
    ]
    told = [concept.name for concept in concepts]
    if doubled := sorted({name for name in told if told.count(name) > 1}):
        raise RuleError(f"tells and may_tell both say {doubled[0]}")
    telling = Telling(item["alone"], numbers, tuple(concepts))
    for pattern in telling.patterns:
        if taken := sorted({*names} & {*pattern.slots, *pattern.labels}):
            raise RuleError(f"pattern {pattern.source!r}: {taken[0]} is filled without a pattern")
    return telling


def _concepts(
    data: Mapping[str, Sequence[str]], compiled: Callable[[str], Pattern], *, needed: bool
) -> list[Concept]:
    """Return concepts, of which "shot FG3" and "shot FT" are two values of one."""
    told: dict[str, list[tuple[Pattern, str]]] = {}
    for key, sources in data.items():
        name, *value = key.split()
        if len(value) > 1:
            raise RuleError(f"tells {key}: a name stands there, and perhaps one value")
        for source in sources:
            pattern = compiled(source)
            if pattern.first is None:
                raise RuleError(f"pattern {source!r}: what a sentence tells begins with no gap")
            told.setdefault(name, []).append((pattern, value[0] if value else ""))
    for name, patterns in told.items():
        if len({bool(value) for _, value in patterns}) > 1:
            raise RuleError(f"tells {name}: all of it has values, or nothing has")
    return [Concept(name, tuple(patterns), needed) for name, patterns in told.items()]

"""What is wrong where the knowledge base speaks against claims: explanations, and the likeliest.

As a rule reads a sentence, one of its words is wrong. Often something else explains as much with
less: the number is that of a part of the game told of, another word says which part or which game
wrongly, somebody else was meant by a name and all that is said of him is true. Each source of such
explanations says what it rests on, as features. A logistic regression a source, whose weights are
data (``rules/decision/explanations.toml``, fitted by ``benchmarks/fit_explanations.py``), says how
much likelier the explanation is than what the rules found; of those that explain the same the
likeliest stands (interpretation as abduction: Hobbs, Stickel, Appelt and Martin 1993).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol, TypeVar

from factcheck.interpretation.confidence import read_weights
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.language.mentions import Mention

PLAYER, TEAM = "player", "team"
"""Somebody else is meant by a name."""
ABSENT = "absent player"
"""Of a man who did not play, what is said is meant of another."""
TOLD_PART, MOMENT = "told part", "moment"
"""A number is that of a part of the game, or of a moment, of which the text tells."""
OTHER_PART, OTHER_KIND, WHOLE = "other part", "other kind of part", "whole"
"""The word that says which part is wrong; the one that says of which kind; the number of all."""
OTHER_MOMENT = "other moment"
"""The word that says in which part of the game a moment was is wrong."""
OTHER_ROLE = "other role"
"""The word for starters or for the bench is wrong."""
OTHER_STATISTIC = "other statistic"
"""The noun that says what a number counts is wrong."""
DAY, OPPONENT = "day", "opponent"
"""Of a day and an opponent, one is of another game."""
CLEFT = "cleft"
"""The sentence tells who it was: the name, not the word that a rule marks."""

SOURCES = (
    PLAYER, TEAM, ABSENT, TOLD_PART, MOMENT, OTHER_PART, OTHER_KIND, WHOLE,
    OTHER_MOMENT, OTHER_ROLE, OTHER_STATISTIC, DAY, OPPONENT, CLEFT,
)  # fmt: skip

CLOSE = 0.4
"""Log odds by which it must be likelier than one of another source; else neither stands."""

Weights = Mapping[str, Mapping[str, float]]
"""Log odds by source and feature."""

Tokens = tuple[int, int]
"""The first token of a stretch of the text, from 0, and one past its last."""


class Explanation(Protocol):
    """What explains some of what speaks against claims otherwise than their rules do."""

    @property
    def source(self) -> str:
        """One of :data:`SOURCES`."""

    @property
    def features(self) -> Mapping[str, float]:
        """What speaks for it, where positive weights say so, and against it."""

    @property
    def explains(self) -> Collection[Hashable]:
        """What it explains: of two that explain the same one stands."""

    @property
    def marked(self) -> Collection[Tokens]:
        """The words that are wrong by it; none where nothing is."""

    @property
    def cleared(self) -> Collection[Tokens]:
        """The words that rules found wrong, and that are right by it."""


Chosen = TypeVar("Chosen", bound=Explanation)
Watch = Callable[[Sequence[Explanation], Sequence[Explanation]], None]
"""Is shown the explanations that were offered at once, and those that stand."""


def load_weights(path: Path) -> Weights:
    """Read the weights of each source.

    Raises:
        RuleError: The file is missing or not well formed.
    """
    return {source: read_weights(path, source) for source in SOURCES}


class Chooser:
    """Chooses between explanations and what rules found.

    Args:
        weights: Log odds, by source and feature.
    """

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._watch: Watch | None = None

    @contextmanager
    def watched(self, watch: Watch) -> Iterator[None]:
        """Show all choices to somebody, for who explains them or fits the weights."""
        self._watch, before = watch, self._watch
        try:
            yield
        finally:
            self._watch = before

    def odds(self, explanation: Explanation) -> float:
        """Return the log odds that an explanation is right, and not what the rules found."""
        own = self.weights[explanation.source]
        return sum(own.get(name, 0.0) * value for name, value in explanation.features.items())

    def choose(self, explanations: Iterable[Chosen]) -> list[tuple[Chosen, float]]:
        """Return the explanations that are likelier than what the rules found, with their odds.

        Of those that explain the same the likeliest is returned, or none where another source's is
        nearly as likely.
        """
        offered = list(explanations)
        ranked = [(self.odds(one), one) for one in offered]
        ranked.sort(key=lambda pair: -pair[0])
        taken: dict[Hashable, tuple[float, str]] = {}
        chosen: list[tuple[Chosen, float]] = []
        doubtful: set[Hashable] = set()
        for how, one in ranked:
            if how <= 0:
                break
            rivals = [taken[place] for place in one.explains if place in taken]
            if any(source != one.source and best < how + CLOSE for best, source in rivals):
                doubtful.update(one.explains)
            if not rivals:
                chosen.append((one, how))
                taken |= dict.fromkeys(one.explains, (how, one.source))
        standing = [(one, how) for one, how in chosen if doubtful.isdisjoint(one.explains)]
        if self._watch is not None and offered:
            self._watch(offered, [one for one, _ in standing])
        return standing


@dataclass(frozen=True, slots=True)
class Instead:
    """Another finding in place of one that speaks against a claim.

    Args:
        source: Where it comes from.
        features: What speaks for it.
        item: The claim with its findings.
        place: The number of the finding among them, from 0.
        finding: What is found instead.
        marks: The tokens of a slot that the finding marks, where the claim has no such slot.
        names: The mention that fills such a slot, where one does.
    """

    source: str
    features: Mapping[str, float]
    item: VerifiedClaim
    place: int
    finding: Finding
    marks: Mapping[str, Tokens] = field(default_factory=dict)
    names: Mapping[str, Mention] = field(default_factory=dict)

    @property
    def explains(self) -> Collection[Hashable]:
        """The finding."""
        return ((id(self.item), self.place),)

    @property
    def marked(self) -> Collection[Tokens]:
        """The words that the finding speaks against."""
        if self.finding.holds is not False:
            return ()
        slot = self.finding.mark or self.item.claim.rule.mark
        return (self.marks.get(slot) or self.item.claim.marks[slot],)

    @property
    def cleared(self) -> Collection[Tokens]:
        """The words that the claim's own finding speaks against."""
        return (self.item.tokens(self.item.findings[self.place]),)


def with_findings(
    items: Sequence[VerifiedClaim], chosen: Iterable[tuple[Instead, float]]
) -> list[VerifiedClaim]:
    """Return claims with what is found instead of some of their findings.

    Args:
        items: Claims.
        chosen: What is found instead, with the log odds that it is right.
    """
    instead: dict[int, list[tuple[Instead, float]]] = {}
    for one, odds in chosen:
        instead.setdefault(id(one.item), []).append((one, odds))
    return [_with(item, instead[id(item)]) if id(item) in instead else item for item in items]


def _with(item: VerifiedClaim, chosen: Iterable[tuple[Instead, float]]) -> VerifiedClaim:
    findings = list(item.findings)
    for one, odds in chosen:
        item.claim.marks.update(one.marks)
        item.claim.mentions.update(one.names)
        findings[one.place] = replace(one.finding, instead={one.source: odds})
    return VerifiedClaim(item.claim, findings, item.denied)

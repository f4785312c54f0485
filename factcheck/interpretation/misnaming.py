"""Is a name wrong, or what is said of it?

Where statements about a player or a team are wrong, either each of them is, or the name alone: the
numbers then are those of somebody else. The two readings are compared by a logistic regression
whose weights are data (``rules/decision/misnaming.toml``, fitted on annotated text by
``benchmarks/fit_misnaming.py``): how many of the statements fit another, how rare it is that they
do by chance, how far off they are as written, who else is named, how error-prone the text is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from factcheck.interpretation.confidence import read_weights
from factcheck.interpretation.doubted_names import (
    KINDS,
    Key,
    Suspect,
    Told,
    candidates_of,
    features_of,
    suspects_in,
    told_in,
)
from factcheck.interpretation.matching import RawClaim
from factcheck.interpretation.other_sources import Retell, heed_sources
from factcheck.interpretation.verifying import VerifiedClaim
from factcheck.knowledge.facts import GameFacts
from factcheck.language.mentions import Mention
from factcheck.parser.document import Document

Verify = Callable[[Sequence[RawClaim]], list[VerifiedClaim]]
Weights = Mapping[str, Mapping[str, float]]
"""Log odds by kind of name (player, team) and feature."""


def load_weights(path: Path) -> Weights:
    """Read the weights of each kind of name.

    Raises:
        RuleError: The file is missing or not well formed.
    """
    return {kind: read_weights(path, kind) for kind in KINDS}


@dataclass(slots=True)
class Misnamed:
    """A name that another name explains better.

    Args:
        mention: The name as written.
        key: The id of the player or team it should be.
        odds: The log odds that the name is what is wrong.
        claims: The statements, verified under the other name.
        replaced: The statements as written, which it makes void.
    """

    mention: Mention
    key: Key
    odds: float
    claims: list[VerifiedClaim]
    replaced: list[RawClaim]


def odds(features: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return the log odds that a name is what is wrong."""
    return sum(weights.get(name, 0.0) * value for name, value in features.items())


def is_namesake(mention: Mention, key: Key) -> bool:
    """Return whether a name as written may be the other's as well: there are two Johnsons."""
    return mention.value != "full" and key in mention.data.get("keys", ())


@dataclass(slots=True)
class Other:
    """Somebody else who may be meant by a name.

    Args:
        suspect: The name as written.
        key: The id of the other.
        read: What is said, verified for the other, in the order of the suspect's group.
        features: What speaks for the name being wrong; empty if nothing does.
    """

    suspect: Suspect
    key: Key
    read: list[VerifiedClaim] = field(default_factory=list)
    features: dict[str, float] = field(default_factory=dict)


def find_others(
    documents: Sequence[Document],
    verified: Sequence[Sequence[VerifiedClaim]],
    facts: Mapping[str, GameFacts],
    verify: Verify,
    typical: tuple[float, float],
    retell: Retell | None = None,
) -> list[list[Other]]:
    """Find, for each document, who else its names may mean, with what speaks for it.

    Who may be meant is found in memory; what is said is verified for them, for all documents
    together.

    Args:
        documents: Bound documents.
        verified: All claims of each.
        facts: What is known of their games.
        verify: Verifies claims.
        typical: Wrong and right claims that a text of unknown quality counts with beforehand.
        retell: Asks again, of a game as a source tells it.
    """
    found: list[list[Other]] = []
    stories: list[Told] = []
    for document, items in zip(documents, verified, strict=True):
        assert document.game is not None
        story = told_in(document, items, facts[document.game.id], typical)
        stories.append(story)
        found.append(
            [
                Other(suspect, key)
                for suspect in suspects_in(document, items, story)
                for key in candidates_of(suspect, story)
            ]
        )
    asked = [
        asked_of(document, item.claim, other.key)
        for document, others in zip(documents, found, strict=True)
        for other in others
        for item in other.suspect.group
    ]
    answers = iter(verify(asked) if asked else [])
    for story, others in zip(stories, found, strict=True):
        # All names of a story at once: a source is asked again about everything together.
        read = [next(answers) for other in others for _ in other.suspect.group]
        heeded = iter(heed_sources(read, story.facts, retell))
        for other in others:
            other.read = [next(heeded) for _ in other.suspect.group]
            other.features = features_of(other.suspect, other.key, other.read, story)
    return [[other for other in others if other.features] for others in found]


def best_of(others: Iterable[Other], weights: Weights) -> list[tuple[Other, float]]:
    """Return the likeliest other of each suspect, with the log odds that the name is wrong."""
    best: dict[int, tuple[Other, float]] = {}
    for other in others:
        how = odds(other.features, weights.get(other.suspect.kind, {}))
        known = best.get(id(other.suspect))
        if known is None or how > known[1]:
            best[id(other.suspect)] = (other, how)
    return list(best.values())


def find_misnamed(
    documents: Sequence[Document],
    verified: Sequence[Sequence[VerifiedClaim]],
    facts: Mapping[str, GameFacts],
    verify: Verify,
    weights: Weights,
    typical: tuple[float, float],
    retell: Retell | None = None,
) -> list[list[Misnamed]]:
    """Find, for each document, the names that are wrong rather than what is said of them.

    Args:
        documents: Bound documents.
        verified: All claims of each.
        facts: What is known of their games.
        verify: Verifies claims.
        weights: Log odds, by kind of name and feature.
        typical: Wrong and right claims that a text of unknown quality counts with beforehand.
        retell: Asks again, of a game as a source tells it.
    """
    return [
        [
            Misnamed(
                other.suspect.mention, other.key, how, other.read,
                [item.claim for item in other.suspect.group],
            )
            for other, how in _one_of_repeated(document, _likelier_wrong(others, weights))
        ]
        for document, others in zip(
            documents, find_others(documents, verified, facts, verify, typical, retell), strict=True
        )
    ]  # fmt: skip


def _likelier_wrong(others: Iterable[Other], weights: Weights) -> list[tuple[Other, float]]:
    """Return who is meant by the names that are likelier wrong than all that is said of them."""
    return [
        (other, how)
        for other, how in best_of(others, weights)
        if how > 0 and 1 + _marked(other.read) <= _marked(other.suspect.group)
    ]


def _one_of_repeated(
    document: Document, chosen: Sequence[tuple[Other, float]]
) -> list[tuple[Other, float]]:
    """Return wrong names, of those that a sentence has twice the likelier one.

    "The Suns shot 46 percent, while the Suns shot 50": one of the two is the other team, not both.
    """
    best: dict[tuple[int, Key], float] = {}
    for other, how in chosen:
        place = _repetition(document, other)
        best[place] = max(how, best.get(place, how))
    return [
        (other, how)
        for other, how in chosen
        if not other.suspect.repeated or how == best[_repetition(document, other)]
    ]


def _repetition(document: Document, other: Other) -> tuple[int, Key]:
    """Return the sentence of a name and whom it names."""
    mention = other.suspect.mention
    return document.sentence_at(mention.start), mention.data["value"]


def asked_of(document: Document, claim: RawClaim, key: Key) -> RawClaim:
    """Return a claim with another subject."""
    game = document.game
    assert game is not None
    if isinstance(key, int):
        team_id = game.roster[key]
        row: dict[str, Any] = claim.row | {"player_id": key, "team_id": team_id}
        if "player" in claim.rule.slots and "player" in claim.row:
            row |= {"player": key, "player_team_id": team_id}
        row |= {name: key for name in claim.rule.each if name in row}
    else:
        team_id = key
        row = claim.row | {"team_id": key}
        if "team" in claim.rule.slots and "team" in claim.row:
            row |= {"team": key}
    return claim.with_row(row | {"opponent_id": game.opponent(team_id)})


def _marked(group: Iterable[VerifiedClaim]) -> int:
    """Count the spans that a reading would mark."""
    spans = {
        item.claim.marks.get(finding.mark or item.claim.rule.mark)
        for item in group
        for finding in item.contradictions
    }
    return len(spans)

"""Is a name wrong, or what is said of it?

Where statements about a player or a team are wrong, either each of them is, or the name alone: the
numbers then are those of somebody else. The two readings are compared by a logistic regression
whose weights are data (``rules/decision/misnaming.toml``, fitted on annotated text by
``benchmarks/fit_misnaming.py``): how many of the statements fit another, how rare it is that they
do by chance, how far off they are as written, who else is named, how error-prone the text is.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from factcheck.interpretation.confidence import error_prior, read_weights
from factcheck.interpretation.matching import RawClaim
from factcheck.interpretation.other_sources import Retell, heed_sources
from factcheck.interpretation.said import Statement, mates_of, statement_of
from factcheck.interpretation.verifying import VerifiedClaim
from factcheck.knowledge.facts import POINTS, GameFacts, Owner
from factcheck.language.mentions import Mention
from factcheck.model import Category
from factcheck.parser.document import Document

Key = int | str
"""The id of a player or of a team."""
Verify = Callable[[Sequence[RawClaim]], list[VerifiedClaim]]
Weights = Mapping[str, Mapping[str, float]]
"""Log odds by kind of name (player, team) and feature."""

_USUAL_OFF = 1.5
"""The feature of how far off, where that cannot be said."""
_SLIP = 3.0
"""By how much a number may be off that is miscounted."""
_MOST_TRIED = 3
"""How many others may be meant by a name, the likeliest first."""


KINDS = ("player", "team")


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


def _team(facts: GameFacts, player: Key) -> str | None:
    return facts.team_of.get(player) if isinstance(player, int) else None


@dataclass(slots=True)
class Suspect:
    """A name with statements against it.

    Args:
        mention: The name as written.
        group: The claims that hang on it alone.
        statements: Those of them that can be asked of another.
        placed_wrong: Whether another claim marks the name itself as wrong.
        repeated: Whether its clause has the same name as a subject twice.
    """

    mention: Mention
    group: list[VerifiedClaim]
    statements: list[Statement]
    placed_wrong: bool = False
    repeated: bool = False

    @property
    def kind(self) -> str:
        """``player`` or ``team``."""
        return self.mention.kind


@dataclass(slots=True)
class _Story:
    """What a story tells, for all its suspects."""

    facts: GameFacts
    named: Counter[Key] = field(default_factory=Counter)
    told: set[tuple[Key, str]] = field(default_factory=set)
    prior: float = 0.0
    said: dict[int, Statement | None] = field(default_factory=dict)

    def statement(self, item: VerifiedClaim) -> Statement | None:
        """Return what a claim of the story says as a number, found out once."""
        key = id(item)
        if key not in self.said:
            self.said[key] = statement_of(item)
        return self.said[key]


def _suspects(
    document: Document, items: Sequence[VerifiedClaim], story: _Story
) -> Iterator[Suspect]:
    by_mention: dict[int, tuple[Mention, list[VerifiedClaim]]] = {}
    for item in items:
        subjects = item.claim.subjects
        if item.claim.rule.rivals and len(subjects) == 1 and subjects[0].kind in KINDS:
            by_mention.setdefault(id(subjects[0]), (subjects[0], []))[1].append(item)
    marked = {
        item.claim.marks.get(finding.mark or item.claim.rule.mark)
        for item in items
        for finding in item.contradictions
    }
    for mention, group in sorted(by_mention.values(), key=lambda pair: pair[0].start):
        if any(item.contradictions for item in group):
            statements = [s for item in group if (s := story.statement(item)) is not None]
            yield Suspect(
                mention, group, statements, (mention.start, mention.end) in marked,
                _repeated(document, mention),
            )  # fmt: skip


def _repeated(document: Document, mention: Mention) -> bool:
    """Return whether a name's sentence has the same one as a subject elsewhere."""
    if mention.kind != "team":
        return False
    number = document.sentence_at(mention.start)
    return any(
        frame.subject == "team"
        and frame.team is not None
        and frame.team is not mention
        and frame.team.start != mention.start
        and frame.team.data.get("value") == mention.data["value"]
        for frame in document.frames[number]
    )


def _candidates(suspect: Suspect, story: _Story) -> list[Key]:
    """Return who else may be meant: the other team; players whom most of what is wrong fits.

    Men of the other team are tried where it is doubtful whose the name is.
    """
    facts, written = story.facts, suspect.mention.data["value"]
    if suspect.kind == "team":
        return [team for team in facts.teams if team != written]
    team = facts.team_of.get(written)
    wrong = [s for s in suspect.statements if s.wrong]
    misplaced = suspect.placed_wrong or any(
        item.contradictions and item.claim.rule.category in {Category.NAME, Category.CONTEXT}
        for item in suspect.group
    )
    anywhere = team is None or misplaced or len(wrong) > 1
    tried = []
    for key, theirs in facts.team_of.items():
        if key == written or not (anywhere or theirs == team):
            continue
        fixed = sum(s.fits(facts, key) for s in wrong)
        if fixed:
            lost = sum(not s.wrong and not s.fits(facts, key) for s in suspect.statements)
            unlikely = (key in story.named) + (theirs != team) / 2
            tried.append((2 * (lost - fixed) + unlikely, -(facts.value(key, POINTS) or 0.0), key))
    return [key for *_, key in sorted(tried)[:_MOST_TRIED]]


def _features(
    suspect: Suspect, key: Key, read: Sequence[VerifiedClaim], story: _Story
) -> dict[str, float]:
    """Return what speaks for a name being wrong rather than what is said of it.

    Args:
        suspect: The name as written.
        key: Who else may be meant.
        read: What is said, verified for that one, in the order of the suspect's group.
        story: What the story tells besides.
    """
    facts, written = story.facts, suspect.mention.data["value"]
    pairs = list(zip(suspect.group, read, strict=True))
    wrong = [(old, new) for old, new in pairs if old.contradictions]
    fixed = [old for old, new in wrong if new.decided and not new.contradictions]
    if not fixed:
        return {}
    right = [(old, new) for old, new in pairs if old.decided and not old.contradictions]
    kept = sum(new.decided and not new.contradictions for _, new in right)
    lost = sum(bool(new.contradictions) for _, new in right)
    numbers = [s for s in suspect.statements if any(s.item is old for old in fixed)]
    mates: Sequence[Owner] = mates_of(facts, key)
    shares = [sum(s.fits(facts, x) for x in mates) / len(mates) for s in numbers]
    off = [s.off(facts, written) for s in suspect.statements if s.wrong and not s.first_place]
    features = {
        "bias": 1.0,
        "fixed": len(fixed) - 1.0,
        "all fixed": float(len(fixed) == len(wrong)),
        "unfixed": float(len(wrong) - len(fixed)),
        "kept": float(kept),
        "lost": float(lost),
        "words fixed": float(len(fixed) - len(numbers)),
        # "Home" and "win" are not mistaken at once, nor the leader and his number.
        "words agree": float(len(fixed) > max(1, len(numbers))),
        "leads with it": float(
            any(s.first_place for s in numbers) and any(not s.first_place for s in numbers)
        ),
        "rare": sum(-math.log(share) for share in shares if share),
        "off": math.log1p(sum(off) / len(off)) if off else _USUAL_OFF,
        "slip": float(bool(off) and min(off) <= _SLIP),
        "points": float(any(s.statistic == POINTS for s in numbers)),
        "size": math.log1p(max((s.value for s in numbers), default=0.0)),
        "shooting": float(any(s.second is not None for s in numbers)),
        "first place": float(any(s.first_place for s in numbers)),
        "placed wrong": float(suspect.placed_wrong),
        "prior": story.prior,
    }
    if suspect.kind == "team":
        return features | {"repeated": float(suspect.repeated)}
    points = facts.value(key, POINTS) or 0.0
    above = sum((facts.value(x, POINTS) or 0.0) > points for x in mates if x not in story.named)
    return features | {
        "named": float(key in story.named),
        "told": float(any((key, s.statistic) in story.told for s in numbers)),
        "written again": float(story.named[written] > 1),
        "rank": 0.0 if key in story.named else math.log1p(above),
        "prominence": (points - (facts.value(written, POINTS) or 0.0)) / 10,
        "other team": float(_team(facts, key) != _team(facts, written)),
    }


def odds(features: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return the log odds that a name is what is wrong."""
    return sum(weights.get(name, 0.0) * value for name, value in features.items())


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
    stories: list[_Story] = []
    for document, items in zip(documents, verified, strict=True):
        assert document.game is not None
        story = _told(document, items, facts[document.game.id], typical)
        stories.append(story)
        found.append(
            [
                Other(suspect, key)
                for suspect in _suspects(document, items, story)
                for key in _candidates(suspect, story)
            ]
        )
    asked = [
        item.claim.with_row(_reread(document, item.claim, other.key))
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
            other.features = _features(other.suspect, other.key, other.read, story)
    return [[other for other in others if other.features] for others in found]


def _told(
    document: Document,
    items: Sequence[VerifiedClaim],
    facts: GameFacts,
    typical: tuple[float, float],
) -> _Story:
    story = _Story(facts)
    for mention in document.mentions():
        if mention.kind in KINDS and mention.data.get("value") is not None:
            story.named[mention.data["value"]] += 1
    for item in items:
        if len(item.claim.subjects) == 1 and (said := story.statement(item)) is not None:
            story.told.add((item.claim.subjects[0].data["value"], said.statistic))
    decided = [item for item in items if item.decided]
    wrong = sum(bool(item.contradictions) for item in decided)
    story.prior = error_prior(wrong, len(decided), typical)
    return story


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
            for other, how in best_of(others, weights)
            if how > 0 and 1 + _marked(other.read) <= _marked(other.suspect.group)
        ]
        for others in find_others(documents, verified, facts, verify, typical, retell)
    ]  # fmt: skip


def _reread(document: Document, claim: RawClaim, key: Key) -> dict[str, Any]:
    """Return the claim's columns with another subject."""
    game = document.game
    assert game is not None
    if isinstance(key, int):
        team_id = game.roster[key]
        row: dict[str, Any] = claim.row | {"player_id": key, "team_id": team_id}
        if "player" in claim.rule.slots and "player" in claim.row:
            row |= {"player": key, "player_team_id": team_id}
    else:
        team_id = key
        row = claim.row | {"team_id": key}
        if "team" in claim.rule.slots and "team" in claim.row:
            row |= {"team": key}
    return row | {"opponent_id": game.opponent(team_id)}


def _marked(group: Iterable[VerifiedClaim]) -> int:
    """Count the spans that a reading would mark."""
    spans = {
        item.claim.marks.get(finding.mark or item.claim.rule.mark)
        for item in group
        for finding in item.contradictions
    }
    return len(spans)

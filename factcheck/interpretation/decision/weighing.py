"""What speaks for and against a mistake, as features, and the confidence that follows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from factcheck.interpretation.confidence import PRIOR, ConfidenceModel, error_prior
from factcheck.interpretation.decision.proposals import (
    Proposal,
    counts_games,
    exchanged,
    is_whole,
    names_one_twice,
    names_part,
    number_stated,
    right_number,
    said_number,
)
from factcheck.interpretation.decision.understanding import Understanding
from factcheck.interpretation.decision.what_holds import WhatHolds
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.readings.others import Reading, Stated, other_readings
from factcheck.interpretation.readings.vicinity import Vicinity, before, vicinities
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.knowledge.facts import SHOTS, GameFacts
from factcheck.parser.document import Document
from factcheck.rulebook.telling import ALONE

_LARGE, _FAR_OFF = 120.0, 20.0
"""From here on a number is no larger, and no farther off: what is absurd is not doubtful."""


_WELL_READ = 2.5
"""Log odds of what was read of a text (one name or number in 13 is not) from which on the size of
an error says less and less of a misreading: what invents its numbers is far off as often as not."""


_OF_OTHERS = ("fixed", "lost", "rare")
"""Features of a wrong name that tell how well what is said fits the other one, man or team."""

_OWNERS = frozenset({"owner", "far owner"})
"""Readings that take a number for somebody else's."""

_SURE = 6.0
"""Log odds of an explanation from which on it is no surer."""

WRONG_PLAYER, WRONG_TEAM = "wrong-player", "wrong-team"
"""The rules of names that another name explains better."""

_HARDLY = 0.1
"""A statement that is less surely a mistake is probably misread, and its name tells nothing."""


@dataclass(slots=True)
class Weighed:
    """A proposal with its features and the other readings that would make it none."""

    proposal: Proposal
    features: dict[str, float]
    readings: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True)
class _Text:
    """What a document's proposals are weighed by.

    Args:
        understanding: What the rules read of it.
        near: What each sentence names.
        counts: The decided and the contradicted claims of each sentence.
        decided: The decided claims of all.
        wrong: The contradicted claims of all.
        facts: What is known of its game.
        prior: Log odds of a mistake in texts like this; None learns it from the text.
        holds: Which statements hold.
    """

    understanding: Understanding
    near: Sequence[Vicinity]
    counts: Mapping[int, tuple[int, int]]
    decided: int
    wrong: int
    facts: GameFacts
    prior: float | None
    holds: WhatHolds


class Weigher:
    """Weighs the mistakes of a document against its other readings.

    Args:
        model: The weights, and the words that make doubtful.
    """

    def __init__(self, model: ConfidenceModel) -> None:
        self.model = model

    def weigh(
        self,
        document: Document,
        verified: Sequence[VerifiedClaim],
        proposals: Sequence[Proposal],
        facts: GameFacts,
        prior: float | None = None,
    ) -> list[Weighed]:
        """Return the proposals with their features.

        Args:
            document: A bound document.
            verified: All its claims.
            proposals: The mistakes that they make.
            facts: What is known of its game.
            prior: Log odds of a mistake in texts like this; None learns it from the text.
        """
        if not proposals:
            return []
        counts = _counts_by_sentence(document, verified)
        text = _Text(
            Understanding(document, verified, self.model.doubt),
            vicinities(document),
            counts,
            sum(decided for decided, _ in counts.values()),
            sum(wrong for _, wrong in counts.values()),
            facts,
            prior,
            WhatHolds.of(document, verified),
        )
        swapped = exchanged(document, proposals)
        return [
            self._weighed(text, proposal, exchanged=id(proposal) in swapped)
            for proposal in proposals
        ]

    def _weighed(self, text: _Text, proposal: Proposal, *, exchanged: bool = False) -> Weighed:
        start, end = text.understanding.document.tokens_of(proposal.mistake.span)
        sentence = text.understanding.place(start).sentence
        features = text.understanding.features(start, end)
        features |= _of_rule(proposal)
        if exchanged:
            features |= {"off": math.log1p(1), "far off": 0.0}
        features |= _of_text(text, sentence, self.model)
        features |= text.holds.features(text.understanding.document, proposal)
        if "off" in features:
            read = -features["text unread"]
            features["off, text read"] = features["off"] * max(0.0, read - _WELL_READ)
        readings: list[Reading] = []
        stated = number_stated(proposal)
        if stated is not None:
            if not (is_whole(proposal) or counts_games(proposal)):
                here, around = text.near[sentence], before(text.near, sentence)
                readings = [
                    reading
                    for reading in other_readings(stated, text.facts, here, around)
                    if not (
                        _was_read(reading, stated, proposal)
                        or _is_of_other_shots(reading, proposal)
                        # That it is the other one's is the mistake, not another reading.
                        or (exchanged and reading.source in _OWNERS)
                    )
                ]
            features["size"] = math.log1p(min(abs(stated.value), _LARGE))
            for reading in readings:
                features[f"fits {reading.source}"] = reading.surprise
            if readings:
                features["fits any"] = max(reading.surprise for reading in readings)
        if proposal.instead_of:
            surest = max(
                self.model.confidence(self._weighed(text, other).features)
                for other in proposal.instead_of
            )
            # What is hardly thought to be said of anybody, is not thought to be of another.
            features["hardly said"] = float(surest < _HARDLY)
        if proposal.finding is not None:
            for source, odds in proposal.finding.instead.items():
                features[f"instead {source}"] = min(odds, _SURE)
        if proposal.renamed:
            kind = "team" if proposal.mistake.rule == WRONG_TEAM else "other"
            features |= {f"{kind} {name}": proposal.renamed[name] for name in _OF_OTHERS}
        features["against itself"] = float(names_one_twice(proposal))
        return Weighed(proposal, features, tuple(readings))


def _was_read(reading: Reading, stated: Stated, proposal: Proposal) -> bool:
    """Return whether the rule itself held a number against what a reading would have it mean.

    "Missed two of his six free throws" of a man who made two: the verb says that it is not those.
    """
    kind = proposal.finding.evidence.get("shot") if proposal.finding else None
    return (
        isinstance(kind, str)
        and reading.what.statistic in SHOTS.get(kind, ())
        and reading.what.owners == (stated.owner,)
        and reading.what.part in {"", stated.part}
    )


def _is_of_other_shots(reading: Reading, proposal: Proposal) -> bool:
    """Return whether a reading is of somebody unnamed and of other shots than those named.

    "Conley was 3-for-11 from the floor" is not his opponents' three-pointers.
    """
    told = proposal.claim.mentions.get("shot") if proposal.claim else None
    return (
        told is not None
        and reading.source == "far owner"
        and any(reading.what.statistic in codes for codes in SHOTS.values())
        and reading.what.statistic not in SHOTS.get(told.value, ())
    )


def _of_rule(proposal: Proposal) -> dict[str, float]:
    """Return which rule speaks, and how it came to know whom it speaks of."""
    mistake, claim = proposal.mistake, proposal.claim
    features = {f"rule {mistake.rule}": 1.0, f"category {mistake.category}": 1.0}
    if claim is None:
        return features
    frame = claim.frame
    features[f"scope {frame.scope}"] = 1.0
    features[f"distribution {frame.distribution}"] = 1.0
    features["anaphoric"] = float(frame.anaphoric and not _names_whom(claim))
    features["aside"] = float(frame.aside)
    features["length"] = math.log1p(claim.end - claim.start)
    if claim.subjects:
        distance = max(
            0, claim.start - claim.subjects[-1].end, claim.subjects[-1].start - claim.end
        )
        features["distance"] = math.log1p(distance)
        features["many subjects"] = float(len(claim.subjects) > 1)
    else:
        features["no subject"] = 1.0
    said, right = said_number(proposal), right_number(proposal)
    if said is not None and right is not None and not names_part(proposal):
        features["off"] = math.log1p(min(abs(said - right), _FAR_OFF))
        features["far off"] = abs(said - right) / (abs(said) + abs(right) + 1)
    return features


def _names_whom(claim: RawClaim) -> bool:
    """Return whether a claim names whom it is about, in whatever clause it stands.

    A telling does, of somebody whom its sentence names; and so does what names both teams.
    """
    telling = claim.rule.telling
    slots = ALONE[telling.alone] if telling is not None else {}
    teams = {claim.row.get(slot) for slot, told in claim.mentions.items() if told.label == "team"}
    return len(teams - {None}) > 1 or (
        bool(slots) and all(slot in claim.mentions for slot in slots)
    )


def _counts_by_sentence(
    document: Document, verified: Sequence[VerifiedClaim]
) -> dict[int, tuple[int, int]]:
    """Return the decided and the contradicted claims of each sentence, from 0."""
    counts: dict[int, tuple[int, int]] = {}
    for item in verified:
        if item.decided:
            number = document.sentence_at(item.claim.start)
            decided, wrong = counts.get(number, (0, 0))
            counts[number] = (decided + 1, wrong + bool(item.contradictions))
    return counts


def _of_text(text: _Text, sentence: int, model: ConfidenceModel) -> dict[str, float]:
    """Return how error-prone the other sentences are, and how this one fares besides."""
    here_decided, here_wrong = text.counts.get(sentence, (0, 0))
    decided, wrong, prior = text.decided - here_decided, text.wrong - here_wrong, text.prior
    return {
        PRIOR: error_prior(wrong, decided, model.typical) if prior is None else prior,
        "right beside": math.log1p(here_decided - here_wrong),
        "wrong beside": math.log1p(max(0, here_wrong - 1)),
    }

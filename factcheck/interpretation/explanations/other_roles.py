"""A number of starters that is right of the bench, or the other way round: which word is wrong?

"Three Spurs reserves reached double figures" of a team of which three starters did, and one
reserve: the word for the others explains it, the more the farther the number is from the truth.
So it does for "the only starter in double figures" of a man who came off the bench.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from factcheck.interpretation.explanations.asking import Verify, ask_again
from factcheck.interpretation.explanations.likeliest import (
    OTHER_ROLE,
    Chooser,
    Instead,
    with_findings,
)
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.knowledge.facts import GameFacts
from factcheck.language.english import number_value
from factcheck.model import Category

_ROLE = "role"
"""The slot of the word for starters or for the bench, as a finding marks it."""
_STARTERS = frozenset({"starter", "starters"})
"""The words for starters that are right where one for the bench is wrong."""


def heed_other_roles(
    verified: Sequence[Sequence[VerifiedClaim]],
    facts: Sequence[GameFacts],
    roles: Mapping[str, str],
    verify: Verify,
    chooser: Chooser,
) -> list[list[VerifiedClaim]]:
    """Return the claims of each story, with the word for starters or bench wrong where it is.

    Args:
        verified: All claims of each story.
        facts: What is known of the game of each.
        roles: Words for starters and for the bench, each with the one for the others.
        verify: Verifies claims.
        chooser: Chooses between explanations.
    """
    doubted = [
        [(item, place) for item in items if (place := _role_of(item, game, roles)) is not None]
        for items, game in zip(verified, facts, strict=True)
    ]
    asked = ask_again(doubted, lambda doubt: [_of_others(doubt[0].claim, roles)], verify)
    return [
        with_findings(
            items,
            chooser.choose(
                instead
                for (item, place), (answer,) in story
                for instead in _instead(item, place, answer, roles)
            ),
        )
        for items, story in zip(verified, asked, strict=True)
    ]


def _role_of(item: VerifiedClaim, facts: GameFacts, roles: Mapping[str, str]) -> int | None:
    """Return the token of the word for starters or bench in a claim that is not true.

    None where it has no such word, or two, or where that is what the rule finds wrong; where no
    number is wrong, nor the word untrue of the man himself, it may well be another word.
    """
    claim = item.claim
    if len(item.findings) != 1 or not item.contradictions or claim.quantity is not None:
        return None
    finding, words = item.findings[0], claim.document.words
    places = [at for at in range(claim.start, claim.end) if words[at].lower() in roles]
    first, last = item.tokens(finding)
    if len(places) != 1 or first <= places[0] < last or _of_others(claim, roles).row == claim.row:
        return None
    player = claim.row.get("player_id")
    if player is None:
        return places[0] if _off(claim, finding, places[0]) else None
    meant = "starters" if roles[words[places[0]].lower()] in _STARTERS else "bench"
    return places[0] if facts.group_of.get(player) == meant else None


def _of_others(claim: RawClaim, roles: Mapping[str, str]) -> RawClaim:
    """Return what a claim says with the word for the others."""
    row = dict(claim.row)
    names = (*claim.rule.labels, *claim.rule.slots)
    for name in names:
        if isinstance(value := row.get(name), str):
            row[name] = " ".join(roles.get(word, word) for word in value.split())
    if {"bench", "starters"} <= set(names):
        # "No reserve": which label is filled says who is meant.
        row |= {"bench": claim.row.get("starters"), "starters": claim.row.get("bench")}
    return claim.with_row(row)


def _instead(
    item: VerifiedClaim, place: int, answer: VerifiedClaim, roles: Mapping[str, str]
) -> Iterator[Instead]:
    """Yield the finding on the word, if what is said is true of the others."""
    claim, finding = item.claim, item.findings[0]
    off = _off(claim, finding, place)
    if not answer.decided or answer.contradictions:
        return
    # "No starter had more than 12": that is true of many, and told of one who had just so many.
    best = answer.findings[0].evidence.get("value")
    if off and best is not None and best != claim.row.get("number"):
        return
    word = claim.document.words[place].lower()
    found = replace(finding, mark=_ROLE, category=Category.WORD, correction=roles[word])
    first, last = item.tokens(finding)
    # "The only other starter": such words count those told of before.
    other = "other" in claim.document.words[first:last]
    features = {"bias": 1.0, "other": float(other), **off}
    yield Instead(OTHER_ROLE, features, item, 0, found, {_ROLE: (place, place + 1)})


def _off(claim: RawClaim, finding: Finding, place: int) -> dict[str, float]:
    """Return how far off the number is that the rule finds wrong; of a word nothing."""
    mention = claim.mentions.get(finding.mark or claim.rule.mark)
    truth = number_value(finding.correction or "")
    if mention is None or mention.label != "number" or truth is None:
        return {}
    off = abs(float(mention.data["value"]) - truth)
    # "Three reserves" counts them, "the reserves made six threes" what they made.
    return (
        {"number": 1.0, "owner": float(place < mention.start), "off": math.log(off)} if off else {}
    )

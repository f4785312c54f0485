"""Who else may be meant by a name with something against it, and what speaks for each."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import chain

from factcheck.interpretation.explanations.doubted_names import DoubtfulName, Key, Told
from factcheck.interpretation.explanations.said import mates_of
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.knowledge.facts import POINTS, GameFacts, Owner
from factcheck.model import Category

_USUAL_OFF = 1.5
"""The feature of how far off, where that cannot be said."""
_SLIP = 3.0
"""By how much a number may be off that is miscounted."""
_BOUNDS = frozenset({"over", "under", "at least", "at most"})
"""The hedges of numbers that are but bounds."""
_MOST_TRIED = 3
"""How many others may be meant by a name, the likeliest first."""


def candidates_of(doubtful: DoubtfulName, story: Told) -> list[Key]:
    """Return who else may be meant: the other team; players whom most of what is wrong fits.

    Men of the other team are tried where it is doubtful whose the name is.
    """
    facts, written = story.facts, doubtful.mention.data["value"]
    if doubtful.label == "team":
        return [team for team in facts.teams if team != written]
    team = facts.team_of.get(written)
    out = {written, *doubtful.sharing}
    wrong = [s for s in doubtful.statements if s.wrong]
    misplaced = doubtful.placed_wrong or any(
        item.contradictions and item.claim.rule.category in {Category.NAME, Category.CONTEXT}
        for item in doubtful.group
    )
    anywhere = team is None or misplaced or len(wrong) > 1
    if not wrong and (
        doubtful.shared
        or any(
            item.contradictions and item.claim.rule.category is Category.NUMBER
            for item in doubtful.group
        )
    ):
        # "Missed 10 of his 12 shots": what is not one number is asked of each of his team,
        # and so is what is right of others who are named with him.
        return [key for key, theirs in facts.team_of.items() if theirs == team and key not in out]
    tried = []
    for key, theirs in facts.team_of.items():
        if key in out or not (anywhere or theirs == team):
            continue
        fixed = sum(s.fits(facts, key) for s in wrong)
        if fixed:
            lost = sum(not s.wrong and not s.fits(facts, key) for s in doubtful.statements)
            unlikely = (key in story.named) + (theirs != team) / 2
            tried.append((2 * (lost - fixed) + unlikely, -(facts.value(key, POINTS) or 0.0), key))
    return [key for *_, key in sorted(tried)[:_MOST_TRIED]]


def features_of(
    doubtful: DoubtfulName, key: Key, read: Sequence[VerifiedClaim], story: Told
) -> dict[str, float]:
    """Return what speaks for a name being wrong rather than what is said of it.

    Args:
        doubtful: The name as written.
        key: Who else may be meant.
        read: What is said, verified for that one, in the order of the doubtful name's group.
        story: What the story tells besides.
    """
    facts, written = story.facts, doubtful.mention.data["value"]
    pairs = list(zip(doubtful.group, read, strict=True))
    wrong = [(old, new) for old, new in pairs if old.contradictions]
    fixed = [old for old, new in wrong if new.decided and not new.contradictions]
    if not fixed:
        return {}
    right = [(old, new) for old, new in pairs if old.decided and not old.contradictions]
    kept = sum(new.decided and not new.contradictions for _, new in right)
    lost = sum(bool(new.contradictions) for _, new in right)
    numbers = [s for s in doubtful.statements if any(s.item is old for old in fixed)]
    mates: Sequence[Owner] = mates_of(facts, key)
    shares = [sum(s.fits(facts, x) for x in mates) / len(mates) for s in numbers]
    off = [
        s.off(facts, written)
        for s in doubtful.statements
        if s.wrong and not s.first_place and not s.in_words
    ]
    told = any((key, s.statistic) in story.told for s in numbers)
    averages = sum(
        old.claim.frame.scope == "average" and (old.claim.row.get("number") or 0) % 1 > 0
        for old in fixed
    )
    records = [record for old in fixed if (record := _record(old)) is not None]
    words = len(fixed) - len(numbers) - averages - len(records)
    features = {
        "bias": 1.0,
        "fixed": len(fixed) - 1.0,
        "all fixed": float(len(fixed) == len(wrong)),
        "explains more": float(2 * len(fixed) - len(wrong) > lost and not told),
        "unfixed": float(len(wrong) - len(fixed)),
        "kept": float(kept),
        "lost": float(lost),
        "words fixed": float(words),
        # Two men seldom average the same to a tenth.
        "average": float(averages),
        "records": float(len(records)),
        # "Home" and "win" are not mistaken at once, nor the leader and his number.
        "words agree": float(words > 0 and len(fixed) > 1),
        "leads with it": float(
            any(s.first_place for s in numbers) and any(not s.first_place for s in numbers)
        ),
        "rare": sum(-math.log(share) for share in shares if share),
        "off": math.log1p(sum(off) / len(off)) if off else _USUAL_OFF,
        "slip": float(bool(off) and min(off) <= _SLIP),
        "points": float(any(s.statistic == POINTS for s in numbers)),
        "size": math.log1p(max((s.value for s in numbers), default=0.0)),
        "shooting": float(any(s.second is not None for s in numbers)),
        # "More than 40 percent" is true of many.
        "bound": float(any(s.hedge in _BOUNDS for s in numbers)),
        "first place": float(any(s.first_place for s in numbers)),
        "placed wrong": float(doubtful.placed_wrong),
        "pairs fixed": float(sum(_wrong_twice(old, written, story) for old in fixed)),
        "prior": story.prior,
        "cleft": float(doubtful.singled_out),
        "shared": float(doubtful.shared),
        # "X, Y and Z reached double figures": it is Z who did not.
        "shared words": float(doubtful.shared and words == len(fixed)),
    }
    if doubtful.label == "team":
        # A sentence that names the other team as well sets the two against each other.
        against = key in doubtful.beside and not doubtful.repeated
        stated = [n for s in numbers if not s.first_place for n in (s.value, s.second)]
        alike = [n for n in (*stated, *chain.from_iterable(records)) if n is not None]
        return features | {
            "rare": _by_chance(alike),
            "repeated": float(doubtful.repeated),
            "set against": float(against),
        }
    points = facts.value(key, POINTS) or 0.0
    above = sum((facts.value(x, POINTS) or 0.0) > points for x in mates if x not in story.named)
    return features | {
        "named": float(key in story.named),
        "told": float(told),
        "written again": float(story.named[written] > 1),
        "rank": 0.0 if key in story.named else math.log1p(above),
        "prominence": (points - (facts.value(written, POINTS) or 0.0)) / 10,
        "other team": float(_team(facts, key) != _team(facts, written)),
    }


def _record(item: VerifiedClaim) -> tuple[float, float] | None:
    """Return the games won and lost that a claim has wrong, None where it is about no record."""
    claim = item.claim
    marks = [finding.mark or claim.rule.mark for finding in item.contradictions]
    marked = [claim.mentions.get(mark.split(".")[0]) for mark in marks]
    if not marked or any(one is None or one.label != "record" for one in marked):
        return None
    (first, *_) = [one for one in marked if one is not None]
    return first.data["first"], first.data["second"]


def _by_chance(numbers: Iterable[float]) -> float:
    """Return minus the logarithm of the chance that a team's numbers are just the other's.

    There are but two teams, so it is not counted: what teams have spreads by some roots of it.
    """
    return sum(math.log1p(2 * math.sqrt(abs(number))) for number in numbers)


def _wrong_twice(item: VerifiedClaim, written: Key, story: Told) -> bool:
    """Return whether two numbers of one statement are wrong: "made 5 of 9" of who made 2 of 4.

    Who errs about a number errs about one.
    """
    if len(item.contradictions) > 1:
        return True
    said = story.statement(item)
    return said is not None and said.wrong_twice(story.facts, written)


def _team(facts: GameFacts, player: Key) -> str | None:
    return facts.team_of.get(player) if isinstance(player, int) else None

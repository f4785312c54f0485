"""Decide what quantities state: a part and its whole, an item of a list, a number carried on.

Of the meanings that a number may have the one counts that makes the fewest mistakes, then the
likeliest. A meaning that is far-fetched may save a number but contradicts none.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from factcheck.interpretation.facts.context import Wordings
from factcheck.interpretation.facts.part_reading import which_category
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.quantities.meanings import Meaning
from factcheck.interpretation.readings.costs import most
from factcheck.interpretation.readings.others import fits
from factcheck.knowledge.facts import (
    ENDS_OF_FLOOR,
    FREE_THROWS,
    GAME,
    OF_TEAMS,
    PLACES,
    POINTS,
    QUARTERS,
    REBOUNDS,
    SHOTS,
    STRETCHES,
    WHAT_FOLLOWS,
    WORTH,
    GameFacts,
    Owner,
)
from factcheck.knowledge.parts import ALIKE, BEFORE, ORDINALS, OTHER_SIDE
from factcheck.model import Category

_RARE = 5
"""A smaller number fits too easily to tell what is meant."""
_SLIP = 3
"""A player's number that is off by less is a slip rather than somebody else's."""
_TELLING = 4
"""A smaller number fits another quarter, or kind of shot, too easily to tell that it is wrong."""


@dataclass(frozen=True, slots=True)
class _Judged:
    """A number or a whole under one meaning: what is said and what would be true."""

    slot: str
    said: float
    hedge: str
    truth: float
    owners: tuple[Owner, ...]
    part: str

    @property
    def holds(self) -> bool:
        return fits(self.said, self.hedge, self.truth)


def quantity_findings(claim: RawClaim, facts: GameFacts, wordings: Wordings) -> list[Finding]:
    """Return what a quantity's number and whole come to, or nothing where none is known.

    Example: "five of the Nuggets' 22 assists" → five holds, 22 does not: they had 24.

    Args:
        claim: A claim with a quantity.
        facts: What is known of the game.
        wordings: The words for owners and statistics.
    """
    assert claim.quantity is not None
    best: tuple[tuple[int, float], Meaning, list[_Judged]] | None = None
    unknown = math.inf
    for meaning in _meanings(claim):
        judged = _judged(claim, meaning, facts)
        if not judged and not meaning.witnesses:
            unknown = min(unknown, meaning.cost)
        wrong = sum(not one.holds for one in judged)
        far = meaning.cost
        if wrong and meaning.witnesses:
            # Rebounds or assists: what is nearer is what was meant.
            far = abs(judged[0].said - judged[0].truth)
        if judged and (best is None or (wrong, far) < best[0]):
            best = ((wrong, far), meaning, judged)
    if best is None:
        return []
    # "Lee had five of Memphis' 27 in the third": as they had 27 in it, that is what is meant.
    sure = any(one.holds and one.said >= _RARE for one in best[2])
    if best[0][0] and best[1].cost > (most().witnessed_quantity if sure else most().quantity):
        return []
    if best[0][0] and unknown < best[1].cost:
        # What is likelier to be meant nobody knows.
        return []
    return [_finding(claim, best[1], one, facts, wordings) for one in best[2]]


def _meanings(claim: RawClaim) -> Sequence[Meaning]:
    """Return what a number may mean, of the player whom the claim is asked of.

    A number may hang on a name: then it is also asked whether it is that of another one.
    """
    assert claim.quantity is not None
    meanings, asked = claim.quantity.meanings, claim.row["player_id"]
    written = meanings[0].owners
    if not claim.subjects or asked is None or written == (asked,):
        return meanings
    return [one.asked_of(asked) for one in meanings if one.owners == written]


def _judged(claim: RawClaim, meaning: Meaning, facts: GameFacts) -> list[_Judged]:
    """Return number and whole under a meaning; nothing where one of them is not known."""
    assert claim.quantity is not None
    known = truth(meaning, facts)
    if known is None and claim.quantity.construction == "share" and _sat_out(meaning, facts):
        # "16 of his 18 in the first quarter" of a man who sat it out.
        known = 0.0
    if known is None:
        return []
    if any(facts.value(who, statistic) != said for who, statistic, said in meaning.witnesses):
        return []
    told = [("number", known, meaning.owners, meaning.part)]
    if meaning.whole is not None:
        owner, statistic, part = meaning.whole
        total = facts.value(owner, statistic, part)
        if total is None:
            return []
        told.append(("total", total, (owner,), part))
    return [
        _Judged(slot, claim.row[slot], str(claim.row[f"{slot}_hedge"]), true, owners, part)
        for slot, true, owners, part in told
    ]


def truth(meaning: Meaning, facts: GameFacts) -> float | None:
    """Return the number that a meaning would have to state, None where it is not known."""
    values = [_value(owner, meaning, facts) for owner in meaning.owners]
    known = [value for value in values if value is not None]
    if not values or len(known) < len(values):
        return None
    if meaning.rest_of is None:
        return sum(known)
    total = facts.value(meaning.rest_of, meaning.statistic)
    return None if total is None else total - sum(known)


def _value(owner: Owner, meaning: Meaning, facts: GameFacts) -> float | None:
    code, part = meaning.statistic, meaning.part
    if meaning.end:
        rebounds = {REBOUNDS, *ENDS_OF_FLOOR}
        return _known(owner, meaning.end, part, facts) if code in rebounds else None
    if not meaning.shot:
        return _known(owner, code, part, facts)
    if code == POINTS:
        return _points_from(owner, meaning.shot, part, facts)
    if code in SHOTS["FG"] and meaning.shot in WORTH:
        return facts.value(owner, SHOTS[meaning.shot][SHOTS["FG"].index(code)], part)
    return None


def _points_from(owner: Owner, shot: str, part: str, facts: GameFacts) -> float | None:
    """Return an owner's points from a kind of shot; from the field all but the free throws."""
    points, made = facts.value(owner, POINTS, part), facts.value(owner, SHOTS[shot][0], part)
    free = facts.value(owner, FREE_THROWS, part)
    if points is None or made is None or free is None:
        return None
    return WORTH[shot] * made if shot in WORTH else points - free


def _known(owner: Owner, statistic: str, part: str, facts: GameFacts) -> float | None:
    """Return a number, of a stretch of several quarters as the sum of its parts."""
    if isinstance(owner, str) and part != GAME and statistic in OF_TEAMS:
        return None
    known = facts.value(owner, statistic, part)
    if known is None and part in STRETCHES:
        parts = [_known(owner, statistic, one, facts) for one in STRETCHES[part]]
        played = [value for value in parts if value is not None]
        return sum(played) if len(played) == len(parts) else None
    return known


def _sat_out(meaning: Meaning, facts: GameFacts) -> bool:
    """Return whether a man of a game whose plays are known did not play in a quarter."""
    if meaning.part not in QUARTERS or not all(isinstance(one, int) for one in meaning.owners):
        return False
    return all(
        any(facts.value(one, meaning.statistic, quarter) is not None for quarter in QUARTERS)
        for one in meaning.owners
    )


def _finding(
    claim: RawClaim, meaning: Meaning, one: _Judged, facts: GameFacts, wordings: Wordings
) -> Finding:
    season = claim.document.game.season if claim.document.game is not None else ""
    owned = " and ".join(wordings.names(owner, season) for owner in one.owners)
    of = "" if one.part == GAME else f" ({one.part})"
    finding = Finding(
        holds=one.holds,
        mark=one.slot,
        correction=f"{one.truth:.0f}",
        explanation=f"{owned[0].upper()}{owned[1:]} had {one.truth:.0f}{of}.",
        category=None,
        evidence={"statistic": meaning.statistic, "part": one.part, "value": round(one.truth, 1)},
    )
    if one.holds or one.slot != "number":
        return finding
    for mark, category, correction in _elsewhere(claim, meaning, one, facts, wordings):
        return replace(finding, mark=mark, category=category, correction=correction)
    return finding


def _elsewhere(
    claim: RawClaim, meaning: Meaning, one: _Judged, facts: GameFacts, wordings: Wordings
) -> Iterator[tuple[str, Category, str | None]]:
    """Yield the name, shot or quarter that is wrong, where the number is right of another one."""
    if meaning.rest_of is not None:
        yield from _in_other_quarter(claim, meaning, one, facts)
        return
    named = claim.mentions.get("owner")
    owner = meaning.owners[0] if len(meaning.owners) == 1 else None
    # "Scored eight of his 16 for the Grizzlies": whose they are tells another name.
    if (
        named is not None
        and owner is not None
        and isinstance(owner, int) == (named.label == "player")
    ):
        others = [
            who for who in _rivals(claim, owner, one, facts) if _fits(meaning, who, one, facts)
        ]
        if len(others) == 1:
            yield "owner", Category.NAME, str(others[0])
    if "shot" in claim.marks and one.said >= _TELLING and abs(one.said - one.truth) >= _SLIP:
        kinds = [shot for shot in SHOTS if truth(replace(meaning, shot=shot), facts) == one.said]
        if len(kinds) == 1:
            yield "shot", Category.WORD, PLACES[kinds[0]]
    yield from _on_other_side(claim, meaning, one, facts, wordings.other_side)
    yield from _in_other_quarter(claim, meaning, one, facts)


def _in_other_quarter(
    claim: RawClaim, meaning: Meaning, one: _Judged, facts: GameFacts
) -> Iterator[tuple[str, Category, str | None]]:
    """Yield the quarter or half that is wrong, where the number is right of another one.

    "All but three of his 20 in the first" of a man with 17 in the third: what he had tells it.
    """
    size = one.said
    if meaning.rest_of is not None:
        size = (facts.value(meaning.rest_of, meaning.statistic) or 0.0) - one.said
    alike = next((parts for parts in ALIKE if meaning.part in parts), ())
    which = claim.marks.get("part.which")
    if size < _TELLING or which is None:
        return
    others = [
        part for part in alike
        if part != meaning.part and truth(replace(meaning, part=part), facts) == one.said
    ]  # fmt: skip
    if others and (meaning.part in QUARTERS or meaning.rest_of is not None):
        right = ORDINALS[others[0]] if len(others) == 1 else None
        yield "part.which", which_category(claim.document, which), right


def _on_other_side(
    claim: RawClaim, meaning: Meaning, one: _Judged, facts: GameFacts,
    other_side: Mapping[str, str],
) -> Iterator[tuple[str, Category, str | None]]:  # fmt: skip
    """Yield "before" for "after the break", or the quarter after which it was, if that is right.

    "None of them after the first quarter" of a man with points in the second alone: "first".
    """
    if max(one.said, one.truth if one.said == 0 else 0) < _TELLING:
        return
    other, side = OTHER_SIDE.get(meaning.part), claim.marks.get("side")
    if side is not None and other is not None:
        if truth(replace(meaning, part=other), facts) == one.said:
            word = claim.document.words[side[0]].lower()
            yield "side", Category.WORD, other_side.get(word)
        return
    bound, which = claim.mentions.get("bound"), claim.marks.get("bound.which")
    if bound is None or which is None:
        return
    reached = WHAT_FOLLOWS if WHAT_FOLLOWS.get(bound.value) == meaning.part else BEFORE
    others = [
        ORDINALS[quarter] for quarter in QUARTERS
        if quarter in reached and quarter != bound.value
        and truth(replace(meaning, part=reached[quarter]), facts) == one.said
    ]  # fmt: skip
    if others:
        right = others[0] if len(others) == 1 else None
        yield "bound.which", which_category(claim.document, which), right


def _fits(meaning: Meaning, owner: Owner, one: _Judged, facts: GameFacts) -> bool:
    return truth(replace(meaning, owners=(owner,)), facts) == one.said


def _rivals(claim: RawClaim, owner: Owner, one: _Judged, facts: GameFacts) -> list[Owner]:
    """Return who may be meant instead of the one named."""
    if isinstance(owner, str):
        return [team for team in facts.teams if team != owner]
    if abs(one.said - one.truth) < _SLIP:
        return []
    named = {
        unit.mention.data.get("value")
        for sentence in (claim.document.sentences[claim.document.sentence_at(claim.start)],)
        for unit in sentence.units
        if unit.mention is not None and unit.mention.label == "player"
    }
    team = facts.team_of.get(owner)
    return [who for who, of in facts.team_of.items() if of == team and who not in named]

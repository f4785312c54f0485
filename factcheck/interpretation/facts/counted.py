"""What a comparison or a bound counts where its words leave that open: "two more than Lee"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from factcheck.interpretation.facts.context import ATTEMPTED, Wordings
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.knowledge.facts import (
    BASKETS,
    BENCH_POINTS,
    BLOCKS,
    MINUTES,
    OFFENSIVE_REBOUNDS,
    POINTS,
    REBOUNDS,
    SHOTS,
    TRIES,
)
from factcheck.language.mentions import Unit

_DURING = frozenset({"in", "of", "over", "during", "after", "through", "for"})
"""Words before minutes that something took."""
_TIMES_WITHIN = 4
"""Tokens before a comparison within which such a number stands: "six times, one more"."""
_LONGEST = 4
"""Words in the longest row of words that tells what is counted."""


def units_before(claim: RawClaim) -> list[Unit]:
    """Return the units of its sentence that stand before a claim."""
    document = claim.document
    units = document.sentences[document.sentence_at(claim.start)].units
    return [unit for unit in units if unit.end <= claim.start]


def counted_statistics(claim: RawClaim, wordings: Wordings) -> Iterator[str]:
    """Yield what may be counted: what is said, what was named last, points.

    Args:
        claim: What counts, with its slots ``statistic`` or ``shot`` and the labels ``rate``,
            ``baskets``, ``attempts`` and ``shots``, if it has them.
        wordings: The words for statistics.
    """
    said = claim.row.get("statistic")
    if claim.row.get("rate") is not None:
        shot = claim.row.get("shot") or claim.row.get("sentence_shot") or "FG"
        yield f"{shot}_PCT"
        return
    if claim.row.get("baskets") is not None:
        yield BASKETS
        return
    if claim.row.get("attempts") is not None:
        said = TRIES
    if claim.row.get("shots") is not None:
        # "Took three more shots", "made three more"; "swatted twice as many shots" blocked them.
        done = [wordings.implied.get((unit.norm,)) for unit in units_before(claim)]
        if BLOCKS in done:
            yield BLOCKS
            return
        tried = any(unit.norm in wordings.words.trying for unit in units_before(claim))
        yield from (TRIES,) if tried else (BASKETS, TRIES)
        return
    if isinstance(said, str):
        yield from _both_ends(said, claim, wordings)
        return
    document = claim.document
    units = document.sentences[document.sentence_at(claim.start)].units
    told = _done_within(claim, units, wordings)
    if told is not None:
        yield from told
        return
    count = _count_of_times(claim, units, wordings)
    named = False
    later: list[str] = []
    for place in range(len(units) - 1, -1, -1):
        unit, mention = units[place], units[place].mention
        if unit.start >= claim.end or (count is not None and place > count):
            continue
        code = None
        if mention is None:
            code = wordings.fields.get(unit.norm) or _told_by_verb(units, place, wordings)
        if mention is not None and mention.label == "shot" and mention.value in SHOTS:
            if place > 1 and _verb_at(units, place - 2, wordings.implied) == BLOCKS:
                # "Blocked five shots": no shots of his own.
                continue
            if _is_of_line(units, place):
                # "Had 35 points on 11-of-20 shooting, 11 more than Murray": points, if no shots.
                later += reversed(SHOTS[mention.value])
                continue
            named = True
            yield from reversed(SHOTS[mention.value])
        elif mention is not None and mention.label == "statistic":
            code = mention.value
        # "Nine rebounds in 24 minutes" are set beside rebounds, "played 24 minutes" beside minutes.
        if code == MINUTES and not named and not _is_adverbial(units, unit):
            named = True
            yield code
        elif code is not None and not code.endswith(("_PCT", "MIN")):
            named = True
            yield from _both_ends(POINTS if code == BENCH_POINTS else code, claim, wordings)
        if named and count is not None:
            return
    if not named and count is None:
        yield POINTS
        # "Waiters had eight assists. Irving had three fewer."
        earlier = claim.row.get("topic_statistic")
        if isinstance(earlier, str) and earlier != POINTS and not earlier.endswith(("_PCT", "MIN")):
            yield earlier
    yield from later


def _done_within(claim: RawClaim, units: Sequence[Unit], wordings: Wordings) -> list[str] | None:
    """Return what the verb of a claim's own words counts: "nobody else took more than 14"."""
    inside = [place for place, unit in enumerate(units) if claim.start <= unit.start < claim.end]
    told = [code for place in inside if (code := _verb_at(units, place, wordings.counting))]
    if not told:
        return None
    if told[-1] != TRIES:
        return [told[-1]]
    # "Took 12 threes, and nobody else took more than four": shots of the kind named last.
    kinds = [
        unit.mention.value
        for unit in units
        if unit.start < claim.start and unit.mention is not None and unit.mention.label == "shot"
    ]
    made = [
        unit.mention.value
        for unit in units
        if unit.start < claim.start and unit.mention is not None and unit.mention.value in ATTEMPTED
    ]
    codes = [SHOTS[kinds[-1]][-1]] if kinds and kinds[-1] in SHOTS else []
    return list(dict.fromkeys([*codes, *(ATTEMPTED[code] for code in made[-1:]), TRIES]))


def _told_by_verb(units: Sequence[Unit], place: int, wordings: Wordings) -> str | None:
    """Return what words count that begin at a place: "gave the ball away", "pulled down 12"."""
    implied = _verb_at(units, place, wordings.implied)
    if implied is not None:
        return implied
    for length in range(_LONGEST, 0, -1):
        code = wordings.counting.get(_codes(units[place : place + length]))
        if code not in {None, POINTS}:
            after = units[place + length].mention if place + length < len(units) else None
            return code if after is not None and after.label == "number" else None
    return None


def _verb_at(units: Sequence[Unit], place: int, table: Mapping[tuple[str, ...], str]) -> str | None:
    """Return what a table has for the longest row of words that begins at a place."""
    for length in range(_LONGEST, 0, -1):
        code = table.get(_codes(units[place : place + length]))
        if code is not None:
            return code
    return None


def _codes(units: Sequence[Unit]) -> tuple[str, ...]:
    return tuple("" if unit.mention is not None else unit.norm for unit in units)


def _count_of_times(claim: RawClaim, units: Sequence[Unit], wordings: Wordings) -> int | None:
    """Return the place of the number right before a claim that counts times: "six times, ..."."""
    before = [place for place, unit in enumerate(units) if unit.end <= claim.start]
    told = [place for place in before[-_TIMES_WITHIN:] if _is_number(units[place])]
    if told and told[-1] + 1 < len(units) and units[told[-1] + 1].norm in wordings.occasions:
        return told[-1]
    return None


def _is_of_line(units: Sequence[Unit], place: int) -> bool:
    """ "11-of-20 shooting": what follows a shooting line and names no kind of shot."""
    line, shot = units[place - 1].mention if place else None, units[place].mention
    return line is not None and line.label == "shooting" and shot is not None and shot.value == "FG"


def _is_number(unit: Unit) -> bool:
    return unit.mention is not None and unit.mention.label == "number"


def _is_adverbial(units: list[Unit], minutes: Unit) -> bool:
    """Return whether minutes tell how long something took: "in 24 minutes", "over 24 minutes"."""
    before = [unit for unit in units if unit.end <= minutes.start]
    numbers = [
        i for i, unit in enumerate(before) if unit.mention and unit.mention.label == "number"
    ]
    near = before[max(0, numbers[-1] - 2) : numbers[-1]] if numbers else []
    return not near or any(unit.norm in _DURING for unit in near)


def _both_ends(code: str, claim: RawClaim, wordings: Wordings) -> Iterator[str]:
    """Yield a statistic, and what else its word may mean: attempts, offensive rebounds."""
    words = {unit.norm for unit in units_before(claim) if unit.mention is None}
    if code == REBOUNDS and OFFENSIVE_REBOUNDS in map(wordings.ends_of_floor.get, words):
        yield OFFENSIVE_REBOUNDS
    document = claim.document
    units = document.sentences[document.sentence_at(claim.start)].units
    inside = {unit.norm for unit in units if claim.start <= unit.start < claim.end}
    if code in ATTEMPTED and inside & wordings.words.trying:
        # "Nobody else took more than eight threes": none that went in.
        yield ATTEMPTED[code]
        return
    if code in ATTEMPTED and words & wordings.words.trying:
        yield ATTEMPTED[code]
    yield code
    if code in ATTEMPTED:
        yield ATTEMPTED[code]

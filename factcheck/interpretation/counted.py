"""What a comparison or a bound counts where its words leave that open: "two more than Lee"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.interpretation.fact_context import ATTEMPTED, Wordings
from factcheck.interpretation.matching import RawClaim
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
        said = BASKETS
    if claim.row.get("attempts") is not None:
        said = TRIES
    if claim.row.get("shots") is not None:
        # "Took three more shots", "made three more"; "swatted twice as many shots" blocked them.
        done = [wordings.implied.get((unit.code,)) for unit in units_before(claim)]
        if BLOCKS in done:
            yield BLOCKS
            return
        tried = any(unit.code in wordings.words.trying for unit in units_before(claim))
        yield from (TRIES,) if tried else (BASKETS, TRIES)
        return
    if isinstance(said, str):
        yield from _both_ends(said, claim, wordings)
        return
    document = claim.document
    units = document.sentences[document.sentence_at(claim.start)].units
    named = False
    for unit in reversed([unit for unit in units if unit.start < claim.end]):
        mention = unit.mention
        code = None
        if mention is None:
            code = wordings.fields.get(unit.code) or wordings.implied.get((unit.code,))
        if mention is not None and mention.kind == "shot" and mention.value in SHOTS:
            named = True
            yield from reversed(SHOTS[mention.value])
        elif mention is not None and mention.kind == "statistic":
            code = mention.value
        # "Nine rebounds in 24 minutes" are set beside rebounds, "played 24 minutes" beside minutes.
        if code == MINUTES and not named and not _is_adverbial(units, unit):
            named = True
            yield code
        elif code is not None and not code.endswith(("_PCT", "MIN")):
            named = True
            yield from _both_ends(POINTS if code == BENCH_POINTS else code, claim, wordings)
    if not named:
        yield POINTS
        # "Waiters had eight assists. Irving had three fewer."
        earlier = claim.row.get("flow_statistic")
        if isinstance(earlier, str) and earlier != POINTS and not earlier.endswith(("_PCT", "MIN")):
            yield earlier


def _is_adverbial(units: list[Unit], minutes: Unit) -> bool:
    """Return whether minutes tell how long something took: "in 24 minutes", "over 24 minutes"."""
    before = [unit for unit in units if unit.end <= minutes.start]
    numbers = [i for i, unit in enumerate(before) if unit.mention and unit.mention.kind == "number"]
    near = before[max(0, numbers[-1] - 2) : numbers[-1]] if numbers else []
    return not near or any(unit.code in _DURING for unit in near)


def _both_ends(code: str, claim: RawClaim, wordings: Wordings) -> Iterator[str]:
    """Yield a statistic, and what else its word may mean: attempts, offensive rebounds."""
    words = {unit.code for unit in units_before(claim) if unit.mention is None}
    if code == REBOUNDS and OFFENSIVE_REBOUNDS in map(wordings.ends_of_floor.get, words):
        yield OFFENSIVE_REBOUNDS
    if code in ATTEMPTED and words & wordings.words.trying:
        yield ATTEMPTED[code]
    yield code
    if code in ATTEMPTED:
        yield ATTEMPTED[code]

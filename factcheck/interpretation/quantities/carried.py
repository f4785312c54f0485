"""Read numbers of a part of the game, or of a kind of shot, that leave out what they count."""

from __future__ import annotations

from factcheck.interpretation.quantities.context import QuantityContext
from factcheck.interpretation.quantities.meanings import Meaning, Quantity
from factcheck.interpretation.quantities.phrase_words import Phrase
from factcheck.interpretation.readings.costs import ranked


def carried(context: QuantityContext, place: int, phrase: Phrase) -> Quantity | None:
    """Return what a number of a part or a kind of shot counts: what was counted before.

    Example: "24 points, just nine at the break", "20 points, six from the line".

    Args:
        context: The sentence's phrases.
        place: The phrase's place among them.
        phrase: One without a noun.
    """
    narrowing = phrase.narrowing
    if not (phrase.complement("part") or any(narrowing)):
        return None
    head = context.head(place, phrase.value) or _of_a_part(context, place, phrase)
    if head is None or not _follows(context, place, head[0]):
        return None
    meanings = [
        Meaning(owners, code, part, cost + much + late, *narrowing)
        for code, much in ranked(context.nouns(head[1]))
        for owners, cost in context.owners_of(head[1])
        for part, late in context.parts(phrase, head[1])
    ]
    return Quantity.of("carried", phrase, head[1].start, meanings)


def _of_a_part(context: QuantityContext, place: int, phrase: Phrase) -> tuple[int, Phrase] | None:
    """Return a number of a part that is smaller: "24 points in the first, 27 in the second"."""
    head = context.head(place, 0) if phrase.complement("part") else None
    return head if head is not None and head[1].complement("part") else None


def _follows(context: QuantityContext, place: int, head: int) -> bool:
    """Return whether only phrases of the same kind stand between a phrase and its head."""
    for before, after in zip(range(head, place), range(head + 1, place + 1), strict=True):
        first, second = context.phrases[before], context.phrases[after]
        between = context.reader.codes[first.end : second.start]
        if (
            first.complement("part")
            and second.complement("part")
            and context.words.hold_all("between_parts", between)
        ):
            # "56 in the first half but only 45 in the second".
            continue
        mentions = context.sentence.units[first.end : second.start]
        if any(unit.mention is not None for unit in mentions) or not between:
            return False
        if not context.words.hold_all("within_head", between) or (
            before == head and between[0] == "and"
        ):
            return False
        if before != head and first.nouns:
            return False
    return True

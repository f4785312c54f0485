"""Read two bare numbers of one player: his points and his rebounds or assists."""

from __future__ import annotations

from factcheck.interpretation.meanings import Meaning, Quantity
from factcheck.interpretation.noun_phrases import PhraseReader
from factcheck.interpretation.phrase_words import Phrase
from factcheck.interpretation.quantity_context import FAR, QuantityContext
from factcheck.knowledge.facts import ASSISTS, GAME, POINTS, REBOUNDS, Owner

_MORE = 6
"""So many more rebounds than points make a line unlikely to begin with points."""
_BEFORE_LINE = {"with", ":", "at", "for", "."}


def line_of(context: QuantityContext, place: int, phrase: Phrase) -> Quantity | None:
    """Return a quantity where a phrase is one of two such numbers.

    Example: "Cousins had 17 and 11": points and rebounds, or points and assists.

    Args:
        context: The sentence's phrases.
        place: Which of them.
        phrase: That phrase.
    """
    for first, one, two in context.pairs_with(place):
        owner = _owner(context, one, two)
        if owner is None or (first and adjoin(context.reader, context.phrases[first - 1], one)):
            continue
        meanings = []
        for code, cost in ((REBOUNDS, 0.0), (ASSISTS, FAR / 2)):
            told, other = (POINTS, (owner, code, two.value))
            if first != place:
                told, other = code, (owner, POINTS, one.value)
            meanings.append(Meaning((owner,), told, GAME, cost, witness=other))
        return Quantity("line", phrase, one.start, tuple(meanings))
    return None


def _owner(context: QuantityContext, one: Phrase, two: Phrase) -> Owner | None:
    """Return the player whose points and rebounds two bare numbers are."""
    if not (_is_bare(one) and _is_bare(two) and adjoin(context.reader, one, two)):
        return None
    before = context.reader.code(one.start - 1)
    if before not in _BEFORE_LINE and not context.verb(one.start):
        name = context.reader.mention(one.start - 1)
        if name is None or name.kind != "player":
            return None
    frame = context.frames[one.unit]
    if frame.subject != "player" or len(frame.players) != 1 or _names_statistic(context, one):
        return None
    if context.frames[two.unit].players != frame.players or two.value > one.value + _MORE:
        return None
    owner: Owner = frame.players[0].data["value"]
    return owner


def begins_list(context: QuantityContext, place: int) -> bool:
    """Return whether bare numbers follow a phrase that count different things.

    Example: "Plumlee's ten, nine and five".
    """
    if place + 1 >= len(context.phrases):
        return False
    one, two = context.phrases[place : place + 2]
    between = context.reader.codes[one.end : two.start]
    return _is_bare(two) and between in ([","], ["and"], ["&"])


def begins_line(context: QuantityContext, place: int) -> bool:
    """Return whether a bare number and the next one are of one player: "24 and 12 from Love"."""
    one, two = context.phrases[place : place + 2]
    between = context.reader.codes[one.end : two.start]
    return _is_bare(one) and not two.nouns and between in ([","], ["and"], ["&"])


def _names_statistic(context: QuantityContext, phrase: Phrase) -> bool:
    """Return whether the sentence tells before a phrase what its numbers may count."""
    return any(
        unit.mention is not None and unit.mention.kind in {"statistic", "shot"}
        for unit in context.sentence.units[: phrase.unit]
    )


def _is_bare(phrase: Phrase) -> bool:
    return phrase.closed and not (phrase.nouns or phrase.whole or phrase.complements)


def adjoin(reader: PhraseReader, one: Phrase, two: Phrase) -> bool:
    """Return whether nothing but "and" stands between two phrases."""
    between = reader.codes[one.end : two.start]
    return len(between) == 1 and between[0] in {"and", "&"}

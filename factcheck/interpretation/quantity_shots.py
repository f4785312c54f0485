"""Read shots tried and made whose kind is not said: "took only 18 and made 16"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.interpretation.meanings import Meaning, Quantity
from factcheck.interpretation.phrase_words import Phrase
from factcheck.interpretation.quantity_context import QuantityContext
from factcheck.interpretation.reading_costs import costs
from factcheck.knowledge.facts import GAME, SHOTS, Owner


def tried_and_made(context: QuantityContext, place: int, phrase: Phrase) -> Quantity | None:
    """Return a quantity where a phrase is one of two numbers: of shots tried, and of those made.

    Of what kind they are the other number tells, or what was counted before.

    Args:
        context: The sentence's phrases.
        place: Which of them.
        phrase: That phrase.
    """
    for first, tried, made in context.pairs_with(place):
        owner = _owner(context, tried, made)
        if owner is None:
            continue
        before = context.head(first, 0)
        named = context.nouns(before[1]) if before is not None else ()
        meanings = list(_meanings(owner, tried, made, named, of_made=first != place))
        meanings.sort(key=lambda meaning: meaning.cost)
        return Quantity("carried", phrase, tried.start, tuple(meanings))
    return None


def _meanings(
    owner: Owner, tried: Phrase, made: Phrase, named: tuple[str, ...], *, of_made: bool
) -> Iterator[Meaning]:
    for codes in SHOTS.values():
        makes, tries = codes
        told, witness = (tries, (owner, makes, made.value))
        if of_made:
            told, witness = makes, (owner, tries, tried.value)
        yield Meaning((owner,), told, GAME, costs().farther, witnesses=(witness,))
        if set(named) & set(codes):
            yield Meaning((owner,), told, GAME, 0.0)


def _owner(context: QuantityContext, tried: Phrase, made: Phrase) -> Owner | None:
    """Return whose two bare numbers are, the first of shots tried and the second of those made."""
    if not (_is_bare(tried) and _is_bare(made)) or made.value > tried.value:
        return None
    if (context.verb(tried.start), context.verb(made.start)) != ("trying", "making"):
        return None
    frame, other = context.frames[tried.unit], context.frames[made.unit]
    if (frame.subject, frame.players, frame.team_id) != (
        other.subject, other.players, other.team_id,
    ):  # fmt: skip
        return None
    if frame.subject == "player" and len(frame.players) == 1:
        owner: Owner = frame.players[0].data["value"]
        return owner
    if frame.subject == "team" and frame.team_id in context.game.teams:
        return frame.team_id
    return None


def _is_bare(phrase: Phrase) -> bool:
    return phrase.closed and not (phrase.nouns or phrase.whole or phrase.complements)

"""Read shots tried and made whose kind is not said: "took only 18 and made 16"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from factcheck.interpretation.quantities.context import QuantityContext
from factcheck.interpretation.quantities.meanings import Meaning, Quantity
from factcheck.interpretation.quantities.phrase_words import Phrase
from factcheck.interpretation.readings.costs import costs
from factcheck.knowledge.facts import GAME, SHOTS, Owner

_MADE = {tried: made for made, tried in SHOTS.values()}


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


def made_of_those_before(context: QuantityContext, place: int, phrase: Phrase) -> Quantity | None:
    """Return the shots made of those that were told of as tried right before.

    Example: "Conley took 14 shots. He made nine", "took 14 shots, nine of which went in".

    Args:
        context: The sentence's phrases.
        place: The phrase's place among them.
        phrase: That phrase.
    """
    falls = bool(context.words.match("falling", context.reader.codes, phrase.end))
    makes = context.verb(phrase.start) == "making"
    if not (falls or makes) or not _of_them(phrase):
        return None
    if place:
        told = _tried(context, context.phrases[:place]) if falls else None
    elif context.before is not None:
        told = _tried(context.before, context.before.phrases)
    else:
        told = None
    if told is None or phrase.value > told[2]:
        return None
    owner, tries, _ = told
    if makes and _acting(context, phrase) != [owner]:
        return None
    if not place and any(other != owner for other in _named(context)):
        return None
    meaning = Meaning((owner,), _MADE[tries], GAME, 0.0, witnesses=(told,))
    return Quantity("carried", phrase, phrase.start, (meaning,))


def _acting(context: QuantityContext, phrase: Phrase) -> list[Owner | None]:
    """Return the team or the players that act at a phrase."""
    frame = context.frames[phrase.unit]
    if frame.subject == "team":
        return [frame.team_id]
    return [one.data["value"] for one in frame.players]


def _named(context: QuantityContext) -> list[Owner | None]:
    """Return the players and teams that the sentence names."""
    mentions = [unit.mention for unit in context.sentence.units if unit.mention is not None]
    return [one.data.get("value") for one in mentions if one.label in {"player", "team"}]


def _tried(context: QuantityContext, phrases: Sequence[Phrase]) -> tuple[Owner, str, float] | None:
    """Return whose shots the last of some phrases tells of, their statistic and their number."""
    for phrase in reversed(phrases):
        tries = next((code for code in context.nouns(phrase) if code in _MADE), None)
        if tries is None or not context.is_plain(phrase):
            continue
        # "Scored 33 on 27 shots, 12 of which fell".
        on = context.reader.norm(phrase.start - 1) == "on"
        told = on or context.verb(phrase.start) == "trying"
        if phrase.complement("part") is not None or not told:
            return None
        owners = [owners for owners, _ in context.owners_of(phrase) if len(owners) == 1]
        return (owners[0][0], tries, phrase.value) if owners else None
    return None


def _of_them(phrase: Phrase) -> bool:
    """Return whether a number counts nothing of its own: "nine", "nine of them"."""
    whole = phrase.whole
    if phrase.nouns or phrase.complements or phrase.except_for:
        return False
    return whole is None or (whole.anaphoric and whole.total is None and not whole.nouns)


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

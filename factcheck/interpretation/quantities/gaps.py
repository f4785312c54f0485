"""Read numbers that leave out what they count, for it was told of others before: gapping."""

from __future__ import annotations

from factcheck.interpretation.quantities.context import QuantityContext
from factcheck.interpretation.quantities.meanings import Meaning, Quantity
from factcheck.interpretation.quantities.phrase_words import Phrase
from factcheck.interpretation.readings.costs import ranked
from factcheck.knowledge.facts import POINTS, Owner

_LIST_ENDS = {"", ".", ",", ";", "and", ")"}
_BEFORE_GAP = {",", ";", "and", "while", "but", "whereas"}
_GAPS = {"for", "with", "had", "at", "on", ":"}


def gapped(context: QuantityContext, place: int, phrase: Phrase) -> Quantity | None:
    """Return what a number of somebody named right before it counts: of those told of before.

    Example: "… scored 44, Mayo and Sessions another 28" → 28 points of these two.

    Args:
        context: The sentence's phrases.
        place: The phrase's place among them.
        phrase: One without a noun.
    """
    before = context.reader.mention(phrase.start - 1)
    if before is None or before.label != "player" or phrase.complements:
        return _of_team(context, place, phrase)
    if context.reader.norm(phrase.end) not in _LIST_ENDS:
        return None
    head = context.head(place, 0)
    if head is None or context.frames[head[1].unit].subject != "player":
        return None
    frame = context.frames[phrase.unit]
    owners = tuple(player.data["value"] for player in frame.players)
    if before.data.get("value") not in owners or frame.distribution in {
        "distributive",
        "respectively",
    }:
        return None
    if len(owners) == 1:
        # Rules for gapped numbers read those of one player.
        return None
    if "each" in phrase.asides or "each" in context.reader.codes[phrase.start - 1 : phrase.end + 1]:
        return None
    return _counted(context, phrase, head[1], owners)


def _of_team(context: QuantityContext, place: int, phrase: Phrase) -> Quantity | None:
    """ "The Suns blocked five shots, the Grizzlies just two": after the other team's number."""
    start = phrase.start - (context.reader.norm(phrase.start - 1) in _GAPS)
    before = context.reader.mention(start - 1)
    if before is None or before.label != "team" or phrase.complements or phrase.asides:
        return None
    after = phrase.end + (context.reader.norm(phrase.end) == "and")
    following = context.reader.mention(after)
    if following is not None and following.label == "number":
        # One of several numbers, in the order of those told before.
        return None
    leading = start - 2 - (context.reader.norm(start - 2) == "the")
    if context.reader.norm(leading) not in _BEFORE_GAP:
        return None
    team, head = before.data.get("value"), context.head(place, 0)
    if head is None or context.reader.norm(phrase.end) not in _LIST_ENDS:
        return None
    told = list(context.owners_of(head[1]))
    if team not in context.game.teams or not told or context.nouns(head[1]) == (POINTS,):
        return None
    if told[0][0] == (team,) or len(told[0][0]) > 1 or told[0][0][0] not in context.game.teams:
        return None
    return _counted(context, phrase, head[1], (team,))


def _counted(
    context: QuantityContext, phrase: Phrase, head: Phrase, owners: tuple[Owner, ...]
) -> Quantity:
    """Return a number of some owners that counts what another one counts."""
    meanings = [
        Meaning(owners, code, part, cost + late)
        for code, cost in ranked(context.nouns(head))
        for part, late in context.parts(phrase, head)
    ]
    meanings.sort(key=lambda meaning: meaning.cost)
    return Quantity("item", phrase, min(phrase.start, head.start), tuple(meanings))

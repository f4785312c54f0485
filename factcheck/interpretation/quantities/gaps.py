"""Read numbers that leave out what they count, for it was told of others before: gapping."""

from __future__ import annotations

from collections.abc import Mapping

from factcheck.interpretation.quantities.context import QuantityContext
from factcheck.interpretation.quantities.meanings import Meaning, Quantity
from factcheck.interpretation.quantities.phrase_words import Phrase
from factcheck.interpretation.readings.costs import ranked
from factcheck.knowledge.facts import POINTS, SHOTS, Owner

_LIST_ENDS = {"", ".", ",", ";", "and", ")"}
_BEFORE_GAP = {",", ";", "and", "while", "but", "whereas"}
_GAPS = {"for", "with", "had", "at", "on", ":"}
_DETERMINERS = {"the", "their", "its"}
_OTHERS = {"guests", "hosts", "visitors", "opponents", "opposition", "foes", "counterparts"}
"""Behind "their", they are the team that was not told of before."""
_SHOT_BY = {
    "trying": {code: tried for made, tried in SHOTS.values() for code in (made, tried)},
    "making": {code: made for made, tried in SHOTS.values() for code in (made, tried)},
}
"""What a verb of its own counts after shots of a kind: "made ten threes, the Suns tried 28"."""


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
    """Return a team's number after the other's: "blocked five shots, the Grizzlies just two"."""
    reader = context.reader
    start = phrase.start - (reader.norm(phrase.start - 1) in _GAPS)
    verb = context.verb(phrase.start) if start == phrase.start else ""
    if verb in _SHOT_BY:
        start -= context.words.match_back(verb, reader.codes, phrase.start)
    if phrase.complements or phrase.asides:
        return None
    after = phrase.end + (reader.norm(phrase.end) == "and")
    following = reader.mention(after)
    if following is not None and following.label == "number":
        # One of several numbers, in the order of those told before.
        return None
    head = context.head(place, 0)
    if head is None or reader.norm(phrase.end) not in _LIST_ENDS:
        return None
    told = list(context.owners_of(head[1]))
    if not told or context.nouns(head[1]) == (POINTS,):
        return None
    (owner, *others), _ = told[0]
    if others or owner not in context.game.teams:
        return None
    before = reader.mention(start - 1)
    if before is not None and before.label == "team":
        team = before.data.get("value")
        leading = start - 2 - (reader.norm(start - 2) in _DETERMINERS)
    elif reader.norm(start - 1) in _OTHERS and reader.norm(start - 2) in {"their", "its"}:
        # "The Kings turned it over 16 times, their guests 18."
        team = next(team for team in context.game.teams if team != owner)
        leading = start - 3
    else:
        return None
    if team not in context.game.teams or team == owner:
        return None
    if reader.norm(leading) not in _BEFORE_GAP:
        return None
    return _counted(context, phrase, head[1], (team,), _SHOT_BY.get(verb, {}))


def _counted(
    context: QuantityContext, phrase: Phrase, head: Phrase, owners: tuple[Owner, ...],
    shots: Mapping[str, str] | None = None,
) -> Quantity:  # fmt: skip
    """Return a number of some owners that counts what another one counts, or shots as told."""
    meanings = [
        Meaning(owners, (shots or {}).get(code, code), part, cost + late)
        for code, cost in ranked(context.nouns(head))
        for part, late in context.parts(phrase, head)
    ]
    meanings.sort(key=lambda meaning: meaning.cost)
    return Quantity("item", phrase, min(phrase.start, head.start), tuple(meanings))

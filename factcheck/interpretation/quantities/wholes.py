"""Read totals that no number of theirs is a part of: of a fraction, or set against another one.

"More than half of the Pistons' 43" tells how many they had, whatever half of them is; "fewer
turnovers, eight to the Bucks' 15" tells how many the other team had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from factcheck.interpretation.quantities.context import MANY, QuantityContext
from factcheck.interpretation.quantities.meanings import Meaning, Quantity
from factcheck.interpretation.quantities.phrase_words import Phrase, Whole
from factcheck.interpretation.readings.costs import costs, ranked
from factcheck.knowledge.facts import GAME, POINTS, Owner
from factcheck.language.english import is_past

_TO = "to"
_BEING = {"was", "were", "is", "are"}


def total_of_fraction(
    context: QuantityContext, phrase: Phrase, before: Sequence[tuple[str, float]]
) -> Quantity | None:
    """Return a quantity where a number is the whole of a fraction: "a third of its 87 shots".

    Args:
        context: The sentence's phrases.
        phrase: One of them.
        before: What the sentence counted before, with costs.
    """
    found = context.reader.fraction_before(phrase.unit)
    if found is None:
        return None
    whose, owner, group = found.whose, found.owner, found.group
    owners: list[tuple[Owner, float]] = []
    if whose == "named" and owner is not None:
        owners = [(owner, 0.0)]
    elif whose == "him" and not group:
        owners = [(who[0], far) for who, far in context.agents(phrase.unit) if len(who) == 1]
    elif whose in {"him", "them"}:
        teams = {
            context.team_of(who) for many, _ in context.agents(phrase.unit) for who in many
        } or {context.team(phrase.unit)}
        owners = [(team, 0.0) for team in teams if team is not None and len(teams) == 1]
    owners = [
        (f"{group} {who}" if group and isinstance(who, str) else who, far)
        for who, far in owners
        if isinstance(who, int) or who in context.game.teams
    ]
    # "Took exactly a third of its 87 shots": the verb stands before the fraction.
    tried = context.verb(found.start) == "trying"
    nouns = tuple(reversed(phrase.nouns)) if tried else phrase.nouns
    own = ranked(nouns)
    counted = own or list(before)
    untold = not counted and phrase.value >= MANY and not context.counts_otherwise(phrase)
    if not own and (untold or context.verb(found.start) == "scoring"):
        counted = [(POINTS, 0.0)]
    # "Half of his 20 in the third quarter": the part of the game is that of the fraction.
    told = [(part, costs().farther) for part, _ in context.parts(phrase, None) if part != GAME]
    parts = [(GAME, 0.0), *told]
    meanings = sorted(
        (
            Meaning((who,), code, part, far + much + late)
            for who, far in owners
            for code, much in counted
            for part, late in parts
        ),
        key=lambda meaning: meaning.cost,
    )
    return Quantity("item", phrase, found.start, tuple(meanings)) if meanings else None


def total_alone(
    context: QuantityContext,
    phrase: Phrase,
    wholes: Callable[[Phrase, Whole, None], Iterable[tuple[Owner, str, float]]],
) -> Quantity | None:
    """Return the total of a phrase that was not read to its end, or one that stands before it.

    Example: "16 of Utah's 40 baskets went", "of Utah's 40 baskets, Hill had six" → Utah's 40.

    Args:
        context: The sentence's phrases.
        phrase: One of them.
        wholes: Tells whose the total may be, of which part of the game, with costs.
    """
    whole, following = phrase.whole, context.reader.norm(phrase.end)
    if whole is None or whole.total is None or whole.anaphoric:
        return None
    told = context.reader.mention(whole.total)
    assert told is not None
    value, nouns, leads = float(told.data["value"]), whole.nouns, whole.total < phrase.start
    if leads and not nouns:
        nouns = phrase.nouns or ((POINTS,) if value >= MANY else ())
    if not nouns or (not leads and phrase.closed):
        return None
    if not (leads or following in _BEING or is_past(following)):
        # What else is said of it may narrow it: "in the paint".
        return None
    end = whole.total + 1 if leads else phrase.end
    total = Phrase(whole.total, whole.total, end, value, nouns, closed=True)
    meanings = sorted(
        (
            Meaning((owner,), code, part, far + cost)
            for owner, part, far in wholes(phrase, whole, None)
            for code, cost in ranked(context.nouns(total))
        ),
        key=lambda meaning: meaning.cost,
    )
    start = min(phrase.start, whole.total)
    return Quantity("item", total, start, tuple(meanings)) if meanings else None


def set_against(
    context: QuantityContext, place: int, before: Sequence[tuple[str, float]]
) -> Quantity | None:
    """Return a quantity where a number is set against the other team's: "eight to Utah's 15".

    Args:
        context: The sentence's phrases.
        place: The phrase's place among them.
        before: What the sentence counted before, with costs.
    """
    phrase = context.phrases[place]
    if phrase.nouns or phrase.whole is not None or place + 1 >= len(context.phrases):
        return None
    following, reader = context.phrases[place + 1], context.reader
    told = reader.owner_before(following.start) if reader.norm(phrase.end) == _TO else None
    if told is None or told.end not in {phrase.end + 1, phrase.end + 2}:
        return None
    others = [team for team in context.game.teams if team != told.owner]
    if len(others) != 1:
        return None
    owner = f"{told.group} {others[0]}" if told.group else others[0]
    meanings = [
        Meaning((owner,), code, part, much + late)
        for code, much in before
        for part, late in context.parts(following, None)
    ]
    meanings.sort(key=lambda meaning: meaning.cost)
    return Quantity("item", phrase, phrase.start, tuple(meanings)) if meanings else None


def compared_noun(context: QuantityContext, start: int) -> list[tuple[str, float]]:
    """Return what is compared before a unit without a number: "fewer turnovers, eight".

    Args:
        context: The sentence's phrases.
        start: The unit before which it stands.
    """
    for unit in range(start - 1, 0, -1):
        mention = context.reader.mention(unit)
        if context.reader.norm(unit) in {";", "."}:
            break
        if mention is not None and mention.label == "statistic":
            compared = context.words.holds("comparing", context.reader.norm(unit - 1))
            return [(str(mention.value), costs().farther)] if compared else []
    return []

"""Read numbers whose owner stands anywhere in the clause: the only one that its sentence names.

Writers put a man behind his number in more ways than phrases list: "11 boards went into the book
beside Len's name", "Minutes for Len: 24". What counts is that nobody else is named whose number it
could be. A team's name says less, as its men go by it ("the Suns' big man had nine rebounds"):
beside one only turnovers and labels ("Rebounds by the Suns: 40") are read.
"""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.interpretation.quantities.context import QuantityContext
from factcheck.interpretation.quantities.meanings import NAMED, Meaning, Quantity
from factcheck.interpretation.quantities.phrase_words import Phrase
from factcheck.interpretation.readings.costs import costs, ranked
from factcheck.knowledge.facts import (
    BASKETS,
    GAME,
    MINUTES,
    POINTS,
    SHOTS,
    THREES,
    TURNOVERS,
    Owner,
)
from factcheck.language.english import GENITIVE, IRREGULAR_PAST

_LABEL_ENDS = {":", "--"}
_SHOTS_MADE = frozenset({*SHOTS["FT"], BASKETS, THREES})
_THEIRS = {"their", "its"}
_TRIP = 3
"""So many free throws a man has at a time, at most."""


def sole_owner(context: QuantityContext, phrase: Phrase) -> Quantity | None:
    """Return a quantity where a counted number can only be of the one whom the sentence names.

    Example: "16 points stood beside the name of Len" → the points of Len.

    Args:
        context: The sentence's phrases.
        phrase: One of them.
    """
    if phrase.whole is not None or phrase.except_for or phrase.complement("owner"):
        return None
    codes, words = context.reader.codes, context.words
    compared = any(words.holds("comparing", code) for code in codes[phrase.start : phrase.end])
    if compared or words.match_back("reaching", codes, phrase.unit):
        # A difference, or a mark that is passed.
        return None
    # Minutes are those of the clock, unless a label says whose they are.
    counted = context.nouns(phrase) if phrase.nouns else ()
    nouns = tuple(code for code in counted if code != MINUTES) or _label(context, phrase)
    if not nouns or not _ends_well(context, phrase):
        return None
    if phrase.start > 1 and codes[phrase.start - 1] in _THEIRS and codes[phrase.start - 2] == "of":
        # "Of their 30 assists": a team's, whoever is named beside them.
        return None
    his = phrase.start > 0 and codes[phrase.start - 1] in {"his", *GENITIVE}
    two = nouns[0] == SHOTS["FT"][0] and phrase.value < _TRIP
    if two or (his and nouns[0] in _SHOTS_MADE and phrase.value <= _TRIP):
        # "Lopez's two free throws tied it": of one trip to the line, not of the game.
        return None
    together = _both(context, phrase, nouns)
    if together is not None:
        return together
    owners = list(_owners(context, phrase))
    if not owners:
        return None
    if isinstance(owners[0][0], str) and phrase.nouns and phrase.nouns != (TURNOVERS,):
        return None
    meanings = sorted(
        (
            Meaning((owner,), code, part, far + late + cost)
            for owner, far in owners
            for code, cost in ranked(nouns)
            for part, late in context.parts(phrase, None)
        ),
        key=lambda meaning: meaning.cost,
    )
    return Quantity(NAMED, phrase, phrase.start, tuple(meanings))


def _both(context: QuantityContext, phrase: Phrase, nouns: tuple[str, ...]) -> Quantity | None:
    """ "Philadelphia and Orlando grabbed 106 rebounds": those of both teams together."""
    codes, teams = context.reader.codes, tuple(context.game.teams)
    named = [
        place
        for place, unit in enumerate(context.sentence.units[: phrase.start])
        if unit.mention is not None and unit.mention.label == "team"
    ]
    if len(named) != len(teams) or POINTS in nouns:
        return None
    if any(context.words.holds("of_several", code) for code in codes):
        return None
    found = {
        str(mention.data.get("value"))
        for place in named
        if (mention := context.reader.mention(place))
    }
    between = [code for code in codes[named[0] + 1 : named[1]] if code != "the"]
    same = context.frames[named[1]].clause == context.frames[phrase.unit].clause
    if found != set(teams) or between != ["and"] or not same or context.frames[phrase.unit].subject:
        return None
    if [part for part, _ in context.parts(phrase, None)] != [GAME]:
        return None
    meanings = tuple(Meaning(teams, code, GAME, cost) for code, cost in ranked(nouns))
    return Quantity(NAMED, phrase, phrase.start, meanings)


def _label(context: QuantityContext, phrase: Phrase) -> tuple[str, ...]:
    """Return what is counted before a colon: "Turnovers by the Suns: 12"."""
    if context.reader.norm(phrase.start - 1) not in _LABEL_ENDS:
        return ()
    before = [unit.mention for unit in context.sentence.units[: phrase.start - 1]]
    counted = [m.value for m in before if m is not None and m.label == "statistic"]
    numbers = any(m is not None and m.label == "number" for m in before)
    return (counted[0],) if len(counted) == 1 and not numbers else ()


def _ends_well(context: QuantityContext, phrase: Phrase) -> bool:
    """Return whether a phrase ends where a clause or a verb begins, not amid more about it."""
    following = context.reader.norm(phrase.end)
    return (
        phrase.closed
        or following in IRREGULAR_PAST
        or following in {"was", "were", "is", "are"}
        or (following.endswith("ed") and len(following) > len("need"))
    )


def _owners(context: QuantityContext, phrase: Phrase) -> Iterator[tuple[Owner, float]]:
    """Yield whose a number may be, with costs: who is named, then whom the clause is about."""
    named: dict[str, set[Owner]] = {"player": set(), "team": set(), "person": set()}
    clauses = set()
    for unit, frame in zip(context.sentence.units, context.frames, strict=True):
        if unit.mention is not None and unit.mention.label in named:
            named[unit.mention.label].add(unit.mention.data.get("value", ""))
            clauses.add(frame.clause)
    if clauses != {context.frames[phrase.unit].clause}:
        return
    codes = context.reader.codes
    if any(context.words.holds("several", code) for code in codes):
        return
    groups = any(context.reader.group(place) for place in range(len(context.sentence.units)))
    if named["person"] or groups:
        return
    if len(named["player"]) == 1 and not named["team"]:
        (man,) = named["player"]
        yield man, 0.0
        for owners, _ in context.agents(phrase.unit):
            if owners != (man,) and len(owners) == 1:
                yield owners[0], costs().farther
        team = context.team_of(man)
    elif not named["player"] and len(named["team"]) == 1:
        (team,) = (str(one) for one in named["team"])
        if context.frames[phrase.unit].subject == "player":
            return
    else:
        return
    # What a team gave up, and what all of them had, may be told beside a name as well.
    for one in sorted(context.game.teams, key=lambda one: one != team):
        yield one, 0.0 if one == team and not named["player"] else costs().farther

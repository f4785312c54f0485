"""Read sentences that are a number and a noun alone: "Lee did it all. 24 points. 11 assists."

Whose they are, the sentences around them tell: whom that before them is about or, where a story or
a post begins with them, that which follows.
"""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.interpretation.quantities.context import QuantityContext
from factcheck.interpretation.quantities.meanings import NAMED, Meaning, Quantity
from factcheck.interpretation.quantities.phrase_words import Phrase
from factcheck.interpretation.readings.costs import costs, ranked
from factcheck.knowledge.facts import GAME, MINUTES, POINTS, Owner
from factcheck.language.mentions import Sentence, Unit
from factcheck.parser.document import ClauseContext

_FEW = 4
"""Fewer of anything may be those of a moment: "Two free throws."."""
_BRIEF = 10
"""Fewer minutes are those of a stretch."""
_TEAM = 60
"""Fewer points of a team are those of a part of the game."""
_COUNTS = {"number", "statistic", "shot"}

Owners = tuple[Owner, ...]


def fragment(context: QuantityContext, phrase: Phrase) -> Quantity | None:
    """Return a quantity where a sentence tells numbers and what they count, and nothing else.

    Example: "Lee did it all. 24 points." → the points of Lee

    Args:
        context: The sentence's phrases.
        phrase: One of them.
    """
    if not phrase.nouns or phrase.complements or phrase.whole is not None:
        return None
    least = _BRIEF if phrase.nouns == (MINUTES,) else _FEW
    if phrase.value < least or not _is_fragment(context.sentence):
        return None
    if any(frame.subject or frame.players for frame in context.frames):
        # Other rules know whose it is.
        return None
    owners = _owners(context)
    parts = dict.fromkeys((GAME, *_parts(context)))
    meanings = [
        Meaning(who, code, part, far + much)
        for who, far in owners.items()
        for code, much in ranked(phrase.nouns)
        for part in parts
        if isinstance(who[0], int) or code != POINTS or phrase.value >= _TEAM
    ]
    return Quantity.of(NAMED, phrase, phrase.start, meanings) if meanings else None


def _is_fragment(sentence: Sentence) -> bool:
    """Return whether a sentence holds numbers, what they count and marks between them alone."""
    kinds = [unit.mention.label for unit in sentence.units if unit.mention is not None]
    return (
        "number" in kinds
        and len({*kinds}) > 1
        and {*kinds} <= _COUNTS
        and not any(
            unit.mention is None
            and unit.norm != "and"
            and (unit.norm.isalpha() or unit.norm == ":")
            for unit in sentence.units
        )
    )


def _owners(context: QuantityContext) -> dict[Owners, float]:
    """Return whose a fragment's numbers may be, with costs; nobody where nothing tells it."""
    before = next(_around(context, -1), None)
    after = next(_around(context, 1), None)
    found: dict[Owners, float] = {}
    if before is not None:
        if not before[1] or before[1][-1].scope != "game" or not before[1][-1].subject:
            return {}
        found = _told_of(before[0].units, before[1], context.game.teams)
    if after is not None:
        for who, far in _told_of(after[0].units, after[1][:1], context.game.teams).items():
            found.setdefault(who, far + (costs().farther if before is not None else 0.0))
    if found:
        for team in context.game.teams:
            found.setdefault((team,), costs().untold)
        found.setdefault(tuple(context.game.teams), costs().untold)
    return found


def _around(context: QuantityContext, step: int) -> Iterator[tuple[Sentence, list[ClauseContext]]]:
    """Yield the sentences before or after that are no fragments themselves, the nearest first."""
    for sentence, frames in context.neighbours(step):
        if not _is_fragment(sentence):
            yield sentence, frames


def _told_of(
    units: list[Unit], frames: list[ClauseContext], teams: tuple[str, str]
) -> dict[Owners, float]:
    """Return whom a sentence is about, then whom else it names, with costs."""
    found: dict[Owners, float] = {}
    frame = frames[-1] if frames else None
    if frame is not None and frame.subject == "player" and len(frame.players) == 1:
        found[(frame.players[0].data["value"],)] = 0.0
    elif frame is not None and frame.subject == "team" and frame.team_id in teams:
        found[(frame.team_id,)] = 0.0
    else:
        return {}
    for mention in (unit.mention for unit in units):
        if mention is not None and mention.label == "player":
            found.setdefault((mention.data["value"],), costs().farther)
    return found


def _parts(context: QuantityContext) -> Iterator[str]:
    """Yield the parts of the game that the sentences around a fragment, or its heading, name."""
    if context.sentence.section is not None:
        yield context.sentence.section
    for step in (-1, 1):
        for sentence, _ in list(_around(context, step))[:1]:
            for unit in sentence.units:
                if unit.mention is not None and unit.mention.label == "period":
                    yield str(unit.mention.value)

"""What the sentence before counted, left out here: "They had 35 assists. We had 21"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from factcheck.interpretation.quantities.phrase_words import Phrase, Words
from factcheck.knowledge.facts import MINUTES, POINTS, SHOTS, Owner
from factcheck.language.mentions import Sentence
from factcheck.parser.document import ClauseContext

if TYPE_CHECKING:
    from factcheck.interpretation.quantities.context import QuantityContext

_OTHER_NUMBERS = {"score", "shooting", "record", "percent", "statistic", "shot", "day"}
"""Beside one of these a bare number may count anything."""
_TRIED = dict(SHOTS.values())
_MADE = {tried: made for made, tried in SHOTS.values()}


@dataclass(frozen=True, slots=True)
class Told:
    """What one sentence counts, and of which part of the game, if any.

    Args:
        statistics: What it counts, the likeliest to be meant first.
        part: The part of the game.
    """

    statistics: tuple[str, ...]
    part: str | None

    def done(self, verb: str) -> tuple[str, ...]:
        """Return what somebody may have of it, by the row of the verb: made shots, or tried ones.

        Example: "The Suns made 20 free throws. The Kings took 31" → those tried.
        """
        if verb == "making":
            return tuple(
                code for code in (_MADE.get(one, one) for one in self.statistics) if code in _TRIED
            )
        if verb == "trying":
            return tuple(
                code for code in (_TRIED.get(one, one) for one in self.statistics) if code in _MADE
            )
        return self.statistics if verb in {"", "have"} else ()


def takes_over(sentence: Sentence, frames: Sequence[ClauseContext], words: Words) -> Owner | None:
    """Return of whom a sentence with one bare number tells, if it may leave out what it counts.

    Args:
        sentence: The sentence.
        frames: Its frames.
        words: What may stand in noun phrases with numbers, and beside them.
    """
    kinds = _kinds(sentence)
    if kinds.count("number") != 1 or _OTHER_NUMBERS.intersection(kinds) or "period" in kinds:
        return None
    if any(words.holds("not_carried", unit.norm) for unit in sentence.units):
        return None
    return _owner(sentence, frames)


def told_before(before: QuantityContext, owner: Owner) -> Told | None:
    """Return what the number of somebody takes from the sentence before his, or None.

    That one tells of another team, or another player. Where it counts several things, the first
    is likeliest meant; but points of a man are told without a word for them anyway.

    Args:
        before: The sentence before.
        owner: Of whom the next one tells.
    """
    kinds = _kinds(before.sentence)
    if kinds.count("period") > 1:
        return None
    counted: dict[str, None] = {}
    for phrase in before.phrases:
        nouns = before.nouns(phrase) if before.is_plain(phrase) else ()
        if nouns and _is_of_another(before, phrase, owner, alone=kinds.count("number") == 1):
            counted[nouns[0]] = None
    if isinstance(owner, int):
        counted.pop(POINTS, None)
    counted.pop(MINUTES, None)
    parts = [unit.mention for unit in before.sentence.units if unit.mention is not None]
    part = next((str(mention.value) for mention in parts if mention.label == "period"), None)
    return Told(tuple(counted), part) if counted else None


def _is_of_another(before: QuantityContext, phrase: Phrase, owner: Owner, *, alone: bool) -> bool:
    """Return whether a number is told of another one of the same kind, or is the only one."""
    owners = next((owners for owners, _ in before.owners_of(phrase)), ())
    if not owners:
        return alone
    same_kind = all(isinstance(one, str) == isinstance(owner, str) for one in owners)
    return owner not in owners and (same_kind or alone)


def _kinds(sentence: Sentence) -> list[str]:
    return [unit.mention.label for unit in sentence.units if unit.mention is not None]


def _owner(sentence: Sentence, frames: Sequence[ClauseContext]) -> Owner | None:
    """Return the one team or player that a sentence tells of, in this game, or None."""
    named = [
        unit.mention for unit in sentence.units
        if unit.mention is not None and unit.mention.label in {"team", "player", "place", "coach"}
    ]  # fmt: skip
    if len(named) != 1 or any(frame.scope != "game" for frame in frames):
        return None
    mention = named[0]
    value = mention.data.get("value")
    return value if isinstance(value, (int, str)) and mention.label != "coach" else None

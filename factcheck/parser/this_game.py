"""Words for another time that yet name this very game."""

from __future__ import annotations

from factcheck.language.english import is_past
from factcheck.language.mentions import Sentence
from factcheck.parser.names import Game
from factcheck.parser.wordings import ClauseWords

_SOON = 6
"""Units after "before facing" among which the opponent and the day stand."""


def on_this_day(sentence: Sentence, start: int, end: int, game: Game, words: ClauseWords) -> bool:
    """Return whether words name the game's own weekday, and not "last Tuesday"."""
    return any(
        unit.mention is not None
        and unit.mention.label == "day"
        and unit.mention.data.get("value") == game.date.weekday()
        and sentence.units[position - 1].norm not in words.other_days
        for position, unit in enumerate(sentence.units[start:end], start)
    )


def comes_to_this(sentence: Sentence, start: int, end: int, game: Game, words: ClauseWords) -> bool:
    """Return whether what comes next is this very game, which the story has come to.

    Example: "They beat the Suns before taking on the Heat on Sunday."
    """
    if sentence.units[start].norm != "before" or not was_told(sentence, start, words):
        return False
    after = sentence.units[end : end + _SOON]
    return on_this_day(sentence, end, end + _SOON, game, words) or any(
        unit.mention is not None
        and unit.mention.label == "team"
        and unit.mention.data.get("value") in game.teams
        for unit in after[:3]
    )


def was_told(sentence: Sentence, end: int, words: ClauseWords) -> bool:
    """Return whether a verb of the past stands before a unit: "took the reins on Tuesday"."""
    return any(
        unit.mention is None and (is_past(unit.norm) or unit.norm in words.told)
        for unit in sentence.units[:end]
    )

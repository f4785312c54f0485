"""Which team a writer means by "we"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from factcheck.language.mentions import Sentence
from factcheck.parser.document import Document
from factcheck.parser.names import Game
from factcheck.parser.wordings import NarratorWords

_OFTEN = 2
"""So many words for himself and his team make a writer one who speaks for it."""
_NEAR = 3
"""Units behind "our", or behind a verb, among which a name stands."""
_QUOTES = frozenset({'"', "“", "”", "``", "''"})


def speaks_for_team(document: Document, words: NarratorWords) -> bool:
    """Return whether the writer, and not somebody he quotes, speaks of a team as "we"."""
    spoken = (
        unit.norm in words.we | words.us
        for sentence in _unquoted(document)
        for unit in sentence.units
        if unit.mention is None
    )
    return sum(spoken) >= _OFTEN


def narrator(document: Document, words: NarratorWords) -> str | None:
    """Return the team of "we", None where no words tell it, or as many tell the other.

    Example: "We lost in Houston", "we beat the Rockets", "our Kevin Love"
    """
    assert document.game is not None
    votes = Counter(
        team
        for sentence in _unquoted(document)
        for index in range(len(sentence.units))
        for team in _told(sentence, index, document.game, words)
    ).most_common()
    if not votes or (len(votes) > 1 and votes[0][1] == votes[1][1]):
        return None
    return votes[0][0]


def _unquoted(document: Document) -> Iterator[Sentence]:
    for sentence in document.sentences:
        if not any(unit.mention is None and unit.norm in _QUOTES for unit in sentence.units):
            yield sentence


def _told(sentence: Sentence, index: int, game: Game, words: NarratorWords) -> Iterator[str]:
    """Yield the teams that the words at a unit tell to be the writer's."""
    units = sentence.units
    if units[index].mention is not None:
        return
    code = units[index].norm
    named = _named(sentence, index + 1)
    if code in words.our and named in game.teams:
        yield named
    if code not in words.we or index + 1 >= len(units):
        return
    at = index + 1 + (units[index + 1].norm in words.adverbs)
    if at + 1 >= len(units) or units[at].mention is not None:
        return
    verb, after = units[at].norm, units[at + 1]
    named = _named(sentence, at + 1)
    if verb in words.beat or (verb in words.lost and after.norm in words.to):
        if named in game.teams:
            yield next(team for team in game.teams if team != named)
    elif verb in words.won | words.lost and _is_of_game(sentence, at + 1, game, words):
        yield game.in_role("winner" if verb in words.won else "loser")


def _named(sentence: Sentence, start: int) -> str | None:
    """Return the team that is named near, or the team of the man who is."""
    for unit in sentence.units[start : start + _NEAR]:
        if unit.mention is not None and unit.mention.label in {"team", "player"}:
            team: str | None = unit.mention.data.get("team_id", unit.mention.data.get("value"))
            return team
    return None


def _is_of_game(sentence: Sentence, after: int, game: Game, words: NarratorWords) -> bool:
    """Return whether a win or loss is this game's: "we won", not "we won the third"."""
    days = {
        unit.mention.data.get("value")
        for unit in sentence.units
        if unit.mention is not None and unit.mention.label == "day"
    }
    unit = sentence.units[after]
    told = unit.mention is None or unit.mention.label == "score"
    return told and unit.norm not in words.not_game and days <= {game.date.weekday()}

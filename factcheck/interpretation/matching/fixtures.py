"""Several games of a team in one sentence: "host the Kings on Friday, then visit Utah"."""

from __future__ import annotations

from factcheck.interpretation.matching.fixtures_told import FixtureWords
from factcheck.language.mentions import Mention, Sentence
from factcheck.parser.names import Game

_NEAR = 8
"""How many units from a game words may stand that go on from another."""


def teams_before(sentence: Sentence, game: Game, anchor: int, words: FixtureWords) -> list[str]:
    """Return the opponents, by name or place, that a sentence listed before a unit.

    Example: "The Suns visit the Kings on Friday and the Lakers on Sunday" at "Lakers": Kings.

    Args:
        sentence: A bound sentence.
        game: The game of the story; with one of its teams another list begins.
        anchor: The unit, from 0.
        words: The vocabulary of games to come and gone by.
    """
    here = sentence.units[anchor].mention
    same = _teams_of(here) if here is not None else set()
    start = _beginning(sentence, game, anchor, words)
    joint = next(
        (i for i in range(anchor, start, -1) if sentence.units[i].norm in words.list_joints), start
    )
    named: list[str] = []
    for mention in _mentions(sentence, start, joint):
        teams = _teams_of(mention)
        if teams.isdisjoint(same) and teams.isdisjoint(game.teams):
            named += sorted(teams)
    return named


def days_before(sentence: Sentence, game: Game, anchor: int, words: FixtureWords) -> list[int]:
    """Return the weekdays that a sentence named for a team's games before a unit, 0 for Monday.

    The arguments are those of :func:`teams_before`.
    """
    listed = _mentions(sentence, _beginning(sentence, game, anchor, words), anchor)
    return [mention.data["value"] for mention in listed if mention.label == "day"]


def _beginning(sentence: Sentence, game: Game, anchor: int, words: FixtureWords) -> int:
    """Return where, before a unit, a sentence comes to the team that it is about."""
    if _goes_on(sentence, anchor, words) or sentence.units[0].norm in words.first_told:
        return 0
    for index in range(anchor - 1, -1, -1):
        mention = sentence.units[index].mention
        ours = mention is not None and _teams_of(mention) & set(game.teams)
        if sentence.units[index].norm in words.list_turns or ours:
            return index + 1
    return 0


def _goes_on(sentence: Sentence, anchor: int, words: FixtureWords) -> bool:
    """ "The Knicks visit a day later": a game after those told of before, whoever's they are."""
    codes = [unit.norm for unit in sentence.units[max(0, anchor - _NEAR) : anchor + _NEAR]]
    return any(
        word in words.goes_on
        and (codes[at - 1] in words.days or codes[at + 1 : at + 2] == ["that"])
        for at, word in enumerate(codes)
        if at
    ) or any(
        word in words.next_in_time and at + 1 < len(codes) and codes[at + 1] in words.times
        for at, word in enumerate(codes)
    )


def _mentions(sentence: Sentence, start: int, end: int) -> list[Mention]:
    return [unit.mention for unit in sentence.units[start:end] if unit.mention is not None]


def _teams_of(mention: Mention) -> set[str]:
    """Return the teams that a name or a place means."""
    if mention.label == "team":
        return {mention.data["value"]}
    if mention.label == "place":
        return set(mention.data.get("place_teams") or mention.data.get("keys") or [])
    return set()

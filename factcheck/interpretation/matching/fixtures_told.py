"""The other games of which a sentence tells by day and opponent: "host Utah on Friday"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from factcheck.language.mentions import Mention, Sentence
from factcheck.parser.constructions import Construction
from factcheck.parser.document import ClauseContext
from factcheck.parser.names import Game
from factcheck.rulebook.vocabulary import WordSets

_NAMED = {"{team}", "{place}"}
_Stop = tuple[int, str, set[str]]
"""A day or a name that a sentence tells a game by: its unit, which of the two, the teams meant."""
_NEAR = 9
"""How many units a day and an opponent may be apart."""


@dataclass(frozen=True, slots=True)
class FixtureWords(WordSets):
    """Words for games to come and gone by, and what stands between them."""

    table: ClassVar[str] = "fixtures_told"

    past: frozenset[str]
    bygone: frozenset[str]
    coming: frozenset[str]
    free: frozenset[str]
    pronouns: frozenset[str]
    home: frozenset[str]
    away: frozenset[str]
    turns: frozenset[str]
    own_time: frozenset[str]
    leads_on: frozenset[str]
    to_the_name: frozenset[str]
    ends: frozenset[str]
    list_joints: frozenset[str]
    list_turns: frozenset[str]
    goes_on: frozenset[str]
    days: frozenset[str]
    next_in_time: frozenset[str]
    times: frozenset[str]
    first_told: frozenset[str]

    @property
    def joints(self) -> frozenset[str]:
        """What turns to something else or leads on to another game."""
        return self.turns | self.leads_on


@dataclass(slots=True)
class Told:
    """One game as a sentence tells it.

    Args:
        day: The weekday.
        names: The names of the opponent, or of its place; several of one team.
        teams: The teams that they mean.
        direction: ``coming``, ``earlier``, or "" where the words do not say.
        place: ``home``, ``away``, or "" where the words do not say.
        owner: The one of the game's two teams named last before it as a subject.
        start: The first unit that tells of it.
        end: One past the last.
        before: The games of the same team told before it in the sentence.
    """

    day: Mention
    names: list[Mention]
    teams: set[str]
    direction: str = ""
    place: str = ""
    owner: str | None = None
    start: int = 0
    end: int = 0
    before: int = 0


def fixtures_told(
    sentence: Sentence, frames: list[ClauseContext], game: Game, words: FixtureWords
) -> list[Told]:
    """Return the games that a sentence tells of by their day and their opponent, in order.

    Args:
        sentence: A bound sentence.
        frames: What each of its units is about.
        game: The game of the story.
        words: The vocabulary of games to come and gone by.
    """
    if "{day}" not in sentence.parts or sentence.parts.keys().isdisjoint(_NAMED):
        return []
    stops = _of_one_time(list(_stops(sentence, game, words)), frames)
    told: list[Told] = []
    start, at = 0, 0
    alone: dict[str | None, int] = {}
    while at < len(stops):
        pair = _pair(sentence, stops, at, words)
        if pair is None:
            place, kind, meant = stops[at]
            if kind == "name" and meant.isdisjoint(game.teams):
                owner = _owner(sentence, game, place, words)
                alone[owner] = alone.get(owner, 0) + 1
            at += 1
            continue
        found, used = pair
        if not found.teams.isdisjoint(game.teams):
            # "19 in New York on Sunday, 33 against Chicago" of a game of the Nets: maybe this one.
            at += used
            continue
        first, last = stops[at][0], stops[at + used - 1][0]
        found.start, found.end = start, last + 1
        named = next(place for place, kind, _ in stops[at:] if kind == "name")
        about = frames[named]
        if _is_of_stranger(about, found, game):
            at += used
            continue
        found.owner = _owner(sentence, game, named, words)
        if found.owner is None and about.team_id in game.teams and not about.anaphoric:
            found.owner = about.team_id
        found.direction = (
            _direction(sentence, found, words)
            or (told[-1].direction if told else "")
            or _time(frames[first], frames[last])
        )
        found.place = _place(sentence, found, words)
        found.before = alone.get(found.owner, 0)
        alone[found.owner] = found.before + 1
        told.append(found)
        start, at = last + 1, at + used
    return told


def _stops(sentence: Sentence, game: Game, words: FixtureWords) -> Iterator[_Stop]:
    """Yield the days, and the names that may mean others than the two teams, with their units."""
    ours = set(game.teams)
    for place, unit in enumerate(sentence.units):
        mention = unit.mention
        if mention is None:
            continue
        if mention.label == "day":
            after = sentence.units[place + 1].norm if place + 1 < len(sentence.units) else ""
            if after not in words.free:
                yield place, "day", set()
        else:
            teams = teams_meant(mention)
            if not teams <= ours:
                yield place, "name", teams


def _of_one_time(stops: list[_Stop], frames: list[ClauseContext]) -> list[_Stop]:
    """Leave out what a relative clause tells of the next opponent.

    Example: "Host Utah, who beat Boston on Sunday, on Friday" → Utah and Friday
    """
    if all(frames[place].scope != "next" for place, _, _ in stops):
        return stops
    return [stop for stop in stops if frames[stop[0]].told_by != Construction.OTHER_GAME]


def teams_meant(mention: Mention) -> set[str]:
    """Return the teams that a name or a place means."""
    if mention.label == "team":
        return {mention.data["value"]}
    if mention.label == "place":
        return set(mention.data.get("place_teams") or mention.data.get("keys") or ())
    return set()


def _pair(
    sentence: Sentence, stops: list[_Stop], at: int, words: FixtureWords
) -> tuple[Told, int] | None:
    """Return the day and the opponent that begin at a stop, and how many stops they are."""
    names: list[Mention] = []
    teams: set[str] = set()
    day: Mention | None = None
    used = 0
    for place, kind, meant in stops[at:]:
        mention = sentence.units[place].mention
        assert mention is not None
        if used and place - stops[at + used - 1][0] > _NEAR:
            break
        whole = day is not None and names
        joints = words.joints if whole else words.turns | words.own_time
        if used and _joined(sentence, stops[at + used - 1][0], place, joints):
            break
        if kind == "day":
            if day is not None:
                break
            if (
                names
                and at + used + 1 < len(stops)
                and _nearer(sentence, stops, at + used, words.joints)
            ):
                break
            day = mention
        else:
            if names and not (meant & teams):
                break
            names.append(mention)
            teams = teams & meant if teams else set(meant)
        used += 1
    if day is None or not names:
        return None
    return Told(day, names, teams), used


def _nearer(
    sentence: Sentence,
    stops: list[_Stop],
    at: int,
    joints: frozenset[str],
) -> bool:
    """Return whether a day belongs to the name behind it: "the Kings and, on Friday, the Jazz"."""
    if stops[at + 1][1] != "name":
        return False
    before = _joined(sentence, stops[at - 1][0], stops[at][0], joints)
    return before and not _joined(sentence, stops[at][0], stops[at + 1][0], joints)


def _joined(sentence: Sentence, first: int, second: int, joints: frozenset[str]) -> bool:
    """Return whether words that lead on to another game stand between two units."""
    return any(unit.norm in joints for unit in sentence.units[first + 1 : second])


def _owner(sentence: Sentence, game: Game, place: int, words: FixtureWords) -> str | None:
    """Return the one of the two teams that is named last before a unit, as a subject."""
    for index in range(place - 1, -1, -1):
        mention = sentence.units[index].mention
        ours = set() if mention is None else teams_meant(mention) & set(game.teams)
        before = [unit.norm for unit in sentence.units[max(0, index - 2) : index]]
        if before[-1:] == ["the"]:
            del before[-1]
        if len(ours) == 1 and (not before or before[-1] not in words.to_the_name):
            return ours.pop()
    return None


def _is_of_stranger(about: ClauseContext, told: Told, game: Game) -> bool:
    """ "Host Milwaukee, which beat Washington on Friday": a game of neither of the two."""
    return (
        about.subject == "team"
        and not about.anaphoric
        and about.team_id not in told.teams | set(game.teams)
    )


def _direction(sentence: Sentence, told: Told, words: FixtureWords) -> str:
    """Return whether the words around it tell of a game to come or of one gone by."""
    past = coming = bygone = False
    for index in range(told.start, min(told.end + 4, len(sentence.units))):
        code = sentence.units[index].norm
        if code in words.ends and index >= told.end:
            break
        before = sentence.units[index - 1].norm if index else ""
        past = past or code in words.past
        bygone = bygone or code in words.bygone
        coming = coming or code in words.coming or (code == "'s" and before in words.pronouns)
    past = past or (bygone and not coming)
    return "" if past == coming else "earlier" if past else "coming"


def _time(*frames: ClauseContext) -> str:
    """Return the time that clauses have."""
    scopes = {frame.scope for frame in frames}
    if "next" in scopes and "previous" not in scopes:
        return "coming"
    return "earlier" if "previous" in scopes and "next" not in scopes else ""


def _place(sentence: Sentence, told: Told, words: FixtureWords) -> str:
    """Return where a game is told to be."""
    codes = {unit.norm for unit in sentence.units[told.start : told.end]}
    home, away = not codes.isdisjoint(words.home), not codes.isdisjoint(words.away)
    return "" if home == away else "home" if home else "away"

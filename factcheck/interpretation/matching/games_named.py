"""Games that a team won or lost, told by a list of names: "losses to Denver and in Portland"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from factcheck.interpretation.matching.fixtures_told import teams_meant
from factcheck.knowledge.pairs import POINTS
from factcheck.language.mentions import Mention, Sentence
from factcheck.parser.document import ClauseContext
from factcheck.parser.names import Game
from factcheck.rulebook.vocabulary import WordSets

_PASSED = frozenset({"day", "number", "ordinal", "score", "arena"})
"""Kinds of mentions that may stand between a word for a result and a name."""
_NEAR_HEAD = 4
"""How far before its word a result is denied, or placed at home or on the road."""
_NEAR_RUN = 12
"""How far from a game of a run the words for the run stand."""
_LONGEST_LIST = 60
"""How many units a list of games has at most."""


@dataclass(frozen=True, slots=True)
class GameWords(WordSets):
    """Words for games won and lost, and what may stand between them and a name."""

    table: ClassVar[str] = "games_named"

    won: frozenset[str]
    lost: frozenset[str]
    beat: frozenset[str]
    beating: frozenset[str]
    defeats: frozenset[str]
    passive: frozenset[str]
    of_whom: frozenset[str]
    no_object: frozenset[str]
    by_whom: frozenset[str]
    articles: frozenset[str]
    not_told: frozenset[str]
    passed: frozenset[str]
    at_place: frozenset[str]
    with_team: frozenset[str]
    beside_name: frozenset[str]
    all_of_them: frozenset[str]
    before_subject: frozenset[str]
    to_ground: frozenset[str]
    home: frozenset[str]
    road: frozenset[str]
    latest: frozenset[str]
    run: frozenset[str]
    elsewhere: frozenset[str]
    trips: frozenset[str]
    to_come: frozenset[str]
    swept: frozenset[str]
    stopped: frozenset[str]
    whom: frozenset[str]
    just_now: frozenset[str]
    right_before: frozenset[str]
    lately: frozenset[str]
    long_ago: frozenset[str]

    @property
    def results(self) -> frozenset[str]:
        """Return all words for results."""
        return self.won | self.lost | self.beat | self.beating | self.defeats

    @property
    def heads(self) -> frozenset[str]:
        """Return all words for results and for trips."""
        return self.results | self.trips


@dataclass(slots=True)
class GameNamed:
    """What a sentence tells of the game that it names by an opponent or a place.

    Args:
        owner: The one of the story's two teams whose game it was.
        won: Whether that team won it; None where the words do not say.
        on_trip: Whether it is one of a trip.
        at_place: Whether the name is the place of the game.
        ground: ``home``, ``road``, or "" where the words do not say.
        within: Among how many of its last games that ended so it was; None where that is open.
        lately: Whether it was one of the last two weeks.
        is_last: Whether it is told as what came right before: "after a loss to Denver".
        is_told_now: Whether nothing tells that it is another game than that of the story.
        is_sure: Whether more than one word tells that it was won, or lost.
    """

    owner: str
    won: bool | None
    on_trip: bool = False
    at_place: bool = False
    ground: str = ""
    within: int | None = None
    lately: bool = False
    is_last: bool = False
    is_told_now: bool = False
    is_sure: bool = False


class GamesNamed:
    """The games that a sentence tells of by names of opponents and places.

    Args:
        sentence: A bound sentence.
        frames: What each of its units is about.
        game: The game of the story.
        words: The vocabulary of games won and lost.
    """

    def __init__(
        self, sentence: Sentence, frames: Sequence[ClauseContext], game: Game, words: GameWords
    ) -> None:
        self._units, self._frames, self._words = sentence.units, frames, words
        self._teams = frozenset(game.teams)
        parts = sentence.parts
        self._heads = words.heads
        self._has_head = not self._heads.isdisjoint(parts)
        tells = words.elsewhere.isdisjoint(parts) and (
            self._has_head or not words.stopped.isdisjoint(parts)
        )
        self._codes = [unit.norm for unit in sentence.units] if tells else None
        self._is_late = not words.lately.isdisjoint(parts) and words.long_ago.isdisjoint(parts)

    def at(self, anchor: int) -> GameNamed | None:
        """Return what is told of the game that the name at a unit stands for.

        The words between the name and the one for the result must all be understood, or it is
        another thing that is told of the name.
        """
        name, codes, words = self._units[anchor].mention, self._codes, self._words
        if codes is None or name is None or teams_meant(name) & self._teams:
            return None
        if codes[anchor + 1 : anchor + 2] and codes[anchor + 1] in words.stopped:
            # "They had won four straight before Chicago stopped them".
            owner = self._owner(codes, anchor)
            if owner is None or words.whom.isdisjoint(codes[anchor + 2 : anchor + 3]):
                return None
            return GameNamed(owner, won=False, is_sure=True)
        walk = self._walk(codes, anchor) if self._has_head else None
        if walk is None:
            return None
        head, beside, preposition = walk
        at_place = preposition in words.at_place
        about = self._frames[head]
        if about.subject == "team" and not about.anaphoric and about.team_id not in self._teams:
            # "Host Milwaukee, which beat Washington".
            return None
        owner = self._owner(codes, head)
        on_trip = codes[head] in words.trips
        won = _result(codes, head, preposition, words)
        if owner is None or (won is None and not on_trip):
            return None
        before = codes[max(0, head - _NEAR_HEAD) : head]
        if on_trip and not words.to_come.isdisjoint(before):
            return None
        within = None if on_trip else self._within(head, anchor)
        names = len(beside) + 1 + self._names_after(anchor)
        if within is None and not words.just_now.isdisjoint(before):
            # "Back from losses to Denver and Portland": their last two.
            within = names
        is_last = within is None and not words.right_before.isdisjoint(before)
        return GameNamed(
            owner, won, on_trip, at_place or on_trip, _ground(codes, head, anchor, words),
            within, on_trip or self._is_late, is_last,
            self._frames[anchor].scope == "game", names > 1,
        )  # fmt: skip

    def _walk(self, codes: Sequence[str], anchor: int) -> tuple[int, list[str], str] | None:
        """Return the word for the result, the names of the list before, and the preposition."""
        beside: list[str] = []
        preposition, words = "", self._words
        for index in range(anchor - 1, max(-1, anchor - 1 - _LONGEST_LIST), -1):
            mention = self._units[index].mention
            if mention is not None:
                teams = teams_meant(mention)
                if teams & self._teams:
                    before = codes[index - 1] if index else ""
                    if before in words.articles and index > 1:
                        before = codes[index - 2]
                    if before not in words.beside_name:
                        return None
                elif teams:
                    beside += sorted(teams)
                elif not _may_pass(mention):
                    return None
                continue
            code = codes[index]
            if not preposition and (code in words.at_place or code in words.with_team):
                preposition = code
            if code in self._heads:
                return index, beside, preposition
            if code not in words.passed:
                return None
        return None

    def _owner(self, codes: Sequence[str], head: int) -> str | None:
        """Return the one of the two teams that the word for the result is about."""
        words = self._words
        for index in range(head - 1, max(-1, head - 1 - _LONGEST_LIST), -1):
            mention = self._units[index].mention
            teams = teams_meant(mention) if mention is not None else set()
            if not teams:
                continue
            before = list(codes[max(0, index - 2) : index])
            if before and before[-1] in words.articles:
                del before[-1]
            if before and before[-1] not in words.before_subject:
                continue
            ours = teams & self._teams
            if not ours and self._walk(codes, index) is not None:
                # One of an earlier list: "beat the Kings and the Lakers while losing to Utah".
                continue
            return ours.pop() if len(ours) == 1 else None
        about = self._frames[head]
        team = about.team_id or about.topic_team_id
        return team if team in self._teams else None

    def _within(self, head: int, anchor: int) -> int | None:
        """Return among how many of the last games that ended so it is: "the last two wins"."""
        units, words = self._units, self._words
        for index in range(max(0, head - _NEAR_HEAD), anchor):
            if units[index].norm in words.latest:
                return _number(units[index + 1].mention) or 1
        near = units[max(0, head - _NEAR_RUN) : anchor + 1]
        if words.run.isdisjoint(unit.norm for unit in near):
            return None
        return max(_numbers(unit.mention for unit in near), default=None)

    def _names_after(self, anchor: int) -> int:
        """Return how many names of a list stand behind one of them."""
        names = 0
        for unit in self._units[anchor + 1 : anchor + 1 + _LONGEST_LIST]:
            if unit.mention is None and unit.norm not in self._words.passed:
                break
            names += bool(unit.mention is not None and teams_meant(unit.mention))
        return names


def _may_pass(mention: Mention) -> bool:
    return mention.label in _PASSED or (mention.label == "statistic" and mention.value == POINTS)


def _result(codes: Sequence[str], head: int, preposition: str, words: GameWords) -> bool | None:
    """Return whether the game was won, None where the words do not tell."""
    before = codes[max(0, head - _NEAR_HEAD) : head]
    if not words.not_told.isdisjoint(before):
        return None
    code, after = codes[head], codes[head + 1] if head + 1 < len(codes) else ""
    if code in words.trips:
        return None if words.swept.isdisjoint(codes[max(0, head - _NEAR_RUN) : head]) else True
    if code in words.defeats:
        return after in words.of_whom
    if code in words.beat:
        # "Beaten a night earlier by the Lakers", "thumped in Portland".
        suffered = not words.passive.isdisjoint(before[-2:]) or after in words.no_object
        return not (suffered or preposition in words.by_whom)
    if code in words.beating:
        return None if after in words.no_object else True
    return code in words.won


def _ground(codes: Sequence[str], head: int, anchor: int, words: GameWords) -> str:
    """Return where the games of the list were: "home wins", "on the road", "both at home"."""
    stretch = list(codes[max(0, head - 1) : anchor])
    for index in range(anchor + 1, min(anchor + 1 + _NEAR_HEAD, len(codes))):
        code = codes[index]
        if code == "," and index + 1 < len(codes) and codes[index + 1] in words.all_of_them:
            continue
        if code not in words.to_ground:
            break
        stretch.append(code)
    home, road = not words.home.isdisjoint(stretch), not words.road.isdisjoint(stretch)
    return "" if home == road else "home" if home else "road"


def _number(mention: Mention | None) -> int | None:
    if mention is None or mention.label != "number":
        return None
    value = mention.data.get("value")
    return int(value) if isinstance(value, int | float) else None


def _numbers(mentions: Iterable[Mention | None]) -> list[int]:
    return [number for mention in mentions if (number := _number(mention)) is not None]

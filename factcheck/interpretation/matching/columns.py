"""The columns of a claim: what fills its slots, and what its clause and sentence tell."""

from __future__ import annotations

from typing import Any
from zlib import crc32

from factcheck.interpretation.matching.fixtures import days_before, teams_before
from factcheck.interpretation.matching.fixtures_told import FixtureWords
from factcheck.interpretation.matching.games_named import GamesNamed, GameWords
from factcheck.language.mentions import Mention, Sentence, label_part
from factcheck.parser.document import ClauseContext, Document
from factcheck.parser.names import Game
from factcheck.parser.periods import looks_back, nearest_period
from factcheck.parser.story_periods import period_reached, story_period, topic_period
from factcheck.parser.wordings import PeriodWords
from factcheck.rulebook.rule import Rule

_BEFORE, _AFTER = 3, 1
"""In how many sentences before and after a claim's a score tells what moment is told of."""
_NAME_NEAR = 6
"""How many units behind the beginning of a match the name of a game stands."""
_FAR = 30
"""In how many sentences before a claim's a team is looked for."""
_MENTIONED = 2
"""In how many sentences before a claim's players are named near it."""


def player_columns(game: Game, mention: Mention) -> dict[str, Any]:
    """Return whom a row is about: a player, his team and its opponent."""
    team_id = mention.data.get("team_id")
    return {
        "player_id": mention.data["value"],
        "team_id": team_id,
        "opponent_id": game.opponent(team_id),
    }


class SentenceColumns:
    """What the clauses of a sentence, and the sentence, tell of a match (see docs/rules.md).

    Args:
        document: The story.
        story: Tells which claims of a batch are of one story; see :func:`story_number`.
        sentence: The sentence.
        frames: What each of its units is about.
        periods: Words beside those for periods.
        fixtures: The vocabulary of games to come and gone by.
        games: The vocabulary of games won and lost.
    """

    def __init__(
        self, document: Document, story: int, sentence: Sentence, frames: list[ClauseContext],
        periods: PeriodWords, fixtures: FixtureWords, games: GameWords,
    ) -> None:  # fmt: skip
        self._periods, self._fixtures = periods, fixtures
        game = document.game
        assert game is not None
        self._sentence, self._frames, self._game = sentence, frames, game
        self._games = GamesNamed(sentence, frames, game, games)
        self._named = {label: _places(sentence, label) for label in ("period", "statistic", "shot")}
        self._told = story_period(document, sentence, 0)
        self._reached = period_reached(document, sentence, periods)
        self._scores = _scores_near(document, sentence)
        self._teams = _own_teams(sentence, game)
        self._team_before = _team_before(document, sentence, game)
        self._men = _men_named(document, sentence)
        self._known: dict[int, dict[str, Any]] = {}
        self._same = {
            "game_id": game.id,
            "section_period": sentence.section,
            "note_period": sentence.moment[0] if sentence.moment else None,
            "note_clock": sentence.moment[1] if sentence.moment else None,
            "topic_period": topic_period(document, sentence),
            "topic_statistic": _statistic_before(document, sentence),
            "story": story,
            "sentence_teams": _teams_named(sentence),
            "sentence": sentence.number,
        }

    def at(self, anchor: int) -> dict[str, Any]:
        """Return the columns of a match at a unit; several rules often read the same one."""
        if anchor not in self._known:
            self._known[anchor] = self._same | self._columns(anchor)
        return self._known[anchor]

    def _columns(self, anchor: int) -> dict[str, Any]:
        sentence, frame = self._sentence, self._frames[anchor]
        period, shot = self._before("period", anchor), self._before("shot", anchor)
        come_to = [
            value
            for place, value in self._named["period"]
            if place < anchor and not looks_back(sentence, place, self._periods)
        ]
        # Lists of games are lists of coming ones: elsewhere it is not worth looking.
        coming = frame.scope == "next"
        listed = (sentence, self._game, anchor, self._fixtures) if coming else None
        return {
            **self._game_named(anchor),
            "teams_before": teams_before(*listed) if listed else [],
            "days_before": days_before(*listed) if listed else [],
            "subject": frame.subject,
            "scope": frame.scope,
            "scope_n": frame.scope_n,
            "clause": frame.clause,
            "distribution": frame.distribution,
            "anaphoric": frame.anaphoric,
            "cues": sorted(frame.cues),
            "topic_team_id": frame.topic_team_id,
            "last_team_id": next(
                (team for place, team in reversed(self._teams) if place < anchor),
                self._team_before,
            ),
            "team_named": frame.team.data["value"] if frame.team else None,
            "named": list(frame.named),
            "mentioned": self._mentioned(anchor),
            "players": [player.data["value"] for player in frame.players],
            "context_period": nearest_period(sentence, self._frames, anchor, self._periods),
            "sentence_period": period[-1] if period else sentence.section,
            "story_period": period[-1] if period else self._told,
            "period_reached": come_to[-1] if come_to else self._reached,
            "place": sentence.units[anchor].start,
            **self._scores_around(sentence.units[anchor].start),
            "scores_before": [
                f"{high}-{low}"
                for start, (high, low) in self._scores
                if start < sentence.units[anchor].start
            ],
            "sentence_statistics": self._before("statistic", anchor),
            "sentence_shot": shot[-1] if shot else None,
            "clause_statistics": [
                value
                for place, value in self._named["statistic"]
                if self._frames[place].clause == frame.clause
            ],
        }

    def _game_named(self, anchor: int) -> dict[str, Any]:
        """Return what is told of the game that the first name of a match stands for."""
        near = self._sentence.units[anchor : anchor + _NAME_NEAR + 1]
        named = next(
            (
                place
                for place, unit in enumerate(near, anchor)
                if unit.mention is not None and unit.mention.label in {"team", "place"}
            ),
            None,
        )
        told = None if named is None else self._games.at(named)
        if told is None:
            return {}
        return {
            "told_owner": told.owner,
            "told_won": told.won,
            "told_on_trip": told.on_trip,
            "told_lately": told.lately,
            "told_is_last": told.is_last,
            "told_at_place": told.at_place,
            "told_ground": told.ground,
            "told_within": told.within,
            "told_is_sure": told.is_sure,
            "told_is_now": told.is_told_now,
        }

    def _mentioned(self, anchor: int) -> list[int]:
        """Return the players named near before a unit, as whatever: "X had 24, Y 22"."""
        start = self._sentence.units[anchor].start
        return sorted({player for place, player in self._men if place < start})

    def _scores_around(self, place: int) -> dict[str, int | None]:
        """Return the score told last before a token, and the one told next after it."""
        before = after = (None, None)
        for start, score in self._scores:
            if start > place:
                after = score
                break
            before = score
        return {
            "last_score_high": before[0],
            "last_score_low": before[1],
            "next_score_high": after[0],
            "next_score_low": after[1],
        }

    def _before(self, label: str, anchor: int) -> list[str]:
        """Return what was named before a unit: "13 rebounds, while Beal had 9"."""
        return [value for place, value in self._named[label] if place < anchor]


def story_number(document: Document) -> int:
    """Return a number that tells stories apart by their text, the same in every run."""
    return crc32(document.text.encode("utf-8", "surrogatepass"))


def _places(sentence: Sentence, label: str) -> list[tuple[int, str]]:
    """Return where a sentence names something with a label, and what."""
    if label_part(label) not in sentence.parts:
        return []
    return [
        (place, unit.mention.value)
        for place, unit in enumerate(sentence.units)
        if unit.mention is not None and unit.mention.label == label
    ]


def _men_named(document: Document, sentence: Sentence) -> list[tuple[int, int]]:
    """Return the tokens and ids of players that a sentence and the two before it name."""
    last = sentence.number
    return [
        (unit.start, unit.mention.data["value"])
        for near in document.sentences[max(0, last - 1 - _MENTIONED) : last]
        for unit in near.units
        if unit.mention is not None and unit.mention.label == "player"
    ]


def _team_before(document: Document, sentence: Sentence, game: Game) -> str | None:
    """Return the team of the game that is named last before a sentence."""
    last = sentence.number - 1
    for earlier in reversed(document.sentences[max(0, last - _FAR) : last]):
        if "{team}" in earlier.parts:
            named = _own_teams(earlier, game)
            if named:
                return named[-1][1]
    return None


def _statistic_before(document: Document, sentence: Sentence) -> str | None:
    """Return the statistic named last in the sentence before, or in the one before that.

    Example: "Waiters had eight assists. Irving had five of his own." → AST
    """
    for before in reversed(document.sentences[max(0, sentence.number - 3) : sentence.number - 1]):
        named = _places(before, "statistic")
        if named:
            return named[-1][1]
    return None


def _own_teams(sentence: Sentence, game: Game) -> list[tuple[int, str]]:
    """Return where a sentence names a team of the game, and which."""
    if "{team}" not in sentence.parts:
        return []
    return [
        (place, unit.mention.data["value"])
        for place, unit in enumerate(sentence.units)
        if unit.mention is not None
        and unit.mention.label == "team"
        and unit.mention.data.get("value") in game.teams
    ]


def _scores_near(document: Document, sentence: Sentence) -> list[tuple[int, tuple[Any, Any]]]:
    """Return the scores that a sentence and those around it tell, each with its place."""
    first, last = max(0, sentence.number - 1 - _BEFORE), sentence.number + _AFTER
    return [
        (unit.start, (max(score), min(score)))
        for near in document.sentences[first:last]
        if "{score}" in near.parts
        for unit in near.units
        if unit.mention is not None and unit.mention.label == "score"
        for score in [(unit.mention.data["first"], unit.mention.data["second"])]
    ]


def _teams_named(sentence: Sentence) -> list[str]:
    """Return the teams that a sentence names, by name, home or arena."""
    named: set[str] = set()
    for mention in (unit.mention for unit in sentence.units if unit.mention is not None):
        if mention.label == "team":
            named.add(mention.data["value"])
        elif mention.label in {"place", "arena"}:
            named.update(mention.data.get("place_teams") or mention.data.get("keys") or [])
    return sorted(named)


def slot_columns(name: str, mention: Mention, document: Document) -> dict[str, Any]:
    """Return the claim's columns for a slot and the mention in it."""
    data = mention.data
    if mention.label in {"score", "record", "shooting"}:
        return {f"{name}_first": data["first"], f"{name}_second": data["second"]}
    columns = {name: data.get("value")}
    if mention.label in {"number", "percent"}:
        columns[f"{name}_hedge"] = data.get("hedge", "exact")
        columns[f"{name}_form"] = data.get("form", "digits")
    elif mention.label == "player":
        columns[f"{name}_team_id"] = data.get("team_id")
        columns[f"{name}_full"] = mention.value == "full"
    elif mention.label == "shot":
        columns[f"{name}_words"] = " ".join(document.words[mention.start : mention.end])
    elif mention.label in {"team", "place"}:
        columns[f"{name}_teams"] = data.get("place_teams") or data.get("keys") or []
        columns[f"{name}_kind"] = mention.label
        columns[f"{name}_role"] = data.get("role")
    return columns


def column_types(rule: Rule) -> dict[str, str]:
    """Return the columns of the rule's ``claim`` relation with their SQL types."""
    types = {
        "id": "INTEGER", "game_id": "VARCHAR", "player_id": "BIGINT", "team_id": "VARCHAR",
        "opponent_id": "VARCHAR", "subject": "VARCHAR", "scope": "VARCHAR", "scope_n": "INTEGER",
        "clause": "INTEGER", "distribution": "VARCHAR", "anaphoric": "BOOLEAN",
        "topic_team_id": "VARCHAR", "last_team_id": "VARCHAR", "team_named": "VARCHAR",
        "cues": "VARCHAR[]", "named": "BIGINT[]", "mentioned": "BIGINT[]",
        "players": "BIGINT[]", "context_period": "VARCHAR", "sentence_period": "VARCHAR",
        "section_period": "VARCHAR", "note_period": "VARCHAR", "note_clock": "INTEGER",
        "topic_period": "VARCHAR", "topic_statistic": "VARCHAR",
        "story_period": "VARCHAR",
        "period_reached": "VARCHAR",
        "story": "BIGINT",
        "place": "INTEGER",
        **dict.fromkeys(
            ("last_score_high", "last_score_low", "next_score_high", "next_score_low"), "INTEGER"
        ),
        "scores_before": "VARCHAR[]",
        "sentence_teams": "VARCHAR[]",
        "teams_before": "VARCHAR[]",
        "days_before": "INTEGER[]",
        "told_owner": "VARCHAR",
        "told_won": "BOOLEAN",
        "told_on_trip": "BOOLEAN",
        "told_lately": "BOOLEAN",
        "told_is_last": "BOOLEAN",
        "told_at_place": "BOOLEAN",
        "told_ground": "VARCHAR",
        "told_within": "INTEGER",
        "told_is_sure": "BOOLEAN",
        "told_is_now": "BOOLEAN",
        "sentence_statistics": "VARCHAR[]",
        "sentence_shot": "VARCHAR",
        "clause_statistics": "VARCHAR[]",
        "sentence": "INTEGER",
    }  # fmt: skip
    for name, labels in rule.slots.items():
        for label in labels.split("|"):
            types |= _slot_types(name, label)
    words = (f"{label}_words" for label in rule.valued)
    return types | dict.fromkeys((*rule.labels, *words), "VARCHAR")


def _slot_types(name: str, label: str) -> dict[str, str]:
    if label in {"score", "record", "shooting"}:
        return {f"{name}_first": "INTEGER", f"{name}_second": "INTEGER"}
    if label in {"number", "percent"}:
        return {name: "DOUBLE", f"{name}_hedge": "VARCHAR", f"{name}_form": "VARCHAR"}
    if label == "player":
        return {name: "BIGINT", f"{name}_team_id": "VARCHAR", f"{name}_full": "BOOLEAN"}
    if label in {"team", "place"}:
        types = {name: "VARCHAR", f"{name}_teams": "VARCHAR[]"}
        return types | dict.fromkeys((f"{name}_kind", f"{name}_role"), "VARCHAR")
    if label == "shot":
        return {name: "VARCHAR", f"{name}_words": "VARCHAR"}
    if label in {"ordinal", "day"}:
        return {name: "INTEGER"}
    return {name: "VARCHAR"}

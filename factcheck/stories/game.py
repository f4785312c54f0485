"""Find the game a story is about from the story itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from factcheck.errors import StoryError
from factcheck.knowledge.dates import WrittenDate, written_dates
from factcheck.language.mentions import Mention
from factcheck.parser.document import Document
from factcheck.parser.names import Game, NameIndex

_SHOWN = 5
_CERTAIN = 8
_AHEAD = 3
_FAR_AHEAD = 6
_SEVERAL = 2
_FINAL = 50
_DATED = {True: 10, False: 6}
"""What a date speaks for a game, with its year and without."""
# What else speaks for one: both teams' points, apart; its score as the first of the story; its
# weekday as the first; its arena; a player's points.
_SIDES = 8
_OPENING = 4
_FIRST_DAY = 3
_ARENA = 3
_SCORER = 2
# Times of a clause that looks back.
_PAST = frozenset({"previous", "season", "last_n"})
# From so many on, a player's points tell one game from another.
_LARGE = 8


@dataclass(slots=True)
class _Traces:
    """What a story names that speaks for one game or another."""

    teams: Counter[str] = field(default_factory=Counter)
    players: set[int] = field(default_factory=set)
    scores: set[tuple[int, int]] = field(default_factory=set)
    result: tuple[int, int] | None = None
    """The first score that may be a final one: what the story is about, if it tells it."""
    days: list[int] = field(default_factory=list)
    arenas: set[str] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)
    """All whole numbers, those within scores too."""
    scorers: set[tuple[int, int]] = field(default_factory=set)
    """Players, each with a number of the same sentence: perhaps his points."""
    text: str = ""
    written: list[WrittenDate] | None = None
    """The dates of the text, once they were asked for: the score tells enough mostly."""

    @classmethod
    def read(cls, document: Document) -> _Traces:
        traces = cls(text=document.text)
        for mention in document.mentions():
            if mention.label == "team":
                traces.teams.update(mention.data.get("keys", ()))
            elif mention.label == "player" and mention.value == "full":
                traces.players.update(mention.data["keys"])
            elif mention.label in {"score", "record"}:
                first, second = mention.data["first"], mention.data["second"]
                traces.scores.update({(first, second), (second, first)})
                if traces.result is None and min(first, second) >= _FINAL:
                    traces.result = (first, second)
            elif mention.label == "day":
                traces.days.append(mention.data["value"])
            elif mention.label == "arena":
                traces.arenas.add(mention.data["value"])
        for sentence in document.sentences:
            traces._read_numbers([unit.mention for unit in sentence.units if unit.mention])
        return traces

    def _read_numbers(self, mentions: list[Mention]) -> None:
        """Note a sentence's numbers, and whose points they may be."""
        found = set()
        for mention in mentions:
            if mention.label == "number":
                found.add(int(mention.data["value"]))
            elif mention.label == "score":
                self.numbers |= {mention.data["first"], mention.data["second"]}
        self.numbers |= found
        self.scorers |= {
            (player, number)
            for mention in mentions
            if mention.label == "player" and mention.value != "first"
            for player in mention.data["keys"]
            for number in found
            if number >= _LARGE
        }

    @property
    def dates(self) -> list[WrittenDate]:
        """The dates that the story tells."""
        if self.written is None:
            self.written = list(written_dates(self.text))
        return self.written

    def candidates(self, index: NameIndex) -> list[tuple[int, str, Game]]:
        """Return the games between two teams named: fit, id, game; the best first."""
        return sorted(
            ((self.fit(game, index), game.id, game) for game in index.games.between(self.teams)),
            key=lambda item: item[:2],
            reverse=True,
        )

    def tells_score(self, game: Game) -> bool:
        """Tell whether the story holds a game's final score."""
        return (game.home_points, game.away_points) in self.scores

    def opens_with(self, game: Game) -> bool:
        """Tell whether the first final score of the story is a game's."""
        result = {game.home_points, game.away_points}
        return self.result is not None and set(self.result) == result

    def tells_sides(self, game: Game) -> bool:
        """Return whether both teams' points stand in the story, together or apart."""
        sides = {game.home_points or -1, game.away_points or -1}
        return min(sides) >= _FINAL and sides <= self.numbers

    def prominence(self, game: Game) -> int:
        """Return how often the story names the one of a game's teams that it names less."""
        return min(self.teams[team] for team in (game.home_id, game.away_id))

    def listed(self, game: Game) -> int:
        """Return how many of the players named in full are listed for a game."""
        return sum(player in game.roster for player in self.players)

    def fit(self, game: Game, index: NameIndex) -> int:
        """Return how much speaks for a game: score, date, records, players, arena, weekday."""
        points = 10
        if not self.tells_score(game) and self.tells_sides(game):
            points = _SIDES
        elif not self.tells_score(game):
            sides = (game.home_points or -1, game.away_points or -1)
            points = 4 * sum(
                any(side in s and s[0] > _FINAL for s in self.scores) for side in sides
            )
        points += max((_DATED[d.has_year] for d in self.dates if d.fits(game.date)), default=0)
        points += 4 * len(index.games.records.get(game.id, set()) & self.scores)
        points += _OPENING * self.opens_with(game) + _ARENA * (game.arena in self.arenas)
        points += _SCORER * len(self.scorers & set(index.games.points(game.id).items()))
        day = game.date.weekday()
        points += _FIRST_DAY if self.days[:1] == [day] else day in self.days
        return points + self.listed(game)


def find_game(document: Document, index: NameIndex) -> Game:
    """Return the one game whose teams, players, score, date and records the story names.

    Every candidate is a game between two teams that the story names; it earns points
    for its score, its date, the teams' records, listed players, players' points, its arena
    and its weekday. It is taken when it is far enough ahead of all others.

    Raises:
        StoryError: No game fits, or several do; the message names the candidates.
    """
    ranked = _Traces.read(document).candidates(index)
    if not ranked:
        raise StoryError("no game of the knowledge base is between two teams that it names")
    best = ranked[0]
    if best[0] < _CERTAIN or (len(ranked) > 1 and ranked[1][0] > best[0] - _AHEAD):
        names = ", ".join(game_id for _, game_id, _ in ranked[:_SHOWN])
        raise StoryError(f"its game is not certain; say which with --game, perhaps {names}")
    return best[2]


def refuse_other_game(
    document: Document, game: Game, index: NameIndex, bind: Callable[[Document, Game], Document]
) -> None:
    """Refuse a story that is not about the game it is to be checked against.

    A generated story may name a wrong team, a wrong score or wrong players: all that is
    for the rules to find, and it may tell of earlier games as well. It is about another
    game where the first final score it tells is that of another game between teams that
    it names no less often, this one's score never comes, far more speaks for that, and the words
    do not look back on it ("had won the first meeting, 116-98"); or where it
    does not name both teams, and of several players hardly one, or of several teams none,
    has to do with this game.

    Args:
        document: The recognised story; it is bound to the game where its words must tell.
        game: The game it is to be checked against.
        index: The names and games of the knowledge base.
        bind: Binds a story to a game and reads its context.

    Raises:
        StoryError: It is about another game; the message names it where it is known.
    """
    traces = _Traces.read(document)
    if traces.tells_score(game):
        return
    others = [
        other
        for other in index.games.between(traces.teams)
        if traces.opens_with(other) and traces.prominence(other) >= traces.prominence(game)
    ]
    best = max(others, key=lambda other: (traces.fit(other, index), other.id), default=None)
    if (
        best is not None
        and traces.fit(best, index) >= traces.fit(game, index) + _FAR_AHEAD
        and not _looks_back(bind(document, game), best)
    ):
        raise StoryError(f"tells of the game {best.id}, not of {game.id}")
    named = traces.teams.keys() & set(game.teams)
    strangers = len(traces.players) >= _SEVERAL and 2 * traces.listed(game) < len(traces.players)
    others_only = not named and len(traces.teams) >= _SEVERAL and not traces.listed(game)
    if len(named) < 2 and (strangers or (others_only and traces.scores)):
        raise StoryError(f"is not about {game.id}: it names others than those who played there")


def _looks_back(document: Document, other: Game) -> bool:
    """Return whether a bound story tells another game's score as one of the past."""
    final = {other.home_points, other.away_points}
    for sentence, frames in zip(document.sentences, document.frames, strict=True):
        for unit, frame in zip(sentence.units, frames, strict=True):
            mention = unit.mention
            if (
                mention is not None
                and mention.label == "score"
                and {mention.data["first"], mention.data["second"]} == final
            ):
                return frame.scope != "game" or bool(frame.cues & _PAST)
    return False

"""Find the game a story is about from the story itself."""

from __future__ import annotations

from collections import Counter

from factcheck.errors import StoryError
from factcheck.parser.document import Document
from factcheck.parser.names import Game, NameIndex

_SHOWN = 5


def find_game(document: Document, index: NameIndex) -> Game:
    """Return the one game whose teams, players, score and records the story names.

    Every candidate is a game between two teams that the story names; it earns points
    for its score, for listed players and for its weekday. It is taken when it is ahead
    of all others by more than a weekday is worth.

    Raises:
        StoryError: No game fits, or several do; the message names the candidates.
    """
    teams: Counter[str] = Counter()
    players: set[int] = set()
    scores: set[tuple[int, int]] = set()
    days: set[int] = set()
    for mention in document.mentions():
        if mention.kind == "team":
            teams.update(mention.data.get("keys", ()))
        elif mention.kind == "player" and mention.value == "full":
            players.update(mention.data["keys"])
        elif mention.kind in {"score", "record"}:
            first, second = mention.data["first"], mention.data["second"]
            scores.update({(first, second), (second, first)})
        elif mention.kind == "day":
            days.add(mention.data["value"])
    ranked = sorted(
        (
            (_fit(game, players, scores, days), game.id, game)
            for game in index.games.values()
            if game.home_id in teams and game.away_id in teams
        ),
        key=lambda item: item[:2],
        reverse=True,
    )
    if not ranked:
        raise StoryError("no game of the knowledge base is between two teams that it names")
    best = ranked[0]
    if best[0] < 10 or (len(ranked) > 1 and ranked[1][0] > best[0] - 3):
        names = ", ".join(game_id for _, game_id, _ in ranked[:_SHOWN])
        raise StoryError(f"its game is not certain; say which with --game, perhaps {names}")
    return best[2]


def _fit(game: Game, players: set[int], scores: set[tuple[int, int]], days: set[int]) -> int:
    final = (game.home_points or -1, game.away_points or -1)
    exact = 10 if final in scores else 0
    one_side = 4 if any(final[0] in s and s[0] > 50 for s in scores) else 0
    other_side = 4 if any(final[1] in s and s[0] > 50 for s in scores) else 0
    listed = sum(player in game.roster for player in players)
    return (exact or one_side + other_side) + listed + 2 * (game.date.weekday() in days)

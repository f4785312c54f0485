"""What is known of games as numbers, in memory: whose, of what, of which part, of which game.

A batch of stories asks for the facts of its games once; whoever weighs what a number may
mean then looks them up here and needs no further statement.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from factcheck.knowledge.pairs import GAME as GAME
from factcheck.knowledge.pairs import POINTS as POINTS
from factcheck.knowledge.pairs import Owner as Owner
from factcheck.knowledge.pairs import Pairs, pairs_of
from factcheck.knowledge.schedule import Schedule

BENCH_POINTS = "BENCH_PTS"
"""What "points off the bench" count: of a player, his own."""

ASSISTS, STEALS, BLOCKS = "AST", "STL", "BLK"
"""What counts what a verb tells: "handing out six of those", "blocked two more shots"."""

BASKETS, TRIES = "FGM", "FGA"
THREES, THREE_TRIES, FREE_THROWS = "FG3M", "FG3A", "FTM"
REBOUNDS, ASSISTS, MINUTES, TURNOVERS = "REB", "AST", "MIN", "TOV"

OFFENSIVE_REBOUNDS, DEFENSIVE_REBOUNDS = "OREB", "DREB"
ENDS_OF_FLOOR = (OFFENSIVE_REBOUNDS, DEFENSIVE_REBOUNDS)
"""Rebounds by the end of the floor."""

QUARTERS = {"Q1": "first", "Q2": "second", "Q3": "third", "Q4": "fourth"}
"""The quarters, and what they are called."""

STRETCHES = {
    "Q1-Q3": ("H1", "Q3"), "Q2-Q3": ("Q2", "Q3"), "Q2-Q4": ("Q2", "H2"),
    "Q4-OT": ("Q4", "OT"), "H2-OT": ("H2", "OT"),
}  # fmt: skip
"""Parts of the game that are two others."""
WITH_OVERTIME = {"Q4": "Q4-OT", "H2": "H2-OT"}
"""The same parts with overtime after them."""
WHAT_FOLLOWS = {"Q1": "Q2-Q4", "Q2": "H2", "H1": "H2", "Q3": "Q4"}
"""What of the game comes after a part of it."""

OF_TEAMS = frozenset({REBOUNDS, *ENDS_OF_FLOOR, "TOV", "PF"})
"""Of these some are no player's: of parts of a game a team's are not known from its players'."""

LED_IN = ("PTS", "REB", "AST", "STL", "BLK")
"""What a player may be said to lead in by mistake for another of them."""
UNWANTED = frozenset({"TOV", "PF"})
"""What a team is better in that has less of it."""

LINE = {
    "pts": "PTS", "reb": "REB", "oreb": "OREB", "dreb": "DREB", "ast": "AST", "stl": "STL",
    "blk": "BLK", "tov": "TOV", "pf": "PF", "minutes": "MIN", "fgm": "FGM", "fga": "FGA",
    "fg3m": "FG3M", "fg3a": "FG3A", "ftm": "FTM", "fta": "FTA", "fg_pct": "FG_PCT",
    "fg3_pct": "FG3_PCT", "ft_pct": "FT_PCT", "plus_minus": "PLUS_MINUS",
}  # fmt: skip
"""The statistics of a player's line, by their columns."""

SHOTS = {"FG": (BASKETS, TRIES), "FG3": (THREES, THREE_TRIES), "FT": (FREE_THROWS, "FTA")}
"""Made and attempted, by where a shot is taken from."""

PLACES = {"FG": "field", "FG3": "three-point", "FT": "free-throw"}
"""What the place is called that a kind of shot is taken from."""

WORTH = {"FG3": 3, "FT": 1}
"""The points of a shot, where it has always as many."""

GROUP_POINTS = {"bench": BENCH_POINTS, "starters": "STARTER_PTS"}
"""What counts the points of a team's bench and of its starters."""

_OTHER_SCORES = {"moment", "earlier"}
"""Scores that are of no part of the game."""


@dataclass(slots=True)
class GameFacts:
    """The numbers of one game, and of the games before it that a story may speak of.

    Args:
        values: By owner, statistic and part of the game; percentages from 0 to 100.
        teams: The two teams.
        team_of: The team of each player with a line.
        group_of: Whether he is one of the ``starters`` or of the ``bench``, where that is known.
        said: What sources say that are not believed, with the source, keyed as ``values``.
        scores: Points of both sides, by what they are the score of: a part of the game, the
            time after it, or another game.
        earlier: Numbers of players and teams in earlier games, by owner and statistic.
        in_games: The same by game and owner: each statistic's number.
        place_records: Wins and losses of the two teams at home, and on the road.
        schedule: The games of the two teams around it.
        chances: How often a number fits by accident: value, hedge, statistic, part, whether it
            is a percentage. Counted once for all stories of the game.
    """

    values: dict[tuple[Owner, str, str], float] = field(default_factory=dict)
    said: dict[tuple[Owner, str, str], list[tuple[float, str]]] = field(default_factory=dict)
    teams: list[str] = field(default_factory=list)
    team_of: dict[int, str] = field(default_factory=dict)
    group_of: dict[int, str] = field(default_factory=dict)
    scores: dict[str, set[tuple[int, int]]] = field(default_factory=lambda: defaultdict(set))
    earlier: dict[tuple[Owner, str], list[float]] = field(default_factory=lambda: defaultdict(list))
    in_games: dict[tuple[str, Owner], dict[str, float]] = field(default_factory=dict)
    place_records: set[tuple[int, int]] = field(default_factory=set)
    schedule: Schedule = field(default_factory=Schedule)
    chances: dict[tuple[float, str, str, str, bool], float] = field(default_factory=dict)
    _by_statistic: dict[tuple[str, str], list[float]] = field(default_factory=dict)
    _pairs: Pairs | None = None
    _views: dict[str, GameFacts] | None = None
    _differing: dict[tuple[Owner, str, str], tuple[float, float]] | None = None
    _tellings: dict[str, GameFacts] | None = None
    _disputed: frozenset[Owner] | None = None
    _differing_of: dict[Owner, dict[tuple[str, str], tuple[float, float]]] | None = None

    @property
    def pairs(self) -> Pairs:
        """The facts that two numbers together may state, by the two numbers."""
        if self._pairs is None:
            self._pairs = pairs_of(self.values, self.teams, list(self.owners()), SHOTS)
        return self._pairs

    @property
    def views(self) -> Mapping[str, GameFacts]:
        """The game as each source tells it that is not believed in all, by source."""
        if self._views is None:
            sources = {source for told in self.said.values() for _, source in told}
            self._views = {source: self._as_said_by(source) for source in sorted(sources)}
        return self._views

    @property
    def tellings(self) -> Mapping[str, GameFacts]:
        """The views that differ in more than minutes, which all sources round as they like.

        Of sources that say the same, as files made from one another do, the first one speaks.
        """
        if self._tellings is None:
            self._tellings = {}
            known: set[frozenset[Any]] = set()
            for source, view in self.views.items():
                told = frozenset(
                    (key, value)
                    for key, (_, value) in self.differing(view).items()
                    if key[1] != MINUTES
                )
                if told and told not in known:
                    self._tellings[source] = view
                known.add(told)
        return self._tellings

    def _as_said_by(self, source: str) -> GameFacts:
        """Return the facts with a source's numbers, and what is counted from them."""
        told = {key: value for key, said in self.said.items() for value, by in said if by == source}
        others = {of: set(pairs) for of, pairs in self.scores.items() if of in _OTHER_SCORES}
        view = replace(
            self, values=self.values | told, said={}, scores=defaultdict(set, others), chances={},
            _by_statistic={}, _pairs=None,
        )  # fmt: skip
        for (owner, statistic, part), value in told.items():
            known = self.value(owner, statistic, part)
            if isinstance(owner, int) and owner in self.group_of and known is not None:
                kind, team = self.group_of[owner], self.team_of[owner]
                view._add((f"{kind} {team}", statistic, part), value - known)
                total = (team, GROUP_POINTS[kind], GAME)
                if (statistic, part) == (POINTS, GAME) and total not in told:
                    view._add(total, value - known)
        add_groups(view)
        add_scores(view)
        return view

    def differing(self, view: GameFacts) -> dict[tuple[Owner, str, str], tuple[float, float]]:
        """Return the numbers in which a source's view differs: what is believed, what it says."""
        if view._differing is None:
            view._differing = {
                key: (self.values[key], value)
                for key, value in view.values.items()
                if key in self.values and self.values[key] != value
            }
        return view._differing

    def differing_of(
        self, view: GameFacts, owner: Owner
    ) -> Mapping[tuple[str, str], tuple[float, float]]:
        """Return the numbers of somebody in which a view differs, by statistic and part."""
        if view._differing_of is None:
            view._differing_of = {}
            for (who, statistic, part), numbers in self.differing(view).items():
                view._differing_of.setdefault(who, {})[statistic, part] = numbers
        return view._differing_of.get(owner, {})

    def disputed_by(self, view: GameFacts) -> frozenset[Owner]:
        """Return those of whom a view has another number; a group's team is one of them.

        Minutes, which all sources round as they like, are no other number.
        """
        if view._disputed is None:
            owners = {owner for owner, statistic, _ in self.differing(view) if statistic != MINUTES}
            teams = {one.split()[-1] for one in owners if isinstance(one, str)}
            view._disputed = frozenset(owners | teams)
        return view._disputed

    def _add(self, key: tuple[Owner, str, str], more: float) -> None:
        """Add to a number that is known."""
        if key in self.values:
            self.values[key] += more

    def value(self, owner: Owner, statistic: str, part: str = GAME) -> float | None:
        """Return a number, or None where it is not known."""
        return self.values.get((owner, statistic, part))

    def owners(self) -> Iterator[Owner]:
        """Yield teams, their groups and players."""
        for team in self.teams:
            yield from (team, f"bench {team}", f"starters {team}")
        yield "both"
        yield from self.team_of

    def parts(self, owner: Owner) -> list[str]:
        """Return the parts of the game that are known of an owner."""
        return [part for who, statistic, part in self.values if (who, statistic) == (owner, "PTS")]

    def of_statistic(self, statistic: str, part: str = GAME) -> list[float]:
        """Return everybody's numbers of a statistic."""
        if not self._by_statistic:
            # All at once: a story asks for many of them.
            for (_, code, where), value in self.values.items():
                self._by_statistic.setdefault((code, where), []).append(value)
        return self._by_statistic.get((statistic, part), [])


def add_groups(facts: GameFacts) -> None:
    """Add what both teams have together and how many players reached double figures."""
    if len(facts.teams) != 2:
        return
    home, away = facts.teams
    for (owner, statistic, part), value in list(facts.values.items()):
        other = facts.values.get((away, statistic, part))
        if owner == home and other is not None and not statistic.endswith("_PCT"):
            facts.values["both", statistic, part] = value + other
    for team in facts.teams:
        bench = facts.value(team, "BENCH_PTS")
        if bench is not None:
            facts.values[f"bench {team}", POINTS, GAME] = bench
    counts: dict[str, int] = defaultdict(int)
    for player, team in facts.team_of.items():
        counts[team] += (facts.value(player, "PTS") or 0) >= 10
    for team, count in counts.items():
        facts.values[team, "DOUBLE_FIGURES", GAME] = count


def add_scores(facts: GameFacts) -> None:
    """Add the scores of the parts of a game, and the margins."""
    if len(facts.teams) != 2:
        return
    home, away = facts.teams
    for (owner, statistic, part), value in list(facts.values.items()):
        if owner != home or statistic != "PTS":
            continue
        other = facts.values.get((away, "PTS", part))
        if other is None:
            continue
        pair = (int(value), int(other))
        facts.scores[part] |= {pair, pair[::-1]}
        margin = abs(pair[0] - pair[1])
        facts.values["both", "MARGIN", part] = margin

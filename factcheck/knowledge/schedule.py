"""The games of two teams around a game of theirs: the last ones before it and what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game of a team.

    Args:
        team: Whose game it is.
        opponent: The other team.
        date: When it is played.
        is_home: Whether the team is at home.
        game_id: The game.
        points: Its points and its opponent's, where they are asked for.
    """

    team: str
    opponent: str
    date: date
    is_home: bool
    game_id: str
    points: tuple[int, ...] = ()

    @property
    def host(self) -> str:
        """Return the team at home."""
        return self.team if self.is_home else self.opponent


@dataclass(slots=True)
class Schedule:
    """The games of the two teams of a game around it, each list in order of nearness.

    Args:
        today: The day of the game; None where nothing is known.
        earlier: The games before it, the last one first, by team.
        coming: The games after it, the next one first, by team.
        before: The games before it of which the points are known, the last one first: those of
            the last days, and the meetings of the two teams this season.
    """

    today: date | None = None
    earlier: dict[str, list[Fixture]] = field(default_factory=dict)
    coming: dict[str, list[Fixture]] = field(default_factory=dict)
    before: list[Fixture] = field(default_factory=list)

    def add(self, fixture: Fixture, *, is_nearest: bool) -> None:
        """Add a game; games of a team are added from the nearest one outwards.

        Args:
            fixture: A game of either team.
            is_nearest: Whether it is known to be the very next one, or the last. Games that are
                missing before it would make another the next.
        """
        assert self.today is not None
        games = self.coming if fixture.date > self.today else self.earlier
        if is_nearest or fixture.team in games:
            games.setdefault(fixture.team, []).append(fixture)

    def of(self, team: str, direction: str) -> Iterator[tuple[int, Fixture]]:
        """Yield a team's games with their number from this one: 1 is the next or the last.

        Args:
            team: The team.
            direction: ``coming`` or ``earlier``.
        """
        games = self.coming if direction == "coming" else self.earlier
        yield from enumerate(games.get(team, ()), 1)

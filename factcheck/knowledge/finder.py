"""Finding games by id, or by date and teams in any usual wording."""

from __future__ import annotations

import datetime
import re
from collections import defaultdict
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from factcheck.errors import StoryError
from factcheck.knowledge.dates import written_dates

if TYPE_CHECKING:
    from factcheck.knowledge.store import KnowledgeBase

_SHOWN = 5
_FILLERS = {
    "and",
    "at",
    "game",
    "hosting",
    "in",
    "of",
    "on",
    "the",
    "v",
    "versus",
    "visiting",
    "vs",
}

_DATE = re.compile(r"\d{4}(-\d\d(-\d\d)?)?")


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game of a list: who played, when, where, the score, and what is known of it."""

    game_id: str
    date: datetime.date
    weekday: str
    visitors: str
    hosts: str
    visitors_points: int | None
    hosts_points: int | None
    arena: str | None
    has_player_lines: bool
    has_periods: bool
    has_plays: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the row as a JSON-ready object."""
        return asdict(self) | {"date": self.date.isoformat()}


def find_game(kb: KnowledgeBase, text: str) -> str:
    """See :meth:`KnowledgeBase.find_game`."""
    wanted = " ".join(text.split())
    exact = kb.rows("SELECT game_id FROM game WHERE game_id = upper(?)", [wanted])
    if exact:
        return str(exact[0]["game_id"])
    day, rest = _split_date(wanted)
    teams, unknown = _teams_named(kb, rest)
    if unknown or not (day or teams):
        raise StoryError(_no_game(text, []))
    found = [
        row["game_id"]
        for row in kb.rows(
            "SELECT game_id, home_id, away_id FROM game WHERE date = coalesce(?, date)", [day]
        )
        if _takes_part(teams, {row["home_id"], row["away_id"]})
    ]
    if len(found) == 1:
        return str(found[0])
    raise StoryError(_no_game(text, found))


def list_games(kb: KnowledgeBase, team: str | None, date: str | None) -> list[GameRow]:
    """See :meth:`KnowledgeBase.games`."""
    wanted: list[str] | None = None
    if date is not None and not _DATE.fullmatch(date):
        raise StoryError(f"{date!r} is no date; write 2014-11-05, 2014-11 or 2014")
    if team is not None:
        named, unknown = _teams_named(kb, team)
        if unknown or not named:
            raise StoryError(f"no team is called {team!r}; factcheck kb info lists what is covered")
        wanted = sorted(set.union(*named))
    rows = kb.rows(
        """
        SELECT
            game_id, game.date, weekday_name AS weekday,
            visitors.full_name AS visitors, hosts.full_name AS hosts,
            away_points AS visitors_points, home_points AS hosts_points,
            arena, has_player_lines,
            game_id IN (SELECT game_id FROM period_line) AS has_periods,
            game_id IN (SELECT game_id FROM game_flow) AS has_plays
        FROM game
        JOIN team AS visitors ON visitors.team_id = away_id AND visitors.season = game.season
        JOIN team AS hosts ON hosts.team_id = home_id AND hosts.season = game.season
        WHERE starts_with(game.date::VARCHAR, ?)
          AND (?::VARCHAR[] IS NULL OR list_has_any([home_id, away_id], ?::VARCHAR[]))
        ORDER BY game_id
        """,
        [date or "", wanted, wanted],
    )
    return [GameRow(**row) for row in rows]


def _split_date(text: str) -> tuple[datetime.date | None, str]:
    written = next((day for day in written_dates(text) if day.has_year), None)
    if written is None:
        return None, text
    return written.date, f"{text[: written.start]} {text[written.end :]}"


def _teams_named(kb: KnowledgeBase, text: str) -> tuple[list[set[str]], set[str]]:
    """Return for each team wording in a text whom it may mean, and the words left over."""
    wordings: dict[str, set[str]] = defaultdict(set)
    for row in kb.rows(
        "SELECT alias, team_id FROM team_alias UNION SELECT team_id, team_id FROM team"
    ):
        wordings[row["alias"].casefold()].add(row["team_id"])
    rest = text.casefold()
    named: list[set[str]] = []
    for wording in sorted(wordings, key=lambda one: (-len(one), one)):
        pattern = rf"(?<!\w){re.escape(wording)}(?!\w)"
        rest, times = re.subn(pattern, "|", rest)
        if times:
            named.append(wordings[wording])
    return named, set(re.findall(r"\w+", rest)) - _FILLERS


def _takes_part(named: list[set[str]], sides: set[str]) -> bool:
    if len(named) == 2:
        one, other = named
        first, second = sorted(sides)
        return (first in one and second in other) or (second in one and first in other)
    return all(team & sides for team in named)


def _no_game(text: str, found: list[str]) -> str:
    if not found:
        return (
            f"no game {text!r} in the knowledge base; name it by its id "
            "(2014-11-05-MEM-PHX) or by date and teams, and see: factcheck kb games"
        )
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return f"{text!r} is ambiguous: {', '.join(found[:_SHOWN])}{more}"

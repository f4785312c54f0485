"""Who a name without an id is: spellings of one man's name in different sources."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rapidfuzz import fuzz, process

_SUFFIX = re.compile(r"[ ,]+(jr|sr|ii|iii|iv|v)$")


def normalise(name: str) -> str:
    """Return a name without accents, dots, case, hyphens and suffixes such as Jr. and III."""
    plain = unicodedata.normalize("NFKD", name)
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()
    plain = re.sub(r"[.'’`]", "", plain).replace("-", " ")
    return _SUFFIX.sub("", " ".join(plain.split()))


@dataclass(slots=True)
class Directory:
    """The players whose ids are known: by normalised name, and where they played when.

    Args:
        ids: Normalised name (or alias) to player ids.
        seasons: Player id to the seasons he is known in.
        teams: Player id and season to his teams as far as known.
    """

    ids: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    seasons: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    teams: dict[tuple[int, str], set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, player_id: int, name: str, season: str, team_id: str) -> None:
        """Enter one season of a player."""
        self.ids[normalise(name)].add(player_id)
        self.seasons[player_id].add(season)
        self.teams[player_id, season].add(team_id)

    def add_aliases(self, aliases: Mapping[str, Iterable[str]]) -> None:
        """Enter other wordings, keyed by the usual name."""
        for name, others in aliases.items():
            for player_id in self.ids.get(normalise(name), set()).copy():
                for other in others:
                    self.ids[normalise(other)].add(player_id)

    def narrow(self, candidates: set[int], season: str, team_id: str) -> set[int]:
        """Return the candidates of the season, or of the team, where that decides."""
        for keep in (
            {one for one in candidates if season in self.seasons[one]},
            {one for one in candidates if team_id in self.teams[one, season]},
        ):
            candidates = keep or candidates
        return candidates


@dataclass(frozen=True, slots=True)
class Match:
    """A name in a season and team, and who he is.

    ``how`` is ``exact``, ``spelling`` (a near spelling was accepted), ``ambiguous``
    (several men fit; he gets an id of his own) or ``new`` (nobody fits).
    """

    name: str
    season: str
    team_id: str
    player_id: int
    how: str
    other_names: tuple[str, ...] = ()


def match_names(
    names: Iterable[tuple[str, str, str]],
    directory: Directory,
) -> list[Match]:
    """Find the player behind each (name, season, team).

    A man whom nobody matches gets a negative id, the same in all seasons and teams.
    """
    matches: list[Match] = []
    new: dict[str, int] = {}
    for name, season, team_id in sorted(names):
        found, how = _find(name, season, team_id, directory)
        if len(found) == 1:
            matches.append(Match(name, season, team_id, next(iter(found)), how))
            continue
        own = new.setdefault(normalise(name), -len(new) - 1)
        others = tuple(str(one) for one in sorted(found))
        matches.append(
            Match(name, season, team_id, own, "ambiguous" if found else "new", others)
        )
    return matches


def _find(
    name: str, season: str, team_id: str, directory: Directory
) -> tuple[set[int], str]:
    key = normalise(name)
    exact = directory.ids.get(key)
    if exact:
        return directory.narrow(exact, season, team_id), "exact"
    of_season = {
        spelling: ids & {one for one in ids if season in directory.seasons[one]}
        for spelling, ids in directory.ids.items()
    }
    spellings = [spelling for spelling, ids in of_season.items() if ids]
    near = process.extract(key, spellings, scorer=fuzz.ratio, score_cutoff=82, limit=5)
    strong: set[int] = set()
    for spelling, score, _ in near:
        for player_id in of_season[spelling]:
            team_mate = team_id in directory.teams[player_id, season]
            if score >= 93 or (team_mate and score >= 82):
                strong.add(player_id)
    return strong, "spelling"

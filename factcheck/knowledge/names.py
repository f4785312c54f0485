"""Who a name without an id is: spellings of one man's name in different sources."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b

from rapidfuzz import fuzz, process

_SUFFIX = re.compile(r"[ ,]+(jr|sr|ii|iii|iv|v)$")

# Similarity (rapidfuzz ratio, 0 to 100) from which two spellings are one man: of his own
# team, and of the league. Brothers and namesakes (Jerami and Jerian Grant) stay below.
_SAME_TEAM = 84
_SAME_LEAGUE = 94


def normalise(name: str) -> str:
    """Return a name without accents, dots, case, hyphens and suffixes such as Jr. and III."""
    plain = unicodedata.normalize("NFKD", name)
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()
    plain = re.sub(r"[.'’`]", "", plain).replace("-", " ")
    return _SUFFIX.sub("", " ".join(plain.split()))


@dataclass(frozen=True, slots=True)
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
        """Enter other wordings, keyed by the usual name.

        Either may be the name in the sources. A wording that is a man's own name is no
        alias of another.
        """
        own = {name: frozenset(ids) for name, ids in self.ids.items()}
        for name, others in aliases.items():
            wordings = {normalise(one) for one in (name, *others)}
            everyone = frozenset().union(*(own.get(one, frozenset()) for one in wordings))
            for wording in wordings - own.keys() if everyone else ():
                self.ids[wording] |= everyone

    def narrow(self, candidates: set[int], season: str, team_id: str) -> set[int]:
        """Return those of the season, and of those the ones of the team, unless there is none."""
        of_season = {one for one in candidates if season in self.seasons[one]} or candidates
        return {one for one in of_season if team_id in self.teams[one, season]} or of_season


@dataclass(frozen=True, slots=True)
class Match:
    """A name in a season and team, and who he is.

    ``how`` is ``exact``, ``spelling`` (a near spelling was accepted), ``ambiguous``
    (several men fit, so he gets an id of his own) or ``new`` (nobody fits).
    """

    name: str
    season: str
    team_id: str
    player_id: int
    how: str
    candidates: tuple[int, ...] = ()


def match_names(
    names: Iterable[tuple[str, str, str]],
    directory: Directory,
    line_ups: Iterable[frozenset[str | int]] = (),
) -> list[Match]:
    """Find the player behind each (name, season, team).

    A man whom nobody matches gets a negative id, the same in all seasons and teams.

    Args:
        names: What to match.
        directory: The players known.
        line_ups: For each game and team of a source the names in it, or the ids where
            it has them: two men of one line-up are never one.
    """
    wanted = sorted(set(names))
    found = {one: _find(*one, directory) for one in wanted}
    refused = _refused(found, line_ups)
    matches: list[Match] = []
    for name, season, team_id in wanted:
        candidates, how = found[name, season, team_id]
        if how == "spelling" and name in refused:
            how = "ambiguous"
        if len(candidates) == 1 and how in ("exact", "spelling"):
            (player_id,) = candidates
            matches.append(Match(name, season, team_id, player_id, how))
            continue
        how = "ambiguous" if candidates else "new"
        player_id = own_id(name)
        matches.append(Match(name, season, team_id, player_id, how, tuple(sorted(candidates))))
    return matches


def own_id(name: str) -> int:
    """Return a negative id that hangs on the name alone, so that others who join change nothing."""
    return -int.from_bytes(blake2b(normalise(name).encode(), digest_size=6).digest()) - 1


def _find(name: str, season: str, team_id: str, directory: Directory) -> tuple[set[int], str]:
    key = normalise(name)
    if exact := directory.ids.get(key):
        return directory.narrow(exact, season, team_id), "exact"
    spellings = [
        spelling
        for spelling, ids in directory.ids.items()
        if any(season in directory.seasons[one] for one in ids)
    ]
    near = process.extract(key, spellings, scorer=fuzz.ratio, score_cutoff=70, limit=10)
    candidates = {
        player_id
        for spelling, score, _ in near
        for player_id in directory.ids[spelling]
        if season in directory.seasons[player_id]
        and _is_near(key, spelling, score, team_id in directory.teams[player_id, season])
    }
    return candidates, "spelling"


def _is_near(key: str, spelling: str, score: float, same_team: bool) -> bool:
    if not same_team:
        return score >= _SAME_LEAGUE
    first, _, surname = key.partition(" ")
    other_first, _, other_surname = spelling.partition(" ")
    # "Ish Smith" is "Ishmael Smith".
    short = surname == other_surname and (
        first.startswith(other_first) or other_first.startswith(first)
    )
    return score >= _SAME_TEAM or short


def _refused(
    found: Mapping[tuple[str, str, str], tuple[set[int], str]],
    line_ups: Iterable[frozenset[str | int]],
) -> set[str]:
    """Return the names whose near spelling is somebody else in the same line-up."""
    ids: dict[str, set[int]] = defaultdict(set)
    near: set[str] = set()
    for (name, _, _), (candidates, how) in found.items():
        if len(candidates) == 1:
            ids[name] |= candidates
            if how == "spelling":
                near.add(name)
    refused: set[str] = set()
    for line_up in line_ups:
        for name in near & line_up:
            others = {one for one in line_up if isinstance(one, int)}
            others.update(*(ids[str(one)] for one in line_up if one != name and one in ids))
            if ids[str(name)] & others:
                refused.add(str(name))
    return refused

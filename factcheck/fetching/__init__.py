"""Getting whole seasons from stats.nba.com, in layouts that ``factcheck kb build`` reads."""

from factcheck.fetching.client import SERVER, Client
from factcheck.fetching.season import PARTS, Outcome, fetch, season_of

__all__ = ["PARTS", "SERVER", "Client", "Outcome", "fetch", "season_of"]

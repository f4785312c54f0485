"""Fetching a season: what to ask for, in which order, and what is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from factcheck.fetching import answers
from factcheck.fetching.answers import Asked, Row
from factcheck.fetching.checks import Finding, Sums, check_games, check_sums
from factcheck.fetching.client import Client, FetchError, UnansweredError
from factcheck.fetching.tables import write_tables

PARTS = ("schedule", "line-scores", "plays", "periods")
"""What can be left out; logs of teams and players are always fetched."""

_STAGES = {"Regular Season": "002", "PlayIn": "005", "Playoffs": "004"}
"""Stages of a season as stats.nba.com names them, and how the ids of their games begin."""
_FINAL = 3
"""The status of a game that is over."""
_FAILURES = 3
"""So many questions in a row without an answer, and the server is taken to be down."""

Progress = Callable[[str, int, int], None]
"""Called with what is being asked, the questions done and the questions in all."""


@dataclass(slots=True)
class Outcome:
    """What was fetched and whether it is whole.

    Args:
        season: Such as ``2024-25``.
        games: Ids of the games in the team logs.
        unfinished: Number of games of the schedule that are still to be played.
        files: What was written.
        findings: What is missing or does not add up.
        asked: Number of requests made; the rest came from the cache.
    """

    season: str
    games: list[str] = field(default_factory=list)
    unfinished: int = 0
    files: list[Path] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    asked: int = 0

    @property
    def complete(self) -> bool:
        """Whether nothing is missing and all sums over whole games agree."""
        return not any(finding.serious for finding in self.findings)


def season_of(text: str) -> str:
    """Return a season as stats.nba.com names it.

    Example: ``2024-25`` and ``2024-2025`` → ``2024-25``.

    Raises:
        FetchError: It is no season.
    """
    found = re.fullmatch(r"(\d{4})-(?:\d{2})?(\d{2})", text.strip())
    if found is None or (int(found[1]) + 1) % 100 != int(found[2]):
        raise FetchError(f"{text!r} is no season; write it as 2024-25")
    return f"{found[1]}-{found[2]}"


def fetch(
    season: str,
    folder: Path,
    client: Client,
    progress: Progress = lambda *_: None,
    *,
    playoffs: bool = False,
    without: Collection[str] = (),
) -> Outcome:
    """Get a season from stats.nba.com and write it in layouts that ``kb build`` reads.

    What was asked before is taken from the client's cache, so that a run that was stopped
    goes on where it was. Logs and schedule of a season that is not over are asked again.

    Args:
        season: Such as ``2024-25``.
        folder: Where the files go; made if need be.
        client: Asks the server.
        progress: Called before each question.
        playoffs: Whether to get the play-in and the playoffs as well.
        without: Which of :data:`PARTS` to leave out.

    Raises:
        FetchError: The server is down or has no such season, the folder cannot be written, or
            there is no such part.
    """
    unknown = sorted(set(without) - set(PARTS))
    if unknown:
        raise FetchError(f"{unknown[0]!r} is no part; there are {', '.join(PARTS)}")
    stages = list(_STAGES) if playoffs else ["Regular Season"]
    run = _Run(season, client, progress, stages, tuple(without))
    client.note = run.note
    run.ask_for_logs()
    run.ask_for_games()
    outcome = run.outcome
    outcome.files = write_tables(folder, season, run)
    outcome.asked = client.asked
    return outcome


@dataclass(slots=True)
class _Run:
    """One run; what it has asked for is read from the cache again when files are written."""

    season: str
    client: Client
    progress: Progress
    stages: Sequence[str]
    without: Sequence[str]
    schedule: list[Row] = field(default_factory=list)
    team_log: list[Row] = field(default_factory=list)
    player_log: list[Row] = field(default_factory=list)
    starters: dict[tuple[str, int], str] = field(default_factory=dict)
    sums: Sums = field(init=False)
    outcome: Outcome = field(init=False)
    _answers: set[tuple[str, str, int]] = field(default_factory=set)
    _done: int = 0
    _total: int = 0
    _failures: int = 0

    def __post_init__(self) -> None:
        self.outcome = Outcome(self.season)

    def note(self, what: str) -> None:
        """Show what the client waits for."""
        self.progress(what, self._done, self._total)

    def wants(self, part: str) -> bool:
        """Return whether a part is to be fetched."""
        return part not in self.without

    def ask_for_logs(self) -> None:
        """Ask for schedule and logs, and check that they name the same games."""
        self._total = 2 * len(self.stages) + self.wants("schedule")
        fresh = not self._was_over()
        if self.wants("schedule"):
            rows = self._ask(answers.schedule(self.season), "schedule", fresh=fresh) or []
            begins = tuple(_STAGES[stage] for stage in self.stages)
            self.schedule = [row for row in rows if str(row["gameId"]).startswith(begins)]
            self.outcome.unfinished = sum(row["gameStatus"] != _FINAL for row in self.schedule)
        for stage in self.stages:
            for of_players, log in ((False, self.team_log), (True, self.player_log)):
                what = f"{stage.lower()}, {'players' if of_players else 'teams'}"
                asked = answers.game_log(self.season, stage, of_players)
                log += self._ask(asked, what, fresh=fresh) or []
        self.sums = Sums(self.team_log, self.player_log)
        self.outcome.games = sorted({str(row["GAME_ID"]) for row in self.team_log})
        if not self.outcome.games and not self.outcome.findings:
            raise FetchError(f"the server knows no games of {self.season}")
        finals = {str(row["gameId"]) for row in self.schedule if row["gameStatus"] == _FINAL}
        over = bool(self.schedule) and not self.outcome.unfinished
        self.outcome.findings += check_games(
            self.season, self.team_log, self.player_log, finals, over=over
        )

    def ask_for_games(self) -> None:
        """Ask for the parts of every game and check its sums."""
        self._done = 0
        self._total = sum(len(self._questions(game_id)) for game_id in self.outcome.games)
        for game_id in self.outcome.games:
            found: dict[tuple[str, int], list[Row]] = {}
            for part, number, asked in self._questions(game_id):
                rows = self._ask(asked, f"{game_id} {part} {number or ''}".rstrip())
                if rows is not None:
                    found[part, number] = rows
                    self._answers.add((game_id, part, number))
            self._note_starters(game_id, found)
            self.outcome.findings += check_sums(game_id, self.sums, found)

    def answered(self, part: str) -> Iterator[tuple[str, int, list[Row]]]:
        """Yield game id, period (0 for the whole game) and rows of a part, game by game."""
        for game_id in self.outcome.games:
            for name, number, asked in self._questions(game_id):
                if name != part or (game_id, part, number) not in self._answers:
                    continue
                rows = self.client.kept(asked.question, asked.read)
                if rows is None:
                    raise FetchError(
                        f"the answer on {game_id} was lost; run the same command again",
                        path=self.client.cache,
                    )
                yield game_id, number, rows

    def _questions(self, game_id: str) -> list[tuple[str, int, Asked]]:
        """Return what to ask about a game: part, period (0 for the whole game) and question."""
        asked: list[tuple[str, int, Asked]] = []
        if self.wants("line-scores"):
            asked.append(("line-score", 0, answers.line_score(game_id)))
        if self.wants("plays"):
            asked.append(("plays", 0, answers.plays(game_id)))
        if self.wants("periods"):
            numbers = range(1, self.sums.periods(game_id) + 1)
            asked += [("period", number, answers.period(game_id, number)) for number in numbers]
        return asked

    def _ask(self, asked: Asked, what: str, *, fresh: bool = False) -> list[Row] | None:
        """Return the answer; None, and a finding, where there is none."""
        self.progress(what, self._done, self._total)
        self._done += 1
        try:
            rows = self.client.ask(asked.question, asked.read, fresh=fresh)
        except UnansweredError as error:
            self._failures += 1
            if self._failures >= _FAILURES:
                raise FetchError(
                    f"{error}; the last {_FAILURES} questions have no answer. What is there is "
                    "kept: run the same command later to go on, or leave a part out (--without)"
                ) from error
            self.outcome.findings.append(Finding("missing", what, str(error)))
            return None
        self._failures = 0
        return rows

    def _was_over(self) -> bool:
        """Return whether the schedule in the cache says that all games have been played."""
        if not self.wants("schedule"):
            return False
        asked = answers.schedule(self.season)
        begins = tuple(_STAGES[stage] for stage in self.stages)
        rows = [
            row
            for row in self.client.kept(asked.question, asked.read) or []
            if str(row["gameId"]).startswith(begins)
        ]
        return bool(rows) and all(row["gameStatus"] == _FINAL for row in rows)

    def _note_starters(self, game_id: str, found: Mapping[tuple[str, int], list[Row]]) -> None:
        """Note the positions of starters, which the lines of any period give."""
        rows = (row for (part, _), rows in found.items() if part == "period" for row in rows)
        for row in rows:
            if row.get("position"):
                self.starters[game_id, int(row["personId"])] = str(row["position"])

"""Check files full of stories: what cannot be checked is left out, the rest goes on."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path
from typing import TypeVar

from factcheck.checker import BATCH, DEFAULT_CONFIDENCE, FactChecker
from factcheck.errors import FactCheckError
from factcheck.model import Category, Report, Story
from factcheck.runs.workers import Outcome, Workers, with_games_ahead
from factcheck.stories.placed import OnSkip, PlacedStory
from factcheck.support.processes import LONG

_SHOWN = 3
_ENOUGH = 256
"""Stories from which on it pays to start worker processes."""

_NEAR = 20 * BATCH
"""Stories among which those of one game are checked together by worker processes."""

_LEAST = 6
"""Stories of the smallest batches, but for the last one."""

Item = TypeVar("Item")
Checked = tuple[PlacedStory, Outcome]
"""A story with what came of it."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which mistakes to report, by category or by the id of their rule.

    Args:
        select: Report only these; empty for all.
        ignore: Of those, leave these out.
        min_confidence: Leave out those that are less sure, 0 to 1; a mistake of which no
            confidence is known stays.
        column: Which text of ``games.csv`` was read, for the signature.
    """

    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()
    min_confidence: float = 0.0
    column: str | None = None

    @classmethod
    def parse(
        cls,
        select: Iterable[str],
        ignore: Iterable[str],
        checker: FactChecker,
        min_confidence: float = 0.0,
        column: str | None = None,
    ) -> Selection:
        """Read lists of names, joined by commas.

        Raises:
            FactCheckError: A name is neither a category nor a rule.
        """
        known = {rule.id for rule in checker.rulebook.rules} | set(Category.__members__)
        lists = []
        for option, texts in (("--select", select), ("--ignore", ignore)):
            names = {name.strip() for text in texts for name in text.split(",")} - {""}
            names = {
                name.upper() if name.upper() in Category.__members__ else name for name in names
            }
            for name in sorted(names - known):
                raise FactCheckError(
                    f"{option}: {name!r} is neither a category ({', '.join(Category)}) nor a "
                    "rule; `factcheck rules list` names them"
                )
            lists.append(frozenset(names))
        return cls(lists[0], lists[1], min_confidence, column)

    def apply(self, report: Report) -> Report:
        """Return the report with the selected mistakes only."""
        report = self._signed(report)
        if not self.select and not self.ignore and not self.min_confidence:
            return report
        chosen = tuple(
            mistake
            for mistake in report.mistakes
            if (not self.select or {mistake.category, mistake.rule} & self.select)
            and not {mistake.category, mistake.rule} & self.ignore
            and (mistake.confidence is None or mistake.confidence >= self.min_confidence)
        )
        return replace(report, mistakes=chosen)

    def _signed(self, report: Report) -> Report:
        if report.signature is None:
            return report
        signature = report.signature.with_settings(
            select=",".join(sorted(self.select)),
            ignore=",".join(sorted(self.ignore)),
            min_confidence=f"{self.min_confidence:g}" if self.min_confidence else None,
            column=self.column,
        )
        return replace(report, signature=signature)


@dataclass(slots=True)
class Tally:
    """What came of a batch.

    Args:
        stories: Number of stories checked.
        mistakes: Number of mistakes by category.
        games: The games of the stories checked.
        rules: Number of mistakes by category and rule.
        signatures: What they were checked with.
        skipped: Number of stories or files left out.
        on_skip: Called for each of those.
    """

    stories: int = 0
    mistakes: Counter[Category] = field(default_factory=Counter)
    games: set[str] = field(default_factory=set)
    rules: Counter[tuple[Category, str]] = field(default_factory=Counter)
    signatures: set[str] = field(default_factory=set)
    skipped: int = 0
    on_skip: OnSkip | None = None

    @property
    def status(self) -> int:
        """The exit status: 2 where something was left out, 1 where mistakes were found."""
        if self.skipped:
            return 2
        return 1 if self.mistakes else 0

    def add(self, report: Report) -> None:
        """Count one report."""
        self.stories += 1
        self.mistakes.update(mistake.category for mistake in report.mistakes)
        if report.story.game is not None:
            self.games.add(report.story.game)
        self.rules.update((mistake.category, mistake.rule) for mistake in report.mistakes)
        if report.signature is not None:
            self.signatures.add(str(report.signature))

    def skip(self, error: FactCheckError) -> None:
        """Count a story or file that is left out."""
        self.skipped += 1
        if self.on_skip is not None:
            self.on_skip(error)


def open_checker(
    kb: Path,
    rules: Sequence[Path] = (),
    game: str | None = None,
    *,
    min_confidence: float | None = None,
    prior: float | None = None,
) -> FactChecker:
    """Return a checker on a knowledge base file, with all that is broken found at once.

    Args:
        kb: The file.
        rules: Folders with more rules, whose SQL is tried out.
        game: A game that the knowledge base must hold.
        min_confidence: Report only mistakes at least so sure; None for the usual.
        prior: The share of claims that are wrong in such texts; None learns it from each.

    Raises:
        KnowledgeBaseError: The knowledge base cannot be opened.
        RuleError: A rule is broken.
        StoryError: The knowledge base has no such game.
    """
    least = DEFAULT_CONFIDENCE if min_confidence is None else min_confidence
    checker = FactChecker(kb, rules, min_confidence=least, prior=prior)
    own = [rule for rule in checker.rulebook.rules if rule.path and rule.path.parent in rules]
    checker.verifier.prepare(own)
    if game is not None and game not in checker.index.games:
        checker.kb.find_game(game)
    return checker


@contextmanager
def workers_ahead(
    opened: Callable[[], FactChecker], jobs: int, size: int, *, claims: bool
) -> Iterator[Workers | None]:
    """Start the worker processes for long files while this one has yet to open its checker.

    Args:
        opened: What each of them calls for its own.
        jobs: Their number.
        size: Bytes of the files, 0 where that is not known.
        claims: Whether reports come back with their claims.

    Yields:
        The processes, or None where there is too little to check for them.
    """
    if jobs < 2 or size < LONG:
        yield None
        return
    with Workers(opened, jobs, claims=claims) as workers:
        workers.get_ready()
        yield workers


def note_on_coverage(checker: FactChecker, games: Iterable[str]) -> str | None:
    """Say which games lack what most statements rest on, or return None where none does.

    Silence on a player's numbers must not pass for their truth.
    """
    lacking = sorted(game for game in games if not checker.index.games[game].has_player_lines)
    if not lacking:
        return None
    shown = ", ".join(lacking[:_SHOWN])
    more = f" and {len(lacking) - _SHOWN} more" if len(lacking) > _SHOWN else ""
    return (
        f"the knowledge base has no box score of players for {shown}{more}; "
        "most of what is said of players there cannot be decided"
    )


def check_stories(
    checker: FactChecker,
    stories: Iterable[PlacedStory],
    on_skip: OnSkip,
    *,
    game: str | None = None,
) -> Iterator[Report]:
    """Check stories in batches; reports come in the order of the stories.

    Args:
        checker: Does the checking.
        stories: As :func:`factcheck.stories.reading.read_stories` yields them.
        on_skip: Called for each story that cannot be checked; the rest goes on.
        game: The game of the stories that do not name theirs.
    """
    return reports_of(check_placed(checker, stories, game=game), on_skip)


def check_placed(
    checker: FactChecker,
    stories: Iterable[PlacedStory],
    *,
    game: str | None = None,
    jobs: int = 1,
    claims: bool = True,
    workers: Workers | None = None,
) -> Iterator[Checked]:
    """Yield every story with its report, or with what is wrong with it, in their order.

    Args:
        checker: Does the checking, or tells the workers what with.
        stories: As :func:`factcheck.stories.reading.read_stories` yields them.
        game: The game of the stories that do not name theirs.
        jobs: The number of worker processes; for few stories they are not started.
        claims: Whether reports need their claims.
        workers: So many processes that have been started already, with the same settings.

    Raises:
        KnowledgeBaseError: There are workers, and the knowledge base is in memory.
    """
    remaining = iter(stories)
    first = list(islice(remaining, _ENOUGH if jobs > 1 else 0))
    parallel = jobs > 1 and len(first) == _ENOUGH
    if not parallel:
        batches = _batches(chain(first, remaining))
        checker.spare_memory()
        try:
            for batch, games in with_games_ahead(batches, lambda placed: placed.story.game):
                outcomes = checker.check_each(_stories(batch, game), games)
                yield from zip(batch, outcomes, strict=True)
        finally:
            checker.spare_memory(False)
        return
    numbers: deque[list[int]] = deque()
    placed: dict[int, PlacedStory] = {}

    def handed_out() -> Iterator[list[Story]]:
        for batch in _batches(_game_by_game(chain(first, remaining)), jobs):
            numbers.append([number for number, _ in batch])
            placed.update(batch)
            yield _stories([story for _, story in batch], game)

    done: dict[int, Outcome] = {}
    following = 0
    with workers or Workers(checker, jobs, claims=claims) as pool:
        for outcomes in pool.check(handed_out()):
            done.update(zip(numbers.popleft(), outcomes, strict=True))
            while following in done:
                yield placed.pop(following), done.pop(following)
                following += 1


def _game_by_game(stories: Iterable[PlacedStory]) -> Iterator[tuple[int, PlacedStory]]:
    """Yield stories with their numbers from 0, those of one game that are near each other together.

    What is known of a game is then fetched by one process, not by all of them.
    """
    numbered = enumerate(stories)
    while near := list(islice(numbered, _NEAR)):
        games: dict[str | None, list[tuple[int, PlacedStory]]] = {}
        for number, placed in near:
            games.setdefault(placed.story.game, []).append((number, placed))
        yield from chain.from_iterable(games.values())


def reports_of(checked: Iterable[Checked], on_skip: OnSkip) -> Iterator[Report]:
    """Yield the reports; of the stories that have none, tell what is wrong with them."""
    for placed, outcome in checked:
        if isinstance(outcome, Report):
            yield outcome
        else:
            on_skip(placed.error(outcome))


def _batches(stories: Iterable[Item], jobs: int = 1) -> Iterator[list[Item]]:
    """Yield stories in batches, towards the end in smaller ones: no process then waits for long.

    Args:
        stories: Those to check.
        jobs: The number of processes.
    """
    remaining = iter(stories)
    least = BATCH if jobs == 1 else _LEAST
    # A batch is no more than half of what each process has left to do.
    ahead = deque(islice(remaining, 2 * jobs * BATCH))
    while ahead:
        size = min(max(least, len(ahead) // (2 * jobs)), BATCH, len(ahead))
        yield [ahead.popleft() for _ in range(size)]
        ahead.extend(islice(remaining, size))


def _stories(batch: Sequence[PlacedStory], game: str | None) -> list[Story]:
    stories = [placed.story for placed in batch]
    if game is None:
        return stories
    return [replace(story, game=game) if story.game is None else story for story in stories]

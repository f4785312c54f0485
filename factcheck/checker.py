"""The whole way: parse, match, verify, resolve."""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice, pairwise
from pathlib import Path

from factcheck import __version__
from factcheck.errors import RuleError, StatementLimitError, StoryError
from factcheck.interpretation.confidence import ConfidenceModel
from factcheck.interpretation.decision.deciding import Decider
from factcheck.interpretation.decision.resolving import Resolver
from factcheck.interpretation.decision.weighing import Weigher
from factcheck.interpretation.excuses.negation import Negation
from factcheck.interpretation.excuses.open_parts import heed_open_parts
from factcheck.interpretation.explanations.explaining import Explainer
from factcheck.interpretation.explanations.likeliest import Chooser, load_weights
from factcheck.interpretation.explanations.misnaming import Misnamed
from factcheck.interpretation.explanations.told_parts import part_cues
from factcheck.interpretation.facts.claims import FactVerifier
from factcheck.interpretation.facts.context import Wordings
from factcheck.interpretation.matching.claims import Matcher, RawClaim
from factcheck.interpretation.matching.fixtures_told import FixtureWords
from factcheck.interpretation.reports.reporting import OwnerNames, ReportWriter
from factcheck.interpretation.verification.verifying import VerifiedClaim, Verifier
from factcheck.interpretation.wordings import CleftWords
from factcheck.knowledge import KnowledgeBase
from factcheck.knowledge.fact_store import FactStore
from factcheck.knowledge.facts import GameFacts
from factcheck.model import Mistake, Report, Signature, Story
from factcheck.parser.document import Document
from factcheck.parser.names import Game, NameIndex
from factcheck.parser.pipeline import Parser
from factcheck.parser.wordings import PeriodWords
from factcheck.rulebook.book import Rulebook
from factcheck.stories.game import find_game, refuse_other_game
from factcheck.support.interrupts import raise_interrupt
from factcheck.support.memory import collection_put_off, return_free_memory
from factcheck.support.recent import FEW, MOST
from factcheck.support.resources import is_shipped, rules_folder

BATCH = 24
"""Stories that are checked together: more share what statements cost, and take more memory."""

_LOOKED_AT = 10 * BATCH
"""Stories among which the games are sought that are fetched together."""

_GAMES_AHEAD = FEW
"""Games that are fetched together: no more than are kept where memory is spared."""

_STRIKES = 3
"""Stories for which a rule's statement may be stopped before the rule itself is refused."""

_NOT_YET = StoryError("not checked yet")

DEFAULT_CONFIDENCE = 0.4
"""For review: a mark less sure costs a reader more than the mistakes it would find are worth."""


class FactChecker:
    """Checks stories against a knowledge base.

    Args:
        kb: A knowledge base file made by ``factcheck kb build``, or an open one.
        rules: Folders with more rules, next to those that ship with factcheck.
        min_confidence: Report only mistakes at least so sure, from 0 to 1.
        prior: The share of claims that are wrong in texts like these, between 0 and 1; None
            learns it from each text.

    Raises:
        KnowledgeBaseError: The knowledge base cannot be opened.
        RuleError: A rule file is broken.

    It can be pickled, and used in a process forked from the one that made it: there it opens
    the file again. One on a knowledge base in memory stays in its process.

    Example:
        >>> checker = FactChecker("nba.duckdb")                      # doctest: +SKIP
        >>> report = checker.check(text, game="2014-11-05-MEM-PHX")  # doctest: +SKIP
        >>> [(m.span.text, m.category, m.correction) for m in report.mistakes]  # doctest: +SKIP
    """

    def __init__(
        self,
        kb: str | Path | KnowledgeBase,
        rules: Iterable[str | Path] = (),
        *,
        min_confidence: float = DEFAULT_CONFIDENCE,
        prior: float | None = None,
    ) -> None:
        self.min_confidence = min_confidence
        self.prior = prior
        self.kb = kb if isinstance(kb, KnowledgeBase) else KnowledgeBase.open(Path(kb))
        self.rules = tuple(Path(folder).absolute() for folder in rules)
        self._process = os.getpid()
        self._inherited: list[object] = []
        self._stopped: Counter[str] = Counter()
        self._sparing = False
        self.rulebook = Rulebook.load(rules_folder(), [Path(folder) for folder in rules])
        self._own_rules = frozenset(
            rule.id for rule in self.rulebook.rules if rule.path and not is_shipped(rule.path)
        )
        self.index = NameIndex.load(self.kb.connection)
        self.parser = Parser(self.index, self.rulebook.vocabulary)
        self.verifier = Verifier(self.kb.connection, self.rulebook.macros)
        vocabulary = self.rulebook.vocabulary
        self.matcher = Matcher(self.rulebook.rules, vocabulary)
        weigher = Weigher(ConfidenceModel.load(rules_folder() / "decision"))
        self.resolver = Resolver(self.index, weigher)
        self.facts = FactStore(self.kb.connection)
        statistics: dict[str, str] = dict(
            self.kb.connection.sql("SELECT code, plural FROM statistic").fetchall()
        )
        wordings = Wordings.of(vocabulary, OwnerNames(self.index), statistics)
        self.fact_verifier = FactVerifier(wordings)
        negation = Negation(self.rulebook.rules, vocabulary)
        fixtures = FixtureWords.of(vocabulary)
        self.periods = PeriodWords.of(vocabulary)
        decision = rules_folder() / "decision"
        self.chooser = Chooser(load_weights(decision / "explanations.toml"))
        clefts, typical = CleftWords.of(vocabulary), weigher.model.typical
        self.decider = Decider(
            self.fact_verifier, negation, part_cues(self.rulebook.rules), fixtures,
            wordings, clefts, self.chooser, typical,
        )  # fmt: skip
        roles = vocabulary.by_word("other_role")
        self.explainer = Explainer(self.chooser, roles, clefts, typical)
        self.signature = Signature(__version__, self.rulebook.digest, self.kb.digest)
        self.writer = ReportWriter(self.rulebook, self.index, statistics, self.signature)

    def check(self, text: str, game: str | None = None, *, id: str = "story") -> Report:
        """Check one story.

        Args:
            text: The story, tokenised or in normal English.
            game: The game's id, or None to find the game from the story itself.
            id: The story's name in the report.

        Returns:
            The report, with mistakes in order of the text.

        Raises:
            StoryError: The story is empty, or its game unknown or ambiguous.
        """
        return next(self.check_many([Story(id, text, game)]))

    def check_many(self, stories: Iterable[Story]) -> Iterator[Report]:
        """Check stories in batches; reports come in the order of the stories.

        Raises:
            StoryError: A story cannot be checked; :meth:`check_each` goes on with the others.
        """
        remaining = iter(stories)
        while batch := list(islice(remaining, BATCH)):
            for outcome in self.check_each(batch):
                if isinstance(outcome, StoryError):
                    raise outcome
                yield outcome

    def check_each(
        self, stories: Sequence[Story], games_ahead: Iterable[str] = ()
    ) -> list[Report | StoryError]:
        """Check stories together, so that one that cannot be checked costs the others nothing.

        A statement that fails for a story, or a mistake in the engine that it brings to light,
        leaves out that story alone: the rest is checked again without it.

        Args:
            stories: Those to check.
            games_ahead: Games of the stories that will be checked next, in their order: what is
                known of them is fetched together with what is known of these stories' games.

        Returns:
            For each story, in order, its report or what is wrong with it.

        Raises:
            RuleError: The statement of a rule takes too long or too much for one story after
                the other; the fault is not theirs.
        """
        outcomes: list[Report | StoryError] = []
        later = list(games_ahead)
        with collection_put_off(), self._memory_spared(stories):
            for first in range(0, len(stories), BATCH):
                named = (story.game for story in islice(stories, first, None))
                self._look_ahead(chain(named, later))
                outcomes += self._check_each(stories[first : first + BATCH])
                if len(stories) >= BATCH:
                    return_free_memory()
        return outcomes

    @contextmanager
    def _memory_spared(self, stories: Iterable[Story]) -> Iterator[None]:
        """Keep less of games where stories are about more of them than are kept."""
        spares = not self._sparing and len({story.game for story in stories}) > MOST
        if spares:
            self.spare_memory()
        try:
            yield
        finally:
            if spares:
                self.spare_memory(False)

    def _look_ahead(self, named: Iterable[str | None]) -> None:
        """Let what is fetched of games be fetched for the next stories' games, too.

        Planning such a statement takes longer than running it for a game.
        """
        games = dict.fromkeys(
            game for game in islice(named, _LOOKED_AT) if game in self.index.games
        )
        ahead = [game for game in islice(games, _GAMES_AHEAD) if game is not None]
        self.facts.look_ahead(ahead)
        self.verifier.look_ahead(ahead)

    def _check_each(self, stories: Sequence[Story]) -> list[Report | StoryError]:
        outcomes: list[Report | StoryError] = []
        prepared: list[tuple[Story, Document]] = []
        places: list[int] = []
        for story in stories:
            try:
                prepared.append((story, self.prepare(story)))
                places.append(len(outcomes))
                outcomes.append(_NOT_YET)
            except StoryError as error:
                outcomes.append(error)
            except Exception as error:
                raise_interrupt(error)
                outcomes.append(_internal(error))
        if prepared:
            for place, outcome in zip(places, self._check_apart(prepared), strict=True):
                outcomes[place] = outcome
        return outcomes

    def _check_apart(
        self, prepared: Sequence[tuple[Story, Document]]
    ) -> Sequence[Report | StoryError]:
        """Check a batch; where that fails, its halves."""
        try:
            return self.check_prepared(prepared)
        except Exception as error:
            raise_interrupt(error)
            if len(prepared) == 1:
                return [self._failed(error)]
        # Parsed anew: what failed may have left half of its work on the documents.
        again = [story for story, _ in prepared]
        half = len(again) // 2
        return [*self.check_each(again[:half]), *self.check_each(again[half:])]

    def spare_memory(self, sparing: bool = True) -> None:
        """Keep less of games in memory, as for thousands of stories of which few share a game.

        Where games do come again, it is noticed, and as much is kept as elsewhere.

        Args:
            sparing: Whether to; False keeps as much as a new checker does.
        """
        self._sparing = sparing
        self.facts.spare(sparing)
        self.verifier.spare(sparing)

    def _failed(self, error: Exception) -> StoryError:
        """Return why one story alone cannot be checked."""
        if isinstance(error, StatementLimitError):
            self._stopped[str(error)] += 1
            if self._stopped[str(error)] >= _STRIKES:
                raise error
        return StoryError(str(error)) if isinstance(error, RuleError) else _internal(error)

    def __reduce__(self) -> tuple[Callable[..., FactChecker], tuple[object, ...]]:
        """Let another process open the same knowledge base and rules."""
        again = partial(FactChecker, min_confidence=self.min_confidence, prior=self.prior)
        return again, (self.kb, self.rules)

    def _after_fork(self) -> None:
        """Open the file again in a process that was forked off: no connection outlives that."""
        if self._process == os.getpid():
            return
        # Kept, for closing it would touch what is the other process's.
        self._inherited += [self.kb, self.verifier]
        opened, arguments = self.kb.__reduce__()
        self.kb = opened(*arguments)
        self.verifier = Verifier(self.kb.connection, self.rulebook.macros)
        self.facts = FactStore(self.kb.connection)
        self.spare_memory(self._sparing)
        self._process = os.getpid()

    def check_prepared(self, prepared: Sequence[tuple[Story, Document]]) -> list[Report]:
        """Check stories that :meth:`prepare` has parsed."""
        with collection_put_off():
            return self._check_batch(prepared)

    def prepare(self, story: Story) -> Document:
        """Parse a story and bind it to its game.

        Raises:
            StoryError: The story is empty or about another game, or its game is unknown
                or ambiguous.
        """
        self._after_fork()
        document = self.parser.recognise(story.text)
        return self.parser.bind(document, self._game(story, document))

    def believes(self, mistake: Mistake, least: float | None = None) -> bool:
        """Return whether a mistake is sure enough; those of a person's own rules always are.

        Args:
            mistake: What a rule found.
            least: How sure it must be; None for what the checker asks for.
        """
        least = self.min_confidence if least is None else least
        return (mistake.confidence or 0) >= least or mistake.rule in self._own_rules

    def _game(self, story: Story, document: Document) -> Game:
        if story.game is None:
            return find_game(document, self.index)
        game = self.index.games.get(story.game)
        if game is None:
            game = self.index.games.get(self.kb.find_game(story.game))
        if game is None:
            raise StoryError(f"the knowledge base has no game {story.game!r}")
        refuse_other_game(document, game, self.index, self.parser.bind)
        return game

    def _check_batch(self, prepared: Sequence[tuple[Story, Document]]) -> list[Report]:
        self._after_fork()
        reports = []
        for (story, document), items, misnamed in self.interpret(prepared):
            assert document.game is not None
            facts = self.facts.games([document.game.id])[document.game.id]
            weighed = self.resolver.weighed(document, items, misnamed, facts, self._prior())
            mistakes = [self.resolver.mistake(item) for item in weighed]
            chosen = [m for m in mistakes if self.believes(m)]
            reports.append(self.writer.write(story, document, items, chosen, weighed))
        self.verifier.release()
        return reports

    def _prior(self) -> float | None:
        """Return the log odds of a mistake that a person gave, if any."""
        return None if self.prior is None else math.log(self.prior / (1 - self.prior))

    def interpret(
        self, prepared: Sequence[tuple[Story, Document]]
    ) -> list[tuple[tuple[Story, Document], list[VerifiedClaim], list[Misnamed]]]:
        """Return each story's verified claims, and the names that others explain better."""
        claims: list[RawClaim] = []
        bounds = [0]
        known = []
        documents = [document for _, document in prepared]
        facts = self.facts.games(document.game.id for document in documents if document.game)
        for document in documents:
            assert document.game is not None
            known.append(facts[document.game.id])
            present = known[-1].team_of
            claims += [c for c in self.matcher.match(document) if c.concerns(present)]
            bounds.append(len(claims))
        everything = heed_open_parts(
            self.verifier.verify(claims), facts, self.verifier.verify, self.periods
        )
        verified = [
            self.decider.decide(document, everything[a:b], of_game, self.verifier.verify_retold)
            for document, of_game, (a, b) in zip(documents, known, pairwise(bounds), strict=True)
        ]
        ask = partial(self._of_others, facts)
        verified, misnamed = self.explainer.explain(
            documents, verified, facts, ask, self.verifier.verify_retold
        )
        return list(zip(prepared, verified, misnamed, strict=True))

    def _of_others(
        self, facts: Mapping[str, GameFacts], claims: Sequence[RawClaim]
    ) -> list[VerifiedClaim]:
        """Return what comes of claims that are asked of others than they name, in their order."""
        asked = iter(self.verifier.verify([claim for claim in claims if not claim.rule.fact]))
        return [
            self.fact_verifier.verify(claim.document, [claim], facts[str(claim.row["game_id"])])[0]
            if claim.rule.fact
            else next(asked)
            for claim in claims
        ]


def _internal(error: Exception) -> StoryError:
    """Return an error of ours as one of the story, which is all that it costs."""
    what = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    internal = StoryError(f"factcheck itself fails on it ({what}); please report it with the text")
    internal.__cause__ = error
    return internal

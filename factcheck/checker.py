"""The whole way: parse, match, verify, resolve."""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, pairwise
from pathlib import Path

from factcheck import __version__
from factcheck.errors import RuleError, StatementLimitError, StoryError
from factcheck.interpretation.confidence import ConfidenceModel
from factcheck.interpretation.fact_claims import FactVerifier
from factcheck.interpretation.matching import Matcher, RawClaim
from factcheck.interpretation.meanings import BARE, NAMED
from factcheck.interpretation.misnaming import Misnamed, Weights, find_misnamed, load_weights
from factcheck.interpretation.negation import Negation
from factcheck.interpretation.other_sources import heed_in_facts, heed_sources
from factcheck.interpretation.reporting import OwnerNames, ReportWriter
from factcheck.interpretation.resolving import Resolver
from factcheck.interpretation.settling import open_tellings, without_denied, without_settled
from factcheck.interpretation.told_parts import heed_parts, part_cues
from factcheck.interpretation.verifying import VerifiedClaim, Verifier
from factcheck.interpretation.weighing import Weigher
from factcheck.knowledge import KnowledgeBase
from factcheck.knowledge.fact_store import FactStore
from factcheck.knowledge.facts import GameFacts
from factcheck.model import Mistake, Report, Signature, Story
from factcheck.parser.document import Document
from factcheck.parser.names import Game, NameIndex
from factcheck.parser.pipeline import Parser
from factcheck.rulebook.book import Rulebook
from factcheck.rulebook.rule import PART, WORDED_FACTS
from factcheck.stories.game import find_game, refuse_other_game
from factcheck.support.interrupts import raise_interrupt
from factcheck.support.memory import collection_put_off, return_free_memory
from factcheck.support.resources import rules_folder

BATCH = 24
"""Stories that are checked together: more share what statements cost, and take more memory."""

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
        self.rulebook = Rulebook.load(rules_folder(), [Path(folder) for folder in rules])
        self._own_rules = frozenset(
            rule.id
            for rule in self.rulebook.rules
            if rule.path is not None and rule.path.parent != rules_folder()
        )
        self.index = NameIndex.load(self.kb.connection)
        self.parser = Parser(self.index, self.rulebook.vocabulary)
        self.verifier = Verifier(self.kb.connection, self.rulebook.macros)
        self.part_cues = part_cues(self.rulebook.rules)
        vocabulary = self.rulebook.vocabulary
        self.matcher = Matcher(self.rulebook.rules, vocabulary)
        self.negation = Negation(self.rulebook.rules, vocabulary)
        weigher = Weigher(ConfidenceModel.load(rules_folder() / "decision"))
        self.resolver = Resolver(self.index, weigher)
        self.facts = FactStore(self.kb.connection)
        statistics: dict[str, str] = dict(
            self.kb.connection.sql("SELECT code, plural FROM statistic").fetchall()
        )
        self.fact_verifier = FactVerifier(
            OwnerNames(self.index),
            statistics,
            vocabulary.by_word("groups_of_team"),
            vocabulary.by_word("implied_statistic"),
            vocabulary.by_word("fields_of_leaders"),
        )
        self.misnaming: Weights = load_weights(rules_folder() / "decision" / "misnaming.toml")
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

    def check_each(self, stories: Sequence[Story]) -> list[Report | StoryError]:
        """Check stories together, so that one that cannot be checked costs the others nothing.

        A statement that fails for a story, or a mistake in the engine that it brings to light,
        leaves out that story alone: the rest is checked again without it.

        Returns:
            For each story, in order, its report or what is wrong with it.

        Raises:
            RuleError: The statement of a rule takes too long or too much for one story after
                the other; the fault is not theirs.
        """
        outcomes: list[Report | StoryError] = []
        for first in range(0, len(stories), BATCH):
            with collection_put_off():
                outcomes += self._check_each(stories[first : first + BATCH])
            if len(stories) >= BATCH:
                return_free_memory()
        return outcomes

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
        documents = [document for _, document in prepared]
        facts = self.facts.games(document.game.id for document in documents if document.game)
        for document in documents:
            assert document.game is not None
            present = facts[document.game.id].team_of
            claims += [c for c in self.matcher.match(document) if _concerns(c, present)]
            bounds.append(len(claims))
        everything = self.verifier.verify(claims)
        verified = [
            self._verified(document, everything[a:b], facts)
            for document, (a, b) in zip(documents, pairwise(bounds), strict=True)
        ]
        typical = self.resolver.weigher.model.typical
        misnamed = find_misnamed(
            documents, verified, facts, partial(self._of_others, facts), self.misnaming, typical,
            self.verifier.verify_retold,
        )  # fmt: skip
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

    def _verified(
        self, document: Document, items: list[VerifiedClaim], facts: Mapping[str, GameFacts]
    ) -> list[VerifiedClaim]:
        """Return the claims that count, decided by whatever source has their numbers."""
        assert document.game is not None
        counting = without_settled(self._with_facts(document, items, facts))
        known = facts[document.game.id]
        heeded = heed_sources(counting, known, self.verifier.verify_retold)
        return self.negation.heed(document, heed_parts(heeded, known, self.part_cues))

    def _with_facts(
        self, document: Document, items: list[VerifiedClaim], facts: Mapping[str, GameFacts]
    ) -> list[VerifiedClaim]:
        """Return the claims with those decided that state a fact and stand where no other does."""
        assert document.game is not None
        tellings = [item for item in items if item.claim.rule.telling is not None]
        others = [i for i in items if not i.claim.rule.fact and i.claim.rule.telling is None]
        read = decided_tokens(others)
        # What a rule decided of a part of the game no other reading of it decides again.
        told = read | {
            token
            for item in others
            for finding in item.findings
            if finding.holds is not None
            for token in range(*item.claim.marks.get(finding.mark or "", (0, 0)))
        }
        stating = [
            item.claim
            for item in items
            if item.claim.rule.fact
            and item.claim.marks[item.claim.rule.mark][0]
            not in (told if item.claim.rule.fact == PART else read)
        ]
        known = facts[document.game.id]
        verify = partial(self.fact_verifier.verify, document)
        found: list[VerifiedClaim] = []
        # Statements that are understood as a whole go first, then noun phrases that were read to
        # their end, then rules that leave more open, at last numbers beside a sole name.
        for stage in range(4):
            claims = [c for c in stating if _stage(c) == stage]
            open_still = [c for c in claims if c.marks[c.rule.mark][0] not in read]
            verified = heed_in_facts(verify(open_still, known), known, verify)
            read |= decided_tokens(verified, owned=stage == 0)
            found += verified
        decided = without_denied(others + found, tellings)
        return decided + open_tellings(tellings, decided, read)


def _concerns(claim: RawClaim, present: Container[int]) -> bool:
    """Return whether a claim is about somebody whom its rule is for.

    Args:
        claim: A claim of any rule.
        present: The players who have a line in the game.
    """
    if not claim.rule.only_absent:
        return True
    player = claim.row.get("player_id")
    return player is not None and player not in present


def _stage(claim: RawClaim) -> int:
    """Return when a claim that states a fact has its turn, from 0."""
    if claim.quantity:
        return 3 if claim.quantity.construction in {BARE, NAMED} else 1
    return 0 if claim.rule.fact in {*WORDED_FACTS, PART} else 2


def decided_tokens(items: Iterable[VerifiedClaim], *, owned: bool = False) -> set[int]:
    """Return the tokens that decided claims are about, with all that they own if asked for."""
    return {
        token
        for item in items
        if item.decided
        for name in (item.claim.rule.mark, *(item.claim.rule.owns if owned else ()))
        for token in range(*item.claim.marks.get(name, (0, 0)))
    }


def _internal(error: Exception) -> StoryError:
    """Return an error of ours as one of the story, which is all that it costs."""
    what = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    internal = StoryError(f"factcheck itself fails on it ({what}); please report it with the text")
    internal.__cause__ = error
    return internal

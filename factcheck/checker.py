"""The whole way: parse, match, verify, resolve."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path

from factcheck.errors import StoryError
from factcheck.interpretation.matching import Matcher, RawClaim
from factcheck.interpretation.relations import RelationWriter, StatedRelations
from factcheck.interpretation.resolving import Resolver
from factcheck.interpretation.rivals import Remarkable, find_rivals
from factcheck.interpretation.verifying import VerifiedClaim, Verifier, verdict_of, without_settled
from factcheck.knowledge import KnowledgeBase
from factcheck.language.mentions import Mention
from factcheck.model import Claim, Mistake, Report, Span, Story
from factcheck.parser.document import Document
from factcheck.parser.names import Game, NameIndex
from factcheck.parser.pipeline import Parser
from factcheck.rulebook.book import Rulebook
from factcheck.stories.game import find_game, refuse_other_game
from factcheck.support.resources import rules_folder

_BATCH = 256

NAMES = frozenset({"player", "team", "arena", "coach", "place"})
"""Kinds of mention that name somebody or something."""

QUANTITIES = frozenset({"number", "percent", "score", "record", "shooting", "ordinal"})
"""Kinds of mention that are numbers."""


class FactChecker:
    """Checks stories against a knowledge base.

    Args:
        kb: A knowledge base file made by ``factcheck kb build``, or an open one.
        rules: Folders with more rules, next to those that ship with factcheck.

    Raises:
        KnowledgeBaseError: The knowledge base cannot be opened.
        RuleError: A rule file is broken.

    Example:
        >>> checker = FactChecker("nba.duckdb")                      # doctest: +SKIP
        >>> report = checker.check(text, game="2014-11-05-MEM-PHX")  # doctest: +SKIP
        >>> [(m.span.text, m.category, m.correction) for m in report.mistakes]  # doctest: +SKIP
    """

    def __init__(self, kb: str | Path | KnowledgeBase, rules: Iterable[str | Path] = ()) -> None:
        self.kb = kb if isinstance(kb, KnowledgeBase) else KnowledgeBase.open(Path(kb))
        self.rulebook = Rulebook.load(rules_folder(), [Path(folder) for folder in rules])
        self.index = NameIndex.load(self.kb.connection)
        self.parser = Parser(self.index, self.rulebook.vocabulary)
        self.matcher = Matcher(self.rulebook.rules)
        self.verifier = Verifier(self.kb.connection, self.rulebook.macros)
        self.resolver = Resolver(self.index)
        self.remarkable: Remarkable = self.rulebook.vocabulary.tables.get("remarkable", {})
        self.relations = RelationWriter(self.rulebook.rules, self.index)

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
            StoryError: A story cannot be checked; use :meth:`prepare` first to find those.
        """
        remaining = iter(stories)
        while batch := list(islice(remaining, _BATCH)):
            with _collection_put_off():
                reports = self._check_batch([(story, self.prepare(story)) for story in batch])
            yield from reports

    def check_prepared(self, prepared: Sequence[tuple[Story, Document]]) -> list[Report]:
        """Check stories that :meth:`prepare` has parsed."""
        with _collection_put_off():
            return self._check_batch(prepared)

    def prepare(self, story: Story) -> Document:
        """Parse a story and bind it to its game.

        Raises:
            StoryError: The story is empty or about another game, or its game is unknown
                or ambiguous.
        """
        document = self.parser.recognise(story.text)
        return self.parser.bind(document, self._game(story, document))

    def _game(self, story: Story, document: Document) -> Game:
        if story.game is None:
            return find_game(document, self.index)
        game = self.index.games.get(story.game)
        if game is None:
            game = self.index.games.get(self.kb.find_game(story.game))
        if game is None:
            raise StoryError(f"the knowledge base has no game {story.game!r}")
        refuse_other_game(document, game, self.index)
        return game

    def _check_batch(self, prepared: Sequence[tuple[Story, Document]]) -> list[Report]:
        claims: list[RawClaim] = []
        bounds = [0]
        for _, document in prepared:
            claims += self.matcher.match(document)
            bounds.append(len(claims))
        everything = self.verifier.verify(claims)
        verified = [without_settled(everything[a:b]) for a, b in pairwise(bounds)]
        documents = [document for _, document in prepared]
        rivals = find_rivals(documents, verified, self.verifier.verify, self.remarkable)
        return [
            self._report(story, document, items, self.resolver.resolve(document, items, better))
            for (story, document), items, better in zip(prepared, verified, rivals, strict=True)
        ]

    def _report(
        self,
        story: Story,
        document: Document,
        verified: Sequence[VerifiedClaim],
        mistakes: list[Mistake],
    ) -> Report:
        assert document.game is not None
        return Report(
            story=replace(story, game=document.game.id),
            mistakes=tuple(mistakes),
            claims=tuple(
                self._claim(document, item, relations)
                for item, relations in zip(
                    verified, self.relations.write(document, verified), strict=True
                )
            ),
            unclaimed=tuple(unclaimed(document, verified)),
            tokens=len(document.tokens),
            sentences=document.tokens[-1].sentence,
        )

    def _claim(self, document: Document, item: VerifiedClaim, relations: StatedRelations) -> Claim:
        claim = item.claim
        slots = {name: value for name, value in claim.row.items() if value not in (None, [], "")}
        return Claim(
            rule=claim.rule.id,
            span=document.span(claim.start, claim.end),
            verdict=verdict_of(item.findings),
            slots=slots,
            relations=relations,
            evidence=tuple(f.evidence for f in item.findings if f.evidence),
        )


@contextmanager
def _collection_put_off() -> Iterator[None]:
    """Keep Python from searching for garbage in cycles.

    What a batch makes is needed until it is done: searching it takes a seventh of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def claimable(document: Document) -> list[Mention]:
    """Return the names and numbers of a story: what a rule could claim."""
    return [
        mention
        for mention in document.mentions()
        if mention.kind in NAMES | QUANTITIES and mention.data.get("form") != "noun"
    ]


def unclaimed(document: Document, verified: Sequence[VerifiedClaim]) -> list[Span]:
    """Return the names and numbers of a story that no claim rests on."""
    covered: set[int] = set()
    for item in verified:
        covered.update(range(item.claim.start, item.claim.end))
        for subject in item.claim.subjects:
            covered.update(range(subject.start, subject.end))
        if item.claim.frame.team is not None:
            covered.update(range(item.claim.frame.team.start, item.claim.frame.team.end))
    return [
        document.span(mention.start, mention.end)
        for mention in claimable(document)
        if covered.isdisjoint(range(mention.start, mention.end))
    ]

"""From verified claims and mistakes to what a person or a program reads: the report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from factcheck.interpretation.decision.weighing import Weighed
from factcheck.interpretation.findings import verdict_of
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.readings.words import ReadingWriter
from factcheck.interpretation.reports.relations import RelationWriter, StatedRelations
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.knowledge.facts import Owner
from factcheck.language.mentions import Mention
from factcheck.model import Claim, Mistake, Report, Signature, Span, Story
from factcheck.parser.document import Document
from factcheck.parser.names import NameIndex
from factcheck.rulebook.book import Rulebook
from factcheck.support.rows import Row

NAMES = frozenset({"player", "team", "arena", "coach", "place"})
"""Kinds of mention that name somebody or something."""

QUANTITIES = frozenset({"number", "percent", "score", "record", "shooting", "ordinal"})
"""Kinds of mention that are numbers."""

_TIMES = {
    "next": "next game", "previous": "an earlier game", "last_n": "the last games",
    "season": "the season", "average": "on average", "career": "the career",
    "other": "not this game", "imagined": "only imagined",
}  # fmt: skip


class OwnerNames:
    """Writes players, teams and groups of players for a reader.

    Args:
        index: The names of the knowledge base.
    """

    def __init__(self, index: NameIndex) -> None:
        self._index = index

    def __call__(self, owner: Owner, season: str) -> str:
        """Return the name that an owner had in a season."""
        if isinstance(owner, int):
            return self._index.player_names.get(owner, str(owner))
        kind, _, team = owner.rpartition(" ")
        if owner == "both":
            return "Both teams"
        name = f"the {self._index.team_name(team, season, 'nickname')}"
        return f"{name}' {kind}" if kind else name


class ReportWriter:
    """Writes the reports of checked stories.

    Args:
        rulebook: The rules, for the relations that their claims state.
        index: The names of the knowledge base.
        statistics: The words of each statistic, in the plural.
        signature: What the reports depend on.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        index: NameIndex,
        statistics: Mapping[str, str],
        signature: Signature,
    ) -> None:
        self.signature = signature
        self._statistics = statistics
        self._parts = {
            code: words[0] for code, words in rulebook.vocabulary.tables.get("period", {}).items()
        }
        self._names = OwnerNames(index)
        self._relations = RelationWriter(rulebook.rules, index)
        self.readings = ReadingWriter(self._names, statistics, self._parts)

    def write(
        self,
        story: Story,
        document: Document,
        verified: Sequence[VerifiedClaim],
        mistakes: Sequence[Mistake],
        weighed: Sequence[Weighed] = (),
    ) -> Report:
        """Return the report of a story.

        Args:
            story: The story.
            document: The story, parsed and bound to its game.
            verified: All its claims.
            mistakes: Those of its mistakes that are believed.
            weighed: All its mistakes with the other readings that would make them none.
        """
        assert document.game is not None
        season = document.game.season
        other = {
            id(item.proposal.claim): tuple(
                dict.fromkeys(self.readings.write(reading, season) for reading in item.readings)
            )
            for item in weighed
            if item.proposal.claim is not None
        }
        lists: dict[object, list[Any]] = {}
        return Report(
            story=replace(story, game=document.game.id),
            mistakes=tuple(mistakes),
            claims=tuple(
                self._claim(document, item, relations, other.get(id(item.claim), ()), lists)
                for item, relations in zip(
                    verified, self._relations.write(document, verified), strict=True
                )
            ),
            unclaimed=tuple(unclaimed(document, verified)),
            tokens=len(document.tokens),
            sentences=document.tokens[-1].sentence,
            signature=self.signature,
            notes=tuple(document.notes),
        )

    def _read_as(self, document: Document, claim: RawClaim) -> str:
        """Say whose, of what and when a claim was taken to be."""
        assert document.game is not None
        row = claim.row
        owner = row.get("player_id") or row.get("team_id")
        part = row.get("context_period")
        said = [
            None if owner is None else self._names(owner, document.game.season),
            self._statistics.get(str(row.get("statistic"))),
            None if part is None else self._parts.get(part, part),
            None if claim.frame.scope == "game" else _TIMES.get(claim.frame.scope),
        ]
        return ", ".join(words for words in said if words)

    def _claim(
        self,
        document: Document,
        item: VerifiedClaim,
        relations: StatedRelations,
        could_mean: tuple[str, ...],
        lists: dict[object, list[Any]],
    ) -> Claim:
        claim = item.claim
        # What a sentence names is told with all its claims.
        slots = {
            name: lists.setdefault((name, *value), value) if isinstance(value, list) else value
            for name, value in claim.row.items()
            if value or (value is not None and value != [] and value != "")
        }
        return Claim(
            rule=claim.rule.id,
            span=document.span(claim.start, claim.end),
            verdict=verdict_of(item.findings),
            slots=Row(slots),
            read_as=self._read_as(document, claim),
            could_mean=could_mean,
            relations=relations,
            evidence=tuple(Row(f.evidence) for f in item.findings if f.evidence),
        )


def claimable(document: Document) -> list[Mention]:
    """Return the names and numbers of a story: what a rule could claim."""
    return [
        mention
        for mention in document.mentions()
        if mention.label in NAMES | QUANTITIES and mention.data.get("form") != "noun"
    ]


def _games_told(document: Document, claim: RawClaim) -> Iterator[int]:
    """Yield the tokens that say over how many games a claim speaks: "over his last two games"."""
    if claim.frame.scope_n is None:
        return
    number = document.sentence_at(claim.start)
    units = document.sentences[number].units
    for unit, frame in zip(units, document.frames[number], strict=True):
        mention = unit.mention
        if (
            mention is not None
            and mention.label in {"number", "ordinal"}
            and mention.data.get("value") == claim.frame.scope_n
            and frame.scope_n == claim.frame.scope_n
        ):
            yield from range(unit.start, unit.end)


def unclaimed(document: Document, verified: Sequence[VerifiedClaim]) -> list[Span]:
    """Return the names and numbers of a story that no claim rests on."""
    covered: set[int] = set()
    for item in verified:
        covered.update(_games_told(document, item.claim))
        covered.update(item.read())
        if item.claim.frame.team is not None:
            covered.update(range(item.claim.frame.team.start, item.claim.frame.team.end))
    return [
        document.span(mention.start, mention.end)
        for mention in claimable(document)
        if covered.isdisjoint(range(mention.start, mention.end))
    ]

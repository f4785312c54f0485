"""Suspect names: those that statements of a story speak against."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from factcheck.interpretation.verifying import VerifiedClaim
from factcheck.language.mentions import Mention
from factcheck.model import Category
from factcheck.parser.document import Document

Key = int | str
"""The id of a player or of a team."""

LINE = 2
"""How many wrong numbers make a line that may be that of a man of either team."""


@dataclass(slots=True)
class Suspect:
    """A name with statements against it, and the ids that might stand there instead.

    Args:
        mention: The name as written.
        group: The statements that hang on it.
        wrong: How many spans they mark as written.
        candidates: Who else might stand there.
        unnamed: Those of the candidates whom the story names nowhere.
        told: The men and the statistics of theirs that the story gives, right or wrong.
        nearby: Whom the mention's own sentence names besides.
        repeated: Whether the sentence has the same team as a subject twice.
        placed_wrong: Whether another statement marks the name itself as wrong.
    """

    mention: Mention
    group: list[VerifiedClaim]
    wrong: int
    candidates: list[Key]
    unnamed: frozenset[Key] = frozenset()
    told: frozenset[tuple[Key, str]] = frozenset()
    nearby: frozenset[Key] = frozenset()
    repeated: bool = False
    placed_wrong: bool = False

    @property
    def is_line(self) -> bool:
        """Whether several statements about a man are wrong."""
        return self.mention.kind == "player" and self.wrong >= LINE


def find_suspects(document: Document, items: Sequence[VerifiedClaim]) -> Iterator[Suspect]:
    """Yield the names with contradicted statements that hang on them alone."""
    by_mention: dict[int, tuple[Mention, list[VerifiedClaim]]] = {}
    for item in items:
        claim = item.claim
        if claim.rule.rivals and len(claim.subjects) == 1:
            mention = claim.subjects[0]
            by_mention.setdefault(id(mention), (mention, []))[1].append(item)
    marked = {
        item.claim.marks.get(finding.mark or item.claim.rule.mark)
        for item in items
        for finding in item.contradictions
    }
    named = {m.data.get("value") for m in document.mentions() if m.kind == "player"}
    given = frozenset(
        (subject.data["value"], statistic)
        for item in items
        for subject in item.claim.subjects
        if (statistic := statistic_of(item)) is not None
    )
    told: set[Key] = set()
    for mention, group in sorted(by_mention.values(), key=lambda pair: pair[0].start):
        wrong = cost(group)
        if wrong:
            anywhere = _misplaced(group) or wrong >= LINE
            candidates = _candidates(document, mention, told, anywhere)
            nearby, repeated = _surroundings(document, mention)
            yield Suspect(
                mention, group, wrong, candidates, frozenset(candidates) - named, given,
                nearby, repeated, (mention.start, mention.end) in marked,
            )  # fmt: skip
        if len(group) > 1 and any(gives_number(item) for item in group):
            told.add(mention.data["value"])


def _surroundings(document: Document, mention: Mention) -> tuple[frozenset[Key], bool]:
    """Return whom else the name's sentence (of teams, its clause) names, and repetition.

    The second value tells whether the sentence has the same team as a subject twice.
    """
    for sentence, frames in zip(document.sentences, document.frames, strict=True):
        if not sentence.units[0].start <= mention.start < sentence.units[-1].end:
            continue
        clause = next(
            frame.clause
            for unit, frame in zip(sentence.units, frames, strict=True)
            if unit.mention is mention
        )
        nearby: set[Key] = set()
        repeated = False
        for unit, frame in zip(sentence.units, frames, strict=True):
            other = unit.mention
            if other is None or other is mention or other.kind != mention.kind:
                continue
            key = other.data.get("value")
            if key is not None and (mention.kind == "player" or frame.clause == clause):
                nearby.add(key)
            repeated = repeated or (
                frame.subject == "team" and frame.team is other and key == mention.data["value"]
            )
        return frozenset(nearby), repeated
    return frozenset(), False


def _misplaced(group: Sequence[VerifiedClaim]) -> bool:
    """Tell whether a statement puts a man with the wrong team, or above all men of the game."""
    return any(
        item.contradictions
        and (
            item.claim.rule.category in {Category.NAME, Category.CONTEXT}
            or any("best_of_game" in finding.evidence for finding in item.findings)
        )
        for item in group
    )


def _candidates(document: Document, mention: Mention, told: set[Key], anywhere: bool) -> list[Key]:
    """Teammates whose line the story has not told yet, or the other team.

    ``anywhere`` takes the other team's players as well.
    """
    game = document.game
    assert game is not None
    if mention.kind == "team":
        other = game.opponent(mention.data["value"])
        return [other] if other else []
    team_id = mention.data.get("team_id")
    return [
        player_id
        for player_id, his_team in game.roster.items()
        if (anywhere or his_team == team_id)
        and player_id != mention.data["value"]
        and player_id not in told
    ]


def cost(group: Sequence[VerifiedClaim]) -> int:
    """Count the spans that a reading would mark."""
    spans = {
        item.claim.marks.get(finding.mark or item.claim.rule.mark)
        for item in group
        for finding in item.contradictions
    }
    return len(spans)


def statistic_of(item: VerifiedClaim) -> str | None:
    """Return what a statement with a number counts; None for other statements."""
    if "number" not in item.claim.row:
        return None
    said = item.claim.row.get("statistic")
    known = next(
        (f.evidence["statistic"] for f in item.findings if "statistic" in f.evidence), None
    )
    statistic = said or known
    return str(statistic) if statistic else None


def gives_number(item: VerifiedClaim) -> bool:
    """Tell whether a statement tells of a man how many or how much."""
    return not {"number", "shooting_first", "percent"}.isdisjoint(item.claim.row)


def gives_first_place(item: VerifiedClaim) -> bool:
    """Tell whether a statement makes its man the leader; then its evidence names the true one."""
    return any("leader" in finding.evidence for finding in item.findings)

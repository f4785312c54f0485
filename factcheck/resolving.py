"""Resolve: verified claims become mistakes, by the reading with the fewest of them.

A number that does not fit may be wrong itself, or the name it hangs on is: where
several of a man's numbers are wrong and another man of the game has them all, the
name is one mistake and the numbers are none. Spans of mistakes never overlap.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from factcheck.matching import RawClaim
from factcheck.model import Category, Mistake
from factcheck.parser.document import Document
from factcheck.parser.english import number_word, ordinal_word
from factcheck.parser.mentions import Mention
from factcheck.parser.names import NameIndex
from factcheck.verifying import Finding, VerifiedClaim

WRONG_NAME = "wrong-player"
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_UNKNOWN = "The knowledge base has nothing to decide this."

Verify = Callable[[Sequence[RawClaim]], list[VerifiedClaim]]


@dataclass(slots=True)
class _Proposal:
    """A mistake with its weight: the heavier one keeps a contested span."""

    mistake: Mistake
    weight: tuple[int, int]


class Resolver:
    """Turns the verified claims of documents into mistakes.

    Args:
        index: Names, to write corrections.
    """

    def __init__(self, index: NameIndex) -> None:
        self.index = index

    def resolve(
        self, document: Document, verified: Sequence[VerifiedClaim], rivals: Sequence[_Rival] = ()
    ) -> list[Mistake]:
        """Return a document's mistakes in order of the text, without overlaps."""
        proposals = [_Proposal(rival.mistake(document, self.index), (9, 99)) for rival in rivals]
        replaced = {id(claim) for rival in rivals for claim in rival.replaced}
        for group in _groups(verified):
            if any(id(item.claim) in replaced for item in group):
                continue
            proposals += self._proposals(document, group)
        for rival in rivals:
            for item in rival.claims:
                proposals += self._proposals(document, [item])
        return _without_overlaps(proposals)

    def _proposals(self, document: Document, group: list[VerifiedClaim]) -> list[_Proposal]:
        claim = group[0].claim
        rule = claim.rule
        weight = (rule.priority, claim.end - claim.start)
        if not any(item.decided for item in group):
            if rule.unknown != "mark":
                return []
            span = claim.marks.get(rule.mark) or (claim.start, claim.end)
            mistake = Mistake(
                document.span(*span), Category.NOT_CHECKABLE, rule.id, None,
                rule.explanation or _UNKNOWN,
            )  # fmt: skip
            return [_Proposal(mistake, (rule.priority - 1, weight[1]))]
        if claim.combine == "any" and any(
            item.decided and not item.contradictions for item in group
        ):
            return []
        items = group[:1] if claim.combine == "any" else group
        return [
            _Proposal(self._mistake(document, item.claim, finding), weight)
            for item in items
            for finding in item.contradictions
        ]

    def _mistake(self, document: Document, claim: RawClaim, finding: Finding) -> Mistake:
        rule = claim.rule
        mark = finding.mark or rule.mark
        span = claim.marks.get(mark) or claim.marks.get(rule.mark) or (claim.start, claim.end)
        mention = claim.mentions.get(mark.split(".")[0])
        correction = finding.correction
        if correction is not None:
            correction = self._written(document, correction, mention, mark)
        return Mistake(
            span=document.span(*span),
            category=Category(finding.category or rule.category),
            rule=rule.id,
            correction=correction,
            explanation=finding.explanation,
            evidence=(finding.evidence,) if finding.evidence else (),
        )

    def _written(
        self, document: Document, correction: str, mention: Mention | None, mark: str
    ) -> str:
        """Write a correction in the form of the words it replaces."""
        if mention is None:
            return correction
        if mention.kind == "number" and mention.data.get("form") != "digits":
            return number_word(int(correction)) if correction.isdigit() else correction
        if mention.kind == "ordinal" and correction.isdigit():
            return ordinal_word(int(correction))
        if mention.kind == "day" and correction.isdigit():
            return _WEEKDAYS[int(correction)]
        if mention.kind == "player" and correction.lstrip("-").isdigit():
            return self.index.player_names.get(int(correction), correction)
        if mention.kind in {"team", "place"}:
            return self._team(document, correction, mention)
        return correction

    def _team(self, document: Document, team_id: str, mention: Mention) -> str:
        assert document.game is not None
        if team_id not in self.index.team_names:
            return team_id
        season = document.game.season
        words = document.span(mention.start, mention.end).text
        if mention.kind == "place" or mention.value == "city":
            return self.index.team_name(team_id, season, "city")
        full = len(words.split()) > 1 and words not in {"Trail Blazers"}
        return self.index.team_name(team_id, season, "full_name" if full else "nickname")


def _groups(verified: Sequence[VerifiedClaim]) -> list[list[VerifiedClaim]]:
    groups: dict[int, list[VerifiedClaim]] = {}
    for item in verified:
        groups.setdefault(item.claim.group, []).append(item)
    return list(groups.values())


def _without_overlaps(proposals: list[_Proposal]) -> list[Mistake]:
    taken: set[int] = set()
    chosen: list[Mistake] = []
    for proposal in sorted(proposals, key=lambda p: p.weight, reverse=True):
        span = proposal.mistake.span
        tokens = set(range(span.token_start, span.token_end + 1))
        if tokens & taken:
            continue
        taken |= tokens
        chosen.append(proposal.mistake)
    return sorted(chosen, key=lambda mistake: mistake.span.token_start)


@dataclass(slots=True)
class _Rival:
    """A better reading of a name: the man who has the numbers the text gives to another."""

    mention: Mention
    player_id: int
    claims: list[VerifiedClaim]
    replaced: list[RawClaim]

    def mistake(self, document: Document, index: NameIndex) -> Mistake:
        """Return the mistake that marks the wrong name."""
        written, true = self.mention.data["value"], self.player_id
        names = index.player_names
        fits = sum(item.decided and not item.contradictions for item in self.claims)
        return Mistake(
            document.span(self.mention.start, self.mention.end),
            Category.NAME,
            WRONG_NAME,
            names.get(true),
            f"{fits} of these {len(self.claims)} statements fit {names.get(true)}, "
            f"not {names.get(written)}.",
            tuple(
                finding.evidence
                for item in self.claims
                for finding in item.findings
                if finding.evidence
            ),
        )


def find_rivals(
    documents: Sequence[Document], verified: Sequence[Sequence[VerifiedClaim]], verify: Verify
) -> list[list[_Rival]]:
    """Find, for each document, the names that some other man's line explains better.

    A rival must leave fewer mistakes than the name as written, itself counted as one;
    ties keep the name. All trial claims of all documents are verified together.
    """
    suspects: list[tuple[int, Mention, list[VerifiedClaim]]] = []
    for number, items in enumerate(verified):
        suspects += [(number, mention, group) for mention, group in _suspects(items)]
    trials: list[RawClaim] = []
    origins: list[tuple[int, int]] = []
    for position, (number, mention, group) in enumerate(suspects):
        game = documents[number].game
        assert game is not None
        for player_id, team_id in game.roster.items():
            if player_id == mention.data["value"]:
                continue
            for item in group:
                row = item.claim.row | {
                    "player_id": player_id, "team_id": team_id,
                    "opponent_id": game.opponent(team_id),
                }  # fmt: skip
                if "player" in item.claim.mentions:
                    row |= {"player": player_id, "player_team_id": team_id}
                trials.append(replace(item.claim, row=row))
                origins.append((position, player_id))
    readings: dict[tuple[int, int], list[VerifiedClaim]] = {}
    if trials:
        for origin, item in zip(origins, verify(trials), strict=True):
            readings.setdefault(origin, []).append(item)
    found: list[list[_Rival]] = [[] for _ in documents]
    for position, (number, mention, group) in enumerate(suspects):
        rival = _best_rival(position, mention, group, readings, documents[number])
        if rival is not None:
            found[number].append(rival)
    return found


def _suspects(items: Sequence[VerifiedClaim]) -> list[tuple[Mention, list[VerifiedClaim]]]:
    """Names with at least two contradicted statements that hang on them alone."""
    by_mention: dict[int, tuple[Mention, list[VerifiedClaim]]] = {}
    for item in items:
        claim = item.claim
        if claim.rule.rivals and len(claim.subjects) == 1:
            mention = claim.subjects[0]
            by_mention.setdefault(id(mention), (mention, []))[1].append(item)
    return [(mention, group) for mention, group in by_mention.values() if _cost(group) >= 2]


def _cost(group: Sequence[VerifiedClaim]) -> int:
    """Count the spans that a reading would mark."""
    spans = {
        item.claim.marks.get(finding.mark or item.claim.rule.mark)
        for item in group
        for finding in item.contradictions
    }
    return len(spans)


def _best_rival(
    position: int,
    mention: Mention,
    group: list[VerifiedClaim],
    readings: dict[tuple[int, int], list[VerifiedClaim]],
    document: Document,
) -> _Rival | None:
    game = document.game
    assert game is not None
    best: tuple[int, int, int] | None = None
    for player_id, team_id in game.roster.items():
        reading = readings.get((position, player_id))
        if reading is None or not all(item.decided for item in reading):
            continue
        cost = 1 + _cost(reading)
        fits = sum(not item.contradictions for item in reading)
        elsewhere = int(team_id != mention.data.get("team_id"))
        if cost < _cost(group) and fits >= 2 and (best is None or (cost, elsewhere) < best[:2]):
            best = (cost, elsewhere, player_id)
    if best is None:
        return None
    claims = readings[(position, best[2])]
    return _Rival(mention, best[2], claims, [item.claim for item in group])

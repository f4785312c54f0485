"""A claim as content triples: subject, relation, value, as readable text.

A rule's ``relation`` has three elements, or several such lists for a claim that states
several triples. Each element is made of

- a column of the rule's claim (``player_id``, ``statistic``, ``number``, ``shooting_first``),
- a slot that holds two numbers (``score``, ``shooting``), written ``7-13``; of a slot that
  can only be a score the larger number comes first, for texts write it either way,
- a column that the rule's SQL returned as evidence (``found.statistic``), where it did,
- ``stated``, what the rule's SQL says that the words come to ("won" for a triumph),
- any of these with a question mark (``home?``), which adds nothing but must be filled;
  ``found?`` is where the SQL decided: some rules' SQL passes over matches that are no claims,
- a literal in single quotes (``'FINAL_SCORE'``),
- several of these joined by ``+`` (``'AVERAGE ' + statistic``), which must all be filled,
- several of these with ``|`` between them, of which the first that the claim fills is
  taken (``shot | 'FG'``).

Of several triples, each has the verdict of the findings about what it is made of: a wrong
loser does not make the score wrong. A finding about none of them speaks of all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from factcheck.errors import RuleError
from factcheck.interpretation.findings import Finding, verdict_of
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.matching.columns import column_types
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.model import Relation, Verdict
from factcheck.parser.document import Document
from factcheck.parser.names import NameIndex
from factcheck.rulebook.rule import Rule

StatedRelations = Mapping[Relation, Verdict]
"""The triples of a claim with the verdict on each."""

_NONE: StatedRelations = {}

_Element = tuple[tuple[str, ...], ...]
"""Alternatives, each of parts that are joined."""

_DECIDED = "found"
_STATED = "stated"
_FOUND = "found."
_LITERAL = re.compile(r"'([^']*)'")
_PAIRS = frozenset({"score", "record", "shooting"})
_TEAM_COLUMNS = frozenset({"team_id", "opponent_id", "topic_team_id", "last_team_id", "team_named"})
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True)
class _Triple:
    """What makes one triple of a rule's claims: subject, relation, value."""

    elements: tuple[_Element, ...]

    @cached_property
    def names(self) -> frozenset[str]:
        """The columns, slots and evidence that it is made of."""
        parts = (part for element in self.elements for choice in element for part in choice)
        return frozenset(part.rstrip("?") for part in parts if not _LITERAL.fullmatch(part))

    def concerns(self, mark: str) -> bool:
        """Tell whether the words of a mark (``number``, ``score.first``) are part of it."""
        return bool({mark.split(".")[0], mark.replace(".", "_")} & self.names)


class RelationWriter:
    """Writes the relations of claims.

    Args:
        rules: The rules whose relations to write.
        index: Names of players and teams.

    Raises:
        RuleError: A rule's relation names what its claims lack.
    """

    def __init__(self, rules: Iterable[Rule], index: NameIndex) -> None:
        self.index = index
        self._triples = {rule.id: _triples(rule) for rule in rules if rule.relations}

    def write(self, document: Document, verified: Sequence[VerifiedClaim]) -> list[StatedRelations]:
        """Return the relations of each claim of a document, with the verdict on each.

        None where the rule defines none or the claim does not fill them. Where one match
        gave a claim for each of several men and it is enough that one of them fits, only
        those who fit have relations, or the first man if none does.
        """
        fitting = {
            item.claim.group
            for item in verified
            if item.claim.combine == "any" and item.decided and not item.contradictions
        }
        passed: set[int] = set()
        relations: list[StatedRelations] = []
        for item in verified:
            claim = item.claim
            if claim.combine == "any":
                fits = item.decided and not item.contradictions
                if not fits and (claim.group in fitting or claim.group in passed):
                    relations.append(_NONE)
                    continue
                passed.add(claim.group)
            relations.append(self._relations(document, item))
        return relations

    def _relations(self, document: Document, item: VerifiedClaim) -> StatedRelations:
        triples = self._triples.get(item.claim.rule.id)
        if triples is None:
            return _NONE
        relations: dict[Relation, Verdict] = {}
        for triple in triples:
            texts: list[str] = []
            for element in triple.elements:
                text = self._text(document, item, element)
                if not text:
                    break
                texts.append(text)
            else:
                subject, relation, value = texts
                others = [other for other in triples if other is not triple]
                relations[subject, relation, value] = _verdict(item, triple, others)
        return relations

    def _text(self, document: Document, item: VerifiedClaim, element: _Element) -> str:
        """Return what the first alternative that the claim fills says, "" if none does."""
        for alternative in element:
            texts = []
            for part in alternative:
                silent = part.endswith("?")
                text = self._part(document, item, part[:-1] if silent else part)
                if not text:
                    break
                if not silent:
                    texts.append(text)
            else:
                return "".join(texts).strip()
        return ""

    def _part(self, document: Document, item: VerifiedClaim, part: str) -> str:
        if part.startswith("'") and (literal := _LITERAL.fullmatch(part)):
            return literal[1]
        if part == _DECIDED:
            return "yes" if item.decided else ""
        if part == _STATED:
            stated = [finding.stated for finding in item.findings if finding.stated]
            return plain_text(stated[0]) if stated else ""
        if part.startswith(_FOUND):
            name = part.removeprefix(_FOUND)
            values = [finding.evidence.get(name) for finding in item.findings]
            return next((plain_text(value) for value in values if value is not None), "")
        return self._column(document, item.claim, part)

    def _column(self, document: Document, claim: RawClaim, name: str) -> str:
        row = claim.row
        if f"{name}_first" in row:
            numbers = row[f"{name}_first"], row[f"{name}_second"]
            return _pair(numbers, is_score=claim.rule.slots.get(name) == "score")
        value = row.get(name)
        if value is None:
            return ""
        kinds = claim.rule.slots.get(name, "").split("|")
        if name == "player_id" or "player" in kinds:
            return self.index.player_names.get(value, str(value))
        if name in _TEAM_COLUMNS or name.endswith("_team_id") or "team" in kinds:
            return self._team(document, str(value), row.get(f"{name}_teams"))
        if name == "players":
            return " and ".join(sorted(self.index.player_names.get(v, str(v)) for v in value))
        if "day" in kinds and isinstance(value, int):
            return _DAYS[value]
        mention = claim.mentions.get(name)
        # In "48 and 43 percent" the first number is a percentage too.
        is_percentage = mention is not None and "percent" in (mention.label, *kinds)
        return plain_text(value) + ("%" if is_percentage else "")

    def _team(self, document: Document, value: str, at_home: Sequence[str] | None) -> str:
        """Return a team's name, of a place the team that is alone at home there."""
        assert document.game is not None
        if value not in self.index.team_names and at_home and len(at_home) == 1:
            value = at_home[0]
        if value not in self.index.team_names:
            return value
        return self.index.team_name(value, document.game.season)


def plain_text(value: Any) -> str:
    """Write a value on one line; a number without a needless fraction.

    Args:
        value: A number, a text or a list of them.
    """
    if isinstance(value, float):
        return f"{value:.10g}"
    if isinstance(value, list):
        return ", ".join(plain_text(item) for item in value)
    return " ".join(str(value).split())


def _pair(numbers: tuple[Any, Any], is_score: bool) -> str:
    """Write two numbers; of a score the larger one first, for texts write it either way."""
    if None in numbers:
        return ""
    first, second = sorted(numbers, reverse=True) if is_score else numbers
    return f"{plain_text(first)}-{plain_text(second)}"


def _verdict(item: VerifiedClaim, triple: _Triple, others: Sequence[_Triple]) -> Verdict:
    """Return the verdict on one of a claim's triples."""
    if not others:
        return verdict_of(item.findings)
    about: list[Finding] = []
    for finding in item.findings:
        mark = finding.mark or item.claim.rule.mark
        if triple.concerns(mark) or not any(other.concerns(mark) for other in others):
            about.append(finding)
    return verdict_of(about)


def _triples(rule: Rule) -> tuple[_Triple, ...]:
    known: Mapping[str, Any] = column_types(rule)
    pairs = {name for name, kinds in rule.slots.items() if set(kinds.split("|")) & _PAIRS}
    triples = []
    for texts in rule.relations:
        triple = _Triple(tuple(_element(text) for text in texts))
        for name in triple.names - {_DECIDED, _STATED}:
            if not (name in known or name in pairs or name.startswith(_FOUND)):
                raise RuleError(
                    f"rule {rule.id}: relation names {name}, which is no column or slot of its "
                    "claims; put a literal in single quotes",
                    path=rule.path,
                )
        triples.append(triple)
    return tuple(triples)


def _element(text: str) -> _Element:
    return tuple(
        tuple(dict.fromkeys(part.strip() for part in alternative.split("+")))
        for alternative in text.split("|")
    )

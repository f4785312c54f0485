"""A claim as a content triple: subject, relation, value, as readable text.

A rule's ``relation`` has three elements. Each is made of

- a column of the rule's claim (``player_id``, ``statistic``, ``number``, ``shooting_first``),
- a slot that holds two numbers (``score``, ``shooting``), written ``7-13``; of a slot that
  can only be a score the larger number comes first, for texts write it either way,
- a column that the rule's SQL returned as evidence (``found.statistic``), where it did,
- a literal in single quotes (``'FINAL_SCORE'``),
- several of these joined by ``+`` (``'AVERAGE ' + statistic``), which must all be filled,
- several of these with ``|`` between them, of which the first that the claim fills is
  taken (``shot | 'FG'``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from factcheck.errors import RuleError
from factcheck.matching import RawClaim, column_types
from factcheck.parser.document import Document
from factcheck.parser.names import NameIndex
from factcheck.rulebook.rule import Rule
from factcheck.verifying import VerifiedClaim

Relation = tuple[str, str, str]
"""Subject, relation and value."""

_Element = tuple[tuple[str, ...], ...]
"""Alternatives, each of parts that are joined."""

_FOUND = "found."
_LITERAL = re.compile(r"'([^']*)'")
_PAIRS = frozenset({"score", "record", "shooting"})
_TEAM_COLUMNS = frozenset({"team_id", "opponent_id", "flow_team_id", "team_named"})
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class RelationWriter:
    """Writes the relations of claims.

    Args:
        rules: The rules whose relations to write.
        index: Names of players and teams.

    Raises:
        RuleError: A rule's relation has not three elements, or names what its claims lack.
    """

    def __init__(self, rules: Iterable[Rule], index: NameIndex) -> None:
        self.index = index
        self._elements = {rule.id: _elements(rule) for rule in rules if rule.relation}

    def write(self, document: Document, verified: Sequence[VerifiedClaim]) -> list[Relation | None]:
        """Return the relation of each claim of a document.

        None where the rule defines no relation or the claim does not fill it. Where one
        match gave a claim for each of several men and it is enough that one of them fits,
        only those who fit have a relation, or the first man if none does.
        """
        fitting = {
            item.claim.group
            for item in verified
            if item.claim.combine == "any" and item.decided and not item.contradictions
        }
        passed: set[int] = set()
        relations: list[Relation | None] = []
        for item in verified:
            claim = item.claim
            if claim.combine == "any":
                fits = item.decided and not item.contradictions
                if not fits and (claim.group in fitting or claim.group in passed):
                    relations.append(None)
                    continue
                passed.add(claim.group)
            relations.append(self._relation(document, item))
        return relations

    def _relation(self, document: Document, item: VerifiedClaim) -> Relation | None:
        elements = self._elements.get(item.claim.rule.id)
        if elements is None:
            return None
        texts = [self._text(document, item, element) for element in elements]
        if any(not text for text in texts):
            return None
        subject, relation, value = texts
        return subject, relation, value

    def _text(self, document: Document, item: VerifiedClaim, element: _Element) -> str:
        """Return what the first alternative that the claim fills says, "" if none does."""
        for alternative in element:
            texts = [self._part(document, item, part) for part in alternative]
            if all(texts):
                return "".join(texts).strip()
        return ""

    def _part(self, document: Document, item: VerifiedClaim, part: str) -> str:
        literal = _LITERAL.fullmatch(part)
        if literal:
            return literal[1]
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
            return self._team(document, str(value))
        if "day" in kinds and isinstance(value, int):
            return _DAYS[value]
        mention = claim.mentions.get(name)
        is_percentage = mention is not None and mention.kind == "percent"
        return plain_text(value) + ("%" if is_percentage else "")

    def _team(self, document: Document, value: str) -> str:
        assert document.game is not None
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


def _elements(rule: Rule) -> tuple[_Element, ...]:
    if len(rule.relation) != 3:
        raise RuleError(
            f"rule {rule.id}: relation needs three elements: subject, relation, value",
            path=rule.path,
        )
    known: Mapping[str, Any] = column_types(rule)
    pairs = {name for name, kinds in rule.slots.items() if set(kinds.split("|")) & _PAIRS}
    elements = []
    for text in rule.relation:
        element = tuple(
            tuple(part.strip() for part in alternative.split("+"))
            for alternative in text.split("|")
        )
        for name in (part for alternative in element for part in alternative):
            if not (
                name in known
                or name in pairs
                or name.startswith(_FOUND)
                or _LITERAL.fullmatch(name)
            ):
                raise RuleError(
                    f"rule {rule.id}: relation names {name}, which is no column or slot of its "
                    "claims; put a literal in single quotes",
                    path=rule.path,
                )
        elements.append(element)
    return tuple(elements)

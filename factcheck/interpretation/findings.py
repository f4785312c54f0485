"""What rows of a rule's SQL say about claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from factcheck.errors import RuleError
from factcheck.model import Category, Verdict
from factcheck.rulebook.rule import Rule

_CATEGORIES = frozenset(Category.__members__)
_TOLD = ("holds", "mark", "correction", "explanation", "category", "stated")
_OWN_COLUMNS = {"id", *_TOLD}


@dataclass(frozen=True, slots=True)
class Finding:
    """What one row of a rule's SQL says about a claim.

    Args:
        holds: True, False, or None where the row could not decide.
        mark: The slot or label to mark, or None for the rule's own.
        correction: The truth, as text, an id of a team or player, or a number of a weekday.
        explanation: One sentence for a reader.
        category: Overrides the rule's category.
        evidence: The other columns of the row.
        stated: What the words come to ("won", 5), for the claim's relation.
        instead: Of what explains a claim better than its rule, the log odds, by its source
            (:mod:`factcheck.interpretation.explanations`).
    """

    holds: bool | None
    mark: str | None
    correction: str | None
    explanation: str | None
    category: str | None
    evidence: dict[str, Any] = field(default_factory=dict)
    stated: str | float | None = None
    instead: Mapping[str, float] = field(default_factory=dict)


def verdict_of(findings: Sequence[Finding]) -> Verdict:
    """Return what findings together say: one that speaks against a claim contradicts it."""
    held = {finding.holds for finding in findings}
    if False in held:
        return Verdict.CONTRADICTED
    return Verdict.SUPPORTED if True in held else Verdict.NOT_CHECKABLE


def read_rows(
    rule: Rule, ids: Set[int], names: Sequence[str], found: Sequence[tuple[Any, ...]]
) -> list[tuple[int, Finding]]:
    """Return what rows of a rule's statement say, each with the number of its claim.

    Args:
        rule: The rule.
        ids: The numbers of the claims that were asked about.
        names: The statement's columns.
        found: Its rows.

    Raises:
        RuleError: The statement lacks a column, or a row is about no claim or no verdict.
    """
    if "id" not in names or "holds" not in names:
        raise broken(rule, "verify must return id and holds")
    places = {name: place for place, name in enumerate(names)}
    own = places["id"]
    if not {row[own] for row in found} <= ids:
        raise broken(rule, "verify returns rows without a claim")
    evidence = [(name, place) for name, place in places.items() if name not in _OWN_COLUMNS]
    # A column that is not there stands behind the last one, where each row is given a NULL.
    told = [places.get(name, len(names)) for name in _TOLD]
    return [(row[own], _finding(rule, (*row, None), told, evidence)) for row in found]


def _finding(
    rule: Rule, row: tuple[Any, ...], told: Sequence[int], evidence: Sequence[tuple[str, int]]
) -> Finding:
    """Return what a row of a statement says, from the places of its columns."""
    holds, mark, correction, explanation, category, stated = [row[place] for place in told]
    if not (holds is None or isinstance(holds, bool)):
        raise broken(rule, f"holds must be true, false or NULL, not {holds!r}")
    if not (category is None or category in _CATEGORIES):
        raise broken(rule, f"category {category!r} is none of {', '.join(Category)}")
    return Finding(
        holds=holds,
        mark=mark,
        correction=None if correction is None else _plain(correction),
        explanation=explanation,
        category=category,
        stated=stated,
        evidence={name: _whole(row[place]) for name, place in evidence if row[place] is not None},
    )


def broken(rule: Rule, message: str) -> RuleError:
    """Return what is wrong with a rule, with the place where it is written."""
    return RuleError(f"rule {rule.id}: {message}", path=rule.path, line=rule.line)


def _whole(value: Any) -> Any:
    """Return a number without a needless fraction, whether DuckDB or memory gave it."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _plain(value: Any) -> str:
    """Write a number without a needless fraction."""
    if isinstance(value, float | Decimal):
        return str(int(value)) if value == int(value) else f"{value:.1f}"
    return str(value)

"""SARIF 2.1.0, the OASIS standard for what checkers find (code scanning, editors, CI).

https://docs.oasis-open.org/sarif/sarif/v2.1.0/. Rules carry what GitHub's code scanning
asks of them; corrections are fixes where the file is the story's text; category,
correction, explanation and evidence are properties of a result.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import factcheck
from factcheck.exchange.format import Batch, Format, Piece
from factcheck.exchange.places import Place, describe
from factcheck.fixing import Edit, edits_of
from factcheck.model import Category, Mistake, Report
from factcheck.rulebook.files import rule_files
from factcheck.support.resources import rules_folder

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def encode(reports: Iterable[Report], _batch: Batch) -> Iterator[Piece]:
    """Write one log with one run: a result a mistake."""
    rules: dict[str, int] = {}
    results = []
    signatures: set[str] = set()
    for report in reports:
        if report.signature is not None:
            signatures.add(str(report.signature))
        place = Place(report.story)
        seen: Counter[tuple[str, str]] = Counter()
        for mistake in report.mistakes:
            index = rules.setdefault(mistake.rule, len(rules))
            key = mistake.rule, mistake.span.text
            seen[key] += 1
            fingerprint = _fingerprint(report, mistake, seen[key])
            results.append(_result(report, mistake, place, index, fingerprint))
    driver = {
        "name": "factcheck",
        "version": factcheck.__version__,
        "semanticVersion": factcheck.__version__,
        "rules": _rules(rules),
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": results,
        "properties": {"signatures": sorted(signatures)},
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    yield (
        "mistakes.sarif",
        (json.dumps(log, ensure_ascii=False, indent=1, default=str) + "\n").encode(),
    )


def _rules(names: Iterable[str]) -> list[dict[str, Any]]:
    summaries = _summaries()
    rules = []
    for name in names:
        summary = summaries.get(name) or f"{name.replace('-', ' ').capitalize()}."
        rules.append(
            {
                "id": name,
                "shortDescription": {"text": summary},
                "fullDescription": {"text": summary},
                "help": {"text": f"`factcheck rules show {name}` shows the rule."},
            }
        )
    return rules


def _summaries() -> dict[str, str]:
    """Return the summaries of the rules that ship with factcheck, without compiling them."""
    items = [
        item
        for path in rule_files(rules_folder())
        for item in tomllib.loads(path.read_text(encoding="utf-8")).get("rule", [])
    ]
    return {item["id"]: item["summary"] for item in items}


def _result(
    report: Report, mistake: Mistake, place: Place, index: int, fingerprint: str
) -> dict[str, Any]:
    artifact = {"uri": place.uri}
    region = _region(mistake, place)
    # A story of which no file is known has no place that a viewer could open.
    location: dict[str, Any] = {"logicalLocations": [{"name": place.path, "kind": "resource"}]}
    if place.is_known:
        location = {"physicalLocation": {"artifactLocation": artifact, "region": region}}
    result: dict[str, Any] = {
        "ruleId": mistake.rule,
        "ruleIndex": index,
        "level": "warning" if mistake.category is Category.NOT_CHECKABLE else "error",
        "message": {"text": describe(mistake)},
        "locations": [location],
        "partialFingerprints": {"factcheck/v1": fingerprint},
    }
    edits = edits_of(replace(report, mistakes=(mistake,)))
    if edits and place.is_text and place.is_known:
        result["fixes"] = [_fix(edit, place) for edit in edits]
    result["properties"] = {
        "category": str(mistake.category),
        "text": mistake.span.text,
        "correction": mistake.correction,
        "explanation": mistake.explanation,
        "evidence": [dict(row) for row in mistake.evidence],
    }
    return result


def _fix(edit: Edit, place: Place) -> dict[str, Any]:
    """Return what ``factcheck fix`` would put in."""
    found = place.region(edit.start, edit.end)
    deleted = {
        "startLine": found.line, "startColumn": found.column,
        "endLine": found.end_line, "endColumn": found.end_column,
        "charOffset": edit.start, "charLength": edit.end - edit.start,
    }  # fmt: skip
    replacement = {"deletedRegion": deleted, "insertedContent": {"text": edit.text}}
    change = {"artifactLocation": {"uri": place.uri}, "replacements": [replacement]}
    return {
        "description": {"text": f"Replace with “{edit.text}”"}, "artifactChanges": [change],
    }  # fmt: skip


def _region(mistake: Mistake, place: Place) -> dict[str, Any]:
    found = place.region(mistake.span.start, mistake.span.end)
    region: dict[str, Any] = {"startLine": found.line, "endLine": found.end_line}
    if found.column is not None:
        region = {
            "startLine": found.line,
            "startColumn": found.column,
            "endLine": found.end_line,
            "endColumn": found.end_column,
            "charOffset": mistake.span.start,
            "charLength": mistake.span.end - mistake.span.start,
            "snippet": {"text": mistake.span.text},
        }
    return region


def _fingerprint(report: Report, mistake: Mistake, occurrence: int) -> str:
    """Tell a mistake from others, though the text around it moves."""
    parts = [report.story.id, mistake.rule, mistake.span.text, str(occurrence)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


FORMAT = Format(
    name="sarif",
    description="SARIF 2.1.0, for code scanning, editors and CI: one log of all mistakes.",
    extension=".sarif",
    is_folder=False,
    encode=encode,
)

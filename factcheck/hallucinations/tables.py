"""A study as plain tables: Markdown for papers, CSV and JSON for programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from factcheck.hallucinations.breakdown import Breakdown, Occurrence, Row
from factcheck.hallucinations.comparison import Change, Comparison
from factcheck.hallucinations.estimates import LEVEL, Estimate
from factcheck.hallucinations.study import Study, SystemRates
from factcheck.language.agreement import counted
from factcheck.model import Category, signatures_of
from factcheck.support.cells import safe_cell, signed

MARKDOWN_ROWS = 15
"""Rows of a breakdown in Markdown; JSON and CSV hold all of them."""

CSV_COLUMNS = (
    *("table", "corpus", "label", "category", "mistakes", "stories", "chances", "wrong"),
    *("mean", "low", "high", "first", "second", "p_value", "p_adjusted", "remark"),
)


def signatures_in(study: Study) -> list[str]:
    """Return what the stories of a study were checked with, each signature once."""
    return signatures_of(report for corpus in study.corpora for report in corpus.reports)


def to_dict(study: Study) -> dict[str, Any]:
    """Return the study as one JSON-ready object; every count names its stories."""
    return {
        "signatures": signatures_in(study),
        "bootstrap": {"resamples": study.resamples, "seed": study.seed, "level": LEVEL},
        "corpora": [_rates_dict(study, rates) for rates in study.totals],
        "systems": [_rates_dict(study, rates) for rates in study.systems],
        "breakdowns": {
            breakdown.aspect: [_row_dict(study, breakdown, row) for row in breakdown.rows]
            for breakdown in study.breakdowns
        },
        "comparison": _comparison_dict(study, study.comparison) if study.comparison else None,
    }


def _rates_dict(study: Study, rates: SystemRates) -> dict[str, Any]:
    return {
        "corpus": study.corpora[rates.corpus].name,
        "system": rates.system,
        "stories": rates.stories,
        "tokens": rates.tokens,
        "clean_stories": rates.clean,
        "mistakes": len(rates.occurrences),
        "per_story": asdict(rates.per_story),
        "per_100_tokens": asdict(rates.per_100_tokens) if rates.per_100_tokens else None,
        "categories": {
            str(category): {
                "mistakes": len(rates.of(category)),
                "per_story": asdict(estimate),
                "in_stories": _story_ids(study, rates.of(category)),
            }
            for category, estimate in rates.categories.items()
        },
    }


def _row_dict(study: Study, breakdown: Breakdown, row: Row) -> dict[str, Any]:
    corpora: dict[str, Any] = {}
    for number, corpus in enumerate(study.corpora):
        counts: dict[str, Any] = {
            "mistakes": len(row.occurrences[number]),
            "in_stories": _story_ids(study, row.occurrences[number]),
        }
        if breakdown.chances:
            counts[breakdown.chances] = row.chances[number]
        if breakdown.chances and row.wrong:
            counts[f"wrong_{breakdown.chances}"] = row.wrong[number]
        corpora[corpus.name] = counts
    return {
        "label": row.label,
        "category": row.category,
        "remark": row.remark or None,
        "corpora": corpora,
    }


def _comparison_dict(study: Study, comparison: Comparison) -> dict[str, Any]:
    first, second = study.corpora
    return {
        "first": first.name,
        "second": second.name,
        "pairs": len(comparison.pairs),
        "unpaired": list(comparison.unpaired),
        "categories": [_change_dict(change) for change in comparison.categories],
        "rules": [_change_dict(change) for change in comparison.rules],
        "stories": [
            {
                "first": first.reports[pair.first].story.id,
                "second": second.reports[pair.second].story.id,
                "game": first.reports[pair.first].story.game,
                "difference": difference,
            }
            for pair, difference in comparison.by_change
        ],
    }


def _change_dict(change: Change) -> dict[str, Any]:
    return {
        "kind": change.kind,
        "first": change.first,
        "second": change.second,
        "difference": asdict(change.difference),
        "verdict": change.verdict,
    }


def _story_ids(study: Study, found: Iterable[Occurrence]) -> list[str]:
    ids = (study.corpora[item.corpus].reports[item.story].story.id for item in found)
    return list(dict.fromkeys(ids))


def to_csv(study: Study) -> str:
    """Return the study as one long CSV table, a row per figure, ``table`` saying which."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, CSV_COLUMNS, lineterminator="\n", restval="")
    writer.writeheader()
    records = [*_system_records(study), *_breakdown_records(study)]
    if study.comparison:
        records += _change_records(study.comparison)
    writer.writerows({name: safe_cell(value) for name, value in row.items()} for row in records)
    return signed(stream.getvalue(), " ".join(signatures_in(study)))


def _system_records(study: Study) -> Iterable[dict[str, Any]]:
    for rates in study.systems:
        shared = {"table": "system", "corpus": study.corpora[rates.corpus].name}
        shared |= {"label": rates.system}
        kinds: list[tuple[str, Sequence[Occurrence], Estimate]] = [
            ("ALL", rates.occurrences, rates.per_story),
            *((str(c), rates.of(c), estimate) for c, estimate in rates.categories.items()),
        ]
        for kind, found, estimate in kinds:
            counts = {"mistakes": len(found), "stories": rates.stories}
            yield {**shared, "category": kind, **counts, **_rounded(asdict(estimate))}


def _breakdown_records(study: Study) -> Iterable[dict[str, Any]]:
    for breakdown in study.breakdowns:
        for row in breakdown.rows:
            for number, corpus in enumerate(study.corpora):
                yield {
                    "table": breakdown.aspect,
                    "corpus": corpus.name,
                    "label": row.label,
                    "category": row.category or "",
                    "mistakes": len(row.occurrences[number]),
                    "stories": row.stories(number),
                    "chances": row.chances[number],
                    "wrong": row.wrong[number] if row.wrong else None,
                    "remark": row.remark,
                }


def _change_records(comparison: Comparison) -> Iterable[dict[str, Any]]:
    for table, changes in (
        ("compare-category", comparison.categories),
        ("compare-rule", comparison.rules),
    ):
        for change in changes:
            found = change.difference
            figures = {"mean": found.mean, "low": found.low, "high": found.high}
            figures |= {"first": change.first, "second": change.second}
            figures |= {"p_value": found.p_value, "p_adjusted": found.adjusted}
            yield {
                "table": table,
                "label": change.kind,
                "stories": len(comparison.pairs),
                **_rounded(figures),
                "remark": change.verdict,
            }


def _rounded(figures: dict[str, float]) -> dict[str, str]:
    return {name: f"{figure:.4f}" for name, figure in figures.items()}


def to_markdown(study: Study) -> str:
    """Return the study as Markdown tables, as papers and pull requests show them."""
    parts = ["# Mistakes by factcheck", "", _introduction(study), "", *_systems_table(study)]
    if study.comparison:
        parts += ["", *_comparison_tables(study, study.comparison)]
    for breakdown in study.breakdowns:
        parts += ["", *_breakdown_table(study, breakdown)]
    return "\n".join(parts) + "\n"


def _introduction(study: Study) -> str:
    sizes = "; ".join(
        f"{_escape(corpus.name)}: {counted(len(corpus.reports), 'story', 'stories')}, "
        f"{counted(len(rates.occurrences), 'mistake')}"
        for corpus, rates in zip(study.corpora, study.totals, strict=True)
    )
    signed = ", ".join(f"`{_escape(each)}`" for each in signatures_in(study))
    return (
        f"{sizes}. In parentheses 95% bootstrap intervals over stories "
        f"({study.resamples} draws, seed {study.seed})."
        + (f" Checked with {signed}." if signed else "")
    )


def _systems_table(study: Study) -> list[str]:
    rows = [
        [
            rates.system,
            str(rates.stories),
            *(_interval(rates.categories[category]) for category in Category),
            _interval(rates.per_story),
            _interval(rates.per_100_tokens) if rates.per_100_tokens else "–",
        ]
        for rates in study.systems
    ]
    heads = ["system", "stories", *map(str, Category), "ALL", "per 100 tokens"]
    return ["## Mistakes per story", "", *_table(heads, rows)]


def _comparison_tables(study: Study, comparison: Comparison) -> list[str]:
    first, second = study.corpora
    heads = ["kind", first.name, second.name, "difference", "p", "p (Holm)", "mistakes"]

    def rows(changes: Sequence[Change]) -> list[list[str]]:
        return [
            [
                change.kind,
                f"{change.first:.2f}",
                f"{change.second:.2f}",
                _interval(change.difference, "+"),
                f"{change.difference.p_value:.4f}",
                f"{change.difference.adjusted:.4f}",
                change.verdict,
            ]
            for change in changes
        ]

    stories = [
        [first.reports[pair.first].story.id, second.reports[pair.second].story.id, f"{change:+d}"]
        for pair, change in comparison.by_change[:MARKDOWN_ROWS]
    ]
    return [
        f"## {_escape(second.name)} against {_escape(first.name)}",
        "",
        f"{len(comparison.pairs)} pairs of stories about the same games; paired bootstrap.",
        "",
        *_table(heads, rows(comparison.categories)),
        "",
        *_table(heads, rows(comparison.rules[:MARKDOWN_ROWS])),
        "",
        *_table([first.name, second.name, "change in mistakes"], stories),
    ]


def _breakdown_table(study: Study, breakdown: Breakdown) -> list[str]:
    several = len(study.corpora) > 1
    heads = [breakdown.aspect, "category"]
    for corpus in study.corpora:
        name = f"{corpus.name}: " if several else ""
        heads += [f"{name}mistakes", f"{name}stories"]
        heads += [f"{name}{breakdown.chances}"] if breakdown.chances else []
        heads += [f"{name}wrong"] if breakdown.chances == "claims" else []
    heads.append("remark")
    rows = []
    limit = None if breakdown.aspect in ("rule", "sentence", "confidence") else MARKDOWN_ROWS
    for row in breakdown.rows[:limit]:
        cells = [row.label, str(row.category or "")]
        for number in range(len(study.corpora)):
            cells += [str(len(row.occurrences[number])), str(row.stories(number))]
            if breakdown.chances:
                chances = row.chances[number]
                cells.append("–" if chances is None else str(chances))
                if row.wrong:
                    cells.append(_share(row.wrong[number], chances))
        rows.append([*cells, row.remark])
    if not any(row[-1] for row in rows):
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    return [f"## {breakdown.title}", "", breakdown.explanation, "", *_table(heads, rows)]


def _share(part: int | None, whole: int | None) -> str:
    return f"{part} ({part / whole:.0%})" if whole and part is not None else "–"


def _interval(estimate: Any, sign: str = "") -> str:
    """Return a mean and its interval: ``9.20 (7.90 to 10.55)``."""
    return f"{estimate.mean:{sign}.2f} ({estimate.low:{sign}.2f} to {estimate.high:{sign}.2f})"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [
        "| " + " | ".join(map(_escape, heads)) + " |",
        "|" + " --- |" * len(heads),
        *("| " + " | ".join(map(_escape, row)) + " |" for row in rows),
    ]


def _escape(text: str) -> str:
    """Return text from stories so that Markdown shows it as it is."""
    joined = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;")
    return "".join(f"\\{sign}" if sign in "\\|`*[]" else sign for sign in joined)

"""Review statistics as tables, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json

from factcheck.exchange.review import ReviewStatistics, Tally
from factcheck.language.agreement import counted
from factcheck.model import Category
from factcheck.scoring.terminal_tables import decimal, print_table


def print_statistics(statistics: ReviewStatistics) -> None:
    """Print what reviewers made of the marks, by category and by rule, the worst first."""
    print(_heading(statistics), end="\n\n")
    rows = [
        _cells(str(category), statistics.by_category[category])
        for category in Category
        if category in statistics.by_category
    ]
    header = ("marked", "kept", "changed", "removed", "added", "share kept")
    print_table("By category", ("category", *header), [*rows, _cells("ALL", statistics.total)])
    # What people add has no rule.
    rules = [_cells(rule, tally) for rule, tally in statistics.worst_rules()]
    rules = [[*cells[:5], cells[6]] for cells in rules]
    print_table("By rule, the worst first", ("rule", *header[:4], header[5]), rules)


def _heading(statistics: ReviewStatistics) -> str:
    changes, missing = statistics.changes, statistics.missing
    lines = [f"{counted(len(statistics.stories), 'story', 'stories')} reviewed"]
    if missing:
        named = ", ".join(missing[:5]) + (" and others" if len(missing) > 5 else "")
        have = "has" if len(missing) == 1 else "have"
        stories = counted(len(missing), "story", "stories")
        lines.append(f"{stories} {have} not come back: {named}")
    lines.append(
        f"Of the changed marks {changes.tokens} have other tokens, {changes.category} another "
        f"category, {changes.correction} another correction"
    )
    return "\n".join(lines)


def _cells(label: str, tally: Tally) -> list[str]:
    counts = (tally.marked, tally.kept, tally.changed, tally.removed, tally.added)
    return [label, *map(str, counts), decimal(tally.share_kept, 2)]


def to_csv(statistics: ReviewStatistics) -> str:
    """Return one row a category and a rule, the worst rules first."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(("by", "name", "marked", "kept", "changed", "removed", "added", "share_kept"))
    everything = statistics.to_dict()
    rows = [("all", "ALL", everything["total"])]
    rows += [("category", name, tally) for name, tally in everything["by_category"].items()]
    rows += [("rule", name, tally) for name, tally in everything["by_rule"].items()]
    for kind, name, tally in rows:
        writer.writerow((kind, name, *tally.values()))
    return buffer.getvalue()


def to_json(statistics: ReviewStatistics, signature: str) -> str:
    """Return everything as JSON, with what the figures were made with."""
    result = statistics.to_dict() | {"signature": signature}
    return json.dumps(result, indent=1, ensure_ascii=False)

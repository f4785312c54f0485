"""What a person sees after a season was fetched."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table

from factcheck.fetching.season import Outcome

_SHOWN = 20


def outcome_tables(folder: Path, outcome: Outcome) -> RenderableType:
    """Return the files, what is missing or differs, and the verdict, for the terminal."""
    files = Table("file", "bytes", title="Files", title_justify="left")
    files.columns[1].justify = "right"
    for path in outcome.files:
        files.add_row(escape(str(path.relative_to(folder))), f"{path.stat().st_size:,}")
    parts: list[RenderableType] = [files]
    serious = [finding for finding in outcome.findings if finding.serious]
    if serious:
        table = Table("", "what", "detail", title="Not complete", title_justify="left")
        for finding in serious[:_SHOWN]:
            table.add_row(finding.kind, escape(finding.what), escape(finding.detail))
        parts.append(table)
        if len(serious) > _SHOWN:
            parts.append(f"… and {len(serious) - _SHOWN:,} more")
    parts.append(escape(_verdict(folder, outcome)))
    return Group(*parts)


def _verdict(folder: Path, outcome: Outcome) -> str:
    counts = Counter(finding.kind for finding in outcome.findings)
    lines = [f"{outcome.season}: {len(outcome.games):,} games, {outcome.asked:,} requests made"]
    if outcome.unfinished:
        lines.append(f"{outcome.unfinished:,} games of the schedule are still to be played")
    if counts["period differs"]:
        lines.append(
            f"in {counts['period differs']:,} periods of a team its players' lines lack points of "
            "the line score (plays on the border of a period); the line score is believed"
        )
    if outcome.complete:
        lines.append(f"complete; now: factcheck kb build nba.duckdb {folder}")
    else:
        what = [f"{counts[kind]:,} {kind}" for kind in ("missing", "differs") if counts[kind]]
        lines.append(f"not complete: {', '.join(what)}; run the same command again to go on")
    return "\n".join(lines)

"""Write checked stories in the format that the command line names."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from factcheck.errors import FormatError
from factcheck.exchange.parquet import write_parquet
from factcheck.exchange.terminal import (
    open_console,
    print_report,
    print_signatures,
    print_statistics,
    print_totals,
)
from factcheck.model import Report
from factcheck.support.files import write_whole, writing_whole
from factcheck.support.streams import plain_suffix

if TYPE_CHECKING:
    from factcheck.knowledge import KnowledgeBase
    from factcheck.runs.checking import Tally

OWN_FORMATS = ("text", "json", "jsonl", "parquet", "html")
"""The formats written here; those of :data:`factcheck.exchange.FORMATS` come on top."""

_WITH_CLAIMS = ("json", "jsonl", "parquet")
_WITH_UNCLAIMED = ("text", *_WITH_CLAIMS)
_ENDINGS = {
    "": "text", ".txt": "text", ".text": "text", ".log": "text", ".csv": "csv", ".html": "html",
    ".htm": "html", ".json": "json", ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet",
    ".docx": "word", ".sarif": "sarif", ".xmi": "xmi", ".ann": "brat",
}  # fmt: skip


def choose_format(name: str | None, output: Path | None) -> str:
    """Return the format: the one named, else what the output's ending says, else text.

    Raises:
        FormatError: There is none of that name, or it needs an output.
    """
    if name is None:
        return "text" if output is None else _format_of(output)
    if name in OWN_FORMATS:
        return name
    from factcheck.exchange import FORMATS

    known = [*OWN_FORMATS, *(other for other in FORMATS if other not in OWN_FORMATS)]
    if name not in known:
        raise FormatError(f"--format: {name!r} is no format; use one of {', '.join(known)}")
    if output is None and FORMATS[name].is_folder:
        raise FormatError(f"--format {name} is a folder of files; name one with -o")
    return name


def _format_of(output: Path) -> str:
    ending = plain_suffix(output)
    if ending not in _ENDINGS:
        raise FormatError(f"no format ends in {ending}; name one with --format", path=output)
    return _ENDINGS[ending]


def check_output(output: Path | None) -> None:
    """Refuse an output that cannot be written before any work is done.

    Raises:
        FormatError: Its folder does not exist.
    """
    if output is not None and not output.absolute().parent.is_dir():
        raise FormatError("cannot be written: there is no such folder", path=output)


def write_reports(
    reports: Iterable[Report],
    format: str,
    output: Path | TextIO,
    tally: Tally,
    kb: KnowledgeBase,
    *,
    claims: bool = False,
    unclaimed: bool = False,
    quiet: bool = False,
) -> None:
    """Write reports; a file is written whole or not at all.

    Args:
        reports: The checked stories; on a stream, text and jsonl go out one by one.
        format: As :func:`choose_format` returned it.
        output: A path, or a text stream.
        tally: Counts, printed at the end of text.
        kb: Where a page takes the box scores from.
        claims: Add every claim (json and jsonl).
        unclaimed: Add the numbers and names that no rule claims (text, json and jsonl).
        quiet: Print only the stories that have mistakes, and no totals (text).

    Raises:
        FormatError: The format has no place for claims, or the output cannot be written.
    """
    check_extras(format, claims=claims, unclaimed=unclaimed)
    if format not in OWN_FORMATS:
        from factcheck.exchange import write

        write(reports, format, output, kb)
    elif format == "parquet":
        write_parquet((report_item(report, claims, unclaimed) for report in reports), output)
    elif format == "text":
        _write_text(reports, output, tally, unclaimed, quiet)
    elif format == "html":
        from factcheck.page import box_scores, render_stories

        checked = list(reports)
        _put(render_stories(checked, box_scores(kb, checked)), output)
    else:
        _write_json(reports, format, output, claims, unclaimed)


def check_extras(format: str, *, claims: bool, unclaimed: bool) -> None:
    """Refuse options that a format has no place for.

    Raises:
        FormatError: It has none.
    """
    if claims and format not in _WITH_CLAIMS:
        raise FormatError(f"--claims goes with --format json, jsonl or parquet, not with {format}")
    if unclaimed and format not in _WITH_UNCLAIMED:
        raise FormatError(
            f"--unclaimed goes with --format text, json, jsonl or parquet, not with {format}"
        )


def check_statistics(format: str) -> None:
    """Refuse a format in which no counts can be written.

    Raises:
        FormatError: It is neither text nor json.
    """
    if format not in ("text", "json"):
        raise FormatError(f"--statistics goes with --format text or json, not with {format}")


def write_statistics(
    reports: Iterable[Report], format: str, output: Path | TextIO, tally: Tally
) -> None:
    """Write how many mistakes each rule found, most first.

    Args:
        reports: The checked stories, which the tally counts on their way.
        format: Text or json.
        output: A path, or a text stream.
        tally: What counts them.

    Raises:
        FormatError: The output cannot be written.
    """
    for _ in reports:
        pass
    counts = tally.rules.most_common()
    if format == "json":
        items = [
            {"rule": rule, "category": str(category), "mistakes": count}
            for (category, rule), count in counts
        ]
        _put(json.dumps(items, indent=1) + "\n", output)
        return
    buffer = io.StringIO()
    console = open_console(buffer if isinstance(output, Path) else None)
    print_statistics(counts, console)
    print_totals(tally, console)
    print_signatures(tally.signatures, console)
    if isinstance(output, Path):
        write_whole(output, buffer.getvalue())


def _write_text(
    reports: Iterable[Report], output: Path | TextIO, tally: Tally, unclaimed: bool, quiet: bool
) -> None:
    with ExitStack() as stack:
        stream = None
        if isinstance(output, Path):
            raw = stack.enter_context(writing_whole(output))
            stream = io.TextIOWrapper(raw, encoding="utf-8", newline="\n")
            stack.callback(stream.detach)  # flushed, and the file left open to be put in place
        console = open_console(stream)
        for report in reports:
            if report.mistakes or not quiet:
                print_report(report, console, unclaimed=unclaimed)
        if not quiet:
            print_totals(tally, console)
            print_signatures(tally.signatures, console)


def _write_json(
    reports: Iterable[Report], format: str, output: Path | TextIO, claims: bool, unclaimed: bool
) -> None:
    items = (report_item(report, claims, unclaimed) for report in reports)
    if format == "json":
        _put(json.dumps(list(items), ensure_ascii=False, indent=1, default=str) + "\n", output)
    elif isinstance(output, Path):
        with writing_whole(output) as stream:
            stream.writelines(line.encode() for line in _lines(items))
    else:
        output.writelines(_lines(items))


def report_item(report: Report, claims: bool, unclaimed: bool) -> dict[str, Any]:
    """Return the JSON object of a report.

    Args:
        report: The checked story.
        claims: Add its claims.
        unclaimed: Add the spans that no rule claims.
    """
    item = report.to_dict()
    if claims:
        item["claims"] = [claim.to_dict() for claim in report.claims]
    if unclaimed:
        item["unclaimed"] = [
            {name: getattr(span, name) for name in span.__slots__} for span in report.unclaimed
        ]
    return item


def _lines(items: Iterable[dict[str, Any]]) -> Iterator[str]:
    for item in items:
        yield json.dumps(item, ensure_ascii=False, default=str) + "\n"


def _put(text: str, output: Path | TextIO) -> None:
    if isinstance(output, Path):
        write_whole(output, text)
    else:
        output.write(text)

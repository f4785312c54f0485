"""Commands for annotators: export, import, review-stats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeVar

import typer

Item = TypeVar("Item")


class Printed(StrEnum):
    """How to print a result."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"


# Spelled out so that help needs no import; a test holds it against the registry.
_NAMES = "webanno, xmi, label-studio, factgenie, brat, doccano, prodigy, desk"


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command("export")(export_stories)
    app.command("import")(import_stories)
    app.command("review-stats")(review_stats)


def _print_formats(wanted: bool) -> None:
    from factcheck.exchange import FORMATS

    if wanted:
        for each in FORMATS.values():
            way = "out and back" if each.two_way else "out"
            print(f"{each.name:13} {way:13} {each.description}")
        raise typer.Exit


def export_stories(
    results: Annotated[
        Path, typer.Argument(help="JSONL of `check --format jsonl`; - reads it from a pipe.")
    ],
    to: Annotated[
        str, typer.Option("--to", help=f"The format: {_NAMES}, docx, sarif, github, jsonl or csv.")
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="File or new folder to write; one-file formats print."),
    ] = None,
    kb: Annotated[
        Path | None,
        typer.Option(envvar="FACTCHECK_KB", help="Adds the box scores of the games."),
    ] = None,
    _list: Annotated[
        bool,
        typer.Option(
            "--list", is_eager=True, callback=_print_formats, help="Describe the formats."
        ),
    ] = False,
) -> None:
    """Write checked stories for an annotation tool.

    Example:

        factcheck export results.jsonl --to label-studio -o for-annotators --kb nba.duckdb
    """
    import sys
    from contextlib import ExitStack

    from factcheck.errors import FormatError
    from factcheck.exchange import find, read, write
    from factcheck.knowledge import KnowledgeBase

    if find(to).is_folder and out is None:
        raise FormatError(f"{to} is a folder of files; name one with -o")
    reports = read([_piped(results)], "jsonl")
    target = sys.stdout if out is None else out
    with ExitStack() as stack:
        knowledge = None if kb is None else stack.enter_context(KnowledgeBase.open(kb))
        write(_watched(reports, "exporting"), to, target, knowledge)


def import_stories(
    files: Annotated[list[Path], typer.Argument(help="Reviewed files, or folders of them.")],
    source: Annotated[str, typer.Option("--from", help=f"Their format: {_NAMES} or jsonl.")],
    to: Annotated[
        str, typer.Option("--to", help="What to write: csv, the gold standard's, or any other.")
    ] = "csv",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="File to write, else printed.")
    ] = None,
    annotator: Annotated[
        str | None, typer.Option(help="Whose marks to take, where the files hold several's.")
    ] = None,
) -> None:
    """Turn reviewed files into a mistake list, ready for evaluate and agreement.

    Example:

        factcheck import reviewed/ --from webanno -o gold.csv
    """
    import sys

    from factcheck.errors import FormatError
    from factcheck.exchange import files_of, find, read, write
    from factcheck.language.agreement import counted, listed

    if find(to).is_folder and out is None:
        raise FormatError(f"{to} is a folder of files; name one with -o")
    left_out: dict[str, list[str]] = {}
    paths = _watched(list(files_of(find(source), map(_piped, files))), "importing")
    reports = read(
        paths, source, annotator=annotator,
        on_skip=lambda name, why: left_out.setdefault(why, []).append(name),
    )  # fmt: skip
    write(reports, to, sys.stdout if out is None else out)
    marks = sum(len(report.mistakes) for report in reports)
    said = "".join(
        f"; {len(names)} left out as {why}: {listed(names)}" for why, names in left_out.items()
    )
    stories = counted(len(reports), "story", "stories")
    print(f"{stories}, {counted(marks, 'mistake')}{said}", file=sys.stderr)


def review_stats(
    before: Annotated[Path, typer.Argument(help="JSONL of `check`, before the review.")],
    after: Annotated[Path, typer.Argument(help="What came back: CSV or JSONL of `import`.")],
    source: Annotated[
        str | None,
        typer.Option("--from", help="Format of AFTER where it is a tool's own file or folder."),
    ] = None,
    annotator: Annotated[
        str | None, typer.Option(help="Whose marks to take, where AFTER holds several's.")
    ] = None,
    output: Annotated[Printed, typer.Option("--format", help="How to print.")] = Printed.TEXT,
) -> None:
    """Say what reviewers kept, changed, removed and added, the worst rules first.

    A CSV lists no story without mistakes: stories that are not in it count as reviewed
    and free of mistakes. With JSONL or --from only the stories that came back count.

    Example:

        factcheck review-stats results.jsonl reviewed/ --from webanno
    """
    from factcheck.exchange import read
    from factcheck.exchange.review import review_statistics
    from factcheck.exchange.review_tables import print_statistics, to_csv, to_json
    from factcheck.runs.citing import signature_of_figures
    from factcheck.scoring import MistakeList, read_mistakes
    from factcheck.support.cells import signed

    reviewed = (
        read_mistakes(after)
        if source is None
        else MistakeList.from_reports(read([after], source, annotator=annotator))
    )
    is_csv = source is None and not reviewed.tokens
    statistics = review_statistics(read([before], "jsonl"), reviewed, absent_is_empty=is_csv)
    signature = signature_of_figures(
        {"before": before, "after": after}, {"from": source, "annotator": annotator}
    )
    match output:
        case Printed.JSON:
            print(to_json(statistics, signature))
        case Printed.CSV:
            print(signed(to_csv(statistics), signature), end="")
        case Printed.TEXT:
            print_statistics(statistics)
            print(f"signature: {signature}")


def _watched(items: Sequence[Item], doing: str) -> Iterable[Item]:
    """Show progress through the items, on a terminal only."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    return track(items, doing, console=console, transient=True, disable=not console.is_terminal)


def _piped(path: Path) -> Path:
    return Path("/dev/stdin") if str(path) == "-" else path

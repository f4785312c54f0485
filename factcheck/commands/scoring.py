"""Commands that score: evaluate, agreement, validate."""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from factcheck.support.options import Resamples, Seed

if TYPE_CHECKING:
    from factcheck.scoring import MistakeList, TokenLookup


class Format(StrEnum):
    """How to print a result."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command()(evaluate)
    app.command()(agreement)
    app.command()(validate)


def evaluate(
    gold: Annotated[Path, typer.Option(help="Gold standard: the shared task's CSV, or JSONL.")],
    submitted: Annotated[Path, typer.Option(help="List to score: CSV, or JSONL of `check`.")],
    token_lookup: Annotated[
        Path | None,
        typer.Option(help="The shared task's token_lookup.yaml; token ids are checked by it."),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--from", help="Format of SUBMITTED from an annotation tool: webanno, …"),
    ] = None,
    gold_source: Annotated[
        str | None, typer.Option("--gold-from", help="The same for GOLD.")
    ] = None,
    output: Annotated[
        Format,
        typer.Option("--format", help="csv prints the match report, a row a mistake."),
    ] = Format.TEXT,
    match_report: Annotated[
        bool, typer.Option("--match-report", help="Add the match report and the corrections.")
    ] = False,
    by_confidence: Annotated[
        bool,
        typer.Option(
            "--by-confidence",
            help="Add recall and precision of the mistakes that are at least so sure, for JSONL of "
            "`check --min-confidence 0`.",
        ),
    ] = False,
    bootstrap: Resamples = 0,
    seed: Seed = 0,
) -> None:
    """Score a list of mistakes against a gold standard, as the shared task does.

    Example:

        factcheck evaluate --gold gsml.csv --submitted mistakes.csv
        --token-lookup token_lookup.yaml --match-report --bootstrap 1000
    """
    from factcheck.errors import FormatError
    from factcheck.runs.citing import signature_of_figures
    from factcheck.scoring import read_token_lookup, score
    from factcheck.scoring.bootstrap import Bootstrap
    from factcheck.scoring.evaluation import print_evaluation, report_to_dict, scores_to_dict
    from factcheck.scoring.match_report import match_report as make_report
    from factcheck.scoring.match_report import to_csv
    from factcheck.scoring.mistake_list import only_reviewed
    from factcheck.scoring.over_confidence import over_confidence, points_to_dict, print_points
    from factcheck.support.cells import signed

    lookup = None if token_lookup is None else read_token_lookup(token_lookup)
    lists = only_reviewed(
        _read(gold, gold_source, lookup), _read(submitted, source, lookup), _note_left_out
    )
    resampling = Bootstrap(bootstrap, seed) if bootstrap else None
    points = over_confidence(*lists) if by_confidence else []
    if by_confidence and not points:
        raise FormatError("no mistake tells how sure it is; score JSONL of `check`", path=submitted)
    report = make_report(*lists) if match_report or output is Format.CSV else None
    signature = signature_of_figures(
        {"gold": gold, "submitted": submitted, "token-lookup": token_lookup},
        {"from": source, "gold-from": gold_source} | _drawn(bootstrap, seed),
    )
    match output:
        case Format.JSON:
            result = scores_to_dict(score(*lists), resampling)
            if report is not None:
                result["match_report"] = report_to_dict(report, resampling)
            if points:
                result["by_confidence"] = points_to_dict(points)
            print(json.dumps(result | {"signature": signature}, indent=1))
        case Format.CSV if report is not None:
            print(signed(to_csv(report), signature), end="")
        case _:
            print_evaluation(score(*lists), report, resampling)
            if points:
                print_points(points)
            print(f"signature: {signature}")


def _drawn(bootstrap: int, seed: int) -> dict[str, object]:
    """Return the settings of a resampling for the signature; none where there is none."""
    return {"bootstrap": bootstrap, "seed": str(seed)} if bootstrap else {}


def _read(path: Path, source: str | None, lookup: TokenLookup | None) -> MistakeList:
    """Read a mistake list, or what an annotation tool gave back."""
    from factcheck.exchange import read
    from factcheck.language.agreement import listed
    from factcheck.scoring import MistakeList, read_mistakes

    if source is None:
        return read_mistakes(path, lookup)
    left_out: dict[str, list[str]] = {}
    reports = read(
        [path], source, on_skip=lambda name, why: left_out.setdefault(why, []).append(name)
    )
    for why, names in left_out.items():
        typer.echo(f"{path}: {len(names)} left out as {why}: {listed(names)}", err=True)
    return MistakeList.from_reports(reports)


def _note_left_out(stories: Sequence[str]) -> None:
    from factcheck.language.agreement import counted, listed

    typer.echo(
        f"{counted(len(stories), 'story', 'stories')} not in the gold list, left out: "
        f"{listed(stories)}",
        err=True,
    )


def agreement(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="One mistake list per annotator, or one CSV with a column per annotator.",
            show_default=False,
        ),
    ],
    columns: Annotated[
        str, typer.Option(help="The annotators' columns, A,B,C; by default T1, T2 and so on.")
    ] = "",
    token_lookup: Annotated[
        Path | None, typer.Option(help="The shared task's token_lookup.yaml, for mistake lists.")
    ] = None,
    majority: Annotated[
        Path | None,
        typer.Option(help="Write the majority gold standard here; needs one list per annotator."),
    ] = None,
    output: Annotated[
        Format,
        typer.Option("--format", help="csv prints every item with its labels and majority."),
    ] = Format.TEXT,
) -> None:
    """Say how far annotators agree, and make the majority gold standard.

    Example:

        factcheck agreement anna.csv ben.csv carla.csv --majority gold.csv

        factcheck agreement annotations.csv --columns T1,T2,T3
    """
    from factcheck.runs.citing import signature_of_figures
    from factcheck.scoring import read_token_lookup, write_mistakes
    from factcheck.scoring.agreement import agreement as compute
    from factcheck.scoring.agreement import majority_mistakes
    from factcheck.scoring.agreement_output import print_agreement, to_csv
    from factcheck.scoring.annotations import read_annotations
    from factcheck.support.cells import signed

    lookup = None if token_lookup is None else read_token_lookup(token_lookup)
    annotations = read_annotations(files, [name for name in columns.split(",") if name], lookup)
    if majority is not None:
        gold, left_out = majority_mistakes(annotations)
        write_mistakes(gold, majority)
        if left_out:
            typer.echo(f"left out of {majority}, as they overlap with others: {left_out}", err=True)
    signature = signature_of_figures(
        {"annotators": files, "token-lookup": token_lookup}, {"columns": columns}
    )
    match output:
        case Format.JSON:
            print(json.dumps(compute(annotations).to_dict() | {"signature": signature}, indent=1))
        case Format.CSV:
            print(signed(to_csv(annotations), signature), end="")
        case Format.TEXT:
            print_agreement(compute(annotations))
            print(f"signature: {signature}")


def validate(
    gold: Annotated[Path, typer.Option(help="Gold standard: the shared task's CSV, or JSONL.")],
    stories: Annotated[
        Path | None,
        typer.Option(help="The stories that people checked: JSONL, or the task's games.csv."),
    ] = None,
    column: Annotated[
        str, typer.Option(help="Which text of games.csv: tokenised or normal.")
    ] = "normal",
    kb: Annotated[
        Path | None, typer.Option(help="Knowledge base: check the stories with factcheck.")
    ] = None,
    mistakes: Annotated[
        list[Path] | None, typer.Option(help="A metric's mistakes, CSV or JSONL; repeatable.")
    ] = None,
    scores: Annotated[
        list[Path] | None,
        typer.Option(help="Scores: CSV of a story id and a column a metric; repeatable."),
    ] = None,
    references: Annotated[
        Path | None, typer.Option(help="JSONL of reference texts, for BLEU, chrF and ROUGE.")
    ] = None,
    systems: Annotated[
        Path | None, typer.Option(help="CSV of story id and system, to compare systems.")
    ] = None,
    token_lookup: Annotated[
        Path | None, typer.Option(help="The shared task's token_lookup.yaml.")
    ] = None,
    bootstrap: Resamples = 1000,
    seed: Seed = 0,
    plots: Annotated[
        Path | None, typer.Option(help="Folder for a scatter plot (SVG) of each metric.")
    ] = None,
    output: Annotated[Format, typer.Option("--format", help="How to print.")] = Format.TEXT,
) -> None:
    """Say how metrics relate to the number of mistakes that people found.

    Example:

        factcheck validate --gold gsml.csv --stories games.csv --kb nba.duckdb
        --references shared_task.jsonl --plots plots
    """
    from factcheck.runs.citing import signature as made_with
    from factcheck.runs.citing import signature_of_figures
    from factcheck.scoring.bootstrap import Bootstrap
    from factcheck.scoring.validation import output as printing
    from factcheck.scoring.validation import validate as compute
    from factcheck.scoring.validation.inputs import read_inputs
    from factcheck.scoring.validation.scatter import write_scatter_plots
    from factcheck.stories.reading import Column
    from factcheck.support.cells import signed

    inputs = read_inputs(
        gold,
        stories=stories,
        column=Column.parse(column),
        kb=kb,
        mistakes=mistakes or (),
        scores=scores or (),
        references=references,
        systems=systems,
        token_lookup=token_lookup,
        on_skip=lambda error: typer.echo(f"left out: {error}", err=True),
    )
    result = compute(
        inputs.gold,
        inputs.metrics,
        tokens=inputs.tokens,
        systems=inputs.systems,
        bootstrap=Bootstrap(bootstrap, seed) if bootstrap else None,
    )
    if plots is not None:
        write_scatter_plots(result, plots)
    signature = signature_of_figures(
        {
            "gold": gold, "stories": stories, "mistakes": mistakes, "scores": scores,
            "references": references, "systems": systems, "token-lookup": token_lookup,
        },
        {"column": column if stories else None} | _drawn(bootstrap, seed),
        None if kb is None else made_with(kb),
    )  # fmt: skip
    match output:
        case Format.JSON:
            print(json.dumps(result.to_dict() | {"signature": signature}, indent=1))
        case Format.CSV:
            print(signed(printing.to_csv(result), signature), end="")
        case Format.TEXT:
            printing.print_validation(result)
            print(f"signature: {signature}")

"""What `factcheck agreement` prints: tables, and CSV of the items."""

from __future__ import annotations

import csv
import io

from factcheck.scoring.agreement import Agreement, AnnotatorScore, Kappa, majority_label
from factcheck.scoring.annotations import Annotations
from factcheck.scoring.shared_task import Ratio
from factcheck.scoring.terminal_tables import decimal, print_table
from factcheck.support.cells import safe_row


def to_csv(annotations: Annotations) -> str:
    """Return every item with its labels and the majority's, which is empty for no error.

    Args:
        annotations: The items of all annotators.
    """
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(("TEXT_ID", "TOKENS", *annotations.annotators, "MAJORITY"))
    writer.writerows(
        safe_row((item.story, item.text, *item.labels, majority_label(item.labels) or ""))
        for item in annotations.items
    )
    return buffer.getvalue()


def print_agreement(result: Agreement) -> None:
    """Print confusion, kappas and every annotator's scores as tables.

    Args:
        result: The agreement of the annotators.
    """
    labels = list(next(iter(result.confusion.values())).minority)
    print_table(
        f"Errors by majority: {result.errors} of {result.items} items, "
        "with what the annotators outvoted say",
        ("category", "total", "all agree", *labels),
        [
            (name, str(row.total), str(row.all_agree), *(str(row.minority[key]) for key in labels))
            for name, row in result.confusion.items()
        ],
    )
    print_table(
        "Agreement on the category",
        ("coefficient", "kappa", "items"),
        [
            _kappa("Fleiss, all", result.fleiss),
            *(_kappa(f"Cohen, {a} and {b}", kappa) for (a, b), kappa in result.cohen.items()),
        ],
    )
    for title, scores in (
        ("Annotators against the majority", result.majority),
        ("Annotators against the majority of the others alone", result.others),
    ):
        print_table(
            title,
            ("annotator", "recall", "precision", "recall, category", "precision, category"),
            [(name, *_shares(score)) for name, score in scores.items()],
        )


def _kappa(name: str, kappa: Kappa) -> tuple[str, str, str]:
    return name, decimal(None if kappa.value != kappa.value else kappa.value), str(kappa.items)


def _shares(score: AnnotatorScore) -> tuple[str, ...]:
    return tuple(
        _share(ratio)
        for ratio in (
            score.recall,
            score.precision,
            score.category_recall,
            score.category_precision,
        )
    )


def _share(ratio: Ratio) -> str:
    return f"{decimal(ratio.value)} {ratio.correct}/{ratio.of_total}"

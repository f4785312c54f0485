"""The gold standard's CSV: written for scoring, and by ``factcheck import``."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator

from factcheck.exchange.format import Batch, Format, Piece
from factcheck.model import Report
from factcheck.scoring import write_submission


def encode(reports: Iterable[Report], _batch: Batch) -> Iterator[Piece]:
    """Write one row a mistake."""
    buffer = io.StringIO()
    write_submission(reports, buffer)
    yield "mistakes.csv", buffer.getvalue().encode()


FORMAT = Format(
    name="csv",
    description="The shared task's CSV of a gold standard or submission: a row a mistake.",
    extension=".csv",
    is_folder=False,
    encode=encode,
)

"""Reviews as files: in any format that annotation tools and scorers read."""

from __future__ import annotations

import io
import re
import tempfile
import zipfile
from pathlib import Path

from starlette.responses import Response

from factcheck.errors import FormatError
from factcheck.exchange import find, write
from factcheck.knowledge import KnowledgeBase
from factcheck.reviews import ReviewFolder
from factcheck.server.results import majority_reports, reports_of

_TYPES = {".csv": "text/csv", ".jsonl": "application/x-ndjson", ".json": "application/json"}


def download(
    folder: ReviewFolder, annotator: str | None, to: str, knowledge: KnowledgeBase | None = None
) -> Response:
    """Return the stories that are done as a file, of several files a ZIP archive.

    Args:
        folder: The reviews.
        annotator: Whose; None for the majority of all annotators.
        to: The format's name.
        knowledge: Where given, the box scores of the games go along, in formats that have a
            place for them.

    Raises:
        FormatError: There is no such format, or nothing is done yet.
    """
    target = find(to)
    if to == "desk":
        raise FormatError("the desk's own folder is on disk already; copy it from there")
    reports = majority_reports(folder) if annotator is None else reports_of(folder, annotator)
    if not reports:
        who = "all annotators" if annotator is None else annotator
        raise FormatError(f"no story is done by {who} yet")
    name = "majority" if annotator is None else _slug(annotator)
    with tempfile.TemporaryDirectory(prefix="factcheck-") as place:
        out = Path(place) / (name if target.is_folder else f"{name}{target.extension}")
        write(reports, to, out, knowledge)
        if out.is_dir():
            return _attachment(_zipped(out), f"{name}-{to}.zip", "application/zip")
        kind = _TYPES.get(target.extension, "application/octet-stream")
        return _attachment(out.read_bytes(), out.name, kind)


def _slug(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9-]+", "-", name).strip("-") or "annotator"


def _zipped(folder: Path) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            archive.write(path, path.relative_to(folder))
    return buffer.getvalue()


def _attachment(content: bytes, name: str, kind: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)

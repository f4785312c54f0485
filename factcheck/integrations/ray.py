"""Ray Data: stories of a cluster, checked by actors that hold one checker each.

    import ray
    from factcheck.integrations.ray import check_dataset

    stories = ray.data.read_parquet("s3://bucket/stories/")
    check_dataset(stories, "nba.duckdb", workers=8).write_parquet("s3://bucket/checked/")

Needs ``pip install 'factcheck[ray]'``.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import ray
import ray.data
import ray.exceptions

from factcheck.checker import FactChecker
from factcheck.errors import FactCheckError, FormatError, KnowledgeBaseError, StoryError
from factcheck.model import Report, Story

_BATCH = 128
_SHOWN = 10
_IO = 0.25
"""Share of a processor that reading and writing take beside an actor."""
_COUNTS = pa.schema(
    [
        ("stories", pa.int64()),
        ("mistakes", pa.int64()),
        ("failed", pa.int64()),
        ("errors", pa.list_(pa.string())),
    ]
)
_SPAN = [
    ("start", pa.int32()), ("end", pa.int32()), ("token_start", pa.int32()),
    ("token_end", pa.int32()), ("sentence", pa.int32()), ("sent_token_start", pa.int32()),
    ("sent_token_end", pa.int32()), ("text", pa.string()),
]  # fmt: skip
COLUMNS = pa.schema(
    [
        ("game", pa.string()),
        ("tokens", pa.int32()),
        ("sentences", pa.int32()),
        (
            "mistakes",
            pa.list_(
                pa.struct(
                    [
                        *_SPAN,
                        ("category", pa.string()), ("correction", pa.string()),
                        ("explanation", pa.string()), ("rule", pa.string()),
                        ("replacement", pa.string()), ("confidence", pa.float64()),
                        ("evidence", pa.string()),
                    ]
                )
            ),
        ),
        ("error", pa.string()),
    ]
)  # fmt: skip
"""What a checked batch has besides the columns that it came with; ``evidence`` is JSON."""


class CheckStories:
    """Checks batches of stories; a class for ``Dataset.map_batches``, made once an actor.

    A batch is an Arrow table with the columns ``id`` and ``text``, and ``game`` where the
    game is not to be found from the story. It comes back with all its columns and
    :data:`COLUMNS`; of a story that cannot be checked, ``error`` says why and ``mistakes`` is
    null.

    Args:
        kb: A knowledge base that every node can read at this path, or what :func:`ship` gave.
        rules: Folders with more rules, which every node can read.
        game: The game of stories that name none.

    Raises:
        KnowledgeBaseError: The knowledge base cannot be opened.
        RuleError: A rule file is broken.
    """

    def __init__(
        self, kb: str | ray.ObjectRef[bytes], rules: Sequence[str] = (), game: str | None = None
    ) -> None:
        path = Path(kb) if isinstance(kb, str) else _unpack(ray.get(kb))
        self._checker = FactChecker(path, rules)
        self._game = game

    def __call__(self, batch: pa.Table) -> pa.Table:
        """Return the batch with what was found."""
        names = batch.column_names
        if missing := [name for name in ("id", "text") if name not in names]:
            raise FormatError("no such column", field=", ".join(missing))
        games = batch.column("game").to_pylist() if "game" in names else [None] * len(batch)
        stories = [
            Story(str(story_id), text or "", game or self._game)
            for story_id, text, game in zip(
                batch.column("id").to_pylist(), batch.column("text").to_pylist(), games, strict=True
            )
        ]
        outcomes = self._checker.check_each(stories)
        rows = [_row(story, outcome) for story, outcome in zip(stories, outcomes, strict=True)]
        found = pa.Table.from_pylist(rows, schema=COLUMNS)
        kept = batch.select([name for name in names if name not in COLUMNS.names])
        for name in COLUMNS.names:
            kept = kept.append_column(COLUMNS.field(name), found.column(name))
        return kept


def check_dataset(
    stories: ray.data.Dataset,
    kb: str | Path,
    *,
    workers: int | None = None,
    rules: Sequence[str] = (),
    game: str | None = None,
    shipped: bool = True,
    batch_size: int = _BATCH,
) -> ray.data.Dataset:
    """Return a dataset of checked stories, computed as it is read; see :class:`CheckStories`.

    Args:
        stories: With the columns ``id`` and ``text``, and perhaps ``game``.
        kb: The knowledge base file.
        workers: The number of actors; by default one a processor but one, which reads and
            writes. Actors on all of them would leave nobody to read.
        rules: Folders with more rules, which every node can read.
        game: The game of stories that name none.
        shipped: Whether to send the file to the nodes; else each opens it at this path.
        batch_size: Stories that share their statements.
    """
    return stories.map_batches(
        CheckStories,
        fn_constructor_args=(ship(kb) if shipped else str(kb), tuple(rules), game),
        batch_format="pyarrow",
        batch_size=batch_size,
        compute=ray.data.ActorPoolStrategy(size=workers or _free()),
        num_cpus=1 - _IO,
    )


def _free() -> int:
    resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    return max(1, int(resources.get("CPU", 2)) - 1)


def ship(kb: str | Path) -> ray.ObjectRef[bytes]:
    """Put a knowledge base into Ray's object store, from where each node takes it once.

    Raises:
        KnowledgeBaseError: It cannot be read.
    """
    try:
        return ray.put(Path(kb).read_bytes())
    except OSError as error:
        raise KnowledgeBaseError(f"cannot be read: {error.strerror}", path=kb) from error


def _unpack(content: bytes) -> Path:
    """Write a knowledge base to this node's disk, where all its actors share it."""
    name = hashlib.blake2b(content, digest_size=16).hexdigest()
    folder = Path(tempfile.gettempdir()) / f"factcheck-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise KnowledgeBaseError("belongs to somebody else; set TMPDIR", path=folder)
    path = folder / f"{name}.duckdb"
    if not path.exists():
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
            file.write(content)
        Path(file.name).replace(path)
    return path


def _row(story: Story, outcome: Report | StoryError) -> dict[str, Any]:
    if isinstance(outcome, StoryError):
        return {"game": story.game, "error": outcome.message}
    item = outcome.to_dict()
    for mistake in item["mistakes"]:
        mistake["evidence"] = json.dumps(mistake["evidence"], ensure_ascii=False, default=str)
    return {name: item.get(name) for name in COLUMNS.names}


def read_dataset(paths: Sequence[str]) -> ray.data.Dataset:
    """Return the stories of Parquet or JSON lines files, or of folders, at any address.

    Args:
        paths: Such as ``s3://bucket/stories/`` or ``stories.jsonl.gz``; all of one kind.

    Raises:
        FactCheckError: They cannot be read.
    """
    names = list(paths)
    lines = any(".jsonl" in path or ".ndjson" in path or path.endswith(".json") for path in names)
    try:
        return (
            ray.data.read_json(names, lines=True, num_cpus=_IO)
            if lines
            else ray.data.read_parquet(names, num_cpus=_IO)
        )
    except (OSError, ValueError, pa.ArrowException) as error:
        raise FactCheckError(f"{', '.join(paths)}: cannot be read: {error}") from error


def write_dataset(checked: ray.data.Dataset, output: str) -> None:
    """Write a dataset into a folder, at any address: Parquet, or JSON lines for ``….jsonl``."""
    if output.rstrip("/").endswith(".jsonl"):
        checked.write_json(output, ray_remote_args={"num_cpus": _IO})
    else:
        checked.write_parquet(output, ray_remote_args={"num_cpus": _IO})


@dataclass(frozen=True, slots=True)
class Totals:
    """What came of a run: stories, mistakes, stories left out, and why some of those were."""

    stories: int
    mistakes: int
    failed: int
    errors: tuple[str, ...]


def check_addresses(
    addresses: Sequence[str],
    output: str,
    kb: Path,
    *,
    workers: int | None = None,
    rules: Sequence[str] = (),
    game: str | None = None,
) -> Totals:
    """Check files at any address into a folder at any address, on the cluster that Ray knows.

    Args:
        addresses: See :func:`read_dataset`.
        output: See :func:`write_dataset`.
        kb: The knowledge base, a file here; it is sent to the nodes.
        workers: The number of actors; see :func:`check_dataset`.
        rules: Folders with more rules, which every node can read.
        game: The game of stories that name none.

    Raises:
        FactCheckError: The stories cannot be read, or the output cannot be written.
    """
    if not ray.is_initialized():
        ray.init(log_to_driver=False, logging_level=logging.ERROR)
    ray.data.DataContext.get_current().enable_progress_bars = sys.stderr.isatty()
    stories = read_dataset(addresses)
    try:
        write_dataset(check_dataset(stories, kb, workers=workers, rules=rules, game=game), output)
    except ray.exceptions.RayError as error:
        cause = getattr(error, "cause", None)
        reason = cause if isinstance(cause, FactCheckError) else str(error).splitlines()[-1]
        raise FactCheckError(f"{output}: {reason}") from error
    counts = (
        read_dataset([output]).map_batches(_count, batch_format="pyarrow", num_cpus=_IO).take_all()
    )
    errors = [text for row in counts for text in row["errors"]]
    return Totals(
        stories=sum(row["stories"] for row in counts),
        mistakes=sum(row["mistakes"] for row in counts),
        failed=sum(row["failed"] for row in counts),
        errors=tuple(errors[:_SHOWN]),
    )


def _count(batch: pa.Table) -> pa.Table:
    rows = batch.select(["id", "mistakes", "error"]).to_pylist()
    failed = [f"story {row['id']}: {row['error']}" for row in rows if row["error"] is not None]
    counts = {
        "stories": len(rows) - len(failed),
        "mistakes": sum(len(row["mistakes"] or ()) for row in rows),
        "failed": len(failed),
        "errors": failed[:_SHOWN],
    }
    return pa.Table.from_pylist([counts], schema=_COUNTS)

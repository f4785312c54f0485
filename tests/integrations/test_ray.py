"""On a local Ray with two workers: the same rows as without it, also when a worker is killed."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
from command_line import GAME, TRUE, WRONG, factcheck

ray = pytest.importorskip("ray", reason="needs pip install 'factcheck[ray]'")
pa = pytest.importorskip("pyarrow")

from factcheck import FactChecker, Report, Story  # noqa: E402
from factcheck.integrations.ray import CheckStories, check_dataset  # noqa: E402

TEXTS = [WRONG, TRUE, "", WRONG.replace("28", "13")]
ROWS = [
    {"id": f"s{n}", "text": TEXTS[n % 4], "game": GAME, "step": n, "note": {"a": n}}
    for n in range(60)
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    ray.init(
        num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=200 << 20
    )
    ray.data.DataContext.get_current().enable_progress_bars = False
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers have no tests
    yield
    ray.shutdown()


class Dying(CheckStories):
    """Ends its process once, amid the work."""

    def __init__(self, flag: str, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._flag = Path(flag)

    def __call__(self, batch: Any) -> Any:
        if "s20" in batch.column("id").to_pylist() and not self._flag.exists():
            self._flag.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().__call__(batch)


def expected(kb: Path) -> list[tuple[Any, ...]]:
    outcomes = FactChecker(kb).check_each(
        [Story(str(row["id"]), str(row["text"]), GAME) for row in ROWS]
    )
    return [
        (
            row["id"], row["step"], row["note"],
            [(m.span.start, m.category, m.correction) for m in outcome.mistakes]
            if isinstance(outcome, Report) else str(outcome),
        )
        for row, outcome in zip(ROWS, outcomes, strict=True)
    ]  # fmt: skip


def found(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [
        (
            row["id"], row["step"], row["note"],
            [(m["start"], m["category"], m["correction"]) for m in row["mistakes"]]
            if row["error"] is None else row["error"],
        )
        for row in sorted(rows, key=lambda row: row["step"])
    ]  # fmt: skip


@pytest.mark.slow
def test_a_dataset_gives_the_rows_that_it_gives_without_ray(cluster: None, demo_kb: Path) -> None:
    stories = ray.data.from_items(ROWS, override_num_blocks=4)
    checked = check_dataset(stories, demo_kb, workers=2, batch_size=8)
    rows = sorted(checked.take_all(), key=lambda row: row["step"])  # Workers answer in any order.
    assert found(rows) == expected(demo_kb)
    evidence = json.loads(rows[0]["mistakes"][0]["evidence"])
    assert evidence[0]["player"] == "Marc Gasol"


@pytest.mark.slow
def test_a_worker_that_is_killed_loses_no_story(
    cluster: None, demo_kb: Path, tmp_path: Path
) -> None:
    flag = tmp_path / "died"
    checked = ray.data.from_items(ROWS, override_num_blocks=6).map_batches(
        Dying, fn_constructor_args=(str(flag), str(demo_kb)), batch_format="pyarrow",
        batch_size=5, compute=ray.data.ActorPoolStrategy(size=2), num_cpus=1,
    )  # fmt: skip
    assert found(checked.take_all()) == expected(demo_kb)
    assert flag.exists()


@pytest.mark.slow
def test_the_command_line_runs_on_ray(cluster: None, demo_kb: Path, tmp_path: Path) -> None:
    stories, out = tmp_path / "in.jsonl", tmp_path / "out.parquet"
    stories.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    done = factcheck(
        "check",
        stories,
        "--kb",
        demo_kb,
        "--engine",
        "ray",
        "-o",
        out,
        RAY_ENABLE_UV_RUN_RUNTIME_ENV="0",
        RAY_ADDRESS=ray.get_runtime_context().gcs_address,
    )
    assert done.returncode == 2, done.stderr
    lines = done.stderr.splitlines()
    assert lines[-1] == "30 mistakes in 45 stories"
    assert sum(line.startswith("error: story s") for line in lines) == 10
    parts = out / "*.parquet"
    table = duckdb.sql(
        f"SELECT count(*), count(error), sum(len(mistakes)) FROM '{parts}'"  # noqa: S608
    ).fetchall()
    assert table == [(60, 15, 30)]


def test_what_ray_cannot_do_is_refused(demo_kb: Path, tmp_path: Path) -> None:
    done = factcheck("check", "a.jsonl", "--kb", demo_kb, "--engine", "ray")
    assert done.stderr == "error: --engine ray writes a folder; name one with -o\n"
    done = factcheck("check", "a.jsonl", "--kb", demo_kb, "--engine", "spark", "-o", tmp_path)
    assert done.stderr == "error: --engine: 'spark' is none of local, ray\n"

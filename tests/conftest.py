"""Where tests find real data, and the knowledge bases they share."""

from __future__ import annotations

import fcntl
import hashlib
import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

import factcheck
from factcheck import FactChecker
from factcheck.knowledge import KnowledgeBase, build
from factcheck.support.resources import kb_folder

# How long an example takes depends on the machine, and no test is about that.
settings.register_profile("factcheck", deadline=None)
settings.load_profile("factcheck")

# A shell starts what runs in its background with interrupts ignored, and every process started
# from there ignores them too: tests of an interrupt would then wait for nothing.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

REASON = (
    "FACTCHECK_DATA is not set: the 2021 accuracy shared task's training data and the NBA "
    "season files are public, docs/data.md says where to get them"
)


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of the public data sets (see docs/data.md); skips where it is absent."""
    folder = os.environ.get("FACTCHECK_DATA")
    if not folder:
        pytest.skip(REASON)
    return Path(folder)


@pytest.fixture(scope="session")
def demo_kb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's knowledge base as a file."""
    path = tmp_path_factory.mktemp("kb") / "demo.duckdb"
    build(path, sorted((kb_folder() / "demo").glob("*.csv")))
    return path


@pytest.fixture(scope="session")
def examples_kb() -> Iterator[KnowledgeBase]:
    """The knowledge base of the games that examples are about, from what ships with factcheck."""
    with KnowledgeBase.examples() as kb:
        yield kb


@pytest.fixture(scope="session")
def full_kb(data: Path) -> Path:
    """The knowledge base of all public data, built once for what it is built from."""
    sources = [
        data / "accuracy_shared_task" / "shared_task.jsonl",
        data / "figure1" / "box_score.json",
        *sorted((data / "nba").glob("*.csv")),
    ]
    folder = Path(tempfile.gettempdir()) / f"factcheck-tests-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / f"{_fingerprint(sources)}.duckdb"
    # Several workers ask for it at once: the first one builds, the others wait.
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            for old in folder.glob("*.duckdb"):
                old.unlink()
            build(path, sources)
    return path


def _fingerprint(sources: list[Path]) -> str:
    """Return a name for what a build depends on: its code, its SQL and reference, its sources."""
    code = Path(factcheck.__file__).parent / "knowledge"
    digest = hashlib.sha256()
    for path in sorted(
        [*code.glob("*.py"), *kb_folder().rglob("*.sql"), *kb_folder().rglob("*.csv")]
    ):
        digest.update(path.read_bytes())
    for path in sources:
        digest.update(f"{path} {path.stat().st_size} {path.stat().st_mtime_ns}".encode())
    return digest.hexdigest()[:16]


@pytest.fixture(scope="session")
def demo() -> Iterator[KnowledgeBase]:
    """The embedded demo knowledge base, in memory."""
    with KnowledgeBase.demo() as kb:
        yield kb


@pytest.fixture(scope="session")
def demo_checker(demo: KnowledgeBase) -> FactChecker:
    """A checker of stories about the demo's game, as it is unless something else is asked for."""
    return FactChecker(demo)


@pytest.fixture(scope="session")
def eager_checker(demo: KnowledgeBase) -> FactChecker:
    """A checker of stories about the demo's game that reports mistakes however unsure."""
    return FactChecker(demo, min_confidence=0)

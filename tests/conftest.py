"""Where tests find real data: the folder named by FACTCHECK_DATA."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

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

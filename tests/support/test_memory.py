"""Memory that the C library holds free is given back."""

from __future__ import annotations

import platform
import re
from pathlib import Path

import pytest

from factcheck.support.memory import return_free_memory


def _resident() -> int:
    found = re.search(r"VmRSS:\s*(\d+) kB", Path("/proc/self/status").read_text(encoding="utf-8"))
    assert found is not None
    return int(found[1]) * 1024


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc gives back on demand")
def test_gaps_between_pieces_in_use_are_given_back() -> None:
    size = 64 * 1024  # Small enough not to be mapped apart, large enough to be whole pages.
    pieces: list[bytes | None] = [b"x" * size for _ in range(1600)]
    for place in range(0, len(pieces) - 1, 2):
        pieces[place] = None
    before = _resident()
    return_free_memory()
    assert before - _resident() > 20 * 1024 * 1024
    assert pieces[1] is not None

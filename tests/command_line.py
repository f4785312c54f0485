"""The real command line, run as a person runs it, and small inputs for it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from command_processes import run_command

GAME = "2014-11-05-MEM-PHX"
TRUE = "The Memphis Grizzlies defeated the Phoenix Suns 102-91. Marc Gasol scored 18 points."
WRONG = "The Memphis Grizzlies defeated the Phoenix Suns 102-91. Marc Gasol scored 28 points."


def factcheck(
    *arguments: str | Path,
    stdin: str | bytes = b"",
    folder: Path | None = None,
    **environment: str,
) -> subprocess.CompletedProcess[str]:
    """Run ``python -m factcheck`` with arguments; outputs come back as text."""
    done = run_command(
        [str(argument) for argument in arguments],
        stdin.encode() if isinstance(stdin, str) else stdin,
        folder,
        {"COLUMNS": "100", **environment},
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def refused(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """Assert what every unusable input must give: status 2, one line that says so."""
    assert done.returncode == 2, (done.stdout, done.stderr)
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("error: ")
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in lines[0]


def json_lines(text: str) -> list[dict[str, object]]:
    """Read JSON lines."""
    return [json.loads(line) for line in text.splitlines()]

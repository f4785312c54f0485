"""Commands in processes of their own, forked from one that has imported factcheck already.

Nine tenths of what a small command takes is importing factcheck, reading its rules and compiling
what the first story needs of them; hundreds of tests run one. A forked command has arguments,
streams, folder, environment and status of its own, like one that is started anew.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import io
import json
import os
import runpy
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import IO, Any

import typer.main

_PRELOADED = (
    "cli", "factcheck.checker", "factcheck.runs.checking", "factcheck.exchange.registry",
    "factcheck.exchange.report_files", "factcheck.scoring.reading",
    "factcheck.scoring.terminal_tables",
)  # fmt: skip
# What Python itself reads when it starts, and what is to be seen in a process of its own.
_AT_START = ("PYTHON", "LC_", "LANG", "FACTCHECK_TEST_PROCESS")


def run_command(
    arguments: list[str],
    stdin: bytes = b"",
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run ``python -m factcheck`` with arguments.

    Args:
        arguments: What stands after ``factcheck``.
        stdin: What it reads.
        folder: Where it runs; None is here.
        environment: Variables beside those of this process.
    """
    more = dict(environment or {})
    command = [sys.executable, "-m", "factcheck", *arguments]
    if not hasattr(os, "fork") or any(name.startswith(_AT_START) for name in more):
        return subprocess.run(
            command, input=stdin, capture_output=True, cwd=folder, env={**os.environ, **more},
            check=False,
        )  # fmt: skip
    with tempfile.TemporaryDirectory() as streams:
        paths = [Path(streams) / name for name in ("stdin", "stdout", "stderr")]
        paths[0].write_bytes(stdin)
        order = {
            "arguments": arguments,
            "folder": str(folder or Path.cwd()),
            "environment": {**os.environ, **more},
            "streams": [str(path) for path in paths],
        }
        status = _ask(order)
        return subprocess.CompletedProcess(
            command, status, paths[1].read_bytes(), paths[2].read_bytes()
        )


def _ask(order: dict[str, Any]) -> int:
    mother = _mother(os.getpid())
    assert mother.stdin is not None and mother.stdout is not None
    mother.stdin.write(json.dumps(order) + "\n")
    mother.stdin.flush()
    return int(mother.stdout.readline())


@cache
def _mother(_process: int) -> subprocess.Popen[str]:
    """Return the process that forks the commands of this one."""
    return subprocess.Popen(
        [sys.executable, str(Path(__file__))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "COLUMNS": "100"},
    )


def _serve(orders: IO[str], answers: IO[str]) -> None:
    """Fork a command for each order; returns in the command's own process, and at the end."""
    # A child that searched what it shares for garbage would copy all of it.
    gc.collect()
    gc.freeze()
    for line in orders:
        order = json.loads(line)
        child = os.fork()
        if child == 0:
            _become(order)
            return
        _, status = os.waitpid(child, 0)
        answers.write(f"{os.waitstatus_to_exitcode(status)}\n")
        answers.flush()
    os._exit(0)


def _warm_up() -> None:
    """Run the demo, so that what commands share of rules and modules is there for all of them."""
    # What typer makes of all commands' functions for each call is the same for every call.
    setattr(typer.main, "get_command", cache(typer.main.get_command))  # noqa: B010
    with redirect_stdout(io.StringIO()):
        importlib.import_module("cli").app(["demo"], standalone_mode=False)


def _become(order: dict[str, Any]) -> None:
    """Take on what a command was given."""
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["environment"])
    flags = (os.O_RDONLY, *[os.O_WRONLY | os.O_CREAT] * 2)
    for number, (path, flag) in enumerate(zip(order["streams"], flags, strict=True)):
        opened = os.open(path, flag)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(  # noqa: SIM115
        2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False
    )
    sys.argv = ["factcheck", *order["arguments"]]


def _end(status: object) -> None:
    """End a command as Python does, but for taking apart what it shares with its mother."""
    if isinstance(status, int):
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    # As with `python -m`: what stands in the folder at hand comes first.
    sys.path[0] = ""
    for name in _PRELOADED:
        importlib.import_module(name)
    _warm_up()
    _serve(os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w"))
    try:
        runpy.run_module("factcheck", run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        _end(ended.code)
        raise
    finally:
        gc.unfreeze()
